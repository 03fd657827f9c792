"""Passages get their vectors: many at a time, with a basis of the index version for their token vectors."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np

from indexer.preparing import PreparedPassage
from indexer.report import IndexReport
from models.blas import one_blas_thread
from models.errors import EmptyTextError
from models.protocols import Embedder, Vectors
from models.token_vectors import TokenBasis, fit_token_basis
from settings import Settings

BATCHES_AT_ONCE: Final = 8  # the embedder sorts by length what it is given; more to sort is less padding
SAMPLE_TOKENS: Final = 40_000  # kept uncompressed (61 MB) until a basis is fitted to them


class EmbeddedPassage(NamedTuple):
    """A passage with its vector (None where its text has no token the model knows) and compressed token vectors."""

    passage: PreparedPassage
    vector: list[float] | None
    token_vectors: bytes | None


class _Waiting(NamedTuple):
    passage: PreparedPassage
    vector: list[float]
    token_vectors: Vectors


def describe_token_vectors(settings: Settings, embedder: Embedder) -> dict[str, Any] | None:
    """How token vectors are kept, for `_meta`; None where none are."""
    if not settings.token_vectors or not embedder.gives_token_vectors:
        return None
    components = min(settings.token_components, embedder.identity.dimension)
    return {"components": components, "bits": settings.token_bits}


class PassageEmbedding:
    """Embeds the passages of one index version.

    The basis of their token vectors is the one given (an earlier version's, whose entries are copied), or is fitted to
    the first 40,000 tokens; passages that came before it was fitted wait in memory. So give passages in random order.
    """

    def __init__(self, embedder: Embedder, settings: Settings, report: IndexReport, basis: bytes | None) -> None:
        self._embedder = embedder
        self._settings = settings
        self._report = report
        self._keeps_tokens = describe_token_vectors(settings, embedder) is not None
        self._basis = TokenBasis.from_bytes(basis) if basis is not None and self._keeps_tokens else None

    @property
    def basis(self) -> bytes | None:
        """The basis in use, None as long as there is none."""
        return self._basis.to_bytes() if self._basis is not None else None

    def iter_embedded(self, passages: Iterable[PreparedPassage]) -> Generator[EmbeddedPassage, None, None]:
        """Every passage with its vectors, in the order given."""
        waiting: list[_Waiting] = []
        for batch in self._iter_batches(passages):
            for passage, vector, tokens in self._embed(batch):
                if vector is None or tokens is None:
                    yield EmbeddedPassage(passage, vector, None)
                elif self._basis is None:
                    waiting.append(_Waiting(passage, vector, tokens))
                else:
                    yield self._compress(_Waiting(passage, vector, tokens))
            if sum(len(entry.token_vectors) for entry in waiting) >= SAMPLE_TOKENS:
                yield from self._release(waiting)
        yield from self._release(waiting)

    def _iter_batches(self, passages: Iterable[PreparedPassage]) -> Iterator[list[PreparedPassage]]:
        """Small ones first: the model need not wait until hundreds of passages are prepared."""
        size = self._settings.embedding_batch_size
        remaining = iter(passages)
        while batch := list(islice(remaining, size)):
            yield batch
            size = min(2 * size, self._settings.embedding_batch_size * BATCHES_AT_ONCE)

    def _embed(
        self, batch: Sequence[PreparedPassage]
    ) -> Iterator[tuple[PreparedPassage, list[float] | None, Vectors | None]]:
        try:
            with self._report.timed("embedding"):
                embedded = self._embedder.embed_passages(
                    [passage.text for passage in batch], with_tokens=self._keeps_tokens
                )
        except EmptyTextError:
            yield from self._embed_one_by_one(batch)
            return
        self._report.embedded_tokens += sum(embedded.token_counts)
        self._report.truncated += embedded.truncated
        for place, passage in enumerate(batch):
            vector = np.asarray(embedded.vectors[place]).tolist()
            yield passage, vector, embedded.token_vectors[place] if embedded.token_vectors else None

    def _embed_one_by_one(
        self, batch: Sequence[PreparedPassage]
    ) -> Iterator[tuple[PreparedPassage, list[float] | None, Vectors | None]]:
        """A passage whose text has no token is found by its words alone; the others must not suffer for it."""
        if len(batch) == 1:
            yield batch[0], None, None
            return
        for passage in batch:
            yield from self._embed([passage])

    def _release(self, waiting: list[_Waiting]) -> Iterator[EmbeddedPassage]:
        if not waiting:
            return
        with self._report.timed("fitting the token basis"), one_blas_thread():
            self._basis = fit_token_basis(
                self._embedder,
                [entry.token_vectors for entry in waiting],
                components=self._settings.token_components,
                bits=self._settings.token_bits,
            )
        for entry in waiting:
            yield self._compress(entry)
        waiting.clear()

    def _compress(self, entry: _Waiting) -> EmbeddedPassage:
        assert self._basis is not None
        with self._report.timed("compressing token vectors"), one_blas_thread():
            payload = self._basis.compress(entry.token_vectors)
        self._report.token_vector_bytes += len(payload)
        return EmbeddedPassage(entry.passage, entry.vector, payload)
