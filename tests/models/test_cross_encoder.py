"""Reranking with a cross-encoder: right scores at right passages, long texts, time."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Sequence

import pytest

from models.cross_encoder import CrossEncoderReranker
from models.pair_model import Pair
from models.pair_windows import MOST_WINDOWS
from models.protocols import RerankCandidate

WORD = re.compile(r"\S+")
AMPLE_MS = 60_000.0
ROOM = 500


class FakePairModel:
    """A token is a word; scores come from a function of question and passage. Refuses what would not fit."""

    label = "fake"

    def __init__(self, score: Callable[[str, str], float], room: int = ROOM, seconds: float = 0) -> None:
        self.room = room
        self.batches: list[list[Pair]] = []
        self._score = score
        self._seconds = seconds

    def score(self, pairs: Sequence[Pair]) -> list[float]:
        self.batches.append(list(pairs))
        time.sleep(self._seconds)
        for question, passage in pairs:
            assert len(question.split()) + len(passage.split()) <= self.room
        return [self._score(question, passage) for question, passage in pairs]

    def offsets(self, text: str) -> list[tuple[int, int]]:
        return [match.span() for match in WORD.finditer(text)]


def count_common(question: str, passage: str) -> float:
    return len(set(question.lower().split()) & set(passage.lower().split()))


def rerank(
    model: FakePairModel, texts: dict[str, str], question: str = "вопрос", size: int = 16, budget: float = AMPLE_MS
):
    candidates = [RerankCandidate(id_, text, None) for id_, text in texts.items()]
    return CrossEncoderReranker("fake", model, size).rerank(question, candidates, budget_ms=budget)


@pytest.mark.parametrize("size", [1, 2, 3, 16])
@pytest.mark.parametrize("order", list(itertools.permutations("xyz")))
def test_scores_belong_to_their_passages(size: int, order: tuple[str, ...]) -> None:
    """D2: whatever the batch size and the order of input, though batches are sorted by length."""
    texts = {"x": "a b c", "y": "a", "z": "a b"}
    model = FakePairModel(lambda _, passage: len(passage.split()))
    scores = rerank(model, {id_: texts[id_] for id_ in order}, size=size).scores
    assert scores == {"x": 3, "y": 1, "z": 2}


def test_negative_raw_scores_keep_their_order() -> None:
    """D3, D4: no sigmoid, no slice: the caller sorts by what the model said."""
    logits = {"a": -3.0, "b": -1.0, "c": 12.3, "d": 9.1}
    reranked = rerank(FakePairModel(lambda _, passage: logits[passage]), {id_: id_ for id_ in logits})
    assert reranked.scores == logits
    assert reranked.reason is None


@pytest.mark.parametrize("place", ["first", "last"])
def test_answer_at_the_end_of_a_long_passage_scores_like_one_at_its_beginning(place: str) -> None:
    """D1: the passage is longer than the model's window."""
    filler, answer = "слово " * 900, "Код ошибки E-1042 означает обрыв линии."
    texts = {"first": f"{answer} {filler}", "last": f"{filler}{answer}", "none": filler}
    reranked = rerank(FakePairModel(count_common), texts, question="что означает E-1042")
    assert reranked.scores[place] == 2
    assert reranked.scores["none"] == 0
    assert (reranked.reason, reranked.truncated) == (None, 0)


def test_sentence_on_the_border_of_windows_is_read_whole_in_one() -> None:
    room = 100 - 2 - 4
    words = [f"с{number}" for number in range(300)]
    words[room - 1 : room + 2] = ["сервер", "базы", "недоступен"]
    phrase = lambda _, passage: float("сервер базы недоступен" in passage)  # noqa: E731
    assert rerank(FakePairModel(phrase, room=100), {"a": " ".join(words)}, question="что сломалось").scores == {
        "a": 1.0
    }


def test_question_that_is_too_long_is_cut_to_half_the_window_and_reported() -> None:
    """D1: 600 tokens of question would leave nothing for the passage."""
    model = FakePairModel(count_common)
    reranked = rerank(model, {"a": "ответ"}, question="очень " * 600)
    ((question, passage),) = model.batches[0]
    assert len(question.split()) == ROOM // 2
    assert passage == "ответ"
    assert "first 250 tokens" in (reranked.reason or "")


def test_question_is_never_cut_for_a_long_passage() -> None:
    model = FakePairModel(count_common)
    question = " ".join(f"в{number}" for number in range(200))
    rerank(model, {"a": "слово " * 2000}, question=question)
    assert {pair[0] for batch in model.batches for pair in batch} == {question}


def test_endless_passage_is_read_in_part_and_counted() -> None:
    """D11: a passage of 30,000 characters must not take the time of all others."""
    model = FakePairModel(count_common, room=50)
    reranked = rerank(model, {"long": "слово " * 5000, "short": "вопрос"})
    assert sum(map(len, model.batches)) == MOST_WINDOWS + 1
    assert reranked.truncated == 1
    assert "1 of 2 candidates are so long" in (reranked.reason or "")
    assert reranked.scores == {"long": 0, "short": 1}


def test_spent_budget_leaves_the_last_candidates_out_with_the_reason() -> None:
    model = FakePairModel(lambda *_: 1.0, seconds=0.002)
    texts = {str(number): f"слово {'x ' * number}" for number in range(40)}
    reranked = rerank(model, texts, size=4, budget=1)
    assert len(model.batches) == 1
    assert len(reranked.scores) == 4
    assert set(reranked.scores) <= {str(number) for number in range(8)}  # the best of the first stage go first
    assert reranked.reason == "36 of 40 candidates were not scored within the time budget."


def test_candidate_of_which_only_some_windows_were_read_has_no_score() -> None:
    model = FakePairModel(lambda *_: 1.0, room=50, seconds=0.002)
    reranked = rerank(model, {"long": "слово " * 120}, size=1, budget=1)
    assert reranked.scores == {}
    assert "1 of 1" in (reranked.reason or "")


def test_candidate_without_text_is_left_out_with_the_reason() -> None:
    reranked = rerank(FakePairModel(lambda *_: 1.0), {"a": "слово", "b": " "})
    assert list(reranked.scores) == ["a"]
    assert reranked.reason == "1 of 2 candidates have no text."


def test_score_that_is_no_number_is_left_out() -> None:
    reranked = rerank(FakePairModel(lambda _, passage: float("nan") if passage == "b" else 1.0), {"a": "a", "b": "b"})
    assert list(reranked.scores) == ["a"]


def test_memory_that_runs_out_makes_smaller_batches() -> None:
    def score(pairs: Sequence[Pair]) -> list[float]:
        if len(pairs) > 2:
            raise RuntimeError("CUDA out of memory")
        return [float(len(passage.split())) for _, passage in pairs]

    model = FakePairModel(lambda *_: 0.0)
    model.score = score  # type: ignore[method-assign]
    texts = {str(number): "слово " * (number + 1) for number in range(10)}
    assert rerank(model, texts, size=8).scores == {str(number): number + 1 for number in range(10)}


def test_no_candidates_give_no_scores() -> None:
    assert rerank(FakePairModel(count_common), {}).scores == {}
