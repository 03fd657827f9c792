"""A searcher is put together: connection, models, and what is missing of them."""

from __future__ import annotations

from engine.connection import Engine
from models.errors import ModelError
from models.loading import load_embedder, load_reranker
from models.protocols import Embedder
from search.backend import SearchBackend
from search.records import Notice
from search.searcher import Searcher
from search.second_stage import Rescorer
from settings import Settings


def open_searcher(engine: Engine, settings: Settings) -> Searcher:
    """A searcher for the settings. A model that cannot be loaded is a notice on every answer, not an error."""
    backend = SearchBackend(engine, settings)
    missing: list[Notice] = []
    embedder = _load_embedder(settings, missing)
    rescorer = _load_rescorer(settings, backend, embedder, missing)
    return Searcher(backend, settings, embedder, rescorer, missing)


def _load_embedder(settings: Settings, missing: list[Notice]) -> Embedder | None:
    try:
        return load_embedder(settings)
    except ModelError as error:
        missing.append(Notice("vector_leg_off", f"Only words were searched, for the embedding model is off: {error}"))
        return None


def _load_rescorer(
    settings: Settings, backend: SearchBackend, embedder: Embedder | None, missing: list[Notice]
) -> Rescorer | None:
    try:
        reranker = load_reranker(settings, embedder)
    except ModelError as error:
        missing.append(Notice("second_stage_off", f"The order is that of the fusion, for the reranker is off: {error}"))
        return None
    return Rescorer(backend, settings, reranker) if reranker is not None else None
