"""The engine as the search sees it: the one module in which raw answers are read."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.connection import Engine
from engine.errors import IndexMissingError, translate_errors
from engine.indexes import read_meta, resolve_alias
from mappings import fields
from mappings.entries import HIT_FIELDS, StoredDocument, StoredPassage, StoredTerms, read_binary
from mappings.meta import IndexMeta
from mappings.names import BASIS_ENTRY, name_alias, name_document_entry, parse_collection
from mappings.suggestions import StoredLine
from search.candidates import Key, Leg, ScoredPassage
from search.index_facts import (
    MOST_LISTED_VALUES,
    NAMED_VALUES,
    Clause,
    FacetValue,
    IndexFacts,
    build_count_clauses_body,
    read_clause_counts,
)
from search.queries import MOST_FACET_VALUES, build_facets_body, build_fetch_body, build_msearch_body
from search.vocabulary import (
    Findings,
    LookUp,
    Vocabulary,
    build_look_up_body,
    read_findings,
)
from settings import NakhodkaError, Settings

VERSIONS_KEPT_SECONDS: Final = 0.5  # another process may switch a version; it is seen within a second
MOST_KEPT_VALUES: Final = 32  # index versions whose filter values are kept
MISSING_INDEX: Final = "index_not_found_exception"


class SearchBackendError(NakhodkaError):
    """Every leg failed, so there is nothing to answer with."""


class CollectionMissingError(NakhodkaError):
    """A collection was never indexed."""


class SearchBackend:
    """Index versions, legs and entries of one OpenSearch."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings
        self._versions: dict[str, tuple[float, list[str]]] = {}
        self._values: dict[str, dict[str, list[FacetValue]]] = {}

    def resolve(self, collections: Sequence[str]) -> list[str]:
        """The live index version of each collection, at most `VERSIONS_KEPT_SECONDS` old; CollectionMissingError when
        one has none.

        Where a version can vanish meanwhile, catch IndexMissingError, call `forget_versions` and begin anew.
        """
        return [index for collection in collections for index in self._resolve(collection)]

    def forget_versions(self) -> None:
        """Index versions are asked for anew."""
        self._versions.clear()

    def _resolve(self, collection: str) -> list[str]:
        asked, live = self._versions.get(collection, (0.0, []))
        now = time.monotonic()
        if live and now - asked < VERSIONS_KEPT_SECONDS:
            return live
        live = resolve_alias(self._engine, name_alias(self._settings, collection))
        if not live:
            self._versions.pop(collection, None)
            raise CollectionMissingError(
                f"Collection '{collection}' does not exist. Build it with: "
                f"nakhodka index PATH --collection {collection}"
            )
        self._versions[collection] = now, live
        return live

    def list_collections(self) -> list[str]:
        """Names of the collections that can be searched, sorted."""
        with translate_errors(self._engine.url):
            answer = self._engine.client.indices.get_alias(name=f"{self._settings.index_prefix}.*")
        aliases = {alias for index in answer.values() for alias in index["aliases"]}
        return sorted(parse_collection(alias) for alias in aliases)

    def list_facets(
        self, index: str, names: Sequence[str] = ("type", "language"), most_values: int = MOST_FACET_VALUES
    ) -> dict[str, list[FacetValue]]:
        """For each filter named (of mappings.fields.FILTER_FIELDS) its values, the most frequent first."""
        with translate_errors(self._engine.url):
            answer = self._engine.client.search(index=index, body=build_facets_body(names, most_values))
        return {name: _read_facet(answer["aggregations"][name]) for name in names}

    def read_meta(self, index: str) -> IndexMeta:
        """How an index version was built."""
        return IndexMeta.from_dict(index, read_meta(self._engine, index))

    def read_basis(self, index: str) -> bytes | None:
        """The basis of an index version's token vectors, None where it keeps none."""
        found = self._fetch([Key(BASIS_ENTRY, index)], [fields.BASIS])
        return read_binary(found[0][1][fields.BASIS]) if found else None

    def open_facts(self, indexes: Sequence[str]) -> IndexFacts:
        """What operators and filters are compared with."""
        return _Facts(self, self._engine, ",".join(indexes))

    def list_filter_values(self, index: str) -> dict[str, list[FacetValue]]:
        """The values of all filters that can be listed; an index version does not change, so it is asked once."""
        values = self._values.get(index)
        if values is None:
            if len(self._values) >= MOST_KEPT_VALUES:
                self._values.clear()
            values = self._values[index] = self.list_facets(index, NAMED_VALUES, MOST_LISTED_VALUES)
        return values

    def open_vocabulary(self, indexes: Sequence[str]) -> Vocabulary:
        """The words of the index versions."""
        return _IndexVocabulary(self._engine, ",".join(indexes))

    def run_legs(self, indexes: Sequence[str], legs: Mapping[str, Mapping[str, Any]]) -> list[Leg]:
        """The answers of all legs, asked in one `_msearch`; a leg that failed says why and has no candidates."""
        lines = build_msearch_body(indexes, legs.values())
        with translate_errors(self._engine.url):
            answer = self._engine.client.msearch(body=lines)
        took_ms = float(answer["took"])
        _raise_missing_index(answer["responses"], self._engine.url)
        responses = zip(legs, answer["responses"], strict=True)
        return [replace(_read_leg(name, response), request_took_ms=took_ms) for name, response in responses]

    def find_lines(
        self, collections: Sequence[str], bodies: Sequence[Mapping[str, Any]]
    ) -> list[list[tuple[str, StoredLine]]]:
        """For each body the lines it finds in the collections, each with its index version; asked in one `_msearch`.

        Raises SearchBackendError with the engine's reason when one of them fails.
        """
        aliases = [name_alias(self._settings, collection) for collection in collections]
        with translate_errors(self._engine.url):
            answer = self._engine.client.msearch(body=build_msearch_body(aliases, bodies))
        return [_read_lines(response) for response in answer["responses"]]

    def run_hybrid(self, indexes: Sequence[str], body: Mapping[str, Any]) -> Leg:
        """The engine's own fused ranking."""
        with translate_errors(self._engine.url):
            answer = self._engine.client.search(index=",".join(indexes), body=dict(body))
        return _read_leg("fusion", answer)

    def fetch_passages(self, keys: Iterable[Key]) -> dict[Key, StoredPassage]:
        """The stored passages; one that has vanished meanwhile is absent."""
        body = list(keys)
        return {key: StoredPassage.from_source(source) for key, source in self._fetch(body, None)}

    def fetch_hits(self, keys: Iterable[Key]) -> dict[Key, tuple[StoredPassage, StoredTerms]]:
        """The stored passages with their terms, for showing them."""
        found = self._fetch(list(keys), HIT_FIELDS)
        return {key: (StoredPassage.from_source(source), StoredTerms.from_source(source)) for key, source in found}

    def fetch_fields(self, keys: Sequence[Key], names: Sequence[str]) -> dict[Key, dict[str, Any]]:
        """Some stored fields of entries."""
        return dict(self._fetch(keys, names))

    def fetch_document(self, index: str, document_id: str) -> StoredDocument | None:
        """The document with its whole text, None when the index version has no such document."""
        names = list(StoredDocument.__dataclass_fields__)
        found = self._fetch([Key(name_document_entry(document_id), index)], names)
        return StoredDocument.from_source(found[0][1]) if found else None

    def _fetch(self, keys: Sequence[Key], names: Sequence[str] | None) -> list[tuple[Key, dict[str, Any]]]:
        if not keys:
            return []
        entries = [(key.index_name, key.passage_id) for key in keys]
        body = build_fetch_body(entries) if names is None else build_fetch_body(entries, names)
        with translate_errors(self._engine.url):
            answer = self._engine.client.mget(body=body)
        _raise_missing_index(answer["docs"], self._engine.url)
        return [
            (Key(entry["_id"], entry["_index"]), entry["_source"]) for entry in answer["docs"] if entry.get("found")
        ]


