"""Which questions a mean is over."""

from __future__ import annotations

from eval.measures import build_measure
from eval.scoring import score_run

MEASURES = [build_measure("R", 10), build_measure("RR", 10), build_measure("nDCG", 10)]


def test_question_without_results_scores_zero() -> None:
    scores = score_run({"q1": ["a"]}, {"q1": {"a": 1}, "q2": {"b": 1}}, MEASURES)
    assert scores.mean() == {"R@10": 0.5, "RR@10": 0.5, "nDCG@10": 0.5}
    assert scores.without_results == ("q2",)


def test_empty_result_list_is_without_results_too() -> None:
    assert score_run({"q1": []}, {"q1": {"a": 1}}, MEASURES).without_results == ("q1",)


def test_question_without_judgments_is_listed_and_ignored() -> None:
    scores = score_run({"q1": ["a"], "stray": ["x"]}, {"q1": {"a": 1}}, MEASURES)
    assert scores.unjudged == ("stray",)
    assert scores.mean()["R@10"] == 1.0


def test_unanswerable_questions_stand_apart() -> None:
    run = {"q1": ["a"], "q2": ["x"], "q3": ["c"]}
    scores = score_run(run, {"q1": {"a": 1}, "q2": {}, "q3": {"c": 0}}, MEASURES)
    assert scores.mean() == {"R@10": 1.0, "RR@10": 1.0, "nDCG@10": 1.0}
    assert scores.count == 1
    assert scores.unanswerable == ("q2", "q3")


def test_place_of_unanswerable_questions_does_not_matter() -> None:
    first = score_run({"q1": ["a"]}, {"q2": {}, "q1": {"a": 1}}, MEASURES)
    last = score_run({"q1": ["a"]}, {"q1": {"a": 1}, "q2": {}}, MEASURES)
    assert first.per_question == last.per_question


def test_nothing_to_measure_gives_no_number() -> None:
    scores = score_run({"q": ["x"]}, {"q": {}}, MEASURES)
    assert scores.mean() == {}
    assert scores.count == 0


def test_mean_of_some_questions() -> None:
    scores = score_run({"q1": ["a"]}, {"q1": {"a": 1}, "q2": {"b": 1}}, MEASURES)
    assert scores.mean(["q1", "unknown"])["R@10"] == 1.0
    assert scores.column("R@10") == [1.0, 0.0]


def test_least_grade_moves_questions_to_the_unanswerable() -> None:
    scores = score_run({}, {"q1": {"a": 1}, "q2": {"b": 2}}, MEASURES, least_grade=2)
    assert scores.unanswerable == ("q1",)
