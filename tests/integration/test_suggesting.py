"""Suggestions over a real engine: what is suggested on the demo documents, and what never is."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.demo import read_typical_questions
from engine import indexes
from engine.connection import connect
from engine.local_node import LocalNode
from indexer.indexer import Indexer
from indexer.questions import QuestionList
from language.analysis import open_analyzer
from language.layout import type_in_latin
from mappings.meta import IndexMismatchError
from mappings.names import name_alias
from mappings.suggestions import LineKind
from models.loading import load_embedder
from search.backend import CollectionMissingError, SearchBackend
from search.records import Filter, RequestError
from search.suggesting import Suggester
from search.suggestion_records import Reading, SuggestedLine, Suggestions, SuggestRequest
from settings import HASH_MODEL, read_settings
from tests.integration.conftest import Library

pytestmark = pytest.mark.node

DEMO = Path(__file__).parents[2] / "demo"
SHOWN = 8


@pytest.fixture(scope="module")
def demo(node: LocalNode) -> Iterator[Suggester]:
    """A suggester over the demo documents and their typical questions."""
    chosen = read_settings(
        opensearch_url=node.url, index_prefix=f"s{uuid.uuid4().hex[:12]}", embedding_model=HASH_MODEL, collection="demo"
    )
    with connect(chosen) as engine:
        Indexer(engine, chosen, load_embedder(chosen)).index([DEMO / "corpus"], "demo")
        QuestionList(engine, chosen, "demo").replace(read_typical_questions(DEMO / "questions.jsonl"))
        yield Suggester(SearchBackend(engine, chosen), chosen, open_analyzer(chosen))
        for index in engine.client.indices.get_alias(index=f"{chosen.index_prefix}*"):
            engine.client.indices.delete(index=index)


def ask(suggester: Suggester, text: str, **options: object) -> list[str]:
    return [line.text for line in suggester.suggest(SuggestRequest(text, **options)).lines]  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def titles(demo: Suggester) -> list[str]:
    """Titles of all demo documents that differ."""
    letters = "абвгдежзийклмнопрстуфхцчшщэюя《«abcdefghijklmnopqrstuvwxyz" + "钥保订如常网液T"
    found: dict[str, None] = {}
    for letter in letters:
        lines = demo.suggest(SuggestRequest(letter, size=50)).lines
        found |= {line.text: None for line in lines if line.kind is LineKind.TITLE}
    return list(found)


def mistype(title: str) -> str | None:
    """The beginning of a title up to its first long word, that with two neighbours swapped; None where none is long."""
    words = title.split()
    for place, word in enumerate(words):
        if re.fullmatch("[a-zа-яё]{8,}", word, re.IGNORECASE) and word[3] != word[4]:
            return " ".join([*words[:place], word[:3] + word[4] + word[3] + word[5:]])
    return None


def test_every_title_is_suggested_after_five_letters(demo: Suggester, titles: list[str]) -> None:
    assert len(titles) > 50
    missed = [title for title in titles if title not in ask(demo, title[:5])]
    # Four series of manuals share their first words: more titles begin so than are shown.
    assert len(missed) <= 4, missed
    assert [title for title in missed if title not in ask(demo, title[:40])] == []


def test_titles_are_suggested_in_spite_of_a_typo(demo: Suggester, titles: list[str]) -> None:
    mistyped = {title: typed for title in titles if (typed := mistype(title))}
    assert len(mistyped) > 30
    assert [typed for title, typed in mistyped.items() if title not in ask(demo, typed, size=20)] == []


def test_titles_are_suggested_in_the_wrong_layout(demo: Suggester, titles: list[str]) -> None:
    russian = [title for title in titles if all("а" <= letter.lower() <= "я" for letter in title[:4])]
    assert len(russian) > 30
    missed = [title for title in russian if ask(demo, title[:5]) != ask(demo, type_in_latin(title[:5]))]
    assert missed == []


def test_yo_and_ye_are_one_letter_in_what_is_typed_and_in_what_is_suggested(demo: Suggester) -> None:
    for text in ("приём", "отчёт", "удалённ", "счёт"):
        plain = text.replace("ё", "е")
        assert ask(demo, text) == ask(demo, plain) == ask(demo, text.upper()) != []


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("отпус", Reading.AS_TYPED),
        ("jngec", Reading.LAYOUT),
        ("отпкск", Reading.TYPOS),
        ("jngrcr", Reading.LAYOUT_AND_TYPOS),
        ("зщздравствуйте", None),
    ],
)
def test_how_the_text_was_read_is_told(demo: Suggester, text: str, reading: Reading | None) -> None:
    answer = demo.suggest(SuggestRequest(text))
    assert answer.reading is reading
    assert bool(answer.lines) is (reading is not None)
    assert all("тпуск" in line.text.lower() for line in answer.lines)


def test_a_code_is_completed_and_never_guessed(demo: Suggester) -> None:
    assert any("1042" in line for line in ask(demo, "E-10"))
    assert any("1042" in line for line in ask(demo, "е104"))  # Cyrillic е
    assert ask(demo, "E-9942") == []


def test_lines_are_different_and_as_many_as_asked_for(demo: Suggester) -> None:
    for size in (1, 8, 50):
        lines = ask(demo, "п", size=size)
        assert len(lines) == len({line.casefold() for line in lines}) == size
    assert ask(demo, "п", size=8) == ask(demo, "п", size=50)[:8]


@pytest.mark.parametrize("text", ["", " ", "?!", "отпуск " * 40])
def test_what_nothing_can_complete_is_answered_with_nothing(demo: Suggester, text: str) -> None:
    assert ask(demo, text) == []


@pytest.mark.parametrize("size", [0, 51, -1])
def test_a_size_that_cannot_be_meant_is_refused(demo: Suggester, size: int) -> None:
    with pytest.raises(RequestError, match="ask for 1 to 50"):
        ask(demo, "отпуск", size=size)


@settings(max_examples=60)
@given(st.text(max_size=60) | st.text(alphabet="абё1-|*?\"'~[]{}()\\/ ", max_size=30))
def test_any_text_is_answered(demo: Suggester, text: str) -> None:
    answer = demo.suggest(SuggestRequest(text))
    for line in answer.lines:
        assert line.matches
        assert all(0 <= start < end <= len(line.text) for start, end in line.matches)


FILES = {
    "open.md": "---\naccess: [all]\n---\n\n# Отпуск\n\n## Как оформить отпуск?\n\nПо заявлению.\n",
    "secret.html": '<html><head><title>Отпуск генерального</title><meta name="access" content="board"></head>'
    "<body><h1>Отпуск генерального директора</h1><p>Тайна.</p></body></html>",
}


def open_suggester(library: Library) -> Suggester:
    backend = SearchBackend(library.engine, library.settings)
    return Suggester(backend, library.settings, open_analyzer(library.settings))


def set_questions(library: Library, *questions: str) -> int:
    return QuestionList(library.engine, library.settings, "main").replace(questions)


def suggest(library: Library, text: str, **options: object) -> Suggestions:
    return open_suggester(library).suggest(SuggestRequest(text, **options))  # type: ignore[arg-type]


def list_texts(lines: tuple[SuggestedLine, ...]) -> list[str]:
    return [line.text for line in lines]


@pytest.mark.parametrize("text", ["отпуск", "jngecr", "отпуек", "от", "генеральн", "генирального"])
def test_nothing_of_a_document_that_a_filter_excludes_is_suggested(library: Library, text: str) -> None:
    library.index(FILES)
    set_questions(library, "отпуск генерального")
    assert any("генерального" in line.text for line in suggest(library, text).lines)
    for filter_ in (Filter("access", ("all",)), Filter("type", ("markdown",))):
        found = suggest(library, text, filters=(filter_,)).lines
        assert {line.document_id for line in found} <= {"open.md"}


def test_questions_are_filtered_by_their_language(library: Library) -> None:
    library.index(FILES)
    set_questions(library, "отпуск и больничный", "отпуск vacation policy for employees in the head office")
    russian = suggest(library, "отпуск", filters=(Filter("language", ("ru",)),)).lines
    assert [line.text for line in russian if line.kind is LineKind.QUESTION] == ["отпуск и больничный"]


def test_a_deleted_document_is_suggested_no_more(library: Library) -> None:
    """Also by a suggester that was open before."""
    library.index(FILES)
    suggester = open_suggester(library)
    assert "Отпуск генерального" in ask(suggester, "отпуск ген")
    (library.folder / "secret.html").unlink()
    library.index()
    assert ask(suggester, "отпуск ген") == []
    assert "Отпуск" in ask(suggester, "отпуск")


def test_questions_survive_new_documents_and_a_rebuild(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    library.index(FILES)
    assert set_questions(library, "сколько дней отпуска", "кому положен отпуск") == 2
    first = library.index({"new.md": "# Премии\n\nПремия выплачивается раз в год."})
    assert first.moved
    assert list_texts(suggest(library, "сколько").lines) == ["сколько дней отпуска"]

    other = replace(library, settings=library.settings.model_copy(update={"passage_tokens": 200}))
    report = other.index()
    assert "chunking" in str(report.rebuilt_because)
    assert list_texts(suggest(other, "кому").lines) == ["кому положен отпуск"]
    stored = QuestionList(other.engine, other.settings, "main").read()
    assert stored == ["сколько дней отпуска", "кому положен отпуск"]


def test_questions_are_replaced_and_removed(library: Library) -> None:
    library.index(FILES)
    set_questions(library, "первый вопрос", "второй вопрос", "третий вопрос")
    set_questions(library, "новый вопрос")
    assert list_texts(suggest(library, "вопрос").lines) == ["новый вопрос"]
    set_questions(library)
    assert suggest(library, "вопрос").lines == ()
    assert QuestionList(library.engine, library.settings, "main").read() == []


def test_questions_and_headings_are_no_documents(library: Library) -> None:
    report = library.index(FILES)
    set_questions(library, "отпуск генерального")
    results = library.search("отпуск")
    assert {hit.document_id for hit in results.hits} == {"open.md", "secret.html"}
    backend = SearchBackend(library.engine, library.settings)
    facets = backend.list_facets(backend.resolve(["main"])[0])
    assert sum(facet.documents for facet in facets["type"]) == 2
    entries = indexes.count(library.engine, name_alias(library.settings, "main"))
    lines = len({line.text for line in suggest(library, "о", size=50).lines})
    assert entries > report.passages + report.documents + lines


def test_a_collection_that_is_missing_or_does_not_fit_is_told(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CollectionMissingError, match="nakhodka index PATH"):
        suggest(library, "отпуск")
    library.index(FILES)
    suggester = open_suggester(library)
    ask(suggester, "отпуск")
    for index in library.engine.client.indices.get_alias(index=f"{library.settings.index_prefix}*"):
        library.engine.client.indices.delete(index=index)
    with pytest.raises(CollectionMissingError):
        ask(suggester, "отпуск")
    library.index()
    monkeypatch.setattr("mappings.meta.SCHEMA_VERSION", 99)
    with pytest.raises(IndexMismatchError, match="reads schema 99"):
        suggest(library, "отпуск")
