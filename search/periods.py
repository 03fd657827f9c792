"""Days, months and years as people write them."""

from __future__ import annotations

import calendar
import datetime
import re
from typing import Final, NamedTuple

RANGE_SEPARATOR: Final = ".."
_COMPARISON: Final = re.compile(r"(?P<sign>[<>]=?)(?P<period>.+)")
_FORMS: Final = tuple(
    re.compile(form)
    for form in (
        r"(?P<year>\d{4})",
        r"(?P<year>\d{4})-(?P<month>\d{1,2})",
        r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
        r"(?P<month>\d{1,2})\.(?P<year>\d{4})",
        r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})",
    )
)


class Period(NamedTuple):
    """From the first day to the last, both in; None: open at that end."""

    first: datetime.date | None
    last: datetime.date | None


def parse_period(text: str) -> Period | None:
    """The period that `text` names; None when it names none.

    Known: 2024, 2024-05, 2024-05-31, 05.2024, 31.05.2024; two of them with '..' between, either may be left out; one
    of them after <, <=, > or >=.

    >>> parse_period("2024-02")
    Period(first=datetime.date(2024, 2, 1), last=datetime.date(2024, 2, 29))
    """
    comparison = _COMPARISON.fullmatch(text)
    if comparison is not None:
        return _compare(comparison["sign"], comparison["period"])
    first, separator, last = text.partition(RANGE_SEPARATOR)
    if not separator:
        return _parse_one(text)
    begin, end = _parse_one(first), _parse_one(last)
    if (first and begin is None) or (last and end is None) or not (begin or end):
        return None
    return Period(begin.first if begin else None, end.last if end else None)


def _compare(sign: str, text: str) -> Period | None:
    period = _parse_one(text)
    if period is None or period.first is None or period.last is None:
        return None
    try:
        match sign:
            case "<":
                return Period(None, period.first - datetime.timedelta(days=1))
            case "<=":
                return Period(None, period.last)
            case ">":
                return Period(period.last + datetime.timedelta(days=1), None)
            case _:
                return Period(period.first, None)
    except OverflowError:  # before the year 1, after 9999
        return None


def _parse_one(text: str) -> Period | None:
    match = next((found for form in _FORMS if (found := form.fullmatch(text))), None)
    if match is None:
        return None
    named = {name: int(number) for name, number in match.groupdict().items()}
    year, month, day = named["year"], named.get("month"), named.get("day")
    try:
        first = datetime.date(year, month or 1, day or 1)
    except ValueError:
        return None
    last_month = month or 12
    return Period(first, datetime.date(year, last_month, day or calendar.monthrange(year, last_month)[1]))
