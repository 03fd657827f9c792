"""Cleaned text to tokens: one tokenizer for documents and questions, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from language.characters import HAN, LATIN, MARK, SYMBOL, WORD
from language.codes import is_spaced_code


class Shape(StrEnum):
    """What a token looks like; the rule that made it."""

    URL = "url"
    EMAIL = "email"
    OPTION = "option"  # --no-cache, -rf
    PATH = "path"  # /etc/hosts, C:\Windows
    SIGNED = "signed"  # C++, C#, .NET: a sign belongs to the name
    GROUPED = "grouped"  # 12 000
    SPACED = "spaced"  # E 1042
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
    Shape.EMAIL: rf"[{WORD}.+-]{{1,64}}@[{WORD}-]{{1,63}}(?:\.[{WORD}-]{{1,63}}){{1,8}}",
    Shape.OPTION: rf"(?<![{WORD}–-])--[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*"
    rf"|(?<!\S)-[A-Za-z][A-Za-z0-9]{{0,3}}(?![{WORD}{MARK}-])",
    Shape.PATH: rf"(?<![{WORD}./~])(?:~|\.\.?)?/[A-Za-z_.][A-Za-z0-9_.@%+-]*(?:/[A-Za-z0-9_.@%+-]+)*"
    rf"|(?<![{WORD}])[A-Za-z]:\\[{WORD}.\\-]+",
    Shape.SIGNED: rf"(?<![{WORD}])(?:[{LATIN}С]{{1,12}}\+\+(?:\d\d)?(?![{WORD}+])|[A-Za-z]#(?![{WORD}#]))"
    rf"|(?<![{WORD}.])\.N(?i:ET)(?![{WORD}])",
    Shape.GROUPED: rf"(?<![{WORD}.,-])\d{{1,3}}(?: \d{{3}}){{1,4}}(?![{WORD}–-])",
    Shape.SPACED: rf"(?<![{WORD}–-])[{_CAPITALS}]{{1,4}} \d{{2,}}(?:[.–-]\d+)*(?![{WORD}{MARK}])",
    Shape.RUN: rf"{_CORE}(?:(?:[–./&'-]|(?<=\d),(?=\d)){_CORE})*",
    Shape.HAN: f"[{HAN}]+",
    Shape.SYMBOL: rf"{_FLAG}|[{SYMBOL}]{_EMOJI_TAIL}(?:\u200d[{SYMBOL}]{_EMOJI_TAIL})*",
}
_TOKEN: Final = re.compile("|".join(f"(?P<{shape.value}>{rule})" for shape, rule in _RULES.items()))
_TRAILING: Final = {
    Shape.URL: ".,;:!?)]}'*_~",
    Shape.EMAIL: ".-",
    Shape.PATH: ".-+%@/\\",
}


def iter_tokens(text: str) -> Iterator[Token]:
    """The tokens of cleaned text with its capitals, in order, without overlaps.

    >>> [token.text for token in iter_tokens("Ошибка E 1042: см. интернет-магазин")]
    ['Ошибка', 'E 1042', 'см', 'интернет-магазин']
    """
    for match in _TOKEN.finditer(text):
        shape = Shape(match.lastgroup or Shape.RUN)
        start, written = match.start(), match.group()
        if shape is Shape.SPACED and not is_spaced_code(written.split(" ")[0]):
            yield from _split_spaced(written, start)
            continue
        if shape in _TRAILING:
            written = written.rstrip(_TRAILING[shape])
        if written.strip("_"):
            yield Token(shape, start, start + len(written), written)


def _split_spaced(written: str, start: int) -> Iterator[Token]:
    """A word and the number after it, which turned out not to be a code: "НА 2024"."""
    word, number = written.split(" ")
    yield Token(Shape.RUN, start, start + len(word), word)
    yield Token(Shape.RUN, start + len(word) + 1, start + len(written), number)
