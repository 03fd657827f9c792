"""Vectors of a set's passages, kept on disk: embedding twelve thousand sections takes ten minutes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from indexer.embedding import EmbeddedPassage, PassageEmbedding, describe_token_vectors
from indexer.preparing import PreparedPassage
from indexer.report import IndexReport
from models.protocols import Embedder
from settings import Settings

SAVED_EVERY: Final = 1024  # passages; what is interrupted goes on from there


@dataclass
class VectorFile:
    """Vectors and compressed token vectors by hash of the embedded text, with the basis of the latter."""

    path: Path
    basis: bytes | None = None
    vectors: dict[str, np.ndarray] = field(default_factory=dict)
    payloads: dict[str, bytes] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path) -> VectorFile:
        """What is there; empty where nothing is."""
        opened = cls(path)
        if path.is_file():
            with np.load(path) as data:
                keys = [bytes(key).hex() for key in data["keys"]]
                opened.vectors = dict(zip(keys, data["vectors"], strict=True))
                ends, payload = data["ends"], data["payloads"].tobytes()
                starts = [0, *ends[:-1]]
                opened.payloads = {
                    key: payload[start:end] for key, start, end in zip(keys, starts, ends, strict=True) if end > start
                }
                opened.basis = data["basis"].tobytes() or None
        return opened

    def save(self) -> None:
        """Writes everything; the old file stays until the new one is whole."""
        payloads = [self.payloads.get(key, b"") for key in self.vectors]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        half_written = self.path.with_suffix(".tmp.npz")
        np.savez(
            half_written,
            keys=np.frombuffer(bytes.fromhex("".join(self.vectors)), dtype=np.uint8).reshape(-1, 32),
            vectors=np.stack(list(self.vectors.values())),
            ends=np.cumsum([len(payload) for payload in payloads]),
            payloads=np.frombuffer(b"".join(payloads), dtype=np.uint8),
            basis=np.frombuffer(self.basis or b"", dtype=np.uint8),
        )
        half_written.replace(self.path)


def embed_cached(
    name: str,
    passages: Sequence[PreparedPassage],
    embedder: Embedder,
    settings: Settings,
    say: Callable[[str], None],
) -> tuple[list[EmbeddedPassage], bytes | None]:
    """All passages with their vectors, and the basis of the token vectors; only new texts go through the model."""
    file = VectorFile.open(_choose_path(name, embedder, settings))
    missing = {hash_text(passage.text): passage for passage in passages if hash_text(passage.text) not in file.vectors}
    embedding = PassageEmbedding(embedder, settings, IndexReport(name), file.basis)
    # In the order of their hashes, which mixes all topics: the basis is fitted to the first ones.
    waiting = [missing[key] for key in sorted(missing)]
    for first in range(0, len(waiting), SAVED_EVERY):
        say(f"{name}: embedding passage {first + 1:,} of {len(waiting):,}")
        for passage, vector, token_vectors in embedding.iter_embedded(waiting[first : first + SAVED_EVERY]):
            key = hash_text(passage.text)
            length = embedder.identity.dimension
            file.vectors[key] = np.asarray(vector or [0.0] * length, dtype=np.float32)
            if token_vectors is not None:
                file.payloads[key] = token_vectors
        file.basis = embedding.basis
        file.save()
    return [_read_passage(file, passage) for passage in passages], file.basis


def hash_text(text: str) -> str:
    """A name for a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def _choose_path(name: str, embedder: Embedder, settings: Settings) -> Path:
    made_with = [embedder.identity.as_dict(), describe_token_vectors(settings, embedder)]
    key = hash_text(json.dumps(made_with, sort_keys=True))[:16]
    return settings.cache_dir / "benchmarks" / f"{name}-{key}.npz"


def _read_passage(file: VectorFile, passage: PreparedPassage) -> EmbeddedPassage:
    key = hash_text(passage.text)
    vector = file.vectors[key]
    return EmbeddedPassage(passage, vector.tolist() if vector.any() else None, file.payloads.get(key))
