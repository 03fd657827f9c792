"""Character classes the analysis is written with, as contents of regular-expression brackets."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Final

RangePair = tuple[int, int]

_HAN_RANGES: Final[tuple[RangePair, ...]] = (
    (0x3005, 0x3005),  # 々
    (0x3007, 0x3007),  # 〇
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x323AF),
)
_CYRILLIC_RANGES: Final[tuple[RangePair, ...]] = (
    (0x0400, 0x0481),
    (0x048A, 0x052F),
    (0x1C80, 0x1C8F),
    (0xA640, 0xA66E),
    (0xA680, 0xA69D),
)
_LATIN_RANGES: Final[tuple[RangePair, ...]] = (
    (0x41, 0x5A),
    (0x61, 0x7A),
    (0xC0, 0xD6),
    (0xD8, 0xF6),
    (0xF8, 0x02AF),
    (0x1E00, 0x1EFF),
    (0x2C60, 0x2C7F),
    (0xA722, 0xA787),
    (0xA78B, 0xA7CA),
    (0xAB30, 0xAB5A),
)
_KANA_RANGES: Final[tuple[RangePair, ...]] = ((0x3041, 0x3096), (0x30A1, 0x30FA), (0x31F0, 0x31FF))
# Old and rare scripts: all of them is a word, so that an expression has one range to try there instead of hundreds,
# which it would try for every space of a text.
_REMOTE_SCRIPTS: Final = range(0x10000, 0x1F000)
_EMOJI_PLANES: Final = range(0x1F000, 0x1FB00)
_LAST_SCANNED: Final = 0x20000  # beyond it: Han, and marks that cleaning removes

# Signs that decorate or draw: a table frame or a list of ■ must not become hundreds of terms.
_NOT_TERMS: Final = frozenset({*range(0x2500, 0x2600), 0xFFFD, *map(ord, "©®™¦°℗℠")})


def _write_class(ranges: Iterable[RangePair]) -> str:
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)


def _iter_ranges(accepts: Callable[[int], bool]) -> Iterator[RangePair]:
    first = None
    for point in range(_LAST_SCANNED + 1):
        accepted = point < _LAST_SCANNED and accepts(point)
        if accepted and first is None:
            first = point
        elif not accepted and first is not None:
            yield first, point - 1
            first = None


def _is_word(point: int) -> bool:
    if point in _REMOTE_SCRIPTS:
        return True
    if any(first <= point <= last for first, last in _HAN_RANGES):
        return False
    return chr(point).isalnum() or point == 0x5F


def _is_mark(point: int) -> bool:
    return unicodedata.category(chr(point)).startswith("M") or point in {0x200C, 0x200D}


def _is_symbol(point: int) -> bool:
    category = unicodedata.category(chr(point))
    if point in _EMOJI_PLANES:
        return category in {"So", "Sk", "Cn"}  # Cn: an emoji younger than this Python's tables
    return (category in {"So", "Sc"} or point == 0xA7) and point not in _NOT_TERMS


HAN: Final = _write_class(_HAN_RANGES)
CYRILLIC: Final = _write_class(_CYRILLIC_RANGES)
LATIN: Final = _write_class(_LATIN_RANGES)
KANA: Final = _write_class(_KANA_RANGES)
WORD: Final = _write_class(_iter_ranges(_is_word))  # letters, digits and _ without Han
MARK: Final = _write_class(_iter_ranges(_is_mark))  # what may follow a letter inside a word
SYMBOL: Final = _write_class(_iter_ranges(_is_symbol))
