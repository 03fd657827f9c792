"""Mappings that end a node without native libraries are refused before they are sent."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import FatalMappingError
from engine.fatal_mappings import refuse_fatal_mapping


def make_field(**options: Any) -> dict[str, Any]:
    return {"type": "knn_vector", "dimension": 3, **options}


def make_method(engine: str, encoder: dict[str, Any] | None = None) -> dict[str, Any]:
    parameters: dict[str, Any] = {"m": 16} | ({"encoder": encoder} if encoder else {})
    return {"name": "hnsw", "engine": engine, "parameters": parameters}


def make_bits(bits: int | None) -> dict[str, Any]:
    return {"name": "sq", "parameters": {} if bits is None else {"bits": bits}}


SAFE = {
    "lucene": make_field(method=make_method("lucene")),
    "bytes": make_field(method=make_method("lucene"), data_type="byte"),
    "7 bits": make_field(method=make_method("lucene", make_bits(7))),
    "default bits": make_field(method=make_method("lucene", make_bits(None))),
    "4x": make_field(method=make_method("lucene"), compression_level="4x"),
    "in memory": make_field(method=make_method("lucene"), mode="in_memory"),
}
FATAL = {
    "no method": make_field(),
    "no engine": make_field(method={"name": "hnsw"}),
    "faiss": make_field(method=make_method("faiss")),
    "nmslib": make_field(method=make_method("nmslib")),
    "trained model": make_field(model_id="m1"),
    "on disk": make_field(method=make_method("lucene"), mode="on_disk"),
    "32x": make_field(method=make_method("lucene"), compression_level="32x"),
    "1 bit": make_field(method=make_method("lucene", make_bits(1))),
}


@pytest.mark.parametrize("field", SAFE.values(), ids=SAFE.keys())
def test_safe_vector_passes(field: dict[str, Any]) -> None:
    refuse_fatal_mapping({"mappings": {"properties": {"vector": field}}}, native_knn=False)


@pytest.mark.parametrize("field", FATAL.values(), ids=FATAL.keys())
def test_fatal_vector_is_refused_by_name(field: dict[str, Any]) -> None:
    with pytest.raises(FatalMappingError, match="'vector'"):
        refuse_fatal_mapping({"mappings": {"properties": {"vector": field}}}, native_knn=False)


@pytest.mark.parametrize("field", FATAL.values(), ids=FATAL.keys())
def test_engine_with_native_libraries_may_have_all(field: dict[str, Any]) -> None:
    refuse_fatal_mapping({"mappings": {"properties": {"vector": field}}}, native_knn=True)


def test_vector_in_a_nested_field_is_found() -> None:
    body = {"mappings": {"properties": {"parts": {"type": "nested", "properties": {"vector": make_field()}}}}}
    with pytest.raises(FatalMappingError, match=r"'parts\.vector'"):
        refuse_fatal_mapping(body, native_knn=False)


def test_vector_in_a_dynamic_template_is_found() -> None:
    body = {"mappings": {"dynamic_templates": [{"vectors": {"match": "v_*", "mapping": make_field()}}]}}
    with pytest.raises(FatalMappingError, match="'vectors'"):
        refuse_fatal_mapping(body, native_knn=False)


@pytest.mark.parametrize(
    "body",
    [{}, {"mappings": None}, {"mappings": {"properties": {"type": {"type": "keyword"}, "body": {"type": "text"}}}}],
)
def test_body_without_vectors_passes(body: dict[str, Any]) -> None:
    refuse_fatal_mapping(body, native_knn=False)
