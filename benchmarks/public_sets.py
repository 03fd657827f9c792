"""Public question sets: documents, questions, which document answers which question.

They are not part of the project. They are read from the folder that NAKHODKA_SHARED_DATA or an option names.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from eval.measures import remove_repeated
from eval.records import Judgments, Question
from mappings.entries import write_passage_text

VARIABLE: Final = "NAKHODKA_SHARED_DATA"
DEFAULT_FOLDER: Final = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
BYTE_ORDER_MARK: Final = "\ufeff"


@dataclass(frozen=True, slots=True)
class SetDocument:
    """A document of a set: one passage."""

    id: str
    title: str
    heading_path: tuple[str, ...]
    body: str

    @property
    def text(self) -> str:
        """Headings and body, as every system gets them."""
        return write_passage_text(self.heading_path, self.body)

    @property
    def hash(self) -> str:
        """A name for all that is indexed."""
        parts = json.dumps([self.title, self.heading_path, self.body], ensure_ascii=False)
        return hashlib.sha256(parts.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class PublicSet:
    """A set. Questions are 'tune' or 'test' by a hash of their ids.

    same_as: for a document whose body stands in an earlier one too, that one. Judgments name the earlier ones alone,
        and rankings are measured after `unify`: whoever shows any of the copies has answered.
    """

    name: str
    language: str
    documents: tuple[SetDocument, ...]
    questions: tuple[Question, ...]
    judgments: Judgments
    same_as: Mapping[str, str]

    @property
    def hash(self) -> str:
        """A name for all documents."""
        rows = sorted(f"{document.id} {document.hash}" for document in self.documents)
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()

    def unify(self, ranking: tuple[str, ...]) -> list[str]:
        """The ranking with copies of one text as one document, at the place of the first."""
        return remove_repeated([self.same_as.get(id_, id_) for id_ in ranking])


def find_folder(named: Path | None) -> Path:
    """The folder with the sets: the one named, else NAKHODKA_SHARED_DATA, else ../shared/data beside the project.

    The variable is taken out of the environment: it is no setting of the software, which refuses unknown names.
    """
    variable = os.environ.pop(VARIABLE, None)
    return named or (Path(variable) if variable else DEFAULT_FOLDER)


def choose_split(question_id: str) -> str:
    """'tune' or 'test' (held out), always the same for an id, in every language of a parallel set."""
    return "test" if hashlib.sha256(f"split:{question_id}".encode()).digest()[0] % 2 else "tune"


def read_xquad(path: Path, language: str) -> PublicSet:
    """XQuAD-R: every sentence is a document, the one in which the answer begins is relevant."""
    articles = json.loads(path.read_text(encoding="utf-8"))["data"]
    documents: list[SetDocument] = []
    asked: list[tuple[str, str, str]] = []
    for place, article in enumerate(articles):
        for number, paragraph in enumerate(article["paragraphs"]):
            name = f"{place:02}-{number:02}"
            documents.extend(_iter_sentences(name, paragraph))
            asked.extend(_iter_questions(name, paragraph))
    return _build_set(f"xquad-{language}", language, documents, asked)


def read_yandex_faq(folder: Path) -> PublicSet:
    """Sections of a cloud's documentation and questions in users' own words. An id may stand on several sections."""
    rows = _read_sections(folder / "corpus.jsonl.xz")
    documents: list[SetDocument] = []
    first: dict[str, str] = {}
    seen: dict[str, int] = {}
    for row in rows:
        seen[row["id"]] = seen.get(row["id"], 0) + 1
        id_ = row["id"] if seen[row["id"]] == 1 else f"{row['id']}~{seen[row['id']]}"
        first.setdefault(row["id"], id_)
        path = tuple(remove_repeated([part for part in (row["title"], row["heading"]) if part]))
        documents.append(SetDocument(id_, row["title"], path, row["text"]))
    questions = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    asked = [(f"faq-{number:03}", row["q"], first[row["answer"]]) for number, row in enumerate(questions, start=1)]
    return _build_set("yandex-faq", "ru", documents, asked)


def read_cmrc(folder: Path) -> PublicSet:
    """CMRC 2018: Chinese passages and questions on them; the passage a question was asked on is relevant."""
    documents: list[SetDocument] = []
    asked: list[tuple[str, str, str]] = []
    for name in CMRC_FILES:
        for article in json.loads((folder / name).read_text(encoding="utf-8"))["data"]:
            for paragraph in article["paragraphs"]:
                documents.append(SetDocument(paragraph["id"], "", (), paragraph["context"]))
                asked.extend((row["id"], row["question"], paragraph["id"]) for row in paragraph["qas"])
    return _build_set(CMRC, "zh", documents, asked)


def read_set(name: str, folder: Path) -> PublicSet | None:
    """The set of this name, None where its files are absent."""
    path = folder / {**SETS, **WORD_SETS}[name]
    if not path.exists():
        return None
    match name:
        case "yandex-faq":
            return read_yandex_faq(path)
        case "cmrc-zh":
            return read_cmrc(path)
        case _:
            return read_xquad(path, path.stem)


YANDEX_FAQ: Final = "yandex-faq"
CMRC: Final = "cmrc-zh"
CMRC_FILES: Final = ("cmrc2018_dev.json", "cmrc2018_trial.json")
SETS: Final = {
    "xquad-ru": "xquad-r/ru.json",
    "xquad-en": "xquad-r/en.json",
    "xquad-zh": "xquad-r/zh.json",
    YANDEX_FAQ: "yandex-faq",
}
WORD_SETS: Final = {CMRC: "cmrc2018"}  # saturated (.98) for hybrid search; measured by words alone


def _iter_sentences(name: str, paragraph: Mapping[str, Any]) -> Iterator[SetDocument]:
    for number, sentence in enumerate(paragraph["sentences"]):
        yield SetDocument(f"{name}-{number:02}", "", (), sentence.removeprefix(BYTE_ORDER_MARK))


def _iter_questions(name: str, paragraph: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for row in paragraph["qas"]:
        start = row["answers"][0]["answer_start"]
        breaks = enumerate(paragraph["sentence_breaks"])
        sentence = next(number for number, (first, last) in breaks if first <= start < last)
        yield row["id"], row["question"], f"{name}-{sentence:02}"


def _read_sections(path: Path) -> list[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _build_set(name: str, language: str, documents: list[SetDocument], asked: list[tuple[str, str, str]]) -> PublicSet:
    first: dict[str, str] = {}
    same_as = {document.id: first.setdefault(document.body, document.id) for document in documents}
    questions = [
        Question(id_, text, name, language, answerable=True, split=choose_split(id_), answers=())
        for id_, text, _ in asked
    ]
    return PublicSet(
        name=name,
        language=language,
        documents=tuple(documents),
        questions=tuple(questions),
        judgments={id_: {same_as[document_id]: 1} for id_, _, document_id in asked},
        same_as={id_: earlier for id_, earlier in same_as.items() if id_ != earlier},
    )
