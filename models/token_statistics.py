"""Mean and covariance of a collection's token vectors, from a sample of limited size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.errors import ModelError
from models.protocols import Vectors

SAMPLE_MOST: Final = 100_000  # tokens; more change nothing in the third digit
SAMPLE_ENOUGH: Final = 20_000  # tokens; with fewer, sentences of other matters are added, for questions bring new words


class Moments(NamedTuple):
    """Sums over token vectors: how many, of the vectors, of their outer products."""

    weight: float
    total: NDArray[np.float64]
    products: NDArray[np.float64]


def measure_moments(samples: Iterable[Vectors]) -> Moments:
    """The sums over all vectors of all samples; those of nothing have weight 0."""
    moments = Moments(0, np.zeros(0), np.zeros((0, 0)))
    for sample in samples:
        if len(sample) == 0:
            continue
        block = np.asarray(sample, np.float32)
        total, products = block.sum(axis=0, dtype=np.float64), (block.T @ block).astype(np.float64)
        moments = (
            Moments(len(block), total, products) if not moments.weight else _add(moments, len(block), total, products)
        )
    return moments


def _add(moments: Moments, weight: float, total: NDArray[np.float64], products: NDArray[np.float64]) -> Moments:
    return Moments(moments.weight + weight, moments.total + total, moments.products + products)


def take_tokens(samples: Iterable[Vectors], most: int) -> Iterator[Vectors]:
    """The samples up to `most` tokens; no more than needed are drawn from the iterable."""
    left = most
    for sample in samples:
        yield sample[:left]
        left -= len(sample)
        if left <= 0:
            return


def blend_background(moments: Moments, background: Moments) -> Moments:
    """The sample, and of the background as much as fills it up, at most as much as there is of the sample."""
    if not moments.weight or not background.weight:
        return moments if moments.weight else background
    share = min(moments.weight, SAMPLE_ENOUGH - moments.weight) / background.weight
    return _add(moments, background.weight * share, background.total * share, background.products * share)


def centre_moments(moments: Moments) -> tuple[Vectors, NDArray[np.float64]]:
    """Mean and covariance. Raises ModelError when there is nothing to measure."""
    if not moments.weight:
        raise ModelError("There are no token vectors to fit a basis to: the collection has no passages.")
    mean = moments.total / moments.weight
    return mean.astype(np.float32), moments.products / moments.weight - np.outer(mean, mean)


def draw_rotation(size: int, seed: int) -> NDArray[np.float64]:
    """A random orthogonal matrix, uniformly distributed. Source: Mezzadri 2007, arXiv:math-ph/0609050."""
    gauss = np.random.default_rng(seed).standard_normal((size, size))
    rotation, triangle = np.linalg.qr(gauss)
    return np.asarray(rotation * np.sign(np.diag(triangle)))
