"""Names of indexes, aliases and entries."""

from __future__ import annotations

import hashlib
import re
from typing import Final

from settings import NakhodkaError, Settings

COLLECTION_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}")
LONGEST_DOCUMENT_ID_BYTES: Final = 400  # the engine allows 512 bytes for an entry's id; the rest is for the ordinal


class CollectionNameError(NakhodkaError):
    """A collection has a name that cannot be part of an index name."""


def name_alias(settings: Settings, collection: str) -> str:
    """The alias of a collection; a dot never occurs in a collection's name, so versions cannot be mistaken."""
    if not COLLECTION_NAME.fullmatch(collection):
        raise CollectionNameError(
            f"Collection name '{collection}' is not valid: use small Latin letters, digits, '-' and '_', "
            "beginning with a letter or digit, at most 61 characters."
        )
    return f"{settings.index_prefix}.{collection}"


def name_version(settings: Settings, collection: str, number: int) -> str:
    """The index that holds version `number` of a collection."""
    return f"{name_alias(settings, collection)}.{number:06}"


def name_all_versions(settings: Settings, collection: str) -> str:
    """The pattern that all versions of a collection match."""
    return f"{name_alias(settings, collection)}.*"


def parse_version(index: str) -> int:
    """The number of an index version.

    >>> parse_version("nakhodka.main.000012")
    12
    """
    return int(index.rpartition(".")[2])


def parse_collection(index: str) -> str:
    """The collection of an index version.

    >>> parse_collection("nakhodka.main.000012")
    'main'
    """
    return index.split(".")[1]


def name_document(source: str) -> str:
    """The document id of a source: the source itself, shortened with a hash where the engine could not take it.

    >>> name_document("hr/отпуск.md")
    'hr/отпуск.md'
    """
    encoded = source.encode()
    if len(encoded) <= LONGEST_DOCUMENT_ID_BYTES:
        return source
    digest = hashlib.sha256(encoded).hexdigest()[:32]
    kept = encoded[: LONGEST_DOCUMENT_ID_BYTES - 33].decode(errors="ignore")  # a cut last letter is dropped
    return f"{kept}~{digest}"


def name_passage(document_id: str, chunking_version: int, ordinal: int) -> str:
    """The id of a passage, which is also the id of its entry.

    >>> name_passage("hr/отпуск.md", 1, 3)
    'hr/отпуск.md#1.3'
    """
    return f"{document_id}#{chunking_version}.{ordinal}"


def name_document_entry(document_id: str) -> str:
    """The id of the entry that holds a document's text; what follows the last '#' keeps it apart from passages."""
    return f"{document_id}#document"


def name_suggestion(document_id: str, ordinal: int) -> str:
    """The id of the entry of a document's line that is suggested."""
    return f"{document_id}#suggestion.{ordinal}"


def name_question(ordinal: int) -> str:
    """The id of the entry of a collection's question; questions belong to no document."""
    return f"#question.{ordinal}"


BASIS_ENTRY: Final = "#basis"
