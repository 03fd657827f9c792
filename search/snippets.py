"""The part of a passage that is shown: whole sentences around the words that matched, at most two stretches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from language.characters import HAN
from language.graphemes import can_cut, widen_to_characters
from search.highlighting import Match
from search.records import Stretch
from search.snippet_choice import Choice, measure
from search.snippet_units import LONGEST_WHOLE, Borders, Unit, read_blocks, read_units

SNIPPET_CHARACTERS: Final = 320
ELLIPSIS: Final = "…"
_WIDE: Final = re.compile(f"[{HAN}\u3000-\u303f\uff00-\uff60]")
JOINT: Final = f" {ELLIPSIS} "
LINE_JOINT: Final = f"\n{ELLIPSIS}\n"  # beside a line whose first mark means something: an item, a row of a table
_HANGING_BEFORE: Final = frozenset(" \t\n\u00a0,.;:!?…)]}»”|—–-，。；：！？、）」』")
_HANGING_AFTER: Final = frozenset(" \t\n\u00a0,;:([{«„“|—–-，；：、（「『")


@dataclass(frozen=True, slots=True)
class Snippet:
    """Parts of a passage in its order, joined by ellipses, with the stretches that match."""

    text: str
    matches: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of the text that is shown; `opens`, `closes`, `own_line` as a unit has them."""

    start: int
    end: int
    opens: bool
    closes: bool
    own_line: bool

    @classmethod
    def between(cls, text: str, first: Unit, last: Unit, matches: Sequence[Stretch], size: int) -> Self:
        """The units' text without what hangs at an end where a sentence is cut: «, что (» says nothing."""
        start, end, opens = first.start, last.end, first.opens
        if end - start > size:
            end = next(place for place in range(start + size, start, -1) if can_cut(text, place) or place == start + 1)
        closes = last.closes and end == last.end
        lowest = max((match[1] for match in matches if match[1] <= end), default=0)
        highest = min((match[0] for match in matches if match[0] >= start), default=len(text))
        while not opens and start < min(end, highest) and text[start] in _HANGING_BEFORE:
            start += 1
        while not closes and end > max(start, lowest) and text[end - 1] in _HANGING_AFTER:
            end -= 1
        return cls(start, end, opens, closes, first.own_line or last.own_line)


def cut_snippet(
    text: str,
    matches: Sequence[Match],
    *,
    source_type: str = "",
    headings: Sequence[str] = (),
    words: Sequence[Stretch] = (),
    size: int = SNIPPET_CHARACTERS,
) -> Snippet:
    """The stretches of `text` with the most different matched words, `size` wide without their ellipses.

    Stretches begin and end with sentences where these fit, else between words; an ellipsis stands where a sentence is
    cut and between two stretches. Without matches it is the beginning. Headings above the text are left out.

    size: in characters; a Chinese one counts as two, because it is as wide and says as much.
    words: stretches that are not cut; headings: those of the passage, which are shown elsewhere.

    >>> cut_snippet("Отпуск длится 28 дней.", [Match(0, 6, frozenset((0,)))])
    Snippet(text='Отпуск длится 28 дней.', matches=((0, 6),))
    """
    shown = [_shorten(text, match) for match in matches]
    borders = Borders(text, [match.stretch for match in shown], words)
    blocks = read_blocks(text, source_type, headings)
    if not blocks:
        return Snippet("", ())
    wide = [found.start() for found in _WIDE.finditer(text)]
    start, end = blocks[0].start, blocks[-1].end
    if measure(start, end, wide) <= size:
        return _write([_Part(start, end, opens=True, closes=True, own_line=False)], text, borders.matches)
    units = read_units(text, blocks, borders)
    chosen = [(units[each.first], units[each.last]) for each in Choice(units, shown, wide, size).choose()]
    return _write([_Part.between(text, *ends, borders.matches, size) for ends in chosen], text, borders.matches)


def _shorten(text: str, match: Match) -> Match:
    """The match, or its beginning: an address of a thousand characters is no snippet."""
    if match.end - match.start <= LONGEST_WHOLE:
        return match
    return match._replace(end=widen_to_characters(text, match.start, match.start + LONGEST_WHOLE)[1])


def _write(parts: Sequence[_Part], text: str, matches: Sequence[Stretch]) -> Snippet:
    written = ELLIPSIS if not parts[0].opens else ""
    shown: list[Stretch] = []
    for place, part in enumerate(parts):
        if place:
            written += LINE_JOINT if part.own_line or parts[place - 1].own_line else JOINT
        shift = len(written) - part.start
        shown += [(start + shift, end + shift) for start, end in matches if part.start <= start and end <= part.end]
        written += text[part.start : part.end]
    return Snippet(written + (ELLIPSIS if not parts[-1].closes else ""), tuple(shown))
