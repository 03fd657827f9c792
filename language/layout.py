"""Words typed with the wrong keyboard layout: what the same keys give in the other one (ЙЦУКЕН, QWERTY)."""

from __future__ import annotations

from typing import Final

_LATIN_KEYS: Final = "`qwertyuiop[]asdfghjkl;'zxcvbnm,." + '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>'
_RUSSIAN_KEYS: Final = "ёйцукенгшщзхъфывапролджэячсмитьбю" + "ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ"
_TO_RUSSIAN: Final = str.maketrans(_LATIN_KEYS, _RUSSIAN_KEYS)
_TO_LATIN: Final = str.maketrans(_RUSSIAN_KEYS, _LATIN_KEYS)


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
