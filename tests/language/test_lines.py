"""Lines folded for comparison as wholes."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.lines import fold_line


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Приём «на работу»", "приемнаработу"),
        ("Замо\u0301к", "замок"),
        ("ТМ-210", "тм210"),
        ("E – 1042", "e1042"),
        ("C# и C++", "c#иc++"),
        ("элек\u00adтрон\u200bный", "электронный"),
        ("如何 退款？", "如何退款"),
        ("№ 5, § 3", "№53"),
        (" .,— ", ""),
        ("", ""),
    ],
)
def test_spaces_punctuation_case_and_accents_do_not_count(text: str, folded: str) -> None:
    assert fold_line(text) == folded


@given(st.text(alphabet="абвёйАБЁЙ «»-.,1a", max_size=40))
def test_a_decomposed_text_folds_to_the_same(text: str) -> None:
    assert fold_line(unicodedata.normalize("NFD", text)) == fold_line(text)


@given(st.text(max_size=60))
def test_any_text_can_be_folded(text: str) -> None:
    assert not any(character.isspace() for character in fold_line(text))
