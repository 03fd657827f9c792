"""Indexes and aliases: what the indexer and the search both ask of the engine."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from engine.connection import Engine
from engine.errors import AliasTakenError, IndexMissingError, RequestRejectedError, build_status_error, translate_errors
from engine.fatal_mappings import refuse_fatal_mapping

TASK_POLL_SECONDS = 0.5


def create_index(engine: Engine, name: str, body: Mapping[str, Any]) -> None:
    """Makes an index. Raises FatalMappingError for a body this engine would die of, before anything is sent."""
    refuse_fatal_mapping(body, native_knn=engine.info.native_knn)
    with translate_errors(engine.url):
        engine.client.indices.create(index=name, body=dict(body))


def delete_index(engine: Engine, name: str) -> bool:
    """Whether the index was there to be deleted. One name, never a pattern."""
    if any(character in name for character in "*,") or name == "_all":
        raise RequestRejectedError(f"'{name}' is a pattern. Indexes are deleted one by one, by their full name.")
    try:
        with translate_errors(engine.url):
            engine.client.indices.delete(index=name)
    except IndexMissingError:
        return False
    return True


def list_indexes(engine: Engine, pattern: str) -> list[str]:
    """Names of the concrete indexes that match the pattern (`*` for any characters), sorted."""
    try:
        with translate_errors(engine.url):
            answer = engine.client.indices.get_alias(index=pattern)
    except IndexMissingError:
        return []
    # The engine matches aliases too, and answers with the indexes behind them.
    return sorted(name for name in answer if fnmatchcase(name, pattern))


def read_meta(engine: Engine, index_or_alias: str) -> dict[str, Any]:
    """The `_meta` of the index's mapping; empty where it has none.

    Raises IndexMissingError, or RequestRejectedError for an alias of several indexes.
    """
    with translate_errors(engine.url):
        answer = engine.client.indices.get_mapping(index=index_or_alias)
    if len(answer) != 1:
        raise RequestRejectedError(
            f"'{index_or_alias}' stands for {len(answer)} indexes ({', '.join(sorted(answer))}), one was expected. "
            "Rebuild the collection: nakhodka index PATH"
        )
    (description,) = answer.values()
    return dict(description["mappings"].get("_meta") or {})


def resolve_alias(engine: Engine, alias: str) -> list[str]:
    """The indexes an alias stands for, sorted; empty where there is no such alias.

    Raises AliasTakenError where the name belongs to a concrete index.
    """
    with translate_errors(engine.url):
        answer = engine.client.indices.get_alias(index=alias, params={"ignore_unavailable": "true"})
    if alias in answer:
        raise AliasTakenError(
            f"'{alias}' at {engine.url} is an index, an alias of that name was expected. "
            "Delete or rename that index, or set NAKHODKA_INDEX_PREFIX to another prefix."
        )
    return sorted(answer)


def move_alias(engine: Engine, alias: str, new_index: str, remove_from: Iterable[str] = ()) -> None:
    """Points the alias to `new_index` and no longer to `remove_from`, in one step: no search sees it missing."""
    with translate_errors(engine.url):
        engine.client.indices.update_aliases(body=build_alias_move(alias, new_index, remove_from))


def count(engine: Engine, index: str, query: Mapping[str, Any] | None = None) -> int:
    """Entries of the index, or those a query matches, as of the last refresh."""
    with translate_errors(engine.url):
        return int(engine.client.count(index=index, body=build_count(query))["count"])


def refresh(engine: Engine, index: str) -> None:
    """Makes what was written visible to searches."""
    with translate_errors(engine.url):
        engine.client.indices.refresh(index=index)


def put_settings(engine: Engine, index: str, settings: Mapping[str, Any]) -> None:
    """Changes settings of an index, e.g. `{"index": {"refresh_interval": "1s"}}`."""
    with translate_errors(engine.url):
        engine.client.indices.put_settings(index=index, body=dict(settings))


def force_merge(engine: Engine, index: str, *, segments: int = 1) -> None:
    """Merges each shard into so many segments and returns when it is done: minutes for a large index.

    Asks for the end from time to time instead of holding one long request, which a proxy would cut.
    """
    with translate_errors(engine.url):
        started = engine.client.indices.forcemerge(
            index=index, params={"max_num_segments": segments, "wait_for_completion": "false"}
        )
        while not (task := engine.client.tasks.get(task_id=started["task"]))["completed"]:
            time.sleep(TASK_POLL_SECONDS)
    if "error" in task:
        raise build_status_error(400, task, engine.url)


def build_alias_move(alias: str, new_index: str, remove_from: Iterable[str] = ()) -> dict[str, Any]:
    """The `_aliases` body that points `alias` to `new_index` alone.

    >>> build_alias_move("main", "main-2", ["main-1"])["actions"][1]
    {'remove': {'index': 'main-1', 'alias': 'main'}}
    """
    actions: list[dict[str, Any]] = [{"add": {"index": new_index, "alias": alias}}]
    old: Sequence[str] = sorted(set(remove_from) - {new_index})
    actions += [{"remove": {"index": index, "alias": alias}} for index in old]
    return {"actions": actions}


def build_count(query: Mapping[str, Any] | None) -> dict[str, Any]:
    """The `_count` body; every entry where there is no query."""
    return {"query": dict(query) if query else {"match_all": {}}}
