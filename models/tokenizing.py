"""Texts as the model's tokens: ids with markers, which of them are the text's own, and what was cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.errors import EmptyTextError, ModelError

LONE_SURROGATE = re.compile("[\ud800-\udfff]")  # cannot be encoded; found in broken UTF-16


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text ready for a forward pass.

    ids: token ids with prefix and markers, cut to the model's limit.
    own: for each id whether it belongs to the text itself (neither marker nor prefix).
    count: tokens before the cut.
    prefix_length: leading tokens that are marker or prefix.
    """

    ids: NDArray[np.int64]
    own: NDArray[np.bool_]
    count: int
    prefix_length: int

    @property
    def truncated(self) -> bool:
        return self.count > len(self.ids)


class TextTokenizer:
    """Turns texts into tokens. Thread-safe: the tokenizer's state is set once and never changed."""

    def __init__(
        self, tokenizer: Any, *, max_tokens: int, lower_case: bool = False, prefixes: Sequence[str] = ()
    ) -> None:
        """`tokenizer` is a `tokenizers.Tokenizer`; `prefixes` are the ones texts will get."""
        tokenizer.no_padding()
        tokenizer.no_truncation()
        markers = [token.content for token in tokenizer.get_added_tokens_decoder().values() if token.special]
        # `<s>` in a web page is struck-through text, not the begin marker; but a prefix may be made of markers
        tokenizer.encode_special_tokens = not any(marker in prefix for marker in markers for prefix in prefixes)
        self._tokenizer = tokenizer
        self._lower_case = lower_case
        self._prefixes = tuple(prefixes)
        self.max_tokens = max_tokens

    @classmethod
    def from_file(cls, path: Path, **options: Any) -> TextTokenizer:
        """Reads `tokenizer.json`. Raises ModelError when it is missing or broken."""
        from tokenizers import Tokenizer

        try:
            return cls(Tokenizer.from_file(str(path)), **options)
        except Exception as error:  # the library raises plain Exception
            raise ModelError(
                f"The tokenizer '{path}' cannot be read: {error}. Remove its folder and start again."
            ) from error

    @classmethod
    def from_json(cls, written: str, **options: Any) -> TextTokenizer:
        """The tokenizer of a `tokenizer.json` that was read already."""
        from tokenizers import Tokenizer

        return cls(Tokenizer.from_str(written), **options)

    def __reduce__(self) -> tuple[Any, ...]:
        rebuild = partial(
            TextTokenizer.from_json,
            max_tokens=self.max_tokens,
            lower_case=self._lower_case,
            prefixes=self._prefixes,
        )
        return rebuild, (self._tokenizer.to_str(),)

    def tokenize(self, texts: Sequence[str], prefix: str) -> list[TokenizedText]:
        """Each text with its prefix as tokens. Raises EmptyTextError for a text without a token of its own."""
        encodings = self._encode([prefix + text for text in texts], markers=True)
        tokenized = [self._cut(encoding, len(prefix)) for encoding in encodings]
        for number, item in enumerate(tokenized, start=1):
            if not item.own.any():
                raise EmptyTextError(
                    f"Text {number} of {len(texts)} is empty: there is nothing to embed. Leave it out."
                )
        return tokenized

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Start and end in `text` of every token, without markers."""
        return list(self._encode([text], markers=False)[0].offsets)

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without markers."""
        return [len(encoding) for encoding in self._encode(texts, markers=False)]

    def _encode(self, texts: Sequence[str], *, markers: bool) -> list[Any]:
        # the replacement has the same length, so offsets hold
        clean = [LONE_SURROGATE.sub("\ufffd", self._lower(text)) for text in texts]
        return list(self._tokenizer.encode_batch(clean, add_special_tokens=markers))

    def _lower(self, text: str) -> str:
        if not self._lower_case:
            return text
        lowered = text.lower()
        # "İ".lower() has two code points: offsets would slip
        return lowered if len(lowered) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)

    def _cut(self, encoding: Any, prefix_characters: int) -> TokenizedText:
        ids = np.array(encoding.ids, dtype=np.int64)
        marker = np.array(encoding.special_tokens_mask, dtype=np.bool_)
        ends = np.array(encoding.offsets, dtype=np.int64).reshape(-1, 2)[:, 1]
        own = ~marker & (ends > prefix_characters)
        keep = _choose_kept(marker, self.max_tokens)
        first = int(own.argmax()) if own.any() else len(own)
        return TokenizedText(ids[keep], own[keep], len(ids), first)


@dataclass(frozen=True)
class TokenizerCounter:
    """A `TokenCounter` that needs a model's tokenizer and nothing else of it. Can be pickled."""

    tokenizer: TextTokenizer

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        """Start and end (code points) of every token; one that begins a word may include the space before it."""
        return self.tokenizer.offsets(text)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without markers and prefix, not truncated."""
        return self.tokenizer.count(texts)


def _choose_kept(marker: NDArray[np.bool_], limit: int) -> NDArray[np.int64]:
    """Positions kept of a text: all, or its beginning and the markers at its end."""
    length = len(marker)
    if length <= limit:
        return np.arange(length)
    closing = int(marker[::-1].argmin())  # markers at the end
    return np.concatenate([np.arange(limit - closing), np.arange(length - closing, length)])
