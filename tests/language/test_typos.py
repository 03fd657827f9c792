"""How far words are from each other, and which dictionary words are near."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.english_words import count_english_word, is_english_word
from language.near_words import find_near_english, find_near_russian
from language.typos import count_typos, find_neighbours, weigh_typos


@pytest.mark.parametrize(
    ("one", "other", "typos"),
    [
        ("", "", 0), ("a", "", 1), ("шлюс", "шлюз", 1), ("настрйоки", "настройки", 1), ("кот", "ток", 2),
        ("ab", "ba", 1), ("преоставленеи", "предоставление", 2), ("ca", "abc", 3),
    ],
)  # fmt: skip
def test_typos_are_counted(one: str, other: str, typos: int) -> None:
    assert count_typos(one, other) == typos


@given(st.text("абв", max_size=6), st.text("абв", max_size=6))
def test_the_count_is_symmetric_and_zero_for_equal_words_only(one: str, other: str) -> None:
    assert count_typos(one, other) == count_typos(other, one)
    assert (count_typos(one, other) == 0) == (one == other)


@given(st.text("абвьоe", max_size=7), st.text("абвьоe", max_size=7))
def test_a_weight_is_never_above_the_count(one: str, other: str) -> None:
    assert weigh_typos(one, other) <= count_typos(one, other) + 1e-9
    assert (weigh_typos(one, other) == 0) == (one == other)


@pytest.mark.parametrize(
    ("easier", "harder", "meant"),
    [
        ("карова", "кирова", "корова"),  # heard alike
        ("претложение", "прехложение", "предложение"),
        ("програма", "прграмма", "программа"),  # a double letter
        ("учиться", "учитсяк", "учится"),  # ь
        ("отпцск", "отпфск", "отпуск"),  # a neighbouring key
        ("dpcker", "dzcker", "docker"),
        ("настрйоки", "настркйки", "настройки"),  # swapped
        ("отпускк", "отпускю", "отпуск"),
    ],
)
def test_what_happens_easily_weighs_less(easier: str, harder: str, meant: str) -> None:
    assert weigh_typos(easier, meant) < weigh_typos(harder, meant)


@pytest.mark.parametrize(("key", "neighbours"), [("а", "впкесм"), ("q", "wa"), ("ю", "бдж"), ("ё", ""), ("1", "")])
def test_neighbours_on_the_keyboard(key: str, neighbours: str) -> None:
    assert find_neighbours(key) >= set(neighbours)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("настрйоки", "настройки"), ("гостинецу", "гостиницу"), ("отпускк", "отпуск"), ("тпуск", "отпуск"),
        ("преоставление", "предоставление"), ("зборник", "сборник"), ("какието", "какие-то"),
        ("елкаа", "елка"), ("ежк", "еж"),
    ],
)  # fmt: skip
def test_russian_words_a_typo_away(written: str, meant: str) -> None:
    assert meant in find_near_russian(written)


@pytest.mark.parametrize("word", ["", "ф", "хцщфж", "docker", "а" * 64])
def test_words_like_no_other(word: str) -> None:
    assert all(count_typos(word, near) == 1 for near in find_near_russian(word))


@pytest.mark.parametrize(
    ("written", "meant"), [("parliment", "parliament"), ("lenght", "length"), ("servre", "server")]
)
def test_english_words_a_typo_away(written: str, meant: str) -> None:
    assert meant in find_near_english(written)


@pytest.mark.parametrize(
    "word",
    ["organisation", "colour", "centres", "analysed", "travelled", "catalogue", "server's", "don't", "we've", "i"],
)
def test_english_words_in_either_spelling(word: str) -> None:
    assert is_english_word(word)


@pytest.mark.parametrize("word", ["dogovor", "jngecr", "parliment", "", "'s", "отпуск"])
def test_other_words_are_not_english(word: str) -> None:
    assert not is_english_word(word)
    assert count_english_word(word) == 0
