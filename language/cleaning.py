"""Raw text to the text that is tokenised, with the way back to every raw character."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from language.characters import MARK

# Gone without a trace: soft hyphen, zero-width space, word joiner, byte order mark, direction marks.
_INVISIBLE: Final = frozenset(
    "\u00ad\u200b\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
# Gone, but part of the character before them: stress marks, emoji variation selectors, keycaps.
_ATTACHED: Final = frozenset("\u0300\u0301\ufe0e\ufe0f\u20e3") | frozenset(map(chr, range(0xE0100, 0xE01F0)))
_LIGATURES: Final = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}

_UNEVEN: Final = re.compile(f"[{''.join(_INVISIBLE | _ATTACHED)}{''.join(_LIGATURES)}]")
_CLUSTER: Final = re.compile(rf"[\s\S][{MARK}\u1160-\u11ff]*")

_SPACES: Final = "\u00a0\u1680\u202f\u205f\u3000\u2028\u2029\u0085" + "".join(map(chr, range(0x2000, 0x200B)))
_SAME_LENGTH: Final = str.maketrans(
    {
        **dict.fromkeys(map(chr, (*range(0x20), *range(0x7F, 0xA0))), " "),
        **dict.fromkeys(_SPACES, " "),
        "ё": "е",  # "еж" must find "ёж"
        "Ё": "Е",
        "ѐ": "е",  # NFC composes е and и with a grave stress mark
        "Ѐ": "Е",
        "ѝ": "и",
        "Ѝ": "И",
        "İ": "I",  # the only letter that grows when lower-cased
        **dict.fromkeys("‐‑‒−", "-"),
        **dict.fromkeys("’‘ʼ′`＇", "'"),
        **{chr(point): chr(point - 0xFEE0) for point in range(0xFF01, 0xFF5F) if chr(point) != "＇"},
    }
)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text as it is tokenised.

    text: lower-case; cased: the same with its capitals, equal in length.
    offsets, ends: for each character of `text`, where it starts and ends in the raw text (code points).
        A removed stress mark belongs to the letter before it, a removed soft hyphen to none.
    """

    text: str
    cased: str
    offsets: Sequence[int]
    ends: Sequence[int]

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """Start and end in the raw text of the non-empty stretch `text[start:end]`."""
        return self.offsets[start], self.ends[end - 1]


def lower(text: str) -> str:
    """`text` in lower case, equal in length for cleaned text; both Greek sigmas become one."""
    return text.lower().replace("ς", "σ")


def clean(text: str) -> Cleaned:
    """`text` in NFC without stress marks and invisible characters, ё as е, every kind of space as one.

    >>> cleaned = clean("Догово\u0301р")
    >>> cleaned.text, cleaned.locate(0, 7)
    ('договор', (0, 8))
    """
    if unicodedata.is_normalized("NFC", text) and not _UNEVEN.search(text):
        cased = text.translate(_SAME_LENGTH)
        return Cleaned(lower(cased), cased, range(len(text)), range(1, len(text) + 1))
    characters: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    for character, start, end in _iter_characters(text):
        if character in _ATTACHED:
            if ends:
                ends[-1] = max(ends[-1], end)
            continue
        written = _LIGATURES.get(character, character)
        characters.append(written)
        offsets.extend([start] * len(written))
        ends.extend([end] * len(written))
    cased = "".join(characters).translate(_SAME_LENGTH)
    return Cleaned(lower(cased), cased, offsets, ends)


def _iter_characters(text: str) -> Iterator[tuple[str, int, int]]:
    """Characters of the NFC text with the raw stretch each comes from; composed ones share a stretch."""
    positions = [index for index, character in enumerate(text) if character not in _INVISIBLE]
    visible = "".join(text[index] for index in positions)
    for match in _CLUSTER.finditer(visible):
        cluster = match.group()
        first = match.start()
        if unicodedata.is_normalized("NFC", cluster):
            for index, character in enumerate(cluster, start=first):
                yield character, positions[index], positions[index] + 1
        else:
            start, end = positions[first], positions[match.end() - 1] + 1
            for character in unicodedata.normalize("NFC", cluster):
                yield character, start, end
