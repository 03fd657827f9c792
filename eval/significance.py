"""Is one system better than another, or were the questions kind to it: paired tests over questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

SEED: Final = 20240229
REPETITIONS: Final = 10_000
AT_ONCE: Final = 500  # rows of random signs: 500 x 1,190 questions take 5 MB
ROUNDING: Final = 1e-12  # sums of the same numbers in another order count as equal

Differences = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Comparison:
    """System a against system b on the same questions.

    difference: mean of a minus mean of b. p: two-sided, of the randomisation test. low, high: 95 % interval of the
    difference. better, worse, equal: on how many questions a is above, below, at b.
    """

    difference: float
    p: float
    low: float
    high: float
    better: int
    worse: int
    equal: int

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)


def compare(a: Sequence[float], b: Sequence[float], *, seed: int = SEED) -> Comparison:
    """The comparison of two systems, question by question. Raises ValueError unless both have the same questions."""
    differences = _subtract(a, b)
    low, high = bootstrap_interval(a, b, seed=seed)
    return Comparison(
        difference=float(differences.mean()),
        p=randomization_test(a, b, seed=seed),
        low=low,
        high=high,
        better=int((differences > 0).sum()),
        worse=int((differences < 0).sum()),
        equal=int((differences == 0).sum()),
    )


def randomization_test(
    a: Sequence[float], b: Sequence[float], *, permutations: int = REPETITIONS, seed: int = SEED
) -> float:
    """How often a difference at least as large, either way, comes about when each question's two values are swapped at
    random; the order given is counted as one of the permutations, so it is never 0.

    Source: Smucker, Allan, Carterette 2007, doi:10.1145/1321440.1321528.
    """
    differences = _subtract(a, b)
    observed = abs(differences.sum()) - ROUNDING
    random = np.random.default_rng(seed)
    extreme = 0
    for rows in _split(permutations):
        signs = random.integers(0, 2, size=(rows, len(differences)), dtype=np.int8) * 2 - 1
        extreme += int((np.abs(signs @ differences) >= observed).sum())
    return (extreme + 1) / (permutations + 1)


def bootstrap_interval(
    a: Sequence[float],
    b: Sequence[float],
    *,
    share: float = 0.95,
    resamples: int = REPETITIONS,
    seed: int = SEED,
) -> tuple[float, float]:
    """The interval that holds `share` of the mean differences of resampled questions.

    Source: Efron 1979, doi:10.1214/aos/1176344552 (percentile bootstrap); Sakai 2006, doi:10.1145/1148170.1148261.
    """
    differences = _subtract(a, b)
    random = np.random.default_rng(seed)
    count = len(differences)
    means = [differences[random.integers(0, count, size=(rows, count))].mean(axis=1) for rows in _split(resamples)]
    low, high = np.quantile(np.concatenate(means), [(1 - share) / 2, (1 + share) / 2])
    return float(low), float(high)


def _subtract(a: Sequence[float], b: Sequence[float]) -> Differences:
    if len(a) != len(b) or not len(a):
        raise ValueError(f"{len(a)} and {len(b)} values: a paired comparison needs the same questions, at least one.")
    return np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)


def _split(repetitions: int) -> list[int]:
    full, rest = divmod(repetitions, AT_ONCE)
    return [AT_ONCE] * full + ([rest] if rest else [])
