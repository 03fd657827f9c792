"""Measures of one ranking, pure: ranked document ids and grades in, a number from 0 to 1 out.

A document that stands several times in a ranking counts at its first place and the rest move up before the ranking is
cut at k. Relevant is what has `least_grade` or more (nDCG takes the grades as they are). The order given is the order
shown: nothing is sorted here.
Where no document is relevant, nothing can be measured: ValueError (such questions are counted apart).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from eval.records import Grades

Gain = Callable[[int], float]


class Measure(NamedTuple):
    """A measure by its name, for instance 'nDCG@10'."""

    name: str
    measure: Callable[[Sequence[str], Grades], float]


def linear_gain(grade: int) -> float:
    """The grade itself. Source: Järvelin, Kekäläinen 2002, doi:10.1145/582415.582418."""
    return float(max(grade, 0))


def exponential_gain(grade: int) -> float:
    """2^grade - 1. Source: Burges et al. 2005, doi:10.1145/1102351.1102363."""
    return 2.0 ** max(grade, 0) - 1.0


def remove_repeated(ranking: Sequence[str]) -> list[str]:
    """The ids, each at its first place.

    >>> remove_repeated(["a", "a", "b"])
    ['a', 'b']
    """
    return list(dict.fromkeys(ranking))


def select_relevant(grades: Grades, least_grade: int = 1) -> set[str]:
    """The documents with `least_grade` or more."""
    return {doc_id for doc_id, grade in grades.items() if grade >= max(least_grade, 1)}


def recall_at(ranking: Sequence[str], grades: Grades, k: int, *, least_grade: int = 1) -> float:
    """Share of the relevant documents that stand among the first k; below 1 where more than k are relevant.

    >>> recall_at(["d3", "d1"], {"d1": 1, "d2": 1}, k=2)
    0.5
    """
    relevant = _require_relevant(grades, least_grade)
    return _count_found(ranking, relevant, k) / len(relevant)


def capped_recall_at(ranking: Sequence[str], grades: Grades, k: int, *, least_grade: int = 1) -> float:
    """Documents found among the first k as a share of what could stand there: min(k, number of relevant ones).

    Source: Thakur et al. 2021 (BEIR), arXiv:2104.08663.
    """
    relevant = _require_relevant(grades, least_grade)
    return _count_found(ranking, relevant, k) / min(k, len(relevant))


def precision_at(ranking: Sequence[str], grades: Grades, k: int, *, least_grade: int = 1) -> float:
    """Share of the first k places that hold a relevant document; places left empty count as not relevant."""
    return _count_found(ranking, _require_relevant(grades, least_grade), k) / k


def hit_at(ranking: Sequence[str], grades: Grades, k: int, *, least_grade: int = 1) -> float:
    """1 where any relevant document stands among the first k, else 0."""
    return float(_count_found(ranking, _require_relevant(grades, least_grade), k) > 0)


def reciprocal_rank(ranking: Sequence[str], grades: Grades, k: int | None = None, *, least_grade: int = 1) -> float:
    """1 / rank of the first relevant document, 0 where none is among the first k (all, where k is None).

    >>> reciprocal_rank(["d3", "d1"], {"d1": 1})
    0.5
    """
    relevant = _require_relevant(grades, least_grade)
    ranks = (rank for rank, doc_id in enumerate(_cut(ranking, k), start=1) if doc_id in relevant)
    return next((1 / rank for rank in ranks), 0.0)


def ndcg_at(ranking: Sequence[str], grades: Grades, k: int, *, gain: Gain = linear_gain) -> float:
    """Discounted cumulative gain of the first k, divided by that of the best ranking that the judgments allow.

    Discount 1 / log2(1 + rank); every grade above 0 gains. The ideal is built from all judgments, not from what was
    found.
    Source: Järvelin, Kekäläinen 2002, doi:10.1145/582415.582418.

    >>> round(ndcg_at(["a", "x"], {"a": 1, "b": 1, "c": 1}, k=3), 4)
    0.4693
    """
    gains = {doc_id: gain(grades[doc_id]) for doc_id in _require_relevant(grades, 1)}
    ideal = sorted(gains.values(), reverse=True)
    found = [gains.get(doc_id, 0.0) for doc_id in _cut(ranking, k)]
    return _discount(found) / _discount(ideal[:k])


def build_measure(name: str, k: int, *, least_grade: int = 1) -> Measure:
    """A measure cut at k, named as `ir_measures` does: 'R@10', 'nDCG@10'.

    >>> build_measure("R", 10).name
    'R@10'
    """
    if name in GRADED_MEASURES:
        return Measure(f"{name}@{k}", partial(GRADED_MEASURES[name], k=k))
    return Measure(f"{name}@{k}", partial(BINARY_MEASURES[name], k=k, least_grade=least_grade))


BINARY_MEASURES: Final[dict[str, Callable[..., float]]] = {
    "hit": hit_at,
    "R": recall_at,
    "capped_R": capped_recall_at,
    "P": precision_at,
    "RR": reciprocal_rank,
}
GRADED_MEASURES: Final[dict[str, Callable[..., float]]] = {
    "nDCG": ndcg_at,
    "nDCG_exp": partial(ndcg_at, gain=exponential_gain),
}


def _require_relevant(grades: Grades, least_grade: int) -> set[str]:
    relevant = select_relevant(grades, least_grade)
    if not relevant:
        raise ValueError(f"No document has grade {least_grade} or more: count this question apart.")
    return relevant


def _cut(ranking: Sequence[str], k: int | None) -> list[str]:
    if k is not None and k < 1:
        raise ValueError(f"k is {k}: a ranking is cut at 1 or more.")
    return remove_repeated(ranking)[:k]


def _count_found(ranking: Sequence[str], relevant: set[str], k: int) -> int:
    return sum(doc_id in relevant for doc_id in _cut(ranking, k))


def _discount(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
