"""Where sentences end in Russian, English and Chinese text.

Every place where one may end is shown to `RULES` in order; the first rule with an answer wins.
The shape follows razdel (https://github.com/natasha/razdel): rules as a list one can read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

CONTEXT: Final = 48  # characters a rule sees on each side
WORD_CHARACTERS: Final = 16  # no abbreviation is longer
OPENERS: Final = "«„“\"'‘([{-–—*_ "


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Always followed by what they belong to: им. Баумана, ул. Ленина, проф. Петров, см. Приложение, Fig. 5
LEADING: Final = _words(
    "им ул просп пр-т пер пл наб бул ш проф акад доц тов гр г-н г-жа др-р инж св см ср рис табл илл гл ст п пп"
    " подп абз ч стр с т вып кн прим напр т.е т.к т.н т.о т.наз пос дер д корп кв оф обл р-н м тел ред сост отв"
    " зам зав и.о mr mrs ms dr prof st fig figs e.g i.e cf vs approx"
)
# May stand last: 1799 г. Потом; 28 дн. Затем; и т. д. Он. Before a number they do not end: 5 руб. 20 коп., No. 7
TRAILING: Final = _words(
    "г гг в вв руб коп тыс млн млрд трлн шт экз чел дн нед мес мин сек ч м см мм км кг т га л кв куб ед кол др пр"
    " т.д т.п н.э проц долл евро etc inc ltd co corp jr sr a.m p.m no nr eq sec ch vol pp al"
)
# Both a unit and a name: 5 м. Затем / м. Пушкинская; 2000 г. Потом / г. Москва
AMBIGUOUS: Final = _words("г гг ч м см т кв с д л")
PLACE: Final = frozenset({"г"})

_BOUNDARY: Final = re.compile(
    r"(?P<blank>\n[^\S\n]*+\n\s*+)"
    r"|(?P<han>[。！？；]++[”’」』）】》\"]*+|…{2,}+(?=[\u4e00-\u9fff”’」』])[”’」』]*+)\s*+"
    r"|(?<![.!?…])(?P<end>[.!?…]++)[»”\"'’)\]}*_]*+(?:\s++|\Z)"
)
_LEFT_WORD: Final = re.compile(r"(?:^|(?<=[\s(«\"„\[,;:]))((?:[^\W\d_]{1,12}[.-]){0,3}[^\W_]{1,12})\Z")
_LIST_ITEM: Final = re.compile(r"(?:[-*+•–—]|\d{1,3}[.)])\s")
_NUMBER_BEFORE: Final = re.compile(r"\d\s*\Z")
_INITIAL: Final = re.compile(r"(?:\A|[\s(«\"„.-])([^\W\d_])\Z")
_LINE_NUMBER: Final = re.compile(r"[\s#>*_]*\d{1,3}(?:\.\d{1,3})*")
_COMPOUND: Final = re.compile(r"\b([тин])\.\s?([едкпнэо])\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Boundary:
    """A place where a sentence may end.

    kind: 'blank' (an empty line), 'han' (Chinese punctuation) or 'end' (. ! ? …).
    before: text up to the mark; mark: the marks themselves; space: what separates; after: text from the next word on.
    word: the word before the mark, lower-case, compounds without spaces: 'т.е' for 'т. е'.
    opening: the first character of the next sentence behind quotes, brackets and dashes.
    """

    kind: str
    before: str
    mark: str
    space: str
    after: str
    word: str
    opening: str


Rule = Callable[[Boundary], bool | None]


def _blank_line(boundary: Boundary) -> bool | None:
    return True if boundary.kind == "blank" else None


def _chinese_mark(boundary: Boundary) -> bool | None:
    return True if boundary.kind == "han" else None


def _end_of_text(boundary: Boundary) -> bool | None:
    return True if not boundary.after else None


def _list_item_follows(boundary: Boundary) -> bool | None:
    return True if "\n" in boundary.space and _LIST_ITEM.match(boundary.after) else None


def _list_number(boundary: Boundary) -> bool | None:
    """«5. Критерии»: a number that opens its line counts, it does not end."""
    line = boundary.before.rpartition("\n")[2] if len(boundary.before) < CONTEXT or "\n" in boundary.before else "x"
    return False if boundary.mark == "." and _LINE_NUMBER.fullmatch(line) else None


def _lower_case_follows(boundary: Boundary) -> bool | None:
    return False if boundary.opening.islower() else None


def _strong_mark(boundary: Boundary) -> bool | None:
    return True if boundary.mark != "." else None


def _initials(boundary: Boundary) -> bool | None:
    """«А. С. Пушкин», «J. Smith»; but «точку M. Найдите»: a Latin letter in Russian text is a symbol."""
    letter = _INITIAL.search(boundary.before, max(0, len(boundary.before) - 2))
    if letter is None or not letter[1].isupper() or not boundary.opening.isalpha():
        return None
    return False if letter[1].isascii() == boundary.opening.isascii() else None


def _abbreviation_before_number(boundary: Boundary) -> bool | None:
    """«рис. 5», «5 руб. 20 коп.»"""
    known = boundary.word in LEADING or boundary.word in TRAILING
    return False if known and boundary.opening.isdigit() else None


def _unit_after_number(boundary: Boundary) -> bool | None:
    """«5 м. Затем», but «м. Пушкинская»."""
    if boundary.word not in AMBIGUOUS:
        return None
    number = boundary.before[: len(boundary.before) - len(boundary.word)]
    return True if _NUMBER_BEFORE.search(number) else None


def _place(boundary: Boundary) -> bool | None:
    """«в г. Москве»: without a number before it, г. is a town."""
    return False if boundary.word in PLACE else None


def _leading_abbreviation(boundary: Boundary) -> bool | None:
    return False if boundary.word in LEADING else None


def _default(boundary: Boundary) -> bool | None:
    return bool(boundary.mark)


RULES: Final[tuple[Rule, ...]] = (
    _blank_line,
    _chinese_mark,
    _end_of_text,
    _list_item_follows,
    _list_number,
    _lower_case_follows,
    _strong_mark,
    _initials,
    _abbreviation_before_number,
    _unit_after_number,
    _place,
    _leading_abbreviation,
    _default,
)


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of every sentence; spaces after one belong to it, so that the spans joined give back `text`.

    >>> [text[start:end] for text in ["Рис. 5. Он поэт? Да."] for start, end in split_sentences(text)]
    ['Рис. 5. ', 'Он поэт? ', 'Да.']
    """
    spans = []
    start = 0
    for end in _iter_ends(text):
        if end > start:
            spans.append((start, end))
            start = end
    if start < len(text):
        spans.append((start, len(text)))
    return spans


