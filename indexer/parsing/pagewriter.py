"""Writes the readable text of a page and remembers where each block stands in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from indexer.parsing.headings import HeadingTrail
from indexer.records import Block, BlockKind
from indexer.spans import trim_blank_lines

INDENT: Final = "  "
DEEPEST_INDENT: Final = 8

_SPACES: Final = re.compile(r"[ \t\n\r\f]+")  # HTML's own white space; a non-breaking space stays
_AROUND_BREAK: Final = re.compile(r" *\n *")
_REPEATED_SPACE: Final = re.compile(r" {2,}")


@dataclass(frozen=True, slots=True)
class Page:
    """Readable text and its blocks, in order."""

    text: str
    blocks: tuple[Block, ...]


class PageWriter:
    """Takes text in reading order; blocks are separated by a blank line."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._trail = HeadingTrail()
        self._inline: list[str] = []
        self._list: list[str] = []

    def add_text(self, text: str) -> None:
        """Running text; its white space is folded."""
        self._inline.append(_SPACES.sub(" ", text))

    def add_raw(self, text: str) -> None:
        """Preformatted text, or the line break of `<br>`."""
        self._inline.append(text)

    def take_inline(self) -> str:
        """The text added since the last call, folded."""
        text = _AROUND_BREAK.sub("\n", "".join(self._inline))
        self._inline.clear()
        return _REPEATED_SPACE.sub(" ", text).strip(" \n")

    def take_raw(self) -> str:
        """The text added since the last call, as it is, without blank lines at its ends."""
        text = "".join(self._inline).replace("\r\n", "\n").replace("\r", "\n")
        self._inline.clear()
        start, end = trim_blank_lines(text, 0, len(text))
        return text[start:end]

    def write_heading(self, level: int, text: str) -> None:
        """A heading; an empty one still ends the section before it."""
        text = " ".join(text.split())
        self.close_list()
        self._write(BlockKind.HEADING, text, self._trail.enter(level, text), level)

    def write_block(self, kind: BlockKind, text: str) -> None:
        self.close_list()
        self._write(kind, text, self._trail.path)

    def write_list_line(self, marker: str, depth: int, text: str) -> None:
        """A line of the list that is open, or of a new one; text of several lines is indented under its marker."""
        if not text.strip():
            return
        first, *others = text.split("\n")
        margin = INDENT * min(depth, DEEPEST_INDENT)
        self._list.append(f"{margin}{marker}{first}")
        self._list.extend(f"{margin}{' ' * len(marker)}{line}" for line in others)

    def close_list(self) -> None:
        """Ends the open list: its lines become one block."""
        if self._list:
            lines, self._list = self._list, []
            self._write(BlockKind.LIST, "\n".join(lines), self._trail.path)

    def finish(self) -> Page:
        self.close_list()
        return Page("".join(self._parts), tuple(self._blocks))

    def _write(self, kind: BlockKind, text: str, path: tuple[str, ...], level: int = 0) -> None:
        if not text.strip():
            return
        separator = "\n\n" if self._parts else ""
        start = self._length + len(separator)
        self._parts += (separator, text)
        self._length = start + len(text)
        self._blocks.append(Block(kind, start, self._length, path, level))
