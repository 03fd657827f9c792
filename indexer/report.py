"""What an indexing run did."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Failure(NamedTuple):
    """A document that is not in the index, or not as it is on disk, and why."""

    source: str
    reason: str


@dataclass(slots=True)
class IndexReport:
    """Counts, failures and costs of one run, filled while it runs.

    embedded_tokens: model tokens that went through the model; truncated: passages the model saw only the beginning of.
    token_vector_bytes: what late interaction costs in stored bytes.
    seconds: per stage; stages that run side by side add up to more than the whole.
    live: the index version that answers searches after the run, None when there is none.
    worker_processes: that prepared files beside this one; worker_memory_mb: their peaks together, MiB.
    """

    collection: str
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    kept: int = 0
    passages: int = 0
    copied_passages: int = 0
    embedded_tokens: int = 0
    truncated: int = 0
    token_vector_bytes: int = 0
    skipped: list[Failure] = field(default_factory=list)
    failed: list[Failure] = field(default_factory=list)
    refused: list[Failure] = field(default_factory=list)
    warnings: list[Failure] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    live: str | None = None
    moved: bool = False
    rebuilt_because: str | None = None
    worker_processes: int = 0
    worker_memory_mb: int = 0

    @property
    def documents(self) -> int:
        """Documents in the live version after the run."""
        return self.new + self.changed + self.unchanged + self.kept

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Adds the seconds of the block to `stage`."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.add_seconds(stage, time.perf_counter() - started)

    def add_seconds(self, stage: str, seconds: float) -> None:
        """Adds to `stage` what was measured elsewhere."""
        self.seconds[stage] = self.seconds.get(stage, 0.0) + seconds

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON, peak memory of all processes included."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        for name in ("skipped", "failed", "refused", "warnings"):
            values[name] = [entry._asdict() for entry in values[name]]
        values["seconds"] = {name: round(value, 3) for name, value in self.seconds.items()}
        peak = peak_memory_mb() + self.worker_memory_mb
        return {**values, "documents": self.documents, "peak_memory_mb": peak}


def peak_memory_mb() -> int:
    """Most resident memory this process had, MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
