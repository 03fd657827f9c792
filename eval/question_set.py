"""Questions with their judgments, checked against each other and against the documents."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from eval.problems import Problem, raise_problems
from eval.qrels import group_judgments, iter_qrels, locate_qrels
from eval.questions import locate_questions
from eval.records import EvaluationError, Judgments, Located, Qrel, Question


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions and the judgments on them."""

    questions: tuple[Question, ...]
    judgments: Judgments

    @property
    def answerable(self) -> tuple[Question, ...]:
        return tuple(question for question in self.questions if question.answerable)

    @property
    def unanswerable(self) -> tuple[Question, ...]:
        return tuple(question for question in self.questions if not question.answerable)

    @property
    def hash(self) -> str:
        """A name for the judgments that does not depend on their order."""
        rows = sorted(f"{qrel.query_id} {qrel.doc_id} {qrel.relevance}" for qrel in iter_qrels(self.judgments))
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()

    def select(self, split: str | None = None, limit: int | None = None) -> QuestionSet:
        """The questions of one split (all, where it is None), the first `limit` of them, with their judgments."""
        questions = [question for question in self.questions if split in {None, question.split}][:limit]
        if not questions:
            raise EvaluationError(f"No question is left: split '{split}', limit {limit}. Choose others.")
        judgments = {question.id: self.judgments.get(question.id, {}) for question in questions}
        return replace(self, questions=tuple(questions), judgments=judgments)

    def list_unknown_documents(self, known: Collection[str]) -> list[str]:
        """Judged documents that are not among the known ones: whatever finds them, they can only be lost."""
        return sorted({qrel.doc_id for qrel in iter_qrels(self.judgments)} - set(known))


def read_question_set(questions: Path, qrels: Path, known_documents: Collection[str] | None = None) -> QuestionSet:
    """The questions and their judgments. Raises TestSetError with every fault: file, line, what is wrong.

    known_documents: where given, a judgment of another document is a fault too.
    """
    asked = locate_questions(questions)
    judged = locate_qrels(qrels)
    problems = [*_iter_question_problems(asked, judged), *_iter_qrel_problems(asked, judged, known_documents)]
    raise_problems(problems)
    judgments = group_judgments(located.value for located in judged)
    values = tuple(located.value for located in asked)
    return QuestionSet(values, {question.id: judgments.get(question.id, {}) for question in values})


def _iter_question_problems(asked: Sequence[Located[Question]], judged: Sequence[Located[Qrel]]) -> Iterator[Problem]:
    relevant: dict[str, set[str]] = {}
    for _, _, qrel in judged:
        if qrel.relevance > 0:
            relevant.setdefault(qrel.query_id, set()).add(qrel.doc_id)
    for path, line, question in asked:
        found = relevant.get(question.id, set())
        if not question.answerable:
            if found or question.answers:
                named = sorted(found) or [answer.document_id for answer in question.answers]
                yield Problem(path, line, f"'{question.id}' is unanswerable, but '{named[0]}' is said to answer it")
            continue
        if not found:
            yield Problem(path, line, f"'{question.id}' is answerable, but no judgment names a relevant document")
        for answer in question.answers:
            if found and answer.document_id not in found:
                message = f"'{question.id}' has an answer in '{answer.document_id}', which is not judged relevant"
                yield Problem(path, line, message)


def _iter_qrel_problems(
    asked: Sequence[Located[Question]], judged: Sequence[Located[Qrel]], known_documents: Collection[str] | None
) -> Iterator[Problem]:
    ids = {question.id for _, _, question in asked}
    for path, line, qrel in judged:
        if qrel.query_id not in ids:
            yield Problem(path, line, f"judges question '{qrel.query_id}', which is not among the questions")
        if known_documents is not None and qrel.doc_id not in known_documents:
            yield Problem(path, line, f"judges document '{qrel.doc_id}', which is not in the collection")


def describe_questions(questions: QuestionSet) -> dict[str, Any]:
    """What a report says of the questions."""
    return {
        "questions": len(questions.questions),
        "answerable": len(questions.answerable),
        "unanswerable": len(questions.unanswerable),
        "qrels_hash": questions.hash,
    }
