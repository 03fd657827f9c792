"""Which words are English, and how frequent they are: the word list of pyspellchecker."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from language.english import is_contracted_negation, strip_contraction

# British spellings that the list lacks, and the American ones that it has.
_BRITISH: Final = (
    (re.compile("is(?=(?:e|ed|es|er|ers|ing|ation|ations|ational)$)"), "iz"),
    (re.compile("ys(?=(?:e|ed|es|er|ers|ing)$)"), "yz"),
    (re.compile("our(?=(?:s|ed|ing|ite|ites|able|al)?$)"), "or"),
    (re.compile("(?<=[a-z]{2})re(?=s?$)"), "er"),
    (re.compile("ll(?=(?:ed|ing|er|ers)$)"), "l"),
    (re.compile("ogue(?=s?$)"), "og"),
)


def is_english_word(word: str) -> bool:
    """Whether the list holds a lower-case word, in American or British spelling, with or without 's.

    >>> is_english_word("organisation"), is_english_word("server's"), is_english_word("dogovor")
    (True, True, False)
    """
    words = read_english_words()
    if word in words or is_contracted_negation(word):
        return True
    bare = strip_contraction(word)
    return bare in words or any(pattern.sub(american, bare) in words for pattern, american in _BRITISH)


def count_english_word(word: str) -> int:
    """How often the list's corpus has a lower-case word; 0 for a word it lacks, never below 50 for one it has."""
    return read_english_words().get(word, 0)


@cache
def read_english_words() -> Mapping[str, int]:
    """160,000 words with their frequencies, read once (about .2 s)."""
    packed = files("spellchecker").joinpath("resources", "en.json.gz").read_bytes()
    words: dict[str, int] = json.loads(gzip.decompress(packed))
    return words
