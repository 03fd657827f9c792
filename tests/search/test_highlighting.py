"""Marked words: the same forms that were searched, where they stand in the source text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.analysis import DEFAULT, analyze
from search.highlighting import LONGEST_MERGED, Highlighter, Match, read_terms


def find(question: str, text: str, extra: str = "", phrase: str = "") -> list[Match]:
    phrases = [analyze(phrase).terms] if phrase else []
    highlighter = Highlighter(analyze(question), DEFAULT, analyze(extra).terms, phrases)
    return highlighter.find_matches(read_terms(DEFAULT, text), text)


def mark(question: str, text: str, extra: str = "", phrase: str = "") -> list[str]:
    return [text[match.start : match.end] for match in find(question, text, extra, phrase)]


@pytest.mark.parametrize(
    ("question", "text", "marked"),
    [
        ("отпуск", "Отпуска переносят; об отпуске просят.", ["Отпуска", "отпуске"]),
        ("еж", "Ёж и ежи", ["Ёж", "ежи"]),
        ("договор", "Догово\u0301р аренды", ["Догово\u0301р"]),
        ("документ", "элек\u00adтрон\u00adный доку\u200bмент", ["доку\u200bмент"]),
        ("рабочий", "Рабочии\u0306 день", ["Рабочии\u0306"]),
        ("как вернуть деньги за подписку", "Возврат за подписку и деньги", ["подписку", "деньги"]),
        ("how to reset the password", "Passwords are reset by the admin", ["Passwords", "reset"]),
        ("как", "как и что", ["как"]),
    ],
)
def test_every_inflected_form_is_marked_in_the_source_text(question: str, text: str, marked: list[str]) -> None:
    assert mark(question, text) == marked


@pytest.mark.parametrize(
    ("question", "text", "marked"),
    [
        ("e1042", "Ошибка E-1042: нет связи", ["E-1042"]),
        ("E-1042", "Ошибка \u0415-1042, e–1042 и E 1042", ["\u0415-1042", "e–1042", "E 1042"]),
        ("E-1042", "1042 рубля", []),
        ("1042", "Ошибка E-1042", ["1042"]),
        ("AC/DC", "Блок AC/DC стоит", ["AC/DC"]),
        ("--no-cache", "pip --no-cache", ["--no-cache"]),
        ("password", "CURLOPT_PASSWORD", ["PASSWORD"]),
        ("config", "src/configs/app.yml", ["configs"]),
        ("v2.1.3", "версия 2.1.3", ["2.1.3"]),
        ("ГОСТ", "по Г\u004f\u0043\u0054у", ["Г\u004f\u0043\u0054у"]),
    ],
)
def test_a_whole_code_is_marked_whole_and_a_part_as_a_part(question: str, text: str, marked: list[str]) -> None:
    assert mark(question, text) == marked


@pytest.mark.parametrize(
    ("question", "text", "marked"),
    [
        ("интернет-магазин", "из интернет-магазина", ["интернет-магазина"]),
        ("магазин", "из интернет-магазина", ["магазина"]),
        ("интернет", "из интернет-магазина", ["интернет"]),
        ("интернетмагазин", "из интернет-магазина", ["интернет-магазина"]),
        ("интернетмагазин", "интернет и магазин", []),
        ("email", "пишите на e-mail", ["e-mail"]),
        ("сайт", "наш webсайт", ["сайт"]),
    ],
)
def test_a_compound_is_marked_as_far_as_it_was_asked_for(question: str, text: str, marked: list[str]) -> None:
    assert mark(question, text) == marked


@pytest.mark.parametrize(
    ("question", "text", "marked"),
    [
        ("数据库 备份", "数据库的备份", ["数据库", "备份"]),
        ("共和国", "中华人民共和国的法律", ["共和国"]),
        ("人民 共和国", "中华人民共和国", ["人民共和国"]),
        ("中华人民共和国", "中华人民共和国成立", ["中华人民共和国"]),
    ],
)
def test_chinese_words_and_words_inside_them(question: str, text: str, marked: list[str]) -> None:
    assert mark(question, text) == marked


@pytest.mark.parametrize(
    ("question", "text", "marked"),
    [
        ("перенос отпуска", "Перенос отпусков", ["Перенос отпусков"]),
        ("вернуть деньги", "«Вернуть» «деньги»", ["Вернуть» «деньги"]),
        ("перенос отпуска", "Перенос\nотпуска", ["Перенос", "отпуска"]),
        ("перенос отпуска", "Перенос — отпуска", ["Перенос", "отпуска"]),
        ("перенос отпуска", "Перенос. Отпуска", ["Перенос", "Отпуска"]),
    ],
)
def test_neighbours_are_one_stretch(question: str, text: str, marked: list[str]) -> None:
    assert mark(question, text) == marked


def test_a_text_that_repeats_a_word_is_not_one_stretch() -> None:
    matches = find("отпуск", "отпуск " * 100)
    assert len(matches) > 1
    assert all(match.end - match.start <= LONGEST_MERGED for match in matches)


def test_a_negation_is_marked_with_what_it_negates_only() -> None:
    assert mark("не работает", "Не работает принтер, а не сканер") == ["Не работает"]


def test_synonyms_are_marked_too() -> None:
    assert mark("отпуск", "Каникулы и отпуск", extra="каникулы") == ["Каникулы", "отпуск"]


def test_a_phrase_is_marked_with_its_function_words() -> None:
    assert mark("в отпуск", "Уйти в отпуск. Отпуск в мае.", phrase="в отпуск") == ["в отпуск", "Отпуск"]


def test_a_word_asked_twice_is_one_word() -> None:
    (match,) = find("отпуск отпуска", "Отпуск")
    assert len(match.words) == 1


QUESTIONS = st.text(max_size=60) | st.sampled_from(
    ["отпуск", "интернет-магазин", "E-1042", "共和国", "не работает", "a.b"]
)
TEXTS = st.text(max_size=400) | st.lists(
    st.sampled_from(
        ["отпуск", "интернет-магазина", "-", " ", "E-1042", "\u0301", "\u200d", "中华人民共和国", "не", "a.b", "\n"]
    )
).map("".join)


@given(QUESTIONS, TEXTS)
def test_matches_are_inside_in_order_and_apart(question: str, text: str) -> None:
    places = [place for match in find(question, text) for place in match.stretch]
    assert places == sorted(places)
    assert all(match.start < match.end <= len(text) for match in find(question, text))
    starts = [match.start for match in find(question, text)]
    assert len(starts) == len(set(starts))
