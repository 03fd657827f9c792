"""One run over a collection at a time."""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from engine.connection import choose_url
from mappings.names import name_alias
from settings import NakhodkaError, Settings


class CollectionBusyError(NakhodkaError):
    """Another run is indexing the collection."""


@contextmanager
def lock_collection(settings: Settings, collection: str) -> Iterator[None]:
    """Holds the collection while the block runs; CollectionBusyError when another process of this account has it.

    The lock falls when its process ends, however that ends. It does not reach other machines.
    """
    name = f"{choose_url(settings)} {name_alias(settings, collection)}"
    folder = settings.cache_dir / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CollectionBusyError(
                f"Collection '{collection}' is being indexed by another process. Wait until it has ended."
            ) from error
        yield
