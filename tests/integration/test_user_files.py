"""A user's synonyms and protected words, from the file to the hits."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from mappings.meta import IndexMismatchError
from search.records import Mode, SearchRequest
from search.searcher import Searcher
from tests.integration.conftest import Library

pytestmark = pytest.mark.node

DOCUMENTS = {"каникулы.md": "График каникул сотрудников", "склад.md": "Остатки на складе", "стали.md": "Марки стали"}


def write(path: Path, text: str) -> None:
    """As a later change would be: the time of a file may be coarse."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text, encoding="utf-8")
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, max(status.st_mtime_ns, before + 1_000_000)))


def find(searcher: Searcher, question: str) -> list[str]:
    return [hit.document_id for hit in searcher.search(SearchRequest(question, mode=Mode.LEXICAL)).hits]


def test_synonyms_work_at_once_in_a_running_search(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "synonyms.txt"
    write(path, "# пусто")
    library = replace(library, settings=library.settings.model_copy(update={"synonyms_file": path}))
    library.index(DOCUMENTS)
    searcher = library.open()
    assert find(searcher, "отпуска") == []
    write(path, "отпуск, каникулы")
    assert find(searcher, "отпуска") == ["каникулы.md"]
    write(path, "отпуск")
    faulty = searcher.search(SearchRequest("отпуска", mode=Mode.LEXICAL))
    assert [hit.document_id for hit in faulty.hits] == ["каникулы.md"]
    assert ["line 1: 'отпуск'" in notice.message for notice in faulty.notices if notice.code == "dictionaries"] == [
        True
    ]
    write(path, "")
    assert find(searcher, "отпуска") == []


def test_protected_words_ask_for_another_index(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "protected.txt"
    write(path, "# пусто")
    library = replace(library, settings=library.settings.model_copy(update={"protected_words_file": path}))
    library.index(DOCUMENTS)
    searcher = library.open()
    assert find(searcher, "сталь") == ["стали.md"]
    write(path, "стали")
    with pytest.raises(IndexMismatchError, match=r"protected or Chinese words.*nakhodka index"):
        find(searcher, "стали")
    library.index()
    searcher = library.open()
    assert find(searcher, "стали") == ["стали.md"]
    assert find(searcher, "сталь") == []
