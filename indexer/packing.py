"""Blocks of a section that is too long for one passage, packed into several."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from indexer.measure import Measure
from indexer.pieces import UNITS, Limits, Span, cut_block
from indexer.records import Block, BlockKind
from indexer.spans import has_content

SMALL_SHARE: Final = (
    4  # a passage filled to less than a quarter takes a part of the next block, even one that fits alone
)


def pack_blocks(text: str, blocks: Sequence[Block], measure: Measure, room: int, overlap: float) -> list[Span]:
    """Spans of at most `room` tokens that cover the blocks; each but the first may repeat up to `overlap` of the last.

    A heading stays with the beginning of what it stands above; headings after the last content stay with its end.
    """
    last = max((index for index, block in enumerate(blocks) if block.kind is not BlockKind.HEADING), default=-1)
    trail = measure.size(blocks[last].end, blocks[-1].end) if 0 <= last < len(blocks) - 1 else 0
    has_trail = 0 < trail <= room // 2
    packer = _Packer(measure, _find_units(text, blocks) if overlap else (), room, int(overlap * room))
    for index, block in enumerate(blocks):
        if index == last and has_trail:
            packer.room = room - trail
        if index > last and has_trail:
            break
        for span in _cut_for(packer, text, block, measure):
            packer.add(span)
        packer.ends_with_heading = block.kind is BlockKind.HEADING
    return packer.finish(blocks[-1].end if has_trail else None)


def _cut_for(packer: _Packer, text: str, block: Block, measure: Measure) -> Iterable[Span]:
    """The block in pieces; the first of them fits behind what is open where that would be too little alone."""
    if packer.fits(block.start, block.end):
        return [(block.start, block.end)]
    used = packer.measure_open(block)
    joins = used < packer.room and (packer.ends_with_heading or used < packer.room // SMALL_SHARE)
    return cut_block(text, block, measure, Limits(packer.room - used if joins else packer.room, packer.room))


def _find_units(text: str, blocks: Iterable[Block]) -> list[int]:
    """Where an overlap may begin."""
    return [
        start
        for block in blocks
        if block.kind in UNITS
        for start, end in UNITS[block.kind](text, block.start, block.end)
        if has_content(text, start, end)
    ]


class _Packer:
    """Puts pieces together in order as long as they fit."""

    def __init__(self, measure: Measure, units: Sequence[int], room: int, overlap: int) -> None:
        self.room = room
        self.ends_with_heading = False
        self._measure = measure
        self._units = units
        self._overlap = overlap
        self._spans: list[Span] = []
        self._open: Span | None = None

    def fits(self, start: int, end: int) -> bool:
        """Whether the stretch fits behind what is open."""
        return self._measure.size(self._open[0] if self._open else start, end) <= self.room

    def measure_open(self, block: Block) -> int:
        """Tokens that are open before `block`."""
        return self._measure.size(self._open[0], block.start) if self._open else 0

    def add(self, piece: Span) -> None:
        if self._open is None:
            self._open = piece
        elif self.fits(*piece):
            self._open = (self._open[0], piece[1])
        else:
            self._spans.append(self._open)
            self._open = (self._find_start(piece), piece[1])

    def finish(self, end: int | None) -> list[Span]:
        """The spans; the last one reaches to `end` where that is given."""
        if self._open is not None:
            self._spans.append((self._open[0], self._open[1] if end is None else end))
        return self._spans

    def _find_start(self, piece: Span) -> int:
        """Where the span that brings `piece` begins: the earliest unit within the overlap from which `piece` fits.

        That is after the beginning of the span before, from which it did not fit.
        """
        start = piece[0]
        for index in range(bisect_left(self._units, piece[0]) - 1, -1, -1):
            unit = self._units[index]
            repeated, whole = self._measure.size(unit, piece[0]), self._measure.size(unit, piece[1])
            if repeated > self._overlap or whole > self.room:
                break
            start = unit
        return start
