"""Questions and judgments: what is read, and every fault with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eval.problems import TestSetError
from eval.qrels import read_qrels, write_qrels
from eval.question_set import read_question_set
from eval.questions import read_questions
from eval.records import Answer, EvaluationError, Qrel

DEMO = Path(__file__).parents[2] / "demo"


def make_question(id_: str = "q1", **changes: Any) -> str:
    values: dict[str, Any] = {
        "id": id_,
        "question": "сколько дней отпуска",
        "type": "word_forms",
        "language": "ru",
        "answerable": True,
        "split": "tune",
        "answers": [{"document_id": "a.md", "text": "28 дней"}],
    }
    values.update(changes)
    return json.dumps({name: value for name, value in values.items() if value is not ...}, ensure_ascii=False)


class Files:
    """A file of questions and one of judgments."""

    def __init__(self, folder: Path) -> None:
        self.questions, self.qrels = folder / "questions.jsonl", folder / "qrels.trec"

    def write(self, questions: list[str], qrels: list[str]) -> None:
        self.questions.write_text("\n".join(questions) + "\n", encoding="utf-8")
        self.qrels.write_text("\n".join(qrels) + "\n", encoding="utf-8")

    def find_problems(self, known: set[str] | None = None) -> list[str]:
        with pytest.raises(TestSetError) as caught:
            read_question_set(self.questions, self.qrels, known)
        return [f"{problem.path.name}:{problem.line}: {problem.message}" for problem in caught.value.problems]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def test_question_is_read(files: Files) -> None:
    files.write([make_question()], ["q1 0 a.md 2"])
    (question,) = read_questions(files.questions)
    assert question.question == "сколько дней отпуска"
    assert question.answers == (Answer("a.md", "28 дней"),)


def test_set_holds_judgments_of_every_question(files: Files) -> None:
    files.write(
        [make_question(), "", make_question("q2", answerable=False, answers=[])], ["q1 0 a.md 2", "q1 0 b.md 0"]
    )
    read = read_question_set(files.questions, files.qrels)
    assert read.judgments == {"q1": {"a.md": 2, "b.md": 0}, "q2": {}}
    assert [question.id for question in read.unanswerable] == ["q2"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "q1",', "is not valid JSON: Expecting property name enclosed in double quotes at character 13"),
        ("[]", "is no JSON object but list"),
        (make_question(question=...), "has no 'question'"),
        (make_question(question=" "), "'question' is ' ', it must be a text"),
        (make_question(id=7), "'id' is 7, it must be a text"),
        (make_question("q 1"), "'id' is 'q 1': spaces would break files of judgments and runs"),
        (make_question(split="train"), "'split' is 'train', it must be one of tune, test"),
        (make_question(answerable="yes"), "'answerable' is 'yes', it must be true or false"),
        (make_question(answers=...), "'answers' is None, it must be a list"),
        (make_question(answers=[{"text": "28"}]), "answer 1 has no text under 'document_id'"),
        (make_question("ok"), "id 'ok' stands in line 1 already"),
    ],
)
def test_fault_of_a_question_is_named(files: Files, line: str, message: str) -> None:
    files.write([make_question("ok"), line], ["ok 0 a.md 1"])
    assert files.find_problems() == [f"questions.jsonl:2: {message}"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("q1 0 b.md", "has 3 columns, it must have 4: question, 0, document, grade"),
        ("q1 0 b.md high", "grade 'high' is not an integer"),
        ("q1 0 b.md 1.5", "grade '1.5' is not an integer"),
        ("q1 0 a.md 1", "grade 1 for question 'q1' and document 'a.md', but line 1 says 2"),
        ("q9 0 a.md 1", "judges question 'q9', which is not among the questions"),
        ("q1 0 c.md 1", "judges document 'c.md', which is not in the collection"),
    ],
)
def test_fault_of_a_judgment_is_named(files: Files, line: str, message: str) -> None:
    files.write([make_question()], ["q1 0 a.md 2", line])
    assert files.find_problems({"a.md", "b.md"}) == [f"qrels.trec:2: {message}"]


@pytest.mark.parametrize(
    ("question", "qrel", "message"),
    [
        (make_question(), "q1 0 a.md 0", "'q1' is answerable, but no judgment names a relevant document"),
        (make_question(), "q1 0 b.md 1", "'q1' has an answer in 'a.md', which is not judged relevant"),
        (
            make_question(answerable=False, answers=[]),
            "q1 0 b.md 1",
            "'q1' is unanswerable, but 'b.md' is said to answer it",
        ),
        (make_question(answerable=False), "q1 0 b.md 0", "'q1' is unanswerable, but 'a.md' is said to answer it"),
    ],
)
def test_questions_and_judgments_must_agree(files: Files, question: str, qrel: str, message: str) -> None:
    files.write([question], [qrel])
    assert files.find_problems() == [f"questions.jsonl:1: {message}"]


def test_all_faults_are_told_at_once(files: Files) -> None:
    files.write(["{", make_question(split="x", language=...), make_question()], ["q1 0 a.md 1"])
    assert [problem.split(":")[1] for problem in files.find_problems()] == ["1", "2", "2"]


def test_long_list_of_faults_is_cut_in_the_message(files: Files) -> None:
    files.write(["{"] * 25, [])
    with pytest.raises(TestSetError, match="and 5 more"):
        read_questions(files.questions)


def test_absent_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=r"absent\.jsonl' cannot be read"):
        read_questions(tmp_path / "absent.jsonl")


def test_file_in_another_encoding_is_named(files: Files) -> None:
    files.questions.write_bytes("вопрос".encode("cp1251"))
    with pytest.raises(EvaluationError, match="not UTF-8"):
        read_questions(files.questions)


def test_line_separator_inside_a_question_is_no_line_end(files: Files) -> None:
    files.write([make_question(question="сколько\u2028дней")], ["q1 0 a.md 1"])
    assert read_questions(files.questions)[0].question == "сколько\u2028дней"


def test_judgment_repeated_with_one_grade_counts_once(files: Files) -> None:
    files.write([], ["q1 0 a.md 1", "q1 0 a.md 1"])
    assert read_qrels(files.qrels) == [Qrel("q1", "a.md", 1)]


def test_selection_keeps_what_it_asks_for(files: Files) -> None:
    files.write(
        [make_question(), make_question("q2", split="test"), make_question("q3", split="test")],
        ["q1 0 a.md 1", "q2 0 a.md 1", "q3 0 a.md 1"],
    )
    read = read_question_set(files.questions, files.qrels)
    assert list(read.select("test").judgments) == ["q2", "q3"]
    assert list(read.select("test", 1).judgments) == ["q2"]
    with pytest.raises(EvaluationError, match="No question is left"):
        read.select("test", 0)


def test_hash_does_not_depend_on_the_order_of_judgments(files: Files) -> None:
    hashes = set()
    for qrels in (["q1 0 a.md 1", "q1 0 b.md 2"], ["q1 0 b.md 2", "q1 0 a.md 1"], ["q1 0 a.md 1", "q1 0 b.md 1"]):
        files.write([make_question()], qrels)
        hashes.add(read_question_set(files.questions, files.qrels).hash)
    assert len(hashes) == 2


def test_demo_has_no_faults() -> None:
    corpus = DEMO / "corpus"
    known = {path.relative_to(corpus).as_posix() for path in corpus.rglob("*") if path.is_file()}
    read = read_question_set(DEMO / "questions.jsonl", DEMO / "qrels.trec", known)
    assert read.list_unknown_documents(known) == []
    assert len(read.answerable) > len(read.unanswerable) > 0


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1).filter(
    lambda name: len(name.split()) == 1
)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.tuples(NAMES, NAMES), st.integers(-2, 4)))
def test_judgments_written_and_read_back_are_equal(tmp_path: Path, rows: dict[tuple[str, str], int]) -> None:
    qrels = [Qrel(query_id, doc_id, grade) for (query_id, doc_id), grade in rows.items()]
    write_qrels(tmp_path / "qrels.trec", qrels)
    assert read_qrels(tmp_path / "qrels.trec") == qrels
