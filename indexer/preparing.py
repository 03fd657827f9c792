"""A parsed document becomes entries: passages, their terms, and the text that is embedded."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from indexer.chunking import CHUNKING_VERSION, ChunkingSettings, TokenCounter, build_passage_text, split_document
from indexer.records import Document, Passage
from indexer.suggestions import prepare_lines
from language.analysis import Analyzer
from language.detection import detect_language
from language.records import Analysis, Language
from mappings.entries import StoredDocument, StoredPassage, StoredTerms
from mappings.fields import COARSE, Part, Stream, name_term_field
from mappings.names import name_passage
from mappings.suggestions import StoredLine

DETECTION_CHARACTERS = 5000  # the beginning of a document tells its language


@dataclass(frozen=True, slots=True)
class PreparedPassage:
    """A passage ready but for its vectors. `text` (headings and body) is what is embedded and analysed."""

    stored: StoredPassage
    text: str
    terms: StoredTerms


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """A document with its passages, ready to be embedded, and its lines that are suggested."""

    stored: StoredDocument
    passages: tuple[PreparedPassage, ...]
    lines: tuple[StoredLine, ...] = ()


def prepare_document(
    document: Document, collection: str, tokens: TokenCounter, chunking: ChunkingSettings, analyzer: Analyzer
) -> PreparedDocument:
    """The document cut into passages, each with its term streams."""
    passages = split_document(document.parsed, tokens, chunking)
    stored = _store_document(document, collection, len(passages))
    return PreparedDocument(
        stored,
        tuple(_prepare_passage(stored, passage, analyzer) for passage in passages),
        prepare_lines(stored, document.parsed, analyzer),
    )


def write_terms(analyzer: Analyzer, prefix: str, body: str, heading_path: Sequence[str], title: str) -> StoredTerms:
    """A term stream for every searched field of a passage; the body's holds the headings before it (`prefix`) too.

    >>> from language.analysis import DEFAULT as analyzer
    >>> terms = write_terms(analyzer, "[ГОСТ] ", "Марка стали", ["ГОСТ"], "Марки")
    >>> terms.streams["body_exact"], terms.offsets
    ('гост марка стали', [(-6, -2), (0, 5), (6, 11)])
    """
    body_terms = analyzer.analyze(prefix + body)
    parts = {
        Part.BODY: body_terms,
        Part.HEADINGS: _analyze_label(analyzer, " ".join(heading_path)),
        Part.TITLE: _analyze_label(analyzer, title),
    }
    streams = {
        name_term_field(part, stream): analysis.write_stream(stream)
        for part, analysis in parts.items()
        for stream in Stream
    }
    streams[COARSE] = analyzer.write_coarse(body_terms)
    shift = len(prefix)
    return StoredTerms(streams, [(term.start - shift, term.end - shift) for term in body_terms.terms])


@lru_cache(maxsize=4096)
def _analyze_label(analyzer: Analyzer, text: str) -> Analysis:
    """Titles and heading paths stand on many passages."""
    return analyzer.analyze(text)


def _store_document(document: Document, collection: str, passage_count: int) -> StoredDocument:
    parsed = document.parsed
    return StoredDocument(
        document_id=document.document_id,
        collection=collection,
        source=document.source,
        root=document.root,
        source_type=document.source_type,
        language=parsed.language or detect_language(parsed.text[:DETECTION_CHARACTERS]).value,
        title=parsed.title,
        text=parsed.text,
        content_hash=document.content_hash,
        passage_count=passage_count,
        indexed=_write_date(datetime.datetime.now(datetime.UTC)) or "",
        created=_write_date(parsed.created),
        modified=_write_date(parsed.modified),
        tags=parsed.tags,
        access=parsed.access,
        metadata=parsed.metadata,
    )


def _prepare_passage(document: StoredDocument, passage: Passage, analyzer: Analyzer) -> PreparedPassage:
    text = build_passage_text(passage)
    language = detect_language(passage.body)
    stored = StoredPassage(
        passage_id=name_passage(document.document_id, CHUNKING_VERSION, passage.ordinal),
        document_id=document.document_id,
        collection=document.collection,
        source=document.source,
        source_type=document.source_type,
        language=document.language if language is Language.OTHER else language.value,
        title=document.title,
        heading_path=passage.heading_path,
        body=passage.body,
        start=passage.start,
        end=passage.end,
        ordinal=passage.ordinal,
        page=passage.page,
        created=document.created,
        modified=document.modified,
        tags=document.tags,
        access=document.access,
    )
    prefix = text.removesuffix(passage.body)
    return PreparedPassage(
        stored, text, write_terms(analyzer, prefix, passage.body, passage.heading_path, document.title)
    )


def _write_date(date: datetime.datetime | None) -> str | None:
    return None if date is None else date.isoformat(timespec="seconds")
