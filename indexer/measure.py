"""How long a stretch of a document is, in tokens of the embedding model."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final

from indexer.records import Block
from models.protocols import TokenCounter

# A run the tokenizer does not know is one token however long it is; no passage gets longer than this for each token.
CHARACTERS_PER_TOKEN: Final = 20


class Measure:
    """Sizes within one document. Each block is tokenized once; a size is two binary searches after that."""

    def __init__(self, text: str, blocks: Iterable[Block], tokens: TokenCounter) -> None:
        self._length = len(text)
        self._starts = array("q")
        self._ends = array("q")
        for block in blocks:
            offsets = tokens.token_offsets(text[block.start : block.end])
            self._starts.extend(sorted(block.start + start for start, _ in offsets))
            self._ends.extend(sorted(block.start + end for _, end in offsets))

    def size(self, start: int, end: int) -> int:
        """Tokens that `text[start:end]` touches, or as many as its length stands for where that is more."""
        touched = bisect_left(self._starts, end) - bisect_right(self._ends, start)
        return max(touched, -(-(end - start) // CHARACTERS_PER_TOKEN))

    def reach(self, start: int, limit: int) -> int:
        """The furthest end for which `size(start, end) <= limit`; one character further than `start` at least."""
        beyond = bisect_right(self._ends, start) + limit
        by_tokens = self._starts[beyond] if beyond < len(self._starts) else self._length
        return max(start + 1, min(by_tokens, start + limit * CHARACTERS_PER_TOKEN, self._length))
