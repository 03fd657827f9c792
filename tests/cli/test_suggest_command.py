"""nakhodka suggest, nakhodka questions"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from indexer.questions import QuestionFileError
from settings import HASH_MODEL, NakhodkaError, Settings

pytestmark = pytest.mark.node
Run = Callable[..., Result]


@pytest.fixture
def run(settings: Settings, engine: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line over a collection of one document."""
    monkeypatch.setenv("NAKHODKA_OPENSEARCH_URL", str(settings.opensearch_url))
    monkeypatch.setenv("NAKHODKA_INDEX_PREFIX", settings.index_prefix)
    monkeypatch.setenv("NAKHODKA_EMBEDDING_MODEL", HASH_MODEL)

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(app, list(arguments))

    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# Отпуск\n\n## Как оформить отпуск?\n\nПо заявлению.\n", encoding="utf-8")
    assert invoke("index", str(tmp_path / "docs")).exit_code == 0
    return invoke


def test_lines_are_printed_and_written_as_json(run: Run) -> None:
    assert "Как оформить отпуск?" in run("suggest", "как оф").stdout
    written = json.loads(run("suggest", "rfr ja", "--json").stdout)
    assert written["reading"] == "layout"
    assert written["suggestions"] == [
        {
            "text": "Как оформить отпуск?", "kind": "heading", "matches": [[0, 6]],
            "collection": "main", "document_id": "a.md", "source": "a.md",
        }
    ]  # fmt: skip
    assert "Nothing completes that." in run("suggest", "как оф", "--filter", "type=html").stdout


def test_questions_are_set_listed_and_removed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "questions.txt"
    path.write_text("сколько дней отпуска\n\nкому положен отпуск\nСколько дней отпуска?\n", encoding="utf-8")
    assert "suggests 2 questions" in run("questions", str(path)).stdout
    assert run("questions").stdout.splitlines() == ["сколько дней отпуска", "кому положен отпуск"]
    assert json.loads(run("suggest", "ско", "--json").stdout)["suggestions"][0]["kind"] == "question"

    path.write_bytes(b"\xff\n")
    failed = run("questions", str(path))
    assert isinstance(failed.exception, QuestionFileError)
    assert len(run("questions").stdout.splitlines()) == 2

    assert run("questions", "--clear").exit_code == 0
    assert json.loads(run("questions", "--json").stdout) == {"collection": "main", "questions": []}
    assert run("questions", str(path), "--clear").exit_code == 2


def test_questions_of_a_collection_that_is_missing(run: Run) -> None:
    failed = run("questions", "--clear", "--collection", "nothing")
    assert isinstance(failed.exception, NakhodkaError)
    assert "nakhodka index PATH --collection nothing" in str(failed.exception)
