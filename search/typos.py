"""Which words of a typed text may be spelt otherwise than in the lines that are looked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, TypeVar

from search.typed_text import Forms, TypedText, Words

LETTERS_FOR_ONE_TYPO: Final = 4  # characters, never bytes: a Cyrillic letter has two
LETTERS_FOR_TWO_TYPOS: Final = 8
# The engine looks for a word with one typo in 1.5 ms, with two in 10 (demo index, 2 cores; exactly: 0.7).
MOST_WORDS_WITH_TWO_TYPOS: Final = 2

Typos = Mapping[Forms, int]  # for words that may have typos, how many
Key = TypeVar("Key")


def count_allowed_typos(word: str) -> int:
    """Typos that are overlooked in a word: 0, 1 or 2. A code must be right: E-1042 is not E-1043.

    >>> [count_allowed_typos(word) for word in ("шлюз", "настройка", "при", "e1042")]
    [1, 2, 0, 0]
    """
    if len(word) < LETTERS_FOR_ONE_TYPO or any(character.isdigit() for character in word):
        return 0
    return 2 if len(word) >= LETTERS_FOR_TWO_TYPOS else 1


def may_have_typos(forms: Forms) -> bool:
    """Whether a word is long enough for typos."""
    return any(map(count_allowed_typos, forms))


def plan_typos(readings: Mapping[Key, TypedText], known: Collection[Forms]) -> dict[Key, Typos]:
    """The readings that are worth looking for with typos, each with the words in which they are looked for.

    known: words that some line has. They are taken to be right, unless all are known and still no line has them
    together. The reading of which most words are known is what was meant, of equal ones the first: the letters of a
    Russian word in the Latin layout are no word. Where none is known, any of them may be meant.
    """
    shares = {key: _measure_known(typed, known) for key, typed in readings.items()}
    best = max(shares.values(), default=0.0)
    keys = [key for key, share in shares.items() if share == best]
    planned = {key: _choose_words(readings[key], known) for key in (keys[:1] if best else keys)}
    return {key: typos for key, typos in planned.items() if typos}


def _measure_known(typed: TypedText, known: Collection[Forms]) -> float:
    return sum(any(_is_known(words, known) for words in ways) for ways in typed.chunks) / len(typed.chunks)


def _is_known(words: Words, known: Collection[Forms]) -> bool:
    return all(forms in known for forms in words)


def _choose_words(typed: TypedText, known: Collection[Forms]) -> Typos:
    """An unknown chunk is read in its first way, which for another layout is the converted one."""
    right = {ways: [words for words in ways if _is_known(words, known)] for ways in typed.chunks}
    unknown = [forms for ways in typed.chunks if not right[ways] for forms in ways[0] if forms not in known]
    doubtful = unknown or [forms for ways in typed.chunks for forms in right[ways][0]]
    allowed = {forms: max(map(count_allowed_typos, forms)) for forms in doubtful if may_have_typos(forms)}
    two = [forms for forms, typos in allowed.items() if typos > 1]
    if not unknown or len(two) > MOST_WORDS_WITH_TWO_TYPOS:
        return dict.fromkeys(allowed, 1)
    return allowed