class _Facts:
    """`IndexFacts` of index versions."""

    def __init__(self, backend: SearchBackend, engine: Engine, indexes: str) -> None:
        self._backend = backend
        self._engine = engine
        self._indexes = indexes

    def list_values(self) -> Mapping[str, Sequence[FacetValue]]:
        return self._backend.list_filter_values(self._indexes)

    def count(self, clauses: Sequence[Clause], filters: Sequence[Clause]) -> list[int]:
        with translate_errors(self._engine.url):
            answer = self._engine.client.search(index=self._indexes, body=build_count_clauses_body(clauses, filters))
        return read_clause_counts(answer, len(clauses))


class _IndexVocabulary:
    """`Vocabulary` over index versions."""

    def __init__(self, engine: Engine, indexes: str) -> None:
        self._engine = engine
        self._indexes = indexes

    def look_up(self, asked: LookUp) -> Findings:
        with translate_errors(self._engine.url):
            answer = self._engine.client.search(index=self._indexes, body=build_look_up_body(asked))
        return read_findings(answer, asked)


def _raise_missing_index(answers: Sequence[Mapping[str, Any]], url: str) -> None:
    """IndexMissingError where one of several answers in one response is that the index is gone."""
    for answer in answers:
        error = answer.get("error")
        if isinstance(error, Mapping) and error.get("type") == MISSING_INDEX:
            raise IndexMissingError(f"Index '{error.get('index')}' at {url} is gone. Search again.")


def _read_facet(aggregation: Mapping[str, Any]) -> list[FacetValue]:
    values = [FacetValue(bucket["key"], bucket["documents"]["value"]) for bucket in aggregation["buckets"]]
    return sorted(values, key=lambda facet: (-facet.documents, facet.value))


def _read_leg(name: str, response: Mapping[str, Any]) -> Leg:
    if "error" in response:
        return Leg(name, (), error=_read_reason(response["error"]))
    hits = response["hits"]["hits"]
    candidates = [
        ScoredPassage(Key(hit["_id"], hit["_index"]), hit["fields"][fields.DOCUMENT_ID][0], float(hit["_score"]))
        for hit in hits
    ]
    candidates.sort(key=lambda candidate: (-candidate.score, candidate.key))  # the engine leaves ties to chance
    failed = response["_shards"]["failed"]
    if failed and not candidates:
        return Leg(name, (), error=_read_reason(response["_shards"]["failures"][0]["reason"]))
    return Leg(
        name=name,
        candidates=tuple(candidates),
        took_ms=float(response["took"]),
        error=f"{failed} of {response['_shards']['total']} shards failed" if failed else None,
        timed_out=bool(response["timed_out"]),
    )


def _read_lines(response: Mapping[str, Any]) -> list[tuple[str, StoredLine]]:
    if "error" in response:
        raise SearchBackendError(f"Suggestions failed. {_read_reason(response['error'])}. See: nakhodka doctor")
    return [(hit["_index"], StoredLine.from_source(hit["_source"])) for hit in response["hits"]["hits"]]


def _read_reason(error: Any) -> str:
    if not isinstance(error, Mapping):
        return str(error)
    causes = error.get("root_cause") or [error]
    return f"{causes[0].get('type')}: {causes[0].get('reason')}"
