"""Answers kept for a while, so that a click beside the question does not search again."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from search.records import SearchResults

MOST_ANSWERS: Final = 200
KEPT_SECONDS: Final = 600.0
# What a question itself brings about. Any other notice tells of a fault that may be over at the next try.
LASTING_NOTICES: Final = frozenset(
    {
        "question_cut",
        "empty_question",
        "question_truncated",
        "only_operators",
        "unknown_filter_value",
        "phrase_inflected",
        "phrase_missing",
        "operators_cut",
        "operators_too_narrow",
    }
)


class ResultCache:
    """The last answers, for a limited time. Thread-safe; what it holds is frozen, so nobody can change it.

    The key has to hold all that decides the answer: the whole request with its filters, and the index versions.
    """

    def __init__(self, size: int = MOST_ANSWERS, kept_seconds: float = KEPT_SECONDS) -> None:
        self._size = size
        self._kept_seconds = kept_seconds
        self._lock = threading.Lock()
        self._entries: OrderedDict[Hashable, tuple[float, SearchResults]] = OrderedDict()

    def get(self, key: Hashable) -> SearchResults | None:
        """The answer, None where there is none that is fresh enough."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None or time.monotonic() - entry[0] > self._kept_seconds:
                self._entries.pop(key, None)
                return None
            self._entries.move_to_end(key)
            return entry[1]

    def put(self, key: Hashable, results: SearchResults) -> None:
        """Keeps the answer unless a part of the search was missing."""
        if any(notice.code not in LASTING_NOTICES for notice in results.notices):
            return
        with self._lock:
            self._entries[key] = (time.monotonic(), results)
            self._entries.move_to_end(key)
            while len(self._entries) > self._size:
                self._entries.popitem(last=False)
