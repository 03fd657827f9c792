"""Acronyms of capitals that the dictionary takes for other words: ПО (software) is not «по».

A question for «ПО» asks for the acronym alone, and a document that writes it in capitals is found by both: the forms of
such a term are its own spelling with `MARK` before it, and the plain word as a part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from language.cleaning import lower
from language.rules import Form, make_forms
from language.tokenising import Token

MARK: Final = "^"  # no token holds it
# Software, maintenance, labour protection, higher and preschool education, technical terms, standing committee.
AMBIGUOUS: Final = frozenset("ПО ТО ОТ ВО ДО ТУ СО".split())

_SHOUTED: Final = re.compile(r"[А-ЯA-Z]{4,}")  # a neighbour in capitals, too long for an acronym
_INFLECTED: Final = re.compile("(?P<head>[А-Я]{2,6})[а-я]{1,3}")
_CAPITALS: Final = re.compile("[А-Я]{2,6}")
_LETTER: Final = re.compile(r"[^\W\d_]")


def stands_out(tokens: Sequence[Token], index: int) -> bool:
    """Whether the ambiguous word `tokens[index]` is meant as an acronym: no word beside it is in capitals too.

    «обновить ПО» and «ПО и оборудование», not «ОТПУСК ПО УХОДУ».
    """
    neighbours = (tokens[place].text for place in (index - 1, index + 1) if 0 <= place < len(tokens))
    return not any(_SHOUTED.fullmatch(text) for text in neighbours if _LETTER.search(text))


def find_ambiguous_forms(text: str) -> tuple[Form, ...]:
    """The acronym's own spelling, and the word it could be taken for.

    >>> [form.text for form in find_ambiguous_forms("ПО")]
    ['^по', 'по']
    """
    written = lower(text)
    return Form(MARK + written, "ambiguous-acronym"), Form(written, "as-written")


def find_acronym_forms(word: str) -> tuple[Form, ...]:
    """The spellings of a word that is an acronym, or one with an ending: СКУД, СКУДа; empty for every other word.

    >>> [form.text for word in ("СКУД", "СКУДом", "скуд") for form in find_acronym_forms(word)]
    ['скуд', 'скуд']
    """
    if _CAPITALS.fullmatch(word):
        return make_forms([lower(word)], "acronym")
    inflected = _INFLECTED.fullmatch(word)
    return make_forms([lower(inflected["head"])], "acronym") if inflected else ()
