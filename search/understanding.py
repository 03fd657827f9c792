"""A question as it is searched: operators apart, cut to a sensible length, with its language and its terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from language.analysis import Analyzer
from language.records import Analysis, Term
from language.synonyms import SynonymMatch
from mappings.fields import Stream
from search import relevance
from search.asking import Asked, Place, build_asked
from search.constraints import Constraints, build_constraints
from search.correcting import Correction, correct_question
from search.correcting.capitals import settle_case
from search.index_facts import Clause, IndexFacts
from search.operators import Operator, Part, join_parts, locate_parts, parse_operators, take_as_text
from search.records import Notice, Understood, UsedSynonym
from search.vocabulary import Vocabulary
from settings import Settings

MANY_WORDS: Final = 50
CLAUSES_OF_A_POSITION: Final = 6  # each word of an operator: three fields, as a condition and again for the score


@dataclass(frozen=True, slots=True)
class Question:
    """A question ready for the legs.

    text: what is searched; empty when nothing was asked.
    analysis: its terms; none when it holds nothing but punctuation.
    asked: those of them that are looked up, with their synonyms.
    operators: as they stand in what was typed; constraints: what they ask of passages.
    """

    text: str
    analysis: Analysis
    notices: tuple[Notice, ...]
    corrections: tuple[Correction, ...]
    asked: Asked
    operators: tuple[Operator, ...]
    constraints: Constraints
    synonyms: tuple[SynonymMatch, ...]

    @property
    def embedded(self) -> str:
        """The text as a model reads it."""
        return settle_case(self.text)

    @property
    def understood(self) -> Understood:
        synonyms = tuple(_describe_synonym(self.analysis, match) for match in self.synonyms)
        return Understood(self.analysis.language.value, self.text, self.corrections, self.operators, synonyms)

    @property
    def extra_terms(self) -> tuple[Term, ...]:
        """What else is marked in hits: the words of synonyms."""
        return tuple(term for match in self.synonyms for term in match.replacement)

    @property
    def phrases(self) -> tuple[tuple[Term, ...], ...]:
        """What is marked as a whole, its function words in: phrases and synonyms of several words."""
        return (
            *self.constraints.phrases,
            *(match.replacement for match in self.synonyms if len(match.replacement) > 1),
        )

    def describe(self) -> dict[str, str]:
        """The question's terms in each spelling, its operators and synonyms, for the trace."""
        described = {stream.value: self.analysis.write_stream(stream) for stream in Stream}
        if self.operators:
            described["operators"] = ", ".join(f"{each.kind.value} '{each.text}'" for each in self.operators)
        if self.synonyms:
            described["synonyms"] = ", ".join(
                f"{each.original} = {each.replacement} (line {each.line})" for each in self.understood.synonyms
            )
        return described


def understand(
    question: str,
    settings: Settings,
    analyzer: Analyzer,
    vocabulary: Vocabulary | None = None,
    *,
    facts: IndexFacts | None = None,
    filters: Sequence[Clause] = (),
) -> Question:
    """The question with single spaces, its language and its terms; notices say what was cut, corrected or unknown.

    vocabulary: the words of the index; None: the question is taken as it is written.
    facts: what operators are compared with, among what passes the request's own `filters`; None: all of it is text.
    """
    typed, notices = _shorten(question, settings.max_question_characters)
    parsed = parse_operators(typed) if facts is not None else take_as_text(typed)
    constraints = build_constraints(parsed, analyzer, facts, filters)
    runs = list(_iter_runs(constraints.parts))
    texts, corrections = _correct(runs, vocabulary)
    text = join_parts(runs, texts)
    analysis = analyzer.analyze(text)
    places = locate_parts(runs, texts)
    synonyms = _find_synonyms(analyzer, analysis, [place for run, place in zip(runs, places, strict=True) if run.kind])
    if not analysis.terms:
        notices.append(_write_empty(text, parsed.operators))
    return Question(
        text,
        analysis,
        (*notices, *constraints.notices),
        corrections,
        build_asked(
            analysis,
            _collect_groups(runs, places),
            synonyms,
            relevance.MOST_CLAUSES - CLAUSES_OF_A_POSITION * constraints.positions,
        ),
        parsed.operators,
        constraints,
        synonyms,
    )


def _shorten(question: str, most_characters: int) -> tuple[str, list[Notice]]:
    """The question without what is too much of it: what lies beyond the limit, and words said over and over."""
    text, notices = question, []
    single = " ".join(question.split())
    if len(single) > most_characters:
        text = single[:most_characters]
        notices.append(Notice("question_cut", f"Only the first {most_characters} characters were searched."))
    words = text.split()
    distinct = dict.fromkeys(words)
    if len(words) > MANY_WORDS and len(distinct) * 3 < len(words):
        # насос насос насос …: hundreds of tokens for the model, and nothing said.
        text = " ".join(distinct)
        notices.append(Notice("question_cut", "Words that are repeated again and again were searched once."))
    return text, notices


# Parts


def _iter_runs(parts: Sequence[Part]) -> Iterator[Part]:
    """The parts, plain text joined: a word is corrected in the light of its neighbours."""
    for is_plain, group in groupby(parts, key=lambda part: part.kind is None and part.alternative is None):
        run = list(group)
        if is_plain:
            yield Part(join_parts(run), run[0].start, run[-1].end, glued=run[0].glued)
        else:
            yield from run


def _correct(runs: Sequence[Part], vocabulary: Vocabulary | None) -> tuple[list[str], tuple[Correction, ...]]:
    """The text of each run as it was probably meant; phrases and required words are never touched."""
    texts: list[str] = []
    corrections: list[Correction] = []
    for run in runs:
        if vocabulary is None or run.kind is not None:
            texts.append(run.text)
            continue
        text, found = correct_question(run.text, vocabulary)
        texts.append(text)
        corrections.extend(found)
    return texts, tuple(corrections)


def _collect_groups(runs: Sequence[Part], places: Sequence[Place]) -> list[list[Place]]:
    groups: dict[int, list[Place]] = {}
    for run, place in zip(runs, places, strict=True):
        if run.alternative is not None:
            groups.setdefault(run.alternative, []).append(place)
    return list(groups.values())


def _find_synonyms(analyzer: Analyzer, analysis: Analysis, fixed: Sequence[Place]) -> tuple[SynonymMatch, ...]:
    """Synonyms of the question, none inside what is wanted as it is written."""
    return tuple(
        match
        for match in analyzer.find_synonyms(analysis)
        if not any(start <= analysis.terms[match.first].start < end for start, end in fixed)
    )


def _describe_synonym(analysis: Analysis, match: SynonymMatch) -> UsedSynonym:
    original = analysis.text[analysis.terms[match.first].start : analysis.terms[match.last - 1].end]
    return UsedSynonym(original, " ".join(term.surface for term in match.replacement), match.rule, match.line)


def _write_empty(text: str, operators: Sequence[Operator]) -> Notice:
    if operators:
        return Notice(
            "only_operators", "Only what to leave out or to narrow by was written; add a word of what you look for."
        )
    message = f"'{text}' holds no word, number or code." if text else "Nothing to look for was written."
    return Notice("empty_question", message)
