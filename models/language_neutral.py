"""Vectors without the language they were written in, so that a question finds an answer in another language.

Multilingual models put texts of one language close together: among passages in three languages a Russian question
finds Russian passages first, however little they fit. The means of parallel sentences in each language span the few
directions that tell languages apart; what a vector has in those directions is taken out. Nothing else is lost: on
XQuAD-R sentences nDCG@10 in the question's own language stays the same (ru .8435 to .8445, en .8686 to .8684, zh .8506
to .8500), while the answer in another language, among all sentences of three languages, is found far more often
(ru→en .237 to .507, zh→ru .010 to .224).
Source: Xie, Zhao, Yu, Li 2022, "Discovering Low-rank Subspaces for Language-agnostic Multilingual Representations",
EMNLP 2022.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.parallel_sentences import PARALLEL_QUESTIONS, PARALLEL_STATEMENTS, PARALLEL_VERSION
from models.protocols import Embedded, Embedder, ModelIdentity, TokenCounter, Vectors


class LanguageNeutralEmbedder:
    """An `Embedder` that takes the language out of another embedder's vectors.

    strength: 0 leaves the vectors as they are, 1 takes the whole of the language out; between them, passages in the
    question's own language keep a small advantage.
    """

    def __init__(self, embedder: Embedder, strength: float) -> None:
        self._embedder = embedder
        self._strength = strength
        self._directions = find_language_directions(embedder)
        self.identity: ModelIdentity = replace(
            embedder.identity, language_neutral=f"{strength:g} of parallel sentences {PARALLEL_VERSION}"
        )
        self.space = embedder.space
        self.gives_token_vectors = embedder.gives_token_vectors

    def describe(self) -> str:
        """The embedder's own line, and how much of the language is taken out."""
        return f"{self._embedder.describe()}, language taken out by {self._strength:g}"

    def embed_passages(self, texts: Sequence[str], *, with_tokens: bool = False) -> Embedded:
        """Vectors of texts as they stand in documents."""
        return self._neutralise(self._embedder.embed_passages(texts, with_tokens=with_tokens))

    def embed_questions(self, texts: Sequence[str], *, with_tokens: bool = False) -> Embedded:
        """Vectors of questions."""
        return self._neutralise(self._embedder.embed_questions(texts, with_tokens=with_tokens))

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        """The embedder's own."""
        return self._embedder.token_offsets(text)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """The embedder's own."""
        return self._embedder.count_tokens(texts)

    def token_counter(self) -> TokenCounter:
        """The embedder's own."""
        return self._embedder.token_counter()

    def _neutralise(self, embedded: Embedded) -> Embedded:
        tokens = embedded.token_vectors
        return replace(
            embedded,
            vectors=self._neutralise_alone(embedded.vectors),
            token_vectors=None if tokens is None else [take_out(t, self._directions, self._strength) for t in tokens],
        )

    def _neutralise_alone(self, vectors: Vectors) -> Vectors:
        """One by one: a product of many rows rounds otherwise than one of a single row, and a text's vector must not
        depend on its company."""
        neutral = np.empty_like(vectors)
        for place in range(len(vectors)):
            neutral[place] = take_out(vectors[place : place + 1], self._directions, self._strength)[0]
        return neutral


def find_language_directions(embedder: Embedder) -> Vectors:
    """Orthonormal directions that tell languages apart, shape (languages - 1, dimension)."""
    means = []
    for statements, questions in zip(
        zip(*PARALLEL_STATEMENTS, strict=True), zip(*PARALLEL_QUESTIONS, strict=True), strict=True
    ):
        vectors = [embedder.embed_passages(statements).vectors, embedder.embed_questions(questions).vectors]
        means.append(np.concatenate(vectors).mean(axis=0))
    centred = np.stack(means) - np.mean(means, axis=0)
    directions = np.linalg.svd(centred, full_matrices=False)[2]
    return np.ascontiguousarray(directions[: len(means) - 1], dtype=np.float32)


def take_out(vectors: Vectors, directions: Vectors, strength: float) -> Vectors:
    """Vectors of shape (n, dimension) without a share of what they have in `directions`, of length 1 again."""
    kept = vectors - strength * (vectors @ directions.T) @ directions
    lengths = np.linalg.norm(kept, axis=1, keepdims=True)
    neutral: Vectors = kept / np.maximum(lengths, 1e-12)
    return neutral
