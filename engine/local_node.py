"""A real OpenSearch on this machine, without Docker: started, stopped, looked at.

The node is a process of its own that outlives the command that started it. What belongs to it lies in one folder; the
file `node.pid` there names the process, and its command line says whether the process is still that node.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Self

from engine.distribution import ensure_distribution
from engine.errors import EngineError, NodeStartError, PortBusyError
from engine.folders import choose_account, choose_folders, make_folder
from engine.java import find_java
from engine.locks import hold_lock
from engine.node_files import (
    NodeFiles,
    read_configured_port,
    read_last_lines,
    read_pid,
    read_start_lines,
    remove_pid,
    write_node_files,
    write_pid,
)
from engine.node_process import open_node_process, send_probe
from engine.processes import LOOPBACK, describe_listener, is_alive, is_port_free, read_command_line
from settings import Settings

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.3
STOP_TIMEOUT_SECONDS = 60.0
KILL_TIMEOUT_SECONDS = 10.0
LOG_LINES_IN_ERROR = 15


class NodeState(StrEnum):
    """running: answers. starting: the process is there, no answer yet. stale: it ended without being stopped."""

    RUNNING = "running"
    STARTING = "starting"
    STOPPED = "stopped"
    STALE = "stale"


@dataclass(frozen=True, slots=True)
class NodeOptions:
    """What a node is started with. `folder` belongs to this node alone; `cache_dir` is shared."""

    folder: Path
    cache_dir: Path
    port: int
    transport_port: int
    heap_mb: int = 1024
    start_timeout_seconds: float = 180.0


@dataclass(frozen=True, slots=True)
class NodeStatus:
    """How a local node is. `pid` and `version` are None where they are not known."""

    state: NodeState
    url: str
    pid: int | None
    version: str | None
    data_path: Path
    log_path: Path


class LocalNode:
    """A node in a folder. Two objects with the same folder are the same node."""

    def __init__(self, options: NodeOptions) -> None:
        self.options = options
        self.files = NodeFiles(options.folder.expanduser().resolve())
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        """The node the settings describe."""
        folders = choose_folders(settings)
        return cls(
            NodeOptions(
                folder=folders.data,
                cache_dir=folders.cache,
                port=settings.engine_port,
                transport_port=settings.engine_transport_port,
                heap_mb=settings.engine_heap_mb,
                start_timeout_seconds=settings.engine_start_timeout_seconds,
            )
        )

    @property
    def url(self) -> str:
        """Where the node answers, by the port it runs with; by the options where it does not run."""
        port = read_configured_port(self.files) if self._find_pid() is not None else None
        return f"http://{LOOPBACK}:{port or self.options.port}"

    def start(self) -> None:
        """Starts the node and returns when it answers; does nothing where it runs. Fetches OpenSearch the first time.

        Raises NodeStartError, with the last lines of the node's log, or its kinds: PortBusyError, JavaMissingError,
        DistributionError.
        Whatever ends this call early, Ctrl-C included, leaves no process behind.
        """
        try:
            make_folder(self.files.folder, choose_account())
            with hold_lock(self.files.lock_file, "starting the local node"):
                if self._find_pid() is None:
                    self._wait_for_own(self._launch())
                else:
                    self._check_same_port()
                    self._poll_health(lambda: self._find_pid() is None)
        except OSError as error:
            raise NodeStartError(
                f"The local node's files in {self.files.folder} cannot be written: {error}. Free some space, or set "
                "NAKHODKA_DATA_DIR to a folder you may write."
            ) from error

    def stop(self) -> None:
        """Stops the node and returns when its process is gone; does nothing where none runs."""
        pid = self._find_pid()
        if pid is not None:
            self._signal(pid, signal.SIGTERM)
            if not self._wait_for_end(pid, STOP_TIMEOUT_SECONDS):
                logger.warning("The local node does not stop within %.0f s; ending it by force", STOP_TIMEOUT_SECONDS)
                self._kill(pid)
        remove_pid(self.files)

    def status(self) -> NodeStatus:
        """How the node is now; changes nothing."""
        pid = self._find_pid()
        version = None
        if pid is not None:
            answer = send_probe(self._read_port(), "/") or {}
            version = (answer.get("version") or {}).get("number")
            state = NodeState.RUNNING if version else NodeState.STARTING
        else:
            state = NodeState.STALE if self.files.pid_file.exists() else NodeState.STOPPED
        return NodeStatus(state, self.url, pid, version, self.files.data, self.files.log)

    def read_log(self, lines: int = 50) -> list[str]:
        """The last lines of the node's log, oldest first; before its log exists, what it printed at start."""
        return read_last_lines(self.files.log, lines) or read_last_lines(self.files.console, lines)

    def _launch(self) -> subprocess.Popen[bytes]:
        if self.files.pid_file.exists():
            logger.info("The node in %s ended without being stopped; starting it again", self.files.folder)
            remove_pid(self.files)
        self._check_ports()
        java = find_java()
        home = ensure_distribution(self.options.cache_dir)
        account = choose_account()
        options = self.options
        write_node_files(self.files, home, account, port=options.port, transport_port=options.transport_port)
        logger.info("Starting OpenSearch on port %d with %s", options.port, java.home)
        self._process = process = open_node_process(self.files, home, java, account, heap_mb=options.heap_mb)
        try:
            write_pid(self.files, process.pid, account)
        except BaseException:
            self._kill(process.pid)
            raise
        return process

    def _wait_for_own(self, process: subprocess.Popen[bytes]) -> None:
        """Returns when the node just launched is ready; whatever else happens, it is ended."""
        try:
            self._poll_health(lambda: process.poll() is not None)
        except BaseException:
            self._kill(process.pid)
            remove_pid(self.files)
            raise

    def _poll_health(self, has_ended: Callable[[], bool]) -> None:
        port = self._read_port()
        deadline = time.monotonic() + self.options.start_timeout_seconds
        while time.monotonic() < deadline:
            if has_ended():
                raise NodeStartError(f"The local OpenSearch ended while it started. {self._describe_log()}")
            if send_probe(port, "/_cluster/health?wait_for_status=yellow&timeout=2s"):
                return
            time.sleep(POLL_SECONDS)
        if not send_probe(port, "/"):
            raise NodeStartError(
                f"The local OpenSearch did not answer within {self.options.start_timeout_seconds:.0f} s. Raise "
                f"NAKHODKA_ENGINE_START_TIMEOUT_SECONDS on a slow machine. {self._describe_log()}"
            )
        logger.warning("The local node answers, but an index lacks data: see %s/_cat/indices?health=red", self.url)

    def _check_ports(self) -> None:
        ports = {
            "NAKHODKA_ENGINE_PORT": self.options.port,
            "NAKHODKA_ENGINE_TRANSPORT_PORT": self.options.transport_port,
        }
        for setting, port in ports.items():
            if not is_port_free(port):
                who = describe_listener(port) or "another program"
                raise PortBusyError(
                    f"Port {port} is taken by {who}. Stop it, or set {setting} to a free port; "
                    "if it is an OpenSearch you want to use, set NAKHODKA_OPENSEARCH_URL."
                )

    def _check_same_port(self) -> None:
        if self._read_port() != self.options.port:
            raise PortBusyError(
                f"The node in {self.files.folder} runs on port {self._read_port()}, the settings ask for "
                f"{self.options.port}. Stop it first: nakhodka engine down, or set NAKHODKA_DATA_DIR for a second one."
            )

    def _read_port(self) -> int:
        return read_configured_port(self.files) or self.options.port

    def _find_pid(self) -> int | None:
        """The node's process; None where it has ended or its number went to another program."""
        pid = read_pid(self.files)
        if pid is None:
            return None
        return pid if str(self.files.pid_file) in read_command_line(pid) else None

    def _signal(self, pid: int, number: signal.Signals) -> None:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass
        except PermissionError as error:
            raise EngineError(
                f"Process {pid}, the local node, belongs to another account. Run the command as who started it."
            ) from error

    def _kill(self, pid: int) -> None:
        """Ends the process and what the start script may have started; it leads a group of its own."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        self._signal(pid, signal.SIGKILL)
        self._wait_for_end(pid, KILL_TIMEOUT_SECONDS)

    def _wait_for_end(self, pid: int, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self._process is not None and self._process.pid == pid:
                self._process.poll()  # takes the exit status of our own child, else it stays a zombie
            if not is_alive(pid):
                return True
            time.sleep(0.1)
        return False

    def _describe_log(self) -> str:
        lines = read_start_lines(self.files, LOG_LINES_IN_ERROR)
        return f"Last lines of its log ({self.files.logs}):\n" + "\n".join(lines)
