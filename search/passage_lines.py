"""A document's text as lines with a role: heading, item of a list, row of a table, code, plain.

Nothing else of Markdown is interpreted, and nothing at all of what would be a link, an image or a formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

MARKDOWN: Final = "markdown"
HTML: Final = "html"
_HEADING: Final = re.compile(r"(#{1,6})[ \t]+(?=\S)")
_ITEM: Final = re.compile(r"[ \t]*[-*+•][ \t]+(?=\S)")
_FENCE: Final = re.compile(r"[ \t]*(```|~~~)")
_FRONT_MATTER: Final = re.compile(r"---[ \t]*\n(?:.*\n)*?---[ \t]*(?:\n|$)")
_TABLE_ROW: Final = re.compile(r"[ \t]*\|(?=.*\|[ \t]*$)")
_TABLE_RULE: Final = frozenset(" \t:|-")
CELL_BORDER_OF_OURS: Final = re.compile(r" \| ")  # as the parsers of other formats write the rows of a table
EMPHASIS: Final = re.compile(r"\*\*(?=\S)|(?<=\S)\*\*|`")  # marks of bold and of code inside a line


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
    elif source_type == HTML and CELL_BORDER_OF_OURS.search(text, line.start, line.end):
        return line._replace(role=Role.ROW)
    if item := _ITEM.match(text, line.start, line.end):
        return Line(Role.ITEM, item.end(), line.end)
    return line


def _read_row(text: str, start: int, line: Line) -> Line:
    """A row without the borders at its ends, or the rule under a table's head."""
    if "---" in text[line.start : line.end] and _TABLE_RULE.issuperset(text[line.start : line.end]):
        return line._replace(role=Role.RULE)
    end = text.rindex("|", start, line.end)
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    return Line(Role.ROW, start, end)
