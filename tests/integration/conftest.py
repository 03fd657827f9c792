"""A folder of documents, indexed and searchable, in one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.connection import Engine
from indexer.indexer import Indexer
from indexer.report import IndexReport
from models.loading import load_embedder
from search.opening import open_searcher
from search.records import Mode, SearchRequest, SearchResults
from search.searcher import Searcher
from settings import Settings


@dataclass(frozen=True)
class Library:
    """A folder and its collection."""

    folder: Path
    engine: Engine
    settings: Settings

    def write(self, files: Mapping[str, str]) -> None:
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def index(self, files: Mapping[str, str] | None = None, **options: object) -> IndexReport:
        self.write(files or {})
        indexer = Indexer(self.engine, self.settings, load_embedder(self.settings))
        return indexer.index([self.folder], "main", **options)  # type: ignore[arg-type]

    def open(self) -> Searcher:
        return open_searcher(self.engine, self.settings)

    def search(self, question: str, mode: Mode = Mode.HYBRID, **options: object) -> SearchResults:
        return self.open().search(SearchRequest(question, mode=mode, **options))  # type: ignore[arg-type]

    def find(self, question: str, mode: Mode = Mode.LEXICAL, **options: object) -> list[str]:
        return [hit.document_id for hit in self.search(question, mode, **options).hits]


@pytest.fixture
def library(tmp_path: Path, engine: Engine, settings: Settings) -> Library:
    folder = tmp_path / "docs"
    folder.mkdir()
    return Library(folder, engine, settings)
