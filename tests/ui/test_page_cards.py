"""What a card says."""

from __future__ import annotations

import pytest

from search.records import HitStages, StageScore
from tests.ui.conftest import make_hit, make_passage, make_results
from ui.cards import count_bars, count_pages, find_top_score, name_evidence, write_results
from ui.state import View
from ui.texts import Texts

SEEN = StageScore(1, 1.0)


@pytest.mark.parametrize(("score", "bars"), [(1.0, 5), (0.9, 4), (0.5, 2), (0.01, 1), (0.0, 1), (-0.2, 1)])
def test_bars_are_relative_to_the_best(score: float, bars: int) -> None:
    assert count_bars(score, 1.0) == bars


def test_bars_without_any_positive_score() -> None:
    assert count_bars(0.0, 0.0) == 1


def test_the_best_score_is_that_of_the_whole_answer() -> None:
    """On the second page the first card is not the best hit."""
    assert find_top_score(make_results(hits=[make_hit(score=0.2)])) == 1.0


@pytest.mark.parametrize(
    ("stages", "evidence"),
    [
        (HitStages(lexical=SEEN, vector=SEEN), "both"),
        (HitStages(lexical=SEEN), "lexical"),
        (HitStages(vector=SEEN), "vector"),
    ],
)
def test_evidence(stages: HitStages, evidence: str) -> None:
    assert name_evidence(make_passage("p", stages=stages)) == evidence


@pytest.mark.parametrize(("total", "pages"), [(0, 1), (10, 1), (11, 2), (100, 10)])
def test_pages(total: int, pages: int) -> None:
    assert count_pages(total, 10) == pages


def test_stages_are_shown_with_their_movement_and_matched_words() -> None:
    body = "Отпуск длится 28 дней, отпуск"
    hit = make_hit(1, make_passage("p", body, [(0, 6), (17, 21), (23, 29)]))
    written = write_results(make_results(hits=[hit]), View(question="отпуск"), Texts("ru"), 10)
    assert 'title="вверх на 1">▲1</span>' in written
    assert "Совпали слова: <mark>отпуск</mark> <mark>дней</mark>" in written


def test_a_stage_that_did_not_see_the_hit_is_said_so() -> None:
    hit = make_hit(1, make_passage("p", stages=HitStages(vector=SEEN, fusion=SEEN)))
    written = write_results(make_results(hits=[hit]), View(question="отпуск"), Texts("ru"), 10)
    assert written.count("nk-step-unseen") == 2
    assert "nk-move" not in written


def test_the_time_of_every_stage_is_in_the_table() -> None:
    written = write_results(make_results(hits=[make_hit()]), View(question="отпуск"), Texts("en"), 10)
    for cell in ("<td>Understanding</td><td>1</td><td>1</td><td>0.5\u00a0ms</td>", "<td>Engine</td>", "switched off"):
        assert cell in written


def test_the_current_page_is_no_link() -> None:
    results = make_results(hits=[make_hit(11)], total=200)
    written = write_results(results, View(question="a", page=10), Texts("en"), 10)
    assert '<span class="nk-here" aria-current="page">10</span>' in written
    assert '"?q=a"' in written
    assert '"?q=a&amp;page=20"' in written
    assert written.count("nk-gap") == 2
