"""Codes (E-1042, 12.0.004-2015, CURLOPT_URL) to one canonical spelling, and letters that only look alike."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from language.characters import CYRILLIC, LATIN
from language.cleaning import lower
from language.detection import Script, iter_script_runs
from language.identifiers import join_words, mark_humps
from language.morphology import is_known

# Capitals АВЕКМНОРСТУХ ↔ ABEKMHOPCTYX, as they stand after lower-casing.
LOOKALIKES: Final = dict(zip("авекмнорстух", "abekmhopctyx", strict=True))
# Letters that look alike in lower case too, and Latin vowels with an acute where a stressed Cyrillic one is meant.
_TO_LATIN: Final = {
    **{cyrillic.upper(): latin.upper() for cyrillic, latin in LOOKALIKES.items()},
    **dict(zip("аекорсух", "aekopcyx", strict=True)),
}
_TO_CYRILLIC: Final = {
    **{latin: cyrillic for cyrillic, latin in _TO_LATIN.items()},
    **dict(zip("áéóýÁÉÓÝ", "аеоуАЕОУ", strict=True)),
}
# Before a number these are words, not the letters of a code: "В 2024 году", "10 x 15", "IN 2024".
NOT_CODE_LETTERS: Final = frozenset(
    [*"aixавкосух", *"an and are as at be by for from if in is no not of on or the to vs was with eur rub usd".split()]
)

_LOOKALIKE_TABLE: Final = str.maketrans(LOOKALIKES)
_LETTER: Final = r"[^\W\d_]"
_JOINT: Final = re.compile(rf"(?<={_LETTER})-(?=\d)|(?<=\d)-(?={_LETTER})")
_PART: Final = re.compile(rf"{_LETTER}+|\d+(?:[.,]\d+)*")
# 12.0.004-2015, 52872-2019: a standard and its year; not the range 10-15.
_YEAR_TAIL: Final = re.compile(r"(?P<head>\d+(?:\.\d+)+|\d{3,})-(?:\d{4}|\d\d)")
_VERSION: Final = re.compile(r"v(?P<number>\d+(?:\.\d+)+.*)")
_DOTTED: Final = re.compile(r"v?(?P<number>\d{1,4}(?:\.\d{1,3}){2,4})(?:-(?:\d{4}|\d\d)|[-.]?[a-z]{1,6}\.?\d{0,3})?")
# 40a81a97: letters and digits by turns, no words and no numbers.
_HASH: Final = re.compile(rf"(?<![^\W_])(?:(?:{_LETTER}++\d++){{3}}|(?:\d++{_LETTER}++){{3}})[^\W_]*+")
_MOST_PARTS: Final = 24


class CodeForms(NamedTuple):
    """A code's spellings: `exact`, the canonical one first, and `parts`, the pieces a document is also found by."""

    exact: tuple[str, ...]
    parts: tuple[str, ...]


def normalise_hyphens(text: str) -> str:
    """`text` with dashes as hyphens; cleaning has made all other hyphens one."""
    return text.replace("–", "-").replace("—", "-")


def canonise_code(code: str) -> str:
    """The canonical spelling: lower case, Latin look-alikes, no hyphen between a letter and a digit.

    >>> canonise_code("Е-1042"), canonise_code("12.0.004-2015"), canonise_code("SHA–256")
    ('e1042', '12.0.004-2015', 'sha256')
    """
    return _JOINT.sub("", fold_lookalikes(normalise_hyphens(lower(code))))


def fold_lookalikes(code: str) -> str:
    """A lower-case code with Latin letters for Cyrillic ones of the same look, if it holds a digit or both scripts."""
    mixed = re.search(f"[{LATIN}]", code) and re.search(f"[{CYRILLIC}]", code)
    return code.translate(_LOOKALIKE_TABLE) if mixed or re.search(r"\d", code) else code


