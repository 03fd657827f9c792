"""A document's text as lines with a role: heading, item of a list, row of a table, plain.

Nothing else of Markdown is interpreted, and nothing at all of what would be a link, an image or a formula.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Final, NamedTuple

from search.records import Stretch
from ui.markup import mark

MARKDOWN: Final = "markdown"
HTML: Final = "html"
SENTENCE_ENDS: Final = (".", "!", "?", ":", ";", ",", "…", "。", "！", "？", "：", "；", "，")
SEPARATOR: Final = ' <span class="nk-separator">·</span> '
_HEADING: Final = re.compile(r"(#{1,6})[ \t]+(?=\S)")
_ITEM: Final = re.compile(r"[ \t]*[-*+•][ \t]+(?=\S)")
_FENCE: Final = re.compile(r"[ \t]*(```|~~~)")
_FRONT_MATTER: Final = re.compile(r"---[ \t]*\n(?:.*\n)*?---[ \t]*(?:\n|$)")
_TABLE_ROW: Final = re.compile(r"[ \t]*\|(?=.*\|[ \t]*$)")
_TABLE_RULE: Final = re.compile(r"[ \t]*\|?[ \t:|-]*-{3}[ \t:|-]*")
_CELL_BORDER: Final = re.compile(r"[ \t]*(?<!\\)\|[ \t]*")
_CELL_BORDER_OF_OURS: Final = re.compile(r" \| ")  # as the parsers of other formats write the rows of a table
_EMPHASIS: Final = re.compile(r"\*\*(?=\S)|(?<=\S)\*\*|`")


class Role(StrEnum):
    """What a line is."""

    HEADING = "heading"
    ITEM = "item"
    ROW = "row"
    RULE = "rule"  # the line under a table's head
    CODE = "code"
    PLAIN = "plain"
    BLANK = "blank"
    META = "meta"  # the fields before a Markdown document, which the page shows in its own way


HIDDEN: Final = frozenset({Role.BLANK, Role.META, Role.RULE})


class Line(NamedTuple):
    """A line of a text by its offsets; `start` is behind the marks that stand for its role."""

    role: Role
    start: int
    end: int
    level: int = 0


def iter_lines(text: str, source_type: str, start: int = 0, end: int | None = None) -> Iterator[Line]:
    """The lines of `text[start:end]` with their roles; marks are read in Markdown only.

    >>> [(line.role.value, line.start) for line in iter_lines("# Отпуск\\n28 дней", "markdown")]
    [('heading', 2), ('plain', 9)]
    """
    end = len(text) if end is None else end
    front = _FRONT_MATTER.match(text) if source_type == MARKDOWN else None
    fenced = False
    for line in _iter_plain_lines(text, start, end):
        if front and line.start < front.end():
            yield line._replace(role=Role.META)
        elif source_type == MARKDOWN and _FENCE.match(text, line.start, line.end):
            fenced = not fenced
            yield line._replace(role=Role.META)
        elif fenced:
            yield line._replace(role=Role.CODE)
        else:
            yield _read_role(text, line, source_type)


def write_snippet(text: str, matches: Sequence[Stretch], source_type: str, headings: Sequence[str]) -> str:
    """HTML of a snippet on one line: marks of Markdown and the headings that stand above it anyway are left out.

    Lines that do not end a sentence, such as rows of a table, are set apart by a dot.
    """
    lines = [line for line in iter_lines(text, source_type) if line.role not in HIDDEN]
    known = {heading.strip() for heading in headings}
    shown = [line for line in lines if text[line.start : line.end].strip() not in known] or lines
    written = ""
    for place, line in enumerate(shown):
        if place:
            before = text[shown[place - 1].start : shown[place - 1].end].rstrip()
            written += " " if before.endswith(SENTENCE_ENDS) else SEPARATOR
        written += _write_short(text, matches, line, source_type)
    return written


def write_prose(text: str, matches: Sequence[Stretch], source_type: str, start: int = 0, end: int | None = None) -> str:
    """HTML of `text[start:end]`: a paragraph for each stretch of plain lines, a table for each stretch of rows."""
    parts = []
    shown = (line for line in iter_lines(text, source_type, start, end) if line.role is not Role.RULE)
    for role, group in groupby(shown, key=_name_block):
        lines = list(group)
        if role is Role.ROW:
            rows = "".join(_write_row(text, matches, line, source_type) for line in lines)
            parts.append(f'<div class="nk-table"><table><tbody>{rows}</tbody></table></div>')
        elif role is Role.PLAIN:
            parts.append(f"<p>{'<br>'.join(_write_line(text, matches, line, source_type) for line in lines)}</p>")
        elif role in {Role.HEADING, Role.ITEM}:
            parts.extend(_write_single(text, matches, line, source_type) for line in lines)
    return "".join(parts)


def _name_block(line: Line) -> Role:
    return Role.PLAIN if line.role is Role.CODE else line.role


def _write_single(text: str, matches: Sequence[Stretch], line: Line, source_type: str) -> str:
    written = _write_line(text, matches, line, source_type)
    class_ = f"nk-h nk-h{line.level}" if line.role is Role.HEADING else "nk-item"
    return f'<p class="{class_}">{written}</p>'


def _write_row(text: str, matches: Sequence[Stretch], line: Line, source_type: str) -> str:
    cells = (
        _write_line(text, matches, line._replace(start=first, end=last), source_type)
        for first, last in _iter_cells(text, line, source_type)
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _iter_cells(text: str, line: Line, source_type: str) -> Iterator[Stretch]:
    """Start and end of each cell of a row."""
    border = _CELL_BORDER if source_type == MARKDOWN else _CELL_BORDER_OF_OURS
    place = line.start
    for found in border.finditer(text, line.start, line.end):
        yield place, found.start()
        place = found.end()
    yield place, line.end


def _iter_plain_lines(text: str, start: int, end: int) -> Iterator[Line]:
    while start < end:
        break_ = text.find("\n", start, end)
        stop = end if break_ < 0 else break_
        yield Line(Role.PLAIN if text[start:stop].strip() else Role.BLANK, start, stop)
        start = stop + 1


def _read_role(text: str, line: Line, source_type: str) -> Line:
    if source_type == MARKDOWN:
        if heading := _HEADING.match(text, line.start, line.end):
            return Line(Role.HEADING, heading.end(), line.end, len(heading[1]))
        if row := _TABLE_ROW.match(text, line.start, line.end):
            return _read_row(text, row.end(), line)
    elif source_type == HTML and _CELL_BORDER_OF_OURS.search(text, line.start, line.end):
        return line._replace(role=Role.ROW)
    if item := _ITEM.match(text, line.start, line.end):
        return Line(Role.ITEM, item.end(), line.end)
    return line


def _read_row(text: str, start: int, line: Line) -> Line:
    """A row without the borders at its ends, or the rule under a table's head."""
    if _TABLE_RULE.fullmatch(text, line.start, line.end):
        return line._replace(role=Role.RULE)
    end = text.rindex("|", start, line.end)
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    return Line(Role.ROW, start, end)


def _write_short(text: str, matches: Sequence[Stretch], line: Line, source_type: str) -> str:
    written = _write_line(text, matches, line, source_type)
    return f"<strong>{written}</strong>" if line.role is Role.HEADING else written


def _write_line(text: str, matches: Sequence[Stretch], line: Line, source_type: str) -> str:
    """HTML of a line without the marks of bold and code, which only show how a Markdown file is written."""
    inside = _select(matches, line)
    hidden = _EMPHASIS.finditer(text, line.start, line.end) if _hides_marks(line, source_type) else ()
    pieces = []
    place = line.start
    for found in hidden:
        pieces.append(mark(text, inside, start=place, end=found.start()))
        place = found.end()
    pieces.append(mark(text, inside, start=place, end=line.end))
    return "".join(pieces)


def _select(matches: Sequence[Stretch], line: Line) -> Sequence[Stretch]:
    """The matches that reach into the line; they stand in order and do not overlap, as the highlighter gives them."""
    first = bisect_right(matches, line.start, key=lambda match: match[1])
    return matches[first : bisect_left(matches, line.end, key=lambda match: match[0])]


def _hides_marks(line: Line, source_type: str) -> bool:
    return source_type == MARKDOWN and line.role is not Role.CODE
