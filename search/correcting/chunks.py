"""A question's stretches between spaces, and which of them are never corrected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from search.correcting.capitals import is_shouted
from search.correcting.records import Chunk

MOST_CORRECTED: Final = 64  # what follows is searched as it is written: each unknown word costs a millisecond
LONGEST: Final = 64  # characters

_ADDRESS: Final = re.compile(r"\w@|://|^www\.|\\|_|\w/\w|^~?/|^-{1,2}[A-Za-z]|[#+]$")
# javaScript, fB; but xGermany is a typo, and where it is not the index has it: iPhone.
_INNER_CAPITAL: Final = re.compile(r"[a-zа-яё]{2}[A-ZА-ЯЁ]|[a-zа-яё][A-ZА-ЯЁ](?![a-zа-яё]{4})")
_CYRILLIC: Final = re.compile("[А-Яа-яЁё]")
_DIGIT: Final = re.compile(r"\d")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_CAPS_LOCK: Final = re.compile(r"\W*[a-zа-яё][A-ZА-ЯЁ\W]+")
_SENTENCE_END: Final = re.compile(r"[.!?:]$")
_QUOTES: Final = {'"': '"', "«": "»", "“": "”", "„": "“"}
_AFTER_QUOTE: Final = ".,;:!?)"
_LONGEST_ACRONYM: Final = 5


def read_chunks(text: str) -> list[Chunk]:
    """The chunks of `text`, which holds single spaces."""
    written = text.split()
    shouted = is_shouted(text)
    is_russian = _CYRILLIC.search(text) is not None
    quoted = set(_iter_quoted(written))
    starts_sentence = True
    chunks = []
    for place, chunk in enumerate(written):
        is_name = not shouted and not starts_sentence and chunk.lstrip("«\"'(")[:1].isupper()
        fixed = place in quoted or place >= MOST_CORRECTED or len(chunk) > LONGEST or bool(_ADDRESS.search(chunk))
        is_foreign = is_russian and not _CYRILLIC.search(chunk)
        chunks.append(Chunk(chunk, fixed, is_code(chunk, shouted=shouted), is_name or is_foreign))
        starts_sentence = _SENTENCE_END.search(chunk) is not None
    return chunks


def is_code(chunk: str, *, shouted: bool) -> bool:
    """Whether a chunk is no word: it holds a digit, a capital after a small letter, or is an acronym.

    >>> is_code("E-1042", shouted=False), is_code("javaScript", shouted=False), is_code("НДФЛ", shouted=True)
    (True, True, False)
    """
    if _DIGIT.search(chunk):
        return True
    if shouted or _CAPS_LOCK.fullmatch(chunk):
        return False
    letters = "".join(_LETTERS.findall(chunk))
    is_acronym = 1 < len(letters) <= _LONGEST_ACRONYM and letters.isupper()
    return is_acronym or _INNER_CAPITAL.search(chunk) is not None


def _iter_quoted(chunks: list[str]) -> Iterator[int]:
    """The places of chunks between an opening quote and the next chunk that ends with its closing one."""
    place = 0
    while place < len(chunks):
        closing = _QUOTES.get(chunks[place][0])
        ends = (
            last
            for last in range(place, len(chunks))
            if closing and len(chunks[last]) > 1 and chunks[last].rstrip(_AFTER_QUOTE).endswith(closing)
        )
        last = next(ends, None)
        if last is not None:
            yield from range(place, last + 1)
        place = (place if last is None else last) + 1
