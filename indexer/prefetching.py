"""The next items are made while the present ones are used."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterable
from typing import Final, TypeVar

Item = TypeVar("Item")
POLL_SECONDS: Final = 0.2


def prefetch(
    items: Iterable[Item], most: int, interrupt: Callable[[], None] | None = None
) -> Generator[Item, None, None]:
    """The same items in the same order, made in a thread that is at most `most` of them ahead.

    An error of the maker is raised where its item would have come; when the user stops early, the maker stops too.
    interrupt: wakes a maker that waits for something; called when its items are not wanted any more.
    """
    made: queue.Queue[tuple[Item | None, BaseException | None, bool]] = queue.Queue(maxsize=most)
    stopped = threading.Event()

    def hand_over(item: Item | None, error: BaseException | None, *, is_last: bool) -> None:
        while not stopped.is_set():
            try:
                made.put((item, error, is_last), timeout=POLL_SECONDS)
            except queue.Full:
                continue
            return

    def make() -> None:
        try:
            for item in items:
                hand_over(item, None, is_last=False)
                if stopped.is_set():
                    return
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that uses the items
            hand_over(None, error, is_last=True)
        else:
            hand_over(None, None, is_last=True)

    maker = threading.Thread(target=make, name="prefetch", daemon=True)
    maker.start()
    try:
        while True:
            item, error, is_last = made.get()
            if error is not None:
                raise error
            if is_last:
                return
            yield item  # type: ignore[misc]  # only the last entry has no item
    finally:
        stopped.set()
        if interrupt is not None:
            interrupt()
        maker.join()
