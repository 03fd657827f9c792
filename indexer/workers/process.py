"""A worker process as the process that started it sees it."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from multiprocessing import Pipe
from pathlib import Path
from typing import IO, Final

from indexer.file_preparing import FileTask
from indexer.workers.program import Assignment, CannotStart, Done, Logged, OutOfMemory, Ready

# A worker is started as a program, not as `multiprocessing` does it: that would import the program's main module anew,
# which in a notebook or a Streamlit page is the user's script.
BOOT: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from indexer.workers.program import run_worker; run_worker(int(sys.argv[2]), int(sys.argv[3]))"
)
# Work is shared out among processes; threads inside them would only compete.
ONE_THREAD: Final = {
    "TOKENIZERS_PARALLELISM": "false",
    "RAYON_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
ENDING_SECONDS: Final = 2.0  # between the end of a connection and the end of its process
POLL_SECONDS: Final = 0.005

Message = Ready | CannotStart | Done | OutOfMemory | Logged


class AssignmentFile:
    """What workers are told at their start, written once: a model's tokenizer is megabytes long."""

    def __init__(self, assignment: Assignment) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # workers inherit it as long as the pool lives
        self._file.write(pickle.dumps(assignment))
        self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        self._file.close()


class WorkerProcess:
    """A running worker: a session of its own, so that Ctrl-C does not reach it and its children end with it."""

    def __init__(self, assignment: AssignmentFile) -> None:
        self.connection, theirs = Pipe()
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the worker
        with theirs:
            descriptors = (theirs.fileno(), assignment.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-c", BOOT, json.dumps(_list_import_paths()), *map(str, descriptors)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=descriptors,
                start_new_session=True,
                env={**os.environ, **ONE_THREAD},
            )

    def send(self, task: FileTask) -> None:
        """Hands a file over; one whose worker has just died is noticed when its answer is awaited."""
        with suppress(OSError):
            self.connection.send(task)

    def receive(self) -> Message | None:
        """The next message, None when the worker has died."""
        try:
            message: Message = self.connection.recv()
        except (EOFError, OSError):
            return None
        return message

    def bury(self) -> int:
        """Ends what a worker that died left behind; its exit code, negative for the signal it died of."""
        self._wait_for_own_end()
        self._kill_session()
        self._process.wait()
        self.close()
        return self._process.returncode

    def kill(self) -> None:
        """Ends the worker and everything it started, at once; for any thread, any number of times."""
        if self._process.returncode is None:
            self._kill_session()
        self._process.wait()

    def close(self) -> None:
        """Closes what belongs to the worker on this side, after its end."""
        self.connection.close()
        self._errors.close()

    def read_last_words(self) -> str:
        """The last line the worker wrote to the standard error before it was ready; empty where there is none."""
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _kill_session(self) -> None:
        with suppress(ProcessLookupError, PermissionError):  # nothing of it is left
            os.killpg(self._process.pid, signal.SIGKILL)

    def _wait_for_own_end(self) -> None:
        """A connection ends a little before its process does, and how that ended is to be told."""
        deadline = time.monotonic() + ENDING_SECONDS
        while not self._has_ended() and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)

    def _has_ended(self) -> bool:
        """Without reaping it where that can be: as long as it is not reaped, its number is no other process's."""
        if sys.platform == "darwin":
            return self._process.poll() is not None
        try:
            return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
        except ChildProcessError:  # another thread has reaped it
            return True


def describe_death(code: int) -> str:
    """What ended a worker, for people.

    >>> describe_death(-9)
    'its worker died with signal 9 (SIGKILL)'
    >>> describe_death(3)
    'its worker ended with exit code 3'
    """
    if code >= 0:
        return f"its worker ended with exit code {code}"
    try:
        name = f" ({signal.Signals(-code).name})"
    except ValueError:
        name = ""
    return f"its worker died with signal {-code}{name}"


def _list_import_paths() -> list[str]:
    """Where this process finds modules, the current folder by its name."""
    return [entry or str(Path.cwd()) for entry in sys.path]
