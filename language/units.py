"""Units of measure and money: the spellings of each, and the word that all of them are also found by."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from language.characters import WORD


class Unit(NamedTuple):
    """The Russian word for a unit, its spellings, and those that mean it only after a number.

    name: a dictionary form, or for areas and volumes the code that м² and m2 are written as.
    """

    name: str
    spellings: tuple[str, ...]
    after_number: tuple[str, ...] = ()


def _unit(name: str, spellings: str, after_number: str = "") -> Unit:
    return Unit(name, tuple(spellings.split()), tuple(after_number.split()))


# In lower case. A spelling stands in the last column where it is another word without a number: мин, ч, min, г (год).
UNITS: Final = (
    _unit("килограмм", "кг kg"),
    _unit("грамм", "", "г гр g"),  # 5 г; a year before it is none: 2024 г.
    _unit("тонна", "", "т тн"),
    _unit("центнер", "", "ц"),
    _unit("километр", "км km"),
    _unit("метр", "", "м m"),
    _unit("сантиметр", "см cm"),
    _unit("миллиметр", "мм mm"),
    _unit("литр", "", "л l"),
    _unit("миллилитр", "мл ml"),
    _unit("час", "", "ч"),
    _unit("минута", "", "мин min"),
    _unit("секунда", "", "сек sec"),  # not с: 10 с лишним
    _unit("миллисекунда", "мсек", "мс ms"),
    _unit("килобайт", "", "кб kb"),
    _unit("мегабайт", "", "мб mb"),
    _unit("гигабайт", "гб gb"),
    _unit("терабайт", "тб tb"),
    _unit("ватт", "вт", "w"),  # W, never w
    _unit("киловатт", "квт kw"),
    _unit("герц", "гц hz"),
    _unit("мегагерц", "мгц mhz"),
    _unit("гигагерц", "ггц ghz"),
    _unit("рубль", "руб rub rur ₽", "р"),
    _unit("копейка", "коп"),
    _unit("доллар", "usd долл", "$"),  # $ without a number is the sign of a variable
    _unit("евро", "eur €"),
    _unit("юань", "cny", ""),
    _unit("фунт", "£"),
    _unit("тысяча", "тыс"),
    _unit("миллион", "млн mln"),
    _unit("миллиард", "млрд bln"),
    _unit("штука", "шт pcs"),
    _unit("процент", "", "%"),
    _unit("градус", "°c °с ℃", "°"),
    _unit("m2", "", "кв.м"),
    _unit("m3", "", "куб.м"),
)
# Capitals that after a number may also belong to its code (220В is a voltage, 10А a class): the letter that the code
# is shared by, and the unit.
LETTER_UNITS: Final = {"В": ("в", "вольт"), "V": ("в", "вольт"), "А": ("a", "ампер"), "A": ("a", "ампер")}

_NAMES: Final = {spelling: unit.name for unit in UNITS for spelling in unit.spellings}
_NAMES_AFTER_NUMBER: Final = {
    **_NAMES,
    **{spelling: unit.name for unit in UNITS for spelling in unit.after_number},
}
_CASED: Final = frozenset("мmгgтлlчрц")  # 5M, 5G and 10Т are no such units
_NOT_GLUED: Final = frozenset("mgl")  # 5g, 10l: rather a code
_AREA: Final = r"(?i:(?:кв|куб)\.? ?м(?:етр[а-я]{0,4})?)"


def _write_letters(spellings: Iterable[str]) -> str:
    """An expression for spellings of letters, long ones first; those of one letter with the case they have."""
    longest_first = sorted(sorted(filter(str.isalpha, spellings)), key=len, reverse=True)
    blind = "|".join(spelling for spelling in longest_first if len(spelling) > 1)
    cased = "".join(spelling for spelling in longest_first if spelling in _CASED)
    return f"(?:(?i:{blind})|[{cased}W])"


_SPACED_LETTERS: Final = _write_letters(_NAMES_AFTER_NUMBER)
_GLUED_LETTERS: Final = _write_letters(_NAMES_AFTER_NUMBER.keys() - _NOT_GLUED)
_END: Final = rf"(?![{WORD}'–(-]|\.[a-z])"  # not min(a, b), ms.date
_YEAR: Final = r"(?:19|20)\d\d"  # 2024 г. is no weight
_POWER: Final = rf"(?i:[кcсмдkd]?[мm])[23²³](?![{WORD}-])"  # м2, the token of which is a code
# What may be glued to a number as its unit; a token of its own.
GLUED_UNIT: Final = rf"(?:{_GLUED_LETTERS}{_END}|{_AREA}{_END}|{_POWER})"
_AMOUNT: Final = r"\d{1,15}(?:[.,]\d{1,9})?"
NUMBER_BEFORE_UNIT: Final = rf"(?<![{WORD}.,–-]){_AMOUNT}(?:[–-]{_AMOUNT})?(?={GLUED_UNIT})"
# A unit after a number, a currency sign before one, a sign that is a unit wherever it stands.
UNIT: Final = (
    rf"(?:(?<=\d)|(?<=\d ))(?:{_AREA}{_END}|° ?[CСcс]{_END}|°|\$(?![A-Za-z_{{(])|%(?:-[а-я]{{2,5}})?)"
    rf"|(?<=\d)(?<!{_YEAR}){_GLUED_LETTERS}{_END}|(?<=\d )(?<!{_YEAR} ){_SPACED_LETTERS}{_END}(?!(?<=ч)\. ?\d)"
    r"|\$(?= ?\d)|[₽€£℃]"
)
LETTERED: Final = rf"(?<![{WORD}.,–-])\d{{1,4}}(?:[.,]\d{{1,3}})? ?[{''.join(LETTER_UNITS)}](?![{WORD}'–-]|\.[{WORD}])"


def name_unit(text: str, *, after_number: bool) -> str | None:
    """The name of the unit that `text` spells, in any case; None where it is no unit.

    >>> name_unit("KG", after_number=False), name_unit("г", after_number=True), name_unit("кв. м", after_number=True)
    ('килограмм', 'грамм', 'm2')
    """
    if after_number and re.fullmatch(_AREA, text):
        return "m2" if text.lower().startswith("кв") else "m3"
    names = _NAMES_AFTER_NUMBER if after_number else _NAMES
    return names.get(text.lower().replace(" ", "").partition("-")[0])
