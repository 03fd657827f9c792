"""Which files of a folder are documents, and why the others are not."""

from __future__ import annotations

import itertools
import os
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from indexer.encoding import looks_binary
from indexer.errors import ParseError
from indexer.parsing.registry import SUFFIXES

SAMPLE_BYTES: Final = 8192
MEBIBYTE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that can become a document.

    source: path below `root`, with forward slashes and in NFC; the file's name where it was named itself.
    root: absolute path of the folder that was searched, or that holds the file named.
    size: bytes.
    modified: when the file's content last changed, aware, UTC.
    """

    path: Path
    source: str
    root: str
    size: int
    modified: datetime


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that does not become a document, with the reason for people."""

    source: str
    reason: str


def find_files(paths: Sequence[Path], *, max_bytes: int) -> Iterator[SourceFile | Skipped]:
    """Every file of `paths` that can be read as a document, and what was skipped: the same order in every run.

    Hidden files and folders are left out without a word. A file reached by two paths comes once. Symbolic links are
    followed out of the folder, each folder once; inside it their target comes under its own name.

    Raises ParseError where a path does not exist, before anything is yielded.
    """
    for path in paths:
        if not path.exists():
            raise ParseError(f"'{path}' does not exist. Name a folder or a file that exists.")
    return _iter_once(itertools.chain.from_iterable(_iter_path(path, max_bytes) for path in paths))


def _iter_once(entries: Iterator[SourceFile | Skipped]) -> Iterator[SourceFile | Skipped]:
    seen: set[Path] = set()
    for entry in entries:
        if isinstance(entry, SourceFile):
            path = entry.path.resolve()
            if path in seen:
                continue
            seen.add(path)
        yield entry


def _iter_path(path: Path, max_bytes: int) -> Iterator[SourceFile | Skipped]:
    place = Path(os.path.abspath(path))  # noqa: PTH100  # without following links, unlike resolve()
    if place.is_dir():
        yield from _walk(place, place, {place.resolve()}, max_bytes)
    else:
        yield _examine(place, place.parent, max_bytes)


def _walk(folder: Path, root: Path, visited: set[Path], max_bytes: int) -> Iterator[SourceFile | Skipped]:
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: (normalize(entry.name), entry.name))
    except OSError as error:
        yield Skipped(_name(folder, root), f"cannot be opened: {error.strerror}")
        return
    for entry in entries:
        if entry.name.startswith(".") or _is_link_inside(entry, root):
            continue
        if not entry.is_dir():
            yield _examine(entry, root, max_bytes)
            continue
        target = entry.resolve()
        if target in visited or target in root.resolve().parents:
            yield Skipped(_name(entry, root), f"links to '{target}', which holds it or was read already")
            continue
        visited.add(target)
        yield from _walk(entry, root, visited, max_bytes)


def _is_link_inside(path: Path, root: Path) -> bool:
    """Whether it links to something below `root`, which is found under its own name."""
    if not path.is_symlink():
        return False
    try:
        return path.exists() and path.resolve().is_relative_to(root.resolve())
    except OSError:
        return False


def _examine(path: Path, root: Path, max_bytes: int) -> SourceFile | Skipped:
    source = _name(path, root)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        return Skipped(source, f"unknown type '{suffix or path.name}'")
    try:
        state = path.stat()
        if not stat.S_ISREG(state.st_mode):
            return Skipped(source, "not a regular file")
        if state.st_size > max_bytes:
            size, limit = state.st_size / MEBIBYTE, max_bytes / MEBIBYTE
            return Skipped(source, f"too large: {size:.1f} MiB, the limit is {limit:g} MiB (NAKHODKA_MAX_FILE_MB)")
        with path.open("rb") as file:
            sample = file.read(SAMPLE_BYTES)
    except OSError as error:
        return Skipped(source, f"cannot be read: {error.strerror}")
    if looks_binary(sample):
        return Skipped(source, "binary")
    return SourceFile(path, source, str(root), state.st_size, datetime.fromtimestamp(state.st_mtime, UTC))


def _name(path: Path, root: Path) -> str:
    return normalize(path.relative_to(root).as_posix())


def normalize(name: str) -> str:
    """The name in NFC: macOS writes й as two characters."""
    return unicodedata.normalize("NFC", name)
