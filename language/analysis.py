"""Text to terms: the one function that analyses documents and questions."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from language.cleaning import clean
from language.detection import detect_language
from language.dictionaries import EMPTY, Dictionaries
from language.fingerprint import build_fingerprint
from language.records import Analysis, Language, Term
from language.terms import build_pieces
from language.tokenising import iter_tokens
from settings import Settings

EXPLAIN_COLUMNS = ("term", "offsets", "kind", "lemmas", "stems", "exact", "parts")


class Analyzer:
    """The analysis with a user's own dictionaries. Thread-safe; documents and questions go through the same one.

    without: rule groups that are left out, to measure what each is worth; empty in use.
    """

    def __init__(self, dictionaries: Dictionaries = EMPTY, *, without: Collection[str] = ()) -> None:
        self.dictionaries = dictionaries
        self.without = frozenset(without)

    @property
    def fingerprint(self) -> str:
        """What the terms depend on, in one line: rules, libraries, lists, the user's files."""
        return build_fingerprint()

    def analyze(self, text: str, language: Language | None = None) -> Analysis:
        """The terms of `text`, with offsets into it as it was given; any string is accepted, an empty one has no terms.

        language: what the text is said to be in; None: detected. Terms do not depend on it: each word is analysed
        by its own script, so that a question finds the same word in a document of another language.

        >>> analysis = Analyzer().analyze("Объём стали")
        >>> [(term.surface, term.lemmas) for term in analysis.terms]
        [('Объём', ('объем', 'объесть')), ('стали', ('стать', 'сталь'))]
        """
        cleaned = clean(text)
        terms: list[Term] = []
        for token in iter_tokens(cleaned.cased):
            for piece in build_pieces(token.shape, token.text):
                start, end = cleaned.locate(token.start + piece.start, token.start + piece.end)
                terms.append(Term(text[start:end], start, end, piece.kind, *piece.forms, piece.parts))
        return Analysis(text, language or detect_language(text), tuple(terms))


DEFAULT: Final = Analyzer()


@lru_cache(maxsize=8)
def open_analyzer(settings: Settings) -> Analyzer:  # noqa: ARG001
    """The analyzer with the files that the settings name, read once."""
    return DEFAULT


def analyze(text: str, language: Language | None = None) -> Analysis:
    """What an analyzer without a user's files makes of `text`: see `Analyzer.analyze`."""
    return DEFAULT.analyze(text, language)


def explain(text: str, language: Language | None = None) -> list[tuple[str, ...]]:
    """A row for every term of `text`, for people to read; its columns are `EXPLAIN_COLUMNS`.

    >>> explain("Ошибка E-1042")[1]
    ('E-1042', '7-13', 'code', 'e1042 e-1042 1042', 'e1042 e-1042 1042', 'e1042 e-1042 1042', '1042')
    """
    return [
        (
            term.surface,
            f"{term.start}-{term.end}",
            term.kind.value,
            *(" ".join(forms) for forms in (term.lemmas, term.stems, term.exact, term.parts)),
        )
        for term in analyze(text, language).terms
    ]
