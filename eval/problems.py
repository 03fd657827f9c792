"""Faults of a test set, all of them at once: file, line, what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from eval.records import EvaluationError

SHOWN: Final = 20


class Problem(NamedTuple):
    """A fault and where it stands."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class TestSetError(EvaluationError):
    """Questions or judgments have faults; `problems` holds all of them."""

    __test__ = False  # pytest collects classes whose names begin with Test

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        shown = [str(problem) for problem in self.problems[:SHOWN]]
        if len(self.problems) > SHOWN:
            shown.append(f"and {len(self.problems) - SHOWN} more")
        super().__init__("\n".join(shown))


def raise_problems(problems: Sequence[Problem]) -> None:
    """Raises TestSetError where there is any problem."""
    if problems:
        raise TestSetError(problems)


def read_lines(path: Path) -> list[tuple[int, str]]:
    """The lines that are not blank, each with its number from 1. Raises EvaluationError for a file that is no text."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise EvaluationError(f"'{path}' cannot be read: {error.strerror}. Name another file.") from error
    except UnicodeDecodeError as error:
        raise EvaluationError(
            f"'{path}' is not UTF-8 text ({error.reason} at byte {error.start}). Save it as UTF-8."
        ) from error
    # Not splitlines: U+2028 inside a question does not end a line of JSON.
    return [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
