"""Russian written in Latin letters (otpusk, kak vernut' dengi): the dictionary words that may be meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from language.trie import ROOT, Node, follow, is_word_end

CACHED_WORDS: Final = 10_000
LONGEST_WORD: Final = 32
MOST_SPELLINGS: Final = 12

# Latin letters: what they stand for, the usual first; after the slash what they stand for with some writers only.
_TABLE: Final = """
a: а / я; b: б / ь; c: ц / с к ч; d: д; e: е э / ё; f: ф; g: г / ж; h: х / г; i: и / й ы; j: й / ж ь дж; k: к;
l: л; m: м; n: н; o: о; p: п; q: / к я; r: р; s: с / ш з; t: т; u: у / ю; v: в; w: в / ш щ; x: х / кс;
y: ы й / и ь у; z: з / с ж ц; ya: я; ja: я; ia: я / ия ья; yu: ю; ju: ю; iu: ю / ию ью; yo: ё / йо; jo: ё / йо;
io: / ё ио ьо; ye: е / ые э ье; je: е э / ье; ie: / ие ье; eh: э; zh: ж; kh: х; ch: ч / щ х; sh: ш / щ; ts: ц / тс;
tz: ц; tc: / ц ч; cz: / ц; sch: щ / ш; shch: щ; sh': щ; shh: щ; tsch: / ч щ; ph: / ф; th: / т; ck: / к; yy: ый;
ij: ий; iy: ий / ый; yj: ый; y': ы; e': э; ee: / и; oo: / у; ': ь / ъ; '': ъ; `: ь; ``: ъ; -: -; 4: ч;
zho: жо / же; cho: чо / че; sho: шо / ше; shcho: / ще; scho: / ще
"""
_RARE: Final = 0.4
_UNWRITTEN: Final = {"ь": 0.2, "ъ": 0.3}  # most people leave the signs out
_AFTER_SIGN: Final = frozenset("бвгджзйклмнпрстфхцчшщ")
_LATIN: Final = re.compile(r"[A-Za-z'`’4-]+")

# One letter each way, for a name that no dictionary has.
_NAME_TABLE: Final = (
    "shch щ sch щ yo ё jo ё zh ж kh х ch ч sh ш ts ц yu ю ju ю ya я ja я ck к ph ф th т ee и oo у "
    "ay ай ey ей oy ой uy уй yy ый iy ий iya ия iyu ию"
)


class Spelling(NamedTuple):
    """A dictionary word, ё written as е, and how unusual the letters are that it is written with (0: all usual)."""

    word: str
    oddity: float


def _read_table() -> dict[str, tuple[tuple[str, float], ...]]:
    table = {}
    for entry in _TABLE.split(";"):
        latin, _, russian = entry.strip().partition(": ")
        usual, _, rare = russian.partition("/")
        readings = [*((letters, 0.0) for letters in usual.split()), *((letters, _RARE) for letters in rare.split())]
        table[latin] = tuple((letters.replace("ё", "е"), oddity) for letters, oddity in readings)
    return table


_READINGS: Final = _read_table()
_LONGEST_READING: Final = max(map(len, _READINGS))


def is_latin_typed(word: str) -> bool:
    """Whether a word consists of the signs that Russian is written with in Latin letters."""
    return len(word) <= LONGEST_WORD and _LATIN.fullmatch(word) is not None


@lru_cache(maxsize=CACHED_WORDS)
def find_russian_spellings(latin: str) -> tuple[Spelling, ...]:
    """The dictionary words that a lower-case Latin word may stand for, the usual letters first; empty where none.

    >>> [spelling.word for spelling in find_russian_spellings("dogovor")]
    ['договор']
    >>> [spelling.word for spelling in find_russian_spellings("dengi")]
    ['деньги']
    """
    if not is_latin_typed(latin):
        return ()
    best: dict[str, float] = {}
    for word, oddity in _walk(latin.replace("’", "'"), (ROOT,), "", 0.0):
        best[word] = min(oddity, best.get(word, oddity))
    spellings = [Spelling(word, round(oddity, 1)) for word, oddity in best.items()]
    return tuple(sorted(spellings, key=lambda spelling: (spelling.oddity, spelling.word))[:MOST_SPELLINGS])


def _walk(rest: str, nodes: tuple[Node, ...], written: str, oddity: float) -> Iterator[tuple[str, float]]:
    if not rest and any(is_word_end(node) for node in nodes):
        yield written, oddity
    for length in range(1, min(len(rest), _LONGEST_READING) + 1):
        for letters, rare in _READINGS.get(rest[:length], ()):
            after = follow(nodes, letters)
            if after:
                yield from _walk(rest[length:], after, written + letters, oddity + rare)
    if written and written[-1] in _AFTER_SIGN:
        for sign, unwritten in _UNWRITTEN.items():
            after = follow(nodes, sign)
            if after:
                yield from _walk(rest, after, written + sign, oddity + unwritten)


def write_in_russian(latin: str) -> str:
    """A name in Russian letters as its Latin ones are usually read, case kept: Tavrimer → Тавример.

    >>> write_in_russian("Shcherbakov"), write_in_russian("MARKONI")
    ('Щербаков', 'МАРКОНИ')
    """
    russian = _NAME_PATTERN.sub(lambda match: _NAME_READINGS[match[0].lower()], latin)
    if latin.isupper() and len(latin) > 1:
        return russian.upper()
    return russian.capitalize() if latin[:1].isupper() else russian


def _read_name_table() -> dict[str, str]:
    pairs = _NAME_TABLE.split()
    single = {latin: readings[0][0] for latin, readings in _READINGS.items() if len(latin) == 1 and latin != "4"}
    return {**dict(zip(pairs[::2], pairs[1::2], strict=True)), **single}


_NAME_READINGS: Final = _read_name_table()
_NAME_PATTERN: Final = re.compile(
    "|".join(sorted(map(re.escape, _NAME_READINGS), key=len, reverse=True)), re.IGNORECASE
)
