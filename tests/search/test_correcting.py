"""Wrong layout and typos: what is put right, and what is left alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.correcting import CorrectionKind, correct_question, measure_distance
from search.vocabulary import Suggestion, build_count_words_body, build_suggest_body

WORDS = """отпуск docker api request rate limit шлюз настройки гостиницу москве гарантия контроллер сеанс собака миксер
заводские регламент объем""".split()


class FakeVocabulary:
    """An index that has `WORDS`, each in five passages."""

    def __init__(self) -> None:
        self.asked = 0

    def count(self, words: Sequence[str]) -> dict[str, int]:
        self.asked += 1
        return {word: 5 * (word in WORDS) for word in words}

    def suggest(self, words: Sequence[str]) -> dict[str, list[Suggestion]]:
        return {word: [Suggestion(known, 5) for known in WORDS] for word in words}


def correct(question: str) -> str:
    return correct_question(question, FakeVocabulary())[0]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("jngecr", "отпуск"),
        ("JNGECR", "ОТПУСК"),
        ("htukfvtyn", "регламент"),
        ("j,]tv", "объем"),
        (".hblbxtcrbq", "юридический"),
        ("'rcgjhn", "экспорт"),
        ("фзш", "api"),
        ("вщслук", "docker"),
        ("куйгуые кфеу дшьше", "request rate limit"),
        ("gthtyjc jngecrf yf cktle.obq ujl", "перенос отпуска на следующий год"),
        (",jkmybxysq yf ht,`yrf", "больничный на ребёнка"),
        ("ghbdtn, rfr ltkf?", "привет как дела"),
        ("настройки docker yf cthdtht", "настройки docker на сервере"),
    ],
)
def test_wrong_layout_is_repaired(typed: str, meant: str) -> None:
    """A14"""
    assert correct(typed) == meant


@pytest.mark.parametrize(
    "question",
    ["docker", "api", "E-1042", "git push", "C++", "CURLOPT_URL",
     "net", "Tavrimer", "как настроить docker", "a@b.ru", ""],
)  # fmt: skip
def test_words_codes_and_names_are_not_converted(question: str) -> None:
    """A14"""
    assert correct(question) == question


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("лимит на гостинецу в маскве", "лимит на гостиницу в москве"),
        ("збросить шлюс", "збросить шлюз"),
        ("настрйоки шлюза", "настройки шлюза"),
        ("миксир", "миксер"),
    ],
)
def test_typos_are_put_right_by_words_of_the_index(typed: str, meant: str) -> None:
    assert correct(typed) == meant


@pytest.mark.parametrize("question", ["микшер", "собак", "кошка", "E-1043", "шл", "数据库"])
def test_known_words_and_codes_are_not_touched(question: str) -> None:
    """A19: a dictionary word is not a typo of another, however near."""
    assert correct(question) == question


def test_length_is_counted_in_letters_not_in_bytes() -> None:
    """A18: five Cyrillic letters are ten bytes, and still allow one typo only."""
    assert correct("сабоко") == "сабоко"
    assert correct("сабака") == "собака"


def test_corrections_say_what_was_changed_and_why() -> None:
    _, corrections = correct_question("jngecr для маскве", FakeVocabulary())
    assert [tuple(correction) for correction in corrections] == [
        (CorrectionKind.LAYOUT, "jngecr", "отпуск"),
        (CorrectionKind.SPELLING, "маскве", "москве"),
    ]


def test_an_ordinary_question_costs_no_look_up() -> None:
    vocabulary = FakeVocabulary()
    correct_question("как вернуть деньги за подписку", vocabulary)
    assert vocabulary.asked == 0


@pytest.mark.parametrize(
    ("one", "other", "typos"),
    [("", "", 0), ("a", "", 1), ("шлюс", "шлюз", 1), ("настрйоки", "настройки", 1), ("кот", "ток", 2), ("ab", "ba", 1)],
)
def test_distance(one: str, other: str, typos: int) -> None:
    assert measure_distance(one, other) == typos


@given(st.text("абв", max_size=6), st.text("абв", max_size=6))
def test_distance_is_symmetric_and_zero_for_equal_words_only(one: str, other: str) -> None:
    assert measure_distance(one, other) == measure_distance(other, one)
    assert (measure_distance(one, other) == 0) == (one == other)


@given(st.text(max_size=80))
def test_no_question_is_an_error(question: str) -> None:
    correct_question(question, FakeVocabulary())


def test_bodies(golden: Callable[[str, Any], None]) -> None:
    golden("count_words", build_count_words_body(["отпуск"]))
    golden("suggest", build_suggest_body(["шлюс"]))
