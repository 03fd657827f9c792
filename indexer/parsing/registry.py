"""Which parser reads which file."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Final, Protocol

from indexer.encoding import Decoded, decode
from indexer.errors import ParseError
from indexer.parsing.html import decode_html, parse_html
from indexer.parsing.markdown import parse_markdown
from indexer.parsing.text import parse_text
from indexer.records import ParsedDocument

PARSING_VERSION: Final = 1  # raised when the same file gives another text, other blocks or other fields


class Parser(Protocol):
    """Reads files of one type."""

    def parse(self, data: bytes, name: str) -> ParsedDocument:
        """The document in `data`; `name` is its title where it has none. Raises ParseError where it cannot be read."""
        ...


@dataclass(frozen=True, slots=True)
class TextParser:
    """A parser for a format that is text: bytes are decoded first, and a doubtful encoding is said."""

    decode: Callable[[bytes], Decoded]
    parse_decoded: Callable[[str, str], ParsedDocument]

    def parse(self, data: bytes, name: str) -> ParsedDocument:
        decoded = self.decode(data)
        parsed = self.parse_decoded(decoded.text, name)
        if decoded.certain:
            return parsed
        warning = f"The encoding is uncertain: read as {decoded.encoding}. Save the file as UTF-8 if the text is wrong."
        return replace(parsed, warnings=(*parsed.warnings, warning))


PARSERS: Final[dict[str, Parser]] = {
    "markdown": TextParser(decode, parse_markdown),
    "html": TextParser(decode_html, parse_html),
    "text": TextParser(decode, parse_text),
}
SUFFIXES: Final = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdx": "markdown",
    ".html": "html",
    ".htm": "html",
    ".txt": "text",
    ".text": "text",
    ".log": "text",
}


class NamedSource(Protocol):
    """What parsing asks of a file: its name. `indexer.files.SourceFile` is one."""

    @property
    def source(self) -> str: ...


def parse_file(source_file: NamedSource, data: bytes) -> tuple[str, ParsedDocument]:
    """The file's source type ('markdown', 'html' or 'text') and the document in `data`.

    Raises ParseError naming what is wrong and what to do; the caller knows the file.
    """
    path = PurePosixPath(source_file.source)
    source_type = SUFFIXES.get(path.suffix.lower())
    if source_type is None:
        known = ", ".join(SUFFIXES)
        raise ParseError(f"'{path.suffix or path.name}' is no type that can be read. Known: {known}.")
    name = unicodedata.normalize("NFC", path.stem)
    return source_type, PARSERS[source_type].parse(data, name)
