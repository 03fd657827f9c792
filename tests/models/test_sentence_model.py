"""Any model by folder or hub id: loading, identity, equality with sentence-transformers, independence of the batch."""

from __future__ import annotations

import json
import logging
import shutil
import socket
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.errors import ModelError
from models.loading import load_embedder
from models.model_source import find_missing_file, fingerprint_folder
from settings import PACKAGED_MODEL, read_settings

from .conftest import write_sentence_model

TEXTS = ["мама мыла раму", "договор аренды", "ошибка сервер " * 12, "возврат денег: search passage query", "отпуск"]


def load(model: Path | str, cache: Path, **changes: Any) -> Any:
    options = {"device": "cpu", "precision": "float32", "cache_dir": cache, **changes}
    return load_embedder(read_settings(embedding_model=str(model), **options))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def test_vectors_equal_those_of_sentence_transformers(sentence_model: Path, cache: Path) -> None:
    from sentence_transformers import SentenceTransformer

    reference = SentenceTransformer(str(sentence_model), device="cpu", local_files_only=True)
    embedder = load(sentence_model, cache)
    assert embedder.embed_passages(TEXTS).vectors == pytest.approx(reference.encode_document(TEXTS), abs=1e-5)
    assert embedder.embed_questions(TEXTS).vectors == pytest.approx(reference.encode_query(TEXTS), abs=1e-5)


def test_vector_does_not_depend_on_batch_and_padding(sentence_model: Path, cache: Path) -> None:
    """D9: a larger difference means a missing mask."""
    alone = np.stack([load(sentence_model, cache).embed_passages([text]).vectors[0] for text in TEXTS])
    for size in (2, 32):
        together = load(sentence_model, cache, embedding_batch_size=size).embed_passages(TEXTS)
        assert np.sum(alone * together.vectors, axis=1).min() >= 0.9999
    assert np.linalg.norm(alone, axis=1) == pytest.approx(1, abs=1e-5)


def test_token_vectors_do_not_depend_on_padding(sentence_model: Path, cache: Path) -> None:
    embedder = load(sentence_model, cache)
    together = embedder.embed_passages(TEXTS, with_tokens=True).token_vectors
    for text, vectors in zip(TEXTS, together, strict=True):
        assert vectors.shape == (embedder.count_tokens([text])[0], 32)
        assert vectors == pytest.approx(embedder.embed_passages([text], with_tokens=True).token_vectors[0], abs=1e-4)


def test_pooling_of_the_settings_is_used(sentence_model: Path, cache: Path) -> None:
    from sentence_transformers import SentenceTransformer

    reference = SentenceTransformer(str(sentence_model), device="cpu", local_files_only=True)
    reference[1].pooling_mode = "cls"
    embedder = load(sentence_model, cache, embedding_pooling="cls")
    assert embedder.identity.pooling == "cls"
    assert embedder.embed_passages(TEXTS).vectors == pytest.approx(reference.encode_document(TEXTS), abs=1e-5)


def test_models_of_equal_dimension_have_different_identities(sentence_model: Path, cache: Path, tmp_path: Path) -> None:
    """C9: the dangerous case, in which the engine reports no error and finds wrong neighbours."""
    here = tmp_path / "tiny"
    shutil.copytree(sentence_model, here)
    first = load(here, cache).identity
    shutil.rmtree(here)
    write_sentence_model(here, seed=5, prompts={"query": "query: ", "document": "passage: "})
    second = load(here, cache, embedding_batch_size=7).identity
    assert first.dimension == second.dimension
    assert first != second


def test_fingerprint_survives_copying(sentence_model: Path, tmp_path: Path) -> None:
    copied = tmp_path / "elsewhere"
    shutil.copytree(sentence_model, copied, copy_function=shutil.copyfile)
    assert fingerprint_folder(copied) == fingerprint_folder(sentence_model)
    (copied / "config_sentence_transformers.json").write_text("{}")
    assert fingerprint_folder(copied) != fingerprint_folder(sentence_model)


def test_same_settings_give_the_same_embedder(sentence_model: Path, cache: Path) -> None:
    assert load(sentence_model, cache) is load(sentence_model, cache)


