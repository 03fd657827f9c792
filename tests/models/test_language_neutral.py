"""The language is taken out of vectors; what they say stays."""

from __future__ import annotations

import numpy as np
import pytest

from models.hash_embedder import HashEmbedder
from models.language_neutral import LanguageNeutralEmbedder, find_language_directions, take_out
from models.loading import load_embedder
from models.parallel_sentences import PARALLEL_QUESTIONS, PARALLEL_STATEMENTS
from settings import read_settings

PAIRS = (
    ("Сколько дней хранится заказ?", "How many days is an order kept?", "订单保留多少天？"),
    ("Длинный кабель не поддерживается.", "Long cables are not supported.", "不支持长电缆。"),
    ("Собака лает на почтальона.", "The dog barks at the postman.", "狗对着邮递员叫。"),
    ("Отчёт подписывает главный бухгалтер.", "The chief accountant signs the report.", "报告由总会计师签字。"),
)  # fmt: skip


def test_directions_are_orthonormal_and_one_fewer_than_languages() -> None:
    directions = find_language_directions(HashEmbedder())
    assert directions.shape == (2, HashEmbedder().identity.dimension)
    assert np.allclose(directions @ directions.T, np.eye(2), atol=1e-5)


def test_whole_strength_leaves_nothing_in_the_directions_and_length_one() -> None:
    generator = np.random.default_rng(1)
    directions = np.linalg.qr(generator.standard_normal((8, 2)))[0].T.astype(np.float32)
    neutral = take_out(generator.standard_normal((5, 8)).astype(np.float32), directions, 1.0)
    assert np.allclose(neutral @ directions.T, 0, atol=1e-5)
    assert np.allclose(np.linalg.norm(neutral, axis=1), 1, atol=1e-5)


def test_strength_zero_changes_nothing() -> None:
    vectors = np.eye(3, dtype=np.float32)
    assert np.allclose(take_out(vectors, vectors[:1], 0.0), vectors)


def test_identity_tells_vectors_with_and_without_language_apart() -> None:
    embedder = HashEmbedder()
    assert LanguageNeutralEmbedder(embedder, 0.7).identity != embedder.identity
    assert LanguageNeutralEmbedder(embedder, 0.7).identity != LanguageNeutralEmbedder(embedder, 0.5).identity


def test_sentences_are_parallel() -> None:
    assert all(len(set(sentences)) == 3 for sentences in (*PARALLEL_STATEMENTS, *PARALLEL_QUESTIONS))


@pytest.mark.model
def test_translations_come_closer_together_than_sentences_of_one_language() -> None:
    """With the packaged model as it is, the nearest neighbour of most sentences is one in the same language."""
    plain = load_embedder(read_settings(embedding_language_neutral=0.0))
    neutral = load_embedder(read_settings())
    assert neutral.identity.language_neutral
    texts = [text for pair in PAIRS for text in pair]
    pairs = np.repeat(np.arange(len(PAIRS)), 3)
    right = [_count_translations_first(embedder.embed_passages(texts).vectors, pairs) for embedder in (plain, neutral)]
    assert right[1] > right[0]
    assert right[1] >= len(texts) - 1


def _count_translations_first(vectors: np.ndarray, pairs: np.ndarray) -> int:
    similarity = vectors @ vectors.T
    np.fill_diagonal(similarity, -1)
    return int((pairs[similarity.argmax(axis=1)] == pairs).sum())
