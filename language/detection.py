"""Which language a text is in, and where its script changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from language.characters import CYRILLIC, HAN, KANA, LATIN, MARK
from language.records import Language

_SAMPLE: Final = 20_000  # characters: the share of scripts does not change much after that
_HAN_WEIGHT: Final = 3  # a Han character says about as much as three letters
_RUSSIAN_SHARE: Final = 0.2  # Russian texts hold Latin names and code; English ones hardly any Cyrillic
_CHINESE_SHARE: Final = 0.3

_CODE_SIGN: Final = re.compile(r"\d|@|://")
_CYRILLIC: Final = re.compile(f"[{CYRILLIC}]+")
_LATIN: Final = re.compile(f"[{LATIN}]+")
_HAN: Final = re.compile(f"[{HAN}]+")
_KANA: Final = re.compile(f"[{KANA}]+")
_OTHER: Final = re.compile(rf"[^\W\d_{CYRILLIC}{LATIN}{HAN}{KANA}]+")


class Script(StrEnum):
    """What a stretch of text is written in; OTHER: digits, signs, every further script."""

    CYRILLIC = "cyrillic"
    LATIN = "latin"
    HAN = "han"
    OTHER = "other"


class ScriptRun(NamedTuple):
    """A stretch `text[start:end]` in one script."""

    script: Script
    start: int
    end: int


_RUN: Final = re.compile(
    rf"(?P<cyrillic>[{CYRILLIC}][{CYRILLIC}{MARK}]*)|(?P<latin>[{LATIN}][{LATIN}{MARK}]*)"
    rf"|(?P<han>[{HAN}]+)|(?P<other>[^{CYRILLIC}{LATIN}{HAN}]+)"
)


def iter_script_runs(text: str) -> Iterator[ScriptRun]:
    """The stretches of `text` in order; joined they are `text`.

    >>> [(run.script.value, run.start, run.end) for run in iter_script_runs("license服务器")]
    [('latin', 0, 7), ('han', 7, 10)]
    """
    for match in _RUN.finditer(text):
        yield ScriptRun(Script(match.lastgroup or Script.OTHER), match.start(), match.end())


def _count(pattern: re.Pattern[str], text: str) -> int:
    return sum(map(len, pattern.findall(text)))


def detect_language(text: str, default: Language = Language.OTHER) -> Language:
    """The language of `text` by its scripts; `default` for a text without words (E-1042, numbers, an emoji).

    Cyrillic means Russian, Han Chinese, Latin English. Codes, addresses and e-mails do not count.

    >>> detect_language("Как настроить docker compose")
    <Language.RUSSIAN: 'ru'>
    >>> detect_language("E-1042", default=Language.RUSSIAN)
    <Language.RUSSIAN: 'ru'>
    """
    sample = text[:_SAMPLE]
    han = _count(_HAN, sample) * _HAN_WEIGHT
    sample = " ".join(word for word in sample.split() if not _CODE_SIGN.search(word))
    cyrillic, latin = _count(_CYRILLIC, sample), _count(_LATIN, sample)
    other = _count(_OTHER, sample) + _count(_KANA, text[:_SAMPLE]) * _HAN_WEIGHT
    total = cyrillic + latin + han + other
    if total == 0:
        return default
    if han >= _CHINESE_SHARE * total and han >= max(cyrillic, other):
        return Language.CHINESE
    if cyrillic >= _RUSSIAN_SHARE * total and cyrillic >= other:
        return Language.RUSSIAN
    return Language.ENGLISH if latin >= other else Language.OTHER
