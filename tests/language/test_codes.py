"""Codes and look-alike letters."""

from __future__ import annotations

import pytest

from language.analysis import analyze
from language.codes import build_code_forms, canonise_code, is_spaced_code, resolve_mixed_word
from language.records import TermKind

HYPHENS = "\u002d\u2010\u2011\u2012\u2013\u2212"


@pytest.mark.parametrize(
    ("code", "canonical"),
    [
        ("E-1042", "e1042"),
        ("e1042", "e1042"),
        ("\u0415-1042", "e1042"),  # Cyrillic Е
        ("12.0.004-2015", "12.0.004-2015"),  # a hyphen between digits stays: 12-34 is not 1234
        ("SHA-256", "sha256"),
        ("КУ-1", "ky1"),
        ("44-ФЗ", "44фз"),
        ("09Г2С", "09г2c"),
        ("А4", "a4"),
        ("CURLOPT_URL", "curlopt_url"),
    ],
)
def test_code_has_one_canonical_spelling(code: str, canonical: str) -> None:
    assert canonise_code(code) == canonical


@pytest.mark.parametrize("hyphen", HYPHENS)
@pytest.mark.parametrize("template", ["E{}1042", "SHA{}256", "КУ{}1", "ГОСТ 12.0.004{}2015", "44{}ФЗ"])
def test_all_hyphens_are_equal_inside_codes(hyphen: str, template: str) -> None:
    written, plain = (list(analyze(template.format(sign)).iter_codes()) for sign in (hyphen, "-"))
    assert written == plain != []


CODE_TABLE = [
    # text | canonical codes in it
    ("Ошибка E-1042: нет связи", "e1042"),
    ("Ошибка E1042", "e1042"),
    ("E 1042", "e1042"),
    ("e 1042", "e1042"),
    ("e–1042", "e1042"),
    ("Ошибка \u0415-1042", "e1042"),
    ("\u0415 1042", "e1042"),
    ("1042 рубля", ""),
    ("ГОСТ 12.0.004-2015", "12.0.004-2015"),
    ("RFC 2616 и RFC-2616", "rfc2616 rfc2616"),
    ("AC/DC", "ac/dc"),
    ("C++ и С++", "c++ c++"),  # the second in Cyrillic
    ("приказ № 123/45-ОД", "123/45oд 45oд"),
    ("COVID-19-инфекция", "covid19"),
    ("версия v2.1.3", "2.1.3"),
    # no codes
    ("В 2024 году", ""),
    ("в 2024 с 15 к 20 о 112 у 33 а 100", ""),
    ("С 2024 К 2024 О 112 У 33 А 100", ""),
    ("ПЛАН НА 2024 ГОД, СРОК 30 ДНЕЙ", ""),
    ("п. 3", ""),
    ("А 5", ""),
    ("IN 2024 THE 100 A 2024", ""),
    ("10 x 15 и 10 х 15", ""),
    ("top 10 port 8080", ""),
    ("EUR 180, USD 20", ""),
    ("3-й этаж, 5-го числа, 10-дневный отпуск, 80-х", ""),
    ("интернет-магазин, км/ч, и/или, район.md", ""),
    ("Глава2, приложение-3", ""),
]


@pytest.mark.parametrize(("text", "codes"), CODE_TABLE)
def test_codes_are_told_from_words_and_numbers(text: str, codes: str) -> None:
    assert list(analyze(text).iter_codes()) == codes.split()


def test_spaced_code_is_one_term_over_both_words() -> None:
    text = "Ошибка E 1042!"
    code = analyze(text).terms[1]
    assert (code.kind, text[code.start : code.end]) == (TermKind.CODE, "E 1042")
    assert code.exact[0] == "e1042"
    assert "1042" in code.exact


def test_parts_of_a_code_are_told_from_its_spellings() -> None:
    assert build_code_forms("E-1042") == (("e1042", "e-1042"), ("1042",))
    assert build_code_forms("40a81a97053b").parts == ()  # a hash
    assert build_code_forms("12.0.004-2015") == (("12.0.004-2015", "12.0.004"), ("2015",))
    assert build_code_forms("15.01.2024").parts == ("2024",)
    assert build_code_forms("10-15").parts == ("10", "15")


@pytest.mark.parametrize(
    ("written", "spellings"),
    [
        ("Г\u004f\u0043\u0054", "гост"),  # Latin O, C, T
        ("d\u043eсker", "docker"),  # Cyrillic о, с
        ("договóр", "договор"),  # Latin ó for a stressed о
        ("СО\u0050", "сор cop"),  # Latin P: both readings hold, the known word first
        ("webсайт", ""),
        ("СОР", ""),
        ("COP", ""),
    ],
)
def test_word_in_two_scripts_is_read_in_one(written: str, spellings: str) -> None:
    assert resolve_mixed_word(written) == tuple(spellings.split())


@pytest.mark.parametrize("letters", ["E", "e", "RFC", "ISO", "Е", "М", "Т"])
def test_letters_that_make_a_code_with_the_number_after_them(letters: str) -> None:
    assert is_spaced_code(letters)


@pytest.mark.parametrize("letters", ["В", "С", "А", "A", "I", "НА", "СРОК", "IN", "rfc", "т", "х", "x"])
def test_letters_that_are_words_before_a_number(letters: str) -> None:
    assert not is_spaced_code(letters)


@pytest.mark.parametrize("written", ["М8×40", "М8х40", "M8x40", "m8✕40", "M8X40"])
def test_every_multiplication_sign_of_a_size_is_one(written: str) -> None:
    assert analyze(written).terms[0].exact[0] == "m8x40"


@pytest.mark.parametrize("written", ["495 123 45 67", "495-123-45-67", "(495) 123-45-67", "8 495 123 45 67"])
def test_a_telephone_number_is_one_with_and_without_its_prefix(written: str) -> None:
    terms = analyze(written).terms
    assert [term.exact[0] for term in terms] == ["4951234567"]
