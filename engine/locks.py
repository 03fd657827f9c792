"""One process at a time."""

from __future__ import annotations

import fcntl
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

logger = logging.getLogger(__name__)


@contextmanager
def hold_lock(path: Path, purpose: str) -> Iterator[None]:
    """Holds the lock file while the block runs; waits for whoever has it. It falls when its process ends, however."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            logger.info("Another process is busy with %s; waiting for it", purpose)
            fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)
