"""A user's files to dictionaries: UTF-8, one entry a line, `#` begins a comment. Every faulty line is told at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from language.characters import HAN
from language.cleaning import clean
from language.records import Analysis, Term
from language.synonyms import SynonymRule
from settings import NakhodkaError

MOST_BYTES: Final = 4 * 1024 * 1024
MOST_ENTRIES: Final = 20_000
MOST_PHRASES: Final = 50  # in a line of synonyms
MOST_PHRASE_WORDS: Final = 8
LONGEST_ENTRY: Final = 100  # characters of a protected or Chinese word
_MOST_TOLD: Final = 20  # faulty lines in a message

_COMMENT: Final = re.compile(r"(?:^|\s)#.*")  # C# is no comment
_ARROW: Final = re.compile("=>|→")
_CHINESE_ENTRY: Final = re.compile(rf"(?P<word>[{HAN}]+)(?:\s+\d+)?(?:\s+[a-z]+)?")  # jieba's own format too

Analyze = Callable[[str], Analysis]
Key = tuple[str, ...]


class DictionaryFileError(NakhodkaError):
    """A user's file cannot be read, or has faulty lines."""


class Line(NamedTuple):
    """A line with something in it; `number` counts from 1."""

    number: int
    text: str


class Fault(NamedTuple):
    """What is wrong with a line, and what to do."""

    line: Line
    problem: str


def read_protected_words(path: Path) -> frozenset[str]:
    """The words of the file as analysis writes them. Raises DictionaryFileError.

    A word may hold signs (C++, интернет-магазин) but no space.
    """
    words: dict[str, Line] = {}
    faults = []
    for line in _read_lines(path):
        problem = _find_word_problem(line.text)
        if problem:
            faults.append(Fault(line, problem))
        else:
            words.setdefault(clean(line.text).text, line)
    _raise_faults(path, faults)
    return frozenset(words)


def read_chinese_words(path: Path) -> tuple[str, ...]:
    """The words of the file in order, without repetitions. Raises DictionaryFileError.

    Only runs of Chinese characters are segmented, so that no entry can cut a word of another script. A frequency and
    a tag after the word, as jieba's dictionaries have them, are read over.
    """
    words: dict[str, Line] = {}
    faults = []
    for line in _read_lines(path):
        entry = _CHINESE_ENTRY.fullmatch(line.text)
        if entry is None or not 1 < len(entry["word"]) <= LONGEST_ENTRY:
            remedy = f"write one word of 2 to {LONGEST_ENTRY} Chinese characters, or remove the line"
            faults.append(Fault(line, f"is no Chinese word: {remedy}"))
        else:
            words.setdefault(entry["word"], line)
    _raise_faults(path, faults)
    return tuple(words)


def read_synonyms(path: Path, analyze: Analyze) -> tuple[SynonymRule, ...]:
    """The rules of the file: `a, b, c` each for each of the others, `a => b, c` only so. Raises DictionaryFileError.

    Phrases are compared as analysis sees them: «договоры» is the same phrase as «договор».
    """
    rules: list[SynonymRule] = []
    faults: list[Fault] = []
    owners: dict[Key, Line] = {}
    for line in _read_lines(path):
        problem, found = _read_rules(line, analyze, owners)
        rules.extend(found)
        if problem:
            faults.append(Fault(line, problem))
    _raise_faults(path, faults)
    return tuple(rules)


# A line of synonyms


