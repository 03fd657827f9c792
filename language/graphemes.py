"""Where a text may be cut without breaking a character that is written with several code points."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = "\u200d\ufe0e\ufe0f"  # zero-width joiner and variation selectors hold an emoji together


def can_cut(text: str, at: int) -> bool:
    """Whether a character begins at `at`: a mark, a joiner or half of a pair belongs to what precedes it."""
    if not 0 < at < len(text):
        return True
    before, after = text[at - 1], text[at]
    if after.isascii():
        return before != "\u200d"
    if unicodedata.category(after) in {"Mn", "Mc", "Me"} or after in JOINERS or before == "\u200d":
        return False
    if "\U0001f3fb" <= after <= "\U0001f3ff":  # skin tones
        return False
    return not ("\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff")


def widen_to_characters(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch with the whole of the characters at its ends.

    >>> widen_to_characters("Догово\\u0301р", 0, 6)
    (0, 7)
    """
    while not can_cut(text, start):
        start -= 1
    while not can_cut(text, end):
        end += 1
    return start, end
