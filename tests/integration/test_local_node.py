"""A real node: started, killed, started again, stopped. About a minute; it has a node of its own."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import indexes
from engine.checks import run_checks
from engine.connection import Engine, connect
from engine.errors import (
    AliasTakenError,
    FatalMappingError,
    IndexMissingError,
    IndexReadOnlyError,
    RequestRejectedError,
    translate_errors,
)
from engine.folders import choose_folders
from engine.local_node import LocalNode, NodeOptions, NodeState
from engine.processes import find_free_ports, is_alive
from settings import Settings, read_settings

pytestmark = pytest.mark.node

SAFE_VECTOR = {"type": "knn_vector", "dimension": 3, "method": {"name": "hnsw", "engine": "lucene"}}


@pytest.fixture(scope="module")
def options() -> Iterator[NodeOptions]:
    """A node in a folder with a space and Cyrillic letters in its name, which the node's account can enter."""
    folder = Path(tempfile.mkdtemp(prefix="nakhodka-test-"))
    folder.chmod(0o755)
    port, transport_port = find_free_ports(2)
    yield NodeOptions(
        folder=folder / "мой узел",
        cache_dir=choose_folders(read_settings()).cache,
        port=port,
        transport_port=transport_port,
        heap_mb=512,
    )
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def own_node(options: NodeOptions) -> Iterator[LocalNode]:
    node = LocalNode(options)
    node.start()
    yield node
    pid = node.status().pid
    node.stop()
    assert pid is None or not is_alive(pid)
    assert node.status().state is NodeState.STOPPED
    shutil.rmtree(node.files.temporary, ignore_errors=True)


@pytest.fixture
def own_settings(own_node: LocalNode) -> Settings:
    return read_settings(opensearch_url=own_node.url)


@pytest.fixture
def own_engine(own_settings: Settings) -> Iterator[Engine]:
    with connect(own_settings) as engine:
        yield engine
        for index in indexes.list_indexes(engine, "t-*"):
            indexes.delete_index(engine, index)


def write_entry(engine: Engine, index: str, entry: dict[str, Any]) -> None:
    with translate_errors(engine.url):
        engine.client.index(index=index, body=entry, params={"refresh": "true"})


def test_node_runs_and_says_what_it_is(own_node: LocalNode, own_engine: Engine) -> None:
    status = own_node.status()
    assert status.state is NodeState.RUNNING
    assert status.version == own_engine.info.version == "3.6.0"
    assert own_engine.info.has_knn
    assert own_engine.info.has_neural_search
    assert not own_engine.info.native_knn
    assert any("started" in line for line in own_node.read_log(500))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands the node to another account")
def test_node_of_root_runs_as_another_account(own_node: LocalNode) -> None:
    pid = own_node.status().pid
    assert Path(f"/proc/{pid}").stat().st_uid != 0
    assert own_node.files.data.stat().st_uid != 0


def test_second_start_changes_nothing(own_node: LocalNode) -> None:
    pid = own_node.status().pid
    LocalNode(own_node.options).start()
    assert own_node.status().pid == pid


def test_checks_of_a_good_engine_are_good(own_settings: Settings, own_engine: Engine) -> None:
    checks = run_checks(own_settings)
    assert {check.name: check.ok for check in checks} == {"Connection": True, "k-NN": True, "Health": True}


def test_life_of_an_index(own_engine: Engine) -> None:
    mappings = {"_meta": {"model": "m"}, "properties": {"v": SAFE_VECTOR}}
    indexes.create_index(own_engine, "t-1", {"settings": {"index.knn": True}, "mappings": mappings})
    write_entry(own_engine, "t-1", {"v": [1, 0, 0]})
    indexes.put_settings(own_engine, "t-1", {"index": {"refresh_interval": "1s"}})
    indexes.force_merge(own_engine, "t-1")
    indexes.refresh(own_engine, "t-1")
    assert indexes.read_meta(own_engine, "t-1") == {"model": "m"}
    assert indexes.count(own_engine, "t-1") == 1
    assert indexes.count(own_engine, "t-1", {"exists": {"field": "none"}}) == 0
    assert indexes.delete_index(own_engine, "t-1")
    assert not indexes.delete_index(own_engine, "t-1")
    assert indexes.list_indexes(own_engine, "t-*") == []


