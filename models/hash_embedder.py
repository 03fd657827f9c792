"""An embedder that knows no meaning: hashed words and letter groups, for tests and benchmarks of everything else."""

from __future__ import annotations

import functools
import hashlib
import logging
import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from models.errors import EmptyTextError
from models.protocols import Embedded, ModelIdentity, Vectors
from models.sentence_embedder import scale_to_length_one
from settings import HASH_MODEL

logger = logging.getLogger(__name__)

DIMENSION: Final = 64
GROUP: Final = 3  # letters hashed together, so that forms of one word come out similar
MARKERS: Final = 2  # counted like the markers of a real model
TOKEN: Final = re.compile(
    r"[\u3400-\u9fff\uf900-\ufaff]|[^\W\u3400-\u9fff\uf900-\ufaff]+|[^\w\s]"
)  # a Han character, a word, a sign


class HashTokenCounter:
    """A `TokenCounter` of words, Han characters and signs. Can be pickled."""

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        """Start and end of every word, Han character and sign.

        >>> HashTokenCounter().token_offsets("E-1 北京")
        [(0, 1), (1, 2), (2, 3), (4, 5), (5, 6)]
        """
        return [match.span() for match in TOKEN.finditer(text)]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Words, Han characters and signs of each text."""
        return [len(self.token_offsets(text)) for text in texts]


class HashEmbedder(HashTokenCounter):
    """An `Embedder` whose vectors are sums of hashed words: the same text has the same vector on every machine."""

    gives_token_vectors = True
    space = "cosinesimil"

    def __init__(self, *, query_prefix: str = "", passage_prefix: str = "", max_tokens: int = 512) -> None:
        """Prefixes become part of the identity and of token counts; they change no vector."""
        self.identity = ModelIdentity(
            model=HASH_MODEL,
            revision="1",
            dimension=DIMENSION,
            query_prefix=query_prefix,
            passage_prefix=passage_prefix,
            pooling="mean",
            normalized=True,
            max_tokens=max_tokens,
        )
        logger.warning("The hash embedder is in use: its vectors know spellings, not meanings. For tests only.")

    def describe(self) -> str:
        """One line that says what this is."""
        return f"{HASH_MODEL}, {DIMENSION} dimensions: hashed spellings WITHOUT MEANING, for tests only"

    def embed_passages(self, texts: Sequence[str], *, with_tokens: bool = False) -> Embedded:
        """Vectors of passages. Raises EmptyTextError for an empty text."""
        return self._embed(texts, self.identity.passage_prefix, with_tokens=with_tokens)

    def embed_questions(self, texts: Sequence[str], *, with_tokens: bool = False) -> Embedded:
        """Vectors of questions. Raises EmptyTextError for an empty text."""
        return self._embed(texts, self.identity.query_prefix, with_tokens=with_tokens)

    def token_counter(self) -> HashTokenCounter:
        """Counts alike, wherever it is sent."""
        return HashTokenCounter()

    def _embed(self, texts: Sequence[str], prefix: str, *, with_tokens: bool) -> Embedded:
        extra = MARKERS + len(TOKEN.findall(prefix))
        tokens = [self._embed_tokens(text, number, len(texts)) for number, text in enumerate(texts, start=1)]
        room = max(1, self.identity.max_tokens - extra)
        kept = [item[:room] for item in tokens]
        vectors = [scale_to_length_one(item.sum(axis=0)) for item in kept]
        return Embedded(
            vectors=np.stack(vectors) if vectors else np.zeros((0, DIMENSION), np.float32),
            token_vectors=kept if with_tokens else None,
            token_counts=[len(item) + extra for item in tokens],
            truncated=sum(len(item) > room for item in tokens),
        )

    def _embed_tokens(self, text: str, number: int, count: int) -> Vectors:
        words = TOKEN.findall(text)
        if not words:
            raise EmptyTextError(f"Text {number} of {count} is empty: there is nothing to embed. Leave it out.")
        return np.stack([embed_word(word.lower()) for word in words])


@functools.lru_cache(maxsize=100_000)
def embed_word(word: str) -> Vectors:
    """The vector of a word, shape (64,): one direction for the word and one for each of its letter groups.

    The word counts double; all coordinates of a sum being equally likely, it is never zero in practice.
    """
    padded = f"^{word}$"
    groups = [padded[start : start + GROUP] for start in range(max(1, len(padded) - GROUP + 1))]
    vector = scale_to_length_one(
        2 * _hash_direction(word) + np.sum([_hash_direction(group) for group in groups], axis=0)
    )
    vector.flags.writeable = False
    return vector


@functools.lru_cache(maxsize=100_000)
def _hash_direction(text: str) -> Vectors:
    """+1 and -1, as the bits of a hash say (64 bits for 64 coordinates)."""
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIMENSION // 8).digest()
    bits = np.unpackbits(np.frombuffer(digest, np.uint8))
    return bits.astype(np.float32) * 2 - 1
