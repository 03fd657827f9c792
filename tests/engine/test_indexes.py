"""Request bodies and the refusals that come before any request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine import indexes
from engine.connection import Engine, parse_info
from engine.errors import AliasTakenError, FatalMappingError, IndexMissingError, RequestRejectedError

URL = "http://search.example:9200"


class FakeIndices:
    """Answers every call with what it was given, and remembers the calls."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.calls: list[tuple[str, dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(**arguments: Any) -> Any:
            self.calls.append((name, arguments))
            return self.answer

        return call


class FakeClient:
    def __init__(self, answer: Any = None) -> None:
        self.indices = FakeIndices(answer)


def make_engine(answer: Any = None) -> Engine:
    root = {"version": {"number": "3.6.0", "distribution": "opensearch", "build_type": "zip"}}
    client: Any = FakeClient(answer)
    return Engine(client, URL, parse_info(root, {"nodes": {"a": {"plugins": [{"name": "opensearch-knn"}]}}}))


def test_alias_moves_in_one_request(golden: Callable[[str, Any], None]) -> None:
    engine = make_engine()
    indexes.move_alias(engine, "docs", "docs-3", remove_from=["docs-2", "docs-1"])
    fake: Any = engine.client.indices
    ((name, arguments),) = fake.calls
    assert name == "update_aliases"
    golden("engine_alias_move", arguments["body"])


def test_index_that_keeps_the_alias_is_not_removed_from_it() -> None:
    assert indexes.build_alias_move("docs", "docs-1", ["docs-1"]) == {
        "actions": [{"add": {"index": "docs-1", "alias": "docs"}}]
    }


def test_fatal_body_is_never_sent() -> None:
    engine = make_engine()
    with pytest.raises(FatalMappingError):
        indexes.create_index(engine, "a", {"mappings": {"properties": {"v": {"type": "knn_vector", "dimension": 2}}}})
    fake: Any = engine.client.indices
    assert fake.calls == []


@pytest.mark.parametrize("name", ["docs-*", "*", "_all", "a,b"])
def test_pattern_deletes_nothing(name: str) -> None:
    engine = make_engine()
    with pytest.raises(RequestRejectedError, match="pattern"):
        indexes.delete_index(engine, name)
    fake: Any = engine.client.indices
    assert fake.calls == []


def test_index_with_the_aliass_name_is_an_error() -> None:
    with pytest.raises(AliasTakenError, match="'docs'"):
        indexes.resolve_alias(make_engine({"docs": {"aliases": {}}}), "docs")


def test_alias_of_two_indexes_has_no_single_meta() -> None:
    answer: dict[str, Any] = {name: {"mappings": {"_meta": {}}} for name in ("docs-1", "docs-2")}
    with pytest.raises(RequestRejectedError, match="docs-1, docs-2"):
        indexes.read_meta(make_engine(answer), "docs")


def test_listed_indexes_match_by_their_own_name() -> None:
    """The engine also answers for aliases that match, with the index behind them."""
    answer: dict[str, Any] = {"docs-2": {}, "docs-1": {}, "behind-an-alias": {}}
    assert indexes.list_indexes(make_engine(answer), "docs-*") == ["docs-1", "docs-2"]


def test_count_without_a_query_counts_everything() -> None:
    assert indexes.build_count(None) == {"query": {"match_all": {}}}
    assert indexes.build_count({"term": {"kind": "passage"}}) == {"query": {"term": {"kind": "passage"}}}


def test_missing_index_is_a_rejection_of_its_own_kind() -> None:
    assert issubclass(IndexMissingError, RequestRejectedError)
