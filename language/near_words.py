"""Dictionary words within a typo of a word that the dictionary lacks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from string import ascii_lowercase
from typing import Final

from language.english_words import read_english_words
from language.trie import ROOT, Node, follow, is_word_end, read_children
from language.typos import weigh_typos

CACHED_WORDS: Final = 10_000
MOST_NEAR: Final = 16


@lru_cache(maxsize=CACHED_WORDS)
def find_near_russian(word: str) -> tuple[str, ...]:
    """Forms of the Russian dictionary within one typo of a lower-case word, likeliest first, itself not among them.

    A typo is a letter left out, put in or replaced, or two swapped. Takes about a millisecond; two typos would take
    thirty, so they are left to the words of an index.

    >>> find_near_russian("настрйоки")
    ('настройки',)
    """
    found = {near for near in _walk("", word, (ROOT,), 1) if near != word}
    return tuple(sorted(found, key=lambda near: (weigh_typos(word, near), near))[:MOST_NEAR])


def _walk(written: str, rest: str, nodes: tuple[Node, ...], typos: int) -> Iterator[str]:
    """The words that begin with `written`, which led to `nodes`, and go on as `rest` with at most so many typos."""
    while nodes:
        if typos:
            yield from _mistype(written, rest, nodes, typos - 1)
        if not rest:
            if any(is_word_end(node) for node in nodes):
                yield written
            return
        written, nodes, rest = written + rest[0], follow(nodes, rest[0]), rest[1:]


def _mistype(written: str, rest: str, nodes: tuple[Node, ...], typos: int) -> Iterator[str]:
    """The same with a typo at this place."""
    letters = {letter for node in nodes for letter in read_children(node)}
    for letter in letters:
        after = follow(nodes, letter)
        yield from _walk(written + letter, rest, after, typos)
        if rest and letter != rest[0]:
            yield from _walk(written + letter, rest[1:], after, typos)
    if rest:
        yield from _walk(written, rest[1:], nodes, typos)
    if len(rest) > 1 and rest[0] != rest[1]:
        swapped = rest[1] + rest[0]
        yield from _walk(written + swapped, rest[2:], follow(nodes, swapped), typos)


@lru_cache(maxsize=CACHED_WORDS)
def find_near_english(word: str) -> tuple[str, ...]:
    """Words of the English list within one typo of a lower-case word, most frequent first, itself not among them.

    >>> find_near_english("parliment")
    ('parliament',)
    """
    words = read_english_words()
    splits = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    near = {head + letter + tail for head, tail in splits for letter in ascii_lowercase}
    near |= {head + letter + tail[1:] for head, tail in splits if tail for letter in ascii_lowercase}
    near |= {head + tail[1:] for head, tail in splits if tail}
    near |= {head + tail[1] + tail[0] + tail[2:] for head, tail in splits if len(tail) > 1}
    near.discard(word)
    return tuple(sorted((other for other in near if other in words), key=lambda other: -words[other])[:MOST_NEAR])
