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
_STRESS: Final = frozenset("\u0300\u0301")
_LIGATURES: Final = {
    **{"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"},
    **{"㎡": "m2", "㎥": "m3", "㎏": "kg", "㎞": "km", "㎝": "cm", "㎜": "mm", "㏄": "cc"},
    **{chr(point): unicodedata.normalize("NFKC", chr(point)) for point in range(0x2160, 0x2180)},  # Ⅳ: IV
}

# Characters beyond the basic plane stand as a range: one by one they would make the expression ten times as slow.
_UNEVEN_SIGNS: Final = "".join([*sorted(s for s in _INVISIBLE | _ATTACHED if s < "\U00010000"), *_LIGATURES])
_UNEVEN: Final = re.compile(f"[{_UNEVEN_SIGNS}\U000e0100-\U000e01ef]")
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
        **dict.fromkeys("‐‑‒−⁃﹣﹘", "-"),
        **{"￥": "¥", "￡": "£", "￠": "¢"},
        **dict.fromkeys("’‘ʼ′`＇", "'"),
        **dict.fromkeys("×✕", "x"),  # М8×40 is М8х40
        **{chr(point): chr(point - 0xFEE0) for point in range(0xFF01, 0xFF5F) if chr(point) not in "＇｀"},
        "｀": "'",
    }
)
_CHANGED: Final = re.compile(f"[{re.escape(''.join(map(chr, _SAME_LENGTH)))}]")  # none of their signs is one of them
_MOST_REPLACED: Final = 12  # different signs, after which one pass over all characters is faster
_SAME_LENGTH_UNFOLDED: Final = {point: sign for point, sign in _SAME_LENGTH.items() if chr(point) not in "ёЁѐЀѝЍ"}


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text as it is tokenised.

    text: lower-case; cased: the same with its capitals, equal in length.
    offsets, ends: for each character of `cased`, where it starts and ends in the raw text (code points).
        A removed stress mark belongs to the letter before it, a removed soft hyphen to none.
    """

    cased: str
    offsets: Sequence[int]
    ends: Sequence[int]

    @property
    def text(self) -> str:
        return lower(self.cased)

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """Start and end in the raw text of the non-empty stretch `text[start:end]`."""
        return self.offsets[start], self.ends[end - 1]


def lower(text: str) -> str:
    """`text` in lower case, equal in length for cleaned text; both Greek sigmas become one."""
    return text.lower().replace("ς", "σ")


def clean(text: str, *, folding: bool = True) -> Cleaned:
    """`text` in NFC without stress marks and invisible characters, ё as е, every kind of space as one.

    folding: False leaves ё and stress marks as they are, to measure what folding them is worth.

    >>> cleaned = clean("Догово\u0301р")
    >>> cleaned.text, cleaned.locate(0, 7)
    ('договор', (0, 8))
    """
    table = _SAME_LENGTH if folding else _SAME_LENGTH_UNFOLDED
    if unicodedata.is_normalized("NFC", text) and not _UNEVEN.search(text):
        return Cleaned(_replace_signs(text, table), range(len(text)), range(1, len(text) + 1))
    characters: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    for character, start, end in _iter_characters(text):
        if character in _ATTACHED and (folding or character not in _STRESS):
            if ends:
                ends[-1] = max(ends[-1], end)
            continue
        written = _LIGATURES.get(character, character)
        characters.append(written)
        offsets.extend([start] * len(written))
        ends.extend([end] * len(written))
    return Cleaned("".join(characters).translate(table), offsets, ends)


def _replace_signs(text: str, table: dict[int, str]) -> str:
    """`text.translate(table)`, faster for the few signs that most texts have: ё, line ends, no-break spaces."""
    signs = set(_CHANGED.findall(text))
    if len(signs) > _MOST_REPLACED:
        return text.translate(table)
    for sign in signs:
        text = text.replace(sign, table.get(ord(sign), sign))
    return text


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
