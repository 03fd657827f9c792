"""What a correction is, and what the repairs work on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class CorrectionKind(StrEnum):
    """What was wrong."""

    LAYOUT = "layout"
    TRANSLITERATION = "transliteration"
    SPACING = "spacing"
    SPELLING = "spelling"


class Correction(NamedTuple):
    """A stretch of the question that was searched otherwise than it was written.

    corrected: of a known word that the index has in other letters only, both: докер docker.
    """

    kind: CorrectionKind
    original: str
    corrected: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of the question between spaces.

    is_fixed: never touched (an address, a path, an option, a phrase in quotes).
    is_code: no word (a code, a name with capitals inside, an acronym): only its layout may be put right.
    is_name: more likely a name than a typo: a capital inside a sentence, Latin letters in a Russian question.
    """

    text: str
    is_fixed: bool = False
    is_code: bool = False
    is_name: bool = False


class Repair(NamedTuple):
    """`corrected` instead of the chunks from `first` to `last`, both included; `original` is what of them was wrong."""

    first: int
    last: int
    text: str
    corrections: tuple[Correction, ...]


def apply_repairs(chunks: Sequence[Chunk], repairs: Iterable[Repair]) -> tuple[list[Chunk], list[Correction]]:
    """The chunks with the repairs made, from left to right, none of which overlaps another, and what they corrected."""
    repaired: list[Chunk] = []
    corrections: list[Correction] = []
    next_place = 0
    for repair in sorted(repairs):
        if repair.first < next_place:
            continue
        repaired.extend(chunks[next_place : repair.first])
        repaired.extend(Chunk(word) for word in repair.text.split())
        corrections.extend(repair.corrections)
        next_place = repair.last + 1
    return [*repaired, *chunks[next_place:]], corrections


def join_corrections(corrections: Iterable[Correction]) -> tuple[Correction, ...]:
    """The corrections with those of one word joined: its first spelling and kind, its last text."""
    joined: list[Correction] = []
    for correction in corrections:
        place = next((n for n, earlier in enumerate(joined) if earlier.corrected == correction.original), None)
        if place is None:
            joined.append(correction)
        else:
            joined[place] = joined[place]._replace(corrected=correction.corrected)
    return tuple(dict.fromkeys(each for each in joined if each.original != each.corrected))
