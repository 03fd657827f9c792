"""Rankings become one: published examples, cases C1 to C3, properties."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.fusion import normalize_min_max, reciprocal_rank_fusion, weighted_sum

RANKING = st.lists(st.sampled_from("abcdefghij"), max_size=10)


def test_published_example() -> None:
    fused = reciprocal_rank_fusion([["d3", "d1", "d7", "d2"], ["d1", "d5", "d3", "d8"]])
    scores = {id_: round(score, 4) for id_, score in fused}
    assert [id_ for id_, _ in fused][:2] == ["d1", "d3"]
    assert scores | {"d1": 0.0325, "d3": 0.0323, "d5": 0.0161, "d7": 0.0159} == scores


def test_equal_scores_are_ordered_by_id() -> None:
    """C1"""
    fused = reciprocal_rank_fusion([["a", "b", "c"], ["b", "a", "d"]])
    assert [id_ for id_, _ in fused] == ["a", "b", "c", "d"]
    assert fused[0][1] == fused[1][1] == pytest.approx(1 / 61 + 1 / 62)
    assert fused[2][1] == fused[3][1] == pytest.approx(1 / 63)


def test_no_hit_of_one_leg_overtakes_a_better_one_of_the_same_leg() -> None:
    """C2: ten lexical and a hundred vector hits without a common one; the first 20 are ranks 1 to 10 of both."""
    words = [f"w{rank:03}" for rank in range(1, 11)]
    meaning = [f"m{rank:03}" for rank in range(1, 101)]
    first = {id_ for id_, _ in reciprocal_rank_fusion([words, meaning])[:20]}
    assert first == {*words, *meaning[:10]}


def test_duplicates_in_one_list_count_once_and_ranks_move_up() -> None:
    """C3"""
    fused = dict(reciprocal_rank_fusion([["a", "a", "b"], ["c"]]))
    assert fused == {"a": 1 / 61, "c": 1 / 61, "b": 1 / 62}


def test_weights_move_the_order() -> None:
    assert reciprocal_rank_fusion([["a"], ["b"]], weights=[0.3, 0.7])[0][0] == "b"


def test_wrong_number_of_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="3 weights for 2 rankings"):
        reciprocal_rank_fusion([["a"], ["b"]], weights=[1, 1, 1])


@given(st.lists(RANKING, max_size=4), st.randoms())
def test_order_of_the_rankings_does_not_matter(rankings: list[list[str]], random: object) -> None:
    shuffled = list(rankings)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = reciprocal_rank_fusion(rankings), reciprocal_rank_fusion(shuffled)
    assert dict(one) == pytest.approx(dict(other))


@given(st.lists(RANKING, max_size=4))
def test_every_id_comes_back_once(rankings: list[list[str]]) -> None:
    ids = [id_ for id_, _ in reciprocal_rank_fusion(rankings)]
    assert sorted(ids) == sorted({id_ for ranking in rankings for id_ in ranking})


def test_weighted_sum_counts_an_absent_hit_as_zero() -> None:
    fused = dict(weighted_sum([[("a", 10.0), ("b", 5.0)], [("b", 0.9), ("c", 0.8)]], weights=[0.3, 0.7]))
    assert fused == pytest.approx({"b": 0.3 * 0.001 + 0.7, "a": 0.3, "c": 0.7 * 0.001})


def test_weighted_sum_keeps_the_first_of_duplicates() -> None:
    assert weighted_sum([[("a", 2.0), ("a", 1.0), ("b", 1.0)]]) == [("a", 1.0), ("b", 0.001)]


@given(st.dictionaries(st.text(max_size=3), st.floats(-1e6, 1e6), max_size=20))
def test_normalized_scores_lie_between_zero_and_one_and_keep_the_order(scores: dict[str, float]) -> None:
    normalized = normalize_min_max(scores)
    assert all(0 < score <= 1 for score in normalized.values())
    by_score = sorted(scores, key=lambda id_: scores[id_])
    assert all(normalized[one] <= normalized[other] for one, other in pairwise(by_score))
