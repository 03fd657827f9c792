"""A question cut into text and what stands in it as an operator."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from search.periods import RANGE_SEPARATOR, parse_period

MOST_OPERATORS: Final = 16  # of one question; what follows them is text
MOST_PHRASE_CHARACTERS: Final = 300

FIELDS: Final[Mapping[str, str]] = {
    name: field
    for field, names in {
        "type": "тип формат type format filetype",
        "language": "язык language lang",
        "tag": "тег тэг метка tag",
        "source": "источник файл source file",
        "modified": "дата изменен изменено изменён date modified",
        "created": "создан создано created",
    }.items()
    for name in names.split()
}
DATES: Final = frozenset({"modified", "created"})

# What closes a phrase, by what opens it.
_QUOTES: Final[Mapping[str, re.Pattern[str]]] = {
    opening: re.compile(f"[{closing}]")
    for opening, closing in {'"': '"', "«": "»", "“": "”“", "„": "“”", "「": "」", "『": "』"}.items()
}
_MINUSES: Final = "-\u2212"
_OPENING: Final = "([{"
_TRAILING: Final = ".,;:!?…)]}\"»”'"
_FIELD: Final = re.compile(r"(?P<name>[^\W\d_]+):")
# -rf, -O2, +x: an option of a command, not a word to leave out.
_OPTION: Final = re.compile(r"[A-Za-z][A-Za-z0-9]{0,2}")


class OperatorKind(StrEnum):
    """What an operator asks for.

    MENTION: words in quotation marks inside a sentence that asks: кто ввёл название «кислород»? They say what is spoken
    of and are no condition: of 44 such questions of XQuAD-R ru 11 have an answer whose paragraph has the words in
    other forms only.
    """

    PHRASE = "phrase"
    MENTION = "mention"
    REQUIRED = "required"
    EXCLUDED = "excluded"
    FILTER = "filter"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of the question with what it was recognised as; kind None: text."""

    start: int
    end: int
    text: str
    kind: OperatorKind | None = None
    field: str | None = None
    values: tuple[str, ...] = ()
    negated: bool = False

    @property
    def is_searched(self) -> bool:
        return self.kind in {None, OperatorKind.PHRASE, OperatorKind.MENTION, OperatorKind.REQUIRED}

    @property
    def says_something(self) -> bool:
        return self.is_searched and any(map(str.isalnum, self.text))


def iter_tokens(question: str) -> Iterator[Token]:
    """Stretches of the question in order; together they hold each of its characters but spaces."""
    place, found = 0, 0
    while place < len(question):
        if question[place].isspace():
            place += 1
            continue
        token = _read_operator(question, place) if found < MOST_OPERATORS else None
        if token is None:
            token = _read_chunk(question, place)
        else:
            found += 1
        yield token
        place = token.end


def _read_chunk(question: str, start: int) -> Token:
    """Text up to the next space, or to a quotation mark that opens a phrase."""
    end = start + 1
    while end < len(question) and not question[end].isspace():
        if question[end] in _QUOTES and _opens(question, end) and _read_quoted(question, end) is not None:
            break
        end += 1
    return Token(start, end, question[start:end])


def _read_operator(question: str, place: int) -> Token | None:
    quoted = _read_quoted(question, place) if _opens(question, place) else None
    if quoted is not None:
        text, end = quoted
        return Token(place, end, text, OperatorKind.PHRASE)
    if place and not question[place - 1].isspace():
        return None
    sign = question[place]
    if sign not in f"+{_MINUSES}":
        return _read_filter(question, place, place)
    field = _read_filter(question, place, place + 1)
    if field is not None:
        return field
    return _read_signed(question, place, OperatorKind.REQUIRED if sign == "+" else OperatorKind.EXCLUDED)


def _read_signed(question: str, place: int, kind: OperatorKind) -> Token | None:
    quoted = _read_quoted(question, place + 1)
    if quoted is not None:
        text, end = quoted
        return Token(place, end, text, OperatorKind.PHRASE if kind is OperatorKind.REQUIRED else kind)
    word = _read_word(question, place + 1)
    if not word or not word[0].isalpha() or "=" in word or _OPTION.fullmatch(word):
        return None
    return Token(place, place + 1 + len(word), word, kind)


def _read_filter(question: str, start: int, place: int) -> Token | None:
    """A field name, a colon and its value; the sign, if any, stands at `start`."""
    match = _FIELD.match(question, place)
    field = FIELDS.get(match["name"].casefold()) if match else None
    if match is None or field is None:
        return None
    quoted = _read_quoted(question, match.end())
    value, end = quoted or _read_value(question, match.end(), field)
    values = (value,) if quoted is not None else tuple(filter(None, value.split(",")))
    if not values or not all(_fits(field, each) for each in values):
        return None
    return Token(start, end, value, OperatorKind.FILTER, field, values, question[start] in _MINUSES)


def _read_value(question: str, start: int, field: str) -> tuple[str, int]:
    """A value without quotation marks, and where it ends; the dots of 2024.. belong to it."""
    value = _read_word(question, start)
    end = start + len(value)
    if field in DATES and question.startswith(RANGE_SEPARATOR, end):
        return value + RANGE_SEPARATOR, end + len(RANGE_SEPARATOR)
    return value, end


def _fits(field: str, value: str) -> bool:
    return parse_period(value) is not None if field in DATES else value[0].isalnum()


def _read_word(question: str, start: int) -> str:
    """What stands up to the next space, without punctuation at its end."""
    end = start
    while end < len(question) and not question[end].isspace():
        end += 1
    return question[start:end].rstrip(_TRAILING)


def _read_quoted(question: str, place: int) -> tuple[str, int] | None:
    """The text between quotation marks that begin at `place`, and where they end; None when they do not close."""
    closing = _QUOTES.get(question[place]) if place < len(question) else None
    if closing is None:
        return None
    limit = min(len(question), place + MOST_PHRASE_CHARACTERS)
    for match in closing.finditer(question, place + 1, limit):
        if match.end() == len(question) or not _joins(question[match.end()]):
            text = question[place + 1 : match.start()].strip()
            return (text, match.end()) if any(map(str.isalnum, text)) else None
    return None


def _opens(question: str, place: int) -> bool:
    """Whether a quotation mark here may open: 27" does not, nor does a="b"."""
    if place == 0:
        return True
    before = question[place - 1]
    if question[place] == '"':
        return before.isspace() or before in _OPENING or is_han(before)
    return not _joins(before) and before not in _MINUSES


def _joins(character: str) -> bool:
    """Whether a letter or digit goes on the word; Chinese is written without spaces."""
    return character.isalnum() and not is_han(character)


def is_han(character: str) -> bool:
    """Whether it is a Chinese character."""
    return "\u3400" <= character <= "\u9fff"
