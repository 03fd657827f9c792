"""Cleaned text to tokens: one tokenizer for documents and questions, in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from language.characters import HAN, LATIN, MARK, SYMBOL, WORD
from language.codes import is_spaced_code
from language.dates import DATE, parse_date
from language.numbers import COMMA_GROUPED, DIMENSION, GROUPED, NEGATIVE, is_comma_grouped
from language.phones import PHONE
from language.references import NUMBER_SIGN, REFERENCE
from language.units import LETTERED, NUMBER_BEFORE_UNIT, UNIT


class Shape(StrEnum):
    """What a token looks like; the rule that made it."""

    URL = "url"
    EMAIL = "email"
    OPTION = "option"  # --no-cache, -rf
    PATH = "path"  # /etc/hosts, C:\Windows, \\server\share
    SIGNED = "signed"  # C++, C#, .NET: a sign belongs to the name
    DATE = "date"  # 01.02.2024, 1 февраля 2024, 2024年2月1日
    PHONE = "phone"
    DIMENSION = "dimension"  # 10×15
    GROUPED = "grouped"  # 12 000
    COMMA_GROUPED = "comma-grouped"  # 12,000
    NEGATIVE = "negative"  # −5
    LETTERED = "lettered"  # 220В, 220 V: a unit or the letter of a code
    NUMBER_SIGN = "number-sign"  # №, N 44, #44
    SPACED = "spaced"  # E 1042
    REFERENCE = "reference"  # п. 5.1
    UNIT = "unit"  # кг, %, ₽
    COUNTED = "counted"  # the number in 5кг
    RUN = "run"  # letters and digits, with - . / ' & between them
    HAN = "han"
    SYMBOL = "symbol"


class Token(NamedTuple):
    """A stretch `text[start:end]` of cleaned text."""

    shape: Shape
    start: int
    end: int
    text: str


_CORE: Final = f"[{WORD}][{WORD}{MARK}]*"
_CAPITALS: Final = "A-Za-zАВЕКМНОРСТУХ"
_EMOJI_TAIL: Final = "[\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*"
_FLAG: Final = "[\U0001f1e6-\U0001f1ff]{2}"

# In order: at one place the first rule that fits makes the token.
_RULES: Final = {
    Shape.URL: rf"(?i:https?|ftp|file)://[^\s<>\"«»|`。，；：！？（）、{HAN}]+",
    # Bounded, so that a long run without '@' is not read again from each of its words.
    Shape.EMAIL: rf"(?<![{WORD}.+-])[{WORD}.+-]{{1,64}}@[{WORD}-]{{1,63}}(?:\.[{WORD}-]{{1,63}}){{1,8}}",
    Shape.OPTION: rf"(?<![{WORD}–-])--[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*"
    rf"|(?<!\S)-[A-Za-z][A-Za-z0-9]{{0,3}}(?![{WORD}{MARK}-])",
    Shape.PATH: rf"(?<![{WORD}./~])(?:~|\.\.?)?/[A-Za-z_.][A-Za-z0-9_.@%+-]*(?:/[A-Za-z0-9_.@%+-]+)*"
    rf"|(?<![{WORD}])[A-Za-z]:\\[{WORD}.\\$-]+|(?<![{WORD}\\])\\\\[{WORD}.$-]+(?:\\[{WORD}.$-]+)+",
    Shape.SIGNED: rf"(?<![{WORD}])(?:[{LATIN}С]{{1,12}}\+\+(?:\d\d)?(?![{WORD}+])|[A-Za-z]#(?![{WORD}#]))"
    rf"|(?<![{WORD}.])\.N(?i:ET)(?![{WORD}])",
    Shape.DATE: DATE,
    Shape.PHONE: PHONE,
    Shape.DIMENSION: DIMENSION,
    Shape.GROUPED: GROUPED,
    Shape.COMMA_GROUPED: COMMA_GROUPED,
    Shape.NEGATIVE: NEGATIVE,
    Shape.LETTERED: LETTERED,
    Shape.NUMBER_SIGN: NUMBER_SIGN,
    Shape.SPACED: rf"(?<![{WORD}–-])[{_CAPITALS}]{{1,4}} \d{{2,}}(?:[.–-]\d+)*(?![{WORD}{MARK}])",
    Shape.UNIT: UNIT,
    Shape.REFERENCE: REFERENCE,
    Shape.COUNTED: NUMBER_BEFORE_UNIT,
    Shape.RUN: rf"{_CORE}(?:(?:[–./&'-]|::|->|(?<=\d),(?=\d)|(?<=[A-ZА-Я])—(?=\d)){_CORE})*",
    Shape.HAN: f"[{HAN}]+",
    Shape.SYMBOL: rf"{_FLAG}|[{SYMBOL}]{_EMOJI_TAIL}(?:\u200d[{SYMBOL}]{_EMOJI_TAIL})*",
}


class _Start(StrEnum):
    """What a token begins with; only the rules for it are tried there."""

    DIGIT = "0-9"
    HAN = HAN
    LETTER = WORD
    SIGN = rf"{SYMBOL}/~.\\+#%°$-"


_STARTS: Final = {
    Shape.URL: (_Start.LETTER,),
    Shape.EMAIL: (_Start.DIGIT, _Start.LETTER, _Start.SIGN),
    Shape.OPTION: (_Start.SIGN,),
    Shape.PATH: (_Start.LETTER, _Start.SIGN),
    Shape.SIGNED: (_Start.LETTER, _Start.SIGN),
    Shape.DATE: (_Start.DIGIT, _Start.LETTER),
    Shape.PHONE: (_Start.DIGIT, _Start.SIGN),
    Shape.DIMENSION: (_Start.DIGIT,),
    Shape.GROUPED: (_Start.DIGIT,),
    Shape.COMMA_GROUPED: (_Start.DIGIT,),
    Shape.NEGATIVE: (_Start.SIGN,),
    Shape.LETTERED: (_Start.DIGIT,),
    Shape.NUMBER_SIGN: (_Start.LETTER, _Start.SIGN),
    Shape.SPACED: (_Start.LETTER,),
    Shape.UNIT: (_Start.LETTER, _Start.SIGN),
    Shape.REFERENCE: (_Start.LETTER,),
    Shape.COUNTED: (_Start.DIGIT,),
    Shape.RUN: (_Start.DIGIT, _Start.LETTER),
    Shape.HAN: (_Start.HAN,),
    Shape.SYMBOL: (_Start.SIGN,),
}
# A bracket begins a token before a number only: (495) 123-45-67.
_SHAPES_BY_NAME: Final = {shape.name: shape for shape in Shape}
_NEXT: Final = re.compile("|".join(f"(?P<{start.name}>[{start.value}])" for start in _Start) + r"|\((?=\d)")
# Groups of rules that cut a text in another way: without the group their tokens are what the later rules make of them.
_SHAPES_OF_GROUPS: Final = {
    "dates": (Shape.DATE,),
    "phones": (Shape.PHONE,),
    "numbers": (Shape.DIMENSION, Shape.GROUPED, Shape.COMMA_GROUPED, Shape.NEGATIVE),
    "units": (Shape.LETTERED, Shape.UNIT, Shape.COUNTED),
    "references": (Shape.NUMBER_SIGN, Shape.REFERENCE),
    "spaced-codes": (Shape.SPACED,),
}
# What an expression alone cannot say; where the answer is no, the next rule that fits makes the token.
_CHECKS: Final[dict[Shape, Callable[[re.Match[str]], bool]]] = {
    Shape.DATE: lambda match: all(map(parse_date, split_period(match.group()))),
    Shape.COMMA_GROUPED: lambda match: is_comma_grouped(match.string, match.start(), match.end()),
    Shape.SPACED: lambda match: is_spaced_code(match.group().split(" ")[0]),
}
_TRAILING: Final = {
    Shape.URL: ".,;:!?)]}'*_~",
    Shape.EMAIL: ".-",
    Shape.PATH: ".-+%@/\\",
}
# A word that no rule but RUN could take: letters with no digit before them, then a sign that joins nothing or a space
# and no digit. Most words of a text are such, and this one expression is ten times as fast as trying the rules.
_PLAIN_WORD: Final = re.compile(
    r"""[ ,;:!?()«»"…*|`\[\]{}<>=^]*+(?<!\d)(?<!\d )([A-Za-zА-Яа-я]++)"""
    r"""(?=[.:]?+[,;!?)»"…]*+(?:\ ++\D|\ *\Z|[(«*|`\[\]{}<>=^~$%]|(?<=[,;!?)»"…])[A-Za-zА-Яа-я]))"""
)
_PERIOD: Final = re.compile(r"(?P<first>\S{6,10})[–-](?P<last>\S{6,10})")


