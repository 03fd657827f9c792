"""Compressed token vectors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.errors import ModelError
from models.hash_embedder import HashEmbedder
from models.late_interaction import max_sim
from models.protocols import Vectors
from models.sentence_embedder import scale_to_length_one
from models.token_statistics import SAMPLE_MOST
from models.token_vectors import TokenBasis, fit_token_basis

DIMENSION = 64


def draw_vectors(count: int, seed: int, dimension: int = DIMENSION) -> Vectors:
    """Vectors of length 1 with unequal variances and a mean, like those of a model."""
    random = np.random.default_rng(seed)
    scales = np.arange(1, dimension + 1) ** -0.5
    return scale_to_length_one((random.standard_normal((count, dimension)) * scales + 0.2).astype(np.float32))


@pytest.fixture(scope="module")
def samples() -> list[Vectors]:
    return [draw_vectors(200, seed) for seed in range(20)]


@pytest.mark.parametrize(("bits", "least"), [(2, 0.90), (3, 0.96), (4, 0.985), (8, 0.999)])
def test_expanded_vectors_are_near_the_originals(samples: list[Vectors], bits: int, least: float) -> None:
    basis = TokenBasis.fit(samples, DIMENSION, bits)
    vectors = draw_vectors(300, seed=99)
    expanded = basis.expand(basis.compress(vectors))
    assert np.sum(scale_to_length_one(expanded) * vectors, axis=1).mean() >= least


@pytest.mark.parametrize(
    ("components", "bits", "size"), [(96, 4, 48), (96, 3, 36), (96, 2, 24), (96, 8, 96), (10, 3, 6)]
)
def test_token_takes_the_bytes_it_should(components: int, bits: int, size: int) -> None:
    basis = TokenBasis.fit([draw_vectors(500, 1, 128)], components, bits)
    assert basis.bytes_per_token == size
    assert len(basis.compress(draw_vectors(7, 2, 128))) == 4 + 7 * size


def test_components_beyond_the_dimension_are_left_out(samples: list[Vectors]) -> None:
    assert TokenBasis.fit(samples, 96, 4).components == DIMENSION


@given(st.sampled_from([2, 3, 4, 8]), st.integers(8, 64), st.integers(0, 5))
def test_every_code_survives_packing(bits: int, components: int, seed: int) -> None:
    """The middle of every code's interval is compressed to that code."""
    basis = TokenBasis.fit([draw_vectors(400, seed)], components, bits)
    codes = np.random.default_rng(seed).integers(0, 2**bits, (9, components))
    vectors = ((codes - 2 ** (bits - 1) + 0.5) * basis.step).astype(np.float32) @ np.linalg.pinv(basis.projection)
    payload = basis.compress(vectors.astype(np.float32) + basis.mean)
    assert np.array_equal(basis.read_codes([payload])[:, :components], codes)


def test_basis_written_and_read_is_equal(samples: list[Vectors]) -> None:
    basis = TokenBasis.fit(samples, 32, 4)
    again = TokenBasis.from_bytes(basis.to_bytes())
    payload = basis.compress(samples[0])
    assert again.identity == basis.identity
    assert again.compress(samples[0]) == payload
    assert np.array_equal(again.expand(payload), basis.expand(payload))


def test_equal_samples_give_equal_identities(samples: list[Vectors]) -> None:
    assert TokenBasis.fit(samples, 32, 4).identity == TokenBasis.fit(samples, 32, 4).identity
    others = [TokenBasis.fit(samples, 32, 3), TokenBasis.fit(samples, 40, 4), TokenBasis.fit(samples, 32, 4, seed=1)]
    assert len({TokenBasis.fit(samples, 32, 4).identity, *(basis.identity for basis in others)}) == 4


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data[:200] + b"x" + data[201:], lambda data: b""]
)
def test_damaged_basis_is_refused(samples: list[Vectors], damage: object) -> None:
    with pytest.raises(ModelError, match="damaged"):
        TokenBasis.from_bytes(damage(TokenBasis.fit(samples, 16, 4).to_bytes()))  # type: ignore[operator]


def test_vectors_of_another_basis_are_refused(samples: list[Vectors]) -> None:
    """They have the same length, so they would be scored without complaint, and wrongly."""
    basis, other = TokenBasis.fit(samples, 32, 4), TokenBasis.fit(samples, 32, 4, seed=1)
    payload = other.compress(samples[0])
    assert not basis.accepts(payload)
    with pytest.raises(ModelError, match="another basis"):
        basis.expand(payload)


@pytest.mark.parametrize("change", [lambda payload: payload[:-1], lambda payload: payload[:4], lambda payload: b""])
def test_payload_of_no_whole_token_is_not_accepted(samples: list[Vectors], change: object) -> None:
    basis = TokenBasis.fit(samples, 32, 4)
    assert not basis.accepts(change(basis.compress(samples[0])))  # type: ignore[operator]


def test_sample_is_capped(samples: list[Vectors]) -> None:
    read = 0

    def iter_samples() -> object:
        nonlocal read
        while True:
            read += 5000
            yield np.tile(samples[0], (25, 1))

    TokenBasis.fit(iter_samples(), 16, 4)  # type: ignore[arg-type]
    assert read == SAMPLE_MOST


def test_nothing_to_fit_is_an_error() -> None:
    with pytest.raises(ModelError, match="no passages"):
        TokenBasis.fit([], 16, 4)


@pytest.mark.parametrize("passages", [[], ["договор"], ["Ошибка E-1042", "Возврат денег"]])
def test_tiny_collection_still_tells_unseen_questions_apart(passages: list[str]) -> None:
    """A basis of one document's own directions would project every other word onto nothing."""
    embedder = HashEmbedder()
    samples = embedder.embed_passages(passages, with_tokens=True).token_vectors or []
    basis = fit_token_basis(embedder, samples, components=48, bits=4)
    texts = ["сервер базы данных недоступен", "стоимость услуги составляет", "королева Виктория"]
    payloads = [
        basis.compress(vectors) for vectors in embedder.embed_passages(texts, with_tokens=True).token_vectors or []
    ]
    (question,) = embedder.embed_questions(["недоступен сервер данных"], with_tokens=True).token_vectors or []
    scores = [max_sim(question, basis.expand(payload)) for payload in payloads]
    assert scores[0] > max(scores[1:]) + 0.2
