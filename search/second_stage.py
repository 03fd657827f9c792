"""The second stage: the best candidates are rescored and their scores mixed with the first stage's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from search.candidates import Group, Key
from search.fusion import normalize_min_max, sort_scores


def choose_window(groups: Sequence[Group], most_passages: int) -> list[Key]:
    """The passages to be rescored: those of the first groups, as many as `most_passages`."""
    keys = [key for group in groups for key, _ in group.passages]
    return keys[:most_passages]


def mix_scores(first: Mapping[Key, float], second: Mapping[Key, float], weight: float) -> list[tuple[Key, float]]:
    """The rescored candidates, best first; score = (1 - weight) * first + weight * second, each min-max normalised.

    Only candidates of `second` come back; raw scores go in, so that nothing saturates before it is compared.
    """
    rescored_first = normalize_min_max({key: first[key] for key in second})
    rescored = normalize_min_max(second)
    return sort_scores({key: (1 - weight) * rescored_first[key] + weight * rescored[key] for key in second})


def regroup(groups: Sequence[Group], mixed: Sequence[tuple[Key, float]]) -> list[Group]:
    """Groups in the order of their best rescored passage; groups without one follow in the order they had.

    Inside a group rescored passages come first; the others keep their order after them. What was not rescored keeps
    its first-stage score, which is on another scale: order, not score, says which is better.
    """
    by_key = {key: group for group in groups for key, _ in group.passages}
    ordered: dict[int, list[tuple[Key, float]]] = {}
    for key, score in mixed:
        ordered.setdefault(id(by_key[key]), []).append((key, score))
    by_identity = {id(group): group for group in groups}
    rescored = [
        Group(group.document_id, group.index_name, (*passages, *_drop(group.passages, passages)))
        for identity, passages in ordered.items()
        for group in [by_identity[identity]]
    ]
    return [*rescored, *(group for group in groups if id(group) not in ordered)]


def _drop(passages: Sequence[tuple[Key, float]], rescored: Sequence[tuple[Key, float]]) -> list[tuple[Key, float]]:
    done = {key for key, _ in rescored}
    return [(key, score) for key, score in passages if key not in done]
