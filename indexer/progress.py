"""How far an indexing run is, told to whoever shows it."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Receives what a run has done so far, from several threads."""

    def start(self, stage: str, total: int | None) -> None:
        """A stage begins; `total` files or passages are expected, None where that is unknown."""
        ...

    def advance(self, stage: str, count: int = 1) -> None:
        """`count` more files or passages are done."""
        ...

    def finish(self, stage: str) -> None:
        """A stage has ended."""
        ...


class SilentProgress:
    """Shows nothing."""

    def start(self, stage: str, total: int | None) -> None:
        pass

    def advance(self, stage: str, count: int = 1) -> None:
        pass

    def finish(self, stage: str) -> None:
        pass
