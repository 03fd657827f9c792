"""Cross-encoders loaded by sentence-transformers: raw scores of pairs, and checks that the scores mean something."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from models.errors import ModelError
from models.model_source import ModelSource
from models.pair_windows import Offsets
from models.processor import Precision
from models.sentence_model import quiet_transformers
from models.tokenizing import TextTokenizer

logger = logging.getLogger(__name__)

Pair = tuple[str, str]

LEAST_MARGIN: Final = 0.5  # in raw scores; trained models are several units apart, an untrained head hundredths
POSITIVE_LABELS: Final = frozenset({"relevant", "positive", "yes", "true", "entailment", "label_1", "1"})


class PairModel(Protocol):
    """A model that reads a question and a passage together. Thread-safe."""

    @property
    def label(self) -> str:
        """Number format and device, for people."""
        ...

    @property
    def room(self) -> int:
        """Tokens that question and passage may have together, markers and templates not counted."""
        ...

    def score(self, pairs: Sequence[Pair]) -> list[float]:
        """Raw scores, higher is better."""
        ...

    def offsets(self, text: str) -> Offsets:
        """Start and end of every token of `text`."""
        ...


class SelfTest(NamedTuple):
    """A question with a passage that answers it and one that does not."""

    question: str
    relevant: str
    irrelevant: str


# A model passes when it gets one language right: many know English only.
SELF_TESTS: Final = {
    "ru": (
        SelfTest(
            "Сколько дней длится ежегодный отпуск?",
            "Ежегодный отпуск длится 28 календарных дней.",
            "Столица Франции — Париж.",
        ),
        SelfTest(
            "Как вернуть товар в магазин?",
            "Чтобы вернуть товар в магазин, заполните заявление на возврат и приложите чек.",
            "Реакция окисления идёт быстрее при повышении температуры.",
        ),
    ),
    "en": (
        SelfTest(
            "How many days of annual leave do employees get?",
            "Employees get 28 days of annual leave.",
            "Paris is the capital of France.",
        ),
        SelfTest(
            "How do I return goods to the shop?",
            "To return goods to the shop, fill in a return form and add the receipt.",
            "Oxidation is faster at a higher temperature.",
        ),
    ),
    "zh": (
        SelfTest("年假有多少天？", "员工每年享有二十八天年假。", "法国的首都是巴黎。"),
        SelfTest("如何退货？", "退货时请填写退货申请表并附上收据。", "温度升高时氧化反应加快。"),
    ),
}


class TorchPairModel:
    """A `PairModel` around a `CrossEncoder`."""

    def __init__(self, model: Any, source: ModelSource, precision: Precision, max_tokens: int) -> None:
        from tokenizers import Tokenizer

        self._model = model
        self._lock = threading.Lock()  # the tokenizer inside changes its state at every call
        self._positive = _choose_positive(model, source.name)
        self.label = f"torch {precision} on {model.device}"
        limit = min(max_tokens, int(model.max_seq_length or max_tokens))
        model.max_seq_length = limit
        copied = Tokenizer.from_str(model.tokenizer.backend_tokenizer.to_str())
        self._tokenizer = TextTokenizer(copied, max_tokens=limit)
        self.room = limit - self._count_extra()
        if self.room < 16:
            raise ModelError(f"NAKHODKA_RERANKER_MAX_TOKENS={max_tokens} leaves {self.room} tokens for text. Raise it.")

    def score(self, pairs: Sequence[Pair]) -> list[float]:
        """Raw scores in float32: after a sigmoid in half precision 9.1 and 12.3 would both be 1."""
        import torch

        options = {} if self._reads_messages() else {"processing_kwargs": {"text": {"truncation": "only_second"}}}
        with self._lock:
            scores = self._model.predict(
                list(pairs),
                batch_size=len(pairs),
                show_progress_bar=False,
                activation_fn=torch.nn.Identity(),
                **options,
            )
        if self._positive is not None:
            scores = scores[:, self._positive] - scores[:, 1 - self._positive]
        return [float(score) for score in scores]

    def offsets(self, text: str) -> Offsets:
        """Start and end of every token of `text`."""
        return self._tokenizer.offsets(text)

    def _count_extra(self) -> int:
        """Tokens of markers and templates around a pair."""
        word = "да"
        with self._lock:
            features = self._model.preprocess([(word, word)])
        return int(features["input_ids"].shape[-1]) - 2 * len(self.offsets(word))

    def _reads_messages(self) -> bool:
        return "message" in getattr(self._model[0], "modality_config", {})


def load_pair_model(source: ModelSource, device: str, precision: Precision, max_tokens: int) -> TorchPairModel:
    """The cross-encoder of `source`, from disk only, after its self-test.

    Raises ModelError when it cannot be loaded, has no trained scoring head, or cannot tell an answer from a
    sentence about something else.
    """
    import torch
    from sentence_transformers import CrossEncoder

    _refuse_headless(source)
    try:
        with quiet_transformers():
            model = CrossEncoder(
                str(source.path),
                device=device,
                local_files_only=True,
                trust_remote_code=False,
                model_kwargs={"dtype": getattr(torch, precision)},
            )
    except Exception as error:  # every layer below has its own errors
        raise ModelError(f"Reranker '{source.name}' in '{source.path}' cannot be loaded: {error}") from error
    if getattr(getattr(model, "tokenizer", None), "backend_tokenizer", None) is None:
        raise ModelError(f"Reranker '{source.name}' has no fast tokenizer (tokenizer.json). Choose another one.")
    _refuse_untrained_head(model, source)
    pair_model = TorchPairModel(model.eval(), source, precision, max_tokens)
    check_scores(pair_model, source.name)
    return pair_model


def check_scores(model: PairModel, name: str) -> None:
    """Raises ModelError unless the model repeats its scores and tells right from wrong in at least one language."""
    margins = {language: _measure_margin(model, tests) for language, tests in SELF_TESTS.items()}
    again = {language: _measure_margin(model, tests) for language, tests in SELF_TESTS.items()}
    if margins != again:
        raise ModelError(
            f"Reranker '{name}' gives other scores each time: {margins}, then {again}. Choose another one."
        )
    best = max(margins.values())
    if not best >= LEAST_MARGIN:
        raise ModelError(
            f"Reranker '{name}' does not tell an answer from a sentence about something else (least margins "
            f"{ {language: round(margin, 3) for language, margin in margins.items()} }, needed {LEAST_MARGIN}). "
            "Choose a trained cross-encoder, or set NAKHODKA_RERANKER=late-interaction."
        )


def _measure_margin(model: PairModel, tests: Sequence[SelfTest]) -> float:
    """The least difference between the score of a right and of a wrong passage."""
    pairs = [(test.question, passage) for test in tests for passage in (test.relevant, test.irrelevant)]
    scores = model.score(pairs)
    return min(right - wrong for right, wrong in zip(scores[::2], scores[1::2], strict=True))


def _choose_positive(model: Any, name: str) -> int | None:
    """The column of the positive class; None for models with a single score. Raises ModelError for other heads."""
    if model.num_labels == 1:
        return None
    if model.num_labels != 2:
        raise ModelError(f"Reranker '{name}' has {model.num_labels} labels; one score or two classes are needed.")
    labels = {int(index): str(label).lower() for index, label in model.config.id2label.items()}
    return 0 if labels.get(0) in POSITIVE_LABELS and labels.get(1) not in POSITIVE_LABELS else 1


def _refuse_headless(source: ModelSource) -> None:
    path = source.path / "config.json"
    config = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}  # else in the first module's folder
    kinds = [str(kind) for kind in config.get("architectures") or []]
    if kinds and not any(kind.endswith(("ForSequenceClassification", "ForCausalLM")) for kind in kinds):
        raise ModelError(
            f"Reranker '{source.name}' is a {kinds[0]}: a model without a scoring head, perhaps an embedding model. "
            "Choose a cross-encoder, or set NAKHODKA_RERANKER=late-interaction."
        )


def _refuse_untrained_head(model: Any, source: ModelSource) -> None:
    """Missing weights of the head would be drawn at random at every start."""
    network = model.transformers_model
    stored = _list_stored_tensors(source.path)
    if not stored or type(network).__name__.endswith("ForCausalLM"):  # there the head is shared with the word vectors
        return
    prefix = f"{network.base_model_prefix}."
    head = [name for name in network.state_dict() if not name.startswith(prefix)]
    missing = [name for name in head if not any(key == name or key.endswith(f".{name}") for key in stored)]
    if missing:
        raise ModelError(
            f"Reranker '{source.name}' has no trained scoring head: '{missing[0]}' is not among its weights. "
            "Choose a cross-encoder, or set NAKHODKA_RERANKER=late-interaction."
        )


def _list_stored_tensors(folder: Path) -> set[str]:
    """Names of the tensors in the model's safetensors files; empty when it has none."""
    from safetensors import safe_open

    names: set[str] = set()
    for path in folder.glob("*.safetensors"):
        with safe_open(path, framework="numpy") as tensors:
            names |= set(tensors.keys())
    return names
