"""The command line: what it prints, and what it ends with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.search import Line, iter_lines
from settings import HASH_MODEL, Settings

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str, stdin: str = "", cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a user runs it."""
    return subprocess.run(
        [sys.executable, "-c", "from cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        input=stdin,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "NO_COLOR": "1", **environment},
        check=False,
    )


def test_settings_are_printed_with_their_source() -> None:
    done = run("settings", "--json", NAKHODKA_SIZE="3")
    assert json.loads(done.stdout)["size"] == {"value": "3", "source": "NAKHODKA_SIZE"}


def test_wrong_setting_ends_with_one_line_and_no_traceback() -> None:
    done = run("search", "а", NAKHODKA_SIZE="zero")
    assert done.returncode == 1
    assert done.stderr.startswith("nakhodka: NAKHODKA_SIZE = 'zero' is not valid")
    assert "Traceback" not in done.stderr


def test_debug_shows_the_traceback() -> None:
    assert "Traceback" in run("--debug", "search", "а", NAKHODKA_SIZE="zero").stderr


def test_analyze_prints_terms_with_offsets() -> None:
    done = run("analyze", "Марка стали E-1042", "--json")
    terms = {term["surface"]: term for term in json.loads(done.stdout)["terms"]}
    assert set(terms["стали"]["lemmas"]) == {"сталь", "стать"}
    assert (terms["E-1042"]["exact"][0], terms["E-1042"]["start"]) == ("e1042", 12)
    assert "сталь" in run("analyze", "стали").stdout


def test_analyze_explains_each_form_and_lists_the_rules() -> None:
    explained = run("analyze", "оплачивали", "--explain").stdout
    assert "оплатить" in explained
    assert "aspect-pair" in explained
    (term,) = json.loads(run("analyze", "оплачивали", "--json").stdout)["terms"]
    assert {"form": "оплатить", "rule": "aspect-pair"} in term["origins"]
    rules = json.loads(run("analyze", "--rules", "--json").stdout)["rules"]
    assert {"name", "group", "explanation"} == set(rules[0])


def test_analyze_shows_synonyms_and_refuses_a_faulty_file(tmp_path: Path) -> None:
    path = tmp_path / "synonyms.txt"
    path.write_text("отпуск, каникулы", encoding="utf-8")
    told = json.loads(run("analyze", "график отпусков", "--json", NAKHODKA_SYNONYMS_FILE=str(path)).stdout)
    assert told["synonyms"] == [{"phrase": "отпусков", "replacement": "каникулы"}]
    path.write_text("отпуск", encoding="utf-8")
    done = run("analyze", "отпуск", NAKHODKA_SYNONYMS_FILE=str(path))
    assert done.returncode == 1
    assert "line 1: 'отпуск' has one phrase" in done.stderr
    assert run("analyze").returncode == 2


def test_engine_that_does_not_answer_is_named_with_the_remedy() -> None:
    done = run("search", "а", NAKHODKA_OPENSEARCH_URL="http://127.0.0.1:9", NAKHODKA_EMBEDDING_MODEL=HASH_MODEL)
    assert done.returncode == 1
    assert "http://127.0.0.1:9" in done.stderr
    assert "NAKHODKA_OPENSEARCH_URL" in done.stderr


def test_doctor_lists_faults_and_ends_with_one() -> None:
    done = run("doctor", "--json", NAKHODKA_OPENSEARCH_URL="http://127.0.0.1:9", NAKHODKA_EMBEDDING_MODEL="/nowhere/x")
    faults = [check for check in json.loads(done.stdout) if check["ok"] is False]
    assert done.returncode == 1
    assert len(faults) >= 2
    assert all(check["remedy"] for check in faults)


@pytest.mark.parametrize(
    "arguments", [["search"], ["search", "а", "--from", "x"], ["search", "а", "--size", "0"], ["fly"]]
)
def test_wrong_usage_ends_with_two(arguments: list[str]) -> None:
    assert run(*arguments).returncode == 2


def test_lines_may_be_plain_or_json() -> None:
    text = 'как уйти в отпуск\n\n{"id": "q7", "question": "E-1042"}\n{broken\n{"id": 1}\n'
    lines = list(iter_lines(text.encode("utf-8-sig")))
    assert lines[:2] == [Line("1", "как уйти в отпуск"), Line("q7", "E-1042")]
    assert [line.error is not None for line in lines] == [False, False, True, True]
    assert "line 4" in str(lines[2].error)


def test_a_line_that_is_no_text_costs_that_line_only() -> None:
    lines = list(iter_lines("отпуск\n".encode() + b"\xff\xfe\n" + "премия\n".encode()))
    assert [line.error is None for line in lines] == [True, False, True]
    assert lines[1].id == "2"
    assert "line 2 is not UTF-8" in str(lines[1].error)


@pytest.mark.node
def test_index_and_search_from_the_shell(settings: Settings, engine: object, tmp_path: Path) -> None:
    """One way through all commands, with exit codes as scripts see them."""
    assert settings.opensearch_url is not None
    environment = {
        "NAKHODKA_OPENSEARCH_URL": settings.opensearch_url,
        "NAKHODKA_INDEX_PREFIX": settings.index_prefix,
        "NAKHODKA_EMBEDDING_MODEL": HASH_MODEL,
    }
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "отпуск.md").write_text("# Отпуск\n\nОтпуск длится 28 дней.\n", encoding="utf-8")
    (docs / "broken.md").write_text("---\naccess: {\n---\n\nтекст\n", encoding="utf-8")

    done = run("index", str(docs), "--json", **environment)
    report = json.loads(done.stdout)
    assert (done.returncode, report["new"], len(report["failed"])) == (3, 1, 1)
    assert "broken.md" in run("index", str(docs), **environment).stdout
    (docs / "broken.md").unlink()
    assert run("index", str(docs), **environment).returncode == 0

    found = json.loads(run("search", "сколько дней отпуска", "--json", "--trace", **environment).stdout)
    assert found["hits"][0]["source"] == "отпуск.md"
    assert found["trace"]["stages"]
    shown = run("search", "отпуск", "--trace", **environment).stdout
    assert "отпуск.md" in shown
    assert "fusion" in shown

    lines = run("search", "--from", "-", stdin='отпуск\n{"id": "b"}\n{"id": "c", "question": "дни"}\n', **environment)
    answers = [json.loads(line) for line in lines.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == ["1", "2", "c"]
    assert "error" in answers[1]
    assert lines.returncode == 3

    missing = run("search", "отпуск", "--collection", "nothing", **environment)
    assert (missing.returncode, "nakhodka index PATH --collection nothing" in missing.stderr) == (1, True)
    assert run("index", str(tmp_path / "nowhere"), **environment).returncode == 1
    assert run("forget", "--collection", "main", **environment).returncode == 0
    assert run("search", "отпуск", **environment).returncode == 1
