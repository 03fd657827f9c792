"""Batches: order, lengths, memory."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.batching import is_out_of_memory, iter_batches, run_in_batches
from models.errors import ModelMemoryError


@given(st.lists(st.text(max_size=5), max_size=20), st.integers(1, 7))
def test_results_stand_in_the_order_of_the_items(texts: list[str], size: int) -> None:
    assert run_in_batches(texts, size, len, lambda batch: [text * 2 for text in batch]) == [text * 2 for text in texts]


def test_batches_hold_items_of_similar_length() -> None:
    batches = [[position for position, _ in batch] for batch in iter_batches([1, 9, 2, 8], 2, int, list)]
    assert batches == [[1, 3], [2, 0]]


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB")])
def test_batch_is_halved_when_memory_runs_out_and_order_is_kept(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """D11: 50 candidates, one of them very long."""
    sizes: list[int] = []

    def run(batch: list[int]) -> list[int]:
        sizes.append(len(batch))
        if len(batch) > 3:
            raise error
        return [number * 10 for number in batch]

    with caplog.at_level(logging.WARNING):
        assert run_in_batches(range(50), 16, int, run) == [number * 10 for number in range(50)]
    assert sizes[:4] == [16, 8, 4, 2]
    assert max(sizes[3:]) == 2  # the smaller size stays
    assert "going on with 2" in caplog.text


def test_single_item_that_does_not_fit_is_an_error_that_says_what_to_do() -> None:
    def run(batch: list[str]) -> list[str]:
        raise MemoryError

    with pytest.raises(ModelMemoryError, match="NAKHODKA_EMBEDDING_MAX_TOKENS"):
        run_in_batches(["a", "bb"], 2, len, run)


def test_other_errors_pass_through() -> None:
    def run(batch: list[str]) -> list[str]:
        raise RuntimeError("shape mismatch")

    with pytest.raises(RuntimeError, match="shape"):
        run_in_batches(["a", "b"], 2, len, run)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory"), True),
        (RuntimeError("Failed to allocate memory for requested buffer of size 8"), True),
        (ValueError("out of memory"), False),
        (RuntimeError("index out of range"), False),
    ],
)
def test_out_of_memory_is_recognised(error: Exception, expected: bool) -> None:
    assert is_out_of_memory(error) is expected
