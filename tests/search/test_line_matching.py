"""Which line answers a typed text, and which of two answers better."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.analysis import DEFAULT
from mappings.suggestions import LineKind, StoredLine
from search.line_matching import MatchedLine, match_line, measure_beginning
from search.typed_text import read_as_typed


def match(typed: str, line: str, kind: LineKind = LineKind.HEADING) -> MatchedLine | None:
    read = read_as_typed(typed, DEFAULT)
    assert read is not None
    return match_line(read, StoredLine(line, kind, "main"), DEFAULT)


def mark(typed: str, line: str) -> str | None:
    found = match(typed, line)
    if found is None:
        return None
    for start, end in reversed(found.matches):
        line = f"{line[:start]}[{line[start:end]}]{line[end:]}"
    return line


@pytest.mark.parametrize(
    ("typed", "marked"),
    [
        ("как оф", "[Как оф]ормить отпуск?"),
        ("отп", "Как оформить [отп]уск?"),
        ("отпуск оформ", "Как [оформ]ить [отпуск]?"),
        ("как отпуск", "[Как] оформить [отпуск]?"),
        ("офармить", "Как [оформить] отпуск?"),
        ("как офармить отпск", "[Как] [оформить] [отпуск]?"),
    ],
)
def test_what_was_typed_is_marked(typed: str, marked: str) -> None:
    assert mark(typed, "Как оформить отпуск?") == marked


@pytest.mark.parametrize(
    ("typed", "line", "marked"),
    [
        ("положение об", "«Положение об отпусках»", "«[Положение об] отпусках»"),
        ("приём", "Порядок приема на работу", "Порядок [прием]а на работу"),
        ("ЕЖ", "Ёж", "[Ёж]"),
        ("е-10", "Ошибка E-1042", "Ошибка [E-1042]"),
        ("如何退", "如何退款？", "[如何退]款？"),
        ("неработает", "Не работает принтер", "[Не работает] принтер"),
        ("🏖️ отп", "🏖️ Отпуск", "[🏖️ Отп]уск"),
    ],
)
def test_however_either_of_them_is_written(typed: str, line: str, marked: str) -> None:
    assert mark(typed, line) == marked


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("как уволиться", "Как оформить отпуск?"),
        ("E-1043", "Ошибка E-1042"),  # a code is not a typo of another
        ("пск", "Как оформить отпуск?"),
        ("отпыкс", "Как оформить отпуск?"),
        ("кит", "Как оформить отпуск?"),  # three letters have no typos
    ],
)
def test_every_typed_word_must_be_in_the_line(typed: str, line: str) -> None:
    assert match(typed, line) is None


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("отпуск", ["Отпуск без сохранения заработной платы", "Как оформить отпуск"]),  # begins with the whole text
        ("оформить отпуск", ["Как оформить длинный отпуск", "Отпуск оформить"]),  # in order
        ("отпуск", ["Мой отпуск", "Дни, отпускные"]),  # the shorter one
        ("настройка", ["Большая настройка сервера", "Настрйока"]),  # without typos
    ],
)
def test_of_two_lines_the_better_one_comes_first(typed: str, lines: Sequence[str]) -> None:
    found = [match(typed, line) for line in lines]
    assert None not in found
    assert all(one.merit < other.merit for one, other in pairwise(line for line in found if line))


def test_a_question_comes_before_a_title_and_a_heading() -> None:
    """Even where it is longer; but not before a line that begins with what was typed."""
    question = match("отпуск", "сколько дней длится отпуск", LineKind.QUESTION)
    title = match("отпуск", "Про отпуск", LineKind.TITLE)
    heading = match("отпуск", "Отпуск", LineKind.HEADING)
    assert question is not None
    assert title is not None
    assert heading is not None
    assert heading.merit < question.merit < title.merit


WORDS = st.text(alphabet="абвг", max_size=7)


@cache
def count_typos(one: str, other: str) -> int:
    """Optimal string alignment as its definition says it."""
    if not one or not other:
        return len(one) + len(other)
    ways = [
        count_typos(one[:-1], other) + 1,
        count_typos(one, other[:-1]) + 1,
        count_typos(one[:-1], other[:-1]) + (one[-1] != other[-1]),
    ]
    if one[-2:] == other[-2:][::-1] and len(one) > 1 < len(other):
        ways.append(count_typos(one[:-2], other[:-2]) + 1)
    return min(ways)


@given(WORDS, WORDS, st.integers(0, 2))
def test_the_nearest_beginning_is_the_nearest_of_all_beginnings(typed: str, word: str, allowed: int) -> None:
    nearest = min(count_typos(typed, word[:length]) for length in range(len(word) + 1))
    assert measure_beginning(typed, word, allowed) == (nearest if nearest <= allowed else None)


@given(st.text(max_size=40), st.text(min_size=1, max_size=60))
def test_marks_are_stretches_of_the_line(typed: str, line: str) -> None:
    read = read_as_typed(typed, DEFAULT)
    if read is None:
        return
    found = match_line(read, StoredLine(line, LineKind.TITLE, "main"), DEFAULT)
    places = [place for stretch in found.matches for place in stretch] if found else []
    assert places == sorted(places)
    assert all(0 <= place <= len(line) for place in places)
