"""A passage as the units a snippet is made of: sentences, items, rows, lines of code; long ones in pieces."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from language.graphemes import can_cut
from language.sentences import split_sentences
from search.passage_lines import Line, Role, iter_lines
from search.records import Stretch

LONGEST_WHOLE: Final = 160  # characters: a longer unit is taken in pieces
PIECE: Final = 80
LONGEST_HEADING: Final = 80
CLAUSE_ENDS: Final = ",;:，、；：—–)"
_PROSE: Final = frozenset({Role.PLAIN, Role.ITEM})
_SHOWN: Final = frozenset({Role.PLAIN, Role.ITEM, Role.ROW, Role.CODE, Role.HEADING})


class Unit(NamedTuple):
    """A stretch of the text.

    opens, closes: a sentence or line begins or ends here; a piece of a long one may do neither.
    own_line: it begins with marks that mean something at the beginning of a line only.
    heading: it says what follows.
    head: where the first row of its table begins, which says what the columns hold; -1: there is none.
    """

    start: int
    end: int
    opens: bool
    closes: bool
    own_line: bool
    heading: bool = False
    head: int = -1


class Block(NamedTuple):
    """A paragraph, or a line that stands for itself; `known`: a heading that is shown above the passage anyway."""

    start: int
    end: int
    role: Role
    own_line: bool
    known: bool


class Borders:
    """Where a text may be cut: not inside a match, a word or a character."""

    def __init__(self, text: str, matches: Sequence[Stretch], words: Sequence[Stretch]) -> None:
        self._text = text
        self.matches = matches
        self._given = words

    @cached_property
    def _words(self) -> list[Stretch]:
        return [word for word in self._given if word[0] >= 0 and word[1] - word[0] <= LONGEST_WHOLE]

    def find_cut(self, start: int, end: int) -> int:
        """The best place to cut after `start`, at or before `end` where there is one."""
        places = [place for place in range(end, start, -1) if self._is_free(place)]
        late = [place for place in places if place - start > PIECE // 2]
        return (
            next((place for place in late if self._ends_clause(place)), None)
            or next((place for place in places if self._text[place - 1].isspace()), None)
            or next(iter(places), None)
            or self._go_on(end)
        )

    def _ends_clause(self, place: int) -> bool:
        before = self._text[max(0, place - 2) : place]
        if before[-1:].isspace():
            return before[:1] in CLAUSE_ENDS
        return before[-1:] in CLAUSE_ENDS and not before[-1:].isascii()

    def _is_free(self, place: int) -> bool:
        inside = is_inside(self._words, place) or is_inside(self.matches, place)
        return not inside and can_cut(self._text, place)

    def _go_on(self, place: int) -> int:
        """The end of the word or match that covers `place`."""
        return next(at for at in range(place, len(self._text) + 1) if self._is_free(at))


def is_inside(stretches: Sequence[Stretch], place: int) -> bool:
    """Whether `place` lies between start and end of one of the stretches, which stand in order."""
    at = bisect_right(stretches, place, key=lambda stretch: stretch[0]) - 1
    return at >= 0 and stretches[at][0] < place < stretches[at][1]


def read_blocks(text: str, source_type: str, headings: Sequence[str]) -> list[Block]:
    """The blocks that are shown, in order; known headings before the first text are left out, where there is a text."""
    known = {heading.strip() for heading in headings}
    groups = list(_iter_blocks(text, source_type, known))
    blocks = [
        _read_block(text, lines, known, is_heading=_is_bare_heading(text, groups[place : place + 3]))
        for place, lines in enumerate(groups)
        if lines[0].role in _SHOWN
    ]
    first = next((place for place, block in enumerate(blocks) if not block.known), 0)
    return blocks[first:]


def read_units(text: str, blocks: Sequence[Block], borders: Borders) -> list[Unit]:
    """The units of the blocks, in order."""
    return [
        piece
        for block, head in zip(blocks, _iter_heads(text, blocks), strict=True)
        for unit in _iter_sentences(text, block)
        for piece in _iter_pieces(unit._replace(head=head), borders)
    ]


def _iter_heads(text: str, blocks: Sequence[Block]) -> Iterator[int]:
    """For each block the start of its table's first row. A text that begins with rows may begin amid a table."""
    head = -1
    for place, block in enumerate(blocks):
        before = blocks[place - 1] if place else None
        if block.role is not Role.ROW:
            head = -1
        elif before is None or before.role is not Role.ROW or "\n\n" in text[before.end : block.start]:
            after = text[block.end : blocks[place + 1].start] if place + 1 < len(blocks) else ""
            head = block.start if text[: block.start].strip() or "---" in after else -1
        yield head


def _read_block(text: str, lines: Sequence[Line], known: set[str], *, is_heading: bool) -> Block:
    role = Role.HEADING if is_heading else lines[0].role
    last = lines[-1].end if role in _PROSE else _find_line_end(text, lines[-1].end)
    start, end = _trim(text, text.rfind("\n", 0, lines[0].start) + 1, last)
    is_known = role is Role.HEADING and text[lines[0].start : lines[0].end].strip() in known
    return Block(start, end, role, lines[0].role is not Role.PLAIN, is_known)


def _iter_blocks(text: str, source_type: str, known: set[str]) -> Iterator[list[Line]]:
    """Each line by itself; plain lines with those they continue. A heading that is known is none of these."""
    block: list[Line] = []
    for line in iter_lines(text, source_type):
        is_known = line.role is Role.PLAIN and text[line.start : line.end].strip() in known
        if block and not (line.role is Role.PLAIN and block[-1].role in _PROSE and not is_known):
            yield block
            block = []
        block.append(line._replace(role=Role.HEADING) if is_known else line)
    if block:
        yield block


def _is_bare_heading(text: str, blocks: Sequence[list[Line]]) -> bool:
    """Whether the first block is a short line between blank ones that ends without punctuation: «Доступ к почте»"""
    if len(blocks) < 3 or len(blocks[0]) > 1 or blocks[0][0].role is not Role.PLAIN:
        return False
    written = text[blocks[0][0].start : blocks[0][0].end].rstrip()
    is_apart = blocks[1][0].role is Role.BLANK and blocks[2][0].role is not Role.BLANK
    return is_apart and len(written) <= LONGEST_HEADING and written[-1].isalnum()


def _iter_sentences(text: str, block: Block) -> Iterator[Unit]:
    if block.role not in _PROSE:
        yield Unit(block.start, block.end, True, True, block.own_line, block.role is Role.HEADING)
        return
    for first, last in split_sentences(text[block.start : block.end]):
        start, end = _trim(text, block.start + first, block.start + last)
        if start < end:
            yield Unit(start, end, True, True, first == 0 and block.own_line)


def _iter_pieces(unit: Unit, borders: Borders) -> Iterator[Unit]:
    place = unit.start
    if unit.end - place > LONGEST_WHOLE:
        while unit.end - place > PIECE * 3 // 2:
            cut = borders.find_cut(place, place + PIECE)
            if cut >= unit.end:
                break
            yield unit._replace(start=place, end=cut, opens=place == unit.start, closes=False)
            place = cut
    yield unit._replace(start=place, opens=place == unit.start)


def _find_line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


def _trim(text: str, start: int, end: int) -> Stretch:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
