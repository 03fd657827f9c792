"""Words glued together (неработает) and torn apart (микро волновка).

In numbers:
- A word of `SHORTEST_GLUED` letters that neither a dictionary nor the index has is divided in two or three, where each
  part is a particle, preposition or question word (`HEADS`) or a dictionary word of `SHORTEST_PART` letters; the index
  must have all parts but the heads, and no typo may be likelier (the missing space weighs `GLUED_WEIGHT`).
- Two neighbours are joined when one of them is no word of dictionary or index, and the whole is one of either; also
  when both are words, the first a prefix or head, if the index has the whole and lacks the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from search.correcting.evidence import Evidence, Wanted, normalise
from search.correcting.records import Chunk, Correction, CorrectionKind, Repair
from search.correcting.spelling import iter_suspects, rank_meant, score
from search.correcting.words import LATIN_WORD, RUSSIAN_WORD, is_word_known

SHORTEST_PART: Final = 4
SHORTEST_GLUED: Final = 6
SHORTEST_JOINED: Final = 5
GLUED_WEIGHT: Final = 0.9  # against the weight of typos: известа is известна, not из Веста
NEGATION: Final = "не"
NEGATED_WEIGHT: Final = 0.5
HEADS: Final = frozenset(
    """не ни на по за до от об из со во ко для при под над без про как что где кто чем или если можно нужно через
    the how what where for and not""".split()
)

_PREFIXES: Final = HEADS | frozenset("вы пере рас раз воз вос ис ин анти супер микро мини авто теле видео фото".split())


def want_spacing(chunks: Sequence[Chunk], wanted: Wanted) -> None:
    """Adds the parts of words that may be glued, and the wholes of words that may be torn."""
    for chunk in chunks:
        for word in iter_suspects(chunk):
            wanted.add_words(part for parts in divide(word) for part in parts if not _is_head(part))
    for first, second in pairwise(chunks):
        if _may_be_torn(first, second):
            wanted.add_words((first.text, second.text, first.text + second.text))


def repair_spacing(chunks: Sequence[Chunk], evidence: Evidence) -> list[Repair]:
    """The words that were glued, divided, and those that were torn, joined."""
    repairs = []
    for place, (first, second) in enumerate(pairwise(chunks)):
        if _may_be_torn(first, second) and _is_torn(first.text, second.text, evidence):
            whole = first.text + second.text
            correction = Correction(CorrectionKind.SPACING, f"{first.text} {second.text}", whole)
            repairs.append(Repair(place, place + 1, whole, (correction,)))
    for place, chunk in enumerate(chunks):
        for word in iter_suspects(chunk):
            parts = _choose_parts(word, evidence)
            if parts:
                divided = " ".join(parts)
                correction = Correction(CorrectionKind.SPACING, word, divided)
                repairs.append(Repair(place, place, chunk.text.replace(word, divided), (correction,)))
    return repairs


def divide(word: str) -> list[tuple[str, ...]]:
    """The ways to divide a word into two or three words."""
    if len(word) < SHORTEST_GLUED:
        return []
    return [*_iter_divided(word, 2)]


def _iter_divided(word: str, cuts: int) -> Iterator[tuple[str, ...]]:
    for place in range(2, len(word) - SHORTEST_PART + 1):
        head, rest = word[:place], word[place:]
        is_head = _is_head(head)
        if not is_head and (len(head) < SHORTEST_PART or not is_word_known(head)):
            continue
        if is_word_known(rest):
            yield head, rest
        elif is_head and cuts > 1 and len(rest) >= SHORTEST_GLUED:
            yield from ((head, *parts) for parts in _iter_divided(rest, cuts - 1))


def _is_head(part: str) -> bool:
    return normalise(part) in HEADS


def _choose_parts(word: str, evidence: Evidence) -> tuple[str, ...]:
    """The parts whose rarest word stands in most passages; none where the index has the word or lacks a part, or where
    a typo is likelier."""
    if evidence.count(word):
        return ()
    ways = [(min(evidence.count(part) for part in parts if not _is_head(part)), parts) for parts in divide(word)]
    passages, parts = max((way for way in ways if way[0]), default=(0, ()))
    if not parts:
        return ()
    typos = rank_meant(word, evidence)
    weight = NEGATED_WEIGHT if normalise(parts[0]) == NEGATION else GLUED_WEIGHT
    return () if typos and typos[0].score > score(passages, weight) else parts


def _may_be_torn(first: Chunk, second: Chunk) -> bool:
    if first.is_fixed or second.is_fixed or first.is_code or second.is_code:
        return False
    whole = first.text + second.text
    one_script = RUSSIAN_WORD.fullmatch(whole) or LATIN_WORD.fullmatch(whole)
    if not one_script or len(whole) < SHORTEST_JOINED or (second.text[0].isupper() and not first.text.isupper()):
        return False
    if not (is_word_known(first.text) and is_word_known(second.text)):
        return True
    return normalise(first.text) in _PREFIXES and len(second.text) >= SHORTEST_PART - 1 and is_word_known(whole)


def _is_torn(first: str, second: str, evidence: Evidence) -> bool:
    torn = any(_is_no_word(part, evidence) for part in (first, second))
    if not evidence.count(first + second):
        return torn and is_word_known(first + second)
    return torn or not evidence.count(second)


def _is_no_word(part: str, evidence: Evidence) -> bool:
    return not is_word_known(part) and not evidence.count(part)
