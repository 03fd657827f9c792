"""What the index is known to have of a question's words, asked for in as few requests as can be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from language.cleaning import clean
from search.vocabulary import LookUp, Suggestion, Vocabulary

CACHED_WORDS: Final = 10_000


@dataclass(slots=True)
class Wanted:
    """What the repairs want to know before they decide; see `LookUp`."""

    words: set[str] = field(default_factory=set)
    exact: set[str] = field(default_factory=set)
    near: dict[str, int] = field(default_factory=dict)

    def add_words(self, words: Iterable[str]) -> None:
        """Words to be counted in all their forms."""
        self.words.update(normalise(word) for word in words)

    def add_exact(self, words: Iterable[str]) -> None:
        """Words to be counted as they are written, too."""
        self.exact.update(normalise(word) for word in words)

    def add_near(self, word: str, typos: int) -> None:
        """A word for which those of the index are wanted that look alike."""
        self.near[normalise(word)] = typos


class Evidence:
    """Counts and suggestions by word. What was not asked for has no evidence."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._words: dict[str, int] = {}
        self._exact: dict[str, int] = {}
        self._near: dict[str, list[Suggestion]] = {}
        self._typos: dict[str, int] = {}

    def ask(self, wanted: Wanted) -> None:
        """Looks up what is not known yet, in one request; none where all is known."""
        near = {word: typos for word, typos in wanted.near.items() if typos > self._typos.get(word, 0)}
        asked = LookUp(sorted(wanted.words - self._words.keys()), sorted(wanted.exact - self._exact.keys()), near)
        if not any(asked):
            return
        found = self._vocabulary.look_up(asked)
        self._words |= found.words
        self._exact |= found.exact
        for word, suggestions in found.near.items():
            self._near.setdefault(word, []).extend(suggestions)
        self._typos |= near

    def knows(self, word: str) -> bool:
        """Whether the word was counted."""
        return normalise(word) in self._words

    def looked_near(self, word: str) -> bool:
        """Whether words that look like it were looked for."""
        return normalise(word) in self._typos

    def count(self, word: str) -> int:
        """Passages that have the word in any of its forms."""
        return self._words.get(normalise(word), 0)

    def count_exact(self, word: str) -> int:
        """Passages that have the word as it is written."""
        return self._exact.get(normalise(word), 0)

    def find_near(self, word: str) -> dict[str, int]:
        """The words of the index that look like it, each with its passages."""
        return {near.word: near.passages for near in self._near.get(normalise(word), ())}


@lru_cache(maxsize=CACHED_WORDS)
def normalise(word: str) -> str:
    """The word as an index has it: lower-case, ё as е, without stress marks."""
    return clean(word).text
