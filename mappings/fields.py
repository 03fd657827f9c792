"""Field names of an index entry, each written once."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

# Every entry
KIND: Final = "kind"
DOCUMENT_ID: Final = "document_id"
COLLECTION: Final = "collection"
SOURCE: Final = "source"
ROOT: Final = "root"
SOURCE_TYPE: Final = "source_type"
LANGUAGE: Final = "language"
TITLE: Final = "title"
CREATED: Final = "created"
MODIFIED: Final = "modified"
INDEXED: Final = "indexed"
TAGS: Final = "tags"
ACCESS: Final = "access"

# A passage
PASSAGE_ID: Final = "passage_id"
ORDINAL: Final = "ordinal"
HEADING_PATH: Final = "heading_path"
BODY: Final = "body"
START: Final = "start"
END: Final = "end"
PAGE: Final = "page"
VECTOR: Final = "vector"
TOKEN_VECTORS: Final = "token_vectors"  # noqa: S105
TERM_OFFSETS: Final = "term_offsets"

# A document (its whole text, for display and for offsets)
TEXT: Final = "text"
CONTENT_HASH: Final = "content_hash"
PASSAGE_COUNT: Final = "passage_count"
METADATA: Final = "metadata"

# A line that is suggested while a question is typed
SUGGESTION: Final = "suggestion"
SUGGESTION_RANK: Final = "suggestion_rank"
SUGGESTION_KEY: Final = "suggestion_key"
SUGGESTION_WORDS: Final = "suggestion_words"
SUGGESTION_LENGTH: Final = "suggestion_length"

# The index version's own entry
BASIS: Final = "basis"


class Kind(StrEnum):
    """What an entry is."""

    PASSAGE = "passage"
    DOCUMENT = "document"
    SUGGESTION = "suggestion"
    QUESTION = "question"
    BASIS = "basis"


class Part(StrEnum):
    """A part of a passage that is searched by words."""

    BODY = "body"
    HEADINGS = "headings"
    TITLE = "title"


class Stream(StrEnum):
    """A way of writing a text as terms."""

    LEMMA = "lemma"
    STEM = "stem"
    EXACT = "exact"


def name_term_field(part: Part, stream: Stream) -> str:
    """The field that holds `part` written as `stream`.

    >>> name_term_field(Part.BODY, Stream.LEMMA)
    'body_lemma'
    """
    return f"{part.value}_{stream.value}"


# Words of the body cut so short that relatives meet; no position of it belongs to a term of the other streams.
COARSE: Final = "body_coarse"
TERM_FIELDS: Final = (*(name_term_field(part, stream) for part in Part for stream in Stream), COARSE)

# Fields a user may filter by, with the kind of value each takes.
FILTER_FIELDS: Final = {
    "document": DOCUMENT_ID,
    "source": SOURCE,
    "type": SOURCE_TYPE,
    "language": LANGUAGE,
    "tag": TAGS,
    "access": ACCESS,
    "created": CREATED,
    "modified": MODIFIED,
}
DATE_FIELDS: Final = frozenset({CREATED, MODIFIED, INDEXED})

ALTERNATIVE_SEPARATOR: Final = "|"  # alternatives at one position: сталь|стать
