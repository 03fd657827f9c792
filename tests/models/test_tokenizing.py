"""Texts as tokens: prefix, markers, cuts."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from models.errors import EmptyTextError, ModelError
from models.tokenizing import TextTokenizer, TokenizerCounter


def decode(tokenizer: Any, ids: Any) -> list[str]:
    return [tokenizer.id_to_token(int(number)) for number in ids]


def test_prefix_and_markers_are_not_the_texts_own(tokenizer: Any) -> None:
    (text,) = TextTokenizer(tokenizer, max_tokens=32).tokenize(["мама мыла раму"], "query: ")
    assert decode(tokenizer, text.ids) == ["[CLS]", "query", ":", "мама", "мыла", "раму", "[SEP]"]
    assert decode(tokenizer, text.ids[text.own]) == ["мама", "мыла", "раму"]
    assert text.prefix_length == 3


def test_long_text_loses_its_end_and_keeps_its_markers(tokenizer: Any) -> None:
    (text,) = TextTokenizer(tokenizer, max_tokens=6).tokenize(["мама мыла раму " * 5], "query: ")
    assert decode(tokenizer, text.ids) == ["[CLS]", "query", ":", "мама", "мыла", "[SEP]"]
    assert text.count == 19
    assert text.truncated


def test_text_of_exactly_the_limit_is_not_cut(tokenizer: Any) -> None:
    (text,) = TextTokenizer(tokenizer, max_tokens=5).tokenize(["мама мыла раму"], "")
    assert (text.count, text.truncated) == (5, False)


@pytest.mark.parametrize("text", ["", " ", "\n\t\u00a0"])
def test_text_without_tokens_is_refused_with_its_number(tokenizer: Any, text: str) -> None:
    """C17: such a text would get the vector of its prefix and match anything."""
    with pytest.raises(EmptyTextError, match="Text 2 of 2"):
        TextTokenizer(tokenizer, max_tokens=32).tokenize(["мама", text], "passage: ")


def test_marker_written_in_a_text_is_text(tokenizer: Any) -> None:
    """`<s>` in a web page is a tag, not the model's begin marker."""
    (text,) = TextTokenizer(tokenizer, max_tokens=32).tokenize(["мама [SEP] раму"], "")
    assert decode(tokenizer, text.ids).count("[SEP]") == 1


def test_marker_in_a_prefix_stays_a_marker(tokenizer: Any) -> None:
    (text,) = TextTokenizer(tokenizer, max_tokens=32, prefixes=["[MASK] "]).tokenize(["мама"], "[MASK] ")
    assert decode(tokenizer, text.ids) == ["[CLS]", "[MASK]", "мама", "[SEP]"]


def test_broken_utf16_is_embedded_and_keeps_offsets(tokenizer: Any) -> None:
    tokens = TextTokenizer(tokenizer, max_tokens=32)
    text = "мама \ud800 раму"
    assert tokens.offsets(text) == [(0, 4), (5, 6), (7, 11)]
    assert tokens.tokenize([text], "")[0].count == 5


def test_count_agrees_with_offsets(tokenizer: Any) -> None:
    tokens = TextTokenizer(tokenizer, max_tokens=4)
    texts = ["мама мыла раму, E-1042.", "", "договор " * 50]
    assert tokens.count(texts) == [len(tokens.offsets(text)) for text in texts]
    assert tokens.count(texts)[2] == 50


def test_lowering_keeps_offsets(tokenizer: Any) -> None:
    tokens = TextTokenizer(tokenizer, max_tokens=32, lower_case=True)
    assert tokens.offsets("МАМА İ раму")[-1] == (7, 11)


@pytest.mark.parametrize(
    "options", [{}, {"lower_case": True}, {"prefixes": ["[MASK] "]}], ids=["plain", "lower case", "markers in a prefix"]
)
def test_counter_sent_to_another_process_counts_the_same(tokenizer: Any, options: dict[str, Any]) -> None:
    """Special markers in texts, case, broken UTF-16 and length included."""
    counter = TokenizerCounter(TextTokenizer(tokenizer, max_tokens=8, **options))
    received = pickle.loads(pickle.dumps(counter))
    texts = [
        "мама мыла раму, E-1042.",
        "",
        "Договор " * 50,
        "мама [SEP] раму [MASK]",
        "МАМА İ раму",
        "мама \ud800 раму",
    ]
    assert received.count_tokens(texts) == counter.count_tokens(texts)
    for text in texts:
        assert received.token_offsets(text) == counter.token_offsets(text)


def test_broken_tokenizer_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{")
    with pytest.raises(ModelError, match=r"tokenizer\.json"):
        TextTokenizer.from_file(tmp_path / "tokenizer.json", max_tokens=8)
