"""`Searcher.search(request)`: the only way to search. It reads like the list of stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from engine.errors import IndexMissingError
from language.analysis import open_analyzer
from language.dictionary_files import DictionaryFileError
from mappings.entries import StoredPassage, StoredTerms
from mappings.meta import Expected, check_searchable
from models.protocols import Embedded, Embedder
from search.backend import SearchBackend, SearchBackendError
from search.candidates import Group, Key, Leg, group_by_document, rank_scores
from search.filter_values import settle_filters
from search.fusion import reciprocal_rank_fusion, sort_scores, weighted_sum
from search.highlighting import Highlighter
from search.index_facts import Clause
from search.queries import (
    build_filters,
    build_hybrid_body,
    build_leg_body,
    build_lexical_query,
    build_vector_query,
    choose_lexical_weight,
)
from search.records import (
    Hit,
    HitStages,
    Mode,
    Notice,
    PassageHit,
    RequestError,
    SearchRequest,
    SearchResults,
    StageScore,
)
from search.second_stage import Rescorer, choose_window, mix_scores, regroup
from search.snippets import cut_snippet
from search.suggesting import Suggester
from search.suggestion_records import Suggestions, SuggestRequest
from search.trace import TracedCandidate, TraceRecorder
from search.understanding import Question, understand
from settings import Settings

LEXICAL: Final = "lexical"
VECTOR: Final = "vector"
FUSION: Final = "fusion"
SECOND_STAGE: Final = "second_stage"


@dataclass(frozen=True, slots=True)
class Fused:
    """The candidates after fusion, with what each leg said of them."""

    ranking: list[tuple[Key, float]]
    documents: dict[Key, str]
    legs: dict[str, dict[Key, StageScore]]


class Searcher:
    """Answers questions from the index versions of one OpenSearch. Thread-safe.

    embedder, rescorer: None where the model could not be loaded or is switched off; `missing` then says why, to be
    told with every answer.
    """

    def __init__(
        self,
        backend: SearchBackend,
        settings: Settings,
        embedder: Embedder | None,
        rescorer: Rescorer | None,
        missing: Sequence[Notice] = (),
    ) -> None:
        self.settings = settings
        self.backend = backend
        self.embedder = embedder
        self.rescorer = rescorer
        self.missing = tuple(missing)
        self.analyzer = open_analyzer(settings)
        self.suggester = Suggester(backend, settings, self.analyzer)
        self._checked: set[tuple[str, str]] = set()

    def search(self, request: SearchRequest) -> SearchResults:
        """The documents that answer the question, best first.

        Raises RequestError for a request that cannot be meant, CollectionMissingError, IndexMismatchError, and
        EngineError when the engine cannot be asked. A leg or a model that fails is a notice, not an error.
        """
        _check_request(request)
        try:
            return _Run(self, request).answer()
        except IndexMissingError:  # an index version was replaced and removed since its name was asked for
            self.backend.forget_versions()
            return _Run(self, request, is_second=True).answer()

    def suggest(self, request: SuggestRequest) -> Suggestions:
        """What completes a text that is being typed: see `search.suggesting.Suggester.suggest`."""
        return self.suggester.suggest(request)

    def refresh_analyzer(self) -> Notice | None:
        """Takes up what has changed in the user's dictionaries; a notice where they cannot be read as they are now."""
        try:
            self.analyzer = open_analyzer(self.settings)
        except DictionaryFileError as error:
            return Notice("dictionaries", f"{error} Until then they are used as they were before.")
        return None

    def find_indexes(self, collections: Sequence[str]) -> list[str]:
        """The live index version of each collection, checked once to fit the analysis and the model in force."""
        indexes = self.backend.resolve(collections or (self.settings.collection,))
        for index in indexes:
            checked = (index, self.analyzer.fingerprint)
            if checked not in self._checked:
                self._check(index)
                self._checked.add(checked)
        return indexes

    def _check(self, index: str) -> None:
        meta = self.backend.read_meta(index)
        embedding = self.embedder.identity.as_dict() if self.embedder else meta.embedding
        check_searchable(index, meta, Expected(self.analyzer.fingerprint, embedding, meta.chunking))


