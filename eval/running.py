"""Questions put to a system, one after the other, with what came back and how long it took."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from eval.measures import remove_repeated
from eval.records import Question
from eval.systems import System, adapt_searcher
from search.records import SearchRequest, SearchResults
from search.searcher import FUSION, Searcher


@dataclass(frozen=True, slots=True)
class Answered:
    """What a system gave for one question.

    documents: ids of the shown documents, best first. candidates: of all documents that reached the fusion, best first.
    top_score: of the first document, None where nothing was found. took_ms: wall time as the asker sees it.
    """

    documents: tuple[str, ...]
    candidates: tuple[str, ...]
    top_score: float | None
    took_ms: float
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SystemRun:
    """All answers of one system by question id."""

    system: System
    answers: Mapping[str, Answered]

    @property
    def rankings(self) -> dict[str, tuple[str, ...]]:
        return {id_: answered.documents for id_, answered in self.answers.items()}

    @property
    def notices(self) -> Counter[str]:
        """How many questions each notice was given for: a leg or a model that was missing shows here."""
        return Counter(code for answered in self.answers.values() for code in answered.notices)

    def median_ms(self) -> float:
        """Half of the questions took no longer."""
        return median(answered.took_ms for answered in self.answers.values())


def run_system(
    searcher: Searcher,
    system: System,
    questions: Sequence[Question],
    collections: Sequence[str],
    size: int,
    *,
    advance: Callable[[], None] = lambda: None,
) -> SystemRun:
    """The answers of a system to all questions, `size` documents for each. `advance` is called after each.

    The first question is asked twice, since what is loaded only once belongs to no question's time.
    """
    adapted = adapt_searcher(searcher, system)
    answers = {}
    for number, question in enumerate(questions):
        request = SearchRequest(
            question.question,
            tuple(collections),
            mode=system.mode,
            size=size,
            second_stage=system.second_stage,
            id=question.id,
        )
        if number == 0:
            adapted.search(request)
        answers[question.id] = _ask(adapted, request)
        advance()
    return SystemRun(system, answers)


def read_candidates(results: SearchResults) -> tuple[str, ...]:
    """The documents that left the fusion, each once, best first."""
    stages = [stage for stage in results.trace.stages if stage.name == FUSION]
    return tuple(remove_repeated([candidate.document_id for stage in stages for candidate in stage.candidates]))


def _ask(searcher: Searcher, request: SearchRequest) -> Answered:
    started = time.perf_counter()
    results = searcher.search(request)
    took_ms = (time.perf_counter() - started) * 1000
    return Answered(
        documents=tuple(hit.document_id for hit in results.hits),
        candidates=read_candidates(results),
        top_score=results.hits[0].score if results.hits else None,
        took_ms=took_ms,
        notices=tuple(dict.fromkeys(notice.code for notice in results.notices)),
    )
