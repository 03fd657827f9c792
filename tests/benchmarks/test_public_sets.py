"""Public sets as they are read, from small files of the same form."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from benchmarks.public_sets import VARIABLE, choose_split, find_folder, read_set, read_xquad
from benchmarks.results_file import read_results, write_results

FIRST = "\ufeffМосква стоит на реке. "
SECOND = "Река течёт в Оку."
PARAGRAPH = {
    "context": FIRST + SECOND,
    "sentences": [FIRST, SECOND],
    "sentence_breaks": [[0, len(FIRST)], [len(FIRST), len(FIRST + SECOND)]],
    "qas": [
        {"id": "x1", "question": "Где стоит Москва?", "answers": [{"answer_start": 14, "text": "на реке"}]},
        {"id": "x2", "question": "Куда течёт река?", "answers": [{"answer_start": len(FIRST) + 11, "text": "в Оку"}]},
    ],
}
SECTIONS = [
    {"id": "a.md#x", "title": "Оплата", "heading": "Счета", "text": "Счёт придёт в понедельник.", "qa": False},
    {"id": "a.md#x", "title": "Оплата", "heading": "Счета", "text": "Счёт можно скачать.", "qa": False},
    {"id": "b.md", "title": "Вопросы", "heading": "", "text": "Счёт придёт в понедельник.", "qa": True},
    {"id": "c.md", "title": "Цены", "heading": "Цены", "text": "Цены растут.", "qa": False},
]
FAQ = [{"q": "когда придёт счёт", "answer": "b.md", "links": []}]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write_xquad(tmp_path / "xquad-r" / "ru.json", [PARAGRAPH])
    folder = tmp_path / "yandex-faq"
    folder.mkdir()
    with lzma.open(folder / "corpus.jsonl.xz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(section) + "\n" for section in SECTIONS)
    (folder / "questions.json").write_text(json.dumps(FAQ), encoding="utf-8")
    return tmp_path


def write_xquad(path: Path, paragraphs: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"data": [{"title": "T", "paragraphs": paragraphs}]}), encoding="utf-8")


def test_sentence_in_which_the_answer_begins_is_relevant(data: Path) -> None:
    read = read_set("xquad-ru", data)
    assert read is not None
    assert [document.body for document in read.documents] == [FIRST.removeprefix("\ufeff"), SECOND]
    assert read.judgments == {"x1": {"00-00-00": 1}, "x2": {"00-00-01": 1}}


def test_copy_of_a_sentence_answers_as_well(tmp_path: Path) -> None:
    write_xquad(tmp_path / "ru.json", [PARAGRAPH, {**PARAGRAPH, "qas": []}])
    read = read_xquad(tmp_path / "ru.json", "ru")
    assert read.unify(("00-01-01", "00-00-01", "00-00-00")) == ["00-00-01", "00-00-00"]


def test_sections_of_one_id_stay_apart_and_equal_texts_are_one_answer(data: Path) -> None:
    read = read_set("yandex-faq", data)
    assert read is not None
    assert [document.id for document in read.documents] == ["a.md#x", "a.md#x~2", "b.md", "c.md"]
    assert read.judgments == {"faq-001": {"a.md#x": 1}}
    assert read.unify(("c.md", "b.md")) == ["c.md", "a.md#x"]


def test_headings_stand_before_the_text_once(data: Path) -> None:
    read = read_set("yandex-faq", data)
    assert read is not None
    texts = [document.text for document in read.documents]
    assert texts[0] == "[Оплата > Счета] Счёт придёт в понедельник."
    assert texts[3] == "[Цены] Цены растут."


def test_hash_follows_whatever_is_indexed(data: Path) -> None:
    before = read_set("yandex-faq", data)
    with lzma.open(data / "yandex-faq" / "corpus.jsonl.xz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps({**section, "title": "Другое"}) + "\n" for section in SECTIONS)
    after = read_set("yandex-faq", data)
    assert before is not None
    assert after is not None
    assert before.hash != after.hash


def test_absent_set_is_none(data: Path) -> None:
    assert read_set("xquad-zh", data) is None


def test_halves_are_fixed_and_about_equal() -> None:
    splits = [choose_split(f"q{number}") for number in range(1000)]
    assert splits == [choose_split(f"q{number}") for number in range(1000)]
    assert 450 < splits.count("test") < 550


def test_variable_names_the_folder_and_leaves_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert find_folder(None) == tmp_path
    monkeypatch.setenv(VARIABLE, "elsewhere")
    assert find_folder(tmp_path) == tmp_path
    assert find_folder(None).name == "data"


def test_results_written_and_read_back_are_equal(tmp_path: Path) -> None:
    write_results(tmp_path / "new" / "results.json", {"имя": 1})
    assert read_results(tmp_path / "new" / "results.json") == {"имя": 1}
    assert read_results(tmp_path / "absent.json") == {}
