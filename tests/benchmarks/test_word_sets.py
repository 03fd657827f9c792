"""Sets as the lexical leg is measured on them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.public_sets import PublicSet, SetDocument, read_set
from benchmarks.term_streams import choose_comparators, write_first_lemmas, write_stems
from benchmarks.word_sets import DEMO, PLACES, adapt_public_set, read_word_set
from models.loading import load_embedder
from settings import HASH_MODEL, read_settings


def test_cmrc_questions_are_answered_by_their_passage(tmp_path: Path) -> None:
    folder = tmp_path / "cmrc2018"
    folder.mkdir()
    for number, name in enumerate(("cmrc2018_dev.json", "cmrc2018_trial.json")):
        qas = [{"id": f"q{number}", "question": "谁？", "answers": []}]
        paragraphs = [{"id": f"p{number}", "context": f"第{number}段。", "qas": qas}]
        (folder / name).write_text(json.dumps({"data": [{"paragraphs": paragraphs}]}), encoding="utf-8")
    read = read_set("cmrc-zh", tmp_path)
    assert read is not None
    assert read.judgments == {"q0": {"p0": 1}, "q1": {"p1": 1}}
    assert read.language == "zh"


@pytest.mark.parametrize("name", [name for name in PLACES if name != DEMO])
def test_absent_set_is_none(name: str, tmp_path: Path) -> None:
    settings = read_settings(embedding_model=HASH_MODEL)
    assert read_word_set(name, tmp_path, settings, load_embedder(settings)) is None


def test_demo_has_its_types_and_only_questions_with_an_answer() -> None:
    settings = read_settings(embedding_model=HASH_MODEL)
    demo = read_word_set(DEMO, Path(), settings, load_embedder(settings))
    assert demo is not None
    assert {question.type for question in demo.questions} > {"typo", "wrong_layout", "code", "negation"}
    assert "unanswerable" not in {question.type for question in demo.questions}
    documents = {passage.document_id for passage in demo.passages}
    assert all(documents.issuperset(grades) for grades in demo.judgments.values())
    assert len(demo.passages) > len(documents)


def test_document_of_a_public_set_is_one_passage_with_its_headings() -> None:
    document = SetDocument("d", "Правила", ("Правила", "Отпуск"), "28 дней.")
    word_set = adapt_public_set(PublicSet("s", "ru", (document,), (), {}, {"e": "d"}))
    (passage,) = word_set.passages
    assert (passage.prefix + passage.body, passage.title) == ("[Правила > Отпуск] 28 дней.", "Правила")
    assert word_set.unify(["e", "d"]) == ["d"]


@pytest.mark.parametrize(
    ("text", "lemmas", "stems"),
    [
        ("Договорами ёлок", "договор елка", "договор елок"),
        ("Policies, 12!", "policy 12", "polici 12"),
        ("我爱北京 docs", "我 爱 北京 doc", "我 爱 北京 doc"),
        ("E-1042", "e 1042", "e 1042"),
    ],
)
def test_plain_analyses_write_one_form_of_each_word(text: str, lemmas: str, stems: str) -> None:
    assert write_first_lemmas(text) == lemmas
    assert write_stems(text) == stems


def test_each_language_is_compared_with_the_engines_own_analyzer() -> None:
    names = {language: [entry.name for entry in choose_comparators(language)] for language in ("ru", "en", "zh")}
    assert names["ru"] == ["whitespace", "engine: russian", "first lemma", "stem (Snowball)"]
    assert names["en"][1] == "engine: english"
    assert names["zh"] == ["whitespace", "engine: cjk", "words (jieba)"]
