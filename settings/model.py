"""Every setting with its type, range, default and description."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal, Self

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from settings.errors import SettingsError

PREFIX = "NAKHODKA_"
CONFIG_VARIABLE = "NAKHODKA_CONFIG"
CONFIG_FILE = "nakhodka.toml"
SECRETS = frozenset({"opensearch_user", "opensearch_password"})

PACKAGED_MODEL = "packaged:multilingual-e5-small"
HASH_MODEL = "hash"

Seconds = Annotated[float, Field(gt=0, le=86_400)]
Weight = Annotated[float, Field(ge=0, le=1)]


class Bm25(BaseModel):
    """BM25 parameters of one field. Source: Robertson, Zaragoza 2009, doi:10.1561/1500000019.

    Defaults measured on the tuning halves of public sets, nDCG@10 of the lexical leg: k1 1.2, b 0.75 gives .8314 on
    XQuAD-R ru and .322 on a FAQ, these .8304 and .353; k1 0.6 gains .006 on sentences and loses .05 on long sections.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    k1: float = Field(default=1.0, ge=0, le=10, description="term frequency saturation")
    b: float = Field(default=0.85, ge=0, le=1, description="length normalisation")


class Bm25Fields(BaseModel):
    """BM25 parameters for each searched field of a passage."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    body_lemma: Bm25 = Bm25()
    # Long sections repeat words: k1 1.2, b 1 gives the FAQ .028 (p .02), takes .002 to .005 of XQuAD-R (tuning halves).
    body_stem: Bm25 = Bm25(k1=1.2, b=1.0)
    body_exact: Bm25 = Bm25()
    headings_lemma: Bm25 = Bm25()
    headings_stem: Bm25 = Bm25()
    headings_exact: Bm25 = Bm25()
    title_lemma: Bm25 = Bm25()
    title_stem: Bm25 = Bm25()
    title_exact: Bm25 = Bm25()
    # Many words meet in a cut one, so how often it stands says little.
    body_coarse: Bm25 = Bm25(k1=0.8, b=0.9)


def choose_cache_dir() -> Path:
    """The folder for what can be made again: node distribution, unpacked and exported models."""
    return Path(platformdirs.user_cache_dir("nakhodka", appauthor=False))


def choose_data_dir() -> Path:
    """The folder for what the local node stores: indexes, logs, process id."""
    return Path(platformdirs.user_data_dir("nakhodka", appauthor=False))


def find_config_file() -> Path | None:
    """The settings file in use, or None. A file named by NAKHODKA_CONFIG must exist."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named:
        path = Path(named)
        if not path.is_file():
            raise SettingsError(f"Settings file '{named}' does not exist. Create it or unset {CONFIG_VARIABLE}.")
        return path
    path = Path(CONFIG_FILE)
    return path if path.is_file() else None


