"""What is never corrected, what a correction says, and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.correcting import CorrectionKind, correct_question
from search.correcting.capitals import settle_case
from search.correcting.records import Chunk, Correction, Repair, apply_repairs, join_corrections
from search.vocabulary import MOST_NEAR, LookUp, build_look_up_body
from tests.search.fake_vocabulary import FakeVocabulary, correct, list_kinds


@pytest.mark.parametrize(
    "question",
    [
        "docker", "api", "E-1042", "Е-1042", "git push", "C++", "C#", ".NET", "CURLOPT_URL", "--no-cache", "git -rf",
        "net", "a@b.ru", "иванофф@компания.рф", "http://пример.рф/отпуср", "/etc/hostz", "C:\\Windowz", "и/или",
        "12.0.004-2015", "ТМ-210", "v2.1.3", "javaScript", "iPhone", "НДФЛ", "ЮКОЗ", "数据库", "错误代码E-1042",
        "", " ", "?", "🏖️", "—", "а", "5", "2024-31",
    ],
)  # fmt: skip
def test_words_codes_and_addresses_are_never_touched(question: str) -> None:
    """A14"""
    assert correct(question) == question


@pytest.mark.parametrize(
    "question",
    ["микшер", "собак", "кошка", "Петрова", "Иванов согласовал", "в Твери", "Гоголь", "опоре", "стали", "ёж", "ЁЖ"],
)
def test_dictionary_words_and_names_are_never_touched(question: str) -> None:
    """A19: a dictionary word is not a typo of another, however near."""
    assert correct(question, {"миксер": 90, "собака": 90, "петров": 90, "тверь": 3, "иван": 90, "опора": 9}) == question


@pytest.mark.parametrize("question", ["таврикс", "dogovor", "jngecr", "неработает", "заводскиэ", "фзш", "kubernet"])
def test_what_the_index_has_is_never_touched(question: str) -> None:
    others = "таврика договор отпуск заводские api kubernetes работает"
    assert correct(question, {question: 1, **dict.fromkeys(others.split(), 90)}) == question


@pytest.mark.parametrize("question", ['"настрйоки шлюса"', "«настрйоки шлюса»", "шлюз «отпуср»", "„отпуср“, шлюз"])
def test_what_stands_in_quotes_is_never_touched(question: str) -> None:
    assert correct(question) == question


@pytest.mark.parametrize(
    "question", ["Marlee Matlin won", "What has Marlee Matin won?", "Tavrimer", "как открыть gmail"]
)
def test_foreign_names_stay(question: str) -> None:
    assert correct(question, "male main mail win") == question


@pytest.mark.parametrize(
    "question",
    ["как вернуть деньги за подписку", "What is the name of the property?", "как оформить отпуск", "如何申请年假"],
)
def test_an_ordinary_question_costs_no_look_up(question: str) -> None:
    vocabulary = FakeVocabulary()
    assert correct_question(question, vocabulary) == (question, ())
    assert vocabulary.asked == []


@pytest.mark.parametrize(
    "question",
    ["gthtyjc jngecrf yf настрйоки", "kak nastroit kubernetis", "неработает шлюс на завадские настрйоки докер", "докер",
     "вщслук сщьзщыу настрйоки", "how to configgure parlament"],
)  # fmt: skip
def test_no_question_costs_more_than_two_look_ups(question: str) -> None:
    vocabulary = FakeVocabulary()
    correct_question(question, vocabulary)
    assert 1 <= len(vocabulary.asked) <= 2


def test_nothing_is_asked_twice() -> None:
    vocabulary = FakeVocabulary()
    correct_question("jngecr настрйоки преоставленеи kubernetes", vocabulary)
    first, second = vocabulary.asked
    assert not {*first.words} & {*second.words}


def test_corrections_say_what_was_changed_and_why() -> None:
    assert list_kinds("jngecr неработает для маскве dogovor", "отпуск работает москва договор") == [
        ("layout", "jngecr", "отпуск"),
        ("transliteration", "dogovor", "договор"),
        ("spacing", "неработает", "не работает"),
        ("spelling", "маскве", "москве"),
    ]


def test_a_word_put_right_twice_is_one_correction() -> None:
    """A typo in the wrong layout: as written, and as it is searched."""
    assert list_kinds("gjlgbcre jngecrf yfcnhqjrb", "настройки отпуск подписка") == [
        ("layout", "gjlgbcre", "подписку"),
        ("layout", "jngecrf", "отпуска"),
        ("layout", "yfcnhqjrb", "настройки"),
    ]


def test_repairs_are_made_from_left_to_right_and_do_not_overlap() -> None:
    chunks = [Chunk("а"), Chunk("б"), Chunk("в")]
    first = Correction(CorrectionKind.SPACING, "а б", "аб")
    repairs = [Repair(1, 1, "x", ()), Repair(0, 1, "аб", (first,))]
    repaired, corrections = apply_repairs(chunks, repairs)
    assert [chunk.text for chunk in repaired] == ["аб", "в"]
    assert corrections == [first]


def test_corrections_that_undo_each_other_are_none() -> None:
    there = Correction(CorrectionKind.LAYOUT, "а", "f")
    back = Correction(CorrectionKind.SPELLING, "f", "а")
    assert join_corrections([there, back]) == ()


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("КАК ОФОРМИТЬ ОТПУСК", "как оформить отпуск"),
        ("ГОСТ 12.0.004", "ГОСТ 12.0.004"),
        ("Как оформить НДФЛ", "Как оформить НДФЛ"),
        ("如何申请", "如何申请"),
    ],
)
def test_a_model_reads_a_question_in_capitals_in_small_letters(written: str, read: str) -> None:
    assert settle_case(written) == read


@given(st.text(max_size=80))
def test_no_question_is_an_error(question: str) -> None:
    correct_question(question, FakeVocabulary())


@given(st.text(alphabet="абвоеьяabcoe'`[];,. -", max_size=60))
def test_no_text_of_keys_is_an_error(question: str) -> None:
    text, corrections = correct_question(question, FakeVocabulary())
    assert (text == question) == (not corrections)


@pytest.mark.parametrize(
    "question", ["ъ" * 5000, "щь" * 3000, "a'" * 3000, "jngecr " * 300, "абвгд" * 2000, "?" * 9999]
)
def test_long_questions_are_cut_short(question: str) -> None:
    vocabulary = FakeVocabulary("отпуск")
    correct_question(question, vocabulary)
    assert all(len(asked.near) <= 64 for asked in vocabulary.asked)


def test_body(golden: Callable[[str, Any], None]) -> None:
    golden("look_up", build_look_up_body(LookUp(["отпуску"], ["отпуск"], {"шлюс": 1})))


def test_a_look_up_is_bounded() -> None:
    body = build_look_up_body(LookUp([f"слово{n}" for n in range(999)], [], {f"слово{n}": 2 for n in range(99)}))
    assert len(body["suggest"]) == MOST_NEAR
    assert len(body["aggs"]["words"]["filters"]["filters"]) < 999
