"""A user's own files: synonyms, protected words, Chinese words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dictionaries:
    """What the user's files hold. Empty where no file is set.

    protected: words as `lower(clean(word))` writes them; they are neither stemmed nor lemmatised.
    chinese_words: words that segmentation keeps whole.
    """

    protected: frozenset[str] = frozenset()
    chinese_words: tuple[str, ...] = ()


EMPTY = Dictionaries()
