"""nakhodka forget"""

from __future__ import annotations

from typing import Annotated

import typer

from cli.opening import opened_engine
from cli.output import console
from settings import NakhodkaError, read_settings


def forget(
    collection: Annotated[str, typer.Option(help="Name of the collection.")],
) -> None:
    """Remove a collection with all its index versions. The files themselves are not touched."""
    from indexer.locking import lock_collection
    from indexer.versions import Versions

    settings = read_settings()
    with opened_engine(settings) as engine, lock_collection(settings, collection):
        removed = Versions(engine, settings, collection).delete_all()
    if not removed:
        raise NakhodkaError(f"Collection '{collection}' does not exist; nothing was removed.")
    console.print(f"Collection '{collection}' is removed ({len(removed)} index versions).")
