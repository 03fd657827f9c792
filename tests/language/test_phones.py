"""Telephone numbers: their digits, however they are grouped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.analysis import analyze
from language.records import TermKind
from tests.language.matching import finds

SAME_NUMBER = [
    "+7 (495) 123-45-67",
    "+7(495)123-45-67",
    "8 (495) 123-45-67",
    "8 495 1234567",
    "8-495-123-45-67",
    "84951234567",
    "+74951234567",
    "74951234567",
    "+7 495 123 45 67",
    "8 495 123–45–67",
    "8 (4951) 23-45-67",
    "(495) 123-45-67",
    "8\u00a0495\u00a0123\u201145\u201167",
]


@pytest.mark.parametrize("text", SAME_NUMBER)
def test_spellings_of_a_number_share_one_form(text: str) -> None:
    (term,) = analyze(text).terms
    assert term.kind is TermKind.CODE
    assert term.exact[0] == "4951234567"
    assert finds(SAME_NUMBER[0], f"тел. {text}, доб. 5")


def test_local_number_finds_the_whole_one_and_is_not_found_by_it() -> None:
    assert finds("123-45-67", "тел. +7 (495) 123-45-67")
    assert not finds("+7 (495) 123-45-67", "тел. 123-45-67")


def test_number_of_another_country_keeps_its_code() -> None:
    assert analyze("+375 (29) 123-45-67").terms[0].exact == ("375291234567", "1234567")
    assert finds("+375291234567", "+375 29 123 45 67")


@pytest.mark.parametrize(
    "text",
    [
        "770123456789",  # 12 digits, an INN
        "4951234567",
        "8 800 000",
        "123-45-678",
        "8 495 12345678",
        "12.0.004-2015",
        "123-45",
        "8-495",
        "А123-45-67",
    ],
)
def test_other_digits_are_no_telephone_numbers(text: str) -> None:
    assert "phone" not in {rule for term in analyze(text).terms for _, rule in term.origins}


@pytest.mark.parametrize("text", ["770123456789", "7701234567", "1027700132195", "40702810900000000001"])
def test_long_digit_strings_stay_whole(text: str) -> None:
    (term,) = analyze(text).terms
    assert term.exact == (text,)


@given(
    st.from_regex(r"[34589][0-9]{9}", fullmatch=True),
    st.sampled_from(["+7", "8", "7"]),
    st.sampled_from(["{0} ({1}) {2}-{3}-{4}", "{0}{1}{2}{3}{4}", "{0} {1} {2} {3} {4}", "{0}-{1}-{2}-{3}-{4}"]),
)
def test_every_grouping_gives_the_same_digits(digits: str, prefix: str, template: str) -> None:
    written = template.format(prefix, digits[:3], digits[3:6], digits[6:8], digits[8:])
    assert list(analyze(f"тел. {written}").iter_codes()) == [digits]
