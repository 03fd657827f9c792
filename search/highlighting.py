"""Which words of a passage the question matches, and the part of the passage that shows most of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from language.analysis import Analyzer
from language.function_words import carries_grammar
from language.records import Analysis
from mappings.entries import StoredTerms
from mappings.fields import ALTERNATIVE_SEPARATOR, Part, Stream, name_term_field
from search.records import Stretch

SNIPPET_CHARACTERS: Final = 320
ELLIPSIS: Final = "…"


@dataclass(frozen=True, slots=True)
class Snippet:
    """A part of a passage, with the stretches of it that match."""

    text: str
    matches: tuple[Stretch, ...]


class Highlighter:
    """Finds the words of passages that one question matches: the same forms that were searched."""

    def __init__(self, question: Analysis) -> None:
        telling = [term for term in question.terms if not carries_grammar(term)]
        terms = telling or question.terms  # a question made of function words alone still shows what it matched
        self._forms = {stream: {form for term in terms for form in term.whole_forms(stream)} for stream in Stream}

    def find_matches(self, passage: StoredTerms) -> list[tuple[Stretch, str]]:
        """Stretches of the passage's body that match, in order, each with the form that tells which word it is."""
        columns = [
            (self._forms[stream], passage.streams[name_term_field(Part.BODY, stream)].split(" ")) for stream in Stream
        ]
        matches: list[tuple[Stretch, str]] = []
        for place, stretch in enumerate(passage.offsets):
            if stretch[0] < 0:  # a heading before the body
                continue
            form = next((found for forms, words in columns if (found := _find_form(words[place], forms))), None)
            if form is None:
                continue
            if matches and stretch[0] < matches[-1][0][1]:  # a part of a compound that is marked already
                (start, end), first = matches[-1]
                matches[-1] = ((start, max(end, stretch[1])), first)
            else:
                matches.append((stretch, form))
        return matches


def read_terms(analyzer: Analyzer, text: str) -> StoredTerms:
    """The terms of a text that is not stored as a passage, for marking words in it."""
    analysis = analyzer.analyze(text)
    streams = {name_term_field(Part.BODY, stream): analysis.write_stream(stream) for stream in Stream}
    return StoredTerms(streams, [(term.start, term.end) for term in analysis.terms])


def _find_form(alternatives: str, forms: set[str]) -> str | None:
    if alternatives in forms:
        return alternatives
    if ALTERNATIVE_SEPARATOR in alternatives:
        return next((form for form in alternatives.split(ALTERNATIVE_SEPARATOR) if form in forms), None)
    return None


def cut_snippet(text: str, matches: Sequence[tuple[Stretch, str]], size: int = SNIPPET_CHARACTERS) -> Snippet:
    """The stretch of about `size` characters with the most different matched words, cut at spaces.

    >>> cut_snippet("Отпуск длится 28 дней.", [((0, 6), "отпуск")])
    Snippet(text='Отпуск длится 28 дней.', matches=((0, 6),))
    """
    start, end = _choose_window(text, matches, size)
    before = ELLIPSIS if start > 0 else ""
    after = ELLIPSIS if end < len(text) else ""
    shift = len(before) - start
    inside = tuple((first + shift, last + shift) for (first, last), _ in matches if start <= first and last <= end)
    return Snippet(before + text[start:end] + after, inside)


def _choose_window(text: str, matches: Sequence[tuple[Stretch, str]], size: int) -> Stretch:
    if len(text) <= size:
        return 0, len(text)
    lead = size // 5  # some words before the first match, so that it can be understood
    starts = [0, *(max(0, stretch[0] - lead) for stretch, _ in matches)]
    best = max(starts, key=lambda start: (len(_forms_inside(matches, start, start + size)), -start))
    return _trim(text, best, min(len(text), best + size))


def _forms_inside(matches: Sequence[tuple[Stretch, str]], start: int, end: int) -> set[str]:
    return {form for (first, last), form in matches if start <= first and last <= end}


def _trim(text: str, start: int, end: int) -> Stretch:
    """The window moved to the next space on either side, if one is near: words are not cut."""
    if start > 0:
        start = _find_space(text, start, start + 40) or start
    if end < len(text):
        end = text.rfind(" ", max(start + 1, end - 40), end) if " " in text[max(start + 1, end - 40) : end] else end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _find_space(text: str, start: int, end: int) -> int | None:
    return next((place + 1 for place in range(start, min(end, len(text))) if text[place].isspace()), None)
