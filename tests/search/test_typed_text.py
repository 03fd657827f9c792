"""What is typed, as it is looked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.analysis import DEFAULT
from search.typed_text import read_as_typed, read_in_other_layout
from search.typos import count_allowed_typos, plan_typos


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ("как оф", "какоф", ["как", "оф"]),
        ("  Приём на ", "приемна", ["прием", "на"]),
        ("«Положение об", "положениеоб", ["положение", "об"]),
        ("E–10", "e10", ["e10"]),
    ],
)
def test_a_text_is_its_words_and_a_beginning(text: str, key: str, words: list[str]) -> None:
    typed = read_as_typed(text, DEFAULT)
    assert typed is not None
    assert typed.keys == (key,)
    assert [forms[0] for forms in typed.iter_words()] == words


@pytest.mark.parametrize("text", ["", "   ", "...", "«»", "\u200b"])
def test_a_text_without_a_word_is_not_looked_for(text: str) -> None:
    assert read_as_typed(text, DEFAULT) is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("ghbrfp", "приказ"),
        ("j,]tv", "объем"),
        ("rfr jajhvbnm", "какоформить"),
        ("вщслук", "docker"),
        ("как jngecr", "какотпуск"),
        ("nvu-8", "тмг8"),
    ],
)
def test_the_other_layout(text: str, key: str) -> None:
    typed = read_in_other_layout(text, DEFAULT)
    assert typed is not None
    assert typed.keys[0] == key


def test_each_chunk_is_also_looked_for_as_it_is() -> None:
    """«настройка wi-fi» with the layout forgotten halfway: wi-fi was meant."""
    typed = read_in_other_layout("yfcnhjqrf wi-fi", DEFAULT)
    assert typed is not None
    assert [len(ways) for ways in typed.chunks] == [2, 2]


@pytest.mark.parametrize("text", ["1042", "如何", "элект,", "?!", ""])
def test_what_other_keys_make_no_word_of_is_left_alone(text: str) -> None:
    assert read_in_other_layout(text, DEFAULT) is None


@pytest.mark.parametrize(
    ("word", "typos"),
    [("при", 0), ("шлюз", 1), ("положен", 1), ("положени", 2), ("e1042", 0), ("12.0.004", 0), ("tool", 1)],
)
def test_typos_are_allowed_by_length_in_characters_and_never_in_codes(word: str, typos: int) -> None:
    assert count_allowed_typos(word) == typos


def plan(text: str, known: set[str]) -> dict[str, dict[str, int]]:
    readings = {"typed": read_as_typed(text, DEFAULT), "layout": read_in_other_layout(text, DEFAULT)}
    there = {name: typed for name, typed in readings.items() if typed is not None}
    words = {forms for typed in there.values() for forms in typed.iter_words() if forms[0] in known}
    planned = plan_typos(there, words)
    return {name: {forms[0]: typos for forms, typos in allowed.items()} for name, allowed in planned.items()}


@pytest.mark.parametrize(
    ("text", "known", "planned"),
    [
        ("полажение отпуск", {"отпуск"}, {"typed": {"полажение": 2}}),
        ("шлюс", set(), {"typed": {"шлюс": 1}}),
        # every word is known but no line has both: one of them was meant otherwise
        ("положение отпуск", {"положение", "отпуск"}, {"typed": {"положение": 1, "отпуск": 1}}),
        # as many unknown words in either layout: both are looked for
        ("ghbrc", set(), {"typed": {"ghbrc": 1}, "layout": {"прикс": 1}}),
        ("ghbrc d jngecr", {"отпуск"}, {"layout": {"прикс": 1}}),
    ],
)
def test_typos_are_looked_for_in_unknown_words(text: str, known: set[str], planned: dict[str, dict[str, int]]) -> None:
    assert plan(text, known) == planned


def test_two_typos_are_looked_for_in_few_words_only() -> None:
    """Each costs the engine as much as ten exact ones."""
    assert set(plan("полажение камандировка ответственасть", set())["typed"].values()) == {1}


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    read_as_typed(text, DEFAULT)
    read_in_other_layout(text, DEFAULT)
