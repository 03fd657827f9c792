"""A public set as a collection of its own, made by the project's own analysis, vectors, mappings and bulk requests."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from typing import Any, Final

from benchmarks.public_sets import PublicSet, SetDocument
from benchmarks.vector_cache import embed_cached
from engine.connection import Engine
from engine.errors import translate_errors
from engine.indexes import force_merge
from indexer.bulk import BulkSender
from indexer.chunking import CHUNKING_VERSION
from indexer.embedding import EmbeddedPassage
from indexer.indexer import Indexer
from indexer.locking import lock_collection
from indexer.preparing import PreparedPassage, write_terms
from indexer.versions import Versions, build_meta
from language.analysis import Analyzer, open_analyzer
from mappings.entries import StoredDocument, StoredPassage, build_passage_entry
from mappings.fields import VECTOR
from mappings.index_body import build_index_body
from mappings.meta import Expected
from mappings.names import name_document_entry, name_passage
from models.protocols import Embedder
from settings import NakhodkaError, Settings

SOURCE_TYPE: Final = "text"
Say = Callable[[str], None]


def name_collection(name: str) -> str:
    """The collection of a set."""
    return f"bench-{name}"


class SetIndex:
    """The collection of one set. Passages are prepared and embedded only when something has to be built."""

    def __init__(self, engine: Engine, settings: Settings, embedder: Embedder, public_set: PublicSet, say: Say) -> None:
        self._engine = engine
        self._settings = settings
        self._embedder = embedder
        self._set = public_set
        self._say = say
        self._embedded: list[EmbeddedPassage] | None = None
        self._basis: bytes | None = None
        self.collection = name_collection(public_set.name)

    def read_passages(self) -> list[EmbeddedPassage]:
        """All passages with terms and vectors, in the order of the set."""
        if self._embedded is None:
            self._say(f"{self._set.name}: analysing {len(self._set.documents):,} documents")
            analyzer = open_analyzer(self._settings)
            prepared = [
                _prepare_passage(document, self._set, self.collection, analyzer) for document in self._set.documents
            ]
            self._embedded, self._basis = embed_cached(
                self._set.name, prepared, self._embedder, self._settings, self._say
            )
        return self._embedded

    def ensure(self, *, rebuild: bool) -> str:
        """The live index version that holds the set as the settings want it; built where there is none."""
        versions = Versions(self._engine, self._settings, self.collection)
        with lock_collection(self._settings, self.collection):
            versions.delete_unfinished()
            live = versions.find_live()
            if live is not None and not rebuild and self._fits(versions, live.index):
                return live.index
            return self._build(versions)

    def _fits(self, versions: Versions, index: str) -> bool:
        live = versions.find_live()
        if live is None or live.explain_rebuild(self._describe()) is not None:
            return False
        wanted = {document.id: document.hash for document in self._set.documents}
        states = {id_: state.content_hash for id_, state in versions.read_states(index).items()}
        return states == wanted and self._has_parameters(index)

    def _has_parameters(self, index: str) -> bool:
        """BM25's and the vector graph's are fixed when an index is made, and `_meta` does not tell them."""
        wanted = build_index_body(self._settings, build_meta(self._describe(), self._embedder.space))
        with translate_errors(self._engine.url):
            built = self._engine.client.indices.get(index=index)[index]
        similarity = built["settings"]["index"].get("similarity", {})
        vector = built["mappings"]["properties"][VECTOR]
        return _write_texts([similarity, vector]) == _write_texts(
            [wanted["settings"]["index"]["similarity"], wanted["mappings"]["properties"][VECTOR]]
        )

    def _describe(self) -> Expected:
        return Indexer(self._engine, self._settings, self._embedder).expected

    def _build(self, versions: Versions) -> str:
        passages = self.read_passages()
        meta = build_meta(self._describe(), self._embedder.space)
        index = versions.create(meta)
        self._say(f"{self._set.name}: sending {len(passages):,} passages to {index}")
        try:
            sent = self._send(index, passages)
            if self._basis is not None:
                versions.write_basis(index, self._basis)
            versions.check_count(index, sent + (self._basis is not None))
            versions.go_live(index, meta)
        except BaseException:
            versions.discard(index)
            raise
        force_merge(self._engine, index)  # else merging goes on while questions are timed
        return index

    def _send(self, index: str, passages: Sequence[EmbeddedPassage]) -> int:
        with BulkSender(self._engine, index, self._settings) as sender:
            for document in self._set.documents:
                stored = _store_document(document, self._set, self.collection)
                sender.add(name_document_entry(document.id), stored.as_source())
            for passage, vector, token_vectors in passages:
                entry = build_passage_entry(passage.stored, passage.terms, vector, token_vectors)
                sender.add(passage.stored.passage_id, entry)
        if sender.refusals:
            raise NakhodkaError(f"{len(sender.refusals)} entries were refused. First: {sender.refusals[0]}.")
        return sender.sent


def _prepare_passage(
    document: SetDocument, public_set: PublicSet, collection: str, analyzer: Analyzer
) -> PreparedPassage:
    stored = StoredPassage(
        passage_id=name_passage(document.id, CHUNKING_VERSION, 0),
        document_id=document.id,
        collection=collection,
        source=document.id,
        source_type=SOURCE_TYPE,
        language=public_set.language,
        title=document.title,
        heading_path=document.heading_path,
        body=document.body,
        start=0,
        end=len(document.body),
        ordinal=0,
    )
    prefix = document.text.removesuffix(document.body)
    terms = write_terms(analyzer, prefix, document.body, document.heading_path, document.title)
    return PreparedPassage(stored, document.text, terms)


def _store_document(document: SetDocument, public_set: PublicSet, collection: str) -> StoredDocument:
    return StoredDocument(
        document_id=document.id,
        collection=collection,
        source=document.id,
        root=public_set.name,
        source_type=SOURCE_TYPE,
        language=public_set.language,
        title=document.title,
        text=document.body,
        content_hash=document.hash,
        passage_count=1,
        indexed=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    )


def _write_texts(value: Any) -> object:
    """Numbers as the engine gives settings back: as texts."""
    if isinstance(value, dict):
        return {name: _write_texts(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_write_texts(inner) for inner in value]
    return str(float(value)) if isinstance(value, int | float) or value[:1].isdigit() else str(value)
