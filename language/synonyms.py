"""A user's synonyms: what a question is also asked as. Documents do not depend on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from language.records import Analysis, Term
from mappings.fields import Stream


@dataclass(frozen=True, slots=True)
class SynonymRule:
    """A phrase and one that it is also asked as, both analysed; a line of the file gives one for each such pair.

    text: the line as it is written, without its comment; line: its number in the file, from 1.
    """

    phrase: tuple[Term, ...]
    replacement: tuple[Term, ...]
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class SynonymMatch:
    """A stretch of a question and the phrase that may stand for it.

    first, last: positions of the terms it covers, `analysis.terms[first:last]`.
    replacement: the terms of the phrase; rule, line: the line of the file it comes from.
    """

    first: int
    last: int
    replacement: tuple[Term, ...]
    rule: str
    line: int


class SynonymIndex:
    """Rules by the lemmas of their first word, so that a question looks at few of them. Thread-safe."""

    def __init__(self, rules: Iterable[SynonymRule]) -> None:
        self._rules: dict[str, list[SynonymRule]] = {}
        for rule in rules:
            for lemma in rule.phrase[0].whole_forms(Stream.LEMMA):
                self._rules.setdefault(lemma, []).append(rule)

    def find(self, analysis: Analysis) -> tuple[SynonymMatch, ...]:
        """Every phrase of a rule in the text, by position, the longest first; a word counts in each of its forms."""
        matches = dict.fromkeys(self._iter_matches(analysis.terms))
        return tuple(sorted(matches, key=lambda match: (match.first, -match.last, match.line)))

    def _iter_matches(self, terms: Sequence[Term]) -> Iterator[SynonymMatch]:
        if not self._rules:
            return
        for first, term in enumerate(terms):
            for lemma in term.whole_forms(Stream.LEMMA):
                for rule in self._rules.get(lemma, ()):
                    last = first + len(rule.phrase)
                    if last <= len(terms) and all(map(_meet, rule.phrase, terms[first:last])):
                        yield SynonymMatch(first, last, rule.replacement, rule.text, rule.line)


def _meet(one: Term, other: Term) -> bool:
    """Whether two terms have a lemma in common."""
    return not set(one.whole_forms(Stream.LEMMA)).isdisjoint(other.whole_forms(Stream.LEMMA))
