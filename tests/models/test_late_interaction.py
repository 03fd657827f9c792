"""MaxSim over compressed token vectors."""

from __future__ import annotations

import numpy as np
import pytest

from models.hash_embedder import HashEmbedder
from models.late_interaction import LateInteractionReranker, max_sim, score_candidates
from models.loading import load_reranker
from models.protocols import RerankCandidate, Vectors
from models.token_vectors import TokenBasis
from settings import read_settings

from .test_token_vectors import draw_vectors


@pytest.fixture(scope="module")
def basis() -> TokenBasis:
    return TokenBasis.fit([draw_vectors(300, seed) for seed in range(10)], 48, 4)


def compare_slowly(question: Vectors, passage: Vectors) -> float:
    """MaxSim as its definition says it, in loops."""
    best = [max(float(word @ token) for token in passage) for word in question]
    return sum(best) / len(best)


@pytest.mark.parametrize("bits", [2, 3, 4, 8])
def test_scores_equal_the_definition(bits: int) -> None:
    basis = TokenBasis.fit([draw_vectors(300, seed) for seed in range(10)], 48, bits)
    question = draw_vectors(5, 100)
    payloads = {str(seed): basis.compress(draw_vectors(3 + seed, seed)) for seed in range(8)}
    reranked = score_candidates(
        question, [RerankCandidate(id_, "", payload) for id_, payload in payloads.items()], basis
    )
    assert reranked.reason is None
    for id_, payload in payloads.items():
        assert reranked.scores[id_] == pytest.approx(compare_slowly(question, basis.expand(payload)), abs=1e-4)


def test_blocks_change_nothing(basis: TokenBasis, monkeypatch: pytest.MonkeyPatch) -> None:
    candidates = [RerankCandidate(str(seed), "", basis.compress(draw_vectors(20 + seed, seed))) for seed in range(12)]
    whole = score_candidates(draw_vectors(4, 100), candidates, basis).scores
    monkeypatch.setattr("models.late_interaction.BLOCK_TOKENS", 50)
    assert score_candidates(draw_vectors(4, 100), candidates, basis).scores == pytest.approx(whole, abs=1e-5)


def test_compressed_scores_follow_exact_ones(basis: TokenBasis) -> None:
    """Passages that share 0 to 29 tokens with the question, up to noise."""
    question = draw_vectors(30, 100)
    exact, candidates = [], []
    for shared in range(30):
        passage = np.vstack([question[:shared], draw_vectors(60 - shared, shared)])
        exact.append(max_sim(question, passage))
        candidates.append(RerankCandidate(str(shared), "", basis.compress(passage)))
    scores = score_candidates(question, candidates, basis).scores
    assert np.corrcoef(exact, [scores[str(shared)] for shared in range(30)])[0, 1] > 0.99


def test_candidates_that_cannot_be_scored_are_left_out_with_the_reason(basis: TokenBasis) -> None:
    vectors = draw_vectors(6, 1)
    foreign = TokenBasis.fit([draw_vectors(300, 50)], 48, 4).compress(vectors)
    payloads = {"good": basis.compress(vectors), "none": None, "cut": basis.compress(vectors)[:-5], "foreign": foreign}
    candidates = [RerankCandidate(id_, "", payload) for id_, payload in payloads.items()]
    reranked = score_candidates(draw_vectors(3, 2), candidates, basis)
    assert list(reranked.scores) == ["good"]
    assert reranked.reason == (
        "1 of 4 candidates have no token vectors; 2 of 4 have token vectors that are damaged or of another basis."
    )


def test_no_candidates_and_no_question_tokens_give_no_scores(basis: TokenBasis) -> None:
    assert score_candidates(draw_vectors(3, 2), [], basis).scores == {}
    empty = score_candidates(
        draw_vectors(3, 2)[:0], [RerankCandidate("a", "", basis.compress(draw_vectors(2, 1)))], basis
    )
    assert (empty.scores, empty.reason) == ({}, "The question has no tokens.")


def test_reranker_prefers_the_passage_with_the_questions_words() -> None:
    embedder = HashEmbedder()
    reranker = load_reranker(read_settings(reranker="late-interaction"), embedder)
    assert isinstance(reranker, LateInteractionReranker)
    assert reranker.reads_token_vectors
    texts = ["Возврат денег занимает десять дней", "Отпуск длится двадцать восемь дней", "Столица Франции"]
    vectors = embedder.embed_passages(texts, with_tokens=True).token_vectors or []
    basis = TokenBasis.fit(vectors * 50, 64, 4)
    candidates = [RerankCandidate(text, "", basis.compress(item)) for text, item in zip(texts, vectors, strict=True)]
    scores = reranker.with_basis(basis).rerank("сколько длится отпуск", candidates, budget_ms=100).scores
    assert max(scores, key=scores.__getitem__) == texts[1]


def test_reranker_without_a_basis_gives_the_reason() -> None:
    reranked = LateInteractionReranker(HashEmbedder()).rerank("вопрос", [], budget_ms=1)
    assert reranked.scores == {}
    assert "NAKHODKA_TOKEN_VECTORS" in (reranked.reason or "")


def test_no_reranker_when_none_is_asked_for() -> None:
    assert load_reranker(read_settings(reranker="none"), HashEmbedder()) is None
