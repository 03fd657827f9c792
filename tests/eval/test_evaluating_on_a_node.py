"""The whole evaluation over a real index."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import app
from engine.connection import Engine
from eval.evaluation import evaluate
from eval.provenance import read_documents
from eval.question_set import QuestionSet, read_question_set
from eval.report import EvaluationReport, Options
from eval.systems import SYSTEMS, adapt_searcher, vary_system
from indexer.indexer import Indexer
from models.loading import load_embedder
from search.backend import CollectionMissingError
from search.opening import open_searcher
from settings import HASH_MODEL, Settings, SettingsError

pytestmark = pytest.mark.node

DOCUMENTS = {
    "leave.md": "# Отпуск\n\nЕжегодный отпуск длится двадцать восемь дней.",
    "refund.md": "# Возврат\n\nДеньги за подписку возвращаются за десять дней.",
    "vpn.md": "# VPN\n\nДоступ к сети дают через клиент.",
}
QUESTIONS: list[dict[str, Any]] = [
    {"id": "q1", "question": "сколько дней длится отпуск", "answers": "leave.md"},
    {"id": "q2", "question": "возврат денег за подписку", "answers": "refund.md"},
    {"id": "u1", "question": "цена акций компании", "answers": None},
]
QRELS = "q1 0 leave.md 2\nq2 0 refund.md 2\n"


@dataclass(frozen=True)
class Place:
    """An indexed folder and judged questions on it."""

    engine: Engine
    settings: Settings
    folder: Path

    @property
    def questions(self) -> QuestionSet:
        return read_question_set(self.folder / "questions.jsonl", self.folder / "qrels.trec")

    def evaluate(self) -> EvaluationReport:
        searcher = open_searcher(self.engine, self.settings)
        return evaluate(self.engine, searcher, "main", self.questions, systems=SYSTEMS, options=Options(k=2))

    def run_command(self, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
        monkeypatch.setenv("NAKHODKA_OPENSEARCH_URL", self.engine.url)
        monkeypatch.setenv("NAKHODKA_INDEX_PREFIX", self.settings.index_prefix)
        monkeypatch.setenv("NAKHODKA_EMBEDDING_MODEL", HASH_MODEL)
        questions = ["--questions", str(self.folder / "questions.jsonl"), "--qrels", str(self.folder / "qrels.trec")]
        result = CliRunner().invoke(app, ["eval", *questions, *arguments], catch_exceptions=False)
        assert result.exit_code == 0
        return result.stdout


@pytest.fixture
def place(engine: Engine, settings: Settings, tmp_path: Path) -> Place:
    documents = tmp_path / "docs"
    documents.mkdir()
    for name, text in DOCUMENTS.items():
        (documents / name).write_text(text, encoding="utf-8")
    Indexer(engine, settings, load_embedder(settings)).index([documents], "main")
    lines = [
        {
            "id": row["id"],
            "question": row["question"],
            "type": "plain",
            "language": "ru",
            "answerable": row["answers"] is not None,
            "split": "test",
            "answers": [{"document_id": row["answers"], "text": "…"}] if row["answers"] else [],
        }
        for row in QUESTIONS
    ]
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    (tmp_path / "qrels.trec").write_text(QRELS, encoding="utf-8")
    return Place(engine, settings, tmp_path)


def test_systems_are_measured_side_by_side(place: Place) -> None:
    report = place.evaluate()
    assert [system.name for system in report.systems] == [system.name for system in SYSTEMS]
    lexical = report.systems[0]
    assert lexical.means["all"]["RR@10"] == 1.0
    assert lexical.count_verdicts() == {"retrieval": 0, "reranker": 0, "passed": 2}
    assert all(system.unanswered and system.unanswered.count == 1 for system in report.systems)
    assert all(system.median_ms > 0 for system in report.systems)


def test_figures_do_not_depend_on_the_run(place: Place) -> None:
    first, second = place.evaluate(), place.evaluate()
    for before, after in zip(first.systems, second.systems, strict=True):
        assert before.scores == after.scores
        assert before.run.rankings == after.run.rankings


def test_provenance_names_documents_models_and_depths(place: Place) -> None:
    facts = place.evaluate().as_dict()["provenance"]
    assert (facts["documents"], facts["k"], facts["unknown_documents"]) == (3, 2, [])
    assert facts["embedding"]["model"]
    assert facts["depths"]["candidates"] == place.settings.candidates
    assert facts["analysis"]


def test_corpus_hash_follows_the_documents(place: Place) -> None:
    before = place.evaluate().provenance["corpus_hash"]
    (place.folder / "docs" / "vpn.md").write_text("# VPN\n\nДоступ закрыт.", encoding="utf-8")
    Indexer(place.engine, place.settings, load_embedder(place.settings)).index([place.folder / "docs"], "main")
    assert place.evaluate().provenance["corpus_hash"] != before


def test_judged_document_outside_the_collection_is_told(place: Place) -> None:
    with (place.folder / "qrels.trec").open("a", encoding="utf-8") as file:
        file.write("q1 0 gone.md 1\n")
    assert place.evaluate().unknown_documents == ("gone.md",)


def test_varied_system_has_other_settings_and_the_same_models(place: Place) -> None:
    searcher = open_searcher(place.engine, place.settings)
    adapted = adapt_searcher(searcher, vary_system("weight_lexical=0.9,weight_vector=0.1"))
    assert (adapted.settings.weight_lexical, adapted.settings.index_prefix) == (0.9, place.settings.index_prefix)
    assert adapted.embedder is searcher.embedder
    with pytest.raises(SettingsError, match="rrf_k"):
        adapt_searcher(searcher, vary_system("rrf_k=many"))


def test_collection_that_was_never_indexed_is_named(place: Place) -> None:
    with pytest.raises(CollectionMissingError, match="'absent' does not exist"):
        read_documents(place.engine, open_searcher(place.engine, place.settings), "absent")


def test_command_prints_tables_and_lost_questions(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = place.run_command(monkeypatch, "--collection", "main", "--k", "1", "--lost")
    assert "3 documents, 3 passages" in " ".join(printed.split())
    assert "lexical: no questions lost" in printed
    assert "unanswerable" in printed


def test_command_writes_report_and_runs(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    saved, runs = place.folder / "out" / "report.json", place.folder / "runs"
    printed = place.run_command(
        monkeypatch,
        *("--collection", "main", "--json", "--save", str(saved), "--runs", str(runs)),
        *("--system", "lexical", "--vary", "hybrid: rrf_k=10"),
    )
    written = json.loads(saved.read_text(encoding="utf-8"))
    assert [system["name"] for system in written["systems"]] == ["lexical", "hybrid, rrf_k=10"]
    assert json.loads(printed) == written
    first = (runs / "lexical.trec").read_text(encoding="utf-8").splitlines()[0]
    assert first == "q1 Q0 leave.md 1 1.0 lexical"
