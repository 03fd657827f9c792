"""Worker processes that prepare files: outcomes in the order of the files, a bad file costs itself only.

Neither `concurrent.futures` nor pebble nor billiard can be used for that: the first gives up all files in hand when one
process dies and has no time limits; pebble 5.2 shares one pipe among its workers and declares the whole pool broken
when its only worker dies; billiard forks. None of them ends what a parser started.
"""

from __future__ import annotations

import heapq
import logging
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from types import TracebackType
from typing import Final, Self

from indexer.file_preparing import FileOutcome, FileTask, PreparerRecipe, PreparingError
from indexer.workers.process import AssignmentFile, WorkerProcess, describe_death
from indexer.workers.program import Assignment, CannotStart, Done, Logged, OutOfMemory, Ready

logger = logging.getLogger(__name__)

IN_HAND: Final = 2  # files a worker has, so that it need not wait for the next one
START_SECONDS: Final = 120.0  # loading takes one to three seconds on an idle machine
MOST_FAILED_STARTS: Final = 3  # in a row; then no worker will ever start


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """Bounds of a pool.

    workers: processes. timeout_seconds, memory_mb: for one file; 0 MiB is no limit.
    ahead: passages that may wait for their turn before no further file is begun.
    """

    workers: int
    timeout_seconds: float
    memory_mb: int
    ahead: int


@dataclass(slots=True)
class _Slot:
    """A worker's place. files: the numbered files it has, the first one in work since `since`."""

    process: WorkerProcess
    since: float
    ready: bool = False
    files: deque[tuple[int, FileTask]] = field(default_factory=deque)
    peak_memory_mb: int = 0


