"""What a worker process does: takes files from its connection and answers with what became of them."""

from __future__ import annotations

import logging
import logging.handlers
import mmap
import os
import pickle
import resource
import select
import signal
import sys
import threading
import warnings
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from indexer.file_preparing import FileOutcome, FilePreparer, FileTask, PreparerRecipe, describe_error
from indexer.files import MEBIBYTE

STATUS: Final = Path("/proc/self/status")  # Linux; elsewhere memory is neither limited nor reported
# Whoever started the worker ends it in time; this is for a parser that hangs while that process is gone.
ALARM_MARGIN_SECONDS: Final = 5.0
WARMING_TEXT: Final = "Прогрев 1"  # loads the Russian dictionary


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a worker is told at its start. memory_mb: for one file, beyond what a ready worker has; 0: no limit."""

    recipe: PreparerRecipe
    timeout_seconds: float
    memory_mb: int
    log_level: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Dictionaries are loaded."""


@dataclass(frozen=True, slots=True)
class CannotStart:
    """Why there will be no work from this worker."""

    reason: str


@dataclass(frozen=True, slots=True)
class Done:
    """A file is done. peak_memory_mb: most resident memory of this process so far."""

    outcome: FileOutcome
    peak_memory_mb: int


@dataclass(frozen=True, slots=True)
class OutOfMemory:
    """The file took more memory than it may; the worker ends."""


@dataclass(frozen=True, slots=True)
class Logged:
    """A log record for the process that shows them."""

    record: logging.LogRecord


def run_worker(connection_descriptor: int, assignment_descriptor: int) -> None:
    """Works until the connection ends. Both descriptors are inherited; the second is of a file with the assignment."""
    connection = Connection(connection_descriptor)
    _end_with(connection)
    _be_quiet()
    send = _LockedSending(connection)
    try:
        assignment = _read_assignment(assignment_descriptor)
        _send_logs(send, assignment.log_level)
        preparer = assignment.recipe.open()
        preparer.analyzer.analyze(WARMING_TEXT)
    except Exception as error:  # noqa: BLE001  # raised again in the process that started this one
        send(CannotStart(describe_error(error)))
        return
    _limit_memory(assignment.memory_mb)
    _drop_errors()
    send(Ready())
    _serve(connection, send, preparer, assignment.timeout_seconds)


def _serve(connection: Connection, send: _LockedSending, preparer: FilePreparer, timeout_seconds: float) -> None:
    while True:
        try:
            task: FileTask = connection.recv()
        except EOFError:
            return
        signal.setitimer(signal.ITIMER_REAL, timeout_seconds + ALARM_MARGIN_SECONDS)
        answer = _prepare(preparer, task)
        signal.setitimer(signal.ITIMER_REAL, 0)
        if answer is None:
            send(OutOfMemory())
            return
        send.send_written(answer)


def _prepare(preparer: FilePreparer, task: FileTask) -> bytes | None:
    """The answer as it is sent; None when there was not enough memory for the file or for the answer."""
    try:
        return pickle.dumps(Done(preparer.prepare(task), read_memory_mb("VmHWM") or 0))
    except MemoryError:
        pass
    except Exception as error:  # noqa: BLE001  # a parser's metadata may be of a kind that cannot be written
        return pickle.dumps(Done(FileOutcome(task, failure=describe_error(error)), 0))
    _lift_memory_limit()
    return None


class _LockedSending:
    """Sends messages whole, whichever thread they come from: a parser's thread may log."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def __call__(self, message: Any) -> None:
        self.send_written(pickle.dumps(message))

    def send_written(self, message: bytes) -> None:
        with self._lock:
            self._connection.send_bytes(message)


class _SendingHandler(logging.handlers.QueueHandler):
    """Hands log records to the process that started this one."""

    def __init__(self, send: _LockedSending) -> None:
        super().__init__(queue=None)  # type: ignore[arg-type]  # `enqueue` is all that uses it
        self._send = send

    def enqueue(self, record: logging.LogRecord) -> None:
        self._send(Logged(record))


def _send_logs(send: _LockedSending, level: int) -> None:
    root = logging.getLogger()
    root.handlers = [_SendingHandler(send)]
    root.setLevel(level)


def _read_assignment(descriptor: int) -> Assignment:
    """Every worker reads the same file, so its position must not be moved."""
    with mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ) as content:
        assignment: Assignment = pickle.loads(content)  # noqa: S301  # written by the process that started this one
    os.close(descriptor)
    return assignment


def _be_quiet() -> None:
    """Nothing but log records is to be heard of a worker; warnings are for those who develop the parsers."""
    warnings.simplefilter("ignore")


def _drop_errors() -> None:
    """What the start wrote to the standard error is kept to explain a failure; parsers may write without end."""
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())


def _end_with(connection: Connection) -> None:
    """Ends this process and what it started as soon as the other end is closed, be it by a SIGKILL over there."""
    poll = select.poll()
    poll.register(connection.fileno(), 0)  # a hang-up is reported without being asked for

    def watch() -> None:
        poll.poll()
        os.killpg(os.getpgrp(), signal.SIGKILL)

    threading.Thread(target=watch, name="end-with-parent", daemon=True).start()


def _limit_memory(memory_mb: int) -> None:
    used = read_memory_mb("VmData")
    if memory_mb and used is not None:
        _set_soft_limit((used + memory_mb) * MEBIBYTE)


def _lift_memory_limit() -> None:
    _set_soft_limit(resource.RLIM_INFINITY)


def _set_soft_limit(size: int) -> None:
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    if hard != resource.RLIM_INFINITY:
        size = hard if size == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (size, hard))


def read_memory_mb(name: str) -> int | None:
    """A figure of this process by its name in Linux's list, MiB: VmHWM is the most that was resident, VmData what
    RLIMIT_DATA counts. None where there is no such list."""
    if sys.platform != "linux":
        return None
    for line in STATUS.read_text(encoding="ascii").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) // 1024
    return None
