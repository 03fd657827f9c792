"""Texts to vectors with any transformer: prefixes, tokens, batches, cuts; the forward pass itself is exchangeable."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from models.batching import run_in_batches
from models.errors import ModelError
from models.model_facts import ModelFacts
from models.protocols import Embedded, ModelIdentity, Vectors
from models.tokenizing import TextTokenizer, TokenizedText, TokenizerCounter

logger = logging.getLogger(__name__)


class TextStates(NamedTuple):
    """What a forward pass gives for one text: `vector` of shape (dimension,), and `states` of shape
    (ids, token dimension) where they were asked for; float32, of any length."""

    vector: Vectors
    states: Vectors | None


class ForwardPass(Protocol):
    """A network that turns tokens into vectors. Thread-safe."""

    @property
    def label(self) -> str:
        """Backend, number format, device and threads, for people."""
        ...

    def run(self, batch: Sequence[TokenizedText], *, with_states: bool) -> list[TextStates]: ...


class SentenceEmbedder:
    """An `Embedder` around a tokenizer and a forward pass."""

    def __init__(
        self,
        identity: ModelIdentity,
        facts: ModelFacts,
        tokenizer: TextTokenizer,
        forward: ForwardPass,
        *,
        batch_size: int,
        remark: str = "",
    ) -> None:
        """`remark` is added to the description, for example why a slower backend is in use."""
        self.identity = identity
        self.space = facts.space
        self.gives_token_vectors = facts.token_dimension == facts.dimension
        self._facts = facts
        self._tokenizer = tokenizer
        self._forward = forward
        self._batch_size = batch_size
        self._remark = remark

    def describe(self) -> str:
        """Model, dimension, backend, number format, device and threads in one line."""
        line = f"{self.identity.model}, {self.identity.dimension} dimensions, {self._forward.label}"
        return f"{line} ({self._remark})" if self._remark else line

    def embed_passages(self, texts: Sequence[str], *, with_tokens: bool = False) -> Embedded:
        """Vectors of texts as they stand in documents. Raises EmptyTextError for an empty one."""
        return self._embed(texts, self.identity.passage_prefix, with_tokens=with_tokens)

    def embed_questions(self, texts: Sequence[str], *, with_tokens: bool = False) -> Embedded:
        """Vectors of questions. Raises EmptyTextError for an empty one."""
        return self._embed(texts, self.identity.query_prefix, with_tokens=with_tokens)

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        """Start and end (code points) of every token; one that begins a word may include the space before it."""
        return self._tokenizer.offsets(text)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without markers and prefix, not truncated."""
        return self._tokenizer.count(texts)

    def token_counter(self) -> TokenizerCounter:
        """Counts the same tokens with a tokenizer of its own, wherever it is sent."""
        return TokenizerCounter(self._tokenizer)

    def _embed(self, texts: Sequence[str], prefix: str, *, with_tokens: bool) -> Embedded:
        with_states = with_tokens and self.gives_token_vectors
        tokenized = self._tokenizer.tokenize(texts, prefix)
        results = run_in_batches(
            tokenized,
            self._batch_size,
            lambda text: len(text.ids),
            lambda batch: [self._finish(*pair) for pair in zip(batch, self._run(batch, with_states), strict=True)],
        )
        return Embedded(
            vectors=np.stack([result.vector for result in results]) if results else self._no_vectors(),
            token_vectors=[_require(result.states) for result in results] if with_states else None,
            token_counts=[text.count for text in tokenized],
            truncated=self._report_truncated(tokenized),
        )

    def _run(self, batch: list[TokenizedText], with_states: bool) -> list[TextStates]:
        return self._forward.run(batch, with_states=with_states)

    def _finish(self, text: TokenizedText, result: TextStates) -> TextStates:
        """The vector and the states of the text's own tokens, brought to length 1 and checked."""
        if not np.isfinite(result.vector).all() or not result.vector.any():
            raise ModelError(
                f"Model '{self.identity.model}' gave a vector of zeros or not of numbers with {self._forward.label}. "
                "Set NAKHODKA_PRECISION=float32."
            )
        vector = scale_to_length_one(result.vector) if self._facts.to_length_one else result.vector
        states = None if result.states is None else scale_to_length_one(result.states[text.own])
        return TextStates(vector, states)

    def _no_vectors(self) -> Vectors:
        return np.zeros((0, self.identity.dimension), np.float32)

    def _report_truncated(self, tokenized: Sequence[TokenizedText]) -> int:
        truncated = [text.count for text in tokenized if text.truncated]
        if truncated:
            logger.warning(
                "%d of %d texts have more than the %d tokens the model sees (longest: %d); their ends were cut",
                len(truncated), len(tokenized), self._tokenizer.max_tokens, max(truncated),
            )  # fmt: skip
        return len(truncated)


def scale_to_length_one(vectors: Vectors) -> Vectors:
    """The vectors along the last axis with length 1; zeros stay zeros.

    >>> scale_to_length_one(np.array([[3, 4], [0, 0]], np.float32)).tolist()
    [[0.6..., 0.8...], [0.0, 0.0]]
    """
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32, copy=False)


def _require(states: Vectors | None) -> Vectors:
    if states is None:
        raise ModelError("The forward pass gave no token vectors although they were asked for.")
    return states