class PreparingPool:
    """Prepares files in worker processes. Use it as a context manager: processes start at its beginning and are gone
    at its end."""

    def __init__(self, recipe: PreparerRecipe, limits: PoolLimits) -> None:
        self._limits = limits
        level = logging.getLogger().level
        self._assignment = Assignment(recipe, limits.timeout_seconds, limits.memory_mb, level)
        self._assignment_file: AssignmentFile | None = None
        self._lock = threading.Lock()
        self._stopped = False
        self._failed_starts = 0
        self._slots: list[_Slot] = []
        self._waiting: list[tuple[int, FileTask]] = []  # a heap: what a dead worker had in hand comes back
        self._done: dict[int, FileOutcome] = {}

    @property
    def processes(self) -> int:
        return self._limits.workers

    @property
    def peak_memory_mb(self) -> int:
        """Most resident memory of all workers together, MiB, if their peaks were at one time."""
        return sum(slot.peak_memory_mb for slot in self._slots)

    def __enter__(self) -> Self:
        with ExitStack() as undo:
            undo.callback(self.__exit__, None, None, None)
            for _ in range(self._limits.workers):
                self._slots.append(_Slot(self._start(), time.monotonic()))
            undo.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
        for slot in self._slots:
            slot.process.close()
        if self._assignment_file is not None:
            self._assignment_file.close()

    def stop(self) -> None:
        """Ends all processes at once, from any thread; whoever waits for an outcome gets PreparingError."""
        with self._lock:
            self._stopped = True
            for slot in self._slots:
                slot.process.kill()

    def iter_outcomes(self, tasks: Sequence[FileTask]) -> Iterator[FileOutcome]:
        """An outcome for every file, in their order.

        Raises PreparingError when the pool is stopped meanwhile, or when no worker can be started.
        """
        self._waiting = list(enumerate(tasks))
        for number in range(len(tasks)):
            while number not in self._done:
                self._hand_out(number)
                self._collect()
            yield self._done.pop(number)

    def _hand_out(self, wanted: int) -> None:
        """Gives waiting files to the workers with the least in hand. The wanted one goes out whatever is done already:
        all others wait for it."""
        while self._waiting:
            free = [slot for slot in self._slots if slot.ready and len(slot.files) < IN_HAND]
            if not free or (self._waiting[0][0] != wanted and self._is_far_ahead()):
                return
            slot = min(free, key=lambda slot: len(slot.files))
            if not slot.files:
                slot.since = time.monotonic()
            number, task = heapq.heappop(self._waiting)
            slot.files.append((number, task))
            slot.process.send(task)

    def _is_far_ahead(self) -> bool:
        return sum(outcome.passage_count for outcome in self._done.values()) >= self._limits.ahead

    def _collect(self) -> None:
        """Waits until a worker has something to say or has used up its time."""
        by_connection = {slot.process.connection: slot for slot in self._slots}
        spoken = wait(list(by_connection), self._find_next_deadline())
        self._refuse_stopped()
        for connection in spoken:
            self._receive(by_connection[connection])  # type: ignore[index]  # what was given to `wait`
        for slot in self._slots:
            if slot.process.connection not in spoken and time.monotonic() > self._find_deadline(slot):
                self._end_overdue(slot)

    def _find_deadline(self, slot: _Slot) -> float:
        if not slot.ready:
            return slot.since + START_SECONDS
        return slot.since + self._limits.timeout_seconds if slot.files else float("inf")

    def _find_next_deadline(self) -> float | None:
        """Seconds until the first deadline."""
        first = min(map(self._find_deadline, self._slots))
        return None if first == float("inf") else max(0.0, first - time.monotonic())

    def _receive(self, slot: _Slot) -> None:
        match slot.process.receive():
            case Done(outcome, peak_memory_mb):
                self._take(slot, outcome)
                slot.peak_memory_mb = max(slot.peak_memory_mb, peak_memory_mb)
            case Logged(record):
                shown_by = logging.getLogger(record.name)
                if shown_by.isEnabledFor(record.levelno):
                    shown_by.handle(record)
            case Ready():
                slot.ready = True
                self._failed_starts = 0
            case CannotStart(reason):
                raise PreparingError(f"Files cannot be prepared in worker processes: {reason}")
            case OutOfMemory():
                self._replace(slot, self._describe_memory())
            case None:
                self._replace(slot)

    def _take(self, slot: _Slot, outcome: FileOutcome) -> None:
        number, _ = slot.files.popleft()
        slot.since = time.monotonic()
        self._done[number] = outcome

    def _end_overdue(self, slot: _Slot) -> None:
        slot.process.kill()
        self._replace(slot, self._describe_timeout() if slot.ready else f"not ready after {START_SECONDS:g} s")

    def _replace(self, slot: _Slot, reason: str | None = None) -> None:
        """A new process in the place of one that has died or is to go; the file it worked on has failed, `reason` or
        the way it died says why."""
        last_words = slot.process.read_last_words()
        reason = self._describe_end(slot.process.bury(), reason)
        self._refuse_stopped()
        if not slot.ready:
            self._count_failed_start(reason, last_words)
        elif slot.files:
            number, task = slot.files.popleft()
            self._done[number] = FileOutcome(task, failure=reason)
            logger.debug("%s: %s", task.file.source, reason)
        for waiting in slot.files:
            heapq.heappush(self._waiting, waiting)
        self._refill(slot)

    def _refill(self, slot: _Slot) -> None:
        with self._lock:
            self._refuse_stopped()
            slot.process, slot.ready, slot.since = self._start(), False, time.monotonic()
            slot.files.clear()

    def _start(self) -> WorkerProcess:
        try:
            if self._assignment_file is None:
                self._assignment_file = AssignmentFile(self._assignment)
            return WorkerProcess(self._assignment_file)
        except OSError as error:
            raise PreparingError(f"A worker process cannot be started: {error}.") from error

    def _count_failed_start(self, reason: str, last_words: str) -> None:
        self._failed_starts += 1
        logger.debug("A worker was not ready: %s %s", reason, last_words)
        if self._failed_starts >= MOST_FAILED_STARTS:
            raise PreparingError(f"Worker processes cannot be started: {reason}. {last_words}".rstrip())

    def _describe_end(self, code: int, reason: str | None) -> str:
        if reason is None and code == -signal.SIGALRM:  # the worker's own clock was first
            return self._describe_timeout()
        return reason or describe_death(code)

    def _describe_timeout(self) -> str:
        return f"timed out after {self._limits.timeout_seconds:g} s (NAKHODKA_FILE_TIMEOUT_SECONDS)"

    def _describe_memory(self) -> str:
        limit = self._limits.memory_mb
        return "ran out of memory" + (f": it may take {limit:,} MiB (NAKHODKA_WORKER_MEMORY_MB)" if limit else "")

    def _refuse_stopped(self) -> None:
        if self._stopped:
            raise PreparingError("The worker processes were stopped.")
