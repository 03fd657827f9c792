"""The files of the Russian dictionary, read faster than the library does: one loop per word, repeated values kept.

DAWG-Python walks a word by three calls for each of its bytes. Here the walk is one loop over its array of units, and
what stands at a word's end, which thousands of words of one declension share, is decoded once.
Units: https://github.com/pytries/DAWG-Python, after dawgdic by Susumu Yata.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

Entries = Sequence[tuple[int, int]]  # paradigm and index in it

_ROOT: Final = 0
_MASK: Final = 0xFFFFFFFF
_LABEL: Final = 0x800000FF
_HAS_LEAF: Final = 0x100
_MOST_VALUES: Final = 20_000
_E, _YO = "е".encode(), "ё".encode()
_SEPARATOR: Final = b"\x01"


def open_readers(words: Any, probabilities: Any, folder: Path) -> tuple[WordsReader, ProbabilityReader]:
    """Readers of the dictionary in `folder`, over what is loaded of it already.

    With the C extension of the library in place of DAWG-Python the units cannot be seen; they are then read again.
    """
    if not hasattr(words, "dct"):
        from dawg_python import IntCompletionDAWG, RecordDAWG

        words = RecordDAWG(">HH").load(str(folder / "words.dawg"))
        probabilities = IntCompletionDAWG().load(str(folder / "p_t_given_w.intdawg"))
    return WordsReader(words), ProbabilityReader(probabilities)


class WordsReader:
    """The words of the dictionary with their paradigms."""

    def __init__(self, words: Any) -> None:
        self._units: Sequence[int] = words.dct._units
        self._read_value: Callable[[int], Entries] = words._value_for_index
        self._values: dict[int, Entries] = {}

    def iter_entries(self, word: str) -> Iterator[tuple[str, Entries]]:
        """Each spelling of a word written without ё that the dictionary has, with its entries; е before ё."""
        for spelling, index in self._iter_spellings(word.encode(), b"", _ROOT):
            end = _follow(self._units, _SEPARATOR, index)
            if end is not None:
                yield spelling.decode(), self._read_entries(end)

    def _iter_spellings(self, rest: bytes, done: bytes, index: int) -> Iterator[tuple[bytes, int]]:
        place = rest.find(_E)
        if place < 0:
            end = _follow(self._units, rest, index)
            if end is not None:
                yield done + rest, end
            return
        before = _follow(self._units, rest[:place], index)
        if before is None:
            return
        for letter in (_E, _YO):
            after = _follow(self._units, letter, before)
            if after is not None:
                yield from self._iter_spellings(rest[place + 2 :], done + rest[:place] + letter, after)

    def _read_entries(self, index: int) -> Entries:
        offset = _find_offset(self._units, index)
        entries = self._values.get(offset)
        if entries is None:
            entries = tuple(self._read_value(index))
            if len(self._values) < _MOST_VALUES:
                self._values[offset] = entries
        return entries


class ProbabilityReader:
    """How often a word has a tag: P(tag | word), in millionths."""

    def __init__(self, probabilities: Any) -> None:
        self._units: Sequence[int] = probabilities.dct._units

    def find(self, word: str, tags: Sequence[str]) -> list[int]:
        """The value of each tag; 0 for all where nothing is known of the word."""
        index = _follow(self._units, f"{word}:".encode(), _ROOT)
        return [0] * len(tags) if index is None else [self._find_one(tag, index) for tag in tags]

    def _find_one(self, tag: str, index: int) -> int:
        end = _follow(self._units, tag.encode(), index)
        if end is None or not self._units[end] & _HAS_LEAF:
            return 0
        return self._units[_find_offset(self._units, end)] & 0x7FFFFFFF


def _follow(units: Sequence[int], labels: bytes, index: int) -> int | None:
    """The index that the bytes lead to from `index`, or None."""
    for label in labels:
        unit = units[index]
        index = (index ^ ((unit >> 10) << ((unit & 0x200) >> 6)) ^ label) & _MASK
        if units[index] & _LABEL != label:
            return None
    return index


def _find_offset(units: Sequence[int], index: int) -> int:
    """Where the children of `index` are counted from: equal for words whose ends are shared."""
    unit = units[index]
    return (index ^ ((unit >> 10) << ((unit & 0x200) >> 6))) & _MASK
