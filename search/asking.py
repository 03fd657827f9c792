"""What the lexical leg asks for: telling terms, alternatives and synonyms, as many as the engine takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from language.function_words import carries_grammar, is_negation
from language.records import Analysis, Term, TermKind
from language.synonyms import SynonymMatch
from mappings.fields import Part, Stream
from search import relevance

Place = tuple[int, int]  # start and end of a stretch of the question's text
MOST_SYNONYMS: Final = 16  # of one question


class SynonymPhrase(NamedTuple):
    """A stretch of the question and what may stand for it, one of them of several words."""

    original: tuple[Term, ...]
    replacement: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """The terms of a question that are looked up, cut once for query, weight and trace.

    terms: each counts for itself. grammar: the other words; of passages that have terms, those with them too come
    first. groups: of each group the best alternative counts.
    synonyms: for a term, by its place, the words that may stand for it. phrases: synonyms of several words.
    """

    terms: tuple[Term, ...]
    grammar: tuple[Term, ...] = ()
    groups: tuple[tuple[tuple[Term, ...], ...], ...] = ()
    synonyms: Mapping[Place, tuple[Term, ...]] = field(default_factory=dict)
    phrases: tuple[SynonymPhrase, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.terms and not self.groups

    @property
    def size(self) -> int:
        """How many things are asked for; a group is one."""
        return len(self.terms) + len(self.groups)

    @property
    def has_code(self) -> bool:
        return any(term.kind is TermKind.CODE for term in self.iter_terms())

    def iter_terms(self) -> Iterator[Term]:
        """All terms, those of groups last."""
        yield from self.terms
        for group in self.groups:
            for alternative in group:
                yield from alternative


def build_asked(
    analysis: Analysis,
    groups: Sequence[Sequence[Place]] = (),
    synonyms: Sequence[SynonymMatch] = (),
    most_clauses: int = relevance.MOST_CLAUSES,
) -> Asked:
    """What is looked up of a question; `groups` are the places of alternatives in its text.

    >>> from language.analysis import analyze
    >>> [term.surface for term in build_asked(analyze("как вернуть деньги")).terms]
    ['вернуть', 'деньги']
    """
    in_groups = [place for group in groups for place in group]
    budget = _Budget(most_clauses)
    alternatives = tuple(
        tuple(terms for place in group if (terms := budget.cut(_choose_telling(_terms_inside(analysis, place)))))
        for group in groups
    )
    rest = [term for term in analysis.terms if not any(start <= term.start < end for start, end in in_groups)]
    telling = _choose_telling(rest, all_if_none=not any(alternatives))
    terms = budget.cut(telling)
    grammar = budget.cut(term for term in rest if term not in telling) if terms or any(alternatives) else ()
    kept = [*terms, *(term for group in alternatives for terms in group for term in terms)]
    same, phrases = _sort_synonyms(analysis, {(term.start, term.end) for term in kept}, synonyms)
    return Asked(terms, grammar, tuple(group for group in alternatives if group), same, phrases)


def cut_terms(terms: Sequence[Term]) -> tuple[Term, ...]:
    """The terms that are asked for: the telling ones (all, where none is telling), repeated ones once, as many as the
    engine takes in one query.

    Asking for «что», «можно», "the" finds long sections: on the FAQ set nDCG@10 of the lexical leg is .367 with them
    and .416 without, on XQuAD-R ru .829 and .833.
    """
    return _Budget(relevance.MOST_CLAUSES).cut(_choose_telling(terms))


class _Budget:
    """Takes terms while the engine's limit of clauses allows."""

    def __init__(self, clauses: int) -> None:
        self._left = clauses

    def cut(self, terms: Iterable[Term]) -> tuple[Term, ...]:
        kept: dict[tuple[str, ...], Term] = {}
        for term in terms:
            key = (*term.lemmas, "", *term.exact)
            if key in kept:
                continue
            self._left -= sum(len(term.whole_forms(stream)) for stream in Stream) * len(Part)
            if self._left < 0:
                break
            kept[key] = term
        return tuple(kept.values())


def _choose_telling(terms: Sequence[Term], *, all_if_none: bool = True) -> Sequence[Term]:
    telling = [term for term in terms if is_negation(term) or not carries_grammar(term)]
    return telling or (terms if all_if_none else [])


def _terms_inside(analysis: Analysis, place: Place) -> list[Term]:
    start, end = place
    return [term for term in analysis.terms if start <= term.start < end]


def _sort_synonyms(
    analysis: Analysis, kept: set[Place], synonyms: Sequence[SynonymMatch]
) -> tuple[dict[Place, tuple[Term, ...]], tuple[SynonymPhrase, ...]]:
    """Words for a word that is asked for, and the rest."""
    words: dict[Place, tuple[Term, ...]] = {}
    phrases = []
    for match in synonyms[:MOST_SYNONYMS]:
        original = analysis.terms[match.first : match.last]
        place = (original[0].start, original[0].end)
        if len(original) == len(match.replacement) == 1:
            if place in kept:
                words[place] = (*words.get(place, ()), *match.replacement)
        else:
            phrases.append(SynonymPhrase(original, match.replacement))
    return words, tuple(phrases)
