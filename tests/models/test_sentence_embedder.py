"""What surrounds the forward pass: prefixes, refusals, counts, lengths."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from models.errors import EmptyTextError, ModelError
from models.model_facts import ModelFacts, build_identity
from models.sentence_embedder import SentenceEmbedder, TextStates
from models.tokenizing import TextTokenizer, TokenizedText
from settings import read_settings

FACTS = ModelFacts(
    dimension=2, token_dimension=2, pooling="mean", pools_prefix=True, normalized=True, similarity="cosine",
    query_prefix="query: ", passage_prefix="passage: ", max_tokens=16, pads_left=False, padding_id=0, lower_case=False,
    plain=True,
)  # fmt: skip
FACTS_FIELDS = {name: getattr(FACTS, name) for name in ModelFacts.__dataclass_fields__}


class SpyForward:
    """Remembers what it was given; a token's state is (its id, 1)."""

    label = "spy"

    def __init__(self) -> None:
        self.seen: list[TokenizedText] = []

    def run(self, batch: Sequence[TokenizedText], *, with_states: bool) -> list[TextStates]:
        self.seen.extend(batch)
        results = []
        for text in batch:
            states = np.stack([text.ids, np.ones_like(text.ids)], axis=1).astype(np.float32)
            results.append(TextStates(states.mean(axis=0), states if with_states else None))
        return results


def build_embedder(tokenizer: Any, facts: ModelFacts = FACTS, forward: Any = None, **changes: Any) -> SentenceEmbedder:
    identity = build_identity(read_settings(**changes), "r1", facts)
    tokens = TextTokenizer(tokenizer, max_tokens=identity.max_tokens)
    return SentenceEmbedder(identity, facts, tokens, forward or SpyForward(), batch_size=2)


def read_seen(tokenizer: Any, spy: SpyForward) -> list[str]:
    return [" ".join(tokenizer.id_to_token(int(number)) for number in text.ids) for text in spy.seen]


def test_each_role_gets_its_prefix_once(tokenizer: Any) -> None:
    """D8: passages start with "passage: ", questions with "query: ", before everything else."""
    spy = SpyForward()
    embedder = build_embedder(tokenizer, forward=spy)
    embedder.embed_passages(["договор аренды"])
    embedder.embed_questions(["договор аренды"])
    assert read_seen(tokenizer, spy) == [
        "[CLS] passage : договор аренды [SEP]",
        "[CLS] query : договор аренды [SEP]",
    ]


def test_settings_override_prefixes_and_the_identity_says_so(tokenizer: Any) -> None:
    spy = SpyForward()
    embedder = build_embedder(tokenizer, forward=spy, embedding_query_prefix="search ", embedding_passage_prefix="")
    embedder.embed_questions(["сервер"])
    embedder.embed_passages(["сервер"])
    assert read_seen(tokenizer, spy) == ["[CLS] search сервер [SEP]", "[CLS] сервер [SEP]"]
    assert (embedder.identity.query_prefix, embedder.identity.passage_prefix) == ("search ", "")
    assert embedder.identity != build_embedder(tokenizer).identity


@pytest.mark.parametrize(
    "changes",
    [
        {"embedding_model": "other"},
        {"embedding_query_prefix": ""},
        {"embedding_passage_prefix": ""},
        {"embedding_pooling": "cls"},
        {"embedding_max_tokens": 32, "passage_tokens": 32, "passage_min_tokens": 1},
    ],
)
def test_identity_differs_with_everything_that_changes_a_vector(tokenizer: Any, changes: dict[str, Any]) -> None:
    """C9: also where the dimension stays the same, which the engine would not notice."""
    facts = ModelFacts(**{**FACTS_FIELDS, "max_tokens": 64})
    assert build_embedder(tokenizer, facts, **changes).identity != build_embedder(tokenizer, facts).identity


def test_identity_is_equal_for_equal_settings(tokenizer: Any) -> None:
    assert build_embedder(tokenizer).identity == build_embedder(tokenizer).identity


def test_revision_is_part_of_the_identity() -> None:
    settings = read_settings()
    assert build_identity(settings, "a", FACTS) != build_identity(settings, "b", FACTS)


@pytest.mark.parametrize("blank", ["", "  \n"])
def test_blank_text_is_not_embedded(tokenizer: Any, blank: str) -> None:
    spy = SpyForward()
    with pytest.raises(EmptyTextError):
        build_embedder(tokenizer, forward=spy).embed_passages(["сервер", blank])
    assert not spy.seen


def test_no_texts_give_no_vectors(tokenizer: Any) -> None:
    embedded = build_embedder(tokenizer).embed_passages([], with_tokens=True)
    assert embedded.vectors.shape == (0, 2)
    assert (embedded.token_vectors, embedded.token_counts, embedded.truncated) == ([], [], 0)


def test_truncation_is_counted_and_logged(tokenizer: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        embedded = build_embedder(tokenizer).embed_passages(["сервер", "ошибка " * 40, "возврат"])
    assert embedded.truncated == 1
    assert embedded.token_counts == [5, 44, 5]
    assert "1 of 3 texts have more than the 16 tokens" in caplog.text


def test_token_vectors_leave_out_prefix_and_markers_and_have_length_one(tokenizer: Any) -> None:
    embedded = build_embedder(tokenizer).embed_questions(
        ["мама мыла", "раму", "договор аренды сервер"], with_tokens=True
    )
    assert embedded.token_vectors is not None
    assert [len(item) for item in embedded.token_vectors] == [2, 1, 3]
    ids = [tokenizer.token_to_id(word) for word in ("мама", "мыла")]
    ratios = embedded.token_vectors[0][:, 0] / embedded.token_vectors[0][:, 1]
    assert ratios == pytest.approx(ids, rel=1e-5)
    for item in embedded.token_vectors:
        assert np.linalg.norm(item, axis=1) == pytest.approx(1)


def test_token_vectors_are_given_only_when_asked_for(tokenizer: Any) -> None:
    assert build_embedder(tokenizer).embed_passages(["сервер"]).token_vectors is None


def test_model_whose_tokens_have_another_dimension_gives_none(tokenizer: Any) -> None:
    embedder = build_embedder(tokenizer, ModelFacts(**{**FACTS_FIELDS, "token_dimension": 3}))
    assert not embedder.gives_token_vectors
    assert embedder.embed_passages(["сервер"], with_tokens=True).token_vectors is None


def test_dot_product_models_keep_their_lengths(tokenizer: Any) -> None:
    facts = ModelFacts(**{**FACTS_FIELDS, "similarity": "dot", "normalized": False})
    embedder = build_embedder(tokenizer, facts)
    assert (embedder.space, embedder.identity.normalized) == ("innerproduct", False)
    assert np.linalg.norm(embedder.embed_passages(["сервер"]).vectors[0]) > 1


def test_vectors_that_are_no_numbers_are_refused(tokenizer: Any) -> None:
    class Overflown(SpyForward):
        def run(self, batch: Sequence[TokenizedText], *, with_states: bool) -> list[TextStates]:
            return [TextStates(np.array([np.nan, 1], np.float32), None) for _ in batch]

    with pytest.raises(ModelError, match="NAKHODKA_PRECISION=float32"):
        build_embedder(tokenizer, forward=Overflown()).embed_passages(["сервер"])
