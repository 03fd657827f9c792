"""The second stage: the best candidates are rescored and their scores mixed with the first stage's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mappings import fields
from mappings.entries import read_binary, write_passage_text
from models.late_interaction import LateInteractionReranker
from models.protocols import Embedded, RerankCandidate, Reranker
from models.token_vectors import TokenBasis
from search.backend import SearchBackend
from search.candidates import Group, Key
from search.fusion import normalize_min_max, sort_scores
from settings import Settings


def choose_window(groups: Sequence[Group], most_passages: int) -> list[Key]:
    """The passages to be rescored: those of the first groups, as many as `most_passages`."""
    keys = [key for group in groups for key, _ in group.passages]
    return keys[:most_passages]


def mix_scores(first: Mapping[Key, float], second: Mapping[Key, float], weight: float) -> list[tuple[Key, float]]:
    """The rescored candidates, best first; score = (1 - weight) * first + weight * second, each min-max normalised.

    Only candidates of `second` come back; raw scores go in, so that nothing saturates before it is compared.
    """
    rescored_first = normalize_min_max({key: first[key] for key in second})
    rescored = normalize_min_max(second)
    return sort_scores({key: (1 - weight) * rescored_first[key] + weight * rescored[key] for key in second})


def regroup(groups: Sequence[Group], mixed: Sequence[tuple[Key, float]]) -> list[Group]:
    """Groups in the order of their best rescored passage; groups without one follow in the order they had.

    Inside a group rescored passages come first; the others keep their order after them. What was not rescored keeps
    its first-stage score, which is on another scale: order, not score, says which is better.
    """
    by_key = {key: group for group in groups for key, _ in group.passages}
    ordered: dict[int, list[tuple[Key, float]]] = {}
    for key, score in mixed:
        ordered.setdefault(id(by_key[key]), []).append((key, score))
    by_identity = {id(group): group for group in groups}
    rescored = [
        Group(group.document_id, group.index_name, (*passages, *_drop(group.passages, passages)))
        for identity, passages in ordered.items()
        for group in [by_identity[identity]]
    ]
    return [*rescored, *(group for group in groups if id(group) not in ordered)]


def _drop(passages: Sequence[tuple[Key, float]], rescored: Sequence[tuple[Key, float]]) -> list[tuple[Key, float]]:
    done = {key for key, _ in rescored}
    return [(key, score) for key, score in passages if key not in done]


class Rescored(NamedTuple):
    """Raw scores of the candidates that were scored; `reason` says why others were not."""

    scores: dict[Key, float]
    reason: str | None = None
    truncated: int = 0


class Rescorer:
    """Rescores candidates with a reranker, giving it what it reads: stored token vectors or texts. Thread-safe."""

    def __init__(
        self, backend: SearchBackend, settings: Settings, reranker: Reranker | LateInteractionReranker
    ) -> None:
        self._backend = backend
        self._budget_ms = settings.second_stage_budget_ms
        self._reranker = reranker
        self._bases: dict[str, TokenBasis | None] = {}

    @property
    def name(self) -> str:
        return self._reranker.name

    @property
    def reads_token_vectors(self) -> bool:
        """Whether the question's token vectors are needed."""
        return self._reranker.reads_token_vectors

    def rescore(self, question: str, embedded: Embedded | None, window: Sequence[Key]) -> Rescored:
        """Scores of the passages of `window`; what was not reached within the budget is left out, with the reason."""
        if isinstance(self._reranker, LateInteractionReranker):
            return self._score_token_vectors(self._reranker, embedded, window)
        return self._score_texts(question, window)

    def _score_token_vectors(
        self, reranker: LateInteractionReranker, embedded: Embedded | None, window: Sequence[Key]
    ) -> Rescored:
        if embedded is None or embedded.token_vectors is None:
            return Rescored({}, "The question has no token vectors, so its hits keep the order of the fusion.")
        stored = self._backend.fetch_fields(window, [fields.TOKEN_VECTORS])
        scores: dict[Key, float] = {}
        reasons = []
        for index in dict.fromkeys(key.index_name for key in window):
            basis = self._find_basis(index)
            if basis is None:
                reasons.append(
                    f"Index '{index}' keeps no token vectors: index it again with NAKHODKA_TOKEN_VECTORS=true."
                )
                continue
            keys = [key for key in window if key.index_name == index]
            candidates = [RerankCandidate(key.passage_id, "", _read_token_vectors(stored.get(key))) for key in keys]
            reranked = reranker.score(embedded.token_vectors[0], candidates, basis)
            scores.update({Key(id_, index): score for id_, score in reranked.scores.items()})
            reasons.extend([reranked.reason] if reranked.reason else [])
        return Rescored(scores, " ".join(reasons) or None)

    def _score_texts(self, question: str, window: Sequence[Key]) -> Rescored:
        stored = self._backend.fetch_passages(window)
        keys = {str(place): key for place, key in enumerate(window) if key in stored}
        candidates = [
            RerankCandidate(id_, write_passage_text(stored[key].heading_path, stored[key].body), None)
            for id_, key in keys.items()
        ]
        reranked = self._reranker.rerank(question, candidates, budget_ms=self._budget_ms)
        scores = {keys[id_]: score for id_, score in reranked.scores.items()}
        return Rescored(scores, reranked.reason, reranked.truncated)

    def _find_basis(self, index: str) -> TokenBasis | None:
        if index not in self._bases:
            data = self._backend.read_basis(index)
            self._bases[index] = TokenBasis.from_bytes(data) if data is not None else None
        return self._bases[index]


def _read_token_vectors(source: Mapping[str, Any] | None) -> bytes | None:
    payload = source.get(fields.TOKEN_VECTORS) if source else None
    return read_binary(payload) if payload else None
