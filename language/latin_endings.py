"""Latin words that are inflected as Russian ones (API-шка, git-а, docker'ом, PDF-ку, dockerом), and APIs."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_CASES: Final = "а у е ы и ю я о ой ом ем ов ев ам ям ами ями ах ях ью ями".split()
_ADJECTIVE: Final = "ый ий ая ое ые ого ому ым ых ыми ую".split()
_SUFFIXED: Final = (
    # suffix | its endings
    ("шк", "а и е у ой ою ам ами ах"),  # API-шка
    ("к", "а и е у ой ою ам ами ах"),  # PDF-ка
    ("шник", " а у ом е и ов ам ами ах"),  # IT-шник
    ("н", " ".join(_ADJECTIVE)),  # SQL-ный
    ("шн", " ".join(_ADJECTIVE)),  # IT-шный
    ("овск", "ий ая ое ие ого ому им ом их ими ую ой"),  # Docker-овский
    ("евск", "ий ая ое ие ого ому им ом их ими ую ой"),  # Excel-евский
)
ENDINGS: Final = frozenset(
    [*_CASES, "шек", "ек", *(suffix + ending for suffix, endings in _SUFFIXED for ending in endings.split(" "))]
) - {""}
_LONGEST_ENDING: Final = max(map(len, ENDINGS))
_INFLECTED: Final = re.compile(
    r"(?P<base>[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]|[А-Я]{2,6}(?=['–-]))(?P<joint>['–-]?)"
    rf"(?P<ending>[а-я]{{1,{_LONGEST_ENDING}}})"
)
_PLURAL: Final = re.compile("(?P<base>[A-Z]{2,6})(?P<joint>)(?P<ending>s)")
_SHORTEST_GLUED: Final = 3  # letters of a word with no sign before its ending: gitом; not CАм, a word in two scripts


class InflectedLatin(NamedTuple):
    """A foreign word or an acronym, the sign after it, if any, and the ending."""

    base: str
    joint: str
    ending: str


def split_latin_ending(word: str) -> InflectedLatin | None:
    """The word that is inflected in `word`, which is written with its capitals; None for any other word.

    >>> split_latin_ending("docker'ом"), split_latin_ending("gitом"), split_latin_ending("SQL-запрос")
    (InflectedLatin(base='docker', joint="'", ending='ом'), InflectedLatin(base='git', joint='', ending='ом'), None)
    """
    match = _INFLECTED.fullmatch(word)
    if match is None or match["ending"] not in ENDINGS:
        match = _PLURAL.fullmatch(word)
    elif not match["joint"] and (len(match["base"]) < _SHORTEST_GLUED or not match["base"].isalpha()):
        match = None
    return InflectedLatin(match["base"], match["joint"], match["ending"]) if match else None
