"""Lines that are suggested while a question is typed, as they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from mappings import fields
from mappings.entries import StoredDocument
from mappings.fields import Kind


class LineKind(StrEnum):
    """What a suggested line is; the first ones are suggested before the others."""

    QUESTION = "question"
    TITLE = "title"
    HEADING = "heading"


LINE_KINDS: Final = tuple(LineKind)
# What a line takes over from its document: where it comes from, and all that documents are filtered by.
DOCUMENT_FIELDS: Final = (
    fields.DOCUMENT_ID,
    fields.SOURCE,
    fields.SOURCE_TYPE,
    fields.LANGUAGE,
    fields.CREATED,
    fields.MODIFIED,
    fields.TAGS,
    fields.ACCESS,
)
LINE_FIELDS: Final = (fields.SUGGESTION, fields.SUGGESTION_RANK, fields.COLLECTION, fields.DOCUMENT_ID, fields.SOURCE)


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line as it is stored.

    text: as it is shown; key: the same without spaces and punctuation, which lines are told apart by; words: its exact
    forms as a term stream. key and words are stored to be searched and empty in a line that was read.
    document_id, source: None for a question, which belongs to the whole collection.
    inherited: fields of its document that filters look at.
    """

    text: str
    kind: LineKind
    collection: str
    key: str = ""
    words: str = ""
    ordinal: int = 0
    document_id: str | None = None
    source: str | None = None
    inherited: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_source(cls, source: Mapping[str, Any]) -> StoredLine:
        """The line of an entry's `_source`."""
        return cls(
            text=source[fields.SUGGESTION],
            kind=LINE_KINDS[source[fields.SUGGESTION_RANK]],
            collection=source[fields.COLLECTION],
            document_id=source.get(fields.DOCUMENT_ID),
            source=source.get(fields.SOURCE),
        )

    def as_source(self) -> dict[str, Any]:
        """The stored fields."""
        kind = Kind.QUESTION if self.kind is LineKind.QUESTION else Kind.SUGGESTION
        return {
            **self.inherited,
            fields.KIND: kind.value,
            fields.COLLECTION: self.collection,
            fields.ORDINAL: self.ordinal,
            fields.SUGGESTION: self.text,
            fields.SUGGESTION_RANK: LINE_KINDS.index(self.kind),
            fields.SUGGESTION_KEY: self.key,
            fields.SUGGESTION_WORDS: self.words,
            fields.SUGGESTION_LENGTH: len(self.text),
        }


def inherit_fields(document: StoredDocument) -> dict[str, Any]:
    """What a line of the document takes over from it; only fields that hold something."""
    source = document.as_source()
    return {name: source[name] for name in DOCUMENT_FIELDS if name in source}