class _Run:
    """One search on its way through the stages."""

    def __init__(self, searcher: Searcher, request: SearchRequest, *, is_second: bool = False) -> None:
        self._searcher = searcher
        self._is_second = is_second
        self._settings = searcher.settings
        self._request = request
        self._recorder = TraceRecorder()
        self._notices: list[Notice] = []
        self._weights: dict[str, float] = {}
        self._filters: list[Clause] = []
        self._indexes: tuple[str, ...] = ()
        outdated = searcher.refresh_analyzer()
        self._notices.extend([outdated] if outdated else [])
        self._analyzer = searcher.analyzer

    def answer(self) -> SearchResults:
        indexes = self._searcher.find_indexes(self._request.collections)
        self._indexes = tuple(indexes)
        with self._recorder.timed("understanding"):
            question = self._understand(indexes)
        self._recorder.record("understanding", entered=1, left=1, detail=question.describe())
        self._notices.extend(question.notices)
        if question.asked.is_empty:
            return self._finish(question, total=0, hits=())
        self._notices.extend(self._searcher.missing)

        embedded = self._embed(question)
        self._weights = self._choose_weights(question)
        fused = self._fuse(self._ask_legs(question, embedded, indexes))
        groups = self._group(fused)
        groups, rescored = self._rescore(question, embedded, groups, fused)
        hits = self._fetch(question, groups, fused, rescored)
        if not groups and question.operators:
            message = "No passage has all that the operators of the question ask for; leave one of them out."
            self._notices.append(Notice("operators_too_narrow", message))
        return self._finish(question, total=len(groups), hits=hits)

    def _understand(self, indexes: Sequence[str]) -> Question:
        backend, request = self._searcher.backend, self._request
        facts = backend.open_facts(indexes)
        filters, notices = settle_filters(request.filters, facts)
        self._notices.extend(notices)
        self._filters = build_filters(filters)
        return understand(
            request.question,
            self._settings,
            self._analyzer,
            backend.open_vocabulary(indexes) if request.correct else None,
            facts=facts if request.operators else None,
            filters=self._filters,
        )

    # Legs

    def _embed(self, question: Question) -> Embedded | None:
        embedder = self._searcher.embedder
        with_tokens = self._wants_second_stage() and self._rescorer_reads_tokens()
        if embedder is None or (self._request.mode is Mode.LEXICAL and not with_tokens):
            return None
        with self._recorder.timed("embedding"):
            embedded = embedder.embed_questions([question.embedded], with_tokens=with_tokens)
        self._recorder.record("embedding", entered=1, left=1, detail={"tokens": embedded.token_counts[0]})
        if embedded.truncated:
            self._notices.append(Notice("question_truncated", "The model saw only the beginning of the question."))
        return embedded

    def _build_legs(self, question: Question, embedded: Embedded | None) -> dict[str, dict[str, Any]]:
        filters = [*self._filters, *question.constraints.filters]
        legs = {}
        if self._request.mode is not Mode.VECTOR:
            lexical = build_lexical_query(question.asked, filters, question.constraints.scoring)
            if lexical is not None:
                legs[LEXICAL] = lexical
        asked = embedded if self._request.mode is not Mode.LEXICAL else None
        if asked is not None and np.any(asked.vectors[0]):  # a zero vector has no direction to compare
            k = max(self._settings.vector_search_width, self._settings.candidates)
            legs[VECTOR] = build_vector_query(asked.vectors[0].tolist(), k, filters)
        return legs

    def _ask_legs(self, question: Question, embedded: Embedded | None, indexes: Sequence[str]) -> list[Leg]:
        queries = self._build_legs(question, embedded)
        if not queries:
            return []
        with self._recorder.timed("legs"):
            if self._settings.fusion_backend == "engine" and len(queries) > 1:
                weights = [self._weights[name] for name in queries]
                body = build_hybrid_body(list(queries.values()), self._settings, weights)
                legs = [self._searcher.backend.run_hybrid(indexes, body)]
            else:
                bodies = {name: build_leg_body(query, self._settings) for name, query in queries.items()}
                legs = self._searcher.backend.run_legs(indexes, bodies)
        for leg in legs:
            self._note_leg(leg, queries.get(leg.name))
        if all(leg.error and not leg.candidates for leg in legs):
            raise SearchBackendError(
                "Every leg failed. " + " ".join(f"{leg.name}: {leg.error}." for leg in legs) + " See: nakhodka doctor"
            )
        return legs

    def _note_leg(self, leg: Leg, query: Mapping[str, Any] | None) -> None:
        self._recorder.record(
            leg.name if leg.name != FUSION else "engine_fusion",
            entered=0,
            candidates=[TracedCandidate(c.key.passage_id, c.document_id, c.score) for c in leg.candidates],
            took_ms=leg.took_ms,
            skipped=leg.error,
            detail=_shorten_vectors(query),
        )
        if leg.error:
            self._notices.append(Notice("leg_failed", f"The {leg.name} leg failed ({leg.error}); the rest answers."))
        if leg.timed_out:
            self._notices.append(
                Notice("leg_timed_out", f"The {leg.name} leg ran out of time; what it had found is used.")
            )

    # Fusion and grouping

    def _choose_weights(self, question: Question) -> dict[str, float]:
        lexical = choose_lexical_weight(question.asked, question.analysis.language, self._settings)
        whole = self._settings.weight_lexical + self._settings.weight_vector
        return {LEXICAL: lexical, VECTOR: whole - lexical}

    def _fuse(self, legs: Sequence[Leg]) -> Fused:
        with self._recorder.timed(FUSION):
            documents = {c.key: c.document_id for leg in legs for c in leg.candidates}
            lists = [[(c.key, c.score) for c in leg.candidates] for leg in legs]
            weights = [self._weights.get(leg.name, 1.0) for leg in legs]
            if len(legs) == 1:
                ranking = lists[0]  # one list needs no fusion: its own scores say more
            elif self._settings.fusion == "rrf":
                keys = [[key for key, _ in entries] for entries in lists]
                ranking = reciprocal_rank_fusion(keys, self._settings.rrf_k, weights)
            else:
                ranking = weighted_sum(lists, weights)
        self._recorder.record(
            FUSION,
            entered=sum(len(entries) for entries in lists),
            candidates=_trace(ranking, documents),
            detail={
                "method": self._settings.fusion,
                "weights": weights,
                "engine_took_ms": max((leg.request_took_ms for leg in legs), default=0.0),
            },
        )
        per_leg = {leg.name: rank_scores(entries) for leg, entries in zip(legs, lists, strict=True)}
        return Fused(ranking, documents, per_leg)

    def _group(self, fused: Fused) -> list[Group]:
        with self._recorder.timed("grouping"):
            groups = group_by_document(fused.ranking, fused.documents, self._settings.passages_per_document)
        kept = [entry for group in groups for entry in group.passages]
        self._recorder.record("grouping", entered=len(fused.ranking), candidates=_trace(kept, fused.documents))
        return groups

    # Second stage

    def _wants_second_stage(self) -> bool:
        """Asked for, or a hybrid search: a single leg is asked for to see that leg."""
        asked = self._request.second_stage
        wanted = self._request.mode is Mode.HYBRID if asked is None else asked
        return wanted and self._searcher.rescorer is not None

    def _rescorer_reads_tokens(self) -> bool:
        return self._searcher.rescorer is not None and self._searcher.rescorer.reads_token_vectors

    def _rescore(
        self, question: Question, embedded: Embedded | None, groups: list[Group], fused: Fused
    ) -> tuple[list[Group], dict[Key, StageScore]]:
        window = choose_window(groups, self._settings.rerank_candidates)
        rescorer = self._searcher.rescorer
        if rescorer is None or not self._wants_second_stage() or not window:
            reason = "nothing to rescore" if not window else "switched off"
            self._recorder.record(SECOND_STAGE, entered=0, left=0, skipped=reason)
            return groups, {}
        with self._recorder.timed(SECOND_STAGE):
            rescored = rescorer.rescore(question.embedded, embedded, window)
            mixed = mix_scores(dict(fused.ranking), rescored.scores, self._settings.second_stage_weight)
            groups = regroup(groups, mixed)
        if rescored.reason:
            self._notices.append(Notice("second_stage_partial", rescored.reason))
        raw = sort_scores(rescored.scores)
        self._recorder.record(
            SECOND_STAGE,
            entered=len(window),
            candidates=_trace(mixed, fused.documents),
            skipped=rescored.reason,
            detail={"model": rescorer.name, "truncated": rescored.truncated, "raw": [score for _, score in raw]},
        )
        ranks = {key: rank for rank, (key, _) in enumerate(mixed, start=1)}
        return groups, {key: StageScore(ranks[key], score) for key, score in raw}

    # Hits

    def _fetch(
        self, question: Question, groups: Sequence[Group], fused: Fused, rescored: Mapping[Key, StageScore]
    ) -> tuple[Hit, ...]:
        first = self._request.offset
        shown = groups[first : first + (self._request.size or self._settings.size)]
        with self._recorder.timed("fetching"):
            stored = self._searcher.backend.fetch_hits(key for group in shown for key, _ in group.passages)
        fusion = rank_scores(fused.ranking)
        with self._recorder.timed("highlighting"):
            analyzer = self._analyzer
            highlighter = Highlighter(question.analysis, analyzer, question.extra_terms, question.phrases)
            writer = _HitWriter(stored, highlighter, fused, fusion, rescored)
            hits = [writer.write(group, rank) for rank, group in enumerate(shown, start=first + 1)]
        found = tuple(hit for hit in hits if hit is not None)
        if len(found) < len(shown) and not self._is_second:
            # While an index version is being removed the engine may say of an entry only that it is not there.
            raise IndexMissingError(f"{len(shown) - len(found)} hits vanished while the answer was put together.")
        if len(found) < len(shown):
            message = f"{len(shown) - len(found)} hits vanished while the answer was put together; ask again."
            self._notices.append(Notice("hits_vanished", message))
        self._recorder.record("fetching", entered=len(groups), left=len(found))
        return found

    def _finish(self, question: Question, total: int, hits: tuple[Hit, ...]) -> SearchResults:
        trace, took_ms = self._recorder.finish()
        return SearchResults(
            id=self._request.id,
            question=self._request.question,
            understood=question.understood,
            total=total,
            hits=hits,
            notices=tuple(dict.fromkeys(self._notices)),
            took_ms=took_ms,
            trace=trace,
            indexes=self._indexes,
        )


