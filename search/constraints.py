"""What the operators of a question ask of passages, as clauses that hold in every leg."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from language.analysis import Analyzer
from language.records import Term
from mappings.fields import Stream
from search.filter_values import settle_operator, write_unknown_notice
from search.index_facts import Clause, IndexFacts
from search.operator_tokens import OperatorKind
from search.operators import ParsedQuestion, Part
from search.queries import build_any, build_sequence_clause, build_sequence_score
from search.records import Notice

Item = TypeVar("Item")
MOST_POSITIONS: Final = 64  # words of all operators of a question; each is asked in three fields


@dataclass(frozen=True, slots=True)
class Constraints:
    """What passages must fulfil.

    parts: what is searched: those of the question, and the values of filters that nothing fits.
    filters: clauses that all hold; scoring: clauses that a passage is ranked higher for.
    positions: how many words the clauses hold, which the engine counts.
    phrases: the words of phrases that some passage has.
    """

    parts: tuple[Part, ...]
    filters: tuple[Clause, ...] = ()
    scoring: tuple[Clause, ...] = ()
    positions: int = 0
    phrases: tuple[tuple[Term, ...], ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class _Needle:
    """Words that stand one after another; `is_phrase`: as they are written, else in any form."""

    terms: tuple[Term, ...]
    is_phrase: bool

    def build_clause(self, stream: Stream) -> Clause:
        return build_sequence_clause(self.terms, stream)

    @property
    def streams(self) -> tuple[Stream, ...]:
        return (Stream.EXACT, Stream.LEMMA) if self.is_phrase else (Stream.LEMMA,)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Alternatives of which a passage must have one; `label` is how they stand in the question."""

    label: str
    alternatives: tuple[_Needle, ...]

    @property
    def positions(self) -> int:
        return sum(len(needle.terms) for needle in self.alternatives)


class _Words(NamedTuple):
    """What the operators of a question say of words; `are_cut`: some of it was too much for the engine."""

    excluded: list[_Needle]
    wanted: list[_Wanted]
    mentions: list[_Needle]
    are_cut: bool

    @property
    def positions(self) -> int:
        needles = [*self.excluded, *self.mentions]
        return sum(len(needle.terms) for needle in needles) + sum(want.positions for want in self.wanted)


def build_constraints(
    parsed: ParsedQuestion, analyzer: Analyzer, facts: IndexFacts | None, filters: Sequence[Clause]
) -> Constraints:
    """The clauses of a question's operators, beside the request's own `filters`. The index is asked only where there
    are operators.

    A phrase is looked for as it is written; where no passage has it so, with its words in other forms; where none has
    that either, its words are searched as any others. Left out is a word in all its forms: whoever writes -отпуск does
    not want «отпуска» instead.
    """
    if facts is None or not parsed.operators:
        return Constraints(parsed.parts)
    fields = _settle_fields(parsed, facts)
    words = _limit(
        _collect_needles(parsed, OperatorKind.EXCLUDED, analyzer),
        list(_iter_wanted(parsed, analyzer)),
        [needle for needle in _collect_needles(parsed, OperatorKind.MENTION, analyzer) if len(needle.terms) > 1],
    )
    left_out = [{"bool": {"must_not": [needle.build_clause(Stream.LEMMA)]}} for needle in words.excluded]
    required = _settle_wanted(words.wanted, facts, [*filters, *fields.filters, *left_out])
    mentioned = [needle.terms for needle in words.mentions]
    return Constraints(
        fields.parts,
        (*fields.filters, *left_out, *required.filters),
        (*required.scoring, *(build_sequence_score(terms, Stream.LEMMA) for terms in mentioned)),
        words.positions,
        (*required.phrases, *mentioned),
        (*fields.notices, *([_write_cut()] if words.are_cut else ()), *required.notices),
    )


# Filters


def _settle_fields(parsed: ParsedQuestion, facts: IndexFacts) -> Constraints:
    """Clauses of the filters; several of one field are alternatives. Values that nothing fits become parts."""
    parts, notices = list(parsed.parts), []
    kept: dict[str, list[Clause]] = {}
    left_out = []
    for operator in (operator for operator in parsed.operators if operator.kind is OperatorKind.FILTER):
        settled = settle_operator(operator, facts)
        as_text = settled.clause is None and not operator.negated
        if settled.unknown:
            notices.append(write_unknown_notice(operator, settled.unknown, facts, as_text=as_text))
        if as_text:
            parts.append(Part(" ".join(operator.values), operator.start, operator.end))
        elif settled.clause is not None and operator.negated:
            left_out.append({"bool": {"must_not": [settled.clause]}})
        elif settled.clause is not None:
            kept.setdefault(operator.field or "", []).append(settled.clause)
    parts.sort(key=lambda part: part.start)
    return Constraints(tuple(parts), (*map(build_any, kept.values()), *left_out), notices=tuple(notices))


