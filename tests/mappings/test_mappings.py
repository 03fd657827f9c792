"""The index body, `_meta`, names and entries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mappings.entries import (
    StoredDocument,
    StoredPassage,
    StoredTerms,
    build_basis_entry,
    build_passage_entry,
    read_binary,
)
from mappings.index_body import build_index_body, build_meta_body
from mappings.meta import Expected, IndexMeta, IndexMismatchError, check_searchable, explain_rebuild
from mappings.names import (
    CollectionNameError,
    name_alias,
    name_all_versions,
    name_document,
    name_passage,
    name_version,
    parse_collection,
    parse_version,
)
from settings import read_settings

META = IndexMeta(
    analysis="ru-1",
    embedding={"model": "M1", "revision": "r1", "dimension": 4, "query_prefix": "query: ", "pooling": "mean"},
    space="innerproduct",
    chunking={"max_tokens": 400, "version": 1},
    token_vectors={"components": 96, "bits": 4},
    built="2026-11-30T00:00:00+00:00",
    complete=True,
)
EXPECTED = Expected(META.analysis, META.embedding, META.chunking, META.token_vectors)


def test_index_body(golden: Callable[[str, Any], None]) -> None:
    golden("index_body", build_index_body(read_settings(), META))


def test_meta_body(golden: Callable[[str, Any], None]) -> None:
    golden("meta_body", build_meta_body(META))


def test_bm25_settings_reach_their_field() -> None:
    settings = read_settings(bm25={"title_stem": {"k1": 0.5, "b": 0.1}})
    body = build_index_body(settings, META)
    name = body["mappings"]["properties"]["title_stem"]["similarity"]
    assert body["settings"]["index"]["similarity"][name] == {"type": "BM25", "k1": 0.5, "b": 0.1}


def test_meta_survives_being_stored() -> None:
    assert IndexMeta.from_dict("i", META.as_dict()) == META


@pytest.mark.parametrize("meta", [{}, {"model": "x"}])
def test_foreign_index_is_refused(meta: dict[str, Any]) -> None:
    with pytest.raises(IndexMismatchError, match="'i' was not built by this version"):
        IndexMeta.from_dict("i", meta)


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        (replace(EXPECTED, analysis="ru-2"), "analysed by 'ru-1'.*'ru-2'.*Rebuild"),
        (
            replace(EXPECTED, embedding={**META.embedding, "model": "M2", "dimension": 8}),
            "model 'M1', settings ask for 'M2'.*NAKHODKA_EMBEDDING_MODEL=M1",
        ),
        # C9: another model of the same dimension gives no error in the engine, only wrong neighbours
        (replace(EXPECTED, embedding={**META.embedding, "model": "M3"}), "'M1'.*'M3'"),
        (replace(EXPECTED, embedding={**META.embedding, "query_prefix": ""}), "query_prefix"),
        (replace(EXPECTED, embedding={**META.embedding, "revision": "r2"}), "revision"),
    ],
)
def test_index_built_otherwise_is_refused_for_search(expected: Expected, words: str) -> None:
    with pytest.raises(IndexMismatchError, match=words):
        check_searchable("i", META, expected)


def test_index_that_fits_is_searched_and_not_rebuilt() -> None:
    """A23: an equal fingerprint must not force a rebuild."""
    check_searchable("i", META, EXPECTED)
    assert explain_rebuild(META, EXPECTED) is None


def test_other_chunking_is_searchable_but_rebuilt() -> None:
    other = replace(EXPECTED, chunking={"max_tokens": 300, "version": 1})
    check_searchable("i", META, other)
    assert explain_rebuild(META, other) == "the chunking has changed"


@pytest.mark.parametrize(
    ("meta", "words"),
    [
        (replace(META, complete=False), "another version"),
        (replace(META, schema_version=0), "another version"),
        (replace(META, token_vectors=None), "token vectors"),
    ],
)
def test_what_cannot_be_copied_is_named(meta: IndexMeta, words: str) -> None:
    assert words in str(explain_rebuild(meta, EXPECTED))


def test_names_fit_together() -> None:
    settings = read_settings(index_prefix="nakhodka")
    index = name_version(settings, "hr-docs", 12)
    assert index == "nakhodka.hr-docs.000012"
    assert (parse_version(index), parse_collection(index)) == (12, "hr-docs")
    assert name_alias(settings, "hr-docs") == "nakhodka.hr-docs"
    assert name_all_versions(settings, "hr-docs") == "nakhodka.hr-docs.*"


@pytest.mark.parametrize("name", ["", "A", "a.b", "отдел", "a b", "*", "-a", "a" * 62])
def test_collection_name_that_is_no_index_name_is_refused(name: str) -> None:
    with pytest.raises(CollectionNameError):
        name_alias(read_settings(), name)


@given(st.text(min_size=1, max_size=600), st.text(min_size=1, max_size=600))
def test_document_ids_fit_the_engine_and_stay_different(one: str, other: str) -> None:
    one, other = (text.encode("utf-8", "ignore").decode() for text in (one, other))
    assert len(name_passage(name_document(one), 1, 10**6).encode()) <= 512
    assert (name_document(one) == name_document(other)) == (one == other)


PASSAGE = StoredPassage(
    passage_id="a.md#1.0",
    document_id="a.md",
    collection="main",
    source="a.md",
    source_type="markdown",
    language="ru",
    title="Отпуск",
    heading_path=("Отпуск", "Перенос"),
    body="Отпуск переносят.",
    start=10,
    end=27,
    ordinal=0,
    tags=("hr",),
)
TERMS = StoredTerms(
    {"body_lemma": "отпуск переносить", "body_stem": "отпуск перенос", "body_exact": "отпуск переносят"},
    [(0, 6), (7, 16)],
)
DOCUMENT = StoredDocument(
    document_id="a.md",
    collection="main",
    source="a.md",
    root="/docs",
    source_type="markdown",
    language="ru",
    title="Отпуск",
    text="# Отпуск\n",
    content_hash="00",
    passage_count=0,
    indexed="2026-11-30T00:00:00+00:00",
    metadata={"номер": "2024-31"},
)


def test_entries(golden: Callable[[str, Any], None]) -> None:
    golden("entry_passage", build_passage_entry(PASSAGE, TERMS, [0.5, 0.5], b"\x00\xff"))
    golden("entry_document", DOCUMENT.as_source())
    golden("entry_basis", build_basis_entry(b"basis"))


def test_entries_are_read_as_they_were_written() -> None:
    assert StoredPassage.from_source(PASSAGE.as_source()) == PASSAGE
    assert StoredDocument.from_source(DOCUMENT.as_source()) == DOCUMENT
    assert StoredTerms.from_source(TERMS.as_source()) == TERMS
    assert read_binary(build_basis_entry(b"\x00\x01")["basis"]) == b"\x00\x01"


def test_empty_heading_path_and_title_survive() -> None:
    bare = replace(PASSAGE, heading_path=(), title="", start=0)
    assert StoredPassage.from_source(bare.as_source()) == bare
