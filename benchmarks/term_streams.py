"""Text as the terms of a plain analysis, to compare the project's own with: one spelling of each word, no rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from language.characters import HAN
from language.chinese import read_tokenizer
from language.stems import lemmatize_english

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer
    from snowballstemmer.basestemmer import BaseStemmer

ENGINE_ANALYZERS: Final = {"ru": "russian", "en": "english", "zh": "cjk"}
SPACES: Final = "whitespace"  # the engine's analyzer for text that is terms already
CACHED_WORDS: Final = 200_000

_WORD: Final = re.compile(rf"(?P<han>[{HAN}]+)|[^\W_]+")
_CYRILLIC: Final = re.compile("[а-яё]+")
_LATIN: Final = re.compile("[a-z]+")


class Comparator(NamedTuple):
    """Another analysis. `write` gives the text of its field, for passages and questions alike; `analyzer` reads it."""

    name: str
    field: str
    analyzer: str
    write: Callable[[str], str]


def choose_comparators(language: str) -> tuple[Comparator, ...]:
    """What the project's analysis of a set in `language` is compared with."""
    engine = ENGINE_ANALYZERS[language]
    comparators = [
        Comparator("whitespace", "plain_whitespace", SPACES, str.lower),
        Comparator(f"engine: {engine}", "plain_engine", engine, str),
    ]
    if language == "zh":  # has no lemmas and no stems
        return (*comparators, Comparator("words (jieba)", "plain_lemma", SPACES, write_first_lemmas))
    return (
        *comparators,
        Comparator("first lemma", "plain_lemma", SPACES, write_first_lemmas),
        Comparator("stem (Snowball)", "plain_stem", SPACES, write_stems),
    )


def write_first_lemmas(text: str) -> str:
    """Every word as its likeliest dictionary form: Russian by pymorphy3, English in the singular, Chinese by jieba.

    >>> write_first_lemmas("Договором стали: 12 policies")
    'договор стать 12 policy'
    """
    return " ".join(map(_find_first_lemma, _iter_words(text)))


def write_stems(text: str) -> str:
    """Every word as Snowball's stem of its script; ё as е.

    >>> write_stems("Объёма договоров indexes")
    'объем договор index'
    """
    return " ".join(map(_find_stem, _iter_words(text)))


def _iter_words(text: str) -> Iterator[str]:
    for match in _WORD.finditer(text.lower()):
        if match["han"]:
            yield from read_tokenizer().lcut(match["han"])
        else:
            yield match.group()


@lru_cache(maxsize=CACHED_WORDS)
def _find_first_lemma(word: str) -> str:
    if _CYRILLIC.fullmatch(word):
        return str(load_morphology().parse(word)[0].normal_form).replace("ё", "е")
    return lemmatize_english(word)[0] if _LATIN.fullmatch(word) else word


@lru_cache(maxsize=CACHED_WORDS)
def _find_stem(word: str) -> str:
    word = word.replace("ё", "е")
    if _CYRILLIC.fullmatch(word):
        return str(_load_stemmer("russian").stemWord(word))
    return str(_load_stemmer("english").stemWord(word)) if _LATIN.fullmatch(word) else word


@cache
def load_morphology() -> MorphAnalyzer:
    """pymorphy3 as it comes, loaded once, apart from the project's own."""
    import pymorphy3

    return pymorphy3.MorphAnalyzer(lang="ru")


@cache
def _load_stemmer(algorithm: str) -> BaseStemmer:
    import snowballstemmer

    return snowballstemmer.stemmer(algorithm)
