"""At which stage a question lost its documents, in three words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from eval.measures import recall_at, reciprocal_rank, remove_repeated, select_relevant
from eval.records import Grades


class Verdict(StrEnum):
    """What became of the relevant documents.

    RETRIEVAL: none is among the candidates. RERANKER: some are, but none among the final ones (where there is no second
    stage, the fusion's order lost them). PASSED: one is among the final ones.
    """

    RETRIEVAL = "retrieval"
    RERANKER = "reranker"
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The verdict on a question with the figures behind it.

    candidate_recall, final_recall: share of the relevant documents among candidates and final ones.
    reciprocal_rank: of the final ones.
    """

    verdict: Verdict
    candidate_recall: float
    final_recall: float
    reciprocal_rank: float

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "verdict": self.verdict.value,
            "candidate_recall": self.candidate_recall,
            "final_recall": self.final_recall,
            "reciprocal_rank": self.reciprocal_rank,
        }


def diagnose(
    candidates: Sequence[str], final: Sequence[str], grades: Grades, *, least_grade: int = 1, k: int | None = None
) -> Diagnosis:
    """The verdict on one question from its candidates and its final documents (the first k, where k is given).

    Raises ValueError where no document is relevant.

    >>> diagnose(["shipping", "refund-policy"], ["shipping"], {"refund-policy": 1}).verdict.value
    'reranker'
    """
    shown = remove_repeated(final)[:k]
    candidate_recall = _measure_recall(candidates, grades, least_grade)
    final_recall = _measure_recall(shown, grades, least_grade)
    return Diagnosis(
        verdict=_choose_verdict(candidate_recall, final_recall),
        candidate_recall=candidate_recall,
        final_recall=final_recall,
        reciprocal_rank=reciprocal_rank(shown, grades, least_grade=least_grade),
    )


def list_missing(found: Sequence[str], grades: Grades, *, least_grade: int = 1) -> list[str]:
    """The relevant documents that are not among the found ones."""
    return sorted(select_relevant(grades, least_grade) - set(found))


def _measure_recall(found: Sequence[str], grades: Grades, least_grade: int) -> float:
    return recall_at(found, grades, max(1, len(found)), least_grade=least_grade)


def _choose_verdict(candidate_recall: float, final_recall: float) -> Verdict:
    if final_recall > 0:
        return Verdict.PASSED
    return Verdict.RERANKER if candidate_recall > 0 else Verdict.RETRIEVAL
