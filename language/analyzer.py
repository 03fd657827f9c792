"""Text to terms: the analysis of documents and questions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property
from typing import Self

from language.acronyms import AMBIGUOUS, stands_out
from language.cleaning import clean
from language.coarse import write_coarse
from language.detection import detect_language
from language.dictionaries import EMPTY, Dictionaries
from language.fingerprint import build_fingerprint
from language.records import Analysis, Language, Term
from language.rules import check_groups
from language.synonyms import SynonymIndex, SynonymMatch, SynonymRule
from language.terms import TermBuilder
from language.tokenising import iter_tokens


class Analyzer:
    """The analysis with a user's own dictionaries. Thread-safe; documents and questions go through the same one.

    What it has made of words is kept in bounded caches: full ones hold 130 MiB (110,000 words of the dictionary).

    without: rule groups (`language.rules.RULE_GROUPS`) that are left out, to measure what each is worth; empty in use.
        Raises RuleGroupError for one that does not exist.
    """

    def __init__(self, dictionaries: Dictionaries = EMPTY, *, without: Collection[str] = ()) -> None:
        self.without = check_groups(without)
        self.dictionaries = EMPTY if "user-dictionaries" in self.without else dictionaries
        self._folding = "cleaning" not in self.without
        self._reads_acronyms = "acronyms" not in self.without
        self._terms = TermBuilder(self.dictionaries, self.without)
        self._synonyms = SynonymIndex(self.dictionaries.synonyms)

    def with_synonyms(self, rules: tuple[SynonymRule, ...]) -> Self:
        """An analyzer of the same terms, what it has kept of them included, with other synonyms."""
        other = type(self)(without=self.without)
        other.dictionaries = replace(self.dictionaries, synonyms=rules)
        other._terms = self._terms
        other._synonyms = SynonymIndex(rules)
        return other

    @cached_property
    def fingerprint(self) -> str:
        """What the terms depend on, in one line: rules, libraries, lists, the user's files, groups left out."""
        return build_fingerprint(self.dictionaries, self.without)

    def analyze(self, text: str, language: Language | None = None) -> Analysis:
        """The terms of `text`, with offsets into it as it was given; any string is accepted, an empty one has no terms.

        language: what the text is said to be in; None: detected. Terms do not depend on it: each word is analysed
        by its own script, so that a question finds the same word in a document of another language.

        >>> analysis = Analyzer().analyze("Объём стали")
        >>> [(term.surface, term.lemmas) for term in analysis.terms]
        [('Объём', ('объем', 'объесть')), ('стали', ('стать', 'сталь'))]
        """
        cleaned = clean(text, folding=self._folding)
        offsets, ends = cleaned.offsets, cleaned.ends
        build = self._terms.build_pieces
        tokens = list(iter_tokens(cleaned.cased, self.without))
        terms: list[Term] = []
        for index, (shape, begin, _, written) in enumerate(tokens):
            if written in AMBIGUOUS and self._reads_acronyms and stands_out(tokens, index):
                pieces = self._terms.build_acronym(written)
            else:
                pieces = build(shape, written)
            for first, last, kind, lemmas, stems, exact, parts, origins in pieces:
                start, end = offsets[begin + first], ends[begin + last - 1]
                terms.append(Term(text[start:end], start, end, kind, lemmas, stems, exact, parts, origins))
        return Analysis(text, language or detect_language(text), tuple(terms))

    def write_coarse(self, analysis: Analysis) -> str:
        """The terms cut short (`language.coarse`), for a whitespace-analysed field."""
        return "" if "coarse-words" in self.without else write_coarse(analysis.terms)

    def find_synonyms(self, analysis: Analysis) -> tuple[SynonymMatch, ...]:
        """What the user's synonyms say the question may also be asked as, by position, the longest phrase first."""
        return self._synonyms.find(analysis)
