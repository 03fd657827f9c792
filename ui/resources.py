"""What the page asks of the rest of the house, opened once for the process."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from engine.connection import Engine, connect
from language.analysis import open_analyzer
from mappings.entries import StoredDocument, StoredPassage
from search.backend import SearchBackend
from search.candidates import Key
from search.highlighting import Highlighter, read_terms
from search.index_facts import FacetValue
from search.opening import open_searcher
from search.records import SearchRequest, SearchResults, Stretch
from search.searcher import Searcher
from search.suggesting import Suggester
from search.suggestion_records import Suggestions, SuggestRequest
from search.understanding import understand
from settings import NakhodkaError, Settings, read_settings
from ui.cache import ResultCache

logger = logging.getLogger(__name__)

FACETS: Final = ("type", "language")
COLLECTIONS_KEPT_SECONDS: Final = 15.0
SHOWN_CHARACTERS: Final = 200_000  # of one document; a browser shows more only with difficulty


@dataclass(frozen=True, slots=True)
class OpenedDocument:
    """A document to be read: `text[start:end]` is shown, `matches` are stretches of `text`."""

    document: StoredDocument
    passage: StoredPassage | None
    matches: tuple[Stretch, ...]
    start: int
    end: int

    @property
    def is_cut(self) -> bool:
        return self.end - self.start < len(self.document.text)


class Desk:
    """Collections, answers and documents. One for all visitors, thread-safe; settings are those of the process.

    Models are loaded at the first question, or before it by `warm_up`; an engine or a model that could not be opened
    is tried again at the next need.
    """

    def __init__(
        self,
        settings: Settings,
        open_engine: Callable[[Settings], Engine] = connect,
        make_searcher: Callable[[Engine, Settings], Searcher] = open_searcher,
        make_backend: Callable[[Engine, Settings], SearchBackend] = SearchBackend,
    ) -> None:
        self.settings = settings
        self._open_engine = open_engine
        self._make_searcher = make_searcher
        self._make_backend = make_backend
        self._engine_lock = threading.Lock()
        self._searcher_lock = threading.Lock()
        self._engine: Engine | None = None
        self._searcher: Searcher | None = None
        self._suggester: Suggester | None = None
        self._cache = ResultCache()
        self._collections: tuple[float, list[str]] | None = None
        self._facets: dict[str, dict[str, list[FacetValue]]] = {}
        self._warmed = False

    def list_collections(self) -> list[str]:
        """Names of the collections, asked for anew every few seconds."""
        if self._collections is None or time.monotonic() - self._collections[0] > COLLECTIONS_KEPT_SECONDS:
            self._collections = (time.monotonic(), self._open_backend().list_collections())
        return self._collections[1]

    def list_facets(self, collection: str) -> Mapping[str, Sequence[FacetValue]]:
        """The values a collection can be narrowed by, counted once for each index version."""
        backend = self._open_backend()
        (index,) = backend.resolve([collection])
        if index not in self._facets:
            self._facets = {**self._facets, index: backend.list_facets(index, FACETS)}
        return self._facets[index]

    def search(self, request: SearchRequest) -> SearchResults:
        """The answer, from memory where the same was asked of the same index version a short while ago."""
        key = self._write_key(request)
        kept = self._cache.get(key)
        if kept is not None:
            return kept
        results = self.open_searcher().search(request)
        # A version may have been replaced since the key was written: the answer is that of those it names.
        self._cache.put((request, results.indexes) if results.indexes else key, results)
        return results

    def suggest(self, request: SuggestRequest) -> Suggestions:
        """What completes a text that is being typed. It needs no model, so it does not wait for any."""
        if self._suggester is None:
            self._suggester = Suggester(self._open_backend(), self.settings, open_analyzer(self.settings))
        return self._suggester.suggest(request)

    def recall(self, request: SearchRequest) -> SearchResults | None:
        """The answer if it is kept; nothing is searched."""
        return self._cache.get(self._write_key(request))

    def read_document(
        self, collection: str, document_id: str, passage_id: str | None, question: str
    ) -> OpenedDocument | None:
        """The document with the question's words found in it; None when the collection has no such document."""
        backend = self._open_backend()
        (index,) = backend.resolve([collection])
        document = backend.fetch_document(index, document_id)
        if document is None:
            return None
        passage = None
        if passage_id is not None:
            key = Key(passage_id, index)
            passage = backend.fetch_passages([key]).get(key)
        if passage is not None and passage.document_id != document_id:
            passage = None
        start, end = choose_excerpt(len(document.text), passage)
        return OpenedDocument(
            document, passage, find_matches(self.settings, question, document.text, start, end), start, end
        )

    def warm_up(self) -> None:
        """Begins to load models and dictionaries behind the page, once, so that the first question need not wait."""
        if not self._warmed:
            self._warmed = True
            threading.Thread(target=self._warm, name="warm-up", daemon=True).start()

    def open_searcher(self) -> Searcher:
        """The searcher, opened at the first call."""
        engine = self._connect()
        with self._searcher_lock:
            if self._searcher is None:
                self._searcher = self._make_searcher(engine, self.settings)
            return self._searcher

    def _warm(self) -> None:
        try:
            open_analyzer(self.settings).analyze("Первый запрос, first question, 第一个问题")
            self.open_searcher()
        except NakhodkaError as error:
            logger.warning("Not warmed up: %s", error)

    def _open_backend(self) -> SearchBackend:
        return self._make_backend(self._connect(), self.settings)

    def _connect(self) -> Engine:
        with self._engine_lock:
            if self._engine is None:
                self._engine = self._open_engine(self.settings)
            return self._engine

    def _write_key(self, request: SearchRequest) -> tuple[SearchRequest, tuple[str, ...]]:
        collections = request.collections or (self.settings.collection,)
        return request, tuple(self._open_backend().resolve(collections))


@st.cache_resource(show_spinner=False)
def open_desk() -> Desk:
    """The process's desk."""
    return Desk(read_settings())


def choose_excerpt(length: int, passage: StoredPassage | None, shown: int = SHOWN_CHARACTERS) -> Stretch:
    """The part of a long document that is shown: around the passage, else its beginning."""
    if length <= shown:
        return 0, length
    middle = (passage.start + passage.end) // 2 if passage is not None else 0
    start = min(max(0, middle - shown // 2), length - shown)
    return start, start + shown


def find_matches(settings: Settings, question: str, text: str, start: int, end: int) -> tuple[Stretch, ...]:
    """Stretches of the text, between two offsets, that the question's terms match in any form, synonyms included."""
    if not question:
        return ()
    analyzer = open_analyzer(settings)
    asked = understand(question, settings, analyzer)
    shown = text[start:end]
    highlighter = Highlighter(asked.analysis, analyzer, asked.extra_terms, asked.phrases)
    found = highlighter.find_matches(read_terms(analyzer, shown), shown)
    return tuple((match.start + start, match.end + start) for match in found)
