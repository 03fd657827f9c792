"""Runs measured side by side: one table for all questions, one by their types, what was lost and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from eval.diagnosis import Diagnosis, Verdict, diagnose, list_missing
from eval.measures import Measure, build_measure
from eval.question_set import QuestionSet, describe_questions
from eval.records import Question
from eval.running import SystemRun
from eval.scoring import Scores, score_run
from search.records import Mode

ALL: Final = "all"
HIT_K, RANK_K = 3, 10  # hit@3: what is read without scrolling; MRR and nDCG are compared at 10 everywhere


@dataclass(frozen=True, slots=True)
class Options:
    """How runs are measured. k: where recall is cut and lost is what is below. least_grade: from which a document
    counts as relevant."""

    k: int = 10
    least_grade: int = 1

    @property
    def depth(self) -> int:
        """Documents to ask for."""
        return max(self.k, RANK_K)

    def build_measures(self) -> list[Measure]:
        """hit@3, R@k, RR@10, nDCG@10, P@k."""
        named = (("hit", HIT_K), ("R", self.k), ("RR", RANK_K), ("nDCG", RANK_K), ("P", self.k))
        return [build_measure(name, k, least_grade=self.least_grade) for name, k in named]


@dataclass(frozen=True, slots=True)
class Lost:
    """A question that a system lost, with the documents that would have answered it."""

    question: Question
    diagnosis: Diagnosis
    missing: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "id": self.question.id,
            "question": self.question.question,
            "type": self.question.type,
            **self.diagnosis.as_dict(),
            "missing": list(self.missing),
        }


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Questions that the documents do not answer.

    with_hits: the share for which something was shown all the same. scores: lowest, median and highest score of the
    first document, None where nothing was shown; on the same scale as `answerable_scores`, those of the questions that
    have an answer.
    """

    count: int
    with_hits: float
    scores: tuple[float, float, float] | None
    answerable_scores: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class SystemReport:
    """What one system reached. means, counts: by question type, 'all' for all; median_ms: over all questions."""

    run: SystemRun
    scores: Scores
    means: Mapping[str, Mapping[str, float]]
    diagnoses: Mapping[str, Diagnosis]
    lost: tuple[Lost, ...]
    unanswered: Unanswered | None
    median_ms: float

    @property
    def name(self) -> str:
        return self.run.system.name

    def count_verdicts(self) -> dict[str, int]:
        """How many questions each stage lost, and how many passed; they add up to the answerable questions."""
        counted = Counter(diagnosis.verdict for diagnosis in self.diagnoses.values())
        return {verdict.value: counted[verdict] for verdict in Verdict}

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON, every question included."""
        system = self.run.system
        return {
            "name": system.name,
            "mode": Mode(system.mode).value,
            "second_stage": system.second_stage,
            "settings": dict(system.settings),
            "median_ms": round(self.median_ms, 3),
            "means": {name: dict(values) for name, values in self.means.items()},
            "verdicts": self.count_verdicts(),
            "lost": [lost.as_dict() for lost in self.lost],
            "without_results": list(self.scores.without_results),
            "unanswerable": _write_unanswered(self.unanswered),
            "notices": dict(self.run.notices),
            "per_question": {
                id_: {**values, **self.diagnoses[id_].as_dict(), "took_ms": round(self.run.answers[id_].took_ms, 3)}
                for id_, values in self.scores.per_question.items()
            },
        }


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """All systems on the same questions. unknown_documents: judged, but not in the collection."""

    provenance: Mapping[str, Any]
    questions: QuestionSet
    options: Options
    systems: tuple[SystemReport, ...]
    unknown_documents: tuple[str, ...] = ()

    @property
    def measures(self) -> list[str]:
        """Names of the measures, in the order of the table."""
        return [measure.name for measure in self.options.build_measures()]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "provenance": {
                **self.provenance,
                **describe_questions(self.questions),
                "k": self.options.k,
                "least_grade": self.options.least_grade,
                "unknown_documents": list(self.unknown_documents),
            },
            "systems": [system.as_dict() for system in self.systems],
        }


def report_system(run: SystemRun, questions: QuestionSet, options: Options) -> SystemReport:
    """What a run reached on the questions."""
    scores = score_run(run.rankings, questions.judgments, options.build_measures(), least_grade=options.least_grade)
    asked = {question.id: question for question in questions.questions}
    diagnoses = {id_: _diagnose(run, questions, id_, options) for id_ in scores.per_question}
    lost = [
        _describe_lost(run, questions, asked[id_], diagnosis, options)
        for id_, diagnosis in diagnoses.items()
        if diagnosis.verdict is not Verdict.PASSED
    ]
    return SystemReport(
        run=run,
        scores=scores,
        means=_average(scores, questions.questions),
        diagnoses=diagnoses,
        lost=tuple(lost),
        unanswered=_summarize_unanswered(run, scores),
        median_ms=run.median_ms(),
    )


def _diagnose(run: SystemRun, questions: QuestionSet, id_: str, options: Options) -> Diagnosis:
    answered = run.answers[id_]
    return diagnose(
        answered.candidates,
        answered.documents,
        questions.judgments[id_],
        least_grade=options.least_grade,
        k=options.k,
    )


def _describe_lost(
    run: SystemRun, questions: QuestionSet, question: Question, diagnosis: Diagnosis, options: Options
) -> Lost:
    found = run.answers[question.id].documents[: options.k]
    missing = list_missing(found, questions.judgments[question.id], least_grade=options.least_grade)
    return Lost(question, diagnosis, tuple(missing))


def _average(scores: Scores, questions: Sequence[Question]) -> dict[str, dict[str, float]]:
    types: dict[str, list[str]] = {ALL: list(scores.per_question)}
    for question in questions:
        if question.id in scores.per_question:
            types.setdefault(question.type, []).append(question.id)
    return {name: {"count": len(ids), **scores.mean(ids)} for name, ids in types.items()}


def _summarize_unanswered(run: SystemRun, scores: Scores) -> Unanswered | None:
    if not scores.unanswerable:
        return None
    answers = [run.answers[id_] for id_ in scores.unanswerable]
    return Unanswered(
        count=len(answers),
        with_hits=sum(bool(answered.documents) for answered in answers) / len(answers),
        scores=_spread(run, scores.unanswerable),
        answerable_scores=_spread(run, list(scores.per_question)),
    )


def _spread(run: SystemRun, ids: Sequence[str]) -> tuple[float, float, float] | None:
    scores = [score for id_ in ids if (score := run.answers[id_].top_score) is not None]
    return (min(scores), median(scores), max(scores)) if scores else None


def _write_unanswered(unanswered: Unanswered | None) -> dict[str, Any] | None:
    if unanswered is None:
        return None
    return {name: getattr(unanswered, name) for name in Unanswered.__dataclass_fields__}
