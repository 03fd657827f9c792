"""Whether files are prepared in worker processes or here, and in how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from types import TracebackType
from typing import Final, Protocol, Self

from indexer.file_preparing import FileOutcome, FilePreparer, FileTask, PreparerRecipe
from indexer.parsing.registry import PARSERS, SUFFIXES, TextParser
from indexer.workers.pool import PoolLimits, PreparingPool
from models.processor import choose_device, count_cores
from settings import HASH_MODEL, Settings

PREPARED_AHEAD: Final = 512  # passages; two batches of the embedder
# Of plain texts, Markdown and HTML together: 250 kB take 1 to 3.5 s of a core, the start of a worker takes 2 s of one.
HERE_BYTES: Final = 300_000
# Preparing a passage takes 3 ms of a core, embedding it on the cores 32 ms; office formats take several times as long.
CORES_PER_WORKER: Final = 4
CORES_PER_WORKER_BESIDE_GPU: Final = 2


class Preparing(Protocol):
    """Prepares files in order. A context manager: what it starts is gone at its end."""

    @property
    def processes(self) -> int:
        """Worker processes in use."""
        ...

    @property
    def peak_memory_mb(self) -> int:
        """Most resident memory of the worker processes together, MiB."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...

    def iter_outcomes(self, tasks: Sequence[FileTask]) -> Iterator[FileOutcome]:
        """An outcome for every file, in their order."""
        ...

    def stop(self) -> None:
        """Ends the work at once, from any thread."""
        ...


class PreparingHere:
    """Prepares files in the thread that asks for them: no process is started, and no file's time is limited."""

    processes = 0
    peak_memory_mb = 0

    def __init__(self, preparer: FilePreparer) -> None:
        self._preparer = preparer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        pass

    def iter_outcomes(self, tasks: Sequence[FileTask]) -> Iterator[FileOutcome]:
        """An outcome for every file, in their order."""
        for task in tasks:
            try:
                yield self._preparer.prepare(task)
            except MemoryError:
                yield FileOutcome(task, failure="ran out of memory")

    def stop(self) -> None:
        """Nothing: the thread that asks need only stop asking."""


def open_preparing(
    preparer: FilePreparer, recipe: PreparerRecipe, tasks: Sequence[FileTask], *, here: bool | None = None
) -> Preparing:
    """What prepares `tasks`: `preparer` in this process, or worker processes that make theirs from `recipe`.

    here: True or False decides; None: here where there is little to do and nothing that can hang or crash.
    """
    if here if here is not None else is_little(tasks):
        return PreparingHere(preparer)
    settings = recipe.settings
    workers = min(choose_workers(settings), max(1, len(tasks)))
    limits = PoolLimits(workers, settings.file_timeout_seconds, settings.worker_memory_mb, PREPARED_AHEAD)
    return PreparingPool(recipe, limits)


def choose_workers(settings: Settings) -> int:
    """Worker processes as asked, or by the cores: one at least."""
    if settings.preparing_workers:
        return settings.preparing_workers
    embeds_on_cores = settings.embedding_model != HASH_MODEL and choose_device(settings.device) == "cpu"
    return max(1, count_cores() // (CORES_PER_WORKER if embeds_on_cores else CORES_PER_WORKER_BESIDE_GPU))


def is_little(tasks: Sequence[FileTask]) -> bool:
    """Whether the files are few bytes of text formats, whose parsers neither hang nor crash."""
    return sum(task.file.size for task in tasks) <= HERE_BYTES and all(map(_is_text, tasks))


def _is_text(task: FileTask) -> bool:
    source_type = SUFFIXES.get(PurePosixPath(task.file.source).suffix.lower(), "")
    return isinstance(PARSERS.get(source_type), TextParser)
