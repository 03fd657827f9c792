"""What several commands open: the engine, the models, the searcher."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.connection import Engine, connect
from search.opening import open_searcher
from search.searcher import Searcher
from settings import Settings


@contextmanager
def opened_engine(settings: Settings) -> Iterator[Engine]:
    """The engine in force, closed afterwards."""
    engine = connect(settings)
    try:
        yield engine
    finally:
        engine.close()


@contextmanager
def opened_searcher(settings: Settings) -> Iterator[Searcher]:
    """A searcher over the engine in force."""
    with opened_engine(settings) as engine:
        yield open_searcher(engine, settings)
