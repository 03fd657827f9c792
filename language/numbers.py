"""Numbers however they are written, to one spelling: 12 000,50 and 12'000.5 with a point, ½ as 1/2 and 0.5."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Final

from language.characters import CYRILLIC, LATIN, WORD
from language.units import GLUED_UNIT

_NUMBER: Final = r"\d{1,15}(?:[.,]\d{1,9})?"
_GROUPED: Final = r"\d{1,3}(?: \d{3}){1,4}(?:[.,]\d{1,2})?"
# 12 000; 12 000–15 000
GROUPED: Final = (
    rf"(?<![{WORD}.,-])(?:{_GROUPED}(?:[–-]{_GROUPED})?|\d{{1,3}}(?:'\d{{3}}){{1,4}}(?:[.,]\d{{1,2}})?)"
    rf"(?:(?![{WORD}–-])|(?={GLUED_UNIT}))"
)
# 12,000 in English, 1,234,567.89 anywhere
COMMA_GROUPED: Final = rf"(?<![{WORD}.,-])\d{{1,3}}(?:,\d{{3}}){{1,5}}(?:\.\d{{1,9}})?(?![{WORD}–-]|[.,]\d)"
# 10x15, 10 х 15 with a Cyrillic х, 10×15×20, 10*15; not the hexadecimal 0x15
DIMENSION: Final = (
    rf"(?<![{WORD}.,–-])(?!0[xX]){_NUMBER}(?: ?[xXхХ×*✕] ?{_NUMBER}){{1,3}}"
    rf"(?![{WORD}]*\d|[.,]\d|[xхXХ×*]\d|[–-][{WORD}]|_)"
)
# −5, but not the end of a code or of a range
NEGATIVE: Final = rf"(?:(?<![\S])|(?<=[(\[{{«\"':;=]))-{_NUMBER}(?![{WORD}–-]|[.,]\d)"

ORDINAL: Final = re.compile(
    r"(?P<number>\d+)(?P<joint>[-–]?)"
    r"(?P<ending>й|я|е|го|му|м|х|ми|ти|и|ая|ое|ые|ый|ой|ю|ую|ых|ым|ыми|th|st|nd|rd)"
)
PLAIN_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)?")
RANGE: Final = re.compile(r"(?P<first>\d{1,4}(?:[.,]\d+)?)[–-](?P<last>\d{1,4}(?:[.,]\d+)?)")
_STANDARD: Final = re.compile(r"(?:\d+(?:\.\d+)+|\d{3,})[–-](?:\d{4}|\d\d)")  # 12.0.004-2015, 9001-15
_YEARS: Final = range(1500, 2100)
_SIMPLE_FRACTION: Final = re.compile(r"(?P<upper>[1-9])/(?P<lower>[2-9]|10)")
_SIGNS: Final = re.compile(r"[ '](?=\d{3})")
_TIMES: Final = re.compile(" ?[xXхХ×*✕] ?")
_NEIGHBOURS: Final = 40  # characters that tell which language a number stands in


def canonise_number(text: str) -> str:
    """The number with a point for the comma and without the signs between its groups; leading zeros stay.

    >>> canonise_number("12 000,50"), canonise_number("12'000"), canonise_number("007")
    ('12000.50', '12000', '007')
    """
    return _SIGNS.sub("", text).replace(",", ".")


def list_fraction_spellings(text: str) -> tuple[str, ...]:
    """A simple fraction as 1/2 and, where two decimals are enough, as 0.5; empty for any other text.

    >>> list_fraction_spellings("½"), list_fraction_spellings("1½"), list_fraction_spellings("2/3")
    (('1/2', '0.5'), ('1.5',), ('2/3',))
    >>> list_fraction_spellings("24/7")
    ()
    """
    simple = _SIMPLE_FRACTION.fullmatch(text)
    if simple is not None:
        value = Fraction(int(simple["upper"]), int(simple["lower"]))
        return (text, *_write_decimal(value)) if value < 1 else ()
    if not text or text[-1].isdecimal() or not text[-1].isnumeric():
        return ()
    if text[:-1] and not (text[:-1].isascii() and text[:-1].isdecimal()):
        return ()
    part = Fraction(unicodedata.numeric(text[-1])).limit_denominator(12)
    if part.denominator == 1:  # ①
        return () if text[:-1] else (str(part),)
    return tuple(_write_decimal(int(text[:-1]) + part)) if text[:-1] else (str(part), *_write_decimal(part))


def _write_decimal(value: Fraction) -> list[str]:
    hundredths = value * 100
    return [f"{float(value):.2f}".rstrip("0")] if hundredths.denominator == 1 else []


def split_range(text: str) -> tuple[str, str] | None:
    """First and last number of a range that is written without spaces; None for a code with a hyphen.

    A range rises. A standard and its year (12.0.004-2015, 9001-2015) do as well, and are none; two years are one.

    >>> split_range("5–10"), split_range("2023-2024"), split_range("1.5-2")
    (('5', '10'), ('2023', '2024'), ('1.5', '2'))
    >>> split_range("9001-2015"), split_range("10-5")
    (None, None)
    """
    match = RANGE.fullmatch(text)
    if match is None:
        return None
    first, last = (match[name].replace(",", ".") for name in ("first", "last"))
    if _STANDARD.fullmatch(text) and not (first.isdecimal() and int(first) in _YEARS):
        return None
    if (first[0] == "0" and not first.startswith("0.")) or float(first) >= float(last):
        return None
    return match["first"], match["last"]


def split_dimension(text: str) -> tuple[str, ...]:
    """The numbers of a size: 10 and 15 of 10×15.

    >>> split_dimension("10 х 1,5")
    ('10', '1.5')
    """
    return tuple(canonise_number(number) for number in _TIMES.split(text))


def is_comma_grouped(text: str, start: int, end: int) -> bool:
    """Whether the commas of `text[start:end]` stand between digit groups: more than one of them, a point after them,
    or no Russian around. In Russian 12,345 is a little more than twelve.

    >>> is_comma_grouped("about 12,000 users", 6, 12), is_comma_grouped("вес 12,345 кг", 4, 10)
    (True, False)
    """
    written = text[start:end]
    if written.count(",") > 1 or "." in written:
        return True
    around = text[max(0, start - _NEIGHBOURS) : start] + text[end : end + _NEIGHBOURS]
    return re.search(f"[{CYRILLIC}]", around) is None and re.search(f"[{LATIN}]", around) is not None
