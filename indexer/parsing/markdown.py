"""Markdown (CommonMark with tables): the file's own text, cut into blocks.

The text stays as it is, so offsets point into the file (line ends as \\n). Front matter is part of the text but of no
block: it is read into fields and metadata. Headings are those of the document's own level; one inside a list item or a
quotation is content. Every other line with something on it belongs to a block, link definitions and rules included.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from indexer.errors import ParseError
from indexer.parsing.frontmatter import FrontMatterError, parse_front_matter
from indexer.parsing.headings import HeadingTrail
from indexer.parsing.metadata import ACCESS_NAMES, Fields, read_fields
from indexer.records import Block, BlockKind, ParsedDocument
from indexer.spans import trim_blank_lines

KINDS: Final = {
    "paragraph_open": BlockKind.PARAGRAPH,
    "html_block": BlockKind.PARAGRAPH,
    "bullet_list_open": BlockKind.LIST,
    "ordered_list_open": BlockKind.LIST,
    "table_open": BlockKind.TABLE,
    "fence": BlockKind.CODE,
    "code_block": BlockKind.CODE,
    "blockquote_open": BlockKind.QUOTE,
}

_FRONT_MATTER: Final = re.compile(r"---[ \t]*\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_ACCESS_LINE: Final = re.compile(rf"^\s*(?:{'|'.join(ACCESS_NAMES)})\s*:", re.IGNORECASE | re.MULTILINE)
_ANCHORS: Final = re.compile(r"(?:\s*\{#[^{}\s]+\}|\s*\{:[^{}]*\})+\s*\Z")  # ## Начало {#start}
_LINE: Final = re.compile(r"[^\n]+")


def _build_reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark").enable("table")
    reader.core.ruler.enableOnly(["normalize", "block"])  # inline markup is read in headings only: it is half the time
    return reader


_READER: Final = _build_reader()


@dataclass(frozen=True, slots=True)
class _Head:
    """What precedes the Markdown: fields, where it ends, and whether its text must be kept as a block."""

    fields: Fields
    end: int
    broken: bool = False


def parse_markdown(text: str, name: str) -> ParsedDocument:
    """The document; `name` is its title where neither front matter nor a heading of level 1 gives one.

    Raises ParseError where the front matter's access rule cannot be understood.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    head = _read_head(text)
    blocks = tuple(_iter_blocks(text, head))
    first = next((block.heading_path[-1] for block in blocks if block.level == 1 and block.heading_path[-1]), "")
    fields = head.fields
    return ParsedDocument(
        text=text,
        blocks=blocks,
        title=fields.title or first or name,
        language=fields.language,
        created=fields.created,
        modified=fields.modified,
        tags=fields.tags,
        access=fields.access,
        metadata=fields.metadata,
        warnings=fields.warnings,
    )


def _read_head(text: str) -> _Head:
    match = _FRONT_MATTER.match(text)
    if match is None:
        return _Head(Fields(), 0)
    content = match["yaml"]
    try:
        raw = parse_front_matter(content)
    except FrontMatterError as error:
        return _keep_broken(content, match.end(), error)
    if raw is None:  # two rules with Markdown between them
        return _Head(Fields(), 0)
    return _Head(read_fields(raw), match.end())


def _keep_broken(content: str, end: int, error: FrontMatterError) -> _Head:
    if content.startswith("\n"):  # a rule and a blank line: Markdown between two rules
        return _Head(Fields(), 0)
    if _ACCESS_LINE.search(content):
        raise ParseError(f"The front matter holds an access rule but is no valid YAML: {error}. Mend it.") from error
    warning = f"The front matter is no valid YAML and was kept as text: {error}"
    return _Head(Fields(warnings=(warning,)), end, broken=True)


def _iter_blocks(text: str, head: _Head) -> Iterator[Block]:
    if head.broken:
        start, end = trim_blank_lines(text, 0, head.end)
        yield Block(BlockKind.CODE, start, end, ())
    trail = HeadingTrail()
    done = head.end
    for found in _iter_found(text, head.end):
        yield from _fill(text, done, found.start, trail.path)
        done = found.end
        if found.level:
            path = trail.enter(found.level, found.heading)
            yield Block(BlockKind.HEADING, found.start, found.end, path, found.level)
        else:
            yield Block(found.kind, found.start, found.end, trail.path)
    yield from _fill(text, done, len(text), trail.path)


def _fill(text: str, start: int, end: int, path: tuple[str, ...]) -> Iterator[Block]:
    """Paragraphs for lines that the Markdown grammar gives no block: `[name]: url`, `---`."""
    for match in _LINE.finditer(text, start, end):
        if not match[0].isspace():
            yield Block(BlockKind.PARAGRAPH, match.start(), match.end(), path)


@dataclass(frozen=True, slots=True)
class _Found:
    kind: BlockKind
    start: int
    end: int
    level: int = 0
    heading: str = ""


def _iter_found(text: str, start: int) -> Iterator[_Found]:
    environment: dict[str, Any] = {}
    body = text[start:]
    tokens = _READER.parse(body, environment)
    lines = [start, *(start + match.end() for match in re.finditer("\n", body)), len(text) + 1]
    for index, token in enumerate(tokens):
        if token.level or token.map is None:
            continue
        first, last = token.map
        span = trim_blank_lines(text, lines[first], min(lines[last], len(text)))
        if token.type == "heading_open":
            heading = _write_heading(tokens[index + 1].content, environment)
            yield _Found(BlockKind.HEADING, *span, level=int(token.tag[1]), heading=heading)
        elif token.type in KINDS and span[0] < span[1]:
            yield _Found(KINDS[token.type], *span)


def _write_heading(source: str, environment: dict[str, Any]) -> str:
    """The heading as people read it: without markup, HTML tags and anchors."""
    tokens: list[Token] = []
    _READER.inline.parse(_ANCHORS.sub("", source), _READER, environment, tokens)
    return " ".join("".join(_iter_text(tokens)).split())


def _iter_text(tokens: Iterable[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type == "image":
            yield from _iter_text(token.children or ())
        elif token.type in {"softbreak", "hardbreak"}:
            yield " "
        elif token.type != "html_inline":
            yield token.content
