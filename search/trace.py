"""What each stage received, kept and scored. The trace is data: it can be saved and read again."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple


class TracedCandidate(NamedTuple):
    """A candidate as it left a stage."""

    passage_id: str
    document_id: str
    score: float


@dataclass(frozen=True, slots=True)
class StageTrace:
    """One stage: how many candidates entered and left, how long it took, what was cut or skipped and why.

    candidates: as they left, best first.
    detail: what the stage did in its own terms, for instance the query it sent.
    """

    name: str
    entered: int
    left: int
    took_ms: float
    candidates: tuple[TracedCandidate, ...] = ()
    skipped: str | None = None
    detail: Any = None


@dataclass(frozen=True, slots=True)
class Trace:
    """All stages in the order in which they ran."""

    stages: tuple[StageTrace, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "stages": [
                {**asdict(stage), "candidates": [c._asdict() for c in stage.candidates]} for stage in self.stages
            ]
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Trace:
        """The trace that `as_dict` wrote."""
        stages = []
        for stage in values["stages"]:
            candidates = tuple(TracedCandidate(**candidate) for candidate in stage["candidates"])
            stages.append(StageTrace(**{**stage, "candidates": candidates}))
        return cls(tuple(stages))


class TraceRecorder:
    """Collects stages while a search runs."""

    def __init__(self) -> None:
        self._started = time.perf_counter()
        self._stages: list[StageTrace] = []
        self._took_ms: dict[str, float] = {}

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Adds the time of the block to stage `name`."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self._took_ms[name] = self._took_ms.get(name, 0.0) + (time.perf_counter() - started) * 1000

    def record(
        self,
        name: str,
        *,
        entered: int,
        candidates: Sequence[TracedCandidate] = (),
        left: int | None = None,
        took_ms: float | None = None,
        skipped: str | None = None,
        detail: Any = None,
    ) -> None:
        """Adds a finished stage; its time is what `timed` measured under its name unless given."""
        self._stages.append(
            StageTrace(
                name=name,
                entered=entered,
                left=len(candidates) if left is None else left,
                took_ms=round(self._took_ms.get(name, 0.0) if took_ms is None else took_ms, 3),
                candidates=tuple(candidates),
                skipped=skipped,
                detail=detail,
            )
        )

    def finish(self) -> tuple[Trace, dict[str, float]]:
        """The trace, and the milliseconds of the whole and of every stage."""
        total = (time.perf_counter() - self._started) * 1000
        stages = {name: round(took, 3) for name, took in self._took_ms.items()}
        return Trace(tuple(self._stages)), {"total": round(total, 3), **stages}
