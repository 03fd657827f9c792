"""Index versions of a collection: each is filled beside the live one and then takes its place at once."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from opensearchpy.helpers import scan

from engine import indexes
from engine.connection import Engine
from engine.errors import EngineError, translate_errors
from mappings import fields
from mappings.entries import DOCUMENT_STATE_FIELDS, build_basis_entry, read_binary
from mappings.fields import Kind
from mappings.index_body import build_index_body, build_meta_body
from mappings.meta import Expected, IndexMeta, IndexMismatchError, explain_rebuild
from mappings.names import BASIS_ENTRY, name_alias, name_all_versions, name_version, parse_version
from settings import NakhodkaError, Settings

logger = logging.getLogger(__name__)

LIVE_REFRESH_INTERVAL: Final = "1s"
COPIED_TERMS: Final = 10_000  # document ids in one copy request; the engine allows 65,536 terms
SCAN_SIZE: Final = 1000


class IndexIncompleteError(NakhodkaError):
    """A filled index version does not hold what was sent to it."""


class DocumentState(NamedTuple):
    """What the live version knows of a document without its text."""

    document_id: str
    source: str
    root: str
    content_hash: str
    passage_count: int


@dataclass(frozen=True, slots=True)
class LiveVersion:
    """The version that answers searches."""

    index: str
    meta: IndexMeta | None

    def explain_rebuild(self, expected: Expected) -> str | None:
        """Why its entries cannot be copied into the next version; None when they can."""
        if self.meta is None:
            return "the live version was built by another version of this software"
        return explain_rebuild(self.meta, expected)


class Versions:
    """The index versions of one collection."""

    def __init__(self, engine: Engine, settings: Settings, collection: str) -> None:
        self._engine = engine
        self._settings = settings
        self._collection = collection
        self.alias = name_alias(settings, collection)

    def find_live(self) -> LiveVersion | None:
        """The live version; its meta is None when another version of this software built it."""
        found = indexes.resolve_alias(self._engine, self.alias)
        if not found:
            return None
        index = max(found, key=parse_version)
        try:
            return LiveVersion(index, IndexMeta.from_dict(index, indexes.read_meta(self._engine, index)))
        except IndexMismatchError:
            return LiveVersion(index, None)

    def delete_unfinished(self) -> list[str]:
        """Removes what earlier runs left behind when they were interrupted; the names of what was removed."""
        live = indexes.resolve_alias(self._engine, self.alias)
        newest_live = max((parse_version(index) for index in live), default=0)
        unfinished = [index for index in self._list() if parse_version(index) > newest_live]
        for index in unfinished:
            logger.info("Index version %s was never finished; removed", index)
            indexes.delete_index(self._engine, index)
        return unfinished

    def create(self, meta: IndexMeta) -> str:
        """A new, empty version; its name."""
        number = max((parse_version(index) for index in self._list()), default=0) + 1
        index = name_version(self._settings, self._collection, number)
        indexes.create_index(self._engine, index, build_index_body(self._settings, meta))
        return index

    def read_states(self, index: str) -> dict[str, DocumentState]:
        """Every document of a version by its id."""
        states = {}
        with translate_errors(self._engine.url):
            for entry in scan(self._engine.client, query=build_states_body(), index=index, size=SCAN_SIZE):
                state = DocumentState(**{name: entry["_source"][name] for name in DOCUMENT_STATE_FIELDS})
                states[state.document_id] = state
        return states

    def copy_documents(self, source: str, target: str, document_ids: Sequence[str]) -> int:
        """Copies documents with their passages, terms and vectors; the number of entries copied."""
        copied = 0
        for first in range(0, len(document_ids), COPIED_TERMS):
            body = build_copy_body(source, target, document_ids[first : first + COPIED_TERMS])
            with translate_errors(self._engine.url):
                answer = self._engine.client.reindex(
                    body=body, params={"wait_for_completion": "true", "timeout": "1h", "request_timeout": 3600}
                )
            if answer["failures"]:
                raise IndexIncompleteError(
                    f"Copying unchanged documents from '{source}' failed: {answer['failures'][0]}. "
                    "The live index is as it was. Run the command again."
                )
            copied += answer["created"]
        return copied

    def read_basis(self, index: str) -> bytes | None:
        """The basis of a version's token vectors."""
        with translate_errors(self._engine.url):
            answer = self._engine.client.get(index=index, id=BASIS_ENTRY, params={"ignore": 404})
        return read_binary(answer["_source"][fields.BASIS]) if answer.get("found") else None

    def write_basis(self, index: str, basis: bytes) -> None:
        """Stores the basis of a version's token vectors."""
        with translate_errors(self._engine.url):
            self._engine.client.index(index=index, id=BASIS_ENTRY, body=build_basis_entry(basis))

    def delete_documents(self, index: str, document_ids: Sequence[str]) -> int:
        """Removes documents with all their entries from a version that is not live yet; the number of entries."""
        indexes.refresh(self._engine, index)
        with translate_errors(self._engine.url):
            answer = self._engine.client.delete_by_query(index=index, body=build_delete_body(document_ids))
        return int(answer["deleted"])

    def check_count(self, index: str, expected: int) -> None:
        """Raises IndexIncompleteError when the version does not hold exactly `expected` entries."""
        indexes.refresh(self._engine, index)
        found = indexes.count(self._engine, index)
        if found != expected:
            raise IndexIncompleteError(
                f"Index version '{index}' holds {found} entries, {expected} were sent. "
                "The live index is as it was. Run the command again."
            )

    def go_live(self, index: str, meta: IndexMeta) -> None:
        """Marks the version complete and moves the alias to it in one step; only the version before it is kept."""
        with translate_errors(self._engine.url):
            self._engine.client.indices.put_mapping(index=index, body=build_meta_body(replace(meta, complete=True)))
        indexes.put_settings(self._engine, index, {"index": {"refresh_interval": LIVE_REFRESH_INTERVAL}})
        before = indexes.resolve_alias(self._engine, self.alias)
        indexes.move_alias(self._engine, self.alias, index, remove_from=before)
        for old in self._list():
            if old != index and old not in before:
                indexes.delete_index(self._engine, old)

    def delete_all(self) -> list[str]:
        """Removes every version, and with the live one the alias; the names of what was removed."""
        versions = self._list()
        for index in versions:
            indexes.delete_index(self._engine, index)
        return versions

    def discard(self, index: str) -> None:
        """Removes a version that did not become live; an engine that is gone leaves that to the next run."""
        try:
            indexes.delete_index(self._engine, index)
        except EngineError as error:
            logger.warning("Unfinished index version %s stays until the next run: %s", index, error)

    def _list(self) -> list[str]:
        return indexes.list_indexes(self._engine, name_all_versions(self._settings, self._collection))


def build_states_body() -> dict[str, Any]:
    """The scan that reads what a version knows of its documents."""
    return {
        "query": {"term": {fields.KIND: Kind.DOCUMENT.value}},
        "_source": list(DOCUMENT_STATE_FIELDS),
    }


def build_copy_body(source: str, target: str, document_ids: Sequence[str]) -> dict[str, Any]:
    """The `_reindex` that copies documents from one version to another."""
    return {
        "source": {"index": source, "query": {"terms": {fields.DOCUMENT_ID: list(document_ids)}}},
        "dest": {"index": target},
    }


def build_delete_body(document_ids: Sequence[str]) -> dict[str, Any]:
    """The `_delete_by_query` that removes documents with all their entries."""
    return {"query": {"terms": {fields.DOCUMENT_ID: list(document_ids)}}}


def build_meta(expected: Expected, space: str) -> IndexMeta:
    """The `_meta` of a version whose filling begins now."""
    return IndexMeta(
        analysis=expected.analysis,
        embedding=dict(expected.embedding),
        space=space,
        chunking=dict(expected.chunking),
        token_vectors=dict(expected.token_vectors) if expected.token_vectors else None,
        built=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        complete=False,
    )
