"""A document's text as HTML, line by line: headings, items, tables, paragraphs."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from search.passage_lines import CELL_BORDER_OF_OURS, EMPHASIS, HIDDEN, MARKDOWN, Line, Role, iter_lines
from search.records import Stretch
from search.snippets import ELLIPSIS
from ui.markup import mark

SENTENCE_ENDS: Final = (".", "!", "?", ":", ";", ",", "…", "。", "！", "？", "：", "；", "，")
SEPARATOR: Final = ' <span class="nk-separator">·</span> '
_CELL_BORDER: Final = re.compile(r"[ \t]*(?<!\\)\|[ \t]*")


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
            is_ellipsis = text.startswith(ELLIPSIS, line.start)
            written += " " if before.endswith(SENTENCE_ENDS) or is_ellipsis else SEPARATOR
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
    border = _CELL_BORDER if source_type == MARKDOWN else CELL_BORDER_OF_OURS
    place = line.start
    for found in border.finditer(text, line.start, line.end):
        yield place, found.start()
        place = found.end()
    yield place, line.end


def _write_short(text: str, matches: Sequence[Stretch], line: Line, source_type: str) -> str:
    written = _write_line(text, matches, line, source_type)
    return f"<strong>{written}</strong>" if line.role is Role.HEADING else written


def _write_line(text: str, matches: Sequence[Stretch], line: Line, source_type: str) -> str:
    """HTML of a line without the marks of bold and code, which only show how a Markdown file is written."""
    inside = _select(matches, line)
    hidden = EMPHASIS.finditer(text, line.start, line.end) if _hides_marks(line, source_type) else ()
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
