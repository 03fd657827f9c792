"""Judgments and runs in the format of TREC: one row a line, columns apart by white space."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from eval.measures import remove_repeated
from eval.problems import Problem, raise_problems, read_lines
from eval.records import Judgments, Located, Qrel, ScoredDoc

COLUMNS: Final = 4  # question, iteration (never used), document, grade


def read_qrels(path: Path) -> list[Qrel]:
    """The judgments in the order of the file. Raises TestSetError with every faulty line.

    A judgment that stands twice with one grade counts once; two grades for one document contradict each other.
    """
    return [located.value for located in locate_qrels(path)]


def locate_qrels(path: Path) -> list[Located[Qrel]]:
    """The judgments, each with its line. Raises TestSetError with every faulty line."""
    found: dict[tuple[str, str], Located[Qrel]] = {}
    problems = []
    for number, line in read_lines(path):
        qrel = _parse_line(line)
        if isinstance(qrel, str):
            problems.append(Problem(path, number, qrel))
            continue
        before = found.setdefault((qrel.query_id, qrel.doc_id), Located(path, number, qrel))
        if before.value.relevance != qrel.relevance:
            message = (
                f"grade {qrel.relevance} for question '{qrel.query_id}' and document '{qrel.doc_id}', "
                f"but line {before.line} says {before.value.relevance}"
            )
            problems.append(Problem(path, number, message))
    raise_problems(problems)
    return list(found.values())


def group_judgments(qrels: Iterable[Qrel]) -> dict[str, dict[str, int]]:
    """Grades by question and document."""
    judgments: dict[str, dict[str, int]] = {}
    for qrel in qrels:
        judgments.setdefault(qrel.query_id, {})[qrel.doc_id] = qrel.relevance
    return judgments


def iter_qrels(judgments: Judgments) -> Iterable[Qrel]:
    """The rows of judgments."""
    return (Qrel(query_id, doc_id, grade) for query_id, grades in judgments.items() for doc_id, grade in grades.items())


def write_qrels(path: Path, qrels: Iterable[Qrel]) -> None:
    """Writes judgments so that `read_qrels` and other tools read the same."""
    _write(path, (f"{qrel.query_id} 0 {qrel.doc_id} {qrel.relevance}" for qrel in qrels))


def rank_documents(rankings: Mapping[str, Sequence[str]]) -> list[ScoredDoc]:
    """The documents of each question, best first, with score 1 / rank.

    Tools sort a run by score and break ties by id, each in its own way: with strictly decreasing scores all of them see
    the order that was shown.
    """
    return [
        ScoredDoc(query_id, doc_id, 1 / rank)
        for query_id, ranking in rankings.items()
        for rank, doc_id in enumerate(remove_repeated(ranking), start=1)
    ]


def write_run(path: Path, rankings: Mapping[str, Sequence[str]], name: str) -> None:
    """Writes a run file that other tools rank as it was shown. `name` is the run's name, the last column."""
    label = "-".join(name.split())
    rows = rank_documents(rankings)
    _write(path, (f"{row.query_id} Q0 {row.doc_id} {round(1 / row.score)} {row.score!r} {label}" for row in rows))


def _parse_line(line: str) -> Qrel | str:
    columns = line.split()
    if len(columns) != COLUMNS:
        return f"has {len(columns)} columns, it must have {COLUMNS}: question, 0, document, grade"
    query_id, _, doc_id, grade = columns
    try:
        return Qrel(query_id, doc_id, int(grade))
    except ValueError:
        return f"grade '{grade}' is not an integer"


def _write(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
