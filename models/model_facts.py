"""What a model says of itself, apart from its weights."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from models.errors import ModelError
from models.protocols import ModelIdentity
from settings import Settings

# multilingual-e5-small, e5-base-v2, ...: trained with prefixes that their configuration often leaves out.
# The "instruct" ones want a sentence instead, and for questions only.
E5: Final = re.compile(r"(?:^|[/_-])e5-(?:small|base|large)(?!.*instruct)", re.IGNORECASE)
PLAIN_POOLINGS: Final = ("mean", "cls", "lasttoken")  # those numpy can do


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """An embedding model's own configuration.

    dimension: length of a text's vector; token_dimension: length of a token's vector, 0 where it gives none.
    pooling: how token vectors become one ('mean', 'cls', 'lasttoken', or another name of sentence-transformers).
    pools_prefix: whether the prefix takes part in pooling.
    normalized: whether its vectors have length 1.
    similarity: 'cosine' or 'dot'.
    plain: whether transformer, pooling and perhaps normalisation are all there is.
    """

    dimension: int
    token_dimension: int
    pooling: str
    pools_prefix: bool
    normalized: bool
    similarity: str
    query_prefix: str
    passage_prefix: str
    max_tokens: int
    pads_left: bool
    padding_id: int
    lower_case: bool
    plain: bool

    def write(self, path: Path) -> None:
        """Writes the facts as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> ModelFacts:
        """The facts written there. Raises ModelError when they cannot be read."""
        try:
            return cls(**json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise ModelError(f"'{path}' cannot be read: {error}. Remove its folder and start again.") from error

    @property
    def space(self) -> str:
        """The engine's name of the similarity."""
        return "innerproduct" if self.similarity == "dot" and not self.normalized else "cosinesimil"

    @property
    def to_length_one(self) -> bool:
        """Whether vectors are brought to length 1: always for cosine, where it changes no ranking."""
        return self.normalized or self.similarity != "dot"


def complete_prefixes(name: str, query: str, passage: str) -> tuple[str, str]:
    """The prefixes of model `name`: its own, or those its family is known to need.

    >>> complete_prefixes("intfloat/multilingual-e5-small", "", "")
    ('query: ', 'passage: ')
    >>> complete_prefixes("intfloat/multilingual-e5-large-instruct", "", "")
    ('', '')
    """
    if not query and not passage and E5.search(name):
        return "query: ", "passage: "
    return query, passage


def build_identity(settings: Settings, revision: str, facts: ModelFacts) -> ModelIdentity:
    """The identity of the model under `settings`: its own facts, and what the settings say otherwise."""
    query, passage = settings.embedding_query_prefix, settings.embedding_passage_prefix
    pooling = settings.embedding_pooling
    return ModelIdentity(
        model=settings.embedding_model,
        revision=revision,
        dimension=facts.dimension,
        query_prefix=facts.query_prefix if query is None else query,
        passage_prefix=facts.passage_prefix if passage is None else passage,
        pooling=facts.pooling if pooling == "auto" else pooling,
        normalized=facts.to_length_one,
        max_tokens=min(settings.embedding_max_tokens, facts.max_tokens),
    )


def choose_prompts(name: str, prompts: dict[str, Any]) -> tuple[str, str]:
    """Query and passage prefix out of the prompts of a sentence-transformers model."""
    query = prompts.get("query") or ""
    passage = next((prompts[key] for key in ("document", "passage", "corpus") if prompts.get(key)), "")
    return complete_prefixes(name, str(query), str(passage))