# Words


def _iter_wanted(parsed: ParsedQuestion, analyzer: Analyzer) -> Iterator[_Wanted]:
    """Phrases and required words, and each group of alternatives that has one of them."""
    groups: dict[int, list[Part]] = {}
    for place, part in enumerate(parsed.parts):
        groups.setdefault(-1 - place if part.alternative is None else part.alternative, []).append(part)
    for parts in groups.values():
        if any(part.kind is not None for part in parts):
            needles = tuple(needle for part in parts for needle in _make_needles(part.text, part.kind, analyzer))
            if needles:
                yield _Wanted(" OR ".join(part.text for part in parts), needles)


def _collect_needles(parsed: ParsedQuestion, kind: OperatorKind, analyzer: Analyzer) -> list[_Needle]:
    operators = [operator for operator in parsed.operators if operator.kind is kind]
    return [needle for operator in operators for needle in _make_needles(operator.text, kind, analyzer)]


def _make_needles(text: str, kind: OperatorKind | None, analyzer: Analyzer) -> list[_Needle]:
    """None for a text without a word, a number or a code."""
    terms = analyzer.analyze(text).terms
    return [_Needle(terms, is_phrase=kind is OperatorKind.PHRASE)] if terms else []


def _limit(excluded: list[_Needle], wanted: list[_Wanted], mentions: list[_Needle]) -> _Words:
    """As many of each as the engine takes, in this order."""
    kept_excluded, left = _take(excluded, [len(needle.terms) for needle in excluded], MOST_POSITIONS)
    kept_wanted, left = _take(wanted, [want.positions for want in wanted], left)
    kept_mentions, _ = _take(mentions, [len(needle.terms) for needle in mentions], left)
    are_cut = len(kept_excluded) + len(kept_wanted) < len(excluded) + len(wanted)
    return _Words(kept_excluded, kept_wanted, kept_mentions, are_cut)


def _take(items: Sequence[Item], sizes: Sequence[int], room: int) -> tuple[list[Item], int]:
    """The items that find room, and the room that is left."""
    taken = []
    for item, size in zip(items, sizes, strict=True):
        if size <= room:
            room -= size
            taken.append(item)
    return taken, room


def _settle_wanted(wanted: Sequence[_Wanted], facts: IndexFacts, filters: Sequence[Clause]) -> Constraints:
    """The clause of each want in the strictest spelling that some passage has."""
    asked = [(needle, stream) for want in wanted for needle in want.alternatives for stream in needle.streams]
    if not asked:
        return Constraints(())
    counts = facts.count([needle.build_clause(stream) for needle, stream in asked], filters)
    found: dict[int, Stream] = {}
    for (needle, stream), passages in zip(asked, counts, strict=True):
        if passages:
            found.setdefault(id(needle), stream)
    clauses: list[Clause] = []
    scoring: list[Clause] = []
    notices: list[Notice] = []
    for want in wanted:
        there = [(needle, found[id(needle)]) for needle in want.alternatives if id(needle) in found]
        if not there:
            notices.append(_write_missing(want))
            continue
        clauses.append(build_any([needle.build_clause(stream) for needle, stream in there]))
        scoring.extend(build_sequence_score(needle.terms, stream) for needle, stream in there if needle.is_phrase)
        if all(needle.is_phrase and stream is Stream.LEMMA for needle, stream in there):
            notices.append(_write_inflected(want))
    phrases = tuple(needle.terms for want in wanted for needle in want.alternatives if id(needle) in found)
    return Constraints((), tuple(clauses), tuple(scoring), phrases=phrases, notices=tuple(notices))


def _write_inflected(want: _Wanted) -> Notice:
    message = f"No passage has «{want.label}» as it is written; those with its words in other forms are shown."
    return Notice("phrase_inflected", message)


def _write_missing(want: _Wanted) -> Notice:
    return Notice("phrase_missing", f"No passage has «{want.label}»; its words were searched one by one.")


def _write_cut() -> Notice:
    return Notice("operators_cut", f"Operators hold more than {MOST_POSITIONS} words; some of them were left aside.")
