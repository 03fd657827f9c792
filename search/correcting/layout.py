"""Words typed with the wrong keyboard layout. The question decides as a whole; a word is spared when the index has it.

In numbers, for each direction (Latin keys to Russian letters and back):
- A chunk speaks for the other layout when that makes a dictionary word of it (or, in Latin letters, a word of the
  index) and as written it is neither; half as loud when it is a typo away from that. It speaks against when it is a
  word only as written. Each speaks with its letters.
- Where more speaks for it than against, and one word has `TELLING_LETTERS`, all that speak for it are converted, and
  words of both layouts; also chunks that are no words in either layout (names), where at least half of all letters
  speak for it.
- Otherwise a word is converted when it has `SURE_LETTERS`, or `TELLING_LETTERS` and stands in the index; then short
  words of the other layout follow it.
- A word that the index has as written stays, unless it has `SHORT_LETTERS` at most, or the other layout's word stands
  in `FAR_MORE` times as many passages and the question as a whole is in the other layout.
- A code is converted when the index has not got it as written and has exactly the other; ordinals (90-t) as words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from language.layout import undo_caps_lock
from search.correcting.evidence import Evidence, Wanted
from search.correcting.keys import TO_LATIN, TO_RUSSIAN, Reading, Way, read_chunks_in
from search.correcting.records import Chunk, Correction, CorrectionKind, Repair

SHORT_LETTERS: Final = 2  # two letters make a word in either layout too often
TELLING_LETTERS: Final = 3
SURE_LETTERS: Final = 5  # a shorter word of the dictionary (net → туе) must stand in the index too
FAR_MORE: Final = 20

_WAYS: Final = (TO_RUSSIAN, TO_LATIN)


def want_layout(chunks: Sequence[Chunk], wanted: Wanted) -> set[int]:
    """Adds the words to count, where anything may have been typed in the wrong layout.

    Returns the places of the chunks that are words, or almost, in the other layout alone.
    """
    readings = {way: list(read_chunks_in(way, chunks)) for way in _WAYS}
    both = [reading for way in _WAYS for reading in readings[way]]
    if not any(_may_speak(reading, way) for way in _WAYS for reading in readings[way]):
        both = [reading for reading in both if reading.is_code]  # each speaks for itself
    wanted.add_words(word for reading in both for word in (reading.core, reading.converted))
    return {reading.place for reading in both if (reading.after or reading.nearly) and not reading.before}


def repair_layout(chunks: Sequence[Chunk], evidence: Evidence) -> list[Repair]:
    """The chunks that were typed in the wrong layout, as they were meant."""
    readings = {way: _choose_readings(read_chunks_in(way, chunks), evidence) for way in _WAYS}
    is_wrong = {way: _is_in_wrong_layout(readings[way], way, evidence) for way in _WAYS}
    repaired: dict[int, Repair] = {}
    for way in _WAYS:
        choose = _choose_following if is_wrong[way] else _choose_sure
        chosen = choose(readings[way], way, evidence)
        chosen.extend(reading for reading in readings[way] if reading.is_code and _is_in_index(reading, evidence))
        for reading in chosen:
            repaired.setdefault(reading.place, _repair(reading, way, is_last=reading.place == len(chunks) - 1))
    return list(repaired.values())


def _may_speak(reading: Reading, way: Way) -> bool:
    """Whether the chunk may turn out to be typed in the wrong layout, before the index is asked."""
    if reading.is_code or reading.before or reading.letters < TELLING_LETTERS:
        return False
    return reading.after or reading.nearly or way.needs_index


def _repair(reading: Reading, way: Way, *, is_last: bool) -> Repair:
    # A question mark is typed in either layout, at the end it is more often one than a comma.
    tail = reading.tail if is_last and reading.tail == "?" else way.type_signs(reading.tail)
    word = undo_caps_lock(reading.converted)
    correction = Correction(CorrectionKind.LAYOUT, reading.core, word)
    return Repair(reading.place, reading.place, way.type_signs(reading.head) + word + tail, (correction,))


def _choose_readings(readings: Iterable[Reading], evidence: Evidence) -> list[Reading]:
    """For each place the reading that is a word, in the index rather than not; the longest where all are alike."""
    best: dict[int, Reading] = {}
    for reading in readings:
        other = best.get(reading.place)
        if other is None or _rank(reading, evidence) > _rank(other, evidence):
            best[reading.place] = reading
    return list(best.values())


def _rank(reading: Reading, evidence: Evidence) -> tuple[bool, bool, int]:
    return reading.after, reading.nearly, evidence.count(reading.converted)


# The question as a whole


def _is_in_wrong_layout(readings: Sequence[Reading], way: Way, evidence: Evidence) -> bool:
    speaking = [reading for reading in readings if _speaks_for(reading, way, evidence)]
    nearly = [reading for reading in readings if _nearly_speaks_for(reading, evidence)]
    against = [reading for reading in readings if _speaks_against(reading, way, evidence)]
    is_telling = any(reading.letters >= TELLING_LETTERS for reading in (*speaking, *nearly))
    return is_telling and _count_letters(speaking) + _count_letters(nearly) / 2 > _count_letters(against)


def _count_letters(readings: Sequence[Reading]) -> int:
    return sum(reading.letters for reading in readings)


def _speaks_for(reading: Reading, way: Way, evidence: Evidence) -> bool:
    if reading.before or reading.is_code or evidence.count(reading.core):
        return False
    in_index = way.needs_index and reading.letters >= TELLING_LETTERS and evidence.count(reading.converted) > 0
    return reading.after or in_index


def _nearly_speaks_for(reading: Reading, evidence: Evidence) -> bool:
    return reading.nearly and not evidence.count(reading.core)


def _speaks_against(reading: Reading, way: Way, evidence: Evidence) -> bool:
    known = reading.before or (reading.letters > SHORT_LETTERS and evidence.count(reading.core) > 0)
    return known and not reading.after and not (way.needs_index and evidence.count(reading.converted))


# Its chunks


def _choose_following(readings: Sequence[Reading], way: Way, evidence: Evidence) -> list[Reading]:
    """The chunks that are in the other layout because the question is."""
    speaking = [reading for reading in readings if _speaks_for(reading, way, evidence)]
    nearly = [reading for reading in readings if _nearly_speaks_for(reading, evidence)]
    mostly = 2 * _count_letters([*speaking, *nearly]) >= _count_letters(readings)
    others = [reading for reading in readings if reading not in speaking and reading not in nearly]
    return [*speaking, *nearly, *(each for each in others if _follows(each, evidence, mostly=mostly))]


def _follows(reading: Reading, evidence: Evidence, *, mostly: bool) -> bool:
    written, meant = evidence.count(reading.core), evidence.count(reading.converted)
    if reading.is_code:
        return not written and reading.after and mostly
    if reading.after:
        return reading.letters <= SHORT_LETTERS or meant >= FAR_MORE * written
    return not reading.before and not written and mostly


def _choose_sure(readings: Sequence[Reading], way: Way, evidence: Evidence) -> list[Reading]:
    """The chunks of a question in the right layout that are in the wrong one themselves."""
    speaking = [reading for reading in readings if _speaks_for(reading, way, evidence)]
    sure = [reading for reading in speaking if _is_sure(reading, evidence)]
    return [*sure, *(reading for reading in speaking if reading.after and reading not in sure)] if sure else []


def _is_sure(reading: Reading, evidence: Evidence) -> bool:
    if reading.after and reading.letters >= SURE_LETTERS:
        return True
    return reading.letters >= TELLING_LETTERS and evidence.count(reading.converted) > 0


def _is_in_index(reading: Reading, evidence: Evidence) -> bool:
    return not evidence.count(reading.core) and evidence.count(reading.converted) > 0
