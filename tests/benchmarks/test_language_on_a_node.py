"""A small set through the whole benchmark of the lexical leg."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from benchmarks import word_entries
from benchmarks.language import Bench, parse_options
from benchmarks.language_report import CORRECTED, OURS, report_set, write_tables, write_targets
from benchmarks.word_entries import EntryWriter
from benchmarks.word_index import isolate
from benchmarks.word_sets import SetPassage, WordSet
from engine.connection import Engine
from engine.indexes import list_indexes
from eval.records import Question
from models.loading import load_embedder
from settings import Settings

BODIES = {
    "leave": "Ежегодный отпуск длится двадцать восемь дней.",
    "money": "Деньги за подписку возвращаются за десять дней.",
    "pass": "Пропуск выдаёт охрана.",
    "code": "Ошибка E-1042: нет связи с контроллером.",
    "other": "Ошибка E-1043: нет питания.",
}
ASKED = {
    "q1": ("сколько длится отпуск", "leave", "words"),
    "q2": ("возврат денег", "money", "words"),
    "q3": ("е–1042 что делать", "code", "code"),
}


class InProcess:
    """An executor that works where it is asked: the tests need no further processes."""

    def submit(self, work: Any, *arguments: Any) -> InProcess:
        self._result = work(*arguments)
        done = InProcess()
        done._result = self._result
        return done

    def result(self) -> Any:
        return self._result


@pytest.fixture
def small_set() -> WordSet:
    passages = (SetPassage(f"{id_}#1.0", id_, "", (), "", body) for id_, body in BODIES.items())
    questions = (
        Question(id_, text, type_, "ru", answerable=True, split="tune" if id_ == "q1" else "test", answers=())
        for id_, (text, _, type_) in ASKED.items()
    )
    judgments = {id_: {document_id: 1} for id_, (_, document_id, _) in ASKED.items()}
    return WordSet("small", "ru", tuple(passages), tuple(questions), judgments, {})


@pytest.fixture
def bench(engine: Engine, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(word_entries, "AT_ONCE", 2)
    isolated = isolate(settings)
    yield Bench(engine, isolated, load_embedder(settings), EntryWriter(InProcess()))  # type: ignore[arg-type]
    assert list_indexes(engine, f"{isolated.index_prefix}*") == []


def measure(bench: Bench, word_set: WordSet, groups: Sequence[str]) -> dict[str, Any]:
    return report_set(bench.measure(word_set, word_set.questions, groups), word_set.questions)


@pytest.mark.node
def test_every_analysis_and_every_group_is_measured(bench: Bench, small_set: WordSet) -> None:
    figures = measure(bench, small_set, ["code-forms", "patronymics"])
    whole = figures["splits"]["all"]
    assert list(whole["systems"]) == [
        "whitespace", "engine: russian", "first lemma", "stem (Snowball)", OURS, CORRECTED,
    ]  # fmt: skip
    assert whole["systems"][OURS]["R@1"] == 1.0
    assert whole["systems"]["whitespace"]["R@1"] < 1.0  # "денег" and "деньги" are other words to it
    assert whole["systems"]["whitespace"]["low"] <= whole["systems"]["whitespace"]["nDCG@10"]
    assert set(whole["ours_against"]) == {*whole["systems"]} - {OURS}
    assert whole["types"]["code"]["questions"] == 1
    assert figures["splits"]["tune"]["questions"] + figures["splits"]["held-out"]["questions"] == 3


@pytest.mark.node
def test_group_that_nothing_depends_on_loses_nothing(bench: Bench, small_set: WordSet) -> None:
    ablation = measure(bench, small_set, ["code-forms", "patronymics"])["splits"]["all"]["ablation"]
    assert ablation["patronymics"]["difference"] == 0
    assert (ablation["patronymics"]["passages_changed"], ablation["patronymics"]["questions_changed"]) == (0, 0)
    assert ablation["code-forms"]["questions_changed"] == 1  # e–1042 is no longer E-1042
    assert ablation["code-forms"]["difference"] >= 0


@pytest.mark.node
def test_tables_fit_into_a_terminal(bench: Bench, small_set: WordSet) -> None:
    figures = measure(bench, small_set, ["code-forms"])
    written = write_tables("small", figures)
    assert "without" in written
    assert max(map(len, written.splitlines())) <= 120


def test_targets_tell_what_was_missed() -> None:
    systems = {OURS: {"nDCG@10": 0.83, "R@1": 0.7}, CORRECTED: {"nDCG@10": 0.84, "R@1": 0.7}}
    table = write_targets({"xquad-ru": {"splits": {"all": {"systems": systems}}}})
    row = table.splitlines()[-1]
    assert "≥ 0.835" in row
    assert "yes" in row
    low = {name: {"nDCG@10": 0.8, "R@1": 0.7} for name in systems}
    assert "NO" in write_targets({"xquad-ru": {"splits": {"all": {"systems": low}}}})


def test_options_name_sets_halves_and_groups() -> None:
    options = parse_options(["--set", "demo", "--split", "tune", "--no-ablation"])
    assert (options.set, options.split, options.no_ablation) == (["demo"], "tune", True)
    with pytest.raises(SystemExit):
        parse_options(["--group", "nonsense"])
