"""Dates however they are written, to one spelling: 2024-02-01; a month: 2024-02."""

from __future__ import annotations

import datetime
import re
from typing import Final

from language.characters import WORD

_RUSSIAN_MONTHS: Final = (
    # stem | endings in the singular | abbreviations
    ("январ", "ь я ю е ем", "янв"),
    ("феврал", "ь я ю е ем", "фев февр"),
    ("март", "а у е ом", "мар"),
    ("апрел", "ь я ю е ем", "апр"),
    ("ма", "й я ю е ем", ""),
    ("июн", "ь я ю е ем", ""),
    ("июл", "ь я ю е ем", ""),
    ("август", "а у е ом", "авг"),
    ("сентябр", "ь я ю е ем", "сен сент"),
    ("октябр", "ь я ю е ем", "окт"),
    ("ноябр", "ь я ю е ем", "ноя нояб"),
    ("декабр", "ь я ю е ем", "дек"),
)
_ENGLISH_MONTHS: Final = "january february march april may june july august september october november december".split()


def _list_months() -> dict[str, int]:
    """Every lower-case spelling of a month with its number, from 1."""
    months = {"sept": 9}
    for number, (stem, endings, short) in enumerate(_RUSSIAN_MONTHS, start=1):
        months |= dict.fromkeys((*(stem + ending for ending in endings.split()), *short.split()), number)
        if not endings.startswith(("ь", "й")):
            months[stem] = number  # март, август
    for number, name in enumerate(_ENGLISH_MONTHS, start=1):
        months |= {name: number, name[:3]: number}
    return months


MONTHS: Final = _list_months()
_MONTH: Final = rf"(?i:{'|'.join(sorted(MONTHS, key=len, reverse=True))})"
_LATIN_MONTH: Final = rf"(?i:{'|'.join(sorted(filter(str.isascii, MONTHS), key=len, reverse=True))})"
_YEAR: Final = r"(?:1[5-9]|20)\d\d"
_START: Final = rf"(?<![{WORD}.,/–-])"
# Not part of a longer number or code; г. may be glued to the year, a time to the day.
_END: Final = rf"(?![.,/:–-]?\d|[–-][{WORD}])(?=г(?![{WORD}])|T\d\d|(?![{WORD}]))"

_DAY_MONTH_YEAR: Final = "|".join(rf"\d{{1,2}}{sign}\d{{1,2}}{sign}{_YEAR}" for sign in (r"\.", "/", "-"))
_YEAR_MONTH_DAY: Final = "|".join(rf"{_YEAR}{sign}\d{{1,2}}{sign}\d{{1,2}}" for sign in (r"\.", "/", "-"))
_SHORT: Final = r"\d\d\.\d\d\.\d\d"  # two figures each: 1.2.24 is a version
_MONTH_YEAR: Final = rf"(?:0[1-9]|1[0-2])[./]{_YEAR}|{_YEAR}-(?:0[1-9]|1[0-2])"
_HAN: Final = rf"{_YEAR}年\d{{1,2}}月(?:\d{{1,2}}[日号號])?"
_DAY_FIRST: Final = rf"\d{{1,2}}(?:-?(?:го|е|ое)|st|nd|rd|th)?[\"»”]? {{1,2}}(?:of )?{_MONTH}\.?,? {{1,2}}{_YEAR}"
_MONTH_FIRST: Final = rf"(?:{_LATIN_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?|{_MONTH}\.?),? {{1,2}}{_YEAR}"
_NUMERIC: Final = f"(?:{_DAY_MONTH_YEAR}|{_YEAR_MONTH_DAY}|{_SHORT}|{_MONTH_YEAR})"
# What may be a date; `parse_date` says whether it is one. Two of them joined by a hyphen are a period.
DATE: Final = (
    rf"{_START}(?:{_HAN}|{_NUMERIC}(?:[–-]{_NUMERIC})?{_END}|{_DAY_FIRST}{_END})"
    rf"|(?<![{WORD}'.-]){_MONTH_FIRST}{_END}"
)
_WORD_OR_NUMBER: Final = re.compile(r"\d+|[^\W\d_]+")
_YEAR_FIRST: Final = re.compile(rf"{_YEAR}\D")


def parse_date(text: str) -> str | None:
    """The date that `text` is, as 2024-02-01, or the month, as 2024-02; None where there is no such day.

    01/02/2024 is read in the Russian order, and in the American one where the Russian has no such month.

    >>> parse_date("1 февраля 2024"), parse_date("February 1, 2024"), parse_date("01.02.24"), parse_date("31.02.2024")
    ('2024-02-01', '2024-02-01', '2024-02-01', None)
    """
    fields = [MONTHS.get(field.lower(), field) for field in _WORD_OR_NUMBER.findall(text)]
    numbers = [int(field) for field in fields if isinstance(field, int) or field.isdecimal()]
    named = next((place for place, field in enumerate(fields) if isinstance(field, int)), None)
    if len(numbers) == 2:
        year, month = (numbers[0], numbers[1]) if numbers[0] > 31 else (numbers[1], numbers[0])
        return f"{year}-{month:02}" if 1 <= month <= 12 and 1000 <= year <= 9999 else None
    if len(numbers) != 3:
        return None
    if named == 0:  # February 1, 2024
        month, day, year = numbers
        return _write_date(year, month, day)
    if _YEAR_FIRST.match(text):
        return _write_date(*numbers)
    day, month, year = numbers
    if year < 100:
        year += 2000 if year < 70 else 1900
    return _write_date(year, month, day) or ("/" in text and _write_date(year, day, month)) or None


def _write_date(year: int, month: int, day: int) -> str | None:
    try:
        return datetime.date(year, month, day).isoformat()
    except ValueError:
        return None
