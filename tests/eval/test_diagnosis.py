"""Retrieval, reranker, passed."""

from __future__ import annotations

import pytest

from eval.diagnosis import Verdict, diagnose, list_missing


def test_published_example() -> None:
    diagnosis = diagnose(["shipping", "refund-policy", "exchange"], ["shipping", "exchange"], {"refund-policy": 1})
    assert diagnosis.as_dict() == {
        "verdict": "reranker",
        "candidate_recall": 1.0,
        "final_recall": 0.0,
        "reciprocal_rank": 0.0,
    }


@pytest.mark.parametrize(
    ("candidates", "final", "verdict", "rank"),
    [
        (["x", "y"], ["x"], Verdict.RETRIEVAL, 0.0),
        ([], [], Verdict.RETRIEVAL, 0.0),
        (["x", "a"], ["x"], Verdict.RERANKER, 0.0),
        (["x", "a"], ["x", "a"], Verdict.PASSED, 0.5),
        (["b", "b", "a"], ["b", "b", "a"], Verdict.PASSED, 0.5),
    ],
)
def test_verdict(candidates: list[str], final: list[str], verdict: Verdict, rank: float) -> None:
    diagnosis = diagnose(candidates, final, {"a": 1})
    assert (diagnosis.verdict, diagnosis.reciprocal_rank) == (verdict, rank)


def test_final_documents_end_at_k() -> None:
    assert diagnose(["x", "a"], ["x", "a"], {"a": 1}, k=1).verdict is Verdict.RERANKER


def test_one_of_several_documents_passes_with_its_share() -> None:
    diagnosis = diagnose(["a", "b", "x"], ["a"], {"a": 2, "b": 2})
    assert (diagnosis.verdict, diagnosis.candidate_recall, diagnosis.final_recall) == (Verdict.PASSED, 1.0, 0.5)


def test_document_of_a_low_grade_does_not_pass() -> None:
    assert diagnose(["a"], ["a"], {"a": 1, "b": 2}, least_grade=2).verdict is Verdict.RETRIEVAL


def test_missing_documents_are_named() -> None:
    assert list_missing(["a"], {"a": 1, "c": 1, "b": 2, "d": 0}) == ["b", "c"]
