"""What models say of themselves, and what is known of families that do not say it."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.errors import ModelError
from models.model_facts import ModelFacts, choose_prompts, complete_prefixes

E5 = ("query: ", "passage: ")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("intfloat/multilingual-e5-small", E5),
        ("intfloat/e5-base-v2", E5),
        ("/models/multilingual-e5-large", E5),
        ("intfloat/multilingual-e5-large-instruct", ("", "")),
        ("BAAI/bge-m3", ("", "")),
        ("me/some5-small", ("", "")),
    ],
)
def test_e5_models_are_known_by_name(name: str, expected: tuple[str, str]) -> None:
    assert complete_prefixes(name, "", "") == expected


def test_own_prompts_win() -> None:
    assert choose_prompts("intfloat/e5-base", {"query": "search: ", "document": ""}) == ("search: ", "")


@pytest.mark.parametrize("key", ["document", "passage", "corpus"])
def test_passage_prompt_has_several_names(key: str) -> None:
    assert choose_prompts("m", {"query": "q ", key: "p "}) == ("q ", "p ")


def test_facts_written_and_read_are_equal(tmp_path: Path) -> None:
    facts = ModelFacts(3, 3, "cls", True, False, "dot", "вопрос: ", "", 8, True, 1, False, True)
    facts.write(tmp_path / "facts.json")
    assert ModelFacts.read(tmp_path / "facts.json") == facts


def test_facts_of_another_form_are_refused(tmp_path: Path) -> None:
    (tmp_path / "facts.json").write_text('{"dimension": 3}')
    with pytest.raises(ModelError, match=r"facts\.json"):
        ModelFacts.read(tmp_path / "facts.json")
