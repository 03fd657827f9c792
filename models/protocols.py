"""What the rest of the project asks of a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ModelIdentity:
    """Everything that decides which vector a text gets. Two equal identities give interchangeable vectors.

    Number format and device are left out: they change a vector by less than its rounding (cosine ≥ .99).
    """

    model: str
    revision: str
    dimension: int
    query_prefix: str
    passage_prefix: str
    pooling: str
    normalized: bool
    max_tokens: int
    language_neutral: str = ""  # how much of the language is taken out; empty: nothing

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Embedded:
    """What one forward pass gives for a list of texts, in their order.

    vectors: shape (n, dimension), float32.
    token_vectors: for each text shape (its tokens, dimension), float32, rows of length 1, without the vectors
        of the prefix and of marker tokens (`<s>`, `</s>`); None where they were not asked for or the model gives none.
    token_counts: tokens each text has before truncation, markers and prefix included.
    truncated: how many texts were longer than the model's limit and were cut at the end.
    """

    vectors: Vectors
    token_vectors: list[Vectors] | None
    token_counts: list[int]
    truncated: int


class TokenCounter(Protocol):
    """Counts as an embedding model does."""

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        """Start and end (code points of `text`) of every model token, without markers and prefix, not truncated."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Model tokens of each text, without markers and prefix, not truncated."""
        ...


class Embedder(TokenCounter, Protocol):
    """Texts to vectors. Thread-safe."""

    @property
    def identity(self) -> ModelIdentity: ...

    @property
    def space(self) -> str:
        """The engine's name of the similarity: 'cosinesimil' or 'innerproduct'."""
        ...

    @property
    def gives_token_vectors(self) -> bool: ...

    def describe(self) -> str:
        """One line for people: model, backend, device, number format, threads."""
        ...

    def embed_passages(self, texts: Sequence[str], *, with_tokens: bool = False) -> Embedded:
        """Vectors of texts as they stand in documents; the passage prefix is added here, once."""
        ...

    def embed_questions(self, texts: Sequence[str], *, with_tokens: bool = False) -> Embedded:
        """Vectors of questions; the query prefix is added here, once."""
        ...

    def token_counter(self) -> TokenCounter:
        """What counts the same tokens without the model: it can be pickled, and another process needs no more."""
        ...


@dataclass(frozen=True, slots=True)
class RerankCandidate:
    """A passage to be rescored: the text a cross-encoder reads, the stored token vectors late interaction reads."""

    id: str
    text: str
    token_vectors: bytes | None


@dataclass(frozen=True, slots=True)
class Reranked:
    """Raw scores by candidate id (higher is better, never squashed). Candidates that were not reached within the
    budget, or could not be scored, are absent; `reason` says why, in one sentence, where any are absent."""

    scores: dict[str, float]
    reason: str | None = None
    truncated: int = 0


class Reranker(Protocol):
    """A question and candidates to scores."""

    @property
    def name(self) -> str: ...

    @property
    def reads_token_vectors(self) -> bool:
        """Whether it scores from stored token vectors (then texts may be empty) or from texts."""
        ...

    def rerank(self, question: str, candidates: Sequence[RerankCandidate], *, budget_ms: float) -> Reranked: ...
