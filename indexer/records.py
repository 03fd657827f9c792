"""The indexer's own records: a file on its way to passages."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class BlockKind(StrEnum):
    """What a stretch of a document is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"
    CODE = "code"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch `source[start:end]` of a document; blocks are in order and do not overlap.

    heading_path: headings above it, outermost first; for a heading, its own text is the last element.
    level: 1 to 6 for a heading, 0 otherwise.
    """

    kind: BlockKind
    start: int
    end: int
    heading_path: tuple[str, ...]
    level: int = 0


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A file as its parser read it.

    text: the normalised source text; every offset counts code points of it. For Markdown it is the file's text with
        line ends as \\n and without byte order mark; for HTML the readable text the parser wrote.
    metadata: what the file says of itself and no field takes (front matter, meta tags), kept as it is.
    """

    text: str
    blocks: tuple[Block, ...]
    title: str
    language: str | None = None
    created: datetime | None = None
    modified: datetime | None = None
    tags: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file with its identity in the collection."""

    document_id: str
    source: str
    root: str
    source_type: str
    content_hash: str
    parsed: ParsedDocument


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document that is searched and shown as one: `text[start:end] == body`.

    dropped_headings: how many of the outermost headings the embedded text leaves out, because all of them would take
        more than a third of it.
    """

    ordinal: int
    start: int
    end: int
    body: str
    heading_path: tuple[str, ...]
    page: int | None = None
    dropped_headings: int = 0
