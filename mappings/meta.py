"""What an index version says of itself in its `_meta`, and how it must agree with the settings in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from settings import PACKAGED_MODEL, NakhodkaError

SCHEMA_VERSION: Final = 3  # raise it when fields or analyzers change: older index versions are then rebuilt


class IndexMismatchError(NakhodkaError):
    """An index version was built with another analysis, model, chunking or schema than the settings ask for."""


@dataclass(frozen=True, slots=True)
class IndexMeta:
    """How an index version was built.

    embedding: the model's identity (id, revision, dimension, prefixes, pooling, ...).
    chunking: size, overlap and version of the chunking.
    token_vectors: components and bits of the compressed token vectors, None where none are kept.
    complete: False while the version is being filled.
    """

    analysis: str
    embedding: Mapping[str, Any]
    space: str
    chunking: Mapping[str, Any]
    token_vectors: Mapping[str, Any] | None
    built: str
    complete: bool
    schema_version: int = SCHEMA_VERSION

    def as_dict(self) -> dict[str, Any]:
        """The value of `_meta`."""
        return asdict(self)

    @classmethod
    def from_dict(cls, index: str, meta: Mapping[str, Any]) -> IndexMeta:
        """The record of `_meta`; IndexMismatchError when it is not one of ours."""
        try:
            return cls(**meta)
        except TypeError as error:
            raise IndexMismatchError(
                f"Index '{index}' was not built by this version of Nakhodka (its _meta is {dict(meta)!r}). "
                "Build it again with: nakhodka index PATH"
            ) from error


@dataclass(frozen=True, slots=True)
class Expected:
    """What the settings in force would build."""

    analysis: str
    embedding: Mapping[str, Any]
    chunking: Mapping[str, Any]
    token_vectors: Mapping[str, Any] | None = None


def check_searchable(index: str, meta: IndexMeta, expected: Expected) -> None:
    """Raises IndexMismatchError when a question would be analysed or embedded otherwise than the documents were.

    Chunking is not compared: differently cut passages are still searched rightly.
    """
    problems = [*_iter_schema_problems(meta), *_iter_question_problems(meta, expected)]
    if problems:
        raise IndexMismatchError(f"Index '{index}' does not fit the settings. " + " ".join(problems))


def explain_rebuild(meta: IndexMeta, expected: Expected) -> str | None:
    """Why entries of this version cannot be copied into the next one; None when they can."""
    if meta.schema_version != SCHEMA_VERSION or not meta.complete:
        return "the live version was built by another version of this software"
    for name, built, asked in (
        ("the analysis", meta.analysis, expected.analysis),
        ("the embedding model", meta.embedding, expected.embedding),
        ("the chunking", meta.chunking, expected.chunking),
        ("the token vectors' form", meta.token_vectors, expected.token_vectors),
    ):
        if built != asked:
            return f"{name} has changed"
    return None


def _iter_schema_problems(meta: IndexMeta) -> Iterator[str]:
    if meta.schema_version != SCHEMA_VERSION:
        yield (
            f"It has schema {meta.schema_version}, this version reads schema {SCHEMA_VERSION}. "
            "Rebuild the index: nakhodka index PATH."
        )


def _name_differences(built: str, asked: str) -> str:
    """What differs in two fingerprints of `name=value` parts."""
    parts = set(built.split()) ^ set(asked.split())
    names = sorted({part.partition("=")[0] for part in parts})
    told = {"user": "the user's protected or Chinese words"}
    return ", ".join(told.get(name, name) for name in names)


def _iter_question_problems(meta: IndexMeta, expected: Expected) -> Iterator[str]:
    if meta.analysis != expected.analysis:
        yield (
            f"It was analysed by '{meta.analysis}', questions are analysed by '{expected.analysis}'"
            f" (different: {_name_differences(meta.analysis, expected.analysis)}). "
            "Rebuild the index: nakhodka index PATH."
        )
    if dict(meta.embedding) == dict(expected.embedding):
        return
    built_with, asked_for = meta.embedding.get("model"), expected.embedding.get("model")
    if built_with != asked_for:
        remedy = f"set NAKHODKA_EMBEDDING_MODEL={built_with or PACKAGED_MODEL}"
        yield (
            f"It was built with model '{built_with}', settings ask for '{asked_for}'. "
            f"Rebuild the index (nakhodka index PATH) or {remedy}."
        )
        return
    for name in sorted(set(meta.embedding) | set(expected.embedding)):
        if meta.embedding.get(name) != expected.embedding.get(name):
            yield (
                f"Its model '{built_with}' had {name} = {meta.embedding.get(name)!r}, "
                f"settings give {expected.embedding.get(name)!r}. Rebuild the index or set it back."
            )
