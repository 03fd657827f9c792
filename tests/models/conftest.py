"""Tiny models made on the spot: real checkpoints that load in a moment."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from models.pair_model import SELF_TESTS

WORDS = re.findall(
    r"\w+",
    "мама мыла раму договор аренды отпуск сервер ошибка возврат денег код означает обрыв линии что "
    "query passage search the lease agreement server error refund of money word",
)
LETTERS = "abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюя0123456789:;.,-?!—()"
MARKERS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def build_tokenizer() -> Any:
    """Words of the list are one token, others fall into letters."""
    tested = re.findall(
        r"\w+|[^\w\s]", " ".join(part for tests in SELF_TESTS.values() for test in tests for part in test)
    )
    words = sorted({word.lower() for word in [*WORDS, *tested]})
    letters = sorted(set("".join(words) + LETTERS))
    vocabulary = list(dict.fromkeys([*MARKERS, *words, *letters, *(f"##{letter}" for letter in letters)]))
    tokenizer = Tokenizer(
        models.WordPiece(
            {piece: index for index, piece in enumerate(vocabulary)}, unk_token="[UNK]", max_input_chars_per_word=10_000
        )
    )
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(MARKERS)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return tokenizer


@pytest.fixture
def tokenizer() -> Any:
    return build_tokenizer()


def build_config(**changes: Any) -> Any:
    from transformers import BertConfig

    return BertConfig(
        vocab_size=build_tokenizer().get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=128,
        **changes,
    )


def save_tokenizer(folder: Path) -> None:
    from transformers import PreTrainedTokenizerFast

    PreTrainedTokenizerFast(
        tokenizer_object=build_tokenizer(),
        model_max_length=128,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
    ).save_pretrained(folder)


def write_sentence_model(
    folder: Path, *, seed: int = 0, pooling: str = "mean", prompts: dict[str, str] | None = None
) -> Path:
    """A random BertModel with pooling and normalisation, as sentence-transformers saves it."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer
    from transformers import BertModel

    torch.manual_seed(seed)
    bare = folder.with_name(f"{folder.name}-bare")
    BertModel(build_config(), add_pooling_layer=True).save_pretrained(bare)
    save_tokenizer(bare)
    transformer = Transformer(str(bare))
    model = SentenceTransformer(modules=[transformer, Pooling(32, pooling), Normalize()], prompts=prompts, device="cpu")
    model.save(str(folder), create_model_card=False)
    return folder


def write_cross_encoder(folder: Path, *, labels: int = 1, steps: int = 0, flip: bool = False, **changes: Any) -> Path:
    """A BertForSequenceClassification; with `steps` it learns the pairs of the self-test (`flip`: class 0 is right)."""
    import torch
    from transformers import BertForSequenceClassification, PreTrainedTokenizerFast

    torch.manual_seed(1)
    save_tokenizer(folder)
    model = BertForSequenceClassification(build_config(num_labels=labels, **changes))
    if steps:
        tokens = PreTrainedTokenizerFast.from_pretrained(folder)
        pairs = [(test.question, text) for tests in SELF_TESTS.values() for test in tests for text in test[1:]]
        encoded = tokens([left for left, _ in pairs], [right for _, right in pairs], padding=True, return_tensors="pt")
        right = torch.tensor([index % 2 == int(flip) for index in range(len(pairs))])
        optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
        for _ in range(steps):
            logits = model(**encoded).logits
            if labels == 1:
                loss = torch.nn.functional.binary_cross_entropy_with_logits(logits[:, 0], right.float())
            else:
                loss = torch.nn.functional.cross_entropy(logits, right.long())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    model.eval().save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def sentence_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random sentence model with prompts."""
    prompts = {"query": "query: ", "document": "passage: "}
    return write_sentence_model(tmp_path_factory.mktemp("sentence") / "tiny", prompts=prompts)