def iter_tokens(text: str, without: Collection[str] = ()) -> Iterator[Token]:
    """The tokens of cleaned text with its capitals, in order, without overlaps.

    without: groups of rules to leave out.

    >>> [token.text for token in iter_tokens("Ошибка E 1042: см. интернет-магазин")]
    ['Ошибка', 'E 1042', 'см', 'интернет-магазин']
    """
    rules = _select_rules(frozenset(_SHAPES_OF_GROUPS).intersection(without))
    position = 0
    while True:
        while (plain := _PLAIN_WORD.match(text, position)) is not None:
            position = plain.end()
            yield Token(Shape.RUN, plain.start(1), position, plain[1])
        begin = _NEXT.search(text, position)
        if begin is None:
            return
        match = _match(text, begin.start(), rules[begin.lastgroup or "SIGN"])
        if match is None:
            position = begin.end()
            continue
        position = match.end()
        shape = _SHAPES_BY_NAME[match.lastgroup or "RUN"]
        written = match.group().rstrip(_TRAILING[shape]) if shape in _TRAILING else match.group()
        if written.strip("_"):
            yield Token(shape, match.start(), match.start() + len(written), written)


class _Rules(NamedTuple):
    """The rules that are tried at one place, in order, as one expression."""

    pattern: re.Pattern[str]
    shapes: tuple[Shape, ...]


