"""Items in batches of similar length, results in the original order, smaller batches when memory runs out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from models.errors import ModelMemoryError

logger = logging.getLogger(__name__)

Item = TypeVar("Item")
Result = TypeVar("Result")

MEMORY_SIGNS = ("out of memory", "failed to allocate", "can't allocate", "bad allocation", "bad_alloc", "alloc_failed")


def iter_batches(
    items: Sequence[Item],
    batch_size: int,
    length: Callable[[Item], int],
    run: Callable[[list[Item]], Sequence[Result]],
) -> Iterator[list[tuple[int, Result]]]:
    """For each batch, longest items first, the pairs (position in `items`, result).

    `run` gives one result for each item it gets. When it runs out of memory the batch is halved, down to one item,
    and later batches keep the smaller size. Raises ModelMemoryError when one item alone is too much.
    """
    waiting = sorted(
        range(len(items)), key=lambda position: -length(items[position])
    )  # a sort that keeps ties in order
    while waiting:
        batch = waiting[:batch_size]
        try:
            results = run([items[position] for position in batch])
        except Exception as error:
            if not is_out_of_memory(error):
                raise
            batch_size = _halve(len(batch), length(items[batch[0]]), error)
            _free_memory()
            continue
        yield list(zip(batch, results, strict=True))
        waiting = waiting[len(batch) :]


def run_in_batches(
    items: Sequence[Item],
    batch_size: int,
    length: Callable[[Item], int],
    run: Callable[[list[Item]], Sequence[Result]],
) -> list[Result]:
    """Results in the order of `items`; batches as in `iter_batches`.

    >>> run_in_batches(["ccc", "a", "bb"], 2, len, lambda batch: [text.upper() for text in batch])
    ['CCC', 'A', 'BB']
    """
    found = dict(pair for batch in iter_batches(items, batch_size, length, run) for pair in batch)
    return [found[position] for position in range(len(items))]


def is_out_of_memory(error: BaseException) -> bool:
    """Whether `error` says that memory ran out: torch, ONNX Runtime and Python each have their own words."""
    if isinstance(error, MemoryError):
        return True
    from_runtime = isinstance(error, RuntimeError) or type(error).__module__.startswith("onnxruntime")
    return from_runtime and any(sign in str(error).lower() for sign in MEMORY_SIGNS)


def _halve(size: int, length: int, error: Exception) -> int:
    if size == 1:
        raise ModelMemoryError(
            f"The model ran out of memory on a single text of {length} tokens. "
            "Lower NAKHODKA_EMBEDDING_MAX_TOKENS or NAKHODKA_RERANKER_MAX_TOKENS, or use a smaller model."
        ) from error
    logger.warning("Out of memory with %d texts in a batch; going on with %d", size, size // 2)
    return size // 2


def _free_memory() -> None:
    import sys

    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_available():
        torch.cuda.empty_cache()