def _read_rules(line: Line, analyze: Analyze, owners: dict[Key, Line]) -> tuple[str, list[SynonymRule]]:
    """What is wrong with the line, or an empty string and its rules. `owners` gets the phrases it gives synonyms of."""
    sides = _ARROW.split(line.text)
    if len(sides) > 2:
        return "has two arrows: write one rule a line", []
    phrases = [[phrase.strip() for phrase in side.split(",")] for side in sides]
    problem = _find_line_problem(phrases)
    if problem:
        return problem, []
    analysed = [[analyze(phrase).terms for phrase in side] for side in phrases]
    problem = next(filter(None, map(_find_phrase_problem, phrases, analysed)), "") or _find_key_problem(analysed)
    left, right = analysed[0], analysed[-1]
    for key in map(_make_key, [] if problem else left):
        owner = owners.setdefault(key, line)
        if owner is not line:
            return f"gives synonyms of '{' '.join(key)}', which line {owner.number} does too: join the two lines", []
    pairs = [] if problem else [(one, other) for one in left for other in right if one is not other]
    return problem, [SynonymRule(one, other, line.text, line.number) for one, other in pairs]


def _find_line_problem(phrases: list[list[str]]) -> str:
    every = [phrase for side in phrases for phrase in side]
    if not all(every):
        return "has an empty phrase: write a phrase on both sides of each comma and arrow"
    if len(every) < 2:
        return "has one phrase: write two or more with commas between them, or 'phrase => other phrase'"
    if len(every) > MOST_PHRASES:
        return f"has {len(every)} phrases: write at most {MOST_PHRASES} in a line"
    return ""


def _find_phrase_problem(phrases: list[str], analysed: list[tuple[Term, ...]]) -> str:
    for phrase, terms in zip(phrases, analysed, strict=True):
        if not terms:
            return f"has '{phrase}', which holds no word: remove it"
        if len(terms) > MOST_PHRASE_WORDS:
            return f"has '{phrase}' with {len(terms)} words: write at most {MOST_PHRASE_WORDS}"
    return ""


def _find_key_problem(analysed: list[list[tuple[Term, ...]]]) -> str:
    sides = [[_make_key(terms) for terms in side] for side in analysed]
    for side in sides:
        repeated = next((key for index, key in enumerate(side) if key in side[:index]), None)
        if repeated:
            return f"has '{' '.join(repeated)}' twice: remove one (forms of a word are one word)"
    same = next((key for key in sides[0] if len(sides) == 2 and key in sides[1]), None)
    return f"maps '{' '.join(same)}' to itself: remove it from one side" if same else ""


def _make_key(terms: Iterable[Term]) -> Key:
    return tuple(term.lemmas[0] for term in terms)


# Lines and faults


def _find_word_problem(text: str) -> str:
    if len(text.split()) > 1:
        return "holds several words: write one a line"
    if len(text) > LONGEST_ENTRY:
        return f"is longer than {LONGEST_ENTRY} characters: shorten or remove it"
    return "" if any(map(str.isalnum, text)) else "holds no letter or digit: remove the line"


def _read_lines(path: Path) -> Iterator[Line]:
    """The lines that hold something, without comments and the space around them."""
    lines = [Line(number, _COMMENT.sub("", text).strip()) for number, text in enumerate(_read_text(path), start=1)]
    entries = [line for line in lines if line.text]
    if len(entries) > MOST_ENTRIES:
        raise DictionaryFileError(f"'{path}' has {len(entries):,} entries. Leave at most {MOST_ENTRIES:,} in it.")
    yield from entries


def _read_text(path: Path) -> list[str]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DictionaryFileError(f"'{path}' has more than {MOST_BYTES:,} bytes. Make it smaller.")
        return path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise DictionaryFileError(
            f"'{path}' cannot be read ({error.strerror}). Create the file, or unset the setting that names it."
        ) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DictionaryFileError(f"'{path}' is not UTF-8 in line {line}. Save it as UTF-8.") from error


def _raise_faults(path: Path, faults: list[Fault]) -> None:
    if not faults:
        return
    told = [f"line {line.number}: '{line.text}' {problem}." for line, problem in faults[:_MOST_TOLD]]
    if len(faults) > _MOST_TOLD:
        told.append(f"{len(faults) - _MOST_TOLD} more.")
    noun = "faulty line" if len(faults) == 1 else "faulty lines"
    raise DictionaryFileError("\n  ".join([f"'{path}' has {len(faults)} {noun}.", *told]))
