"""A line as a whole, folded so that what somebody types is its beginning however either of them is written."""

from __future__ import annotations

import unicodedata
from typing import Final

from language.cleaning import clean

_DROPPED: Final = frozenset("ZCP")  # categories of spaces, controls and punctuation
_KEPT: Final = frozenset("#")  # C# is not C


def fold_line(text: str) -> str:
    """Letters, digits and signs of `text` in lower case, ё as е, without spaces and punctuation.

    An index keeps lines in this form: a change of it is a change of the schema (`mappings.meta.SCHEMA_VERSION`).

    >>> fold_line("Приём «на работу»"), fold_line("ТМ-210"), fold_line("C#"), fold_line("如何 退款？")
    ('приемнаработу', 'тм210', 'c#', '如何退款')
    """
    return "".join(filter(is_kept, clean(text).text))


def is_kept(character: str) -> bool:
    """Whether a character counts when lines are compared."""
    return character in _KEPT or unicodedata.category(character)[0] not in _DROPPED
