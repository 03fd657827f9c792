"""How a line answers a typed text: which of its words were typed, with how many typos, in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from language.analysis import Analyzer
from language.lines import fold_line
from language.records import Term
from mappings.suggestions import LINE_KINDS, StoredLine
from search.records import Stretch
from search.typed_text import Forms, TypedText, Words
from search.typos import count_allowed_typos


@dataclass(frozen=True, slots=True)
class MatchedLine:
    """A line that fits; `typos` over all words; `begins`: the line begins with the whole text."""

    line: StoredLine
    matches: tuple[Stretch, ...]
    typos: int
    begins: bool
    in_order: bool

    @property
    def merit(self) -> tuple[int, bool, bool, int, int, str, str, str]:
        """Smaller is better: fewer typos, the whole text first, words in order, questions, short lines; then fixed."""
        line = self.line
        return (
            self.typos,
            not self.begins,
            not self.in_order,
            LINE_KINDS.index(line.kind),
            len(line.text),
            line.text,
            line.collection,
            line.document_id or "",
        )


class _Fit(NamedTuple):
    """A typed word in a line: the place of the line's word, the typos, and how much of that word was typed."""

    place: int
    typos: int
    stretch: Stretch
    whole: bool


def match_line(typed: TypedText, line: StoredLine, analyzer: Analyzer) -> MatchedLine | None:
    """How the line answers the text; None when a typed word is not in it, or when only with more typos than allowed."""
    key = fold_line(line.text)
    begun = next((begun for begun in typed.keys if key.startswith(begun)), None)
    if begun is not None:
        return MatchedLine(line, (_find_beginning(line.text, len(begun)),), 0, begins=True, in_order=True)
    terms = _analyze_line(analyzer, line.text)
    fits: list[_Fit] = []
    for ways in typed.chunks:
        found = _fit_chunk(ways, terms, fits[-1].place + 1 if fits else 0)
        if found is None:
            return None
        fits.extend(found)
    places = [fit.place for fit in fits]
    in_order = all(one < other for one, other in pairwise(places))
    begins = places == list(range(len(places))) and all(fit.whole for fit in fits[:-1])
    stretches = tuple(sorted({fit.stretch for fit in fits}))
    return MatchedLine(line, stretches, sum(fit.typos for fit in fits), begins, in_order)


def _fit_chunk(ways: Sequence[Words], terms: Sequence[Term], first: int) -> list[_Fit] | None:
    """The words of a chunk in the line, in the way of reading it that needs the fewest typos."""
    found = [fits for words in ways if (fits := _fit_words(words, terms, first)) is not None]
    return min(found, key=lambda fits: sum(fit.typos for fit in fits), default=None)


def _fit_words(words: Words, terms: Sequence[Term], first: int) -> list[_Fit] | None:
    fits = []
    for forms in words:
        fit = min(_iter_fits(forms, terms), key=lambda fit: (fit.typos, fit.place < first, fit.place), default=None)
        if fit is None:
            return None
        fits.append(fit)
        first = fit.place + 1
    return fits


def _iter_fits(forms: Forms, terms: Sequence[Term]) -> Iterator[_Fit]:
    for place, term in enumerate(terms):
        for typed in forms:
            typos = min(_count_typos_of(typed, term), default=None)
            if typos is not None:
                yield _Fit(place, typos, _mark(typed, term, typos), _is_whole(typed, term, typos))


def _count_typos_of(typed: str, term: Term) -> Iterator[int]:
    allowed = count_allowed_typos(typed)
    for form in term.exact:
        if form.startswith(typed):
            yield 0
        elif allowed and (typos := measure_beginning(typed, form, allowed)) is not None:
            yield typos


def _mark(typed: str, term: Term, typos: int) -> Stretch:
    """The typed part of the word, the whole word where letters do not stand one for one."""
    even = not typos and len(term.surface) == len(term.exact[0]) and term.exact[0].startswith(typed)
    return term.start, term.start + len(typed) if even else term.end


def _is_whole(typed: str, term: Term, typos: int) -> bool:
    return typed in term.exact or (typos > 0 and any(abs(len(typed) - len(form)) <= typos for form in term.exact))


def _find_beginning(text: str, kept: int) -> Stretch:
    """The shortest beginning of the text that has so many characters which count."""
    start = None
    for place, character in enumerate(text):
        width = len(fold_line(character))
        if width and start is None:
            start = place
        kept -= width
        if kept <= 0:
            return start or 0, place + 1
    return start or 0, len(text)


@lru_cache(maxsize=20_000)
def _analyze_line(analyzer: Analyzer, text: str) -> tuple[Term, ...]:
    """Lines are suggested again with the next letter."""
    return analyzer.analyze(text).terms


@lru_cache(maxsize=50_000)
def measure_beginning(typed: str, word: str, allowed: int) -> int | None:
    """Typos between `typed` and the beginning of `word` that is nearest to it; None for more than `allowed`.

    Letters left out, put in or replaced, and neighbours swapped (optimal string alignment; Damerau 1964,
    doi:10.1145/363958.363994).

    >>> measure_beginning("настрйо", "настройки", 2), measure_beginning("шлюс", "шлюзы", 1)
    (1, 1)
    >>> measure_beginning("приказ", "приём", 1) is None
    True
    """
    before: list[int] = []
    row = list(range(min(len(word), len(typed) + allowed) + 1))
    for i, letter in enumerate(typed, start=1):
        previous, row, older = row, [i], before
        for j in range(1, len(previous)):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (letter != word[j - 1]))
            if i > 1 and j > 1 and letter == word[j - 2] and typed[i - 2] == word[j - 1]:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > allowed:
            return None
        before = previous
    return min(row) if min(row) <= allowed else None
