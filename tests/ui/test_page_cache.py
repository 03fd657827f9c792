"""F6: what is kept, for how long, and what never."""

from __future__ import annotations

import pytest

from mappings.entries import StoredPassage
from settings import Settings
from tests.ui.conftest import make_results, notice
from ui.cache import ResultCache
from ui.resources import choose_excerpt, find_matches


def test_the_oldest_unused_answer_goes_first() -> None:
    cache = ResultCache(size=2)
    cache.put("a", make_results("a"))
    cache.put("b", make_results("b"))
    assert cache.get("a") is not None
    cache.put("c", make_results("c"))
    assert cache.get("b") is None
    assert cache.get("a") is not None


def test_answers_grow_old() -> None:
    cache = ResultCache(kept_seconds=-1)
    cache.put("a", make_results())
    assert cache.get("a") is None


@pytest.mark.parametrize(
    ("code", "kept"),
    [("question_cut", True), ("empty_question", True), ("leg_failed", False), ("hits_vanished", False), ("new", False)],
)
def test_answers_of_an_outage_are_not_kept(code: str, kept: bool) -> None:
    cache = ResultCache()
    cache.put("a", make_results(notices=notice(code)))
    assert (cache.get("a") is not None) is kept


def make_passage(start: int, end: int) -> StoredPassage:
    return StoredPassage("p#1.0", "p", "main", "p", "text", "ru", "", (), "", start, end, 0)


@pytest.mark.parametrize(
    ("length", "passage", "expected"),
    [
        (50, None, (0, 50)),
        (1000, None, (0, 100)),
        (1000, make_passage(500, 520), (460, 560)),
        (1000, make_passage(0, 10), (0, 100)),
        (1000, make_passage(990, 1000), (900, 1000)),
    ],
)
def test_a_long_document_is_shown_around_its_passage(
    length: int, passage: StoredPassage | None, expected: tuple[int, int]
) -> None:
    assert choose_excerpt(length, passage, shown=100) == expected


def test_words_are_found_in_any_form_at_their_own_offsets() -> None:
    text = "Вступление. Отпуска длятся долго."
    assert find_matches(Settings(), "отпуск", text, 12, len(text)) == ((12, 19),)
    assert find_matches(Settings(), "", text, 0, len(text)) == ()
