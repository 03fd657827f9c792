"""Plain text: paragraphs between blank lines, and the few headings that can be told for sure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from indexer.parsing.headings import HeadingTrail
from indexer.records import Block, BlockKind, ParsedDocument
from indexer.spans import has_content, trim_blank_lines

TITLE_CHARACTERS: Final = 120
HEADING_CHARACTERS: Final = 80
HEADING_LETTERS: Final = 4  # «ООО» alone on a line is no heading
UNDERLINE_LEVELS: Final = {"=": 1, "-": 2}
UNDERLINE_SLACK: Final = 3  # an underline is about as long as its heading; a table's rule is not
CAPITALS_LEVEL: Final = 1

_BLANK: Final = re.compile(r"\n(?:[^\S\n]*\n)+")
_UNDERLINE: Final = re.compile(r"(=|-)\1{2,}[ \t]*")
_ITEM: Final = re.compile(r"[ \t]*(?:[-*•–—]|\d{1,3}[.)])[ \t]+\S")
_COLUMNS: Final = re.compile(r"\t|\||\S {2,}\S")


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    level: int = 0
    heading: str = ""


def parse_text(text: str, name: str) -> ParsedDocument:
    """The document; its title is the first line where that is short, otherwise `name`.

    A heading is a short line underlined with === or ---, or a short line in capitals alone between blank lines, where
    the document also has lower-case text. Numbered clauses are paragraphs.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return ParsedDocument(text=text, blocks=tuple(_iter_blocks(text)), title=_read_title(text) or name)


def _read_title(text: str) -> str:
    match = re.search(r"[^\n]*\S[^\n]*", text)
    line = " ".join(match[0].split()) if match else ""
    return line if len(line) <= TITLE_CHARACTERS and has_content(line) else ""


def _iter_blocks(text: str) -> Iterator[Block]:
    trail = HeadingTrail()
    in_capitals = text == text.upper()
    for piece in _iter_pieces(text, in_capitals=in_capitals):
        if piece.level:
            path = trail.enter(piece.level, piece.heading)
            yield Block(BlockKind.HEADING, piece.start, piece.end, path, piece.level)
        else:
            kind = BlockKind.LIST if _is_list(text, piece) else BlockKind.PARAGRAPH
            yield Block(kind, piece.start, piece.end, trail.path)


def _iter_pieces(text: str, *, in_capitals: bool) -> Iterator[_Piece]:
    for start, end in _iter_paragraphs(text):
        underlined = _find_underlined(text, start, end)
        if underlined is not None:
            yield underlined
        rest = trim_blank_lines(text, underlined.end if underlined else start, end)
        line = text[slice(*rest)]
        if line and not in_capitals and _is_in_capitals(line):
            yield _Piece(*rest, CAPITALS_LEVEL, " ".join(line.split()))
        elif line:
            yield _Piece(*rest)


def _iter_paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BLANK.finditer(text):
        yield trim_blank_lines(text, start, match.start())
        start = match.end()
    yield trim_blank_lines(text, start, len(text))


def _find_underlined(text: str, start: int, end: int) -> _Piece | None:
    """The heading that a paragraph begins with, when its second line underlines the first."""
    line_end = text.find("\n", start, end)
    if line_end < 0:
        return None
    rule_end = text.find("\n", line_end + 1, end)
    rule_end = end if rule_end < 0 else rule_end
    line, rule = text[start:line_end].strip(), text[line_end + 1 : rule_end].rstrip()
    if not _UNDERLINE.fullmatch(rule) or not _is_short(line) or _COLUMNS.search(line):
        return None
    if abs(len(line) - len(rule)) > UNDERLINE_SLACK:
        return None
    return _Piece(start, rule_end, UNDERLINE_LEVELS[rule[0]], line)


def _is_in_capitals(paragraph: str) -> bool:
    letters = sum(character.isalpha() for character in paragraph[: HEADING_CHARACTERS + 1])
    return (
        _is_short(paragraph)
        and "\n" not in paragraph
        and paragraph.isupper()
        and letters >= HEADING_LETTERS
        and not paragraph.rstrip().endswith((",", ";", ":"))
    )


def _is_short(line: str) -> bool:
    return 0 < len(line) <= HEADING_CHARACTERS and any(character.isalpha() for character in line)


def _is_list(text: str, piece: _Piece) -> bool:
    """Whether it begins with an item and has another one."""
    first = _ITEM.match(text, piece.start, piece.end)
    line_end = text.find("\n", piece.start, piece.end)
    return first is not None and line_end >= 0 and _ITEM.match(text, line_end + 1, piece.end) is not None
