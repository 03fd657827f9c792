"""Numbers, dates, plural forms, and that both languages say the same things."""

from __future__ import annotations

import string

import pytest

from ui.notices import _RUSSIAN
from ui.texts import _PLURALS, TEXTS, Texts
from ui.wording import format_day, format_duration, format_number


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 документов"),
        (1, "1 документ"),
        (2, "2 документа"),
        (5, "5 документов"),
        (11, "11 документов"),
        (14, "14 документов"),
        (21, "21 документ"),
        (104, "104 документа"),
        (111, "111 документов"),
        (12345, "12\u00a0345 документов"),
    ],
)
def test_russian_plurals(number: int, text: str) -> None:
    assert Texts("ru").count(number, "documents") == text


def test_english_plurals() -> None:
    assert [Texts("en").count(number, "documents") for number in (0, 1, 2)] == [
        "0 documents",
        "1 document",
        "2 documents",
    ]


def test_numbers_and_durations() -> None:
    assert [format_number(n, "ru") for n in (999, 9999, 10000)] == ["999", "9999", "10\u00a0000"]
    assert [format_duration(ms, "ru") for ms in (0.42, 9.96, 87.4, 1234)] == [
        "0,4\u00a0мс",
        "10,0\u00a0мс",
        "87\u00a0мс",
        "1,2\u00a0с",
    ]


@pytest.mark.parametrize("moment", [None, "", "вчера", "2026-13-01"])
def test_a_date_that_is_none_is_not_shown(moment: str | None) -> None:
    assert format_day(moment, "ru") is None


def test_both_languages_have_the_same_texts_with_the_same_places() -> None:
    russian, english = TEXTS["ru"], TEXTS["en"]
    assert russian.keys() == english.keys()
    places = {
        name: [{field for _, field, _, _ in string.Formatter().parse(text) if field} for text in texts]
        for name in russian
        for texts in [(russian[name], english[name])]
    }
    assert [name for name, (first, second) in places.items() if first != second] == []
    assert _PLURALS["ru"].keys() == _PLURALS["en"].keys()
    assert all(_RUSSIAN.values())
