"""`nakhodka eval` before it needs an engine."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli.app import main

FAULTY = '{"id": "q1"}\n'


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["nakhodka", "eval", *arguments])
    with pytest.raises(SystemExit) as caught:
        main()
    return int(caught.value.code or 0)


def test_faulty_line_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "questions.jsonl").write_text(FAULTY, encoding="utf-8")
    (tmp_path / "qrels.trec").write_text("q1 0 a.md yes\n", encoding="utf-8")
    files = ("--questions", str(tmp_path / "questions.jsonl"), "--qrels", str(tmp_path / "qrels.trec"))
    assert run(monkeypatch, *files) == 1
    assert "questions.jsonl:1: has no 'question'" in capsys.readouterr().err


def test_absent_file_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "--questions", "absent.jsonl") == 1
    assert "'absent.jsonl' cannot be read" in capsys.readouterr().err


def test_unknown_system_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "--system", "bm25") == 1
    assert "Known systems: lexical, vector, hybrid" in capsys.readouterr().err