class Settings(BaseSettings):
    """All settings, checked. Frozen: a process reads them once."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        validate_default=True,
        env_ignore_empty=True,
    )

    # Where OpenSearch is
    opensearch_url: str | None = Field(
        default=None, description="URL of your OpenSearch (3.5 or newer); unset: the local node is used"
    )
    opensearch_user: SecretStr | None = Field(default=None, description="user name (environment only)")
    opensearch_password: SecretStr | None = Field(default=None, description="password (environment only)")
    opensearch_ca_file: Path | None = Field(default=None, description="certificate authority of the cluster, PEM")
    opensearch_verify_certificates: bool = Field(default=True, description="check the cluster's certificate")
    opensearch_timeout_seconds: Seconds = Field(default=30.0, description="time limit of one request")

    # The local node
    engine_port: int = Field(default=9220, ge=1, le=65_535, description="HTTP port of the local node on 127.0.0.1")
    engine_transport_port: int = Field(default=9320, ge=1, le=65_535, description="transport port of the local node")
    engine_heap_mb: int = Field(default=1024, ge=256, le=31_744, description="Java heap of the local node, MiB")
    engine_start_timeout_seconds: Seconds = Field(default=180.0, description="how long a start may take")
    cache_dir: Path = Field(default_factory=choose_cache_dir, description="what can be made again: node, models")
    data_dir: Path = Field(default_factory=choose_data_dir, description="what the local node stores")

    # Indexes
    index_prefix: str = Field(
        default="nakhodka", pattern=r"^[a-z][a-z0-9_-]{0,40}$", description="first part of every index and alias name"
    )
    collection: str = Field(
        default="main", pattern=r"^[a-z0-9][a-z0-9_-]{0,60}$", description="collection used when none is named"
    )
    shards: int = Field(default=1, ge=1, le=64, description="primary shards of an index version")
    replicas: int = Field(default=0, ge=0, le=8, description="copies of each shard")
    hnsw_m: int = Field(
        default=32, ge=2, le=100, description="neighbours of a node in the vector graph; 16 lost some of 12,208 vectors"
    )
    hnsw_ef_construction: int = Field(default=100, ge=8, le=1000, description="search width while the graph is built")
    bm25: Bm25Fields = Field(default=Bm25Fields(), description="BM25 k1 and b per field")

    # Embedding
    embedding_model: str = Field(
        default=PACKAGED_MODEL,
        min_length=1,
        description=f"'{PACKAGED_MODEL}', '{HASH_MODEL}' (tests only), a folder, or a hub id",
    )
    embedding_revision: str | None = Field(default=None, description="revision of a hub model")
    embedding_query_prefix: str | None = Field(
        default=None, description="text before a question; unset: what the model asks for"
    )
    embedding_passage_prefix: str | None = Field(
        default=None, description="text before a passage; unset: what the model asks for"
    )
    embedding_pooling: Literal["auto", "mean", "cls", "lasttoken"] = Field(
        default="auto", description="how token vectors become one; auto: the model's own"
    )
    embedding_max_tokens: int = Field(default=512, ge=16, le=32_768, description="tokens of a text the model sees")
    embedding_batch_size: int = Field(default=32, ge=1, le=1024, description="texts in one forward pass")
    embedding_language_neutral: Weight | None = Field(
        default=None,
        description="how much of the language is taken out of vectors; unset: 0.7 for the packaged model, else nothing",
    )
    device: str = Field(default="auto", pattern=r"^(auto|cpu|mps|cuda(:\d+)?)$", description="where models run")
    precision: Literal["auto", "float32", "float16", "bfloat16", "int8"] = Field(
        default="auto", description="number format; auto: float16 on CUDA, int8 through ONNX Runtime on a CPU"
    )
    model_threads: int = Field(default=0, ge=0, le=512, description="threads for models; 0: cores / model_workers")
    model_workers: int = Field(
        default=1, ge=1, le=256, description="processes on this machine that run models; cores are shared among them"
    )
    hub_access: bool = Field(default=False, description="may a model be fetched from a hub at start")

    # Language
    synonyms_file: Path | None = Field(default=None, description="synonyms, one rule a line; works at once")
    protected_words_file: Path | None = Field(
        default=None, description="words that are neither stemmed nor lemmatised, one a line; needs indexing again"
    )
    chinese_words_file: Path | None = Field(
        default=None, description="Chinese words that are kept whole, one a line; needs indexing again"
    )

    # Chunking
    passage_tokens: int = Field(default=400, ge=32, le=8192, description="most model tokens in a passage, headings in")
    passage_overlap: float = Field(default=0.15, ge=0, le=0.5, description="share of a passage repeated in the next")
    passage_min_tokens: int = Field(default=60, ge=0, le=4096, description="smaller sections are joined to a neighbour")

    # Indexing
    bulk_threads: int = Field(default=2, ge=1, le=32, description="bulk requests in flight")
    bulk_passages: int = Field(default=200, ge=1, le=10_000, description="entries in one bulk request")
    bulk_max_mb: int = Field(default=20, ge=1, le=100, description="most MiB in one bulk request")
    bulk_retries: int = Field(default=5, ge=0, le=50, description="times an overloaded engine (429) is asked again")
    bulk_backoff_seconds: float = Field(default=1.0, ge=0, le=60, description="first wait before asking again; doubles")
    max_file_mb: int = Field(default=20, ge=1, le=2048, description="larger files are skipped, with the reason")
    preparing_workers: int = Field(
        default=0,
        ge=0,
        le=256,
        description="processes that parse, cut and analyse files; 0: one for every four cores, or for every two where "
        "the model does not run on them",
    )
    file_timeout_seconds: Seconds = Field(default=120.0, description="a file that takes longer is listed as failed")
    worker_memory_mb: int = Field(
        default=2048,
        ge=0,
        le=1_048_576,
        description="most MiB a file may take while it is prepared (Linux); 0: no limit",
    )

    # Search
    candidates: int = Field(default=100, ge=1, le=1000, description="passages each leg contributes")
    rerank_candidates: int = Field(default=50, ge=0, le=1000, description="passages the second stage rescores")
    size: int = Field(default=10, ge=1, le=1000, description="documents shown")
    passages_per_document: int = Field(default=3, ge=1, le=50, description="passages kept for one document")
    vector_search_width: int = Field(
        default=200, ge=1, le=10_000, description="k of the vector leg: with Lucene the width of the graph search"
    )
    fusion: Literal["rrf", "min_max"] = Field(
        default="min_max", description="how the legs are joined: by ranks or by normalised scores"
    )
    fusion_backend: Literal["application", "engine"] = Field(default="application", description="who joins the legs")
    rrf_k: int = Field(default=60, ge=1, le=10_000, description="constant of reciprocal rank fusion")
    weight_lexical: Weight = Field(default=0.35, description="weight of the lexical leg in fusion")
    weight_vector: Weight = Field(default=0.65, description="weight of the vector leg in fusion")
    search_timeout_seconds: Seconds = Field(default=10.0, description="time limit of the engine's part of a search")
    max_question_characters: int = Field(default=2000, ge=10, le=100_000, description="longer questions are cut")

    # Second stage
    reranker: str = Field(
        default="late-interaction",
        min_length=1,
        description="'late-interaction', 'none', or a cross-encoder's id or path",
    )
    reranker_revision: str | None = Field(default=None, description="revision of a hub cross-encoder")
    reranker_max_tokens: int = Field(
        default=512, ge=32, le=32_768, description="tokens of question and passage together"
    )
    reranker_batch_size: int = Field(default=16, ge=1, le=1024, description="pairs in one forward pass")
    second_stage_weight: Weight = Field(default=0.25, description="share of the second stage in the final score")
    second_stage_budget_ms: float = Field(
        default=2000.0, gt=0, le=600_000, description="after this the rest keeps its order"
    )
    token_vectors: bool = Field(default=True, description="keep compressed token vectors for late interaction")
    token_components: int = Field(default=96, ge=8, le=4096, description="principal components kept of a token vector")
    token_bits: Literal[2, 3, 4, 8] = Field(default=4, description="bits for one component")

    # The page
    ui_language: Literal["ru", "en"] = Field(default="ru", description="language of the page until a visitor switches")
    ui_port: int = Field(default=8501, ge=1, le=65_535, description="port of the page")
    ui_address: str = Field(
        default="127.0.0.1", min_length=1, description="address the page listens on; 0.0.0.0: for everybody"
    )

    @field_validator("opensearch_url")
    @classmethod
    def _check_url(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("http://", "https://")):
            raise ValueError("must start with http:// or https://, for example http://localhost:9200")
        if value is not None and "@" in value:
            raise ValueError("must not hold a password: set NAKHODKA_OPENSEARCH_USER and NAKHODKA_OPENSEARCH_PASSWORD")
        return value.rstrip("/") if value else None

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        if self.weight_lexical + self.weight_vector == 0:
            raise ValueError("weight_lexical and weight_vector are both 0: nothing would be found")
        if self.passage_min_tokens >= self.passage_tokens:
            raise ValueError("passage_min_tokens must be smaller than passage_tokens")
        if self.passage_tokens > self.embedding_max_tokens:
            raise ValueError("passage_tokens must not exceed embedding_max_tokens: the model would not see the rest")
        if self.engine_port == self.engine_transport_port:
            raise ValueError("engine_port and engine_transport_port must differ")
        if (self.opensearch_user is None) != (self.opensearch_password is None):
            raise ValueError("opensearch_user and opensearch_password belong together")
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings, env_settings, TomlConfigSettingsSource(settings_cls, toml_file=find_config_file()))
