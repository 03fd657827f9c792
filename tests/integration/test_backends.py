"""Fusion here and fusion in the engine: the same ranking, so that neither can drift."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from search.fusion import LOWEST_NORMALIZED
from search.records import SearchRequest, SearchResults
from search.searcher import Searcher
from search.trace import StageTrace
from settings import Settings
from tests.integration.conftest import Library

pytestmark = pytest.mark.node

WORDS = """
насос бак труба вода масло клапан датчик давление температура кабель блок питание экран кнопка сеть
адрес пароль отпуск заявление приказ договор оплата счёт возврат подписка гарантия ремонт склад
доставка смена график охрана инструкция проверка отчёт ошибка код связь память диск сервер копия
""".split()
QUESTIONS = 200
TOLERANCE = 1e-6  # the engine computes in float32
SAME_SCORE = 1e-5  # of a leg: closer scores may change places between two requests


def make_corpus(generator: random.Random) -> dict[str, str]:
    return {
        f"{number:03}.txt": " ".join(generator.choices(WORDS, k=generator.randint(5, 40))) + "."
        for number in range(120)
    }


@pytest.fixture(params=["rrf", "min_max"])
def searchers(library: Library, request: pytest.FixtureRequest) -> tuple[Searcher, Searcher]:
    settings = library.settings.model_copy(
        update={"fusion": request.param, "candidates": 40, "vector_search_width": 120}
    )
    here = replace(library, settings=settings)
    here.index(make_corpus(random.Random(2026)))
    there = replace(library, settings=settings.model_copy(update={"fusion_backend": "engine"}))
    return here.open(), there.open()


def test_both_backends_give_the_same_ranking(searchers: tuple[Searcher, Searcher]) -> None:
    here, there = searchers
    generator = random.Random(30)
    for _ in range(QUESTIONS):
        request = SearchRequest(" ".join(generator.sample(WORDS, k=generator.randint(1, 5))), second_stage=False)
        ours, theirs = here.search(request), there.search(request)
        bounds = list_bounds(ours, here.settings)
        scores = {c.passage_id: c.score for c in get_stage(theirs, "fusion").candidates}
        certain = {passage for passage, (_, _, is_certain) in bounds.items() if is_certain}
        assert certain <= scores.keys()
        assert len(scores) == len(bounds)
        for passage in bounds.keys() & scores.keys():
            low, high, _ = bounds[passage]
            assert low - TOLERANCE <= scores[passage] <= high + TOLERANCE, (request.question, passage)


def get_stage(results: SearchResults, name: str) -> StageTrace:
    return next(stage for stage in results.trace.stages if stage.name == name)


def list_bounds(results: SearchResults, settings: Settings) -> dict[str, tuple[float, float, bool]]:
    """For each passage the least and the greatest fused score that a leg's ties allow, and whether it must be there.

    Equal scores of a leg may stand in any order; at the depth limit they decide which passages are candidates at all.
    """
    if settings.fusion == "min_max":
        fused = get_stage(results, "fusion").candidates
        return {c.passage_id: (c.score - LOWEST_NORMALIZED, c.score + LOWEST_NORMALIZED, False) for c in fused}
    bounds: dict[str, tuple[float, float, bool]] = {}
    weights = get_stage(results, "fusion").detail["weights"]
    for leg, weight in zip(("lexical", "vector"), weights, strict=True):
        candidates = get_stage(results, leg).candidates
        scores = [candidate.score for candidate in candidates]
        for candidate in candidates:
            best = 1 + sum(score > candidate.score + SAME_SCORE for score in scores)
            worst = sum(score >= candidate.score - SAME_SCORE for score in scores)
            at_limit = len(scores) == settings.candidates and candidate.score <= scores[-1] + SAME_SCORE
            low, high, is_certain = bounds.get(candidate.passage_id, (0.0, 0.0, False))
            bounds[candidate.passage_id] = (
                low + (0.0 if at_limit else weight / (settings.rrf_k + worst)),
                high + weight / (settings.rrf_k + best),
                is_certain or not at_limit,
            )
    return bounds
