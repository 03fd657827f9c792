"""Spoilt questions through the real searcher."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.perturbations import PERTURBATIONS
from benchmarks.robustness import AskedSet, Robustness, read_demo, report_set, take_sample
from benchmarks.robustness_report import Spoilt, report_spoilt, write_tables
from engine.connection import Engine
from eval.records import Question
from indexer.indexer import Indexer
from models.loading import load_embedder
from search.opening import open_searcher
from search.records import Mode
from search.searcher import Searcher
from settings import Settings

FILES = {
    "otpusk.md": "# Отпуск\n\nЕжегодный отпуск длится двадцать восемь календарных дней.\n",
    "podpiska.md": "# Подписка\n\nДеньги за подписку возвращаются за десять дней.\n",
    "oshibki.md": "# Ошибки\n\nОшибка E-1042: нет связи с контроллером.\n",
}
ASKED = {
    "q1": ("сколько календарных дней длится отпуск?", "otpusk.md"),
    "q2": ("ошибка E-1042", "oshibki.md"),
}


def ask(id_: str, text: str, split: str = "tune") -> Question:
    return Question(id_, text, "t", "ru", answerable=True, split=split, answers=())


@pytest.fixture
def asked() -> AskedSet:
    questions = tuple(ask(id_, text) for id_, (text, _) in ASKED.items())
    judgments = {id_: {document_id: 1} for id_, (_, document_id) in ASKED.items()}
    return AskedSet("small", "small", questions, questions, judgments, {})


@pytest.fixture
def searcher(engine: Engine, settings: Settings, tmp_path: Path) -> Searcher:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    Indexer(engine, settings, load_embedder(settings)).index([tmp_path], "small")
    return open_searcher(engine, settings)


@pytest.mark.node
def test_only_questions_that_are_changed_are_measured(searcher: Searcher, asked: AskedSet) -> None:
    robustness = Robustness(searcher, asked)
    by_name = {entry.name[0]: entry for entry in PERTURBATIONS}
    (code,) = robustness.spoil(by_name["d"], Mode.LEXICAL)
    assert (code.text, code.clean, code.spoilt) == ("ошибка Е-1042", 1.0, 1.0)
    (mark,) = robustness.spoil(by_name["f"], Mode.LEXICAL)
    assert mark.text == "сколько календарных дней длится отпуск"


@pytest.mark.node
def test_set_is_reported_by_words_and_by_both_legs(searcher: Searcher, asked: AskedSet) -> None:
    figures = report_set(searcher, asked)
    assert figures["clean_questions"] == 2
    assert figures["changed"] == []
    capitals = figures["spoilt"]["e all capitals"]
    assert capitals["lexical"]["all"]["share"] == 1.0
    assert capitals["hybrid"]["all"]["questions"] == 2
    assert "no punctuation" in write_tables("small", figures)
    assert max(map(len, write_tables("small", figures).splitlines())) <= 120


def test_share_is_what_is_left_of_the_clean_mean() -> None:
    entries = [
        Spoilt(ask("a", "было"), "бло", clean=1.0, spoilt=0.5),
        Spoilt(ask("b", "стало", split="test"), "стло", clean=0.5, spoilt=0.5),
    ]
    report = report_spoilt(entries)
    assert report["all"] == {"questions": 2, "clean": 0.75, "mrr": 0.5, "share": 0.6667}
    assert report["tune"]["share"] == 0.5
    assert report["held-out"]["share"] == 1.0
    assert (report["lost"], report["examples"]) == (1, [{"question": "было", "spoilt": "бло"}])


def test_share_of_nothing_is_unknown() -> None:
    assert report_spoilt([Spoilt(ask("a", "было"), "бло", clean=0.0, spoilt=0.0)])["all"]["share"] is None


def test_sample_is_fixed_and_does_not_depend_on_the_order() -> None:
    questions = [ask(f"q{number}", "вопрос") for number in range(100)]
    chosen = take_sample(questions, 10)
    assert len(chosen) == 10
    assert {q.id for q in chosen} == {q.id for q in take_sample(questions[::-1], 10)}
    assert take_sample(questions, None) == tuple(questions)


def test_demo_questions_that_are_spoilt_already_are_not_clean() -> None:
    demo = read_demo()
    assert not {question.type for question in demo.questions} & {"typo", "wrong_layout"}
    assert set(demo.sample) < set(demo.questions)
    assert all(question.answerable for question in demo.sample)


def test_question_that_was_searched_otherwise_is_listed(asked: AskedSet, monkeypatch: pytest.MonkeyPatch) -> None:
    class Understood:
        corrections: tuple[Any, ...] = ("changed",)
        text = "другое"

    class Results:
        understood = Understood()

    robustness = Robustness(None, asked)  # type: ignore[arg-type]
    monkeypatch.setattr(robustness, "ask", lambda text, mode: Results())
    changed = robustness.find_changed()
    assert [entry["id"] for entry in changed] == ["q1", "q2"]
    assert changed[0]["searched"] == "другое"
