"""Russian words to the dictionary forms of their plausible readings."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from language.aspect import find_perfectives
from language.morphology import Facts, is_perfective, parse_word

CACHED_WORDS: Final = 50_000
MOST_LEMMAS: Final = 4
MOST_GUESSES: Final = 2  # lemmas of a word that the dictionary lacks
# A reading below this share is noise: лет → лёт .002, при → переть .0003. Kept: стали → сталь .025, том (volume) .012.
LEAST_SHARE: Final = 0.01
# Below a surname: Иванов .96 must not meet Иван .02, but Кузнецов .63 may be кузнец .37.
LEAST_SHARE_BESIDE_SURNAME: Final = 0.1
LEAST_SHARE_OF_PAIRED: Final = 0.2  # «есть» is быть .97 and есть (to eat) .03: съесть is not meant
FUNCTION_PARTS: Final = frozenset({"PREP", "CONJ", "PRCL", "INTJ", "NPRO"})


class Reading(NamedTuple):
    """A lemma of a word, its share among the readings (0 to 1), what the dictionary says of it, known or guessed."""

    lemma: str
    share: float
    facts: Facts
    is_known: bool

    @property
    def part_of_speech(self) -> str:
        """The part of speech in OpenCorpora's names."""
        return self.facts.part_of_speech


def lemmatize(word: str) -> tuple[str, ...]:
    """Distinct lemmas of a lower-case word, most probable first; the word itself where it is not Russian or too long.

    A single letter stays as it is: the dictionary reads it as an abbreviation (д → далее).

    >>> lemmatize("стали")
    ('стать', 'сталь')
    """
    if len(word) == 1:
        return (word,)
    return tuple(reading.lemma for reading in read_readings(word)) or (word,)


def is_function_word(word: str) -> bool:
    """Whether `word` is first of all a preposition, conjunction, particle or pronoun."""
    readings = read_readings(word)
    return bool(readings) and readings[0].is_known and readings[0].part_of_speech in FUNCTION_PARTS


@lru_cache(maxsize=CACHED_WORDS)
def read_readings(word: str, *, keep_patronymics: bool = True) -> tuple[Reading, ...]:
    """The plausible readings of a lower-case word, best first, one per lemma; empty where it is not a Russian word.

    keep_patronymics: Петровны is петровна, not петрович.
    """
    parses = parse_word(word, keep_patronymics=keep_patronymics)
    if not parses:
        return ()
    shares: dict[str, float] = {}
    best = {parse.lemma: parse for parse in reversed(parses)}
    for parse in parses:
        shares[parse.lemma] = shares.get(parse.lemma, 0.0) + parse.probability
    total = sum(shares.values()) or 1.0
    ordered = sorted(shares, key=lambda lemma: -shares[lemma])
    first = best[ordered[0]]
    least = LEAST_SHARE_BESIDE_SURNAME if first.facts.is_surname else LEAST_SHARE
    readings = [
        Reading(lemma, shares[lemma] / total, best[lemma].facts, best[lemma].is_known)
        for rank, lemma in enumerate(ordered)
        if rank == 0 or shares[lemma] / total >= least
    ]
    return tuple(readings[: MOST_LEMMAS if first.is_known else MOST_GUESSES])


def find_aspect_partners(readings: tuple[Reading, ...]) -> tuple[str, ...]:
    """The perfective partners of the imperfective verbs among the readings; see `language.aspect`.

    >>> find_aspect_partners(read_readings("оплачивали"))
    ('оплатить',)
    """
    if not any(reading.facts.is_imperfective for reading in readings):
        return ()
    verbs = (r.lemma for r in readings if r.facts.is_imperfective and r.share >= LEAST_SHARE_OF_PAIRED)
    return tuple(dict.fromkeys(partner for verb in verbs for partner in _find_perfectives(verb)))


@lru_cache(maxsize=10_000)
def _find_perfectives(verb: str) -> tuple[str, ...]:
    return find_perfectives(verb, is_perfective)
