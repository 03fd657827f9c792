"""Items made ahead in a thread: the same items, the same errors, no thread left behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.prefetching import prefetch


@given(st.lists(st.integers(), max_size=50), st.integers(1, 5))
def test_items_come_in_their_order(items: list[int], most: int) -> None:
    assert list(prefetch(items, most)) == items


def test_an_error_comes_where_its_item_would_have() -> None:
    def make() -> Iterator[int]:
        yield 1
        raise OSError("disk")

    items = prefetch(make(), 2)
    assert next(items) == 1
    with pytest.raises(OSError, match="disk"):
        next(items)


def test_the_maker_is_at_most_so_many_ahead_and_stops_with_its_user() -> None:
    made: list[int] = []

    def make() -> Iterator[int]:
        for number in range(1000):
            made.append(number)
            yield number

    items = prefetch(make(), 3)
    assert next(items) == 0
    items.close()  # type: ignore[attr-defined]
    assert len(made) <= 6
    assert not [thread for thread in threading.enumerate() if thread.name == "prefetch"]
