"""Token vectors in a few dozen bytes each, so that an index can keep them for late interaction.

Token vectors minus their mean are projected onto their principal components (Pearson 1901), turned by a random
rotation, and rounded with one step for everything. The rotation spreads the variance evenly over the coordinates;
without it a common step wastes bits on the small ones. Measured on XQuAD-R ru, nDCG@10 of MaxSim over all sentences:
uncompressed .8663; 96 components with 4 bits (48 bytes a token) .8656; 2 bits (24 bytes) .8592; 64 components lose.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.calibration import CALIBRATION_TEXTS
from models.errors import ModelError
from models.protocols import Embedder, Vectors
from models.token_statistics import (
    SAMPLE_ENOUGH,
    SAMPLE_MOST,
    blend_background,
    centre_moments,
    draw_rotation,
    measure_moments,
    take_tokens,
)

# Best step of a uniform quantiser for a normal distribution of variance 1, by bits.
# Source: Max 1960, "Quantizing for minimum distortion", table II, doi:10.1109/TIT.1960.1057548; 8 bits computed alike.
BEST_STEPS: Final = {2: 0.9957, 3: 0.5860, 4: 0.3352, 8: 0.0308}
PLANES: Final = {2: (2,), 3: (2, 1), 4: (4,), 8: (8,)}  # widths a code is cut into, low bits first; each divides a byte

TAG_BYTES: Final = 4  # the basis' identity, before each text's vectors: those of another basis must not be scored
HEADER: Final = struct.Struct("<4sBBIIf")
MAGIC: Final = b"NKTB"
VERSION: Final = 1
CHECKSUM_BYTES: Final = 8


class ProjectedQuestion(NamedTuple):
    """A question in the coordinates of the codes: cosine ≈ codes @ weights + offsets.

    weights: shape (coordinates, question tokens); offsets: shape (question tokens,).
    """

    weights: Vectors
    offsets: Vectors


@dataclass(frozen=True, eq=False)
class TokenBasis:
    """How an index version's token vectors are written.

    mean: shape (dimension,); projection: shape (dimension, components), orthonormal columns; step: width of one code.
    """

    mean: Vectors
    projection: Vectors
    step: float
    bits: int
    _data: bytes = field(default=b"", repr=False)

    @classmethod
    def fit(
        cls,
        samples: Iterable[Vectors],
        components: int,
        bits: int,
        seed: int = 0,
        background: Iterable[Vectors] = (),
    ) -> TokenBasis:
        """The basis for token vectors like those of `samples` (arrays of shape (tokens, dimension)).

        The first 100,000 tokens are read, so give passages in random order. When there are fewer than 20,000, vectors
        of `background` are added, with at most the same weight. Components beyond the dimension are left out.
        Raises ModelError when there is no vector at all.
        """
        moments = measure_moments(take_tokens(samples, SAMPLE_MOST))
        if moments.weight < SAMPLE_ENOUGH:
            moments = blend_background(moments, measure_moments(background))
        mean, covariance = centre_moments(moments)
        values, directions = np.linalg.eigh(covariance)  # smallest first
        components = min(components, len(values))
        principal = directions[:, ::-1][:, :components]
        projection = (principal @ draw_rotation(components, seed)).astype(np.float32)
        spread = float(np.sqrt(np.maximum(values[::-1][:components], 0).mean()))
        return cls._rounded(mean, projection, BEST_STEPS[bits] * max(spread, 1e-6), bits)

    @classmethod
    def from_bytes(cls, data: bytes) -> TokenBasis:
        """The basis written by `to_bytes`. Raises ModelError when the bytes are cut, changed or of another version."""
        body, checksum = data[:-CHECKSUM_BYTES], data[-CHECKSUM_BYTES:]
        if len(body) < HEADER.size or _hash(body)[:CHECKSUM_BYTES] != checksum:
            raise ModelError("The index's token basis is damaged. Rebuild the index, or set NAKHODKA_RERANKER=none.")
        magic, version, bits, dimension, components, step = HEADER.unpack_from(body)
        if magic != MAGIC or version != VERSION or bits not in PLANES:
            raise ModelError(
                f"The index's token basis has version {version}, this program reads {VERSION}. Rebuild the index."
            )
        numbers = np.frombuffer(body, "<f2", offset=HEADER.size).astype(np.float32)
        if len(numbers) != dimension * (components + 1):
            raise ModelError("The index's token basis has the wrong length. Rebuild the index.")
        return cls(numbers[:dimension], numbers[dimension:].reshape(dimension, components), step, bits, data)

    def to_bytes(self) -> bytes:
        """The basis as bytes: 74 KB for 384 dimensions and 96 components."""
        return self._data

    @property
    def dimension(self) -> int:
        return len(self.mean)

    @property
    def components(self) -> int:
        return int(self.projection.shape[1])

    @cached_property
    def identity(self) -> str:
        """A short hash of everything that decides how vectors are written."""
        return _hash(self._data).hex()[:12]

    @property
    def bytes_per_token(self) -> int:
        return self._coordinates * self.bits // 8

    def compress(self, vectors: Vectors) -> bytes:
        """Token vectors of one text, shape (tokens, dimension), as 4 + tokens · bytes_per_token bytes."""
        codes = np.floor((vectors - self.mean) @ self.projection / self.step) + self._middle
        padded = np.zeros((len(vectors), self._coordinates), np.uint8)
        padded[:, : self.components] = np.clip(codes, 0, 2**self.bits - 1)
        return self._tag + np.concatenate(list(self._iter_planes(padded)), axis=1).tobytes()

    def expand(self, payload: bytes) -> Vectors:
        """Approximate token vectors of a text, shape (tokens, dimension). Raises ModelError for foreign bytes."""
        codes = self.read_codes([payload])[:, : self.components]
        middles: Vectors = (codes + np.float32(0.5 - self._middle)) * np.float32(self.step)
        return middles @ self.projection.T + self.mean

    def accepts(self, payload: bytes) -> bool:
        """Whether `payload` was written with this basis and holds whole tokens, at least one."""
        length = len(payload) - TAG_BYTES
        return length > 0 and length % self.bytes_per_token == 0 and payload[:TAG_BYTES] == self._tag

    def count_tokens(self, payload: bytes) -> int:
        """Tokens in a payload that is accepted."""
        return (len(payload) - TAG_BYTES) // self.bytes_per_token

    def read_codes(self, payloads: list[bytes]) -> Vectors:
        """Codes of all tokens of all payloads, shape (tokens, coordinates), as float32 for multiplication."""
        if not all(self.accepts(payload) for payload in payloads):
            raise ModelError("Token vectors were written with another basis or are damaged. Rebuild the index.")
        joined = b"".join([payload[TAG_BYTES:] for payload in payloads])
        packed = np.frombuffer(joined, np.uint8).reshape(-1, self.bytes_per_token)
        codes = np.zeros((len(packed), self._coordinates), np.float32)
        self._unpack(packed, codes)
        return codes

    def project_question(self, vectors: Vectors) -> ProjectedQuestion:
        """Question tokens, shape (tokens, dimension), in full precision, ready to be multiplied with codes."""
        projected = vectors @ self.projection * self.step
        weights = np.zeros((self._coordinates, len(vectors)), np.float32)
        weights[: self.components] = projected.T
        offsets = vectors @ self.mean + projected.sum(axis=1) * (0.5 - self._middle)
        return ProjectedQuestion(weights, offsets)

    @classmethod
    def _rounded(cls, mean: Vectors, projection: Vectors, step: float, bits: int) -> TokenBasis:
        """The basis as it will be read again: float16, so that writing and reading change nothing."""
        numbers = np.concatenate([mean, projection.ravel()]).astype("<f2")
        head = HEADER.pack(MAGIC, VERSION, bits, *projection.shape, step)
        body = head + numbers.tobytes()
        return cls.from_bytes(body + _hash(body)[:CHECKSUM_BYTES])

    @property
    def _middle(self) -> int:
        return 1 << (self.bits - 1)

    @property
    def _coordinates(self) -> int:
        """Components rounded up to whole bytes in every plane."""
        return -(-self.components // 8) * 8

    @cached_property
    def _tag(self) -> bytes:
        return _hash(self._data)[:TAG_BYTES]

    def _iter_planes(self, codes: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
        """Codes as packed bytes, plane by plane. In a byte stand coordinates that are far apart, so that reading
        takes whole stretches: 96 codes of 4 bits are 48 bytes, byte j holding codes j and j + 48."""
        shift = 0
        for width in PLANES[self.bits]:
            parts = np.split((codes >> shift) & ((1 << width) - 1), 8 // width, axis=1)
            packed = np.zeros_like(parts[0])
            for position, part in enumerate(parts):
                packed |= part << (position * width)
            yield packed
            shift += width

    def _unpack(self, packed: NDArray[np.uint8], codes: Vectors) -> None:
        """Adds every plane of `packed` to `codes`."""
        shift, start = 0, 0
        for width in PLANES[self.bits]:
            stretch = self._coordinates * width // 8
            plane = packed[:, start : start + stretch]
            for position in range(8 // width):
                part = (plane >> (position * width)) & ((1 << width) - 1) if width < 8 else plane
                place = codes[:, position * stretch : (position + 1) * stretch]
                if shift:
                    place += part.astype(np.float32) * (1 << shift)
                else:
                    place[...] = part
            start += stretch
            shift += width


def fit_token_basis(
    embedder: Embedder, samples: Iterable[Vectors], *, components: int, bits: int, seed: int = 0
) -> TokenBasis:
    """The basis for an index whose passages look like `samples` (token vectors of passages in random order).

    A small collection is completed by sentences of everyday matters, embedded here as passages.
    """
    return TokenBasis.fit(samples, components, bits, seed, background=_iter_background(embedder))


def _iter_background(embedder: Embedder) -> Iterator[Vectors]:
    yield from embedder.embed_passages(CALIBRATION_TEXTS, with_tokens=True).token_vectors or []


def _hash(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
