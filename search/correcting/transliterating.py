"""Russian written in Latin letters: otpusk → отпуск. The question decides as a whole, as with the layout.

In numbers:
- A Latin word speaks for Russian when the dictionary has words that it may stand for, and half as loud when its letters
  are a typo away from one; it speaks for English when the English list or the index has it, and half as loud when it is
  a typo away from the list. Each speaks with its letters, and may speak for both.
- Where more speaks for Russian, by two words at least or one of `SURE_LETTERS` that the index has in Russian, all that
  may be Russian are converted: a word that the index has as written too, where it has the Russian one more often
  (`FAR_MORE` times where anything speaks for English alone); names, letter by letter, where the index has not got them
  as written; codes and acronyms where it has them in Russian letters only.
- Otherwise a word of `SURE_LETTERS` is converted when the index has the Russian word and not the Latin one.
- Of several Russian words the one with most evidence is chosen: `ODDITY_WEIGHT` for usual letters against the logarithm
  of the passages that have it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from language.near_words import find_near_english, find_near_russian
from language.transliteration import Spelling, find_russian_spellings, write_in_russian
from search.correcting.evidence import Evidence, Wanted, normalise
from search.correcting.records import Chunk, Correction, CorrectionKind, Repair
from search.correcting.words import is_english_known, match_case

SURE_LETTERS: Final = 5
TELLING_LETTERS: Final = 3
FAR_MORE: Final = 20
ODDITY_WEIGHT: Final = 6.0  # a rare reading of one letter (.4) weighs as much as eleven times the passages
EXACT_WEIGHT: Final = 0.5

_CHUNK: Final = re.compile(r"(?P<head>[^\w]*)(?P<core>[A-Za-z][A-Za-z0-9'’`-]*)(?P<tail>[^\w]*)")


@dataclass(frozen=True, slots=True)
class _Latin:
    """A chunk in Latin letters with the Russian words that it may stand for.

    russian: its letters in Russian, for names; nearly, nearly_english: whether that or the word itself is a typo away
    from a dictionary word.
    """

    place: int
    head: str
    core: str
    tail: str
    russian: str
    spellings: tuple[Spelling, ...] = ()
    is_english: bool = False
    nearly: bool = False
    nearly_english: bool = False
    is_code: bool = False

    @property
    def letters(self) -> int:
        return len(self.core)


def want_transliteration(chunks: Sequence[Chunk], wanted: Wanted) -> set[int]:
    """Adds the words to count, where a word may be Russian in Latin letters; the places of such words."""
    words = _read_all(chunks)
    if not any(
        (word.spellings or word.nearly) and not word.is_english and word.letters >= TELLING_LETTERS for word in words
    ):
        return set()
    for word in words:
        wanted.add_words([word.core, *(spelling.word for spelling in word.spellings)])
        if len(word.spellings) > 1:
            wanted.add_exact(spelling.word for spelling in word.spellings)
        if not word.is_english:
            wanted.add_words([word.russian])
    return {word.place for word in words if word.spellings or word.nearly}


def repair_transliteration(chunks: Sequence[Chunk], evidence: Evidence) -> list[Repair]:
    """The chunks that are Russian in Latin letters, in Russian ones."""
    words = _read_all(chunks)
    speaking = [word for word in words if word.spellings and not _is_latin(word, evidence)]
    if _is_russian(words, speaking, evidence):
        times = FAR_MORE if any(not word.spellings and _is_latin(word, evidence) for word in words) else 1
        converted = [word for word in words if _follows(word, evidence, times)]
    else:
        converted = [word for word in speaking if _is_sure(word, evidence)]
    return [_convert(word, evidence) for word in converted]


def _is_russian(words: Sequence[_Latin], speaking: Sequence[_Latin], evidence: Evidence) -> bool:
    nearly = [word for word in words if word.nearly and not _is_latin(word, evidence)]
    russian = _count_letters(word for word in words if word.spellings) + _count_letters(nearly) / 2
    english = _count_letters(word for word in words if _is_latin(word, evidence))
    almost = _count_letters(word for word in words if word.nearly_english and not _is_latin(word, evidence)) / 2
    return russian > english + almost and _is_telling(speaking, nearly, evidence)


def _is_sure(word: _Latin, evidence: Evidence) -> bool:
    return word.letters >= SURE_LETTERS and not word.nearly_english and _is_found(word, evidence)


def _is_telling(speaking: Sequence[_Latin], nearly: Sequence[_Latin], evidence: Evidence) -> bool:
    """Whether the words that speak for Russian are enough: two, one of them not short, or a long one that is found."""
    words = [*speaking, *nearly]
    if len(words) == 1:
        return words[0].letters >= SURE_LETTERS and _is_found(words[0], evidence)
    return any(word.letters >= TELLING_LETTERS for word in words)


def _read_all(chunks: Sequence[Chunk]) -> list[_Latin]:
    read = (_read(place, chunk) for place, chunk in enumerate(chunks) if not chunk.is_fixed)
    return [word for word in read if word is not None]


def _read(place: int, chunk: Chunk) -> _Latin | None:
    match = _CHUNK.fullmatch(chunk.text)
    if match is None:
        return None
    core = match["core"].rstrip("`-’")
    tail = match["core"][len(core) :] + match["tail"]
    is_compound = "-" in core and not chunk.is_code
    russian = "-".join(map(_write_part, core.split("-"))) if is_compound else write_in_russian(core)
    if chunk.is_code:
        return _Latin(place, match["head"], core, tail, russian, is_code=True)
    spellings, is_english = find_russian_spellings(core.lower()), is_english_known(core)
    is_long = len(core) >= SURE_LETTERS
    nearly_english = is_long and not is_english and bool(find_near_english(core.lower()))
    nearly = is_long and not (spellings or is_english or nearly_english) and bool(find_near_russian(normalise(russian)))
    return _Latin(place, match["head"], core, tail, russian, spellings, is_english, nearly, nearly_english)


def _write_part(part: str) -> str:
    """A part of a compound in Russian letters; an acronym stays: LTE-antenny is LTE-антенны."""
    if part.isupper() and part.isalpha() and len(part) > 1:
        return part
    spellings = find_russian_spellings(part.lower())
    return match_case(part, spellings[0].word) if spellings else write_in_russian(part)


def _is_latin(word: _Latin, evidence: Evidence) -> bool:
    return not word.is_code and (word.is_english or (word.letters > 1 and evidence.count(word.core) > 0))


def _is_found(word: _Latin, evidence: Evidence) -> bool:
    return any(evidence.count(spelling.word) for spelling in word.spellings)


def _follows(word: _Latin, evidence: Evidence, times: int) -> bool:
    """Whether a chunk is Russian, where the question is."""
    written = evidence.count(word.core)
    if word.is_code:
        return not written and evidence.count(word.russian) > 0
    if not word.spellings:
        return not word.is_english and not written and word.letters >= TELLING_LETTERS
    meant = max(evidence.count(spelling.word) for spelling in word.spellings)
    return not written or word.letters < TELLING_LETTERS or meant >= times * written


def _convert(word: _Latin, evidence: Evidence) -> Repair:
    russian = match_case(word.core, _choose(word, evidence)) if word.spellings else word.russian
    correction = Correction(CorrectionKind.TRANSLITERATION, word.core, russian)
    return Repair(word.place, word.place, word.head + russian + word.tail, (correction,))


def _choose(word: _Latin, evidence: Evidence) -> str:
    """The likeliest of the dictionary's words, and of the letters as they stand where the index has them: Нинбо."""

    def weigh(spelling: Spelling) -> float:
        passages = math.log1p(evidence.count(spelling.word))
        exact = EXACT_WEIGHT * math.log1p(evidence.count_exact(spelling.word))
        return passages + exact - ODDITY_WEIGHT * spelling.oddity

    name = [Spelling(normalise(word.russian), 0.0)] if evidence.count(word.russian) else []
    return max([*word.spellings, *name], key=weigh).word


def _count_letters(words: Iterable[_Latin]) -> int:
    return sum(word.letters for word in words)
