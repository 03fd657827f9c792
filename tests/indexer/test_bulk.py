"""Bulk: every refusal is collected, an overloaded engine is asked again, a broken one ends the run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from opensearchpy import OpenSearch
from opensearchpy.exceptions import ConnectionError as ClientConnectionError

from engine.connection import Engine, EngineInfo
from engine.errors import EngineError
from indexer.bulk import BulkSender, build_bulk_action
from settings import read_settings

INFO = EngineInfo("3.6.0", (3, 6, 0), "opensearch", "zip", frozenset({"opensearch-knn"}))
REJECTED = {"type": "es_rejected_execution_exception", "reason": "queue is full"}
BAD_DATE = {"type": "mapper_parsing_exception", "reason": "failed to parse field [created]"}


@dataclass
class FakeClient(OpenSearch):  # type: ignore[misc]
    """Answers bulk requests by a rule: (id, times this id was sent before) to (status, error)."""

    rule: Callable[[str, int], tuple[int, dict[str, str] | None]]
    sent: list[list[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def bulk(self, body: str, *args: Any, **kwargs: Any) -> dict[str, Any]:
        ids = [json.loads(line)["index"]["_id"] for line in body.splitlines() if line.startswith('{"index"')]
        items = []
        for id_ in ids:
            status, error = self.rule(id_, sum(id_ in batch for batch in self.sent))
            item = {"_id": id_, "_index": "i", "status": status} | ({"error": error} if error else {})
            items.append({"index": item})
        self.sent.append(ids)
        return {"errors": any("error" in item["index"] for item in items), "items": items}

    __hash__ = object.__hash__


def send(client: FakeClient, ids: str = "abc") -> BulkSender:
    settings = read_settings(bulk_threads=1, bulk_passages=10, bulk_retries=3, bulk_backoff_seconds=0.001)
    with BulkSender(Engine(client, "http://fake", INFO), "i", settings) as sender:
        for id_ in ids:
            sender.add(id_, {"body": id_})
    return sender


def test_action(golden: Callable[[str, Any], None]) -> None:
    golden("bulk_action", build_bulk_action("nakhodka.main.000001", "a.md#1.0", {"kind": "passage", "body": "Текст"}))


def test_one_refused_entry_is_listed_and_the_others_are_counted() -> None:
    """C7: the engine answers 200 with `errors: true`."""
    sender = send(FakeClient(lambda id_, _: (400, BAD_DATE) if id_ == "b" else (201, None)))
    assert sender.sent == 2
    assert [(refusal.entry_id, refusal.reason) for refusal in sender.refusals] == [
        ("b", "mapper_parsing_exception: failed to parse field [created]")
    ]


def test_only_the_entry_that_was_turned_away_is_sent_again() -> None:
    """C8"""
    client = FakeClient(lambda id_, before: (429, REJECTED) if id_ == "b" and before == 0 else (201, None))
    sender = send(client)
    assert (sender.sent, sender.refusals) == (3, [])
    assert client.sent == [["a", "b", "c"], ["b"]]


def test_endless_rejection_ends_as_a_listed_failure() -> None:
    """C8"""
    client = FakeClient(lambda id_, _: (429, REJECTED) if id_ == "b" else (201, None))
    sender = send(client)
    assert (sender.sent, [refusal.entry_id for refusal in sender.refusals]) == (2, ["b"])
    assert len(client.sent) == 4


def test_a_wrong_entry_is_not_sent_again() -> None:
    """C8: 400 does not get better by repeating."""
    client = FakeClient(lambda id_, _: (400, BAD_DATE) if id_ == "b" else (201, None))
    send(client)
    assert len(client.sent) == 1


def test_a_broken_connection_ends_the_run_with_a_clear_error() -> None:
    def break_down(id_: str, before: int) -> tuple[int, None]:
        raise ClientConnectionError("N/A", "connection refused", Exception("refused"))

    with pytest.raises(EngineError, match="http://fake"):
        send(FakeClient(break_down))


def test_a_full_queue_does_not_hang_when_the_engine_breaks() -> None:
    def break_down(id_: str, before: int) -> tuple[int, None]:
        raise ClientConnectionError("N/A", "connection refused", Exception("refused"))

    with pytest.raises(EngineError):
        send(FakeClient(break_down), ids="x" * 500)


def test_an_error_of_the_caller_stops_the_threads() -> None:
    settings = read_settings(bulk_threads=2)
    client = FakeClient(lambda *_: (201, None))

    def add_and_fail() -> None:
        with BulkSender(Engine(client, "http://fake", INFO), "i", settings) as sender:
            sender.add("a", {})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        add_and_fail()
