"""Runs measured side by side, without an engine."""

from __future__ import annotations

import json

import pytest

from eval.question_set import QuestionSet
from eval.records import EvaluationError, Question
from eval.report import ALL, EvaluationReport, Options, report_system
from eval.running import Answered, SystemRun, read_candidates
from eval.systems import SYSTEMS, choose_systems, vary_system
from search.records import Mode, SearchResults, Understood
from search.trace import StageTrace, Trace, TracedCandidate


def make_question(id_: str, type_: str, *, answerable: bool = True) -> Question:
    return Question(id_, f"вопрос {id_}", type_, "ru", answerable, "tune", ())


QUESTIONS = QuestionSet(
    (
        make_question("q1", "code"),
        make_question("q2", "code"),
        make_question("q3", "typo"),
        make_question("u1", "unanswerable", answerable=False),
        make_question("u2", "unanswerable", answerable=False),
    ),
    {"q1": {"a": 2}, "q2": {"b": 2, "a": 1}, "q3": {"c": 1}, "u1": {}, "u2": {}},
)
RUN = SystemRun(
    SYSTEMS[3],
    {
        "q1": Answered(("a", "x"), ("a", "x", "y"), 0.9, 10.0),
        "q2": Answered(("x", "y"), ("x", "b"), 0.5, 20.0),
        "q3": Answered((), (), None, 30.0, ("leg_failed",)),
        "u1": Answered(("x",), ("x",), 0.3, 40.0),
        "u2": Answered((), (), None, 50.0),
    },
)


def test_means_are_over_answerable_questions_of_each_type() -> None:
    report = report_system(RUN, QUESTIONS, Options(k=2))
    assert set(report.means) == {ALL, "code", "typo"}
    assert report.means[ALL]["hit@3"] == pytest.approx(1 / 3)
    assert report.means["code"]["nDCG@10"] == 0.5
    assert report.means["typo"] == {"count": 1, "hit@3": 0, "R@2": 0, "RR@10": 0, "nDCG@10": 0, "P@2": 0}


def test_verdicts_add_up_to_the_answerable_questions() -> None:
    report = report_system(RUN, QUESTIONS, Options(k=2))
    assert report.count_verdicts() == {"retrieval": 1, "reranker": 1, "passed": 1}
    assert [(lost.question.id, lost.diagnosis.verdict, lost.missing) for lost in report.lost] == [
        ("q2", "reranker", ("a", "b")),
        ("q3", "retrieval", ("c",)),
    ]


def test_document_below_k_is_lost() -> None:
    run = SystemRun(SYSTEMS[3], {**RUN.answers, "q1": Answered(("x", "a"), ("a", "x"), 1.0, 1.0)})
    assert report_system(run, QUESTIONS, Options(k=1)).count_verdicts()["reranker"] == 2


def test_unanswerable_questions_are_counted_apart() -> None:
    unanswered = report_system(RUN, QUESTIONS, Options()).unanswered
    assert unanswered is not None
    assert (unanswered.count, unanswered.with_hits) == (2, 0.5)
    assert unanswered.scores == (0.3, 0.3, 0.3)
    assert unanswered.answerable_scores == pytest.approx((0.5, 0.7, 0.9))


def test_set_without_unanswerable_questions_has_no_such_count() -> None:
    only = QUESTIONS.select(limit=2)
    assert report_system(RUN, only, Options()).unanswered is None


def test_notices_and_time_are_told() -> None:
    report = report_system(RUN, QUESTIONS, Options())
    assert report.run.notices == {"leg_failed": 1}
    assert report.median_ms == 30.0


def test_report_is_plain_json() -> None:
    report = EvaluationReport({"date": "2024-01-31"}, QUESTIONS, Options(), (report_system(RUN, QUESTIONS, Options()),))
    written = json.loads(json.dumps(report.as_dict()))
    assert written["provenance"]["unanswerable"] == 2
    assert written["provenance"]["qrels_hash"] == QUESTIONS.hash
    (system,) = written["systems"]
    assert system["without_results"] == ["q3"]
    assert system["per_question"]["q2"]["verdict"] == "reranker"


def test_candidates_are_the_documents_of_the_fusion_each_once() -> None:
    candidates = tuple(TracedCandidate(f"{id_}#{place}", id_, 1.0) for place, id_ in enumerate(["b", "a", "b"]))
    stages = (
        StageTrace("lexical", 0, 1, 0.0, (TracedCandidate("z#1", "z", 1.0),)),
        StageTrace("fusion", 3, 3, 0.0, candidates),
    )
    results = SearchResults(None, "?", Understood("ru", "?"), 0, (), (), {}, Trace(stages))
    assert read_candidates(results) == ("b", "a")


def test_all_systems_are_chosen_where_none_is_named() -> None:
    assert [system.name for system in choose_systems([])] == ["lexical", "vector", "hybrid", "hybrid + second stage"]


def test_unknown_system_is_refused() -> None:
    with pytest.raises(EvaluationError, match="Unknown system 'bm25'"):
        choose_systems(["bm25"])


def test_varied_system_is_named_for_what_differs() -> None:
    varied = vary_system("hybrid: rrf_k=10, weight_lexical=0.2")
    assert (varied.name, varied.mode, varied.second_stage) == (
        "hybrid, rrf_k=10, weight_lexical=0.2",
        Mode.HYBRID,
        False,
    )
    assert vary_system("rrf_k=10").second_stage


@pytest.mark.parametrize("text", ["rrf_k", "embedding_model=x", "hybrid:"])
def test_setting_that_cannot_differ_within_a_run_is_refused(text: str) -> None:
    with pytest.raises(EvaluationError, match="not NAME=VALUE"):
        vary_system(text)
