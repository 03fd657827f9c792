"""Reranking with a cross-encoder: question and passage read together, long passages in windows, within a time budget.

Source: Nogueira, Cho 2019, arXiv:1901.04085; the maximum over windows: Dai, Callan 2019, arXiv:1905.09217.
"""

from __future__ import annotations

import logging
import math
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from models.batching import iter_batches
from models.pair_model import PairModel
from models.pair_windows import RESERVE, CutText, cut_question, split_passage
from models.protocols import RerankCandidate, Reranked

logger = logging.getLogger(__name__)

GROUP_BATCHES: Final = 2  # sorted by length inside a group; groups keep the order, so that time goes to the best first
MILLISECONDS: Final = 1000


class Window(NamedTuple):
    """A stretch of a candidate's text; `length` in characters serves for sorting."""

    candidate: int
    text: str
    length: int


class CrossEncoderReranker:
    """A `Reranker` that reads texts."""

    reads_token_vectors = False

    def __init__(self, name: str, model: PairModel, batch_size: int) -> None:
        self.name = name
        self._model = model
        self._batch_size = batch_size

    def describe(self) -> str:
        """Model, number format and device in one line."""
        return f"{self.name}, cross-encoder, {self._model.label}"

    def rerank(self, question: str, candidates: Sequence[RerankCandidate], *, budget_ms: float) -> Reranked:
        """Raw scores by candidate id; the highest of a long passage's windows.

        Batches are started in the candidates' order until the budget is spent; the first one always runs.
        """
        cut = cut_question(question, self._model.offsets(question), self._model.room // 2)
        texts = [self._split(candidate.text, cut) for candidate in candidates]
        windows = [
            Window(number, part, len(part)) for number, text in enumerate(texts) for part in text.parts if part.strip()
        ]
        scored = self._score_within(cut.parts[0], windows, budget_ms)
        scores = _join_windows(candidates, windows, scored)
        truncated = sum(not text.whole for text in texts)
        reasons = list(_iter_reasons(cut, candidates, scores, truncated))
        if not cut.whole or truncated:
            logger.warning("Reranking: %s", "; ".join(reasons))
        return Reranked(scores, "; ".join(reasons) + "." if reasons else None, truncated)

    def _split(self, text: str, question: CutText) -> CutText:
        return split_passage(text, self._model.offsets(text), self._model.room - question.tokens - RESERVE)

    def _score_within(self, question: str, windows: Sequence[Window], budget_ms: float) -> dict[int, float]:
        """Scores by the window's position, as many as the budget allows."""
        started = time.perf_counter()
        scores: dict[int, float] = {}
        for position, score in self._iter_scores(question, windows):
            scores.update(zip(position, score, strict=True))
            if (time.perf_counter() - started) * MILLISECONDS >= budget_ms:
                break
        return scores

    def _iter_scores(self, question: str, windows: Sequence[Window]) -> Iterator[tuple[list[int], list[float]]]:
        """Positions and scores, a batch at a time."""
        size = self._batch_size * GROUP_BATCHES
        for start in range(0, len(windows), size):
            batches = iter_batches(
                windows[start : start + size],
                self._batch_size,
                lambda window: window.length,
                lambda batch: self._model.score([(question, window.text) for window in batch]),
            )
            for batch in batches:
                yield [start + position for position, _ in batch], [score for _, score in batch]


def _join_windows(
    candidates: Sequence[RerankCandidate], windows: Sequence[Window], scored: dict[int, float]
) -> dict[str, float]:
    """The best window's score of every candidate whose windows were all read, and scored with a number."""
    by_candidate: dict[int, list[float]] = defaultdict(list)
    for position, window in enumerate(windows):
        by_candidate[window.candidate].append(scored.get(position, math.nan))
    return {
        candidates[number].id: max(scores) for number, scores in by_candidate.items() if all(map(math.isfinite, scores))
    }


def _iter_reasons(
    question: CutText, candidates: Sequence[RerankCandidate], scores: dict[str, float], truncated: int
) -> Iterator[str]:
    if not question.whole:
        yield f"the question is longer than half of the model's window; its first {question.tokens} tokens were read"
    if truncated:
        yield f"{truncated} of {len(candidates)} candidates are so long that their ends were not read"
    empty = sum(not candidate.text.strip() for candidate in candidates)
    if empty:
        yield f"{empty} of {len(candidates)} candidates have no text"
    missing = len(candidates) - empty - len(scores)
    if missing > 0:
        yield f"{missing} of {len(candidates)} candidates were not scored within the time budget"
