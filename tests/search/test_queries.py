"""Bodies sent to the engine, compared with tests/golden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from language.analysis import analyze
from search.asking import cut_terms
from search.queries import (
    build_facets_body,
    build_fetch_body,
    build_filters,
    build_hybrid_body,
    build_leg_body,
    build_lexical_query,
    build_msearch_body,
    build_vector_query,
)
from search.records import Filter, RequestError
from settings import read_settings

FILTERS = (
    Filter("type", ("html", "markdown")),
    Filter("modified", ("2024-01-01..2024-12-31",)),
    Filter("created", ("2023-05-01", "2024-05-01..")),
)
VECTOR = [0.6, 0.8]


def test_lexical_leg(golden: Callable[[str, Any], None]) -> None:
    query = build_lexical_query(analyze("марка стали E-1042"), build_filters(FILTERS))
    assert query is not None
    golden("leg_lexical", build_leg_body(query, read_settings()))


def test_vector_leg(golden: Callable[[str, Any], None]) -> None:
    golden("leg_vector", build_leg_body(build_vector_query(VECTOR, 200, build_filters(FILTERS)), read_settings()))


def test_both_legs_in_one_msearch_carry_the_same_filter(golden: Callable[[str, Any], None]) -> None:
    """C4"""
    filters = build_filters([Filter("access", ("hr",))])
    lexical = build_lexical_query(analyze("отпуск"), filters)
    assert lexical is not None
    legs = [build_leg_body(query, read_settings()) for query in (lexical, build_vector_query(VECTOR, 200, filters))]
    assert legs[0]["query"]["bool"]["filter"] == legs[1]["query"]["knn"]["vector"]["filter"]["bool"]["filter"]
    golden("msearch", build_msearch_body(["nakhodka.main.000001"], legs))


@pytest.mark.parametrize("fusion", ["rrf", "min_max"])
def test_engine_hybrid(golden: Callable[[str, Any], None], fusion: str) -> None:
    lexical = build_lexical_query(analyze("отпуск"), [])
    assert lexical is not None
    settings = read_settings(fusion=fusion)
    golden(f"hybrid_{fusion}", build_hybrid_body([lexical, build_vector_query(VECTOR, 200, [])], settings, [0.4, 0.6]))


def test_fetch(golden: Callable[[str, Any], None]) -> None:
    golden("fetch", build_fetch_body([("nakhodka.main.000001", "a.md#1.0")]))


def test_facets(golden: Callable[[str, Any], None]) -> None:
    golden("facets", build_facets_body(["type", "language"]))


def test_alternatives_stand_at_one_position() -> None:
    query = build_lexical_query(analyze("стали"), [])
    assert query is not None
    matches = query["bool"]["must"][0]["bool"]["should"][0]["dis_max"]["queries"]
    assert {"стать", "сталь"} == set(matches[0]["match"]["body_lemma"]["query"].split("|"))


@pytest.mark.parametrize("question", ["", "   ", "*", "\\", '"', "!!! ???"])
def test_question_without_a_term_has_no_lexical_query(question: str) -> None:
    """C13: an empty question is not 'all documents'."""
    assert build_lexical_query(analyze(question), []) is None


def test_a_very_long_question_stays_below_the_engine_s_limit_of_clauses() -> None:
    question = " ".join(f"слово{number} стали" for number in range(2000))
    kept = cut_terms(analyze(question).terms)
    assert 0 < sum(len(t.lemmas) + len(t.stems) + len(t.exact) for t in kept) * 3 <= 900


def test_repeated_words_are_asked_once() -> None:
    assert len(cut_terms(analyze("отпуск отпуск ОТПУСК").terms)) == 1


@pytest.mark.parametrize(
    ("filter_", "words"),
    [
        (Filter("colour", ("red",)), "Unknown filter 'colour'. Known filters: .*language"),
        (Filter("type", ()), "has no value"),
        (Filter("type", ("",)), "has no value"),
        (Filter("created", ("вчера",)), "'вчера', which is no date"),
        (Filter("created", ("2024-13-01..",)), "no date"),
    ],
)
def test_filter_that_cannot_be_meant_is_refused(filter_: Filter, words: str) -> None:
    with pytest.raises(RequestError, match=words):
        build_filters([filter_])


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("что делать, если не работает принтер", ["не", "работает", "принтер"]),
        ("как и что", ["как", "и", "что"]),
        ("how do I reset the password", ["reset", "password"]),
        ("вход без пропуска", ["вход", "без", "пропуска"]),
    ],
)
def test_words_of_grammar_are_asked_for_only_when_there_is_nothing_else(question: str, asked: list[str]) -> None:
    """C16: a negation is never lost, and a question of such words alone still answers."""
    assert [term.surface for term in cut_terms(analyze(question).terms)] == asked
