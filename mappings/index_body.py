"""The body that creates an index version."""

from __future__ import annotations

from typing import Any, Final

from mappings import fields
from mappings.meta import IndexMeta
from settings import Settings

TERMS_ANALYZER: Final = "terms"
ALTERNATIVES_FILTER: Final = "alternatives"
BEGINNINGS_ANALYZER: Final = "beginnings"
BEGINNINGS_FILTER: Final = "beginnings"
TYPED_ANALYZER: Final = "typed"
TYPED_FILTER: Final = "typed"
LONGEST_BEGINNING: Final = 20  # characters; of a longer word the rest is compared after the engine has answered

KEYWORD: Final = {"type": "keyword"}
DATE: Final = {"type": "date", "format": "strict_date_optional_time"}
INTEGER: Final = {"type": "integer"}
SHOWN_ONLY: Final = {"type": "text", "index": False}  # kept in _source, never searched
BINARY: Final = {"type": "binary"}


def build_index_body(settings: Settings, meta: IndexMeta) -> dict[str, Any]:
    """Settings, analyzers, similarities and mappings of an index version.

    Terms come ready from the analysis, so the analyzers split at spaces only; alternatives written `сталь|стать` are
    split by `pattern_capture` and share one position. Words of suggested lines are stored with all their beginnings.
    """
    return {
        "settings": {
            "index": {
                "knn": True,
                "number_of_shards": settings.shards,
                "number_of_replicas": settings.replicas,
                "refresh_interval": "-1",
                "similarity": _build_similarities(settings),
            },
            "analysis": {
                "filter": {
                    ALTERNATIVES_FILTER: {
                        "type": "pattern_capture",
                        "preserve_original": False,
                        "patterns": [f"([^{fields.ALTERNATIVE_SEPARATOR}]+)"],
                    },
                    BEGINNINGS_FILTER: {"type": "edge_ngram", "min_gram": 1, "max_gram": LONGEST_BEGINNING},
                    TYPED_FILTER: {"type": "truncate", "length": LONGEST_BEGINNING},
                },
                "analyzer": {
                    TERMS_ANALYZER: {"type": "custom", "tokenizer": "whitespace", "filter": [ALTERNATIVES_FILTER]},
                    BEGINNINGS_ANALYZER: {
                        "type": "custom",
                        "tokenizer": "whitespace",
                        "filter": [ALTERNATIVES_FILTER, BEGINNINGS_FILTER],
                    },
                    TYPED_ANALYZER: {"type": "custom", "tokenizer": "whitespace", "filter": [TYPED_FILTER]},
                },
            },
        },
        "mappings": {
            "dynamic": "strict",
            "date_detection": False,
            "numeric_detection": False,
            "_meta": meta.as_dict(),
            "properties": {
                **_build_metadata_properties(),
                **_build_term_properties(),
                **_build_suggestion_properties(),
                fields.VECTOR: _build_vector_property(settings, int(meta.embedding["dimension"]), meta.space),
            },
        },
    }


def build_meta_body(meta: IndexMeta) -> dict[str, Any]:
    """The mapping update that writes `_meta`."""
    return {"_meta": meta.as_dict()}


def _build_similarities(settings: Settings) -> dict[str, Any]:
    return {
        name: {"type": "BM25", "k1": bm25.k1, "b": bm25.b}
        for name in fields.TERM_FIELDS
        for bm25 in [getattr(settings.bm25, name)]
    }


def _build_metadata_properties() -> dict[str, Any]:
    return {
        fields.KIND: KEYWORD,
        fields.COLLECTION: KEYWORD,
        fields.DOCUMENT_ID: KEYWORD,
        fields.SOURCE: KEYWORD,
        fields.ROOT: KEYWORD,
        fields.SOURCE_TYPE: KEYWORD,
        fields.LANGUAGE: KEYWORD,
        fields.TITLE: SHOWN_ONLY,
        fields.CREATED: DATE,
        fields.MODIFIED: DATE,
        fields.INDEXED: DATE,
        fields.TAGS: KEYWORD,
        fields.ACCESS: KEYWORD,
        fields.PASSAGE_ID: KEYWORD,
        fields.ORDINAL: INTEGER,
        fields.HEADING_PATH: SHOWN_ONLY,
        fields.BODY: SHOWN_ONLY,
        fields.START: INTEGER,
        fields.END: INTEGER,
        fields.PAGE: INTEGER,
        fields.TOKEN_VECTORS: BINARY,
        fields.TERM_OFFSETS: BINARY,
        fields.TEXT: SHOWN_ONLY,
        fields.CONTENT_HASH: KEYWORD,
        fields.PASSAGE_COUNT: INTEGER,
        fields.METADATA: {"type": "object", "enabled": False},  # any shape: kept, never interpreted
        fields.BASIS: BINARY,
    }


def _build_term_properties() -> dict[str, Any]:
    return {name: {"type": "text", "analyzer": TERMS_ANALYZER, "similarity": name} for name in fields.TERM_FIELDS}


def _build_suggestion_properties() -> dict[str, Any]:
    return {
        fields.SUGGESTION: SHOWN_ONLY,
        fields.SUGGESTION_RANK: INTEGER,
        fields.SUGGESTION_KEY: KEYWORD,
        fields.SUGGESTION_WORDS: {
            "type": "text",
            "analyzer": BEGINNINGS_ANALYZER,
            "search_analyzer": TYPED_ANALYZER,
            "norms": False,  # a line matches or not; it is not scored
        },
        fields.SUGGESTION_LENGTH: INTEGER,
    }


def _build_vector_property(settings: Settings, dimension: int, space: str) -> dict[str, Any]:
    return {
        "type": "knn_vector",
        "dimension": dimension,
        "method": {
            "name": "hnsw",
            "engine": "lucene",  # the only one every node has: others need native libraries
            "space_type": space,
            "parameters": {"m": settings.hnsw_m, "ef_construction": settings.hnsw_ef_construction},
        },
    }
