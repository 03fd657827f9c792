"""Entries of an index version as they are stored, written by the indexer and read by the search."""

from __future__ import annotations

import base64
import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field
from typing import Any

from mappings import fields
from mappings.fields import Kind


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A passage as it is stored, without its terms and vectors. Dates are ISO 8601."""

    passage_id: str
    document_id: str
    collection: str
    source: str
    source_type: str
    language: str
    title: str
    heading_path: tuple[str, ...]
    body: str
    start: int
    end: int
    ordinal: int
    page: int | None = None
    created: str | None = None
    modified: str | None = None
    tags: tuple[str, ...] = ()
    access: tuple[str, ...] = ()

    @classmethod
    def from_source(cls, source: Mapping[str, Any]) -> StoredPassage:
        """The passage of an entry's `_source`."""
        return cls(**{name: _freeze(source[name]) for name in PASSAGE_FIELDS if name in source})

    def as_source(self) -> dict[str, Any]:
        """The stored fields; optional ones only where they hold something."""
        return {fields.KIND: Kind.PASSAGE.value, **_write_fields(self)}


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document as it is stored: its whole normalised text, to which the passages' offsets point."""

    document_id: str
    collection: str
    source: str
    root: str
    source_type: str
    language: str
    title: str
    text: str
    content_hash: str
    passage_count: int
    indexed: str
    created: str | None = None
    modified: str | None = None
    tags: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_source(cls, source: Mapping[str, Any]) -> StoredDocument:
        """The document of an entry's `_source`."""
        return cls(**{name: _freeze(source[name]) for name in DOCUMENT_FIELDS if name in source})

    def as_source(self) -> dict[str, Any]:
        """The stored fields; optional ones only where they hold something."""
        return {fields.KIND: Kind.DOCUMENT.value, **_write_fields(self)}


PASSAGE_FIELDS: tuple[str, ...] = tuple(StoredPassage.__dataclass_fields__)
DOCUMENT_FIELDS: tuple[str, ...] = tuple(StoredDocument.__dataclass_fields__)
BODY_TERM_FIELDS: tuple[str, ...] = tuple(fields.name_term_field(fields.Part.BODY, stream) for stream in fields.Stream)
# What a hit needs: the passage, and its terms for marking the words that match.
HIT_FIELDS: tuple[str, ...] = (*PASSAGE_FIELDS, *BODY_TERM_FIELDS, fields.TERM_OFFSETS)
OFFSET_TYPE = "i"  # four bytes, little-endian
# What decides whether a document changed; the text itself is not fetched for that.
DOCUMENT_STATE_FIELDS: tuple[str, ...] = (
    fields.DOCUMENT_ID,
    fields.SOURCE,
    fields.ROOT,
    fields.CONTENT_HASH,
    fields.PASSAGE_COUNT,
)


@dataclass(frozen=True, slots=True)
class StoredTerms:
    """The terms of a passage as they are stored: a stream for each term field, and where the body's terms stand.

    offsets: for each position of the body's streams start and end in the body; a term of the headings before it has
        a negative start.
    """

    streams: Mapping[str, str]
    offsets: Sequence[tuple[int, int]]

    @classmethod
    def from_source(cls, source: Mapping[str, Any]) -> StoredTerms:
        """The body's terms of an entry's `_source`."""
        data = array(OFFSET_TYPE)
        data.frombytes(read_binary(source.get(fields.TERM_OFFSETS, "")))
        if sys.byteorder == "big":
            data.byteswap()
        streams = {name: source.get(name, "") for name in BODY_TERM_FIELDS}
        return cls(streams, list(zip(data[::2], data[1::2], strict=True)))

    def as_source(self) -> dict[str, str]:
        """The stored fields."""
        data = array(OFFSET_TYPE, [place for stretch in self.offsets for place in stretch])
        if sys.byteorder == "big":
            data.byteswap()
        return {**self.streams, fields.TERM_OFFSETS: write_binary(data.tobytes())}


def build_passage_entry(
    passage: StoredPassage, terms: StoredTerms, vector: Sequence[float] | None, token_vectors: bytes | None
) -> dict[str, Any]:
    """The whole entry of a passage: stored fields, a term stream for each term field, vector, token vectors."""
    entry = {**passage.as_source(), **terms.as_source()}
    if vector is not None:
        entry[fields.VECTOR] = list(vector)
    if token_vectors is not None:
        entry[fields.TOKEN_VECTORS] = write_binary(token_vectors)
    return entry


def write_passage_text(heading_path: Sequence[str], body: str) -> str:
    """The text of a passage as models and the analysis read it: its headings, then its body.

    >>> write_passage_text(["Отпуск", "Перенос"], "По заявлению.")
    '[Отпуск > Перенос] По заявлению.'
    """
    return f"[{' > '.join(heading_path)}] {body}" if heading_path else body


def build_basis_entry(basis: bytes) -> dict[str, Any]:
    """The entry that holds the basis of an index version's token vectors."""
    return {fields.KIND: Kind.BASIS.value, fields.BASIS: write_binary(basis)}


def write_binary(data: bytes) -> str:
    """Base64, as the engine's `binary` fields take it."""
    return base64.b64encode(data).decode("ascii")


def read_binary(text: str) -> bytes:
    """The bytes of a `binary` field."""
    return base64.b64decode(text)


def _write_fields(record: StoredPassage | StoredDocument) -> dict[str, Any]:
    written = {}
    for name, definition in type(record).__dataclass_fields__.items():
        value = getattr(record, name)
        required = definition.default is MISSING and definition.default_factory is MISSING
        if required or value:
            written[name] = list(value) if isinstance(value, tuple) else value
    return written


def _freeze(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
