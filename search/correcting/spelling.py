"""Typos. A word is put right when neither a dictionary nor the index has it, and the index has one that is near.

In numbers:
- Only words of `SHORTEST_CORRECTED` letters in one script, names of `SHORTEST_NAME`; one typo, two from
  `LETTERS_FOR_TWO_TYPOS` letters. Letters are characters, never bytes.
- Near are words of the index, and of the dictionary when the index has one of their forms.
- Of several that one is chosen which is most likely meant: the logarithm of its passages less `TYPO_WEIGHT` times the
  weight of the typos (`language.typos.weigh_typos`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from language.near_words import find_near_english, find_near_russian
from language.typos import count_typos, weigh_typos
from search.correcting.evidence import Evidence, Wanted, normalise
from search.correcting.records import Chunk, Correction, CorrectionKind, Repair
from search.correcting.words import LATIN_WORD, RUSSIAN_WORD, is_word_known, match_case

SHORTEST_CORRECTED: Final = 4
SHORTEST_NAME: Final = 6  # gmail is no typo of mail
LETTERS_FOR_TWO_TYPOS: Final = 9
LONGEST_CORRECTED: Final = 40
TYPO_WEIGHT: Final = 3.0
MOST_FROM_DICTIONARY: Final = 8

_WORD: Final = re.compile(r"[^\W\d_]+")
_RUN: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ONE_SCRIPT: Final = re.compile(r"[A-Za-z]+|[А-Яа-яЁё]+")


def want_spelling(chunks: Sequence[Chunk], wanted: Wanted, evidence: Evidence) -> None:
    """Adds the suspects with what may be meant. Two typos are looked for only where one explains nothing."""
    for chunk in chunks:
        for word in iter_suspects(chunk):
            wanted.add_words([word])
            if not evidence.looked_near(word):
                wanted.add_words(_find_in_dictionary(word))
                wanted.add_near(word, 1)
            elif not evidence.count(word) and len(word) >= LETTERS_FOR_TWO_TYPOS and not rank_meant(word, evidence):
                wanted.add_near(word, 2)


def repair_spelling(chunks: Sequence[Chunk], evidence: Evidence) -> list[Repair]:
    """The words with typos, as they were probably meant."""
    repairs = []
    for place, chunk in enumerate(chunks):
        found = {word: rank_meant(word, evidence) for word in iter_suspects(chunk) if not evidence.count(word)}
        meant = {word: match_case(word, ranked[0].word) for word, ranked in found.items() if ranked}
        if meant:
            text = _WORD.sub(lambda match: meant.get(match[0], match[0]), chunk.text)  # noqa: B023
            corrections = tuple(Correction(CorrectionKind.SPELLING, old, new) for old, new in meant.items())
            repairs.append(Repair(place, place, text, corrections))
    return repairs


def iter_suspects(chunk: Chunk) -> Iterator[str]:
    """The words of a chunk that no dictionary has and that may be put right."""
    if chunk.is_fixed or chunk.is_code:
        return
    shortest = SHORTEST_NAME if chunk.is_name else SHORTEST_CORRECTED
    runs = (run for run in _RUN.findall(chunk.text) if not is_word_known(run))  # давным is no word, давным-давно is one
    for word in dict.fromkeys(word for run in runs for word in _WORD.findall(run)):
        if shortest <= len(word) <= LONGEST_CORRECTED and _ONE_SCRIPT.fullmatch(word) and not is_word_known(word):
            yield word


def _find_in_dictionary(word: str) -> Sequence[str]:
    find = find_near_russian if RUSSIAN_WORD.fullmatch(word) else find_near_english
    return find(normalise(word))[:MOST_FROM_DICTIONARY]


class Meant(NamedTuple):
    """What may be meant by a word: the greater the score, the likelier."""

    score: float
    word: str


def rank_meant(word: str, evidence: Evidence) -> list[Meant]:
    """What may be meant by a word with typos, likeliest first."""
    written = normalise(word)
    most_typos = 2 if len(written) >= LETTERS_FOR_TWO_TYPOS else 1
    near = evidence.find_near(word)
    passages = {**near, **{other: evidence.count(other) for other in _find_in_dictionary(word)}}
    for other, exact in near.items():
        passages[other] = max(passages[other], exact)
    ranked = [
        Meant(score(number, weigh_typos(written, other)), other)
        for other, number in passages.items()
        if number and _is_word(other) and count_typos(written, other) <= most_typos
    ]
    return sorted(ranked, reverse=True)


def score(passages: int, weight: float) -> float:
    """How likely a word in so many passages is meant where its typos have this weight."""
    return math.log1p(passages) - TYPO_WEIGHT * weight


def _is_word(word: str) -> bool:
    return RUSSIAN_WORD.fullmatch(word) is not None or LATIN_WORD.fullmatch(word) is not None
