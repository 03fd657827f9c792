"""Questions written in capitals."""

from __future__ import annotations

from typing import Final

SHOUTED_LETTERS: Final = 6  # fewer may be an acronym: ГОСТ, НДФЛ


def is_shouted(text: str) -> bool:
    """Whether all letters are capitals, and there are too many of them for an acronym.

    >>> is_shouted("КАК ОФОРМИТЬ ОТПУСК"), is_shouted("ГОСТ 12.0.004"), is_shouted("Как?")
    (True, False, False)
    """
    letters = [character for character in text if character.isalpha()]
    return len(letters) >= SHOUTED_LETTERS and not any(letter.islower() for letter in letters) and text.isupper()


def settle_case(text: str) -> str:
    """A question in capitals in small letters, any other as it is: a model has hardly seen words in capitals.

    Of the demo's MRR 87 % are left when the questions are embedded in capitals.
    """
    return text.lower() if is_shouted(text) else text