def explain_boundaries(text: str) -> list[tuple[int, str, bool]]:
    """For every place where a sentence may end: its offset, the rule that answered, and whether it ends there."""
    return [(end, *_judge(boundary)) for end, boundary in _iter_boundaries(text)]


def _iter_ends(text: str) -> Iterator[int]:
    for end, boundary in _iter_boundaries(text):
        if _judge(boundary)[1]:
            yield end


def _iter_boundaries(text: str) -> Iterator[tuple[int, Boundary]]:
    for match in _BOUNDARY.finditer(text):
        kind = match.lastgroup or ""
        mark = match[kind]
        space = text[match.end(kind) : match.end()]
        before = text[max(0, match.start() - CONTEXT) : match.start()]
        after = text[match.end() : match.end() + CONTEXT]
        opening = after.lstrip(OPENERS)[:1]
        yield match.end(), Boundary(kind, before, mark, space, after, _read_word(before, mark), opening)


def _read_word(before: str, mark: str) -> str:
    if mark != ".":
        return ""
    compound = _COMPOUND.search(before, max(0, len(before) - 5))
    if compound is not None:
        return f"{compound[1]}.{compound[2]}".lower()
    match = _LEFT_WORD.search(before, max(0, len(before) - WORD_CHARACTERS))
    return match[1].lower() if match else ""


def _judge(boundary: Boundary) -> tuple[str, bool]:
    for rule in RULES:
        answer = rule(boundary)
        if answer is not None:
            return rule.__name__.strip("_"), answer
    return "none", True
