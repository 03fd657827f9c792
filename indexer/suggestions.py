"""Lines that are suggested while a question is typed: titles and headings of documents, typical questions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from indexer.records import BlockKind, ParsedDocument
from language.analysis import Analyzer
from language.lines import fold_line
from mappings.entries import StoredDocument
from mappings.fields import LANGUAGE, Stream
from mappings.suggestions import LineKind, StoredLine, inherit_fields

MOST_LINES: Final = 50  # of one document; a reference of a thousand options must not fill the index with them
LONGEST_LINE: Final = 200  # characters; a longer one is a paragraph, and no box shows it
SHORTEST_LINE: Final = 2  # «А» tells nothing
_SECTION_NUMBER: Final = re.compile(r"\A(?:\d{1,3}[.)])+\s+")


class Line(NamedTuple):
    """A line with what it is searched by: see `mappings.suggestions.StoredLine`."""

    text: str
    key: str
    words: str


def prepare_lines(document: StoredDocument, parsed: ParsedDocument, analyzer: Analyzer) -> tuple[StoredLine, ...]:
    """The document's title and then its headings in order, each once, without their section numbers."""
    lines: dict[str, StoredLine] = {}
    inherited = inherit_fields(document)
    for kind, written in _iter_written(document, parsed):
        line = prepare_line(_SECTION_NUMBER.sub("", written.strip()), analyzer)
        if line is not None and line.key not in lines:
            lines[line.key] = StoredLine(
                **line._asdict(),
                kind=kind,
                collection=document.collection,
                ordinal=len(lines),
                document_id=document.document_id,
                source=document.source,
                inherited=inherited,
            )
        if len(lines) == MOST_LINES:
            break
    return tuple(lines.values())


def prepare_questions(questions: Iterable[str], collection: str, analyzer: Analyzer) -> tuple[StoredLine, ...]:
    """The questions in order, each once."""
    lines: dict[str, StoredLine] = {}
    for question in questions:
        line = prepare_line(question, analyzer)
        if line is not None and line.key not in lines:
            language = analyzer.analyze(line.text).language.value
            lines[line.key] = StoredLine(
                **line._asdict(),
                kind=LineKind.QUESTION,
                collection=collection,
                ordinal=len(lines),
                inherited={LANGUAGE: language},
            )
    return tuple(lines.values())


def prepare_line(written: str, analyzer: Analyzer) -> Line | None:
    """What is stored of a line, on one line and with composed accents; None when it is too long or has no word."""
    text = " ".join(unicodedata.normalize("NFC", written).split())
    if len(text) > LONGEST_LINE:
        return None
    key, words = fold_line(text), analyzer.analyze(text).write_stream(Stream.EXACT)
    return Line(text, key, words) if words and len(key) >= SHORTEST_LINE else None


def _iter_written(document: StoredDocument, parsed: ParsedDocument) -> Iterator[tuple[LineKind, str]]:
    yield LineKind.TITLE, document.title
    for block in parsed.blocks:
        if block.kind is BlockKind.HEADING and block.heading_path:
            yield LineKind.HEADING, block.heading_path[-1]
