"""Runs of Han characters to words, by jieba."""

from __future__ import annotations

import logging
import threading
import warnings
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from jieba import Tokenizer

_LONGEST_PIECE: Final = 1000  # characters: jieba's search for unknown words is quadratic in the run's length

_LOADING: Final = threading.Lock()


class ChineseWord(NamedTuple):
    """A word `run[start:end]`, with the dictionary words of two and three characters inside it."""

    start: int
    end: int
    text: str
    inner: tuple[str, ...]


def read_tokenizer() -> Tokenizer:
    """The project's own jieba tokenizer, loaded once: no cache file, nothing logged, `jieba.dt` untouched."""
    with _LOADING:
        return _load_tokenizer()


@cache
def _load_tokenizer() -> Tokenizer:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # jieba 0.42.1: invalid escapes, pkg_resources
        import jieba
    logging.getLogger("jieba").setLevel(logging.WARNING)
    tokenizer = jieba.Tokenizer()
    # `initialize` would write a cache into the shared temporary folder, where another user may own it.
    tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
    tokenizer.initialized = True
    return tokenizer


def segment_chinese(run: str) -> list[ChineseWord]:
    """The words of a run of Han characters, in order, without gaps.

    >>> [(word.text, word.inner) for word in segment_chinese("中华人民共和国")]
    [('中华人民共和国', ('中华', '华人', '人民', '共和', '共和国'))]
    """
    tokenizer = read_tokenizer()
    words: list[ChineseWord] = []
    position = 0
    pieces = (run[start : start + _LONGEST_PIECE] for start in range(0, len(run), _LONGEST_PIECE))
    for text in (text for piece in pieces for text in tokenizer.cut(piece)):
        end = position + len(text)
        words.append(ChineseWord(position, end, text, _find_inner_words(text, tokenizer.FREQ)))
        position = end
    return words


def _find_inner_words(text: str, frequencies: dict[str, int]) -> tuple[str, ...]:
    pieces = (
        text[start : start + size] for size in (2, 3) if len(text) > size for start in range(len(text) - size + 1)
    )
    return tuple(dict.fromkeys(piece for piece in pieces if frequencies.get(piece)))
