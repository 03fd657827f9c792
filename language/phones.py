"""Telephone numbers however they are grouped, to their digits."""

from __future__ import annotations

import re
from typing import Final

from language.characters import WORD

_START: Final = rf"(?<![{WORD}+.,/–-])"
_END: Final = rf"(?![{WORD}]|[.,/–-][{WORD}])"
_GAP: Final = "[ –-]?"
# Eleven digits with the country's 7 or the trunk prefix 8: +7 (495) 123-45-67, 8 495 1234567, 84951234567
_RUSSIAN: Final = (
    rf"(?=\+?[78](?:[ ()–-]{{0,2}}\d){{10}}(?!\d))"
    rf"(?:\+?7|8){_GAP}(?:\(\d{{3,5}}\)|\d{{3,5}}){_GAP}\d{{1,3}}(?:{_GAP}\d{{2,4}}){{1,3}}"
)
_FOREIGN: Final = r"\+(?!7)\d{1,3}(?:[ ()–-]{0,2}\d){8,12}"
# (495) 123-45-67; 495 123 45 67
_WITHOUT_PREFIX: Final = rf"(?:\(\d{{3,5}}\){_GAP}\d{{2,3}}|\d{{3}}[ –-]\d{{3}})[ –-]\d\d[ –-]\d\d"
_LOCAL: Final = r"\d{3}[–-]\d\d[–-]\d\d"
PHONE: Final = rf"{_START}(?:{_RUSSIAN}|{_FOREIGN}|{_WITHOUT_PREFIX}|{_LOCAL}){_END}"

_NOT_DIGIT: Final = re.compile(r"\D")
_LOCAL_LENGTH: Final = 7


def list_phone_spellings(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The digits of a number that `PHONE` matches, and those of its end: what it is found by, and its parts.

    A Russian number goes without the 7 or 8 before it, which some write and some do not.

    >>> list_phone_spellings("+7 (495) 123-45-67"), list_phone_spellings("123-45-67")
    ((('4951234567', '74951234567'), ('1234567',)), (('1234567',), ()))
    """
    digits = _NOT_DIGIT.sub("", text)
    if len(digits) == 11 and digits[0] in "78":
        return (digits[1:], digits), (digits[-_LOCAL_LENGTH:],)
    return (digits,), (digits[-_LOCAL_LENGTH:],) if len(digits) > _LOCAL_LENGTH else ()
