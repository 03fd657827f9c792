"""A run measured against judgments: every question, and their means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from eval.measures import Measure, select_relevant
from eval.records import Judgments


@dataclass(frozen=True, slots=True)
class Scores:
    """What a run reached.

    per_question: every measure of each question that has a relevant document, in the order of the judgments.
    without_results: those of them for which the run has nothing; they count 0.
    unanswerable: questions of the judgments without a relevant document; in no mean.
    unjudged: questions of the run that the judgments do not know; in no mean.
    """

    per_question: Mapping[str, Mapping[str, float]]
    without_results: tuple[str, ...]
    unanswerable: tuple[str, ...]
    unjudged: tuple[str, ...]

    @property
    def count(self) -> int:
        """Questions that the means are over."""
        return len(self.per_question)

    def mean(self, question_ids: Sequence[str] | None = None) -> dict[str, float]:
        """The mean of each measure over the questions (all, where none are named); empty where there are none."""
        ids = self.per_question if question_ids is None else [id_ for id_ in question_ids if id_ in self.per_question]
        rows = [self.per_question[id_] for id_ in ids]
        return {name: fmean(row[name] for row in rows) for name in (rows[0] if rows else ())}

    def column(self, measure: str) -> list[float]:
        """One measure of every question, in the order of `per_question`."""
        return [row[measure] for row in self.per_question.values()]


def score_run(
    rankings: Mapping[str, Sequence[str]],
    judgments: Judgments,
    measures: Sequence[Measure],
    *,
    least_grade: int = 1,
) -> Scores:
    """The measures of a run; a question without results counts 0, one without relevant documents is set apart."""
    answerable = [id_ for id_, grades in judgments.items() if select_relevant(grades, least_grade)]
    return Scores(
        per_question={
            id_: {name: measure(rankings.get(id_, ()), judgments[id_]) for name, measure in measures}
            for id_ in answerable
        },
        without_results=tuple(id_ for id_ in answerable if not rankings.get(id_)),
        unanswerable=tuple(id_ for id_ in judgments if not select_relevant(judgments[id_], least_grade)),
        unjudged=tuple(id_ for id_ in rankings if id_ not in judgments),
    )
