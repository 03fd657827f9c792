"""The evaluation's own records: questions, judgments, scored documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from settings import NakhodkaError

Value = TypeVar("Value")
Grades = Mapping[str, int]  # relevance of documents to one question, by document id
Judgments = Mapping[str, Grades]  # by question id


class EvaluationError(NakhodkaError):
    """Questions, judgments or what is to be measured are not as they must be."""


class Qrel(NamedTuple):
    """A judgment: how relevant a document is to a question; 0 and less is not relevant."""

    query_id: str
    doc_id: str
    relevance: int


class ScoredDoc(NamedTuple):
    """A document that a system found for a question."""

    query_id: str
    doc_id: str
    score: float


class Located(NamedTuple, Generic[Value]):
    """Something with the file and the line it stands in."""

    path: Path
    line: int
    value: Value


@dataclass(frozen=True, slots=True)
class Answer:
    """A passage that answers a question: its document, and the words as they stand there."""

    document_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a test set.

    type: the kind of difficulty it stands for. split: 'tune' or 'test', so that nothing is chosen on what is reported.
    answerable: whether the documents hold an answer; `answers` is empty where they do not.
    """

    id: str
    question: str
    type: str
    language: str
    answerable: bool
    split: str
    answers: tuple[Answer, ...]
