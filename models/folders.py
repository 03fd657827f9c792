"""Folders that are made once: whole or not at all, also when two processes make them at the same time."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from models.errors import ModelError

logger = logging.getLogger(__name__)

MANIFEST = "complete.json"  # written last: file names and sizes of a whole folder


def make_folder_once(target: Path, build: Callable[[Path], None]) -> Path:
    """`target`, whole: as it lies there, or made by `build` (which fills the empty folder it is given).

    The folder is filled under another name beside the target and renamed when it is whole, under a file lock.
    A target that lacks a file is reported in the log and made again. Raises ModelError when the place cannot be
    written; whatever `build` raises passes through and leaves no target.
    """
    if find_fault(target) is None:
        return target
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _lock(target.with_name(f"{target.name}.lock")):
            fault = find_fault(target)
            if fault is not None:
                _report(target, fault)
                _make(target, build)
    except OSError as error:
        raise ModelError(
            f"Cannot write '{target}': {error}. Make room there, or set NAKHODKA_CACHE_DIR to another folder."
        ) from error
    return target


def find_fault(folder: Path) -> str | None:
    """What `folder` lacks of what its manifest names, in words; None when it is whole."""
    if not folder.is_dir():
        return "the folder does not exist"
    try:
        sizes = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return f"{MANIFEST} is missing"
    except (OSError, ValueError) as error:
        return f"{MANIFEST} cannot be read ({error})"
    for name, size in sizes.items():
        path = folder / name
        if not path.is_file():
            return f"{name} is missing"
        if path.stat().st_size != size:
            return f"{name} has {path.stat().st_size} bytes instead of {size}"
    return None


def _report(target: Path, fault: str) -> None:
    if target.exists():
        logger.warning("'%s' is broken: %s. It is made again.", target, fault)


def _make(target: Path, build: Callable[[Path], None]) -> None:
    for stale in target.parent.glob(f".{target.name}.*"):  # left by a process that was killed; the lock is ours
        shutil.rmtree(stale, ignore_errors=True)
    half_made = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        build(half_made)
        _write_manifest(half_made)
        half_made.chmod(0o755)  # mkdtemp makes it private; the cache may be shared by accounts
        if target.exists():
            shutil.rmtree(target)
        half_made.rename(target)
    finally:
        shutil.rmtree(half_made, ignore_errors=True)


def _write_manifest(folder: Path) -> None:
    sizes = {str(path.relative_to(folder)): path.stat().st_size for path in sorted(folder.rglob("*")) if path.is_file()}
    (folder / MANIFEST).write_text(json.dumps(sizes, indent=1), encoding="utf-8")


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Holds an exclusive lock; the system frees it when the process ends, however it ends."""
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
