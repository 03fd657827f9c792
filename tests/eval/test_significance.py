"""Paired tests with known outcomes."""

from __future__ import annotations

import numpy as np
import pytest

from eval.significance import bootstrap_interval, compare, randomization_test


def test_equal_systems_do_not_differ() -> None:
    values = [0.1, 0.5, 1.0]
    assert randomization_test(values, values) == 1.0
    assert bootstrap_interval(values, values) == (0.0, 0.0)


def test_one_question_cannot_be_significant() -> None:
    assert randomization_test([1.0], [0.0]) == 1.0


def test_same_difference_everywhere() -> None:
    """Of 2^10 equally likely signs only all plus and all minus are as extreme: p = 2 / 1024."""
    assert randomization_test([1.0] * 10, [0.0] * 10) == pytest.approx(2 / 1024, rel=0.5)
    assert bootstrap_interval([1.0] * 10, [0.0] * 10) == (1.0, 1.0)


def test_p_is_that_of_all_permutations() -> None:
    """Differences 3, 1, -1: of 8 signs, those with |sum| >= 3 are ±(3+1+1), ±(3+1-1) and ±(3-1+1): p = 6 / 8."""
    p = randomization_test([3.0, 1.0, 0.0], [0.0, 0.0, 1.0])
    assert p == pytest.approx(0.75, abs=0.02)


def test_p_is_two_sided() -> None:
    a, b = [0.9, 0.8, 0.7, 0.9], [0.1, 0.2, 0.3, 0.8]
    assert randomization_test(a, b) == randomization_test(b, a)


def test_seed_decides_the_outcome() -> None:
    random = np.random.default_rng(1)
    a, b = random.random(40).tolist(), random.random(40).tolist()
    assert compare(a, b) == compare(a, b)
    assert randomization_test(a, b, seed=1) != randomization_test(a, b, seed=2)


def test_interval_is_that_of_the_normal_distribution() -> None:
    differences = np.random.default_rng(3).normal(0.05, 0.2, 400)
    low, high = bootstrap_interval(differences.tolist(), [0.0] * 400)
    error = 1.96 * differences.std() / 20
    assert low == pytest.approx(differences.mean() - error, abs=0.003)
    assert high == pytest.approx(differences.mean() + error, abs=0.003)


def test_comparison_counts_questions() -> None:
    compared = compare([1.0, 0.5, 0.0, 0.2], [0.0, 0.5, 1.0, 0.1])
    assert (compared.better, compared.worse, compared.equal) == (2, 1, 1)
    assert compared.difference == pytest.approx(0.025)
    assert compared.low <= compared.difference <= compared.high


@pytest.mark.parametrize(("a", "b"), [([1.0], [1.0, 0.0]), ([], [])])
def test_other_questions_are_refused(a: list[float], b: list[float]) -> None:
    with pytest.raises(ValueError, match="same questions"):
        compare(a, b)
