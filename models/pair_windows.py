"""Question and passage cut so that both fit into a cross-encoder's window; the passage gives way first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

Offsets = Sequence[tuple[int, int]]

OVERLAP: Final = 8  # an eighth of a window is repeated in the next, so that a sentence on the border is read whole once
MOST_WINDOWS: Final = 8  # of one passage: beyond it a single long text would eat the time of all others
RESERVE: Final = 4  # a text cut in the middle of a word may take some tokens more than counted


class CutText(NamedTuple):
    """The stretches of a text that are read, their tokens at most, and whether all of it is read."""

    parts: list[str]
    tokens: int
    whole: bool


def cut_question(question: str, offsets: Offsets, room: int) -> CutText:
    """The question, or its first `room` tokens. `offsets` are those of its tokens.

    >>> cut_question("один два три", [(0, 4), (4, 8), (8, 12)], 2)
    CutText(parts=['один два'], tokens=2, whole=False)
    """
    if len(offsets) <= room:
        return CutText([question], len(offsets), True)
    return CutText([question[: offsets[room - 1][1]]], room, False)


def split_passage(passage: str, offsets: Offsets, room: int) -> CutText:
    """The passage in overlapping windows of at most `room` tokens, at most eight.

    >>> split_passage("абвг", [(0, 1), (1, 2), (2, 3), (3, 4)], 3).parts
    ['абв', 'г']
    """
    if len(offsets) <= room:
        return CutText([passage], len(offsets), True)
    stride = room - room // OVERLAP
    starts = [start for start in range(0, len(offsets), stride) if start == 0 or start + room // OVERLAP < len(offsets)]
    ends = [min(start + room, len(offsets)) - 1 for start in starts]
    parts = [passage[offsets[start][0] : offsets[end][1]] for start, end in zip(starts, ends, strict=True)]
    return CutText(parts[:MOST_WINDOWS], room, len(parts) <= MOST_WINDOWS)
