"""Russian words to dictionary forms, by pymorphy3."""

from __future__ import annotations

import re
import threading
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from language.cleaning import clean

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer
    from pymorphy3.analyzer import Parse

CACHED_WORDS: Final = 200_000
LONGEST_WORD: Final = 40  # letters; longer ones are no dictionary words, and guessing their forms is slow
MOST_LEMMAS: Final = 4
MOST_GUESSES: Final = 2  # lemmas of a word that the dictionary lacks
# A reading below this share is noise: лет → лёт .002, при → переть .0003. Kept: стали → сталь .025, том (volume) .012.
LEAST_SHARE: Final = 0.01
# Below a surname: Иванов .96 must not meet Иван .02, but Кузнецов .63 may be кузнец .37.
LEAST_SHARE_BESIDE_SURNAME: Final = 0.1
FUNCTION_PARTS: Final = frozenset({"PREP", "CONJ", "PRCL", "INTJ", "NPRO"})

_RUSSIAN_WORD: Final = re.compile("[а-я]+(?:-[а-я]+)*")
_LOADING: Final = threading.Lock()


class Reading(NamedTuple):
    """A lemma of a word, its share among the readings (0 to 1), its part of speech in OpenCorpora's names."""

    lemma: str
    share: float
    part_of_speech: str
    is_known: bool


class Lemmatizer(Protocol):
    """A word, lower-case and cleaned, to its lemmas, most probable first; never empty. Thread-safe."""

    def lemmatize(self, word: str) -> tuple[str, ...]: ...


class RussianLemmatizer:
    """Lemmas of all plausible readings of a Russian word, ё written as е."""

    def lemmatize(self, word: str) -> tuple[str, ...]:
        """Distinct lemmas, most probable first; the word itself where it is not Russian or too long.

        A single letter stays as it is: the dictionary reads it as an abbreviation (д → далее).

        >>> RussianLemmatizer().lemmatize("стали")
        ('стать', 'сталь')
        """
        if len(word) == 1:
            return (word,)
        return tuple(reading.lemma for reading in read_readings(word)) or (word,)


def is_russian_word(word: str) -> bool:
    """Whether `word` (lower-case) consists of Russian letters, hyphens between them allowed."""
    return len(word) <= LONGEST_WORD and _RUSSIAN_WORD.fullmatch(word) is not None


def is_known(word: str) -> bool:
    """Whether the dictionary holds `word` itself, without guessing."""
    return is_russian_word(word) and bool(_load_analyzer().word_is_known(word))


def is_function_word(word: str) -> bool:
    """Whether `word` is first of all a preposition, conjunction, particle or pronoun."""
    readings = read_readings(word)
    return bool(readings) and readings[0].is_known and readings[0].part_of_speech in FUNCTION_PARTS


@lru_cache(maxsize=CACHED_WORDS)
def read_readings(word: str) -> tuple[Reading, ...]:
    """The plausible readings of a lower-case word, best first, one per lemma; empty where it is not a Russian word."""
    if not is_russian_word(word):
        return ()
    parses = _load_analyzer().parse(word)
    shares: dict[str, float] = {}
    best: dict[str, Parse] = {}
    for parse in sorted(parses, key=lambda parse: -parse.score):
        lemma = _write_lemma(parse)
        shares[lemma] = shares.get(lemma, 0.0) + parse.score
        best.setdefault(lemma, parse)
    least = _choose_least_share(best, shares)
    total = sum(shares.values()) or 1.0
    ordered = sorted(shares, key=lambda lemma: -shares[lemma])
    readings = [
        Reading(lemma, shares[lemma] / total, str(best[lemma].tag.POS or ""), bool(best[lemma].is_known))
        for rank, lemma in enumerate(ordered)
        if rank == 0 or shares[lemma] / total >= least
    ]
    return tuple(readings[: MOST_LEMMAS if readings[0].is_known else MOST_GUESSES]) if readings else ()


def _choose_least_share(best: dict[str, Parse], shares: dict[str, float]) -> float:
    first = max(shares, key=lambda lemma: shares[lemma], default=None)
    if first is not None and "Surn" in best[first].tag:
        return LEAST_SHARE_BESIDE_SURNAME
    return LEAST_SHARE


def _write_lemma(parse: Parse) -> str:
    """The dictionary form; for a woman's patronymic its own nominative (Петровны → петровна, not петрович)."""
    if "Patr" in parse.tag and "femn" in parse.tag:
        nominative = parse.inflect({"nomn", "sing"})
        if nominative is not None:
            return clean(str(nominative.word)).text
    return clean(str(parse.normal_form)).text


def _load_analyzer() -> MorphAnalyzer:
    with _LOADING:
        return _read_analyzer()


@cache
def _read_analyzer() -> MorphAnalyzer:
    """The analyser with its dictionaries, loaded once (about .3 s); it keeps no state between words."""
    import pymorphy3

    return pymorphy3.MorphAnalyzer(lang="ru")
