"""What is asked while somebody types, and what is suggested."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mappings.suggestions import LineKind
from search.records import Filter, Stretch


class Reading(StrEnum):
    """How the typed text had to be read for lines to be found."""

    AS_TYPED = "as_typed"
    LAYOUT = "layout"
    TYPOS = "typos"
    LAYOUT_AND_TYPOS = "layout_and_typos"


@dataclass(frozen=True, slots=True)
class SuggestRequest:
    """A text that is being typed; its last word may be unfinished.

    filters: as in a search. Lines of a document that they exclude are not suggested, nor are typical questions by any
    filter but that of the language, for they belong to no document.
    """

    text: str
    collections: tuple[str, ...] = ()
    size: int = 8
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class SuggestedLine:
    """A line that completes the typed text.

    matches: stretches of `text` (start, end) that were typed, for marking.
    document_id, source: of the document whose title or heading it is; None for a question.
    """

    text: str
    kind: LineKind
    matches: tuple[Stretch, ...]
    collection: str
    document_id: str | None
    source: str | None


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The best lines first; `reading` says how the text was read, None where nothing was found."""

    text: str
    reading: Reading | None
    lines: tuple[SuggestedLine, ...]
    took_ms: float

    def as_dict(self) -> dict[str, Any]:
        """The JSON of the command line and the page: see docs/suggestions.md."""
        return {
            "text": self.text,
            "reading": None if self.reading is None else self.reading.value,
            "took_ms": round(self.took_ms, 2),
            "suggestions": [_write_line(line) for line in self.lines],
        }


def _write_line(line: SuggestedLine) -> dict[str, Any]:
    return {
        "text": line.text,
        "kind": line.kind.value,
        "matches": [list(match) for match in line.matches],
        "collection": line.collection,
        "document_id": line.document_id,
        "source": line.source,
    }
