"""What analysis returns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import Final, NamedTuple

from mappings.fields import ALTERNATIVE_SEPARATOR, Stream


class Language(StrEnum):
    """A language the analysis knows; OTHER is written as it stands, without lemmas."""

    RUSSIAN = "ru"
    ENGLISH = "en"
    CHINESE = "zh"
    OTHER = "other"


class TermKind(StrEnum):
    """What a term is in the text."""

    WORD = "word"
    NUMBER = "number"
    CODE = "code"  # E-1042, 12.0.004-2015, CURLOPT_URL, C++
    SYMBOL = "symbol"  # an emoji, §, №


class Term(NamedTuple):
    """One position of a text: how it is written, and what it is searched as.

    `start` and `end` are code points into the text that was given to `analyze` (before cleaning), so that
    `text[start:end]` is the source word with its stress marks and soft hyphens. Terms never overlap.
    Forms are lower-case, without whitespace and without '|', at most 200 characters.
    parts: those forms of a code that are only a piece of it (1042 in E-1042): a document is found by them, a
        question for the whole code need not ask for them.
    origins: each form with the name of the rule that made it (`language.rules`); a form made by two rules stands twice.
    """

    surface: str
    start: int
    end: int
    kind: TermKind
    lemmas: tuple[str, ...]
    stems: tuple[str, ...]
    exact: tuple[str, ...]
    parts: tuple[str, ...] = ()
    origins: tuple[tuple[str, str], ...] = ()

    def forms(self, stream: Stream) -> tuple[str, ...]:
        """The alternatives of this position in `stream`; never empty."""
        return _PICK[stream](self)

    def whole_forms(self, stream: Stream) -> tuple[str, ...]:
        """The alternatives that stand for the whole term, without `parts`; never empty."""
        forms = self.forms(stream)
        return (tuple(form for form in forms if form not in self.parts) or forms) if self.parts else forms


_PICK: Final[Mapping[Stream, Callable[[Term], tuple[str, ...]]]] = {
    Stream.LEMMA: attrgetter("lemmas"),
    Stream.STEM: attrgetter("stems"),
    Stream.EXACT: attrgetter("exact"),
}


@dataclass(frozen=True, slots=True)
class Analysis:
    """A text as terms, in order of position."""

    text: str
    language: Language
    terms: tuple[Term, ...]

    def write_stream(self, stream: Stream) -> str:
        """The terms for a whitespace-analysed field: positions by spaces, alternatives by '|'.

        >>> word = Term("стали", 0, 5, TermKind.WORD, ("сталь", "стать"), ("стал",), ("стали",))
        >>> Analysis("стали", Language.RUSSIAN, (word,)).write_stream(Stream.LEMMA)
        'сталь|стать'
        """
        return " ".join(map(ALTERNATIVE_SEPARATOR.join, map(_PICK[stream], self.terms)))

    def iter_codes(self) -> Iterator[str]:
        """The canonical form of every code in the text: `e1042` for E-1042, E 1042 and e–1042."""
        for term in self.terms:
            if term.kind is TermKind.CODE:
                yield term.exact[0]
