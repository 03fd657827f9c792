"""A run of letters and digits to its atoms: the words, numbers and codes it is written with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from language.characters import CYRILLIC, LATIN, MARK
from language.codes import resolve_mixed_word
from language.detection import Script, iter_script_runs
from language.latin_endings import split_latin_ending
from language.numbers import split_range

_LETTERS: Final = f"{LATIN}{CYRILLIC}{MARK}"
_LONG_WORD: Final = re.compile(rf"(?<![{_LETTERS}])[А-Яа-я]{{4,}}(?![{_LETTERS}])")
_LATIN_QUOTED: Final = re.compile(rf"[{LATIN}]+(?:'[{LATIN}]+)+")
_CHUNK_END: Final = re.compile(r"[/&]|::|->|\.(?!\d)|(?<!\d)\.")
_CHUNK_OR_WORD_END: Final = re.compile(f"{_CHUNK_END.pattern}|_")
_COMMA_LIST: Final = re.compile(r"\d,\d+,\d")
_CYRILLIC_LETTER: Final = re.compile(f"[{CYRILLIC}]")
_SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


class Atom(NamedTuple):
    """A stretch of a run; `start` counts from the start of the run."""

    start: int
    text: str


def iter_atoms(text: str, *, inflected: bool = True) -> Iterator[Atom]:
    """The atoms of `text` in order; it has none where it holds only joining signs.

    inflected: whether a Latin word and its Russian ending (API-шка) are one atom.

    >>> [atom.text for atom in iter_atoms("COVID-19-инфекция")], [atom.text for atom in iter_atoms("Кот-д'Ивуар")]
    (['COVID-19', 'инфекция'], ['Кот', 'д', 'Ивуар'])
    """
    separators = _CHUNK_OR_WORD_END if _CYRILLIC_LETTER.search(text) else _CHUNK_END
    for chunk in _iter_between(separators, Atom(0, text)):
        if inflected and split_latin_ending(chunk.text):
            yield chunk
        elif not re.search(r"[\d_]", chunk.text):
            yield from _iter_words(chunk, inflected)
        elif _COMMA_LIST.search(chunk.text):
            yield from _iter_between(re.compile(","), chunk)
        elif split_range(chunk.text):
            yield from _iter_between(re.compile("[-–]"), chunk)
        else:
            yield from _iter_words_and_codes(chunk)


def _iter_between(separator: re.Pattern[str], atom: Atom) -> Iterator[Atom]:
    """The non-empty stretches of `atom` between the matches of `separator`."""
    position = 0
    for match in [*separator.finditer(atom.text), None]:
        end = match.start() if match else len(atom.text)
        if end > position:
            yield Atom(atom.start + position, atom.text[position:end])
        position = match.end() if match else end


def _iter_words(atom: Atom, inflected: bool) -> Iterator[Atom]:
    """Words between hyphens; between apostrophes too where they are not English (Кот-д'Ивуар: кот, д, ивуар)."""
    for word in _iter_between(re.compile("[-–—]+"), atom):
        whole = _LATIN_QUOTED.fullmatch(word.text) or (inflected and split_latin_ending(word.text))
        for piece in [word] if whole else _iter_between(re.compile("'+"), word):
            yield from _iter_scripts(piece, inflected)


def _iter_scripts(atom: Atom, inflected: bool) -> Iterator[Atom]:
    """The word itself, or its stretches where it means two scripts: webсайт → web, сайт; not ГOCT in look-alikes, not
    gitом with a Russian ending."""
    scripts = {run.script for run in iter_script_runs(atom.text)} - {Script.OTHER}
    if len(scripts) < 2 or resolve_mixed_word(atom.text) or (inflected and split_latin_ending(atom.text)):
        yield atom
        return
    for run in iter_script_runs(atom.text):
        yield Atom(atom.start + run.start, atom.text[run.start : run.end])


def _iter_words_and_codes(atom: Atom) -> Iterator[Atom]:
    """Russian words of four letters and more by themselves, what is between them as codes: COVID-19, инфекция."""
    position = 0
    for match in [*_LONG_WORD.finditer(atom.text), None]:
        end = match.start() if match else len(atom.text)
        gap = atom.text[position:end]
        if stripped := gap.strip("-–—'"):
            yield Atom(atom.start + position + gap.index(stripped), stripped)
        if match:
            yield Atom(atom.start + match.start(), match.group())
            position = match.end()


def settle_small_digits(text: str) -> str:
    """`text` with м² as м2 and CO₂ as CO2; a note's mark after a longer word (слово¹) is dropped from the end."""
    text = text.translate(_SUBSCRIPTS)
    bare = text.rstrip("⁰¹²³⁴⁵⁶⁷⁸⁹")
    if 0 < len(bare) <= 3 and bare.isalpha():
        return text.translate(_SUPERSCRIPTS)
    return bare or text