@cache
def _select_rules(without: frozenset[str]) -> dict[str, _Rules]:
    """The rules for each kind of first character, without those of the groups left out."""
    left_out = {shape for group in without for shape in _SHAPES_OF_GROUPS[group]}
    selected = {
        start.name: tuple(shape for shape in _RULES if start in _STARTS[shape] and shape not in left_out)
        for start in _Start
    }
    return {name: _Rules(_compile(shapes), shapes) for name, shapes in selected.items()}


@cache
def _compile(shapes: tuple[Shape, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{shape.name}>{_RULES[shape]})" for shape in shapes))


def _match(text: str, start: int, rules: _Rules) -> re.Match[str] | None:
    """What the first rule that fits at `start` and holds makes of the text there."""
    while True:
        found = rules.pattern.match(text, start)
        if found is None:
            return None
        shape = _SHAPES_BY_NAME[found.lastgroup or "RUN"]
        check = _CHECKS.get(shape)
        if check is None or check(found):
            return found
        later = rules.shapes[rules.shapes.index(shape) + 1 :]
        if not later:
            return None
        rules = _Rules(_compile(later), later)


def split_period(text: str) -> tuple[str, ...]:
    """The two dates of a period that is written without spaces; the text itself where it is no period.

    >>> split_period("01.02.2024–05.02.2024"), split_period("01-02-2024")
    (('01.02.2024', '05.02.2024'), ('01-02-2024',))
    """
    match = _PERIOD.fullmatch(text)
    if match is None or not (parse_date(match["first"]) and parse_date(match["last"])):
        return (text,)
    return match["first"], match["last"]
