"""Everything that can go wrong around a node, with a small program in the node's place."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import local_node
from engine.errors import NodeStartError, PortBusyError
from engine.folders import Account
from engine.java import Java
from engine.local_node import LocalNode, NodeOptions, NodeState
from engine.node_files import NodeFiles, write_pid
from engine.processes import find_free_ports, is_alive

# Answers like a node: reads its port from the configuration it is started with.
ANSWERING = """
import http.server, json, os, pathlib, sys
config = pathlib.Path(os.environ["OPENSEARCH_PATH_CONF"], "opensearch.yml").read_text()
port = int(next(line.split()[1] for line in config.splitlines() if line.startswith("http.port")))
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"version": {"number": "3.6.0"}}).encode())
    def log_message(self, *arguments): pass
http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
"""
SILENT = "import time\nprint('waiting for nothing', flush=True)\ntime.sleep(600)"
FAILING = "import sys\nprint('unknown setting [path.dta]', flush=True)\nsys.exit(78)"
DEAF = f"import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n{ANSWERING}"

MakeNode = Callable[..., LocalNode]


@pytest.fixture
def make_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeNode]:
    """Makes nodes whose program is a Python script; none of them is left running."""
    monkeypatch.setattr(local_node, "choose_account", lambda: None)
    monkeypatch.setattr(local_node, "find_java", lambda: Java(tmp_path, 25))
    monkeypatch.setattr(local_node, "POLL_SECONDS", 0.02)
    nodes = []

    def make(script: str = ANSWERING, *, timeout: float = 30, name: str = "node", **options: Any) -> LocalNode:
        home = tmp_path / f"home-{name}"
        (home / "bin").mkdir(parents=True, exist_ok=True)
        (home / "config").mkdir(exist_ok=True)
        (home / "config" / "jvm.options").touch()
        (home / "script.py").write_text(script)
        program = home / "bin" / "opensearch"
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {home / "script.py"} "$@"\n')
        program.chmod(0o755)
        monkeypatch.setattr(local_node, "ensure_distribution", lambda cache_dir: home)
        port, transport_port = find_free_ports(2)
        ports = {"port": port, "transport_port": transport_port} | options
        node = LocalNode(NodeOptions(tmp_path / name, tmp_path, start_timeout_seconds=timeout, **ports))
        nodes.append(node)
        return node

    yield make
    for node in nodes:
        node.stop()


def read_started_pid(node: LocalNode) -> int:
    pid = node.status().pid
    assert pid is not None
    return pid


def test_node_starts_is_seen_and_stops(make_node: MakeNode) -> None:
    node = make_node()
    assert node.status().state is NodeState.STOPPED
    node.start()
    status = node.status()
    assert status.state is NodeState.RUNNING
    assert status.version == "3.6.0"
    assert status.url == f"http://127.0.0.1:{node.options.port}"
    pid = read_started_pid(node)
    node.stop()
    assert not is_alive(pid)
    assert node.status().state is NodeState.STOPPED


def test_second_start_and_second_stop_do_nothing(make_node: MakeNode) -> None:
    node = make_node()
    node.start()
    pid = read_started_pid(node)
    LocalNode(node.options).start()
    assert read_started_pid(node) == pid
    node.stop()
    node.stop()


def test_two_starts_at_once_make_one_node(make_node: MakeNode) -> None:
    nodes = [LocalNode(make_node().options)]
    nodes.append(LocalNode(nodes[0].options))
    threads = [threading.Thread(target=node.start) for node in nodes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [node._process is None for node in nodes].count(False) == 1
    assert nodes[0].status().state is NodeState.RUNNING


def test_another_object_stops_the_node(make_node: MakeNode) -> None:
    node = make_node()
    node.start()
    pid = read_started_pid(node)
    LocalNode(node.options).stop()
    assert not is_alive(pid)


def test_killed_node_is_stale_and_starts_again(make_node: MakeNode) -> None:
    node = make_node()
    node.start()
    pid = read_started_pid(node)
    os.kill(pid, signal.SIGKILL)
    while is_alive(pid):
        pass
    assert node.status().state is NodeState.STALE
    node.start()
    assert node.status().state is NodeState.RUNNING
    assert read_started_pid(node) != pid


def test_process_id_of_another_program_is_stale_and_left_alone(make_node: MakeNode) -> None:
    node = make_node()
    node.files.folder.mkdir()
    node.files.pid_file.write_text(str(os.getpid()))
    assert node.status().state is NodeState.STALE
    node.stop()  # would end these tests if it took the process for the node
    assert not node.files.pid_file.exists()


@pytest.mark.parametrize(
    ("role", "setting"), [("port", "NAKHODKA_ENGINE_PORT"), ("transport_port", "NAKHODKA_ENGINE_TRANSPORT_PORT")]
)
def test_busy_port_names_port_program_and_setting(make_node: MakeNode, role: str, setting: str) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortBusyError) as caught:
            make_node(**{role: port}).start()
    message = str(caught.value)
    assert f"Port {port} is taken" in message
    assert setting in message
    if sys.platform == "linux":
        assert f"process {os.getpid()}" in message


def test_node_that_ends_at_once_shows_what_it_printed(make_node: MakeNode) -> None:
    node = make_node(FAILING)
    with pytest.raises(NodeStartError, match=r"unknown setting \[path\.dta\]"):
        node.start()
    assert node.status().state is NodeState.STOPPED
    assert node.read_log() == ["unknown setting [path.dta]"]


def test_start_that_takes_too_long_leaves_no_process(make_node: MakeNode, monkeypatch: pytest.MonkeyPatch) -> None:
    node = make_node(SILENT, timeout=0.5)
    pids = record_pids(monkeypatch)
    with pytest.raises(NodeStartError, match="NAKHODKA_ENGINE_START_TIMEOUT_SECONDS"):
        node.start()
    assert not is_alive(pids[0])
    assert node.status().state is NodeState.STOPPED


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, SystemExit, RuntimeError])
def test_interrupted_start_leaves_no_process(
    make_node: MakeNode, monkeypatch: pytest.MonkeyPatch, interruption: type[BaseException]
) -> None:
    node = make_node(SILENT)
    pids = record_pids(monkeypatch)

    def interrupt(*arguments: Any) -> None:
        raise interruption

    monkeypatch.setattr(local_node, "send_probe", interrupt)
    with pytest.raises(interruption):
        node.start()
    assert not is_alive(pids[0])
    assert not node.files.pid_file.exists()


def test_node_still_starting_is_called_so(make_node: MakeNode, monkeypatch: pytest.MonkeyPatch) -> None:
    node = make_node(SILENT, timeout=0.5)
    seen: list[NodeState | None] = []

    def look(port: int, path: str) -> None:
        if not seen:
            seen.append(None)  # status() looks as well
            seen[0] = LocalNode(node.options).status().state

    monkeypatch.setattr(local_node, "send_probe", look)
    with pytest.raises(NodeStartError):
        node.start()
    assert seen == [NodeState.STARTING]


def test_node_deaf_to_the_signal_is_ended_by_force(make_node: MakeNode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_node, "STOP_TIMEOUT_SECONDS", 0.3)
    node = make_node(DEAF)
    node.start()
    pid = read_started_pid(node)
    node.stop()
    assert not is_alive(pid)


def test_program_without_permission_is_named(make_node: MakeNode, tmp_path: Path) -> None:
    node = make_node()
    (tmp_path / "home-node" / "bin" / "opensearch").chmod(0o644)
    with pytest.raises(NodeStartError, match="cannot be executed"):
        node.start()


def test_other_port_for_a_running_node_is_refused(make_node: MakeNode) -> None:
    node = make_node()
    node.start()
    moved = make_node()
    with pytest.raises(PortBusyError, match="nakhodka engine down"):
        moved.start()
    assert moved.url == node.url


def test_two_nodes_run_beside_each_other(make_node: MakeNode) -> None:
    first = make_node(name="first")
    first.start()
    second = make_node(name="second")
    second.start()
    assert first.url != second.url
    second.stop()
    assert first.status().state is NodeState.RUNNING


def test_password_is_not_handed_to_the_node(make_node: MakeNode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAKHODKA_OPENSEARCH_PASSWORD", "correct-horse")
    monkeypatch.setenv("OPENSEARCH_JAVA_OPTS", "-Xmx31g")
    node = make_node("import os\nprint(sorted(os.environ.items()))")
    with pytest.raises(NodeStartError) as caught:
        node.start()
    assert "OPENSEARCH_PATH_CONF" in str(caught.value)
    assert "correct-horse" not in str(caught.value)
    assert "31g" not in str(caught.value)


def test_folder_that_cannot_be_made_is_named(make_node: MakeNode, tmp_path: Path) -> None:
    node = make_node()
    (tmp_path / "node").write_text("a file")
    with pytest.raises(NodeStartError, match="NAKHODKA_DATA_DIR"):
        node.start()


def record_pids(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Process ids of the nodes started from now on."""
    pids: list[int] = []

    def record(files: NodeFiles, pid: int, account: Account | None) -> None:
        pids.append(pid)
        write_pid(files, pid, account)

    monkeypatch.setattr(local_node, "write_pid", record)
    return pids