def test_int8_agrees_with_float32_and_is_independent_of_the_batch(sentence_model: Path, cache: Path) -> None:
    """A text runs alone through ONNX Runtime, so its vector is the same to the last bit in any company."""
    exact = load(sentence_model, cache)
    small = load(sentence_model, cache, precision="int8")
    assert "int8" in small.describe()
    assert small.identity == exact.identity
    vectors = small.embed_passages(TEXTS).vectors
    assert np.sum(vectors * exact.embed_passages(TEXTS).vectors, axis=1).min() >= 0.99
    for row, text in enumerate(TEXTS):
        assert np.array_equal(small.embed_passages([text]).vectors[0], vectors[row])


def test_int8_that_differs_too_much_is_replaced_by_torch_and_says_so(
    sentence_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from models import onnx_export

    monkeypatch.setattr(onnx_export, "LEAST_COSINE", 1.01)
    with caplog.at_level(logging.WARNING):
        embedder = load(sentence_model, tmp_path, precision="auto")
    assert "torch float32" in embedder.describe()
    assert "cosine" in embedder.describe()
    assert "slower" in caplog.text
    assert len(embedder.embed_passages(TEXTS).vectors) == len(TEXTS)
    assert [path.suffix for path in (tmp_path / "models").iterdir() if path.suffix != ".lock"] == [".failed"]


def test_export_that_failed_is_not_tried_at_every_start(
    sentence_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from models import onnx_export

    monkeypatch.setattr(onnx_export, "_write_full", lambda *_: (_ for _ in ()).throw(RuntimeError("no operator")))
    assert "no operator" in load(sentence_model, tmp_path, precision="int8").describe()
    monkeypatch.setattr(onnx_export, "export_model", lambda *_: pytest.fail("was tried again"))
    again = load(sentence_model, tmp_path, precision="int8", embedding_batch_size=3)
    assert "no operator" in again.describe()


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    attempts: list[Any] = []

    def refuse(self: socket.socket, address: Any) -> None:
        attempts.append(address)
        raise OSError("network is blocked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments, **_: attempts.append(arguments) or [])
    return attempts


def test_model_that_is_not_here_is_an_error_without_a_network_attempt(no_network: list[Any], tmp_path: Path) -> None:
    """D10: at once, with what to do, and without waiting for a time-out."""
    with pytest.raises(ModelError, match="NAKHODKA_HUB_ACCESS=true") as caught:
        load("some-owner/some-model", tmp_path)
    assert PACKAGED_MODEL in str(caught.value)
    assert no_network == []


def test_model_in_a_folder_loads_without_a_network_attempt(
    no_network: list[Any], sentence_model: Path, tmp_path: Path
) -> None:
    assert load(sentence_model, tmp_path).embed_passages(["сервер"]).vectors.shape == (1, 32)
    assert no_network == []


@pytest.mark.parametrize("name", ["./nowhere", "/no/such/folder", "~/nothing", "a/b/c"])
def test_folder_that_does_not_exist_is_not_sought_in_a_hub(name: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="does not exist"):
        load(name, tmp_path)


def test_name_that_can_be_no_id_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="neither a folder nor"):
        load("модель с пробелами", tmp_path)


@pytest.mark.parametrize("missing", ["config.json", "model.safetensors", "tokenizer.json"])
def test_half_downloaded_folder_gives_path_and_missing_file(sentence_model: Path, tmp_path: Path, missing: str) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(sentence_model, broken)
    (broken / missing).unlink()
    with pytest.raises(ModelError) as caught:
        load(broken, tmp_path)
    assert str(broken) in str(caught.value)
    assert missing in str(caught.value)


def test_missing_part_of_weights_is_found_through_their_index(tmp_path: Path) -> None:
    index = {"weight_map": {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}}
    for name in ("config.json", "tokenizer.json", "model-00001-of-00002.safetensors"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index))
    assert find_missing_file(tmp_path) == "model-00002-of-00002.safetensors"


def test_file_that_is_no_model_is_an_error_with_its_folder(sentence_model: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(sentence_model, broken)
    (broken / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(ModelError, match="cannot be loaded"):
        load(broken, tmp_path)
