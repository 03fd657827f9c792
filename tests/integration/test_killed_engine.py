"""The engine dies in the middle: a clear error, the live index intact, the next run completes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.connection import connect
from engine.errors import EngineError
from engine.local_node import LocalNode
from indexer.progress import SilentProgress
from search.records import Mode, SearchRequest
from settings import HASH_MODEL, read_settings
from tests.conftest import make_node
from tests.integration.conftest import Library

pytestmark = pytest.mark.node


@pytest.fixture(scope="module")
def mortal_node(node_folder: Path) -> Iterator[LocalNode]:
    local = make_node(node_folder / "mortal")
    local.start()
    yield local
    local.stop()


class Killing(SilentProgress):
    """Kills the node after some passages."""

    def __init__(self, node: LocalNode, passages: int) -> None:
        self._node = node
        self._left = passages

    def advance(self, stage: str, count: int = 1) -> None:
        if stage == "passages":
            self._left -= count
            if self._left == 0:
                kill(self._node)


def kill(node: LocalNode) -> None:
    pid = node.status().pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


def make_files(count: int) -> dict[str, str]:
    return {f"more{number}.txt": f"Заметка о парковке номер {number}" for number in range(count)}


def test_a_killed_engine_costs_no_live_index(mortal_node: LocalNode, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    settings = read_settings(
        opensearch_url=mortal_node.url, embedding_model=HASH_MODEL, bulk_passages=20, embedding_batch_size=4
    )
    with connect(settings) as engine:
        library = Library(folder, engine, settings)
        first = library.index({"notes.txt": "Заметка о пропусках"})
        library.write(make_files(300))
        with pytest.raises(EngineError, match=mortal_node.url) as raised:
            library.index(progress=Killing(mortal_node, passages=60))
        assert "nakhodka engine up" in str(raised.value)

        searcher = library.open()
        with pytest.raises(EngineError, match="nakhodka engine up"):
            searcher.search(SearchRequest("пропуск"))

    mortal_node.start()
    with connect(settings, wait_seconds=60) as engine:
        library = Library(folder, engine, settings)
        hits = library.search("пропуск", Mode.LEXICAL).hits
        assert [hit.document_id for hit in hits] == ["notes.txt"]
        assert library.find("парковка") == []
        report = library.index()
        assert (report.new, report.unchanged, report.failed) == (300, 1, [])
        assert report.live != first.live
        assert "more7.txt" in library.find("парковка номер 7")
