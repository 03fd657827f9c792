"""Several rankings become one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

# The last of a list stays above what is absent. The engine's normalization-processor does the same, but for the last
# one alone, so that it can overtake the one before it; here the order of a list is kept.
LOWEST_NORMALIZED: Final = 0.001


class Sortable(Hashable, Protocol):
    """An id: hashable and ordered."""

    def __lt__(self, other: Any, /) -> bool: ...


Id = TypeVar("Id", bound=Sortable)


def reciprocal_rank_fusion(
    rankings: Iterable[Sequence[Id]], k: int = 60, weights: Sequence[float] | None = None
) -> list[tuple[Id, float]]:
    """Ids of all rankings, best first; score = sum of weight / (k + rank), rank from 1, ties broken by id.

    An id that stands several times in a ranking counts once, at its best place, and the ranks below move up.
    Source: Cormack, Clarke, Büttcher 2009, doi:10.1145/1571941.1572114.

    >>> reciprocal_rank_fusion([["a", "b"], ["b"]])
    [('b', 0.0325...), ('a', 0.0163...)]
    """
    lists = list(rankings)
    scores: dict[Id, float] = {}
    for ranking, weight in zip(lists, _complete(weights, len(lists)), strict=True):
        for rank, id_ in enumerate(dict.fromkeys(ranking), start=1):
            scores[id_] = scores.get(id_, 0.0) + weight / (k + rank)
    return sort_scores(scores)


def weighted_sum(
    scored: Iterable[Sequence[tuple[Id, float]]], weights: Sequence[float] | None = None
) -> list[tuple[Id, float]]:
    """Ids of all lists, best first; score = weighted mean of the min-max normalised scores, an absent id counts 0.

    Source: Lee 1997, doi:10.1145/258525.258587 (CombSUM on min-max), as OpenSearch's normalization-processor does it.

    >>> weighted_sum([[("a", 10.0), ("b", 5.0)], [("b", 0.9), ("c", 0.8)]], weights=[0.3, 0.7])
    [('b', 0.7002...), ('a', 0.3), ('c', 0.0007)]
    """
    lists = list(scored)
    all_weights = _complete(weights, len(lists))
    whole = sum(all_weights)
    scores: dict[Id, float] = {}
    for entries, weight in zip(lists, all_weights, strict=True):
        for id_, score in normalize_min_max(_keep_first(entries)).items():
            scores[id_] = scores.get(id_, 0.0) + weight * score / whole
    return sort_scores(scores)


def normalize_min_max(scores: Mapping[Id, float]) -> dict[Id, float]:
    """Scores moved to 0.001 ... 1; all 1 where they are equal.

    >>> normalize_min_max({"a": 3.0, "b": 2.0, "c": 1.0})
    {'a': 1.0, 'b': 0.5, 'c': 0.001}
    """
    if not scores:
        return {}
    low, high = min(scores.values()), max(scores.values())
    if high == low:
        return dict.fromkeys(scores, 1.0)
    return {id_: max((score - low) / (high - low), LOWEST_NORMALIZED) for id_, score in scores.items()}


def sort_scores(scores: Mapping[Id, float]) -> list[tuple[Id, float]]:
    """Best first; equal scores in the order of their ids, so that two requests give the same pages."""
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def _keep_first(entries: Sequence[tuple[Id, float]]) -> dict[Id, float]:
    kept: dict[Id, float] = {}
    for id_, score in entries:
        kept.setdefault(id_, score)
    return kept


def _complete(weights: Sequence[float] | None, count: int) -> Sequence[float]:
    if weights is None:
        return [1.0] * count
    if len(weights) != count:
        raise ValueError(f"{len(weights)} weights for {count} rankings: give one for each")
    return weights
