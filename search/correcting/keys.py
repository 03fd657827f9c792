"""A question's chunks as the same keys give them in the other keyboard layout."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from language.codes import resolve_mixed_word
from language.layout import type_in_latin, type_in_russian, type_signs_in_latin, type_signs_in_russian
from language.near_words import find_near_english, find_near_russian
from language.transliteration import find_russian_spellings
from search.correcting.evidence import normalise
from search.correcting.records import Chunk
from search.correcting.words import LATIN_WORD, RUSSIAN_WORD, is_english_known, is_russian_known

SHORTEST_LATIN_RUSSIAN: Final = 3
SHORTEST_NEARLY: Final = 5

_PUNCTUATION: Final = ".,;:'\"[]{}<>`~"
_LATIN_LETTERS: Final = re.compile(r"(?=.*[A-Za-z])[A-Za-z`\[\];',.~{}:\"<>-]+")
_RUSSIAN_LETTERS: Final = re.compile(r"(?=.*[А-Яа-яЁё])[А-Яа-яЁё'’-]+")
_MIXED: Final = re.compile(r"(?=.*[A-Za-z])(?=.*[А-Яа-яЁё])[A-Za-zА-Яа-яЁё`\[\];',.-]+")
# What stands around the letters: in the Latin layout the keys of х ъ ж э б ю ё are letters themselves.
_AROUND_LATIN: Final = re.compile(r"(?P<head>[^\w`\[\];',.~{}:\"<>]*)(?P<core>.*?)(?P<tail>[^\w`\[\];',.~{}:\"<>]*)")
_AROUND_RUSSIAN: Final = re.compile(r"(?P<head>\W*)(?P<core>.*?)(?P<tail>\W*)")
_RUSSIAN_ORDINAL: Final = re.compile(r"\d+-?(?:й|я|е|го|му|м|х|ми|ти|и|ая|ое|ые|ый|ой|ю|ую|ых|ым|ыми)")
_ENGLISH_ORDINAL: Final = re.compile(r"\d+(?:'?s|st|nd|rd|th)")


@dataclass(frozen=True, slots=True)
class Way:
    """From one layout to the other.

    knows_before: whether a word is one as it is written; knows_after: whether it is one in the other layout.
    find_near: words a typo away from one of the other layout.
    needs_index: not all words of the other layout are in a dictionary: names of products, commands.
    """

    around: re.Pattern[str]
    keys: re.Pattern[str]
    word: re.Pattern[str]
    type_letters: Callable[[str], str]
    type_signs: Callable[[str], str]
    knows_before: Callable[[str], bool]
    knows_after: Callable[[str], bool]
    find_near: Callable[[str], Sequence[str]]
    ordinal: re.Pattern[str]
    needs_index: bool


def _is_latin_known(text: str) -> bool:
    """English, or Russian in Latin letters: rele is реле, not куду."""
    return is_english_known(text) or (
        len(text) >= SHORTEST_LATIN_RUSSIAN and bool(find_russian_spellings(text.lower()))
    )


TO_RUSSIAN: Final = Way(
    _AROUND_LATIN, _LATIN_LETTERS, RUSSIAN_WORD, type_in_russian, type_signs_in_russian,
    _is_latin_known, is_russian_known, find_near_russian, _RUSSIAN_ORDINAL, needs_index=False,
)  # fmt: skip
TO_LATIN: Final = Way(
    _AROUND_RUSSIAN, _RUSSIAN_LETTERS, LATIN_WORD, type_in_latin, type_signs_in_latin,
    is_russian_known, is_english_known, find_near_english, _ENGLISH_ORDINAL, needs_index=True,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """A chunk and what it is in the other layout.

    core: what of the chunk was typed as a word, `converted` in the other layout, with head and tail around it.
    before, after: whether a dictionary has the one and the other; nearly: whether `converted` is a typo away from that.
    """

    place: int
    core: str
    converted: str
    head: str
    tail: str
    before: bool = False
    after: bool = False
    nearly: bool = False
    is_code: bool = False

    @property
    def letters(self) -> int:
        return sum(character.isalpha() for character in self.converted)


def read_chunks_in(way: Way, chunks: Sequence[Chunk]) -> Iterator[Reading]:
    """The chunks in the other layout. One may have several readings: punctuation at its end may be letters there."""
    for place, chunk in enumerate(chunks):
        match = None if chunk.is_fixed else way.around.fullmatch(chunk.text)
        if match is not None:
            yield from _read(place, match["head"], match["core"], match["tail"], way)


def _read(place: int, head: str, core: str, tail: str, way: Way) -> Iterator[Reading]:
    if any(character.isdecimal() for character in core):
        yield from _read_code(place, head, core, tail, way)
    elif _MIXED.fullmatch(core):
        converted = way.type_letters(core)
        if way.word.fullmatch(converted) and way.knows_after(converted) and not _means_one_script(core):
            yield Reading(place, core, converted, head, tail, after=True)
    elif way.keys.fullmatch(core):
        for typed in dict.fromkeys((core, core.rstrip(_PUNCTUATION), core.strip(_PUNCTUATION))):
            start = core.index(typed)
            yield from _read_word(place, head + core[:start], typed, core[start + len(typed) :] + tail, way)


def _means_one_script(core: str) -> bool:
    """Whether a word of two scripts is one with look-alike letters: ГOCT."""
    return any(is_russian_known(spelling) or is_english_known(spelling) for spelling in resolve_mixed_word(core))


def _read_word(place: int, head: str, core: str, tail: str, way: Way) -> Iterator[Reading]:
    typed = way.type_letters(core.replace("ё", "е") if way is TO_LATIN else core)
    converted = typed.strip(_PUNCTUATION) if way is TO_LATIN else typed
    if not way.word.fullmatch(converted):
        return
    before, after = way.knows_before(core.strip(_PUNCTUATION)), way.knows_after(converted)
    tail = typed.partition(converted)[2] + tail
    nearly = not before and not after and len(converted) >= SHORTEST_NEARLY and _is_nearly(core, converted, way)
    yield Reading(place, core, converted, head, tail, before, after, nearly)


def _is_nearly(core: str, converted: str, way: Way) -> bool:
    other = TO_LATIN if way is TO_RUSSIAN else TO_RUSSIAN
    return bool(way.find_near(normalise(converted))) and not other.find_near(normalise(core))


def _read_code(place: int, head: str, core: str, tail: str, way: Way) -> Iterator[Reading]:
    """A chunk with digits: Bynthytn2, 90-t, NV-210."""
    converted = way.type_letters(core)
    letters = "".join(character for character in converted if character.isalpha())
    other = TO_LATIN if way is TO_RUSSIAN else TO_RUSSIAN
    if converted != core and way.word.fullmatch(letters) and not other.ordinal.fullmatch(core):
        is_long = len(letters) >= SHORTEST_LATIN_RUSSIAN
        known = (is_long and way.knows_after(letters)) or way.ordinal.fullmatch(converted) is not None
        yield Reading(place, core, converted, head, tail, after=known, is_code=True)
