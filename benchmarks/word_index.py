"""A set on the node for its words alone: a real index version without vectors, for one run and removed after it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.term_streams import Comparator
from benchmarks.word_entries import Entry, describe_passage
from benchmarks.word_sets import WordSet
from engine.connection import Engine
from engine.errors import translate_errors
from engine.indexes import refresh
from eval.records import Question
from indexer.bulk import BulkSender
from indexer.versions import Versions
from language.analysis import Analyzer
from mappings.meta import IndexMeta
from search.backend import SearchBackend
from search.queries import build_leg_body, build_lexical_query
from search.records import Mode, SearchRequest
from search.searcher import Searcher
from settings import NakhodkaError, Settings

PREFIX: Final = "words-bench"
DEPTH: Final = 50  # documents: recall@50
ASKED_AT_ONCE: Final = 50
USER_FILES: Final = ("synonyms_file", "protected_words_file", "chinese_words_file")

Rankings = dict[str, list[str]]
QueryBody = Mapping[str, Any]


def isolate(settings: Settings) -> Settings:
    """Settings whose indexes are this process's own, and without a user's files: rules alone are measured."""
    return settings.model_copy(
        update={"index_prefix": f"{PREFIX}-{os.getpid()}", **dict.fromkeys(USER_FILES)},
    )


@dataclass(frozen=True, slots=True)
class WordIndex:
    """The live index version of a set, with the ways to ask it."""

    engine: Engine
    settings: Settings
    set: WordSet
    name: str

    def rank_plain(self, comparator: Comparator, questions: Sequence[Question]) -> Rankings:
        """What a comparator finds: one `match` of its field."""
        return self._rank(
            {q.id: {"match": {comparator.field: {"query": comparator.write(q.question)}}} for q in questions}
        )

    def rank_terms(self, analyzer: Analyzer, questions: Sequence[Question]) -> Rankings:
        """What the product's lexical query finds for questions that are taken as they are written."""
        return self._rank({q.id: build_lexical_query(analyzer.analyze(q.question), []) for q in questions})

    def rank_understood(self, questions: Sequence[Question]) -> Rankings:
        """What the product finds by words alone, corrections of the question included."""
        searcher = Searcher(SearchBackend(self.engine, self.settings), self.settings, None, None)
        rankings = {}
        for question in questions:
            request = SearchRequest(
                question.question, (self.set.name,), mode=Mode.LEXICAL, size=DEPTH, second_stage=False
            )
            rankings[question.id] = self.set.unify(hit.document_id for hit in searcher.search(request).hits)
        return rankings

    def _rank(self, queries: Mapping[str, QueryBody | None]) -> Rankings:
        backend = SearchBackend(self.engine, self.settings)
        bodies = [(id_, build_leg_body(query, self.settings)) for id_, query in queries.items() if query is not None]
        rankings: Rankings = {id_: [] for id_ in queries}
        for start in range(0, len(bodies), ASKED_AT_ONCE):
            for leg in backend.run_legs([self.name], dict(bodies[start : start + ASKED_AT_ONCE])):
                if leg.error:
                    raise NakhodkaError(f"Question '{leg.name}' of {self.set.name} failed: {leg.error}.")
                rankings[leg.name] = self.set.unify(c.document_id for c in leg.candidates)[:DEPTH]
        return rankings


@dataclass(frozen=True, slots=True)
class PreparedSet:
    """A set ready to be sent. entries: term fields of every passage and what `comparators` have written."""

    set: WordSet
    entries: Sequence[Entry]
    comparators: Sequence[Comparator] = ()


@contextmanager
def open_word_index(engine: Engine, settings: Settings, meta: IndexMeta, prepared: PreparedSet) -> Iterator[WordIndex]:
    """An index of the set, removed with the block. settings: see `isolate`."""
    versions = Versions(engine, settings, prepared.set.name)
    try:
        name = versions.create(meta)
        _add_fields(engine, name, prepared.comparators)
        _send(engine, settings, name, prepared)
        versions.go_live(name, meta)
        refresh(engine, name)
        yield WordIndex(engine, settings, prepared.set, name)
    finally:
        versions.delete_all()


def _add_fields(engine: Engine, index: str, comparators: Sequence[Comparator]) -> None:
    """Fields of comparators have the engine's own BM25: k1 1.2, b 0.75."""
    fields = {entry.field: {"type": "text", "analyzer": entry.analyzer} for entry in comparators}
    if fields:
        with translate_errors(engine.url):
            engine.client.indices.put_mapping(index=index, body={"properties": fields})


def _send(engine: Engine, settings: Settings, index: str, prepared: PreparedSet) -> None:
    with BulkSender(engine, index, settings) as sender:
        for passage, entry in zip(prepared.set.passages, prepared.entries, strict=True):
            sender.add(passage.id, {**describe_passage(passage, prepared.set), **entry})
    if sender.refusals:
        raise NakhodkaError(f"{len(sender.refusals)} entries were refused. First: {sender.refusals[0]}.")
