"""Suggestions while somebody types: questions, titles and headings that complete the text."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from language.analysis import Analyzer
from mappings.meta import Expected, check_searchable
from mappings.suggestions import StoredLine
from search.backend import SearchBackend, SearchBackendError
from search.line_matching import MatchedLine, match_line
from search.queries import build_filters
from search.records import RequestError
from search.suggestion_queries import build_lines_body, build_typos_body, build_word_body
from search.suggestion_records import Reading, SuggestedLine, Suggestions, SuggestRequest
from search.typed_text import Forms, TypedText, read_as_typed, read_in_other_layout
from search.typos import may_have_typos, plan_typos
from settings import Settings

LONGEST_TEXT: Final = 200  # characters, as many as the longest line has: nothing completes a longer text
MOST_SUGGESTIONS: Final = 50
WIDTH: Final = 4  # times as many lines as are asked for: the engine does not know how many typos a line has
MOST_LOOKED_UP: Final = 16  # words of the text that the engine is asked for one by one; the others count as unknown
_WITH_TYPOS: Final = {Reading.AS_TYPED: Reading.TYPOS, Reading.LAYOUT: Reading.LAYOUT_AND_TYPOS}


class Suggester:
    """Suggests lines of the collections' live index versions. Thread-safe; needs no model."""

    def __init__(self, backend: SearchBackend, settings: Settings, analyzer: Analyzer) -> None:
        self._backend = backend
        self._settings = settings
        self._analyzer = analyzer
        self._checked: frozenset[str] = frozenset()
        self._known: frozenset[str] = frozenset()

    def suggest(self, request: SuggestRequest) -> Suggestions:
        """The lines that complete the text, best first; none for a text without a word.

        The text is taken as it is typed; where no line has it so, in the other keyboard layout; then with typos. The
        engine is asked once, and a second time for typos.

        Raises RequestError for a request that cannot be meant, CollectionMissingError, IndexMismatchError, and
        EngineError or SearchBackendError when the engine cannot answer.
        """
        started = time.perf_counter()
        if not 1 <= request.size <= MOST_SUGGESTIONS:
            raise RequestError(f"size is {request.size}: ask for 1 to {MOST_SUGGESTIONS} suggestions.")
        reading, found = self._find(request)
        lines = tuple(_write(line) for line in found[: request.size])
        return Suggestions(request.text, reading, lines, (time.perf_counter() - started) * 1000)

    def _find(self, request: SuggestRequest) -> tuple[Reading | None, list[MatchedLine]]:
        filters = build_filters(request.filters)
        collections = request.collections or (self._settings.collection,)
        if not self._known.issuperset(collections):  # once for each: the aliases are asked, not the versions
            self._check_versions(collections)
        readings = self._read(request.text)
        if not readings:
            return None, []
        size = request.size * WIDTH
        words = _list_words(readings)
        answers = self._ask(
            collections,
            [
                *(build_lines_body(typed, filters, size) for typed in readings.values()),
                *(build_word_body(forms, filters) for forms in words),
            ],
        )
        found = self._choose(readings, answers[: len(readings)])
        if found or not words:
            return found or (None, [])
        known = {forms for forms, lines in zip(words, answers[len(readings) :], strict=True) if lines}
        planned = plan_typos(readings, known)
        if not planned:
            return None, []
        bodies = [build_typos_body(readings[reading], filters, size, typos) for reading, typos in planned.items()]
        answers = self._ask(collections, bodies)
        found = self._choose({reading: readings[reading] for reading in planned}, answers)
        return (_WITH_TYPOS[found[0]], found[1]) if found else (None, [])

    def _choose(
        self, readings: Mapping[Reading, TypedText], answers: Sequence[Sequence[StoredLine]]
    ) -> tuple[Reading, list[MatchedLine]] | None:
        """The first reading that some line answers, with its lines, best first."""
        for (reading, typed), lines in zip(readings.items(), answers, strict=True):
            matched = [match_line(typed, line, self._analyzer) for line in lines]
            found = sorted((line for line in matched if line is not None), key=lambda line: line.merit)
            if found:
                return reading, found
        return None

    def _read(self, text: str) -> dict[Reading, TypedText]:
        if len(text) > LONGEST_TEXT:
            return {}
        sound = text.encode("utf-8", "ignore").decode()  # without halves of characters
        readings = {
            Reading.AS_TYPED: read_as_typed(sound, self._analyzer),
            Reading.LAYOUT: read_in_other_layout(sound, self._analyzer),
        }
        return {reading: typed for reading, typed in readings.items() if typed is not None}

    def _ask(self, collections: Sequence[str], bodies: Sequence[dict[str, Any]]) -> list[list[StoredLine]]:
        try:
            answers = self._backend.find_lines(collections, bodies)
        except SearchBackendError:
            self._backend.forget_versions()
            self._check_versions(collections)  # says what is wrong where it is the collection
            raise
        for index in {index for answer in answers for index, _ in answer} - self._checked:
            self._check(index)  # a new version has taken the place of the one before
        return [[line for _, line in answer] for answer in answers]

    def _check_versions(self, collections: Sequence[str]) -> None:
        """Raises CollectionMissingError or IndexMismatchError where lines cannot be found rightly."""
        for index in self._backend.resolve(collections):
            self._check(index)
        self._known |= set(collections)

    def _check(self, index: str) -> None:
        meta = self._backend.read_meta(index)
        # No vector is compared, so any model will do.
        check_searchable(index, meta, Expected(self._analyzer.fingerprint, meta.embedding, meta.chunking))
        self._checked |= {index}


def _list_words(readings: Mapping[Reading, TypedText]) -> list[Forms]:
    """The words of a text that may have typos: whether a line has each is asked at once, in case none has them all."""
    words = dict.fromkeys(forms for typed in readings.values() for forms in typed.iter_words())
    return list(words)[:MOST_LOOKED_UP] if any(map(may_have_typos, words)) else []


def _write(matched: MatchedLine) -> SuggestedLine:
    line = matched.line
    return SuggestedLine(line.text, line.kind, matched.matches, line.collection, line.document_id, line.source)
