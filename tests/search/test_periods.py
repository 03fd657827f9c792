"""Days, months and years."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.periods import parse_period


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2024", date(2024, 1, 1), date(2024, 12, 31)),
        ("2024-02", date(2024, 2, 1), date(2024, 2, 29)),
        ("02.2023", date(2023, 2, 1), date(2023, 2, 28)),
        ("2024-01-31", date(2024, 1, 31), date(2024, 1, 31)),
        ("31.01.2024", date(2024, 1, 31), date(2024, 1, 31)),
        ("2023..2024-05", date(2023, 1, 1), date(2024, 5, 31)),
        ("2024..", date(2024, 1, 1), None),
        ("..2024", None, date(2024, 12, 31)),
        (">2024", date(2025, 1, 1), None),
        (">=2024-05-02", date(2024, 5, 2), None),
        ("<2024", None, date(2023, 12, 31)),
        ("<=01.05.2024", None, date(2024, 5, 1)),
    ],
)
def test_period(text: str, first: date | None, last: date | None) -> None:
    assert parse_period(text) == (first, last)


@pytest.mark.parametrize(
    "text",
    ["", "..", "вчера", "24", "2024-13", "2024-02-30", "0000", ">9999", "<0001", "2024...2025", "2024-01-01x", ">",
     "31.2024"],
)  # fmt: skip
def test_no_period(text: str) -> None:
    assert parse_period(text) is None


@given(st.text(alphabet="0123456789.-<>=", max_size=24))
def test_any_text_is_a_period_or_none(text: str) -> None:
    period = parse_period(text)
    assert period is None or period.first or period.last
