"""Indexing with worker processes on a real engine: the same entries, bad files listed, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from indexer.indexer import Indexer
from indexer.report import IndexReport
from indexer.workers.choosing import HERE_BYTES
from mappings.names import name_alias
from models.loading import load_embedder
from settings import HASH_MODEL, Settings, read_settings
from tests.indexer import misbehaving
from tests.indexer.test_workers import list_children, wait_until_gone
from tests.integration.conftest import Library
from tests.integration.test_indexing import FILES, list_versions

pytestmark = pytest.mark.node


def index_with_workers(library: Library, **options: Any) -> IndexReport:
    indexer = Indexer(
        library.engine, library.settings, load_embedder(library.settings), parse=misbehaving.parse, here=False
    )
    return indexer.index([library.folder], "main", **options)


def read_entries(library: Library) -> dict[str, Any]:
    """Everything the live version holds, but for the time of indexing."""
    library.engine.client.indices.refresh(index=name_alias(library.settings, "main"))
    answer = library.engine.client.search(
        index=name_alias(library.settings, "main"), body={"size": 1000, "query": {"match_all": {}}}
    )
    entries = {hit["_id"]: hit["_source"] for hit in answer["hits"]["hits"]}
    for entry in entries.values():
        entry.pop("indexed", None)
    return entries


def test_workers_write_the_same_entries_as_one_process(library: Library) -> None:
    library.write({**FILES, **{f"{n}.md": f"# Глава {n}\n\n" + "слово о станке " * 9 * n for n in range(12)}})
    report = index_with_workers(library)
    there = read_entries(library)
    changes = {"index_prefix": f"{library.settings.index_prefix}h"}
    other = Library(library.folder, library.engine, read_settings(**{**library.settings.model_dump(), **changes}))
    assert other.index().worker_processes == 0
    assert read_entries(other) == there
    assert report.worker_processes == 1
    assert {"parsing", "cutting and analysing"} <= set(report.seconds)
    values = report.as_dict()
    assert values["peak_memory_mb"] > values["worker_memory_mb"] > 20


def test_files_that_kill_their_worker_are_listed_and_the_rest_goes_live(library: Library) -> None:
    library.write({**FILES, "exits.txt": "!exit", "killed.txt": "!kill", "torn.txt": "!raise"})
    report = index_with_workers(library)
    assert {(failure.source, failure.reason) for failure in report.failed} == {
        ("exits.txt", "its worker ended with exit code 3"),
        ("killed.txt", "its worker died with signal 9 (SIGKILL)"),
        ("torn.txt", "page 3 is torn"),
    }
    assert (report.new, report.moved) == (3, True)
    assert library.find("пропуск") == ["notes.txt"]


def press_ctrl_c_when_there_is(path: Path) -> None:
    while not (path.exists() and path.read_text()):
        time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGINT)


def test_interrupted_run_leaves_no_worker_and_no_version(library: Library) -> None:
    first = library.index(FILES)
    before = list_children()
    library.write({"more.txt": "Ещё заметка", "hangs.txt": "!child"})
    started = library.folder / "hangs.child"
    presser = threading.Thread(target=press_ctrl_c_when_there_is, args=(started,))
    presser.start()
    with pytest.raises(KeyboardInterrupt):
        index_with_workers(library)
    presser.join()
    assert list_children() == before
    assert wait_until_gone([int(number) for number in started.read_text().split()]) == []
    assert list_versions(library) == [first.live]


def test_file_that_takes_too_long_ends_the_command_with_three(
    settings: Settings, engine: object, tmp_path: Path
) -> None:
    (tmp_path / "good.md").write_text("# Отпуск\n\n28 дней\n", encoding="utf-8")
    (tmp_path / "long.md").write_text("Слово о сборке станка. " * (HERE_BYTES // 10), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "from cli import main; main()", "index", str(tmp_path)],
        env={
            **os.environ,
            "NAKHODKA_OPENSEARCH_URL": settings.opensearch_url or "",
            "NAKHODKA_INDEX_PREFIX": settings.index_prefix,
            "NAKHODKA_EMBEDDING_MODEL": HASH_MODEL,
            "NAKHODKA_FILE_TIMEOUT_SECONDS": "0.2",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert "failed: long.md: timed out after 0.2 s (NAKHODKA_FILE_TIMEOUT_SECONDS)" in done.stdout
    assert "good.md" not in done.stdout
