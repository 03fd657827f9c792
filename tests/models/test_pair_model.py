"""Cross-encoders from disk: which are accepted, and that their scores are raw and whole."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from models.cross_encoder import CrossEncoderReranker
from models.errors import ModelError
from models.hash_embedder import HashEmbedder
from models.loading import load_reranker
from models.model_source import ModelSource, find_model
from models.pair_model import SELF_TESTS, Pair, TorchPairModel, check_scores, load_pair_model
from models.protocols import RerankCandidate
from settings import read_settings

from .conftest import write_cross_encoder, write_sentence_model

STEPS = 60


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_cross_encoder(tmp_path_factory.mktemp("cross") / "trained", steps=STEPS)


def find(folder: Path) -> ModelSource:
    return find_model(str(folder), None, read_settings(cache_dir=folder))


def load(folder: Path, max_tokens: int = 128) -> TorchPairModel:
    return load_pair_model(find(folder), "cpu", "float32", max_tokens)


def test_trained_cross_encoder_reranks(trained: Path) -> None:
    settings = read_settings(reranker=str(trained), device="cpu", reranker_max_tokens=128)
    reranker = load_reranker(settings, HashEmbedder())
    assert isinstance(reranker, CrossEncoderReranker)
    assert not reranker.reads_token_vectors
    assert load_reranker(settings, HashEmbedder()) is reranker
    test = SELF_TESTS["ru"][0]
    candidates = [RerankCandidate("wrong", test.irrelevant, None), RerankCandidate("right", test.relevant, None)]
    scores = reranker.rerank(test.question, candidates, budget_ms=60_000).scores
    assert scores["right"] > scores["wrong"] + 0.5


def test_scores_are_raw_and_equal_those_of_transformers(trained: Path) -> None:
    """D4: a sigmoid would put them between 0 and 1, in half precision many at exactly 1."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    pairs = [(test.question, text) for test in SELF_TESTS["ru"] for text in test[1:]]
    tokens = AutoTokenizer.from_pretrained(trained)
    model = AutoModelForSequenceClassification.from_pretrained(trained).eval()
    encoded = tokens([left for left, _ in pairs], [right for _, right in pairs], padding=True, return_tensors="pt")
    with torch.inference_mode():
        expected = model(**encoded).logits[:, 0].tolist()
    scores = load(trained).score(pairs)
    assert scores == pytest.approx(expected, abs=1e-4)
    assert max(scores) > 1 or min(scores) < 0


def test_room_leaves_space_for_markers(trained: Path) -> None:
    assert load(trained, max_tokens=64).room == 64 - 3


def test_pair_that_is_too_long_loses_the_end_of_the_passage(trained: Path) -> None:
    """D1: `only_second`; this is the net below the windows."""
    model = load(trained, max_tokens=40)
    long = "договор аренды " * 100
    assert model.score([("сервер ошибка", long)]) == pytest.approx(
        model.score([("сервер ошибка", long[:-200])]), abs=1e-5
    )


def test_two_labels_use_the_positive_class(tmp_path: Path) -> None:
    """D7: class 1 where nothing else is said."""
    check_scores(load(write_cross_encoder(tmp_path / "two", labels=2, steps=STEPS)), "two")


def test_name_of_the_positive_class_is_heeded(tmp_path: Path) -> None:
    named = {"id2label": {0: "relevant", 1: "irrelevant"}, "label2id": {"relevant": 0, "irrelevant": 1}}
    load(write_cross_encoder(tmp_path / "named", labels=2, steps=STEPS, flip=True, **named))


def test_three_labels_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="3 labels"):
        load(write_cross_encoder(tmp_path / "three", labels=3))


def test_embedding_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="without a scoring head"):
        load(write_sentence_model(tmp_path / "embedder"))


def test_head_that_would_be_drawn_at_random_is_refused(tmp_path: Path) -> None:
    from safetensors.numpy import load_file, save_file

    folder = write_cross_encoder(tmp_path / "headless")
    weights = load_file(folder / "model.safetensors")
    kept = {name: tensor for name, tensor in weights.items() if not name.startswith("classifier")}
    save_file(kept, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelError, match=r"classifier\.\w+' is not among its weights"):
        load(folder)


def test_untrained_head_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="does not tell an answer"):
        load(write_cross_encoder(tmp_path / "untrained"))


def test_reversed_scores_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="does not tell an answer"):
        load(write_cross_encoder(tmp_path / "reversed", steps=STEPS, flip=True))


def test_missing_cross_encoder_is_an_error_at_once() -> None:
    with pytest.raises(ModelError, match="NAKHODKA_HUB_ACCESS"):
        load_reranker(read_settings(reranker="owner/unheard-of-reranker", device="cpu"), HashEmbedder())


class UnsteadyModel:
    """Gives every call a little more."""

    label = "unsteady"
    room = 100

    def __init__(self) -> None:
        self.calls = 0

    def score(self, pairs: Sequence[Pair]) -> list[float]:
        self.calls += 1
        right = {test.relevant for tests in SELF_TESTS.values() for test in tests}
        return [(5 + self.calls / 10) * (passage in right) for _, passage in pairs]

    def offsets(self, text: str) -> list[tuple[int, int]]:
        return []


def test_model_that_does_not_repeat_its_scores_is_refused() -> None:
    with pytest.raises(ModelError, match="other scores each time"):
        check_scores(UnsteadyModel(), "unsteady")


def test_model_that_knows_one_language_is_accepted() -> None:
    class English(UnsteadyModel):
        def score(self, pairs: Sequence[Pair]) -> list[float]:
            right = {test.relevant for test in SELF_TESTS["en"]}
            return [float(passage in right) for _, passage in pairs]

    check_scores(English(), "english")


def test_sigmoid_in_half_precision_would_make_ties() -> None:
    """D4, the reason for raw scores: three logits, one value."""
    squashed = [np.float16(1) / (np.float16(1) + np.float16(math.exp(-logit))) for logit in (9.1, 12.3)]
    assert squashed[0] == squashed[1] == 1
