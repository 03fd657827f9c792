"""Measures against examples worked by hand and against ir_measures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.measures import (
    build_measure,
    capped_recall_at,
    exponential_gain,
    hit_at,
    ndcg_at,
    precision_at,
    recall_at,
    reciprocal_rank,
)
from eval.qrels import iter_qrels, rank_documents, write_run
from eval.scoring import score_run

PUBLISHED_RUNS = {"q1": ["d3", "d1", "d7"], "q2": ["d5", "d2", "d9"], "q3": ["d4", "d6", "d8"]}
PUBLISHED_QRELS = {"q1": {"d1": 1}, "q2": {"d5": 1, "d9": 1}, "q3": {"d2": 1}}
THREE = {"a": 1, "b": 1, "c": 1}
DISCOUNT_2, DISCOUNT_3 = 1 / math.log2(3), 1 / math.log2(4)


def test_published_example() -> None:
    measures = [build_measure("R", 1), build_measure("R", 3), build_measure("RR", 10)]
    means = score_run(PUBLISHED_RUNS, PUBLISHED_QRELS, measures).mean()
    assert {name: round(value, 3) for name, value in means.items()} == {"R@1": 0.167, "R@3": 0.667, "RR@10": 0.5}


def test_repeated_document_counts_once() -> None:
    ranking = ["a", "a", "a"]
    relevant = {"a": 1, "b": 1}
    assert recall_at(ranking, relevant, 3) == 0.5
    assert precision_at(ranking, relevant, 3) == pytest.approx(1 / 3)
    assert ndcg_at(ranking, relevant, 3) == pytest.approx(1 / (1 + DISCOUNT_2))


def test_repeated_documents_leave_before_the_ranking_is_cut() -> None:
    assert recall_at(["a", "a", "b"], {"a": 1, "b": 1}, 2) == 1.0
    assert reciprocal_rank(["x", "x", "a"], {"a": 1}) == 0.5


def test_ideal_is_built_from_judgments_not_from_what_was_found() -> None:
    assert ndcg_at(["a", "x", "y"], THREE, 3) == pytest.approx(1 / (1 + DISCOUNT_2 + DISCOUNT_3))
    assert recall_at(["a", "x", "y"], THREE, 3) == pytest.approx(1 / 3)


def test_recall_below_the_number_of_relevant_documents_is_not_capped() -> None:
    assert recall_at(["a", "b"], THREE, 1) == pytest.approx(1 / 3)
    assert hit_at(["a", "b"], THREE, 1) == 1.0
    assert capped_recall_at(["a", "b"], THREE, 1) == 1.0


def test_gains_have_their_names() -> None:
    grades = {"a": 1, "b": 2}
    assert ndcg_at(["a", "b"], grades, 2) == pytest.approx((1 + 2 * DISCOUNT_2) / (2 + DISCOUNT_2))
    exponential = ndcg_at(["a", "b"], grades, 2, gain=exponential_gain)
    assert exponential == pytest.approx((1 + 3 * DISCOUNT_2) / (3 + DISCOUNT_2))
    assert build_measure("nDCG_exp", 2).measure(["a", "b"], grades) == exponential


def test_grade_below_the_least_is_not_relevant() -> None:
    grades = {"a": 1, "b": 2}
    assert reciprocal_rank(["a", "b"], grades, least_grade=2) == 0.5
    assert hit_at(["a"], grades, 3, least_grade=2) == 0.0


def test_grade_below_zero_gains_nothing() -> None:
    assert ndcg_at(["spam", "a"], {"spam": -2, "a": 1}, 2) == pytest.approx(DISCOUNT_2)


def test_empty_ranking_scores_zero() -> None:
    for name in ("hit", "R", "capped_R", "P", "RR", "nDCG", "nDCG_exp"):
        assert build_measure(name, 10).measure([], {"a": 1}) == 0.0


def test_question_without_relevant_documents_is_refused() -> None:
    for grades in ({}, {"a": 0}):
        with pytest.raises(ValueError, match="count this question apart"):
            recall_at(["a"], grades, 3)


def test_cut_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="k is 0"):
        recall_at(["a"], {"a": 1}, 0)


@pytest.mark.parametrize("relevant", ["b", "z"])
def test_order_shown_decides_whatever_the_names(relevant: str, tmp_path: Path) -> None:
    """Scores were equal; tools that sort by id would put 'c' first for one of the names."""
    rankings = {"q": [relevant, "c"]}
    assert ndcg_at(rankings["q"], {relevant: 1}, 10) == 1.0
    write_run(tmp_path / "run.trec", rankings, "ours")
    run = list(ir_measures.read_trec_run(str(tmp_path / "run.trec")))
    qrels = [ir_measures.Qrel("q", relevant, 1)]
    assert ir_measures.calc_aggregate([ir_measures.nDCG @ 10], qrels, run)[ir_measures.nDCG @ 10] == 1.0


IDS = st.sampled_from([f"d{number}" for number in range(8)])
RANKINGS = st.lists(IDS, max_size=12)
GRADES = st.dictionaries(IDS, st.integers(0, 3), min_size=1).filter(lambda grades: any(grades.values()))
CASES = st.dictionaries(st.sampled_from(["q1", "q2", "q3"]), st.tuples(RANKINGS, GRADES), min_size=1)


@settings(deadline=None, max_examples=60)
@given(CASES, st.integers(1, 10))
def test_agrees_with_ir_measures(cases: dict[str, tuple[Sequence[str], dict[str, int]]], k: int) -> None:
    rankings = {id_: ranking for id_, (ranking, _) in cases.items()}
    judgments = {id_: grades for id_, (_, grades) in cases.items()}
    names = {"R": ir_measures.R, "P": ir_measures.P, "nDCG": ir_measures.nDCG, "RR": ir_measures.RR}
    theirs = {f"{name}@{k}": measure @ k for name, measure in {**names, "hit": ir_measures.Success}.items()}
    expected = ir_measures.calc_aggregate(
        list(theirs.values()),
        [ir_measures.Qrel(*qrel) for qrel in iter_qrels(judgments)],
        [ir_measures.ScoredDoc(*row) for row in rank_documents(rankings)],
    )
    ours = score_run(rankings, judgments, [build_measure(name, k) for name in (*names, "hit")]).mean()
    assert ours == pytest.approx({name: expected[measure] for name, measure in theirs.items()}, abs=1e-6)


@settings(deadline=None, max_examples=60)
@given(RANKINGS, GRADES, st.integers(1, 10))
def test_measures_stay_between_zero_and_one(ranking: list[str], grades: dict[str, int], k: int) -> None:
    for name in ("hit", "R", "capped_R", "P", "RR", "nDCG", "nDCG_exp"):
        assert 0 <= build_measure(name, k).measure(ranking, grades) <= 1 + 1e-12


@settings(deadline=None, max_examples=30)
@given(RANKINGS, GRADES)
def test_evaluator_keeps_no_state(ranking: list[str], grades: dict[str, int]) -> None:
    """Evaluated, then something else at another cut, then again: equal to the last bit, in any order of measures."""
    score = partial(score_run, judgments={"q": grades})
    measures = [build_measure(name, k) for name in ("R", "nDCG", "RR") for k in (10, 20)]
    first = score({"q": ranking}, measures=measures).per_question
    score({"q": list(reversed(ranking))}, measures=measures)
    again = score({"q": ranking}, measures=measures[::-1]).per_question
    assert first == again
