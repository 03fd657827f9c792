"""Clean text and the way back to the raw text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.cleaning import clean

AWKWARD = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("аеёйиЁЙE1-–. \u0301\u0300\u0306\u0308\u00ad\u200b\u2060\ufeff\ufe0f\u20e3İςΣﬁ\ud800각"),
    ),
    max_size=40,
)

CLEAN_TABLE = [
    ("Тёплый ЁЖ", "теплый еж"),
    ("догово\u0301р", "договор"),
    ("е\u0300 И\u0300", "е и"),  # NFC makes one letter of each: ѐ, Ѝ
    ("по\u0300сле", "после"),
    (unicodedata.normalize("NFD", "Рабочий район йод"), "рабочий район йод"),
    ("бой и бои", "бой и бои"),
    ("элек\u00adтрон\u00adный доку\u200bмент\ufeff", "электронный документ"),
    ("\ufeffначало\u2060конец", "началоконец"),
    ("а\u00a0б\u202fв\u2009г\u3000д\tе\nж", "а б в г д е ж"),
    ("E\u2010\u20111\u2012\u22122", "e--1--2"),
    ("cafe\u0301", "café"),
    ("Ｅ－１０４２", "e-1042"),
    ("ﬁle", "file"),
    ("20 ㎡, Ⅳ", "20 m2, iv"),
    ("￥5", "¥5"),
    ("E\ufe631\u20432", "e-1-2"),
    (unicodedata.normalize("NFD", "ЁЛКА"), "елка"),
    ("за\u0301мо\u0301к", "замок"),
    ("A\u00adP\u200bI", "api"),
    ("д’Ивуар dʼamour", "д'ивуар d'amour"),
    ("İ ΣΑΣ", "i σασ"),
    ("", ""),
]


@pytest.mark.parametrize(("raw", "expected"), CLEAN_TABLE)
def test_text_is_cleaned(raw: str, expected: str) -> None:
    assert clean(raw).text == expected


LOCATE_TABLE = [
    ("Ветхий замо\u0301к.", "замок", "замо\u0301к"),
    ("окно\u0301 открыто", "окно", "окно\u0301"),  # the mark on the last letter belongs to the word
    (
        "элек\u00adтрон\u00adный доку\u200bмент\ufeff",
        "документ",
        "доку\u200bмент",
    ),  # an invisible sign after it does not
    ("\ufeff\u00adслово", "слово", "слово"),
    (unicodedata.normalize("NFD", "Мой йод"), "йод", unicodedata.normalize("NFD", "йод")),
    ("простой текст", "текст", "текст"),
    ("в ﬁle тут", "file", "ﬁle"),
]


@pytest.mark.parametrize(("raw", "word", "source"), LOCATE_TABLE)
def test_offsets_lead_back_to_the_source_word(raw: str, word: str, source: str) -> None:
    cleaned = clean(raw)
    at = cleaned.text.index(word)
    start, end = cleaned.locate(at, at + len(word))
    assert raw[start:end] == source


@given(AWKWARD)
def test_offsets_stay_in_the_text_and_never_go_back(raw: str) -> None:
    cleaned = clean(raw)
    assert len(cleaned.text) == len(cleaned.cased) == len(cleaned.offsets) == len(cleaned.ends)
    assert list(cleaned.offsets) == sorted(cleaned.offsets)
    assert all(0 <= start < end <= len(raw) for start, end in zip(cleaned.offsets, cleaned.ends, strict=True))


@given(st.text(max_size=40))
def test_composed_and_decomposed_text_are_cleaned_alike(raw: str) -> None:
    assert clean(unicodedata.normalize("NFD", raw)).text == clean(unicodedata.normalize("NFC", raw)).text
