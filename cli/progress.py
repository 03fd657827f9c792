"""Progress on a terminal as bars, elsewhere as plain lines."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars
from rich.text import Text

from indexer.progress import Progress

SECONDS_BETWEEN_LINES = 10.0


class ShownProgress(Progress, Protocol):
    """Progress that can also say a line."""

    def say(self, message: str) -> None: ...


@contextmanager
def show_progress(console: Console) -> Iterator[ShownProgress]:
    """Bars where the console is a terminal, a line every ten seconds elsewhere."""
    if not console.is_terminal:
        yield LineProgress(console)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=console, transient=True) as bars:
        yield BarProgress(bars)


class RateColumn(ProgressColumn):
    """Files or passages a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


class BarProgress:
    """Bars."""

    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._tasks: dict[str, TaskID] = {}

    def say(self, message: str) -> None:
        self._bars.console.print(message, markup=False)

    def start(self, stage: str, total: int | None) -> None:
        self._tasks[stage] = self._bars.add_task(stage, total=total)

    def advance(self, stage: str, count: int = 1) -> None:
        self._bars.advance(self._tasks[stage], count)

    def finish(self, stage: str) -> None:
        self._bars.stop_task(self._tasks[stage])


class LineProgress:
    """Plain lines for logs."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._totals: dict[str, int | None] = {}
        self._done: dict[str, int] = {}
        self._started = time.monotonic()
        self._said = self._started

    def say(self, message: str) -> None:
        self._console.print(message, markup=False, soft_wrap=True)

    def start(self, stage: str, total: int | None) -> None:
        self._totals[stage], self._done[stage] = total, 0

    def advance(self, stage: str, count: int = 1) -> None:
        self._done[stage] += count
        now = time.monotonic()
        if now - self._said >= SECONDS_BETWEEN_LINES:
            self._said = now
            self.say("; ".join(self._describe(name) for name in self._done))

    def finish(self, stage: str) -> None:
        self.say(self._describe(stage))

    def _describe(self, stage: str) -> str:
        done, total = self._done[stage], self._totals[stage]
        seconds = max(time.monotonic() - self._started, 0.001)
        rate = done / seconds
        left = f", {(total - done) / rate:.0f} s left" if total and rate and total > done else ""
        of_total = f" of {total:,}" if total is not None else ""
        return f"{stage} {done:,}{of_total}, {rate:.1f}/s{left}"
