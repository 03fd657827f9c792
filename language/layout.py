"""Words typed with the wrong keyboard layout: what the same keys give in the other one (ЙЦУКЕН, QWERTY)."""

from __future__ import annotations

from typing import Final

_LATIN_KEYS: Final = "`qwertyuiop[]asdfghjkl;'zxcvbnm,." + '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>'
_RUSSIAN_KEYS: Final = "ёйцукенгшщзхъфывапролджэячсмитьбю" + "ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ"
_TO_RUSSIAN: Final = str.maketrans(_LATIN_KEYS, _RUSSIAN_KEYS)
_TO_LATIN: Final = str.maketrans(_RUSSIAN_KEYS, _LATIN_KEYS)
# Signs that stand on other keys: the row of digits with Shift, and the key beside the right Shift.
_LATIN_SIGNS: Final = "@#$^&|/?"
_RUSSIAN_SIGNS: Final = '"№;:?/.,'
_SIGNS_TO_RUSSIAN: Final = str.maketrans(_LATIN_SIGNS, _RUSSIAN_SIGNS)
_SIGNS_TO_LATIN: Final = str.maketrans(_RUSSIAN_SIGNS, _LATIN_SIGNS)


def type_in_russian(text: str) -> str:
    """What the keys of a Latin text give in the Russian layout; punctuation keys are letters there.

    >>> type_in_russian("j,]tv"), type_in_russian(".hblbxtcrbq")
    ('объем', 'юридический')
    """
    return text.translate(_TO_RUSSIAN)


def type_in_latin(text: str) -> str:
    """What the keys of a Russian text give in the Latin layout.

    >>> type_in_latin("вщслук"), type_in_latin("фзш")
    ('docker', 'api')
    """
    return text.translate(_TO_LATIN)


def type_signs_in_russian(signs: str) -> str:
    """What the keys of signs that are no letters in either layout give in the Russian one.

    >>> type_signs_in_russian("&"), type_signs_in_russian("#5")
    ('?', '№5')
    """
    return signs.translate(_SIGNS_TO_RUSSIAN)


def type_signs_in_latin(signs: str) -> str:
    """What the keys of signs that are no letters in either layout give in the Latin one.

    >>> type_signs_in_latin(","), type_signs_in_latin("№5")
    ('?', '#5')
    """
    return signs.translate(_SIGNS_TO_LATIN)


def undo_caps_lock(word: str) -> str:
    """A word typed with Shift while Caps Lock was on, as it was meant; any other word as it is.

    >>> undo_caps_lock("пРИВЕТ"), undo_caps_lock("iPhone")
    ('Привет', 'iPhone')
    """
    return word.swapcase() if len(word) > 2 and word[0].islower() and word[1:].isupper() else word
