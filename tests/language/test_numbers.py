"""Numbers: one spelling for every way of writing one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.analysis import analyze
from language.numbers import is_comma_grouped, list_fraction_spellings, split_range
from language.records import TermKind
from tests.language.matching import finds, list_forms

SPACES = " \u00a0\u202f\u2009"

NUMBER_TABLE = [
    # text | first exact form of every term
    ("12 000", "12000"),
    ("12\u00a0000", "12000"),
    ("12\u202f000", "12000"),
    ("12'000", "12000"),
    ("12’000", "12000"),
    ("1 234 567,89", "1234567.89"),
    ("12,000 users", "12000 users"),
    ("about 1,234,567 rows", "about 1234567 rows"),
    ("1,234.50 USD", "1234.50 usd"),
    ("вес 12,345 кг", "вес 12.345 кг"),
    ("1,5 и 1.5", "1.5 и 1.5"),
    ("007", "007"),
    ("−5 °C", "-5 °c"),
    ("от 5 до 10", "от 5 до 10"),
    ("5–10 дней", "5-10 10 дней"),
    ("5-10 дней", "5-10 10 дней"),
    ("5…10 дней", "5 10 дней"),
    ("1,5–2 часа", "1.5-2 2 часа"),
    ("2023–2024", "2023-2024 2024"),
    ("10 000–15 000 руб.", "10000 15000 руб"),
    ("½ ставки", "1/2 ставки"),
    ("1/2 ставки", "1/2 ставки"),
    ("1½", "1.5"),
    ("①", "1"),
    ("10×15 см", "10x15 см"),
    ("10 х 15см", "10x15 см"),  # the Cyrillic х
    ("10*15*20 мм", "10x15x20 мм"),
    ("1,5х2,5", "1.5x2.5"),
    ("4x4", "4x4"),
    ("0x15", "0x15"),
    ("3-й этаж", "3 этаж"),
    ("3rd floor", "3 floor"),
    ("2024-й год", "2024 год"),
    ("глава XIV", "глава xiv"),
    ("глава Ⅳ", "глава iv"),
    ("1, 2, 3", "1 2 3"),
    ("1,2,3", "1 2 3"),
    ("ИНН 770123456789", "инн 770123456789"),
]


@pytest.mark.parametrize(("text", "canonical"), NUMBER_TABLE)
def test_number_has_one_canonical_spelling(text: str, canonical: str) -> None:
    assert " ".join(term.exact[0] for term in analyze(text).terms) == canonical


MEETING_TABLE = [
    # question | documents it finds | documents it does not find
    ("12000 рублей", ["12 000 руб.", "12\u00a0000 ₽"], ["12 руб. и 000", "12 рублей"]),
    ("1,5", ["1.5"], ["15", "1 5"]),
    ("0,5", ["½", "1/2"], ["5"]),
    ("10x15", ["10×15", "10 х 15", "10*15 см", "10х15см"], ["10 и 15", "15х10"]),
    ("15", ["10×15"], ["1015"]),
    ("от 5 до 10", ["от 5 до 10"], ["5"]),
    ("5–10", ["5-10", "5 – 10", "5 и 10"], ["510", "5"]),
    ("3-й", ["3-го", "3rd", "3й", "3"], ["13-й"]),
    ("-5", ["−5", "5"], ["−15"]),
    ("5", ["−5"], ["0,5", "м5", "15"]),
    ("2024", ["2024-й", "в 2024 году", "01.02.2024"], ["20241"]),
    ("комната 102", ["комнаты 101 102"], ["101102"]),
    ("комнаты 101 102", ["комната 101 и комната 102"], []),
]


@pytest.mark.parametrize(("question", "found", "missed"), MEETING_TABLE)
def test_spellings_of_a_number_find_each_other(question: str, found: list[str], missed: list[str]) -> None:
    assert [document for document in [*found, *missed] if finds(question, document)] == found


@pytest.mark.parametrize(
    ("text", "first_forms"),
    [
        pytest.param("12,000", "12000", marks=pytest.mark.xfail(reason="alone it may be either; read as in Russian")),
        pytest.param("12.000.000", "12000000", marks=pytest.mark.xfail(reason="dots are those of versions")),
        pytest.param("1 1/2", "1.5", marks=pytest.mark.xfail(reason="two numbers")),
        pytest.param("5 - 10", "5-10 10", marks=pytest.mark.xfail(reason="a range with spaces is its two numbers")),
        pytest.param("XIV и 14", "14 и 14", marks=pytest.mark.xfail(reason="Roman numerals are words")),
    ],
)
def test_known_errors(text: str, first_forms: str) -> None:
    assert " ".join(term.exact[0] for term in analyze(text).terms) == first_forms


@pytest.mark.parametrize("text", ["12.0.004-2015", "9001-2015", "44-07", "10-5", "123-ФЗ", "5-10-15", "2012-02-30"])
def test_code_with_a_hyphen_is_no_range(text: str) -> None:
    assert split_range(text) is None
    assert analyze(text).terms[0].kind is TermKind.CODE


@pytest.mark.parametrize("text", ["24/7", "2/1", "10/100", "7²", "", "а½"])
def test_other_slashes_and_small_figures_are_no_fractions(text: str) -> None:
    assert list_fraction_spellings(text) == ()


@pytest.mark.parametrize(
    ("before", "after", "grouped"),
    [("about ", " users", True), ("约 ", "", False), ("всего ", " users", False), ("", "", False), ("", " кг", False)],
)
def test_commas_between_groups_are_english(before: str, after: str, grouped: bool) -> None:
    text = f"{before}12,345{after}"
    assert is_comma_grouped(text, len(before), len(before) + 6) is grouped


@given(st.integers(1000, 10**12), st.sampled_from(SPACES), st.sampled_from(["{}", "({})", "цена {} руб.", "{}кг"]))
def test_digit_groups_are_one_number(number: int, space: str, template: str) -> None:
    grouped = f"{number:,}".replace(",", space)
    assert str(number) in list_forms(template.format(grouped))


@given(st.integers(1000, 10**12))
def test_all_signs_between_groups_are_equal(number: int) -> None:
    spellings = [f"{number:,}".replace(",", sign) for sign in (*SPACES, "'", "’")]
    assert len({analyze(f"о {spelling}").terms[1].exact[0] for spelling in spellings}) == 1
    assert analyze(f"about {number:,} users").terms[1].exact[0] == str(number)


@given(st.lists(st.integers(1, 999), min_size=2, max_size=4), st.sampled_from("x×хX*✕"), st.sampled_from(["", " "]))
def test_sizes_are_equal_whatever_sign_they_are_written_with(numbers: list[int], sign: str, space: str) -> None:
    written = f"{space}{sign}{space}".join(map(str, numbers))
    assert analyze(written).terms[0].exact[0] == "x".join(map(str, numbers))


@given(st.integers(1, 4999), st.integers(1, 4999), st.sampled_from("-–‑−"))
def test_range_holds_both_numbers(first: int, rise: int, hyphen: str) -> None:
    last = first + rise
    text = f"{first}{hyphen}{last}"
    if split_range(text.replace("‑", "-").replace("−", "-")):
        assert {str(first), str(last), f"{first}-{last}"} <= list_forms(text)
