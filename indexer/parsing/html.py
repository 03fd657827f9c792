"""HTML: the readable text of a page, written out and cut into blocks.

Navigation, footers, scripts and what is hidden are left out; where nothing else is on the page, only what no reader
ever sees stays out. Lists become `- item` lines, tables `a | b` lines, code keeps its lines. Tables that lay out a page
(they hold headings, other tables or code, or are one cell wide) are read as the text they hold.
"""

from __future__ import annotations

import re
from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser

from indexer.encoding import Decoded, decode, try_decode
from indexer.parsing.metadata import Fields, read_fields
from indexer.parsing.pagewalk import walk_page
from indexer.parsing.pagewriter import Page
from indexer.records import ParsedDocument

DECLARATION_BYTES: Final = 4096  # browsers look for a declared charset in the first 1024
# Meta tags that say something of the document; others steer browsers and networks.
META_NAMES: Final = frozenset({"description", "author", "keywords", "date", "access", "language", "last-modified"})
META_ALIASES: Final = {
    "article:published_time": "date",
    "article:modified_time": "modified",
    "dcterms.created": "created",
    "dcterms.modified": "modified",
    "content-language": "language",
}

_CHARSET: Final = re.compile(rb"""<meta\b[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_OUTSIDE_ASCII: Final = re.compile(rb"[\x80-\xff]")


def decode_html(data: bytes) -> Decoded:
    """The page's text: by its byte order mark, by the charset it declares where that decodes, else by guessing.

    UTF-8 that is valid wins over a declaration: pages are converted and their declarations forgotten.

    Raises ParseError where no known encoding gives readable text.
    """
    declared = _CHARSET.search(data[:DECLARATION_BYTES])
    if declared is None or try_decode(data, "utf-8") is not None or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return decode(data)
    name = declared[1].decode("ascii")
    text = try_decode(data, name)
    return decode(data) if text is None else Decoded(text, name.lower(), certain=True)


def parse_html(text: str, name: str) -> ParsedDocument:
    """The document; `name` is its title where neither `<title>` nor a heading of level 1 gives one.

    Broken HTML is read as browsers read it. Raises ParseError where the page's access rule cannot be understood.
    """
    tree = LexborHTMLParser(text)
    page = _write(tree)
    fields = _read_meta(tree)
    first = next((block.heading_path[-1] for block in page.blocks if block.level == 1), "")
    return ParsedDocument(
        text=page.text,
        blocks=page.blocks,
        title=_read_title(tree) or first or name,
        language=_read_language(tree) or fields.language,
        created=fields.created,
        modified=fields.modified,
        tags=fields.tags,
        access=fields.access,
        metadata=fields.metadata,
        warnings=fields.warnings,
    )


def _write(tree: LexborHTMLParser) -> Page:
    root = tree.root
    if root is None:
        return Page("", ())
    page = walk_page(root, with_furniture=False)
    return page if page.text else walk_page(root, with_furniture=True)


def _read_title(tree: LexborHTMLParser) -> str:
    node = tree.head.css_first("title") if tree.head is not None else None
    return " ".join((node.text() if node is not None else "").split())


def _read_language(tree: LexborHTMLParser) -> str | None:
    """What `<html lang>` says."""
    root = tree.root
    lang = root.attributes.get("lang") if root is not None else None
    return read_fields({"language": lang}).language


def _read_meta(tree: LexborHTMLParser) -> Fields:
    found: dict[str, Any] = {}
    for node in tree.css("meta[content]"):
        attributes = node.attributes
        name = attributes.get("name") or attributes.get("property") or attributes.get("http-equiv") or ""
        name = META_ALIASES.get(name.lower(), name.lower())
        content = (attributes.get("content") or "").strip()
        if content and (name in META_NAMES or name in META_ALIASES.values()):
            found.setdefault(name, content)
    return read_fields(found)
