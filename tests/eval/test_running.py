"""What is asked of a searcher, without an engine."""

from __future__ import annotations

from typing import cast

import pytest

from eval.records import Question
from eval.running import run_system
from eval.systems import SYSTEMS, System
from search.records import Notice, SearchRequest, SearchResults, Understood
from search.searcher import Searcher
from settings import read_settings

QUESTIONS = [Question(id_, f"вопрос {id_}", "plain", "ru", answerable=True, split="tune", answers=()) for id_ in "ab"]


class RecordingSearcher:
    """Finds nothing and remembers what it was asked."""

    def __init__(self) -> None:
        self.settings = read_settings()
        self.requests: list[SearchRequest] = []

    def search(self, request: SearchRequest) -> SearchResults:
        self.requests.append(request)
        notice = Notice("leg_failed", "…")
        return SearchResults(request.id, request.question, Understood("ru", ""), 0, (), (notice, notice), {})


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_every_question_is_asked_as_the_system_says(system: System) -> None:
    searcher = RecordingSearcher()
    asked: list[None] = []
    run = run_system(cast(Searcher, searcher), system, QUESTIONS, ["main"], 7, advance=lambda: asked.append(None))
    assert [request.id for request in searcher.requests] == ["a", "a", "b"]  # the first one twice, to warm up
    assert {request.second_stage for request in searcher.requests} == {system.second_stage}
    assert {(request.mode, request.size, request.collections) for request in searcher.requests} == {
        (system.mode, 7, ("main",))
    }
    assert (len(asked), list(run.answers)) == (2, ["a", "b"])


def test_question_without_hits_is_an_answer_too() -> None:
    run = run_system(cast(Searcher, RecordingSearcher()), SYSTEMS[0], QUESTIONS, ["main"], 10)
    assert run.answers["a"].documents == ()
    assert run.answers["a"].top_score is None
    assert run.notices == {"leg_failed": 2}
    assert run.median_ms() >= 0
