"""Which units of a passage its snippet is made of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from search.highlighting import Match
from search.snippet_units import Unit

FIRST_SHARE: Final = 0.6  # of a snippet in two stretches goes to the better one, before both grow


@dataclass(slots=True)
class Fragment:
    """Units `first` to `last` of a passage; `grows`: neighbours may be added."""

    first: int
    last: int
    grows: bool = True


def measure(start: int, end: int, wide: Sequence[int]) -> int:
    """The width of `text[start:end]`: its characters, those at the places `wide` twice."""
    return end - start + bisect_left(wide, end) - bisect_left(wide, start)


class Choice:
    """Chooses the units of one snippet."""

    def __init__(self, units: Sequence[Unit], matches: Sequence[Match], wide: Sequence[int], size: int) -> None:
        """`wide`: the places of Chinese characters."""
        self._units = units
        self._wide = wide
        self._matches = matches
        self._starts = [match.start for match in matches]
        self._unit_starts = [unit.start for unit in units]
        self._size = size

    def choose(self) -> list[Fragment]:
        """One or two stretches of units, in order; together they fit, unless a single unit does not."""
        best = self._find_core(self._size, None)
        fragments = [Fragment(0, 0)] if best is None else self._split(best) or [best]
        if len(fragments) == 1 and (head := self._find_head(fragments[0])) is not None:
            fragments = _join_neighbours([head, *fragments])
        self._grow(fragments)
        return _join_neighbours(fragments)

    def _find_head(self, fragment: Fragment) -> Fragment | None:
        """The first row of the table that the stretch begins in, if it stands before it and fits."""
        place = bisect_left(self._unit_starts, self._units[fragment.first].head)
        if not 0 <= self._units[fragment.first].head < self._units[fragment.first].start:
            return None
        last = next(at for at in range(place, len(self._units)) if self._units[at].closes)
        head = Fragment(place, last, grows=False)
        fits = last < fragment.first and self._measure(head) + self._measure(fragment) <= self._size
        return head if fits else None

    def _split(self, best: Fragment) -> list[Fragment] | None:
        """Two stretches, if they show more different words than the best single one."""
        shown = self._read_words(best)
        if shown == frozenset().union(*(match.words for match in self._matches)):
            return None
        first = self._find_core(int(self._size * FIRST_SHARE), None)
        if first is None:
            return None
        second = self._find_core(self._size - self._measure(first), first)
        if second is None or len(self._read_words(first) | self._read_words(second)) <= len(shown):
            return None
        return sorted((first, second), key=lambda fragment: fragment.first)

    def _find_core(self, limit: int, beside: Fragment | None) -> Fragment | None:
        """The units with most different words, then the fewest of them, then with most matches around, then nearest
        together, then first.

        beside: a stretch that is shown already; the other one lies outside it and is judged by what it adds.
        """
        best: tuple[tuple[int, int, int, int], Fragment] | None = None
        shown = self._read_words(beside) if beside else frozenset()
        for first in sorted({self._find_unit(match.start) for match in self._matches} - {-1}):
            if beside is not None and beside.first <= first <= beside.last:
                continue
            window = self._reach(first, limit, beside)
            inside = self._select(window) if window else []
            telling = list(_iter_new(inside, shown))
            if not telling:
                continue
            last = max(first, self._find_unit(telling[-1].start))
            words = frozenset().union(*(match.words for match in telling)) - shown
            score = (len(words), first - last, len(inside), telling[0].start - telling[-1].end)
            if best is None or score > best[0]:
                best = score, Fragment(first, last)
        return best[1] if best else None

    def _reach(self, first: int, limit: int, beside: Fragment | None) -> Fragment | None:
        """As many units from `first` on as fit."""
        end = beside.first if beside is not None and beside.first > first else len(self._units)
        last = first
        while last + 1 < end and self._measure(Fragment(first, last + 1)) <= limit:
            last += 1
        fragment = Fragment(first, last)
        return fragment if self._measure(fragment) <= limit or beside is None else None

    def _grow(self, fragments: list[Fragment]) -> None:
        """Adds what still fits: the rest of a sentence that is cut, then the next sentence, then the one before."""
        grew = True
        while grew:
            grew = False
            for place, fragment in enumerate(fragments):
                if not fragment.grows:
                    continue
                room = self._size - sum(map(self._measure, fragments))
                lowest = fragments[place - 1].last + 1 if place else 0
                highest = fragments[place + 1].first - 1 if place + 1 < len(fragments) else len(self._units) - 1
                grew = self._grow_one(fragment, room, lowest, highest) or grew

    def _grow_one(self, fragment: Fragment, room: int, lowest: int, highest: int) -> bool:
        first, last = self._units[fragment.first], self._units[fragment.last]
        after = [fragment.last + 1] if not last.closes else self._read_sentence_after(fragment.last)
        before = [fragment.first - 1] if not first.opens else self._read_sentence_before(fragment.first)
        for units in (after, before) if first.opens or not last.closes else (before, after):
            if not units or units[0] < lowest or units[-1] > highest:
                continue
            wider = Fragment(min(fragment.first, units[0]), max(fragment.last, units[-1]))
            if self._measure(wider) - self._measure(fragment) <= room:
                fragment.first, fragment.last = wider.first, wider.last
                return True
        return False

    def _read_sentence_after(self, last: int) -> list[int]:
        """The units of the next sentence, with the heading before it; none, where only a heading is left."""
        units = []
        for place in range(last + 1, len(self._units)):
            units.append(place)
            if self._units[place].closes and not self._units[place].heading:
                return units
        return []

    def _read_sentence_before(self, first: int) -> list[int]:
        for place in range(first - 1, -1, -1):
            if self._units[place].opens:
                return list(range(place, first))
        return []

    def _measure(self, fragment: Fragment) -> int:
        return measure(self._units[fragment.first].start, self._units[fragment.last].end, self._wide)

    def _select(self, fragment: Fragment) -> Sequence[Match]:
        start, end = self._units[fragment.first].start, self._units[fragment.last].end
        inside = self._matches[bisect_left(self._starts, start) : bisect_left(self._starts, end)]
        return [match for match in inside if match.end <= end]

    def _read_words(self, fragment: Fragment) -> frozenset[int]:
        return frozenset().union(*(match.words for match in self._select(fragment)))

    def _find_unit(self, place: int) -> int:
        """The unit that holds the place; -1 where it lies between units or in a heading that is left out."""
        at = bisect_left(self._unit_starts, place + 1) - 1
        return at if at >= 0 and place < self._units[at].end else -1


def _iter_new(matches: Iterable[Match], shown: frozenset[int]) -> Iterator[Match]:
    """The matches that show a word which neither those before them nor `shown` do."""
    seen = set(shown)
    for match in matches:
        if not match.words <= seen:
            yield match
            seen |= match.words


def _join_neighbours(fragments: list[Fragment]) -> list[Fragment]:
    if len(fragments) == 2 and fragments[0].last + 1 == fragments[1].first:
        return [Fragment(fragments[0].first, fragments[1].last)]
    return fragments
