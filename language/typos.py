"""How far two words are from each other as typos, counted and weighed by how easily each is made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

# Rows of keys; a key's neighbours stand beside it and in the rows above and below (shifted by half a key).
_ROWS: Final = (
    ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"),
    ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
)
# Letters that are heard alike where they stand without stress or at the end, or are taken for each other.
_HEARD_ALIKE: Final = "ао еи ея тд сз гк бп вф шщ шж цс эе йи ыи ьъ щч юу ey ie ae sz ck ou kq vw iy"
_MUTE: Final = frozenset("ьъ")
WHOLE: Final = 1.0  # a letter for any other
ALIKE: Final = 0.5
NEIGHBOUR: Final = 0.6
SWAPPED: Final = 0.7  # two letters in the wrong order
DOUBLED: Final = 0.5  # сс for с, or с for сс
MUTE: Final = 0.5  # ь or ъ left out or put in
SLIPPED: Final = 0.7  # a neighbouring key was pressed as well
LEFT_OUT: Final = 0.9


def count_typos(one: str, other: str) -> int:
    """Typos between two words: letters left out, put in or replaced, and neighbours swapped (optimal string alignment).

    Source: Damerau 1964, doi:10.1145/363958.363994.

    >>> count_typos("настрйоки", "настройки"), count_typos("шлюс", "шлюз")
    (1, 1)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        previous, row, older = row, [i], before
        for j, other_letter in enumerate(other, start=1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (letter != other_letter))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == other_letter:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        before = previous
    return row[-1]


def weigh_typos(written: str, meant: str) -> float:
    """The weight of the typos that make `written` of `meant`: 0 for equal words, up to 1 for each typo.

    Less than 1 weigh a neighbouring key, letters that sound alike, a double letter, a soft sign, two letters swapped.

    >>> weigh_typos("збросить", "сбросить"), weigh_typos("хбросить", "сбросить")
    (0.5, 1.0)
    """
    before: list[float] = []
    row = [0.0]
    for place in range(len(meant)):
        row.append(row[-1] + _weigh_left_out(meant, place))
    for i, letter in enumerate(written, start=1):
        previous, row, older = row, [row[0] + _weigh_put_in(written, i - 1)], before
        for j, other in enumerate(meant, start=1):
            weight = min(
                previous[j] + _weigh_put_in(written, i - 1),
                row[j - 1] + _weigh_left_out(meant, j - 1),
                previous[j - 1] + _weigh_replaced(letter, other),
            )
            if i > 1 and j > 1 and letter == meant[j - 2] and written[i - 2] == other != letter:
                weight = min(weight, older[j - 2] + SWAPPED)
            row.append(weight)
        before = previous
    return round(row[-1], 3)


def _weigh_put_in(written: str, place: int) -> float:
    """A letter of `written` that does not belong there."""
    letter = written[place]
    beside = written[max(place - 1, 0) : place] + written[place + 1 : place + 2]
    if letter in beside:
        return DOUBLED
    if letter in _MUTE:
        return MUTE
    return SLIPPED if any(letter in find_neighbours(other) for other in beside) else WHOLE


def _weigh_left_out(meant: str, place: int) -> float:
    """A letter of `meant` that was not written."""
    letter = meant[place]
    if letter in _MUTE:
        return MUTE
    return DOUBLED if letter in meant[max(place - 1, 0) : place] + meant[place + 1 : place + 2] else LEFT_OUT


def _weigh_replaced(written: str, meant: str) -> float:
    if written == meant:
        return 0.0
    if frozenset((written, meant)) in _ALIKE_PAIRS:
        return ALIKE
    return NEIGHBOUR if meant in find_neighbours(written) else WHOLE


@lru_cache(maxsize=128)
def find_neighbours(letter: str) -> frozenset[str]:
    """The letters on the keys around a letter's key, in ЙЦУКЕН and QWERTY.

    >>> sorted(find_neighbours("g"))
    ['b', 'f', 'h', 't', 'v', 'y']
    """
    return frozenset(_iter_neighbours(letter))


def _iter_neighbours(letter: str) -> Iterator[str]:
    for layout in _ROWS:
        for number, keys in enumerate(layout):
            place = keys.find(letter)
            if place < 0:
                continue
            yield from keys[max(place - 1, 0) : place] + keys[place + 1 : place + 2]
            if number > 0:
                yield from layout[number - 1][place : place + 2]
            if number + 1 < len(layout):
                yield from layout[number + 1][max(place - 1, 0) : place + 1]


_ALIKE_PAIRS: Final = frozenset(frozenset(pair) for pair in _HEARD_ALIKE.split())
