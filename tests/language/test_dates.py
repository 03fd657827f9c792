"""Dates: every spelling finds every other."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.analysis import analyze
from language.dates import parse_date
from language.records import TermKind
from tests.language.matching import finds, list_forms

GENITIVE = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split()
ENGLISH = "January February March April May June July August September October November December".split()

DAY_TABLE = [
    "01.02.2024",
    "1.2.2024",
    "01.02.24",
    "01/02/2024",  # the Russian order
    "01-02-2024",
    "2024-02-01",
    "2024.02.01",
    "2024/2/1",
    "2024-02-01T10:30:00Z",
    "1 февраля 2024 г.",
    "1 февраля 2024г.",
    "1 февраля 2024 года",
    "1 ФЕВРАЛЯ 2024",
    "«01» февраля 2024 г.",
    '"1" февраля 2024',
    "1-го февраля 2024",
    "1 фев. 2024",
    "1 февр 2024",
    "February 1, 2024",
    "Feb 1 2024",
    "Feb. 1st, 2024",
    "1 Feb 2024",
    "1st of February 2024",
    "2024年2月1日",
    "２０２４年２月１日",
    "01.02.2024–05.02.2024",
    "с 1\u00a0февраля\u00a02024",
]


@pytest.mark.parametrize("text", DAY_TABLE)
def test_spellings_of_a_day_share_one_form(text: str) -> None:
    assert "2024-02-01" in list_forms(text)
    assert [code for code in analyze(text).iter_codes() if code == "2024-02-01"]


MONTH_TABLE = ["февраль 2024", "в феврале 2024 г.", "02.2024", "2024-02", "February 2024", "2024年2月", "фев 2024"]


@pytest.mark.parametrize("text", [*MONTH_TABLE, "1 февраля 2024", "01.02.2024"])
def test_spellings_of_a_month_share_one_form(text: str) -> None:
    assert "2024-02" in list_forms(text)


NO_DATES = [
    "31.02.2024",
    "32.01.2024",
    "29.02.2023",
    "13.2024",
    "1.2.24",  # a version
    "1.2.3.4",
    "192.168.20.24",
    "2.12.2024.1",
    "v1.2.2024",
    "А01.02.2024",
    "01.02.2024-А",
    "00.00.0000",
    "February 30, 2024",
    "2024年13月1日",
    "10-15-2024",
    "12:30:45",
    "5 мая",
    "март",
    "1 футбол 2024",
]


@pytest.mark.parametrize("text", NO_DATES)
def test_what_is_no_day_gets_no_form_of_one(text: str) -> None:
    origins = {rule for term in analyze(text).terms for _, rule in term.origins}
    assert not origins & {"date", "date-month"}


@pytest.mark.parametrize("text", ["31.02.2024", "1.2.3.4", "v2.1.3", "10-15-2024", "2.12.2024.1"])
def test_what_is_no_day_stays_the_code_it_is(text: str) -> None:
    (term,) = analyze(text).terms
    assert term.kind is TermKind.CODE
    assert text in term.exact


def test_american_order_is_read_where_the_russian_is_impossible() -> None:
    assert parse_date("02/15/2024") == "2024-02-15"
    assert parse_date("02.15.2024") is None


@pytest.mark.parametrize(
    ("question", "found", "missed"),
    [
        ("01.02.2024", ["1 февраля 2024", "Feb 1, 2024", "2024年2月1日"], ["февраль 2024", "02.01.2024", "1 и 2"]),
        ("2024", ["01.02.2024", "1 февраля 2024", "2024-02-01"], ["01.02.2023"]),
        ("февраль", ["1 февраля 2024 г."], ["март 2024"]),
        ("02.2024", ["01.02.2024", "в феврале 2024", "1 февраля 2024"], ["02.2023", "март 2024"]),
    ],
)
def test_spellings_of_a_date_find_each_other(question: str, found: list[str], missed: list[str]) -> None:
    assert [document for document in [*found, *missed] if finds(question, document)] == found


def test_words_of_a_date_keep_their_places() -> None:
    terms = analyze("1 февраля 2024 г.").terms
    assert [term.surface for term in terms] == ["1", "февраля", "2024", "г"]
    assert terms[0].exact == ("2024-02-01", "1")
    assert terms[0].parts == ("1", "2024-02")
    assert terms[1].lemmas == ("февраль",)


def test_words_of_no_day_are_still_those_of_a_month() -> None:
    assert [term.exact for term in analyze("31 февраля 2024").terms[:2]] == [("31",), ("февраля", "2024-02")]


def test_period_is_two_dates() -> None:
    terms = analyze("01.02.2024-05.02.2024").terms
    assert [(term.surface, term.exact[0]) for term in terms] == [
        ("01.02.2024", "2024-02-01"),
        ("05.02.2024", "2024-02-05"),
    ]


@given(st.dates(datetime.date(1950, 1, 1), datetime.date(2069, 12, 31)))
def test_every_spelling_of_every_day_has_its_form(day: datetime.date) -> None:
    year, month, number = day.year, day.month, day.day
    spellings = [
        day.isoformat(),
        f"{number:02}.{month:02}.{year}",
        f"{number}.{month}.{year}",
        f"{number:02}/{month:02}/{year}",
        f"{number} {GENITIVE[month - 1]} {year} г.",
        f"{ENGLISH[month - 1]} {number}, {year}",
        f"{number} {ENGLISH[month - 1][:3]} {year}",
        f"{year}年{month}月{number}日",
    ]
    assert [text for text in spellings if day.isoformat() not in list_forms(f"от {text} и далее")] == []


@given(st.text(st.sampled_from("0123456789./- г年月日"), max_size=12))
def test_reading_any_figures_does_not_fail(text: str) -> None:
    parsed = parse_date(text)
    assert parsed is None or len(parsed) in {7, 10}


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        pytest.param("приказ от 1.2.24", "2024-02-01", marks=pytest.mark.xfail(reason="one figure each: a version")),
        pytest.param("1 февраля", "02-01", marks=pytest.mark.xfail(reason="a day without its year is its words")),
        pytest.param("1.02.2024 — 5 февраля", "2024-02-05", marks=pytest.mark.xfail(reason="the year stands before")),
        pytest.param("первое февраля 2024", "2024-02-01", marks=pytest.mark.xfail(reason="a day in words")),
        pytest.param("二〇二四年二月一日", "2024-02-01", marks=pytest.mark.xfail(reason="a date in Chinese numerals")),
    ],
)
def test_known_errors(text: str, canonical: str) -> None:
    assert canonical in list_forms(text)
