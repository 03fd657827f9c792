"""A sentence-transformers model as a folder for ONNX Runtime: 8-bit weights, tokenizer, facts; checked before use."""

from __future__ import annotations

import gc
import importlib.metadata
import json
import logging
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np

from models.calibration import CALIBRATION_TEXTS
from models.errors import ExportError
from models.model_facts import ModelFacts
from models.model_source import ModelSource
from models.onnx_embedder import FACTS_FILE, MODEL_FILE, REPORT_FILE, TOKENIZER_FILE, OnnxForward
from models.processor import multiplies_int8_exactly
from models.protocols import Vectors
from models.sentence_embedder import scale_to_length_one
from models.sentence_model import TorchForward, load_sentence_model, read_facts, save_tokenizer
from models.tokenizing import TextTokenizer

logger = logging.getLogger(__name__)

LEAST_COSINE: Final = 0.99  # below it the rounding would be felt in rankings
QUANTIZED_OPERATORS: Final = ("MatMul", "Gemm", "Gather")  # Gather: the word embeddings, four fifths of e5-small
EXTERNAL_DATA_FROM: Final = 1_500_000_000  # parameters; a protobuf holds at most 2 GiB
LIBRARIES: Final = ("torch", "transformers", "sentence-transformers", "onnx", "onnxscript", "onnxruntime")


def name_export_folder(source: ModelSource) -> str:
    """The folder's name: the model's files, the libraries that export and run it, and the processor's arithmetic."""
    import hashlib

    versions = [f"{library} {importlib.metadata.version(library)}" for library in LIBRARIES]
    key = "\n".join([source.name, source.revision, *versions, f"exact sums: {multiplies_int8_exactly()}"])
    readable = "".join(letter if letter.isalnum() else "-" for letter in source.path.name)[-40:]
    return f"onnx-{readable}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


def export_model(source: ModelSource, folder: Path) -> None:
    """Fills `folder` with the 8-bit model. e5-small takes half a minute and about 4 GB at its peak.

    Raises ExportError when the model cannot be exported, or when its vectors differ too much from float32.
    """
    started = time.monotonic()
    logger.info("Exporting '%s' for ONNX Runtime, once; this takes half a minute for a small model", source.name)
    model = load_sentence_model(source, "cpu", "float32")
    facts = read_facts(model, source.name)
    if not facts.plain:
        raise ExportError(f"Model '{source.name}' pools in a way that is not exported ({facts.pooling}).")
    facts.write(folder / FACTS_FILE)
    save_tokenizer(model, folder / TOKENIZER_FILE)
    try:
        with tempfile.TemporaryDirectory(dir=folder) as full, _quiet_export():
            _write_full(model, facts, Path(full) / MODEL_FILE)
            _write_quantized(Path(full) / MODEL_FILE, folder / MODEL_FILE, _count_parameters(model))
    except Exception as error:  # the exporter raises whatever the model's code does
        raise ExportError(f"Model '{source.name}' cannot be exported to ONNX: {_first_line(error)}") from error
    cosine = _measure_agreement(model, facts, folder)
    del model
    gc.collect()
    report = {"model": source.name, "least_cosine": round(cosine, 5), "seconds": round(time.monotonic() - started, 1)}
    (folder / REPORT_FILE).write_text(json.dumps(report, indent=1, ensure_ascii=False), encoding="utf-8")
    if not cosine >= LEAST_COSINE:
        raise ExportError(
            f"8-bit vectors of '{source.name}' differ from float32: cosine {cosine:.4f} < {LEAST_COSINE}."
        )
    logger.info("Exported in %.0f s; least cosine with float32 %.4f", report["seconds"], cosine)


def _write_full(model: Any, facts: ModelFacts, path: Path) -> None:
    """Writes the transformer in float32: ids of one unpadded text in, states of its tokens out.

    Texts run one by one, so there is neither padding nor a mask, and the dynamic scale of the activations cannot
    depend on what else is in the batch.
    """
    import torch

    class States(torch.nn.Module):
        def __init__(self, network: Any) -> None:
            super().__init__()
            self.network = network

        def forward(self, input_ids: Any) -> Any:
            return self.network(input_ids=input_ids).last_hidden_state

    sequence = torch.export.Dim("sequence", min=2, max=facts.max_tokens)
    with torch.inference_mode(mode=False), torch.no_grad():
        torch.onnx.export(
            States(model[0].model).eval(),
            (torch.ones((1, 8), dtype=torch.int64),),
            path,
            dynamo=True,
            input_names=["input_ids"],
            output_names=["last_hidden_state"],
            dynamic_shapes=({1: sequence},),
            external_data=True,
            verbose=False,
        )


def _write_quantized(full: Path, target: Path, parameters: int) -> None:
    """Writes the model with 8-bit weights, one scale a column; activations are scaled as they come."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.quant_utils import add_pre_process_metadata

    graph = onnx.load(str(full), load_external_data=False)
    add_pre_process_metadata(graph)  # the exporter has optimised it already; without the mark the root logger warns
    onnx.save(graph, str(full))
    quantize_dynamic(
        full,
        target,
        op_types_to_quantize=list(QUANTIZED_OPERATORS),
        per_channel=True,
        reduce_range=not multiplies_int8_exactly(),
        weight_type=QuantType.QInt8,
        use_external_data_format=parameters > EXTERNAL_DATA_FROM,
    )


def _measure_agreement(model: Any, facts: ModelFacts, folder: Path) -> float:
    """The least cosine between the exported model and torch float32 over the calibration texts."""
    tokenizer = TextTokenizer.from_file(folder / TOKENIZER_FILE, max_tokens=facts.max_tokens)
    texts = tokenizer.tokenize(CALIBRATION_TEXTS, facts.passage_prefix)
    ours = OnnxForward(folder, facts.pooling, threads=1).run(texts, with_states=False)
    reference = TorchForward(model, facts, "float32", threads=1)
    theirs = [reference.run([text], with_states=False)[0] for text in texts]
    return float(np.min(np.sum(_stack(ours) * _stack(theirs), axis=1)))


def _stack(results: list[Any]) -> Vectors:
    return scale_to_length_one(np.stack([result.vector for result in results]))


def _count_parameters(model: Any) -> int:
    return sum(int(parameter.numel()) for parameter in model.parameters())


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


@contextmanager
def _quiet_export() -> Iterator[None]:
    """Exporter and quantiser report inner matters at warning level; what counts is checked afterwards."""
    noisy = [logging.getLogger(name) for name in ("torch.onnx", "torch.export", "onnxscript", "onnx_ir")]
    levels = [log.level for log in noisy]
    root = logging.getLogger()
    silent = logging.NullHandler()
    root.addHandler(silent)  # a root without handlers is configured by the quantiser's first `logging.info`
    root.addFilter(_is_not_root)
    for log in noisy:
        log.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        root.removeFilter(_is_not_root)
        root.removeHandler(silent)
        for log, level in zip(noisy, levels, strict=True):
            log.setLevel(level)


def _is_not_root(record: logging.LogRecord) -> bool:
    """A logger's filter sees only what is logged through it directly; through the root only the quantiser does."""
    return record.name != "root"
