"""Entries go to the engine while the next ones are made; every refusal is collected."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from opensearchpy.helpers import streaming_bulk

from engine.connection import Engine
from engine.errors import translate_errors
from indexer.files import MEBIBYTE
from settings import Settings

BACKOFF_LIMIT_SECONDS: Final = 60


class Refusal(NamedTuple):
    """An entry the engine did not take."""

    entry_id: str
    reason: str


def build_bulk_action(index: str, entry_id: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """The action that stores an entry. `index`, not `create`: a request repeated after a broken connection must not be
    refused for what its first try had stored; two entries of one id show in the count at the end."""
    return {"_op_type": "index", "_index": index, "_id": entry_id, "_source": dict(entry)}


class BulkSender:
    """Sends entries by `bulk_threads` bulk requests at a time. Use it as a context manager.

    An overloaded engine (429) is asked again with growing pauses, only for the entries it turned away; other refusals
    are listed in `refusals`. A connection that breaks ends the run: `add` and the end of the block raise EngineError.
    """

    def __init__(self, engine: Engine, index: str, settings: Settings) -> None:
        self.sent = 0
        self.refusals: list[Refusal] = []
        self._engine = engine
        self._index = index
        self._settings = settings
        self._lock = threading.Lock()
        self._error: BaseException | None = None
        self._abandoned = threading.Event()
        self._queue: queue.Queue[dict[str, Any] | None] = queue.Queue(maxsize=settings.bulk_passages * 4)
        self._threads = [
            threading.Thread(target=self._work, name=f"bulk-{number}", daemon=True)
            for number in range(settings.bulk_threads)
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is not None:
            self._abandoned.set()
        self._stop()
        if kind is None and self._error is not None:
            raise self._error

    def finish(self) -> None:
        """Waits until the engine has answered for everything that was added."""
        self._stop()
        if self._error is not None:
            raise self._error

    def _stop(self) -> None:
        for _ in self._threads:
            self._put(None)
        for thread in self._threads:
            thread.join()

    def add(self, entry_id: str, entry: Mapping[str, Any]) -> None:
        """Hands an entry over; waits while the engine is behind."""
        self._put(build_bulk_action(self._index, entry_id, entry))
        if self._error is not None:
            raise self._error

    def _put(self, action: dict[str, Any] | None) -> None:
        while True:
            try:
                self._queue.put(action, timeout=0.2)
            except queue.Full:
                if self._error is not None or self._abandoned.is_set():
                    return
            else:
                return

    def _iter_actions(self) -> Iterator[dict[str, Any]]:
        while not self._abandoned.is_set():
            try:
                action = self._queue.get(timeout=0.2)
            except queue.Empty:
                if self._error is not None:
                    return
                continue
            if action is None:
                return
            yield action

    def _work(self) -> None:
        try:
            with translate_errors(self._engine.url):
                for accepted, result in self._send():
                    self._note(accepted, result)
        except BaseException as error:  # noqa: BLE001 - handed to the thread that adds entries
            self._error = self._error or error

    def _send(self) -> Iterator[tuple[bool, dict[str, Any]]]:
        yield from streaming_bulk(
            self._engine.client,
            self._iter_actions(),
            chunk_size=self._settings.bulk_passages,
            max_chunk_bytes=self._settings.bulk_max_mb * MEBIBYTE,
            raise_on_error=False,
            max_retries=self._settings.bulk_retries,
            initial_backoff=self._settings.bulk_backoff_seconds,  # type: ignore[arg-type]  # a float works as well
            max_backoff=BACKOFF_LIMIT_SECONDS,
        )

    def _note(self, accepted: bool, result: Mapping[str, Any]) -> None:
        answer = next(iter(result.values()))
        with self._lock:
            if accepted:
                self.sent += 1
            else:
                self.refusals.append(Refusal(answer["_id"], _read_reason(answer)))


def _read_reason(answer: Mapping[str, Any]) -> str:
    error = answer.get("error", {})
    if not isinstance(error, Mapping):
        return f"{answer.get('status')}: {error}"
    reason = f"{error.get('type')}: {error.get('reason')}"
    cause = error.get("caused_by")
    return f"{reason} ({cause.get('reason')})" if isinstance(cause, Mapping) else reason
