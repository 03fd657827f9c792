"""Questions as they were meant, on a real engine: what is searched, what is told, what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.indexer import Indexer
from models.loading import load_embedder
from search.records import Mode, SearchRequest
from search.searcher import Searcher
from tests.integration.conftest import Library

pytestmark = pytest.mark.node

FILES = {
    "otpusk.md": "# Отпуск\n\nКак оформить отпуск: договоры и регламент кадров. Деньги за отпуск вернуть нельзя.",
    "obem.md": "# Объём\n\nЮридический отдел считает объём экспорта. В объем входят гостиницы Москвы.",
    "docker.md": "# Docker\n\nDocker compose: настройки, api, request rate limit. Шлюз не работает без настроек.",
    "kitchen.md": "# Кухня\n\nМикроволновка стоит на кухне; миксер, кубернетес. Ошибка E-1042 на приборе ТМ-210.",
}


@pytest.fixture
def searcher(library: Library) -> Searcher:
    library.index(FILES)
    return library.open()


CASES = [
    ("jngecr", "отпуск", "layout", "otpusk.md"),
    ("htukfvtyn", "регламент", "layout", "otpusk.md"),
    ("j,]tv", "объем", "layout", "obem.md"),
    (".hblbxtcrbq", "юридический", "layout", "obem.md"),
    ("'rcgjhn", "экспорт", "layout", "obem.md"),
    ("фзш", "api", "layout", "docker.md"),
    ("вщслук", "docker", "layout", "docker.md"),
    ("вщслук сщьзщыу", "docker compose", "layout", "docker.md"),
    ("rfr jajhvbnm jngecr", "как оформить отпуск", "layout", "otpusk.md"),
    ("yfcnhjqrb NV-210", "настройки ТМ-210", "layout", "kitchen.md"),
    ("dogovor", "договор", "transliteration", "otpusk.md"),
    ("kak vernut' dengi za otpusk", "как вернуть деньги за отпуск", "transliteration", "otpusk.md"),
    ("докер", "докер docker", "transliteration", "docker.md"),
    ("настройки kubernetes", "настройки kubernetes кубернетес", "transliteration", "kitchen.md"),
    ("гостинецу", "гостиницу", "spelling", "obem.md"),
    ("в маскве", "в москве", "spelling", "obem.md"),
    ("настрйоки", "настройки", "spelling", "docker.md"),
    ("неработает", "не работает", "spacing", "docker.md"),
    ("микро волновка", "микроволновка", "spacing", "kitchen.md"),
]


def test_a_question_is_searched_as_it_was_meant(searcher: Searcher) -> None:
    """A14, A18. One index for all, which takes seconds to build."""
    for typed, meant, kind, document in CASES:
        results = searcher.search(SearchRequest(typed, mode=Mode.LEXICAL))
        assert (typed, results.understood.text) == (typed, meant)
        assert {each.kind.value for each in results.understood.corrections} == {kind}
        assert document in [hit.document_id for hit in results.hits]


def test_what_is_written_is_searched_when_asked_for(searcher: Searcher) -> None:
    for typed, *_ in CASES:
        results = searcher.search(SearchRequest(typed, mode=Mode.LEXICAL, correct=False))
        assert (results.understood.text, results.understood.corrections) == (typed, ())


@pytest.mark.parametrize(
    "question", ["docker", "api", "E-1042", "Е-1042", "ТМ-210", "отпуска", "микшер", "кухней", "net"]
)
def test_what_the_index_has_and_known_words_are_left_alone(searcher: Searcher, question: str) -> None:
    """A14, A19"""
    assert searcher.search(SearchRequest(question, mode=Mode.LEXICAL)).understood.corrections == ()


def test_a_phrase_is_searched_as_it_is_written(searcher: Searcher) -> None:
    results = searcher.search(SearchRequest('"настрйоки шлюза" настрйоки', mode=Mode.LEXICAL))
    assert "настрйоки шлюза" in results.understood.text
    assert [tuple(each)[1:] for each in results.understood.corrections] == [("настрйоки", "настройки")]


def test_a_question_in_capitals_is_embedded_in_small_letters(searcher: Searcher) -> None:
    quiet = searcher.search(SearchRequest("как оформить отпуск", mode=Mode.VECTOR))
    loud = searcher.search(SearchRequest("КАК ОФОРМИТЬ ОТПУСК", mode=Mode.VECTOR))
    assert [hit.score for hit in loud.hits] == [hit.score for hit in quiet.hits]


def test_words_of_several_collections_count(library: Library, tmp_path: Path) -> None:
    """A word that one collection has is not corrected by the other's."""
    library.index({"a.txt": "Миксер на кухне."})
    other = tmp_path / "other"
    other.mkdir()
    (other / "b.txt").write_text("Микстер в студии.", encoding="utf-8")
    Indexer(library.engine, library.settings, load_embedder(library.settings)).index([other], "second")
    one = library.search("микстер", Mode.LEXICAL)
    both = library.search("микстер", Mode.LEXICAL, collections=("main", "second"))
    assert one.understood.text == "миксер"
    assert both.understood.text == "микстер"
    assert both.hits[0].collection == "second"
