"""Which words are known without asking an index."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from language.english_words import is_english_word
from language.morphology import is_known
from search.correcting.evidence import normalise

CACHED_WORDS: Final = 10_000
RUSSIAN_WORD: Final = re.compile(r"[А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*")
LATIN_WORD: Final = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")
_RUSSIAN_LETTERS: Final = frozenset("авикосуя")  # that are words; the dictionary has all others as abbreviations
_REFLEXIVE: Final = ("ся", "сь")
_ENGLISH_LETTERS: Final = frozenset("ai")


@lru_cache(maxsize=CACHED_WORDS)
def is_russian_known(text: str) -> bool:
    """Whether the dictionary holds a word, or each part of a hyphenated one.

    >>> is_russian_known("какие-то"), is_russian_known("д"), is_russian_known("Отпуск")
    (True, False, True)
    """
    word = normalise(text)
    if len(word) == 1:
        return word in _RUSSIAN_LETTERS
    return _is_form_known(word) or ("-" in word and all(map(_is_form_known, word.split("-"))))


def _is_form_known(word: str) -> bool:
    """Whether the dictionary holds a word, or it is a verb that it holds without -ся: обнулились."""
    return is_known(word) or (word.endswith(_REFLEXIVE) and is_known(word[:-2]))


@lru_cache(maxsize=CACHED_WORDS)
def is_english_known(text: str) -> bool:
    """Whether the English list holds a word, or each part of a hyphenated one."""
    word = normalise(text)
    if len(word) == 1:
        return word in _ENGLISH_LETTERS
    return is_english_word(word) or ("-" in word and all(is_english_word(part) for part in word.split("-")))


def is_word_known(text: str) -> bool:
    """Whether the dictionary of the word's own letters holds it; a word of other scripts counts as known."""
    if RUSSIAN_WORD.fullmatch(text):
        return is_russian_known(text)
    return is_english_known(text) if LATIN_WORD.fullmatch(text) else True


def match_case(written: str, word: str) -> str:
    """`word` with capitals as in `written`: its first letter, or all."""
    if written.isupper() and len(written) > 1:
        return word.upper()
    return word.capitalize() if written[:1].isupper() else word
