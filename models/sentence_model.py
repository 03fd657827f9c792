"""Models loaded by sentence-transformers, and their forward pass in torch."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.errors import ModelError
from models.model_facts import PLAIN_POOLINGS, ModelFacts, choose_prompts
from models.model_source import ModelSource
from models.processor import Precision
from models.sentence_embedder import TextStates
from models.tokenizing import TokenizedText

logger = logging.getLogger(__name__)

UNLIMITED_TOKENS: Final = 100_000  # tokenizers without a limit say 10^30


def load_sentence_model(source: ModelSource, device: str, precision: Precision) -> Any:
    """The model as a `SentenceTransformer`, from disk only. Raises ModelError when it cannot be loaded."""
    import torch
    from sentence_transformers import SentenceTransformer

    try:
        with quiet_transformers():
            model = SentenceTransformer(
                str(source.path),
                device=device,
                local_files_only=True,
                trust_remote_code=False,
                model_kwargs={"dtype": getattr(torch, precision)},
            )
    except Exception as error:  # every layer below has its own errors
        raise ModelError(f"Model '{source.name}' in '{source.path}' cannot be loaded: {error}") from error
    _refuse_unsuited(model, source)
    return model.eval()


def read_facts(model: Any, name: str) -> ModelFacts:
    """What a loaded `SentenceTransformer` says of itself."""
    kinds = [type(module).__name__ for module in model]
    pooling = next((module for module in model if type(module).__name__ == "Pooling"), None)
    mode = getattr(pooling, "pooling_mode", "none")
    query, passage = choose_prompts(name, dict(model.prompts))
    tokenizer = model.tokenizer
    dimension = int(model.get_embedding_dimension() or 0)
    return ModelFacts(
        dimension=dimension,
        token_dimension=int(model[0].get_embedding_dimension()),
        pooling=mode if isinstance(mode, str) else "+".join(mode),
        pools_prefix=bool(getattr(pooling, "include_prompt", True)),
        normalized="Normalize" in kinds,
        similarity="dot" if model.similarity_fn_name == "dot" else "cosine",
        query_prefix=query,
        passage_prefix=passage,
        max_tokens=min(int(model.max_seq_length or UNLIMITED_TOKENS), UNLIMITED_TOKENS),
        pads_left=tokenizer.padding_side == "left",
        padding_id=int(tokenizer.pad_token_id or 0),
        lower_case=bool(getattr(model[0], "do_lower_case", False)),
        plain=kinds in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"])
        and mode in PLAIN_POOLINGS
        and getattr(pooling, "include_prompt", True),
    )


def set_pooling(model: Any, pooling: str) -> None:
    """Makes the model pool another way. Raises ModelError when it has no pooling module."""
    for module in model:
        if type(module).__name__ == "Pooling":
            module.pooling_mode = pooling
            return
    raise ModelError(f"NAKHODKA_EMBEDDING_POOLING={pooling}, but the model has no pooling module. Set it to auto.")


def get_tokenizer(model: Any) -> Any:
    """The `tokenizers.Tokenizer` inside the model's tokenizer."""
    return model.tokenizer.backend_tokenizer


@contextmanager
def quiet_transformers() -> Iterator[None]:
    """No progress bars and no load reports while a model is loaded; errors still raise."""
    from transformers.utils import logging as transformers_logging

    verbosity = transformers_logging.get_verbosity()
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    try:
        yield
    finally:
        transformers_logging.set_verbosity(verbosity)
        transformers_logging.enable_progress_bar()


class TorchForward:
    """A `ForwardPass` through the modules of a `SentenceTransformer`."""

    def __init__(self, model: Any, facts: ModelFacts, precision: Precision, threads: int) -> None:
        self._model = model
        self._facts = facts
        device = str(model.device)
        self.label = f"torch {precision} on {device}" + (f", threads: {threads}" if device == "cpu" else "")

    def run(self, batch: Sequence[TokenizedText], *, with_states: bool) -> list[TextStates]:
        """Vectors and, where asked for, the states of every token of each text."""
        import torch

        ids, mask = pad_ids(batch, self._facts.padding_id, left=self._facts.pads_left)
        device = self._model.device
        features: dict[str, Any] = {
            "input_ids": torch.from_numpy(ids).to(device),
            "attention_mask": torch.from_numpy(mask).to(device),
        }
        if not self._facts.pools_prefix:
            features["prompt_length"] = batch[0].prefix_length
        with torch.inference_mode():
            features = self._model(features)
        vectors = features["sentence_embedding"].float().cpu().numpy()
        if not with_states:
            return [TextStates(vector, None) for vector in vectors]
        states = features["token_embeddings"].float().cpu().numpy()
        kept = mask.astype(bool)
        return [TextStates(vectors[row], states[row][kept[row]]) for row in range(len(batch))]


def pad_ids(
    batch: Sequence[TokenizedText], padding_id: int, *, left: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Token ids and attention mask, both of shape (texts, longest)."""
    longest = max(len(text.ids) for text in batch)
    ids = np.full((len(batch), longest), padding_id, np.int64)
    mask = np.zeros_like(ids)
    for row, text in enumerate(batch):
        place = slice(longest - len(text.ids), longest) if left else slice(0, len(text.ids))
        ids[row, place] = text.ids
        mask[row, place] = 1
    return ids, mask


def save_tokenizer(model: Any, path: Path) -> None:
    """Writes the model's tokenizer in the format of the tokenizers library."""
    get_tokenizer(model).save(str(path))


def _refuse_unsuited(model: Any, source: ModelSource) -> None:
    backend = getattr(getattr(model, "tokenizer", None), "backend_tokenizer", None)
    if type(model[0]).__name__ != "Transformer" or backend is None:
        raise ModelError(
            f"Model '{source.name}' is a {type(model[0]).__name__} without a fast tokenizer. "
            "Choose a transformer that sentence-transformers loads with tokenizer.json."
        )
