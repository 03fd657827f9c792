"""What the figures of a report depend on: two reports that agree here can be compared."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Sequence
from typing import Any

from engine.connection import Engine
from eval.records import EvaluationError
from indexer.versions import DocumentState, Versions
from search.searcher import Searcher

DEPTHS = ("candidates", "rerank_candidates", "vector_search_width", "passages_per_document")
FUSING = ("fusion", "fusion_backend", "rrf_k", "weight_lexical", "weight_vector", "second_stage_weight")


def read_documents(engine: Engine, searcher: Searcher, collection: str) -> dict[str, DocumentState]:
    """Every document of the live version. Raises CollectionMissingError where there is none."""
    (index,) = searcher.backend.resolve([collection])
    return Versions(engine, searcher.settings, collection).read_states(index)


def hash_corpus(documents: Sequence[DocumentState]) -> str:
    """A name for ids and contents that does not depend on the order in which they were indexed."""
    rows = sorted(f"{state.document_id} {state.content_hash}" for state in documents)
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def describe_provenance(
    engine: Engine, searcher: Searcher, collection: str, documents: Sequence[DocumentState]
) -> dict[str, Any]:
    """Documents, analysis, models, depths and fusion, for a report."""
    live = Versions(engine, searcher.settings, collection).find_live()
    if live is None or live.meta is None:
        raise EvaluationError(f"Collection '{collection}' was replaced meanwhile. Run the command again.")
    settings = searcher.settings
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "collection": collection,
        "documents": len(documents),
        "passages": sum(state.passage_count for state in documents),
        "corpus_hash": hash_corpus(documents),
        "analysis": searcher.analyzer.fingerprint,
        "embedding": searcher.embedder.identity.as_dict() if searcher.embedder else None,
        "reranker": searcher.rescorer.name if searcher.rescorer else None,
        "chunking": dict(live.meta.chunking),
        "token_vectors": dict(live.meta.token_vectors) if live.meta.token_vectors else None,
        "engine": engine.info.version,
        "depths": {name: getattr(settings, name) for name in DEPTHS},
        "fusing": {name: getattr(settings, name) for name in FUSING},
        "bm25": settings.bm25.model_dump(),
    }
