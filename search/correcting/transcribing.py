"""A foreign word that the index has in other letters only: докер where it has docker, kubernetes and кубернетес.

Such a word is never replaced: the other spelling is put beside it. The index must lack the word as written, and every
sound of the one must be written by letters of the other. A Russian spelling also counts with a consonant doubled or
not (офлайн, оффлайн), and with е for э (кеш, кэш).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from language.lemmas import read_readings
from language.transcription import is_same_word, write_by_sound, write_in_latin
from search.correcting.evidence import Evidence, Wanted, normalise
from search.correcting.records import Chunk, Correction, CorrectionKind, Repair
from search.correcting.words import LATIN_WORD, RUSSIAN_WORD, is_russian_known

SHORTEST: Final = 4
MOST_LOOKED_NEAR: Final = 2
# What words from English often have and other words of the dictionary rarely: докер, хостинг, кэш, джойстик, офлайн.
_FOREIGN: Final = re.compile(
    "э|дж|ф|[аеоуы]й[бвгдзклмнпрстфхш]|инг$|[бвгдклмнптфхш]ер$|кс|шн|[кл]ен$|мент$|[иуо]т$|гин$|кет$|рипт$|тч|уз$|аб$|ок$|линк"
)
_RUSSIAN_ENDINGS: Final = re.compile("(?:ость|ение|ание|ство|тель|ница|чик|щик|ник|ка|ие|ия|ый|ий|ой|ать|ить|еть)$")
_OTHER_VOWEL: Final = {"э": "е", "е": "э"}
_DOUBLED: Final = frozenset("бгдзклмнпрстф")
_NOUNS: Final = frozenset({"NOUN", ""})
_CORE: Final = re.compile(r"[^\W\d_]+")


def want_counted(chunks: Sequence[Chunk], wanted: Wanted) -> None:
    """Adds the words that may be foreign, to see which the index lacks."""
    wanted.add_words(word for _, word in _iter_foreign(chunks))


def want_transcription(chunks: Sequence[Chunk], wanted: Wanted, evidence: Evidence) -> None:
    """Adds the other spellings of foreign words that the index lacks."""
    for _, word in _iter_foreign(chunks):
        if evidence.knows(word) and not evidence.count(word):
            spellings = _write_otherwise(word)
            wanted.add_words(spellings)
            for spelling in spellings[:MOST_LOOKED_NEAR]:
                wanted.add_near(spelling, 2 if len(spelling) > SHORTEST else 1)


def add_transcriptions(chunks: Sequence[Chunk], evidence: Evidence) -> list[Repair]:
    """The foreign words that the index lacks, each with the spelling it has."""
    repairs = []
    for place, word in _iter_foreign(chunks):
        other = _choose(word, evidence) if not evidence.count(word) else None
        if other:
            both = f"{word} {other}"
            correction = Correction(CorrectionKind.TRANSLITERATION, word, both)
            repairs.append(Repair(place, place, chunks[place].text.replace(word, both), (correction,)))
    return repairs


def _iter_foreign(chunks: Sequence[Chunk]) -> Iterator[tuple[int, str]]:
    """The words that may be foreign: Latin ones in a Russian question or alone, Russian ones that look so."""
    is_mixed = len(chunks) == 1 or any(len(word) > 1 for chunk in chunks for word in RUSSIAN_WORD.findall(chunk.text))
    for place, chunk in enumerate(chunks):
        if chunk.is_fixed:
            continue
        words = _CORE.findall(chunk.text)
        if len(words) != 1 or len(words[0]) < SHORTEST:
            continue
        word = words[0]
        if (is_mixed and LATIN_WORD.fullmatch(word)) or (RUSSIAN_WORD.fullmatch(word) and looks_foreign(word)):
            yield place, word


def looks_foreign(word: str) -> bool:
    """Whether a Russian word may be a foreign one: a noun that no dictionary has, or one of foreign shape.

    >>> [looks_foreign(word) for word in ("докер", "кубернетес", "договор", "подписку")]
    [True, True, False, False]
    """
    reading = next(iter(read_readings(normalise(word))), None)
    if reading is None or reading.part_of_speech not in _NOUNS or _RUSSIAN_ENDINGS.search(reading.lemma):
        return False
    return not is_russian_known(word) or _FOREIGN.search(reading.lemma) is not None


def _write_otherwise(word: str) -> tuple[str, ...]:
    """Spellings to look up: in the other letters, the usual ones first, and in its own: комит, коммит; кеш, кэш."""
    written = normalise(word)
    if LATIN_WORD.fullmatch(word):
        return write_by_sound(written)
    lemma = _find_lemma(written)
    return (*write_in_latin(lemma), *_vary(lemma))


def _vary(word: str) -> Iterator[str]:
    """The word with another number of one of its consonants, and with е for э or э for е."""
    for place, letter in enumerate(word):
        head, tail = word[:place], word[place + 1 :]
        if letter in _OTHER_VOWEL:
            yield head + _OTHER_VOWEL[letter] + tail
        elif letter in _DOUBLED and tail[:1] == letter:
            yield head + tail
        elif letter in _DOUBLED and 0 < place < len(word) - 1 and head[-1:] != letter:
            yield head + letter * 2 + tail


def _find_lemma(word: str) -> str:
    return next((reading.lemma for reading in read_readings(word)), word)


def _choose(word: str, evidence: Evidence) -> str | None:
    """The word of the index that is the same in other letters, the most frequent one."""
    spellings = _write_otherwise(word)
    passages = {spelling: evidence.count(spelling) for spelling in spellings}
    for spelling in spellings[:MOST_LOOKED_NEAR]:
        passages |= evidence.find_near(spelling)
    same = [(number, other) for other, number in passages.items() if number and _is_same(word, other)]
    return max(same, default=(0, None))[1]


def _is_same(word: str, other: str) -> bool:
    written = normalise(word)
    if LATIN_WORD.fullmatch(word):
        return len(other) >= SHORTEST and (is_same_word(written, other) or is_same_word(written, _find_lemma(other)))
    if RUSSIAN_WORD.fullmatch(other):
        return other in _vary(_find_lemma(written))
    return is_same_word(other, written) or is_same_word(other, _find_lemma(written))