def build_code_forms(code: str) -> CodeForms:
    """The spellings and parts of a code as it is written.

    >>> build_code_forms("E-1042")
    CodeForms(exact=('e1042', 'e-1042'), parts=('1042',))
    >>> build_code_forms("12.0.004-2015")
    CodeForms(exact=('12.0.004-2015', '12.0.004'), parts=('2015',))
    >>> build_code_forms("max_connections").exact, build_code_forms("v2.1.3").exact
    (('max_connections', 'maxconnections'), ('2.1.3', 'v2.1.3'))
    """
    written = normalise_hyphens(lower(code)).strip("-")
    version = _VERSION.fullmatch(written)
    exact = [canonise_code(version["number"] if version else written), fold_lookalikes(written)]
    year_tail = _YEAR_TAIL.fullmatch(written)
    if year_tail is not None:
        exact.append(year_tail["head"])
    if "_" in written:
        exact.append(join_words(written))
    distinct = tuple(dict.fromkeys(exact))
    return CodeForms(distinct, tuple(part for part in find_parts(code) if part not in distinct))


def find_parts(code: str) -> tuple[str, ...]:
    """The words and numbers of two characters and more inside a code or address with its capitals, in lower case.

    Humps are words, and years inside dates are numbers. A single figure says too little: "2" is not asked of м2.
    The figures of a hash say nothing.

    >>> find_parts("HTTPServer2"), find_parts("01.02.2024"), find_parts("40a81a97053b")
    (('http', 'server'), ('01.02.2024', '2024'), ())
    """
    parts: list[str] = []
    for match in _PART.finditer(_HASH.sub(" ", lower(mark_humps(normalise_hyphens(code))))):
        part = match.group()
        if len(part) > 1:
            parts.append(part)
        parts.extend(group for group in part.split(".") if len(group) == 4 and group.isdecimal())
    return tuple(dict.fromkeys(parts))[:_MOST_PARTS]


def list_version_prefixes(code: str) -> tuple[str, ...]:
    """What a dotted number of three groups and more begins with: 2.1 of v2.1.3; none for a date or a longer one.

    >>> list_version_prefixes("v2.1.3"), list_version_prefixes("192.168.1.10"), list_version_prefixes("01.02.2024")
    (('2.1',), ('192.168', '192.168.1'), ())
    """
    match = _DOTTED.fullmatch(lower(code))
    if match is None:
        return ()
    groups = match["number"].split(".")
    return tuple(".".join(groups[:size]) for size in range(2, len(groups)))


def is_spaced_code(letters: str) -> bool:
    """Whether letters followed by a space and a number form a code with it: E 1042, RFC 2616; not НА 2024.

    One to four Latin or look-alike letters that are no word; in lower case one Latin letter only.
    """
    lowered = lower(letters)
    if lowered in NOT_CODE_LETTERS or (letters != letters.upper() and len(letters) > 1):
        return False
    if all(letter in LOOKALIKES for letter in lowered):
        return letters == letters.upper() and (len(letters) == 1 or not is_known(lowered))
    return lowered.isascii()


def resolve_mixed_word(word: str) -> tuple[str, ...]:
    """The one-script spellings of a word with capitals that mixes Cyrillic and Latin look-alikes, likeliest first.

    Empty where the word is not mixed or means both scripts (webсайт).

    >>> resolve_mixed_word("ГOCT"), resolve_mixed_word("dосker"), resolve_mixed_word("webсайт")
    (('гост',), ('docker',), ())
    """
    if {Script.CYRILLIC, Script.LATIN} - {run.script for run in iter_script_runs(word)}:
        return ()
    cyrillic = lower("".join(_TO_CYRILLIC.get(letter, letter) for letter in word))
    latin = lower("".join(_TO_LATIN.get(letter, letter) for letter in word))
    spellings = [
        spelling
        for spelling, foreign in ((cyrillic, Script.LATIN), (latin, Script.CYRILLIC))
        if all(run.script is not foreign for run in iter_script_runs(spelling))
    ]
    return tuple(spellings if is_known(cyrillic) else reversed(spellings))
