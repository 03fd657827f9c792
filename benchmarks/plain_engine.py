"""The baseline: what OpenSearch gives out of the box on the same texts and vectors.

A text field with the engine's own analyzer of the language, a k-NN field, and the hybrid query with min-max
normalisation, words .3 and vectors .7: the best that other frameworks reach with these models.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from benchmarks.public_sets import PublicSet
from engine.connection import Engine
from engine.errors import translate_errors
from engine.indexes import create_index, delete_index, force_merge, refresh
from eval.records import Question
from eval.running import Answered, SystemRun
from eval.systems import System
from indexer.bulk import BulkSender
from indexer.embedding import EmbeddedPassage
from models.protocols import Embedder
from search.records import Mode
from settings import NakhodkaError, Settings

ANALYZERS: Final = {"ru": "russian", "en": "english", "zh": "cjk"}
WEIGHTS: Final = (0.3, 0.7)
CANDIDATES: Final = 100  # of each leg
TEXT, VECTOR = "text", "vector"

PLAIN_WORDS: Final = System("engine: words", Mode.LEXICAL, second_stage=False)
PLAIN_VECTORS: Final = System("engine: vectors", Mode.VECTOR, second_stage=False)
PLAIN_HYBRID: Final = System("engine: hybrid", Mode.HYBRID, second_stage=False)
PLAIN_SYSTEMS: Final = (PLAIN_WORDS, PLAIN_VECTORS, PLAIN_HYBRID)


class PlainEngine:
    """A plain index of one set. meta: what it was built from; another one is built anew."""

    def __init__(self, engine: Engine, settings: Settings, embedder: Embedder, public_set: PublicSet) -> None:
        self._engine = engine
        self._settings = settings
        self._embedder = embedder
        self.index = f"{settings.index_prefix}-plain-{public_set.name}"
        self._analyzer = ANALYZERS[public_set.language]
        self._meta = {
            "corpus": public_set.hash,
            "embedding": embedder.identity.as_dict(),
            "body": self._build_body(),
        }

    def ensure(self, read_passages: Callable[[], Iterable[EmbeddedPassage]]) -> None:
        """Builds the index unless it is there; passages are read only then."""
        if self._read_meta() == self._meta:
            return
        delete_index(self._engine, self.index)
        create_index(self._engine, self.index, self._build_body())
        with BulkSender(self._engine, self.index, self._settings) as sender:
            for passage, vector, _ in read_passages():
                entry = {TEXT: passage.text} if vector is None else {TEXT: passage.text, VECTOR: vector}
                sender.add(passage.stored.document_id, entry)
        if sender.refusals:
            raise NakhodkaError(f"{len(sender.refusals)} entries were refused. First: {sender.refusals[0]}.")
        refresh(self._engine, self.index)
        force_merge(self._engine, self.index)
        refresh(self._engine, self.index)  # else searches go on in the segments that were merged
        with translate_errors(self._engine.url):  # last: an index without it was never finished
            self._engine.client.indices.put_mapping(index=self.index, body={"_meta": self._meta})

    def run(
        self, system: System, questions: Sequence[Question], size: int, advance: Callable[[], None] = lambda: None
    ) -> SystemRun:
        """The answers of one of PLAIN_SYSTEMS."""
        answers = {}
        for number, question in enumerate(questions):
            if number == 0:
                self._ask(system, question.question, size)
            started = time.perf_counter()
            hits = self._ask(system, question.question, size)
            took_ms = (time.perf_counter() - started) * 1000
            documents = tuple(hit["_id"] for hit in hits)
            answers[question.id] = Answered(documents, documents, hits[0]["_score"] if hits else None, took_ms)
            advance()
        return SystemRun(system, answers)

    def _ask(self, system: System, text: str, size: int) -> list[dict[str, Any]]:
        queries: list[dict[str, Any]] = []
        if system.mode is not Mode.VECTOR:
            queries.append({"match": {TEXT: text}})
        if system.mode is not Mode.LEXICAL:
            vector = self._embedder.embed_questions([text]).vectors[0].tolist()
            queries.append({"knn": {VECTOR: {"vector": vector, "k": CANDIDATES}}})
        body = {"size": size, "_source": [TEXT], **_build_query(queries)}
        with translate_errors(self._engine.url):
            hits: list[dict[str, Any]] = self._engine.client.search(index=self.index, body=body)["hits"]["hits"]
        return hits

    def _read_meta(self) -> dict[str, Any] | None:
        with translate_errors(self._engine.url):
            found = self._engine.client.indices.get_mapping(index=self.index, params={"ignore_unavailable": "true"})
        meta: dict[str, Any] | None = found.get(self.index, {}).get("mappings", {}).get("_meta")
        return meta

    def _build_body(self) -> dict[str, Any]:
        method = {
            "name": "hnsw",
            "engine": "lucene",
            "space_type": self._embedder.space,
            "parameters": {"m": self._settings.hnsw_m, "ef_construction": self._settings.hnsw_ef_construction},
        }
        properties = {
            TEXT: {"type": "text", "analyzer": self._analyzer},
            VECTOR: {"type": "knn_vector", "dimension": self._embedder.identity.dimension, "method": method},
        }
        settings = {"knn": True, "number_of_shards": 1, "number_of_replicas": 0, "refresh_interval": "-1"}
        return {"settings": {"index": settings}, "mappings": {"properties": properties}}


def _build_query(queries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    if len(queries) == 1:
        return {"query": queries[0]}
    combination = {"technique": "arithmetic_mean", "parameters": {"weights": list(WEIGHTS)}}
    processor = {"normalization-processor": {"normalization": {"technique": "min_max"}, "combination": combination}}
    return {
        "query": {"hybrid": {"queries": list(queries), "pagination_depth": CANDIDATES}},
        "search_pipeline": {"phase_results_processors": [processor]},
    }
