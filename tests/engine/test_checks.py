"""What `nakhodka doctor` reports."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path

import pytest

from engine import checks as checks_module
from engine.checks import (
    check_distribution,
    check_memory,
    check_node,
    check_port,
    check_space,
    check_writable,
    run_checks,
)
from engine.errors import JavaMissingError
from engine.folders import Folders
from engine.local_node import NodeState, NodeStatus
from engine.processes import find_free_ports
from settings import Settings, read_settings


def make_status(state: NodeState, pid: int | None = None) -> NodeStatus:
    return NodeStatus(state, "http://127.0.0.1:1", pid, None, Path("/data"), Path("/log"))


STOPPED = make_status(NodeState.STOPPED)
RUNNING = make_status(NodeState.RUNNING, pid=42)


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings of a machine where nothing was fetched or started."""
    folders = Folders(tmp_path / "cache", tmp_path / "data")
    for module in ("engine.checks", "engine.local_node"):  # root's folders may hold a node that is running
        monkeypatch.setattr(f"{module}.choose_folders", lambda settings: folders)
    port, transport_port = find_free_ports(2)
    return read_settings(cache_dir=tmp_path, data_dir=tmp_path, engine_port=port, engine_transport_port=transport_port)


def test_every_failure_comes_with_a_remedy(fresh: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def find_none() -> None:
        raise JavaMissingError("none")

    monkeypatch.setattr(checks_module, "find_java", find_none)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    checks = run_checks(fresh)
    failed = {check.name for check in checks if check.ok is False}
    assert {"Java", "OpenSearch", "Local node", "Connection"} <= failed
    assert all(check.remedy for check in checks if check.ok is False)
    assert all(not check.remedy for check in checks if check.ok)


def test_own_cluster_is_all_that_matters_where_a_url_is_set() -> None:
    (port,) = find_free_ports(1)
    (check,) = run_checks(read_settings(opensearch_url=f"http://127.0.0.1:{port}"))
    assert (check.name, check.ok) == ("Connection", False)


def test_distribution_to_be_fetched_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    check = check_distribution(Folders(tmp_path, tmp_path))
    assert check.ok is None
    assert "180 MB" in check.detail


def test_folder_below_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    check = check_writable("Cache folder", tmp_path / "file" / "cache", "NAKHODKA_CACHE_DIR")
    assert check.ok is False
    assert "NAKHODKA_CACHE_DIR" in check.remedy


def test_missing_folder_that_can_be_made_is_fine(tmp_path: Path) -> None:
    assert check_writable("Cache folder", tmp_path / "a" / "b", "NAKHODKA_CACHE_DIR").ok is True


@pytest.mark.parametrize(("needed_mb", "ok"), [(0, True), (10**9, False)])
def test_space_is_compared_with_the_need(tmp_path: Path, needed_mb: int, ok: bool) -> None:
    assert check_space("Cache space", tmp_path / "missing", needed_mb, "NAKHODKA_CACHE_DIR").ok is ok


@pytest.mark.parametrize(("available_mb", "ok"), [(2000, True), (1200, False), (None, None)])
def test_memory_must_hold_heap_and_the_rest(
    monkeypatch: pytest.MonkeyPatch, available_mb: int | None, ok: bool | None
) -> None:
    monkeypatch.setattr(checks_module, "read_available_memory_mb", lambda: available_mb)
    assert check_memory(1024, STOPPED).ok is ok


def test_running_node_already_has_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_module, "read_available_memory_mb", lambda: 1)
    assert check_memory(1024, RUNNING).ok is None


def test_busy_port_is_a_failure_unless_it_is_the_nodes_own() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert check_port("HTTP port", port, "NAKHODKA_ENGINE_PORT", STOPPED).ok is False
        assert check_port("HTTP port", port, "NAKHODKA_ENGINE_PORT", RUNNING).ok is True


@pytest.mark.parametrize(
    ("state", "ok"),
    [(NodeState.RUNNING, True), (NodeState.STARTING, None), (NodeState.STALE, False), (NodeState.STOPPED, False)],
)
def test_state_of_the_node_decides(state: NodeState, ok: bool | None) -> None:
    assert check_node(make_status(state)).ok is ok
