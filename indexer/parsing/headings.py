"""The headings above a place in a document."""

from __future__ import annotations

from typing import Final

HEADING_CHARACTERS: Final = 300  # a longer heading is cut in paths: they stand on every passage


class HeadingTrail:
    """Follows the headings of a document from its beginning.

    >>> trail = HeadingTrail()
    >>> trail.enter(1, "A"), trail.enter(3, "C1"), trail.enter(3, "C2"), trail.enter(2, "D")
    (('A',), ('A', 'C1'), ('A', 'C2'), ('A', 'D'))
    """

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []

    def enter(self, level: int, text: str) -> tuple[str, ...]:
        """The heading's own path, its text last, even where that is empty."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        above = self.path
        self._open.append((level, shorten(text)))
        return (*above, shorten(text))

    @property
    def path(self) -> tuple[str, ...]:
        """Headings above the text that follows, outermost first; empty headings have no place in it."""
        return tuple(text for _, text in self._open if text)


def shorten(text: str) -> str:
    """The heading, cut at a space where it is too long for a path."""
    if len(text) <= HEADING_CHARACTERS:
        return text
    cut = text[:HEADING_CHARACTERS]
    return (cut.rpartition(" ")[0] or cut) + "…"
