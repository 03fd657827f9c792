"""Terms of any text: what always holds, and how they are shown."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.analysis import EXPLAIN_COLUMNS, analyze, explain
from language.detection import Script, iter_script_runs
from language.records import Language, TermKind
from language.terms import LONGEST_FORM
from mappings.fields import Stream

ANYTHING = st.text(
    st.one_of(
        st.characters(exclude_categories=()),
        st.sampled_from("аеёйиЁЙE1042-–.,/'&|_@+#\\: \u0301\u0306\u00ad\u200b\u200d\ufeff\ufe0f🏖🇷中国²₂ςİﬁ"),
    ),
    max_size=60,
)


@given(ANYTHING)
def test_terms_of_any_text_are_in_order_and_never_empty(text: str) -> None:
    position = 0
    for term in analyze(text).terms:
        assert position <= term.start < term.end <= len(text)
        assert text[term.start : term.end] == term.surface
        position = term.end
        for stream in Stream:
            assert term.forms(stream)
            assert term.whole_forms(stream)


@given(ANYTHING)
def test_forms_of_any_text_fit_the_engine(text: str) -> None:
    for term in analyze(text).terms:
        for form in (form for stream in Stream for form in term.forms(stream)):
            assert form
            assert not any(character.isspace() or character == "|" for character in form)
            assert form == form.lower()
            assert len(form) <= LONGEST_FORM


@given(ANYTHING)
def test_written_stream_has_one_position_for_each_term(text: str) -> None:
    analysis = analyze(text)
    for stream in Stream:
        positions = analysis.write_stream(stream).split()
        assert [tuple(position.split("|")) for position in positions] == [t.forms(stream) for t in analysis.terms]


@given(st.text(max_size=60))
def test_composed_and_decomposed_text_have_equal_forms(text: str) -> None:
    composed, decomposed = (analyze(unicodedata.normalize(form, text)) for form in ("NFC", "NFD"))
    assert [t.exact for t in composed.terms] == [t.exact for t in decomposed.terms]
    assert [t.lemmas for t in composed.terms] == [t.lemmas for t in decomposed.terms]


@given(st.text(st.sampled_from("абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБЁabcdefxyz'-<>. "), max_size=40))
def test_words_bring_no_script_that_was_not_in_the_text(text: str) -> None:
    scripts = {run.script for run in iter_script_runs(text)}
    for term in analyze(text).terms:
        if term.kind is not TermKind.WORD:
            continue
        for form in (form for stream in Stream for form in term.forms(stream)):
            assert {run.script for run in iter_script_runs(form)} <= scripts | {Script.OTHER}


APOSTROPHE_TABLE = [
    ("Кот-д'Ивуар", {"кот-д'ивуар", "кот", "ивуар"}),
    ("Кот-д’Ивуар", {"кот-д'ивуар", "кот", "ивуар"}),
    ("объем <sheet> таблица", {"объем", "sheet", "таблица"}),
]


@pytest.mark.parametrize(("text", "expected"), APOSTROPHE_TABLE)
def test_apostrophe_does_not_become_a_letter(text: str, expected: set[str]) -> None:
    forms = {form for term in analyze(text).terms for stream in Stream for form in term.forms(stream)}
    assert expected <= forms
    assert not any("дь" in form or "обь" in form for form in forms)


SURFACE_TABLE = [
    ("Догово\u0301р аренды. Замо\u0301к.", ["Догово\u0301р", "аренды", "Замо\u0301к"]),
    ("элек\u00adтрон\u00adный доку\u200bмент\ufeff", ["элек\u00adтрон\u00adный", "доку\u200bмент"]),
    ("Альфа. Подъезд", ["Альфа", "Подъезд"]),
    ("интернет-магазин", ["интернет", "магазин"]),
    ("webсайт", ["web", "сайт"]),
    ("CURLOPT_URL", ["CURLOPT_URL"]),
    ("Рабочий район.md", ["Рабочий", "район", "md"]),
    ("работы.Далее", ["работы", "Далее"]),
    ("🏖️", ["🏖️"]),
    ("1️⃣ пункт", ["1️⃣", "пункт"]),
]


@pytest.mark.parametrize(("text", "surfaces"), SURFACE_TABLE)
def test_terms_point_at_the_words_as_they_are_written(text: str, surfaces: list[str]) -> None:
    assert [term.surface for term in analyze(text).terms] == surfaces


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Ошибка E-1042 § 1042", "word code symbol number"),
        ("🏖️", "symbol"),
        ("3-й 5,5 12 000", "number number number"),
        ("C++ --no-cache a@b.ru", "code code code"),
    ],
)
def test_terms_say_what_they_are(text: str, kinds: str) -> None:
    assert " ".join(term.kind for term in analyze(text).terms) == kinds


@pytest.mark.parametrize("text", ["", "   ", "\ufeff", "...", "—", "\u0301\u0301"])
def test_text_without_words_has_no_terms(text: str) -> None:
    assert analyze(text).terms == ()


@pytest.mark.parametrize("word", ["заём", "наём", "приём", "отъём", "за", "и", "не"])
def test_every_word_is_kept(word: str) -> None:
    """No stop words are taken away here: nothing that was asked for is lost."""
    (term,) = analyze(word).terms
    assert all(term.forms(stream) for stream in Stream)


def test_lengths_are_counted_in_characters_not_bytes() -> None:
    (short,) = analyze("я" * 150).terms
    (long,) = analyze("я" * 150_000).terms
    assert short.exact == ("я" * 150,)
    assert long.exact == ("я" * LONGEST_FORM,)
    assert (long.start, long.end) == (0, 150_000)


def test_letters_outside_the_basic_plane_count_as_the_engine_counts_them() -> None:
    (term,) = analyze("\U00010400" * 300).terms
    assert len(term.exact[0].encode("utf-16-le")) // 2 == LONGEST_FORM


@pytest.mark.parametrize("piece", ["а.б", "a-", "1,", "a@", "/a", "--a-", "E 1042 ", "абвг1", "a'", "中", "е\u0301"])
def test_long_runs_of_awkward_characters_are_analysed(piece: str) -> None:
    assert analyze(piece * 3000).text == piece * 3000


def test_given_language_is_kept_and_changes_no_term() -> None:
    text = "Объём поставки documents 北京"
    english = analyze(text, Language.ENGLISH)
    assert english.language is Language.ENGLISH
    assert english.terms == analyze(text).terms
    assert analyze(text).language is Language.RUSSIAN


def test_explanation_has_a_row_for_each_term() -> None:
    rows = explain("Ошибка E-1042")
    assert [len(row) for row in rows] == [len(EXPLAIN_COLUMNS)] * 2
    assert rows[0] == ("Ошибка", "0-6", "word", "ошибка", "ошибк", "ошибка", "")
