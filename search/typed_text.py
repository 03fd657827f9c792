"""A text that is being typed: its words as they are typed, and as the same keys give them in the other layout."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from language.analysis import Analyzer
from language.layout import type_in_latin, type_in_russian
from language.lines import fold_line
from mappings.fields import Stream

_END_PUNCTUATION: Final = ".,;:'\""  # keys of letters in the Russian layout, but a sentence may end with them
_MARKS: Final = "?!()«»"  # no letters in either layout
_WORD: Final = re.compile(r"\w+(?:-\w*)*")
_LATIN: Final = re.compile(r"[A-Za-z]")
_CYRILLIC: Final = re.compile(r"[А-Яа-яЁё]")

Forms = tuple[str, ...]  # alternatives, any of which may stand for a word
Words = tuple[Forms, ...]  # words one after another, all of which are looked for


@dataclass(frozen=True, slots=True)
class TypedText:
    """What is looked for.

    chunks: for each stretch between spaces the ways it can be read, any of which suffices.
    keys: the whole text as the beginning of a line (`language.lines.fold_line`), in each way it can be read.
    """

    chunks: tuple[tuple[Words, ...], ...]
    keys: tuple[str, ...]

    def iter_words(self) -> Iterator[Forms]:
        """Every word in every way of reading it."""
        for ways in self.chunks:
            for words in ways:
                yield from words


def read_as_typed(text: str, analyzer: Analyzer) -> TypedText | None:
    """The text as it is; None when it has nothing that could begin a word."""
    chunks = [words for chunk in text.split() if (words := _analyze(chunk, analyzer))]
    return _build(tuple((words,) for words in chunks), [text])


def read_in_other_layout(text: str, analyzer: Analyzer) -> TypedText | None:
    """The text as its keys give it in the other layout, each chunk also as it is; None when no chunk changes.

    >>> from language.analysis import DEFAULT as analyzer
    >>> read_in_other_layout("ghbrfp", analyzer).keys
    ('приказ',)
    """
    written = text.split()
    converted = [tuple(_iter_converted(chunk)) for chunk in written]
    if not any(converted):
        return None
    chunks = []
    for chunk, others in zip(written, converted, strict=True):
        ways = dict.fromkeys(_analyze(way, analyzer) for way in (*others, chunk))
        chunks.append(tuple(words for words in ways if words))
    return _build(tuple(ways for ways in chunks if ways), _convert_whole(written, converted))


def _convert_whole(written: Sequence[str], converted: Sequence[Sequence[str]]) -> list[str]:
    """The text with its Latin chunks converted, and with its Cyrillic ones; «как jngecr» was not meant to be `rfr`."""
    texts = []
    for letters in (_LATIN, _CYRILLIC):
        pairs = zip(written, converted, strict=True)
        chunks = [others[0] if others and letters.search(chunk) else chunk for chunk, others in pairs]
        if chunks != list(written):
            texts.append(" ".join(chunks))
    return texts


def _build(chunks: tuple[tuple[Words, ...], ...], texts: list[str]) -> TypedText | None:
    keys = tuple(key for text in texts if (key := fold_line(text)))
    return TypedText(chunks, keys) if chunks and keys else None


def _analyze(chunk: str, analyzer: Analyzer) -> Words:
    return tuple(term.whole_forms(Stream.EXACT) for term in analyzer.analyze(chunk).terms)


def _iter_converted(written: str) -> Iterator[str]:
    """What the keys give in the other layout where that is one word; a mark at the end may be a letter of it or not."""
    chunk = written.strip(_MARKS)
    latin, cyrillic = _LATIN.search(chunk), _CYRILLIC.search(chunk)
    if latin and not cyrillic:
        ways = [type_in_russian(chunk), type_in_russian(chunk.rstrip(_END_PUNCTUATION))]
    elif cyrillic and not latin:
        ways = [type_in_latin(chunk)]
    else:
        ways = []
    yield from (way for way in dict.fromkeys(ways) if _WORD.fullmatch(way))
