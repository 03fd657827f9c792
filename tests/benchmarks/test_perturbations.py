"""Each way of spoiling a question does what its name says, and the same thing every time."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.perturbations import (
    PERTURBATIONS,
    drop_punctuation,
    find_neighbours,
    is_code,
    mistype,
    mistype_long_words,
    mix_lookalikes,
    perturb,
    swap_yo,
    transliterate,
    type_in_other_layout,
    write_in_capitals,
)

RUSSIAN_WORDS = st.text("абвгдежзийклмнопрстуфхцчшщъыьэюя", min_size=6, max_size=16)
ENGLISH_WORDS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=6, max_size=16)

LAYOUT = """
договор | ljujdjh
Где мой отпуск? | Ult vjq jngecr&
юридический отдел, 2 этаж | .hblbxtcrbq jnltk? 2 'nf;
docker compose | вщслук сщьзщыу
Who's there? | Црщэы еруку,
как собрать docker. | rfr cj,hfnm вщслукю
№ 5; п. 3 | # 5$ g/ 3
"""
CODES = """
ошибка E-1042 | ошибка Е-1042
ТМ-210 и C2065 | TM-210 и С2065
3-й этаж, 2024 год | 3-й этаж, 2024 год
docker и API | docker и API
"""
PUNCTUATION = """
Где, когда и как? | Где когда и как
«Завод» — это тариф (новый). | Завод это тариф новый
5,5 % и 12.0.004-2015! | 5,5 % и 12.0.004-2015
интернет-магазин, O'Reilly | интернет-магазин O'Reilly
C++ и --no-cache? | C++ и --no-cache
什么时候？《三国》，好 | 什么时候 三国 好
"""
LATIN = """
договор | dogovor
Щука, ёж, объект | Shchuka, yozh, obekt
API-шка | API-shka
"""


def read_table(table: str) -> list[tuple[str, str]]:
    rows = (line.split(" | ") for line in table.strip().splitlines())
    return [(before, after) for before, after in rows]


def is_one_edit(word: str, other: str) -> bool:
    """Whether a letter was put in, left out or replaced, or two neighbours were swapped."""
    if abs(len(word) - len(other)) == 1:
        shorter, longer = sorted((word, other), key=len)
        return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))
    places = [place for place, (one, two) in enumerate(zip(word, other, strict=True)) if one != two]
    if len(places) == 2:
        first, second = places
        return second == first + 1 and (word[first], word[second]) == (other[second], other[first])
    return len(places) == 1


@pytest.mark.parametrize(("text", "expected"), read_table(LAYOUT))
def test_other_layout_gives_what_the_same_keys_give(text: str, expected: str) -> None:
    assert type_in_other_layout(text) == expected


@pytest.mark.parametrize(("text", "expected"), read_table(CODES))
def test_only_codes_get_look_alikes(text: str, expected: str) -> None:
    assert mix_lookalikes(text) == expected


@pytest.mark.parametrize(("text", "expected"), read_table(PUNCTUATION))
def test_marks_between_words_go_and_those_inside_stay(text: str, expected: str) -> None:
    assert drop_punctuation(text) == expected


@pytest.mark.parametrize(("text", "expected"), read_table(LATIN))
def test_russian_in_latin_letters(text: str, expected: str) -> None:
    assert transliterate(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("Ещё ёлка", "Еще елка"), ("елка еще", "ёлка ещё"), ("договор docker", "договор docker")]
)
def test_yo_is_swapped_either_way(text: str, expected: str) -> None:
    assert swap_yo(text) == expected


def test_capitals() -> None:
    assert write_in_capitals("Где e-1042?") == "ГДЕ E-1042?"


@pytest.mark.parametrize(("word", "expected"), [("E-1042", True), ("ТМ-210", True), ("3-й", False), ("2024", False)])
def test_code_has_a_digit_and_a_capital(word: str, expected: bool) -> None:
    assert is_code(word) is expected


@pytest.mark.parametrize(("letter", "expected"), [("a", "qwsz"), ("й", "цф"), ("п", "енармк"), ("ё", "кнуап")])
def test_neighbours_are_on_the_keys_around(letter: str, expected: str) -> None:
    found = find_neighbours(letter)
    assert letter not in found
    assert set(found) <= set(expected) | {"е", "и"}
    assert found


@given(st.one_of(RUSSIAN_WORDS, ENGLISH_WORDS), st.integers(0, 1000))
def test_typo_is_one_edit_within_the_script(word: str, seed: int) -> None:
    mistyped = mistype(word, random.Random(seed))
    assert is_one_edit(word, mistyped)
    assert mistyped.isascii() == word.isascii()


def test_kinds_of_typos_are_equally_frequent() -> None:
    lengths = Counter(len(mistype("настройка", random.Random(seed))) for seed in range(2000))
    assert 400 < lengths[8] < 600
    assert 400 < lengths[10] < 600
    assert 800 < lengths[9] < 1200


def test_only_long_words_of_letters_are_mistyped() -> None:
    text = "что за ошибка ERR_1042 интернет-магазин 123456 в docker"
    mistyped = mistype_long_words(text, random.Random(1)).split()
    kept = [word for word in text.split() if word in mistyped]
    assert kept == ["что", "за", "ERR_1042", "интернет-магазин", "123456", "в"]
    assert len(mistyped) == len(text.split())


def test_each_question_is_always_spoilt_alike() -> None:
    question = "Ещё раз: сколько стоит подключение резервного канала E-1042?"
    once = [perturb(entry, question, "q1", "ru") for entry in PERTURBATIONS]
    assert once == [perturb(entry, question, "q1", "ru") for entry in PERTURBATIONS]
    assert question not in once
    other = [perturb(entry, question, "q2", "ru") for entry in PERTURBATIONS]
    assert [name for name, one, two in zip("abcdefg", once, other, strict=True) if one != two] == ["b"]


def test_other_languages_are_left_alone() -> None:
    names = {entry.name[0]: perturb(entry, "重置 root 密码？", "q", "zh") for entry in PERTURBATIONS}
    assert names == {**dict.fromkeys("abcdg", "重置 root 密码？"), "e": "重置 ROOT 密码？", "f": "重置 root 密码"}
