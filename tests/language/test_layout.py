"""Keys in the two layouts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.layout import type_in_latin, type_in_russian, type_signs_in_latin, type_signs_in_russian, undo_caps_lock


@pytest.mark.parametrize(
    ("latin", "russian"),
    [
        ("jngecr", "отпуск"), ("htukfvtyn", "регламент"), ("j,]tv", "объем"), ("'rcgjhn", "экспорт"),
        (".hblbxtcrbq", "юридический"), ("tksq", "елый"), ("`;br", "ёжик"), ("[kt,", "хлеб"), ('"RCGJHN', "ЭКСПОРТ"),
        ("docker", "вщслук"), ("api", "фзш"), ("J<}TV", "ОБЪЕМ"), ("12-q", "12-й"),
    ],
)  # fmt: skip
def test_the_same_keys(latin: str, russian: str) -> None:
    """A14: х ъ ж э б ю ё stand on keys of punctuation."""
    assert type_in_russian(latin) == russian
    assert type_in_latin(russian) == latin


@pytest.mark.parametrize(
    ("latin", "russian"), [("&", "?"), ("/", "."), ("?", ","), ("#5", "№5"), ("^", ":"), ("$", ";")]
)
def test_signs_on_other_keys(latin: str, russian: str) -> None:
    assert type_signs_in_russian(latin) == russian
    assert type_signs_in_latin(russian) == latin


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("пРИВЕТ", "Привет"),
        ("hELLO", "Hello"),
        ("iOS", "Ios"),
        ("ПРИВЕТ", "ПРИВЕТ"),
        ("iPhone", "iPhone"),
        ("вЫ", "вЫ"),
        ("", ""),
    ],
)
def test_caps_lock_is_undone(typed: str, meant: str) -> None:
    """iOS is taken for Ios: only words in the wrong layout are asked."""
    assert undo_caps_lock(typed) == meant


@given(st.text(alphabet="абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗ -", max_size=40))
def test_russian_letters_survive_the_way_there_and_back(text: str) -> None:
    assert type_in_russian(type_in_latin(text)) == text
