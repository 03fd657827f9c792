"""The embedder without meaning."""

from __future__ import annotations

import logging
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.errors import EmptyTextError
from models.hash_embedder import HashEmbedder, embed_word
from models.loading import load_embedder
from settings import HASH_MODEL, read_settings


def test_it_says_that_it_knows_no_meaning(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        embedder = HashEmbedder()
    assert "not meanings" in caplog.text
    assert "WITHOUT MEANING" in embedder.describe()


def test_settings_choose_it() -> None:
    embedder = load_embedder(read_settings(embedding_model=HASH_MODEL, embedding_query_prefix="q: "))
    assert (embedder.identity.model, embedder.identity.query_prefix) == (HASH_MODEL, "q: ")


def test_vectors_are_the_same_on_every_machine() -> None:
    signs = np.sign(embed_word("ошибка")[:16]).astype(int).tolist()
    assert signs == [-1, 1, -1, -1, -1, -1, 1, 0, 1, -1, 0, -1, 1, 1, 0, -1]


def test_forms_of_a_word_are_nearer_than_other_words() -> None:
    first, second, other = HashEmbedder().embed_passages(["договор", "договора", "сервер"]).vectors
    assert first @ second > 0.4 > first @ other


@given(st.lists(st.text(max_size=60)))
def test_counter_counts_as_the_embedder_does(texts: list[str]) -> None:
    embedder = HashEmbedder()
    counter = pickle.loads(pickle.dumps(embedder.token_counter()))
    assert counter.count_tokens(texts) == embedder.count_tokens(texts)
    assert [counter.token_offsets(text) for text in texts] == [embedder.token_offsets(text) for text in texts]


@given(st.text(min_size=1, max_size=60))
def test_vector_has_length_one_or_the_text_is_refused(text: str) -> None:
    embedder = HashEmbedder()
    if not embedder.token_offsets(text):
        with pytest.raises(EmptyTextError):
            embedder.embed_passages([text])
        return
    embedded = embedder.embed_passages([text], with_tokens=True)
    assert np.linalg.norm(embedded.vectors[0]) == pytest.approx(1, abs=1e-4)
    assert embedded.token_vectors is not None
    assert len(embedded.token_vectors[0]) == embedder.count_tokens([text])[0]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("мама мыла", ["мама", "мыла"]),
        ("我爱北京", ["我", "爱", "北", "京"]),
        ("E-1042 北京API", ["E", "-", "1042", "北", "京", "API"]),
    ],
)
def test_tokens_are_words_han_characters_and_signs(text: str, tokens: list[str]) -> None:
    assert [text[start:end] for start, end in HashEmbedder().token_offsets(text)] == tokens


def test_long_texts_are_cut_and_counted() -> None:
    embedded = HashEmbedder(max_tokens=12).embed_passages(["раз " * 11, "два"], with_tokens=True)
    assert (embedded.truncated, embedded.token_counts) == (1, [13, 3])
    assert embedded.token_vectors is not None
    assert len(embedded.token_vectors[0]) == 10


def test_no_texts_give_no_vectors() -> None:
    assert HashEmbedder().embed_questions([]).vectors.shape == (0, 64)
