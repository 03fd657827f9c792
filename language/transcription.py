"""A foreign word in Latin and in Russian letters (docker, докер; kubernetes, кубернетес): whether both are one word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

CACHED_PAIRS: Final = 10_000
MOST_WRITTEN: Final = 6
SHORTEST: Final = 3
# Latin letters: how Russian writes them down, by their sound or by their look; nothing: a mute letter.
_TABLE: Final = """
a: а э е о ей эй; b: б; c: к с ц; d: д; e: е э и -; f: ф; g: г дж ж; h: х г -; i: и ай й; j: дж ж й; k: к; l: л ль;
m: м; n: н; o: о а оу; p: п; q: к; r: р; s: с з ш; t: т; u: у ю а; v: в; w: в у; x: кс кз гз з; y: и й ай ы;
z: з ц; ai: ай ей; ay: ей эй ай; au: ау о; aw: о; ea: и е; ee: и; ei: ей ай; eu: ой ю; ew: ю; ey: и ей; ia: иа ия;
ie: и ие; io: ио ё е; oa: оу о; oe: о; oi: ой; oo: у; ou: у ау о; ow: оу ау; oy: ой; ue: у ю; ui: уи и; uy: ай;
wh: в у; wr: р; ch: ч к х ш; ck: к; cc: кк к кс; cq: к; cs: кс; cz: ч; xc: кс; you: ю; dg: дж; gh: г; gn: н;
gu: г гу; kh: х; kn: н; ng: нг н; ph: ф; ps: пс; qu: кв к; rh: р; sc: ск с; sch: ш; sh: ш; ss: с; tch: ч;
th: т с з; ts: ц; tz: ц; tion: шн шен; sion: жн; wi: ви уи; wo: ву; bb: б; dd: д; ff: ф; gg: г; ll: л; mm: м;
nn: н; pp: п; rr: р; tt: т; zz: з цц; le: л; er: ер эр ёр р; or: ор ер; ar: ар; ere: ир; ire: айр; igh: ай;
ise: айз из; ice: айс ис; ite: айт ит; ile: айл; ime: айм; ine: айн ин; ike: айк; ide: айд; ace: ейс; ade: ейд;
age: ейдж идж; ake: ейк; ale: ейл; ame: ейм; ane: ейн; ape: ейп; ase: ейз ейс; ate: ейт; ave: ейв; one: он оун;
ore: ор; ote: от оут; ode: од оуд; ube: уб юб; uge: удж; ule: ул юл; une: юн; ure: ур юр; use: ус юз
"""
# How a Russian spelling may be written in Latin, the usual first, to look such words up.
_BACK: Final = """
а a u; б b; в v w; г g; д d; е e; ж j zh; з z s; и i ee y; й y i; к k c ck; л l; м m; н n; о o; п p; р r; с s c;
т t; у u oo; ф f ph; х h; ц ts c z; ч ch; ш sh; щ sch; ъ _; ы y; ь _; э e a; ю u yu; я ya ia; дж j g; кс x ks;
кв qu kv; ей a ey ei; эй a ay ei; ай i y ai; ау au ow; оу o ow; шн tion; нг ng
"""
_MISSED: Final = 1.0
_MUTE: Final = "ьъ"
_CYRILLIC: Final = re.compile("[а-я]+")
_LATIN: Final = re.compile("[a-z]+")


def _read_table(text: str, separator: str) -> dict[str, tuple[str, ...]]:
    entries = (entry.strip().partition(separator) for entry in text.split(";"))
    return {
        left: tuple("" if other in "-_" else other.replace("ё", "е") for other in right.split())
        for left, _, right in entries
    }


_SOUNDS: Final = _read_table(_TABLE, ": ")
_SPELLINGS: Final = _read_table(_BACK, " ")
_LONGEST_LATIN: Final = max(map(len, _SOUNDS))
_LONGEST_RUSSIAN: Final = max(map(len, _SPELLINGS))


def is_same_word(latin: str, russian: str) -> bool:
    """Whether a lower-case Latin word and a Russian one, ё written as е, write one foreign word down.

    Every letter must be accounted for by a sound it can have; a word of eight letters and more may miss one.

    >>> is_same_word("docker", "докер"), is_same_word("google", "гугл"), is_same_word("docker", "доктор")
    (True, True, False)
    """
    if min(len(latin), len(russian)) < SHORTEST or not (_LATIN.fullmatch(latin) and _CYRILLIC.fullmatch(russian)):
        return False
    return measure_transcription(latin, russian) <= (_MISSED if len(russian) >= 8 else 0)


@lru_cache(maxsize=CACHED_PAIRS)
def measure_transcription(latin: str, russian: str) -> float:
    """How many letters of the two are not accounted for, 0 where each stands for a sound of the other word."""
    best = {(0, 0): 0.0}
    for i in range(len(latin) + 1):
        for j in range(len(russian) + 1):
            here = best.get((i, j))
            if here is None:
                continue
            for down, right, weight in _iter_steps(latin[i:], russian[j:]):
                place = (i + down, j + right)
                best[place] = min(best.get(place, here + weight), here + weight)
    return best[len(latin), len(russian)]


def _iter_steps(latin: str, russian: str) -> Iterator[tuple[int, int, float]]:
    """How many letters of each may be taken together, and what that costs."""
    if latin:
        yield 1, 0, _MISSED
    if russian:
        yield 0, 1, 0.0 if russian[0] in _MUTE else _MISSED
    for length in range(1, min(len(latin), _LONGEST_LATIN) + 1):
        for sound in _SOUNDS.get(latin[:length], ()):
            if russian.startswith(sound):
                yield length, len(sound), 0.0


def write_in_latin(russian: str) -> tuple[str, ...]:
    """Some Latin spellings of a lower-case foreign word in Russian letters, the usual first, to look for others near.

    >>> write_in_latin("докер")[:2]
    ('doker', 'docer')
    """
    return _combine(russian, _SPELLINGS, _LONGEST_RUSSIAN)


def write_by_sound(latin: str) -> tuple[str, ...]:
    """Some Russian spellings of a lower-case foreign word in Latin letters, the usual first, to look for others near.

    >>> write_by_sound("docker")[:1]
    ('докер',)
    """
    return _combine(latin, _SOUNDS, _LONGEST_LATIN)


def _combine(word: str, table: dict[str, tuple[str, ...]], longest: int) -> tuple[str, ...]:
    """The word with the first choice everywhere, then with each other choice at one place, as many as are wanted."""
    chunks = list(_split(word, table, longest))
    usual = [choices[0] for choices in chunks]
    others = [
        [*usual[:place], choice, *usual[place + 1 :]]
        for rank in (1, 2)
        for place, choices in enumerate(chunks)
        for choice in choices[rank : rank + 1]
    ]
    return tuple(dict.fromkeys("".join(letters) for letters in (usual, *others)))[:MOST_WRITTEN]


def _split(word: str, table: dict[str, tuple[str, ...]], longest: int) -> Iterable[tuple[str, ...]]:
    place = 0
    while place < len(word):
        length = next(
            (n for n in range(longest, 0, -1) if word[place : place + n] in table and place + n <= len(word)), 0
        )
        yield table[word[place : place + length]] if length else (word[place],)
        place += length or 1
