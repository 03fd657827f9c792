"""Which words of a passage the question matches: the same forms that were searched, marked where they stand.

A stored position says where its first word stands. What matched may be less than that (1042 in E-1042, 共和国 in
中华人民共和国) or more (the whole of интернет-магазин, which is kept at its first word): the source text decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from language.analysis import Analyzer
from language.characters import HAN
from language.function_words import carries_grammar, is_negation
from language.graphemes import widen_to_characters
from language.records import Analysis, Term
from mappings.entries import StoredTerms
from mappings.fields import ALTERNATIVE_SEPARATOR, Part, Stream, name_term_field
from search.records import Stretch

LONGEST_MERGED: Final = 160  # characters: a text that repeats one word is no single match
LONGEST_GAP: Final = 6
MOST_JOINED: Final = 8  # words of a compound

_HIDDEN: Final = "\u00ad\u200b-\u200d\u2060\ufeff"  # what may stand inside a word unseen
_SPACE: Final = rf"[^\S\n]{{0,2}}[{_HIDDEN}]?"
_QUOTES: Final = r"[\"'’«»„“”`]{0,2}"
# Between matches that are shown as one: a space, quotation marks, or a sign that joins words. «Отпуск — отдых» has two.
_GAP: Final = re.compile(rf"{_QUOTES}{_SPACE}{_QUOTES}|[{_HIDDEN}]?[-‐‑‒–−./&_'’+#:@]{{1,3}}[{_HIDDEN}]?")
_BORDERS: Final = f" {ALTERNATIVE_SEPARATOR}"  # of a form in a stream
_SPACES: Final = re.compile(r"\s")
_HAN_RUN: Final = re.compile(f"[{HAN}]+")
# The pieces of a code, coarse then fine: v2.1.3 has 2.1.3, which has 2; getUserName has User.
_PIECES: Final = (
    re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*"),
    re.compile(r"\d+|[^\W\d_]?[a-zа-яё]+|[A-ZА-ЯЁ]+(?![a-zа-яё])"),
)


class Match(NamedTuple):
    """A stretch of a text that matches, and which words of the question it answers."""

    start: int
    end: int
    words: frozenset[int]

    @property
    def stretch(self) -> Stretch:
        return self.start, self.end


class Found(NamedTuple):
    """A form of the question at a position of the passage."""

    stream: Stream
    form: str


class Highlighter:
    """Finds the words of passages that one question matches. For one thread.

    extra: terms that were searched beside the question's own, such as synonyms.
    phrases: terms that were searched side by side; such a stretch is marked with its function words.
    """

    def __init__(
        self,
        question: Analysis,
        analyzer: Analyzer,
        extra: Iterable[Term] = (),
        phrases: Iterable[Sequence[Term]] = (),
    ) -> None:
        self._analyzer = analyzer
        telling = [term for term in question.terms if not carries_grammar(term)]
        # A question made of function words alone still shows what it matched.
        terms = [*(telling or question.terms), *extra]
        negations = [term for term in question.terms if telling and is_negation(term)]
        self._forms: dict[Stream, dict[str, int]] = {
            stream: _number_forms([*terms, *negations], stream) for stream in Stream
        }
        self._negations = frozenset(range(len(terms), len(terms) + len(negations)))
        self._phrases = [tuple(phrase) for phrase in phrases if phrase]
        self._first_phrase = len(terms) + len(negations)
        self._inside: dict[tuple[str, Found], tuple[Stretch, ...]] = {}

    def find_matches(self, passage: StoredTerms, body: str) -> list[Match]:
        """The stretches of the passage's body that match, in order, without overlaps, none empty.

        Neighbours that only a space, a hyphen or quotation marks part are one stretch.
        """
        streams = {stream: passage.streams[name_term_field(Part.BODY, stream)] for stream in Stream}
        found = [*self._iter_found(streams, passage.offsets, body), *self._iter_phrases(streams, passage.offsets)]
        return [match for match in self._merge(sorted(found), body) if not match.words <= self._negations]

    def _iter_found(self, streams: Mapping[Stream, str], offsets: Sequence[Stretch], body: str) -> Iterator[Match]:
        places: dict[int, list[Found]] = {}
        for stream, written in streams.items():
            for place, form in _iter_known(written, self._forms[stream]):
                places.setdefault(place, []).append(Found(stream, form))
        for place, found in places.items():
            if offsets[place][0] >= 0:  # not a heading before the body
                yield from self._locate(place, found, offsets, body)

    def _locate(self, place: int, found: Sequence[Found], offsets: Sequence[Stretch], body: str) -> Iterator[Match]:
        start, end = offsets[place]
        surface = body[start:end]
        is_plain = surface.isalpha() and not _HAN_RUN.match(surface) and not _is_joined(place, offsets, body)
        for each in found:
            words = frozenset((self._forms[each.stream][each.form],))
            if is_plain:
                yield Match(start, end, words)
                continue
            for first, last in self._find_inside(surface, each):
                yield Match(start + first, start + last, words)
            if (compound := self._find_compound(place, each, offsets, body)) is not None:
                yield Match(start, compound, words)

    def _find_inside(self, surface: str, found: Found) -> tuple[Stretch, ...]:
        """Where the form stands in the word or code of a position; nowhere, where it is that of a compound."""
        key = (surface, found)
        if key not in self._inside:
            self._inside[key] = tuple(self._iter_inside(surface, found))
        return self._inside[key]

    def _iter_inside(self, surface: str, found: Found) -> Iterator[Stretch]:
        terms = self._analyzer.analyze(surface).terms
        if not terms or found.form not in terms[0].forms(found.stream):
            return
        is_whole = found.form in terms[0].whole_forms(found.stream) and not _is_shorter_chinese(surface, found.form)
        yield from (not is_whole and self._find_part(surface, found)) or [(0, len(surface))]

    def _find_part(self, surface: str, found: Found) -> list[Stretch]:
        if _HAN_RUN.fullmatch(surface):
            size = len(found.form)
            windows = ((start, start + size) for start in range(len(surface) - size + 1))
            return [window for window in windows if self._spell(surface[slice(*window)]) == found.form]
        for pieces in _PIECES:
            stretches = [match.span() for match in pieces.finditer(surface)]
            if hits := [stretch for stretch in stretches if self._has(surface[slice(*stretch)], found)]:
                return hits
        return []

    def _find_compound(self, place: int, found: Found, offsets: Sequence[Stretch], body: str) -> int | None:
        """The end of the compound that begins at the position, if the form is that of the whole."""
        start, end = offsets[place]
        if self._find_inside(body[start:end], found):
            return None
        for next_ in range(place + 1, min(place + MOST_JOINED, len(offsets))):
            if not _is_joined(next_ - 1, offsets, body):
                break
            end = offsets[next_][1]
            if self._has(body[start:end], found):
                return end
        return offsets[place][1]

    def _has(self, text: str, found: Found) -> bool:
        terms = self._analyzer.analyze(text).terms
        return bool(terms) and found.form in terms[0].forms(found.stream)

    def _spell(self, text: str) -> str:
        return "".join(term.exact[0] for term in self._analyzer.analyze(text).terms)

    def _iter_phrases(self, streams: Mapping[Stream, str], offsets: Sequence[Stretch]) -> Iterator[Match]:
        for number, phrase in enumerate(self._phrases, start=self._first_phrase):
            for stream, written in streams.items():
                for place in _iter_places(written.split(" "), [frozenset(term.whole_forms(stream)) for term in phrase]):
                    start, end = offsets[place][0], offsets[place + len(phrase) - 1][1]
                    if start >= 0:
                        yield Match(start, end, frozenset((number,)))

    def _merge(self, found: Iterable[Match], body: str) -> Iterator[Match]:
        last: Match | None = None
        for match in found:
            start, end = widen_to_characters(body, match.start, min(match.end, len(body)))
            if last is not None and self._belong_together(last, start, end, body):
                last = Match(last.start, max(last.end, end), last.words | match.words)
                continue
            if last is not None:
                yield last
            last = Match(start, end, match.words) if start < end else None
        if last is not None:
            yield last

    def _belong_together(self, last: Match, start: int, end: int, body: str) -> bool:
        if start < last.end:
            return True
        if start - last.end > LONGEST_GAP or end - last.start > LONGEST_MERGED:
            return False
        return _GAP.fullmatch(body, last.end, start) is not None


def read_terms(analyzer: Analyzer, text: str) -> StoredTerms:
    """The terms of a text that is not stored as a passage, for marking words in it."""
    analysis = analyzer.analyze(text)
    streams = {name_term_field(Part.BODY, stream): analysis.write_stream(stream) for stream in Stream}
    return StoredTerms(streams, [(term.start, term.end) for term in analysis.terms])


def _number_forms(terms: Sequence[Term], stream: Stream) -> dict[str, int]:
    """Each form with the number of the first term that has it: a word that is asked twice is one word."""
    numbers: dict[str, int] = {}
    for number, term in enumerate(terms):
        for form in term.whole_forms(stream):
            numbers.setdefault(form, number)
    return numbers


def _iter_known(stream: str, known: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Positions of the stream that hold known forms, and the forms. Looked for, not read: few words match."""
    for form in known:
        place = counted = 0
        start = stream.find(form)
        while start >= 0:
            end = start + len(form)
            if (start == 0 or stream[start - 1] in _BORDERS) and (end == len(stream) or stream[end] in _BORDERS):
                place += stream.count(" ", counted, start)
                counted = start
                yield place, form
            start = stream.find(form, end)


def _iter_places(words: Sequence[str], phrase: Sequence[frozenset[str]]) -> Iterator[int]:
    """Positions where each of the phrase's terms has a form, one after the other."""
    for place in range(len(words) - len(phrase) + 1):
        here = words[place : place + len(phrase)]
        if all(
            not forms.isdisjoint(word.split(ALTERNATIVE_SEPARATOR)) for forms, word in zip(phrase, here, strict=True)
        ):
            yield place


def _is_joined(place: int, offsets: Sequence[Stretch], body: str) -> bool:
    """Whether the next position goes on the same run of letters and signs."""
    if place + 1 >= len(offsets):
        return False
    gap = body[offsets[place][1] : offsets[place + 1][0]]
    return len(gap) <= LONGEST_GAP and not _SPACES.search(gap)


def _is_shorter_chinese(surface: str, form: str) -> bool:
    return len(form) < len(surface) and _HAN_RUN.fullmatch(surface) is not None
