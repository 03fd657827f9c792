"""Grouping, the window, and how second-stage scores are mixed in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from search.candidates import Group, Key, group_by_document
from search.second_stage import choose_window, mix_scores, regroup


def key(name: str) -> Key:
    return Key(name, "i")


def make_groups(*documents: tuple[str, list[tuple[str, float]]]) -> list[Group]:
    return [
        Group(document, "i", tuple((key(name), score) for name, score in passages)) for document, passages in documents
    ]


def test_a_document_stands_at_its_best_passage_with_at_most_so_many_passages() -> None:
    ranking = [(key("a1"), 4.0), (key("b1"), 3.0), (key("a2"), 2.0), (key("a3"), 1.0)]
    documents = {key("a1"): "a", key("a2"): "a", key("a3"): "a", key("b1"): "b"}
    groups = group_by_document(ranking, documents, most_passages=2)
    assert [(group.document_id, [k.passage_id for k, _ in group.passages]) for group in groups] == [
        ("a", ["a1", "a2"]),
        ("b", ["b1"]),
    ]


def test_equal_document_ids_of_two_collections_stay_apart() -> None:
    one, other = Key("a#1.0", "nakhodka.x.000001"), Key("a#1.0", "nakhodka.y.000001")
    groups = group_by_document([(one, 2.0), (other, 1.0)], {one: "a", other: "a"}, most_passages=3)
    assert [group.index_name for group in groups] == ["nakhodka.x.000001", "nakhodka.y.000001"]


def test_window_counts_passages() -> None:
    groups = make_groups(("a", [("a1", 3), ("a2", 2)]), ("b", [("b1", 1)]))
    assert choose_window(groups, 2) == [key("a1"), key("a2")]


def test_scores_that_would_saturate_keep_their_order() -> None:
    """D4: logits 9.1 and 12.3 are both 1.0 after a sigmoid in half precision."""
    second = {key("a"): 9.1, key("b"): 12.3, key("c"): 6.5}
    mixed = mix_scores(dict.fromkeys(second, 1.0), second, weight=1.0)
    assert [k.passage_id for k, _ in mixed] == ["b", "a", "c"]


def test_negative_scores_are_ordered_from_the_highest() -> None:
    """D3"""
    second = {key("a"): -3.0, key("b"): -1.0, key("c"): -2.0}
    assert [k.passage_id for k, _ in mix_scores(dict.fromkeys(second, 1.0), second, 1.0)] == ["b", "c", "a"]


def test_weight_zero_keeps_the_first_stage() -> None:
    first = {key("a"): 3.0, key("b"): 2.0}
    assert mix_scores(first, {key("a"): 0.0, key("b"): 1.0}, weight=0.0)[0][0] == key("a")


def test_unscored_documents_follow_in_their_order_and_none_vanishes() -> None:
    """D3: fewer answers than passages."""
    groups = make_groups(("a", [("a1", 9)]), ("b", [("b1", 8)]), ("c", [("c1", 7)]), ("d", [("d1", 6)]))
    ordered = regroup(groups, [(key("c1"), 1.0)])
    assert [group.document_id for group in ordered] == ["c", "a", "b", "d"]


def test_the_best_rescored_passage_leads_its_document() -> None:
    groups = make_groups(("a", [("a1", 9), ("a2", 8), ("a3", 7)]), ("b", [("b1", 6)]))
    ordered = regroup(groups, [(key("a2"), 1.0), (key("b1"), 0.5), (key("a1"), 0.1)])
    assert [group.document_id for group in ordered] == ["a", "b"]
    assert [k.passage_id for k, _ in ordered[0].passages] == ["a2", "a1", "a3"]


@given(st.lists(st.sampled_from("abcdefgh"), unique=True), st.sets(st.sampled_from("abcdefgh")))
def test_rescoring_loses_and_invents_nothing(ranked: list[str], scored: set[str]) -> None:
    groups = make_groups(*((name, [(name, float(-place))]) for place, name in enumerate(ranked)))
    second = {key(name): float(ord(name)) for name in ranked if name in scored}
    first = {k: score for group in groups for k, score in group.passages}
    ordered = regroup(groups, mix_scores(first, second, 0.5))
    assert sorted(group.document_id for group in ordered) == sorted(ranked)
