"""Stretches of a text: how blank lines are left out, and what counts as content."""

from __future__ import annotations

import re
from typing import Final

_CONTENT: Final = re.compile(r"[^\s\x00-\x1f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_LINE_WITH_CONTENT: Final = re.compile(r"[^\n]*\S")
_BLANK_LINES: Final = re.compile(r"(?:[^\S\n]*+\n)*+")


def has_content(text: str, start: int = 0, end: int | None = None) -> bool:
    """Whether anything in `text[start:end]` can be seen: a zero-width space alone is nothing."""
    return _CONTENT.search(text, start, len(text) if end is None else end) is not None


def trim_blank_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without blank lines at its ends; what stands on a line beside its words is kept.

    >>> text = "  \\n  a \\n\\n"
    >>> start, end = trim_blank_lines(text, 0, len(text)); text[start:end]
    '  a '
    """
    match = _BLANK_LINES.match(text, start, end)
    start = match.end() if match else start
    visible = text[start:end].rstrip()
    if not visible:
        return start, start
    line_end = text.find("\n", start + len(visible), end)
    return start, end if line_end < 0 else line_end
