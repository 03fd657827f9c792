"""Vector mappings that a node without k-NN's native libraries accepts and then dies of.

The index is made without complaint. Its first document (faiss) or first query (1 bit) ends the node with
UnsatisfiedLinkError, and after a restart the replayed document ends it again. Checked on 3.6.0, plugin from Maven.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import FatalMappingError

LUCENE_COMPRESSION = frozenset({"1x", "4x"})  # the others are made by faiss, or by Lucene's 1 bit with native help
LUCENE_BITS = frozenset({7})


def refuse_fatal_mapping(body: Mapping[str, Any], *, native_knn: bool) -> None:
    """Passes when the index body is safe for the engine; raises FatalMappingError naming the field and the reason."""
    if native_knn:
        return
    for name, field in iter_vector_fields(body.get("mappings") or {}):
        problem = find_fatal_option(field)
        if problem is not None:
            raise FatalMappingError(
                f"Field '{name}' {problem}. This OpenSearch has no native k-NN library: the first document or query "
                "would end the node, and again after each restart. "
                "Use method.engine 'lucene' with 'float', 'byte' or 7 bits, or the Docker image of OpenSearch."
            )


def iter_vector_fields(mapping: Mapping[str, Any], name: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every knn_vector in a mapping with its dotted name: in objects, nested fields and templates alike."""
    if mapping.get("type") == "knn_vector":
        yield name, mapping
    for key, value in mapping.items():
        inner = name if key in {"properties", "fields", "mapping", "dynamic_templates"} else f"{name}.{key}".strip(".")
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Mapping):
                yield from iter_vector_fields(part, inner)


def find_fatal_option(field: Mapping[str, Any]) -> str | None:
    """Why a knn_vector field would end such a node; None: it would not.

    >>> find_fatal_option({"type": "knn_vector", "dimension": 3})
    "names no method.engine, and the default is 'faiss'"
    """
    method = field.get("method") or {}
    engine = method.get("engine")
    if engine is None:
        return "names no method.engine, and the default is 'faiss'"
    if engine != "lucene":
        return f"has method.engine '{engine}'"
    if field.get("mode") == "on_disk":
        return "has mode 'on_disk'"
    if field.get("compression_level", "1x") not in LUCENE_COMPRESSION:
        return f"has compression_level '{field['compression_level']}'"
    encoder = (method.get("parameters") or {}).get("encoder") or {}
    bits = (encoder.get("parameters") or {}).get("bits", 7)
    return None if int(bits) in LUCENE_BITS else f"has an encoder of {bits} bits"