@dataclass(frozen=True, slots=True)
class _HitWriter:
    """Writes groups as hits."""

    stored: Mapping[Key, tuple[StoredPassage, StoredTerms]]
    highlighter: Highlighter
    fused: Fused
    fusion: Mapping[Key, StageScore]
    rescored: Mapping[Key, StageScore]

    def write(self, group: Group, rank: int) -> Hit | None:
        passages = tuple(self._write_passage(key, score) for key, score in group.passages if key in self.stored)
        if not passages:
            return None
        document = next(self.stored[key][0] for key, _ in group.passages if key in self.stored)
        return Hit(
            rank=rank,
            document_id=document.document_id,
            collection=document.collection,
            source=document.source,
            source_type=document.source_type,
            title=document.title,
            created=document.created,
            modified=document.modified,
            tags=document.tags,
            score=group.score,
            passages=passages,
        )

    def _write_passage(self, key: Key, score: float) -> PassageHit:
        passage, terms = self.stored[key]
        matches = self.highlighter.find_matches(terms, passage.body)
        snippet = cut_snippet(
            passage.body,
            matches,
            source_type=passage.source_type,
            headings=(*passage.heading_path, passage.title),
            words=terms.offsets,
        )
        return PassageHit(
            passage_id=passage.passage_id,
            heading_path=passage.heading_path,
            body=passage.body,
            start=passage.start,
            end=passage.end,
            page=passage.page,
            language=passage.language,
            score=score,
            snippet=snippet.text,
            snippet_matches=snippet.matches,
            matches=tuple(match.stretch for match in matches),
            stages=HitStages(
                lexical=self.fused.legs.get(LEXICAL, {}).get(key),
                vector=self.fused.legs.get(VECTOR, {}).get(key),
                fusion=self.fusion.get(key),
                second_stage=self.rescored.get(key),
            ),
        )


def _check_request(request: SearchRequest) -> None:
    if request.size is not None and request.size < 1:
        raise RequestError(f"size is {request.size}: ask for at least 1 document.")
    if request.offset < 0:
        raise RequestError(f"offset is {request.offset}: the first page begins at 0.")


def _trace(ranking: Sequence[tuple[Key, float]], documents: Mapping[Key, str]) -> list[TracedCandidate]:
    return [TracedCandidate(key.passage_id, documents[key], score) for key, score in ranking]


def _shorten_vectors(query: Any) -> Any:
    """The query for people: a vector of hundreds of numbers tells them nothing."""
    if isinstance(query, Mapping):
        return {
            name: f"{len(value)} numbers" if name == "vector" and isinstance(value, list) else _shorten_vectors(value)
            for name, value in query.items()
        }
    return query
