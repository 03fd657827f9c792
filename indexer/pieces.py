"""A stretch that is too long for a passage, cut at the best places it has.

Blocks are cut between paragraphs, items, rows or lines, then between sentences, then at white space, and only where
there is none at a token's border, never inside a character with its combining marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from indexer.measure import Measure
from indexer.records import Block, BlockKind
from language.graphemes import can_cut
from language.sentences import split_sentences

Span = tuple[int, int]
Cutter = Callable[[str, int, int], Iterator[Span]]

CLAUSE_ENDS: Final = "，、：,;"

_BLANK_LINES: Final = re.compile(r"\n(?:[^\S\n]*\n)+")
_LINE_END: Final = re.compile(r"\n")
_ITEM: Final = re.compile(r"^([ \t]*)(?:[-*+•–—]|\d{1,9}[.)])[ \t]", re.MULTILINE)


def cut_paragraphs(text: str, start: int, end: int) -> Iterator[Span]:
    return _cut_after(_BLANK_LINES, text, start, end)


def cut_lines(text: str, start: int, end: int) -> Iterator[Span]:
    return _cut_after(_LINE_END, text, start, end)


def cut_sentences(text: str, start: int, end: int) -> Iterator[Span]:
    for first, last in split_sentences(text[start:end]):
        yield start + first, start + last


def cut_items(text: str, start: int, end: int) -> Iterator[Span]:
    """Items of the outermost list, each with all that stands under it."""
    margin: int | None = None
    begin = start
    for match in _ITEM.finditer(text[start:end]):
        indent = len(match[1].expandtabs(4))
        margin = indent if margin is None else margin
        at = start + match.start()
        if indent <= margin and at > begin:
            yield begin, at
            begin = at
    yield begin, end


def _cut_after(separator: re.Pattern[str], text: str, start: int, end: int) -> Iterator[Span]:
    for match in separator.finditer(text, start, end):
        if match.end() < end:
            yield start, match.end()
            start = match.end()
    yield start, end


CUTTERS: Final[dict[BlockKind, tuple[Cutter, ...]]] = {
    BlockKind.HEADING: (),
    BlockKind.PARAGRAPH: (cut_paragraphs, cut_sentences),
    BlockKind.QUOTE: (cut_paragraphs, cut_sentences),
    BlockKind.LIST: (cut_items, cut_lines, cut_sentences),
    BlockKind.TABLE: (cut_lines,),
    BlockKind.CODE: (cut_paragraphs, cut_lines),
}
# What an overlap is made of: whole sentences in prose, whole lines elsewhere.
UNITS: Final[dict[BlockKind, Cutter]] = {
    BlockKind.PARAGRAPH: cut_sentences,
    BlockKind.QUOTE: cut_sentences,
    BlockKind.LIST: cut_lines,
    BlockKind.TABLE: cut_lines,
    BlockKind.CODE: cut_lines,
}


@dataclass(frozen=True, slots=True)
class Limits:
    """Most tokens of the first span and of every other one."""

    first: int
    others: int


def cut_block(text: str, block: Block, measure: Measure, limits: Limits) -> Iterator[Span]:
    """Spans that cover the block in order, each within its limit; the whole block where it fits."""
    return _cut(text, (block.start, block.end), CUTTERS[block.kind], measure, limits)


def _cut(text: str, span: Span, cutters: Sequence[Cutter], measure: Measure, limits: Limits) -> Iterator[Span]:
    if measure.size(*span) <= limits.first:
        yield span
    elif not cutters:
        yield from cut_windows(text, span, measure, limits)
    else:
        for part in cutters[0](text, *span):
            yield from _cut(text, part, cutters[1:], measure, limits)
            limits = Limits(limits.others, limits.others)


def cut_windows(text: str, span: Span, measure: Measure, limits: Limits) -> Iterator[Span]:
    """Spans as long as the limits allow, cut at white space where there is some."""
    start, end = span
    limit = limits.first
    while measure.size(start, end) > limit:
        reach = measure.reach(start, limit)
        if reach >= end:
            break
        cut = find_cut(text, start, reach)
        yield start, cut
        start, limit = cut, limits.others
    yield start, end


def find_cut(text: str, start: int, end: int) -> int:
    """The best place to cut at or before `end`: a line's end in the second half, white space, a clause's end, `end`."""
    line = text.rfind("\n", start + (end - start) // 2, end)
    if line >= 0 and can_cut(text, line + 1):
        return line + 1
    places = range(end, start, -1)
    space = next((at for at in places if text[at - 1].isspace() and can_cut(text, at)), None)
    if space is not None:
        return space
    clause = next((at for at in places if text[at - 1] in CLAUSE_ENDS and can_cut(text, at)), None)
    if clause is not None:
        return clause
    return next((at for at in places if can_cut(text, at)), end)
