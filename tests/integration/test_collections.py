"""What there is to search and to narrow it by."""

from __future__ import annotations

import pytest

from indexer.indexer import Indexer
from models.loading import load_embedder
from search.backend import SearchBackend
from search.index_facts import FacetValue
from tests.integration.conftest import Library

pytestmark = pytest.mark.node


def test_collections_are_listed_by_name_and_only_ours(library: Library) -> None:
    backend = SearchBackend(library.engine, library.settings)
    assert backend.list_collections() == []
    library.index({"a.md": "Отпуск"})
    library.index({"a.md": "Отпуск и премия"})  # a second version of the same collection
    Indexer(library.engine, library.settings, load_embedder(library.settings)).index([library.folder], "archive-2023")
    library.engine.client.indices.put_alias(index=backend.resolve(["main"])[0], name="somebody-elses")
    assert backend.list_collections() == ["archive-2023", "main"]


def test_facets_count_documents_not_passages(library: Library) -> None:
    russian = "\n\n".join(f"# Раздел {n}\n\n{'Порядок работы отдела описан здесь. ' * 30}" for n in range(4))
    library.index({"a.md": russian, "b.txt": "Премии выплачиваются в декабре.", "c.txt": "Annual leave is paid."})
    backend = SearchBackend(library.engine, library.settings)
    facets = backend.list_facets(backend.resolve(["main"])[0])
    assert facets["type"] == [FacetValue("text", 2), FacetValue("markdown", 1)]
    assert facets["language"] == [FacetValue("ru", 2), FacetValue("en", 1)]
    assert list(facets) == ["type", "language"]