def test_alias_moves_from_one_index_to_the_next(own_engine: Engine) -> None:
    for name in ("t-1", "t-2"):
        indexes.create_index(own_engine, name, {"mappings": {"_meta": {"name": name}}})
    assert indexes.resolve_alias(own_engine, "t") == []
    indexes.move_alias(own_engine, "t", "t-1")
    assert indexes.read_meta(own_engine, "t") == {"name": "t-1"}
    indexes.move_alias(own_engine, "t", "t-2", remove_from=["t-1"])
    assert indexes.resolve_alias(own_engine, "t") == ["t-2"]
    assert indexes.list_indexes(own_engine, "t*") == ["t-1", "t-2"]


def test_name_of_an_index_cannot_become_an_alias(own_engine: Engine) -> None:
    for name in ("t-1", "t-2"):
        indexes.create_index(own_engine, name, {})
    with pytest.raises(AliasTakenError):
        indexes.resolve_alias(own_engine, "t-1")
    with pytest.raises(AliasTakenError):
        indexes.move_alias(own_engine, "t-1", "t-2")


def test_write_to_a_missing_alias_makes_no_index(own_engine: Engine) -> None:
    with pytest.raises(IndexMissingError, match="nakhodka index"):
        write_entry(own_engine, "t-missing", {"a": 1})
    assert indexes.list_indexes(own_engine, "t-*") == []


def test_refusals_of_a_real_engine_are_told_apart(own_engine: Engine) -> None:
    indexes.create_index(own_engine, "t-1", {"mappings": {"properties": {"n": {"type": "integer"}}}})
    with pytest.raises(RequestRejectedError, match="already exists"):
        indexes.create_index(own_engine, "t-1", {})
    with pytest.raises(RequestRejectedError, match=r"failed to parse field \[n\]"):
        write_entry(own_engine, "t-1", {"n": "many"})
    with pytest.raises(IndexMissingError):
        indexes.read_meta(own_engine, "t-9")
    with pytest.raises(IndexMissingError):
        indexes.force_merge(own_engine, "t-9")
    indexes.put_settings(own_engine, "t-1", {"index": {"blocks.read_only_allow_delete": True}})
    with pytest.raises(IndexReadOnlyError):
        write_entry(own_engine, "t-1", {"n": 1})


def test_mapping_that_would_end_the_node_is_not_sent(own_engine: Engine) -> None:
    body = {"settings": {"index.knn": True}, "mappings": {"properties": {"v": {"type": "knn_vector", "dimension": 3}}}}
    with pytest.raises(FatalMappingError, match="faiss"):
        indexes.create_index(own_engine, "t-1", body)
    assert indexes.list_indexes(own_engine, "t-*") == []


def test_killed_node_comes_back_with_its_data(own_node: LocalNode, own_settings: Settings) -> None:
    with connect(own_settings) as engine:
        indexes.create_index(engine, "t-kept", {})
        write_entry(engine, "t-kept", {"text": "находка"})
    pid = own_node.status().pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    own_node._wait_for_end(pid, 20)
    assert own_node.status().state is NodeState.STALE
    LocalNode(own_node.options).start()
    assert own_node.status().pid != pid
    with connect(own_settings) as engine:
        assert indexes.count(engine, "t-kept") == 1
        indexes.delete_index(engine, "t-kept")


def test_second_node_runs_from_the_same_distribution(own_node: LocalNode, own_engine: Engine) -> None:
    port, transport_port = find_free_ports(2)
    options = NodeOptions(
        folder=own_node.files.folder.parent / "second",
        cache_dir=own_node.options.cache_dir,
        port=port,
        transport_port=transport_port,
        heap_mb=512,
    )
    second = LocalNode(options)
    second.start()
    try:
        indexes.create_index(own_engine, "t-first", {})
        with connect(read_settings(opensearch_url=second.url)) as other:
            assert indexes.list_indexes(other, "t-*") == []
    finally:
        second.stop()
    assert own_node.status().state is NodeState.RUNNING
