"""Question sets cut into passages for measuring the lexical leg alone: public sets, error codes, the demo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.error_codes import ARCHIVE, CPP_ERRORS, build_questions, find_codes, read_error_pages
from benchmarks.public_sets import SETS, WORD_SETS, PublicSet, read_set
from eval.measures import remove_repeated
from eval.question_set import read_question_set
from eval.records import Judgments, Question
from indexer.chunking import CHUNKING_VERSION, ChunkingSettings, TokenCounter, build_passage_text, split_document
from indexer.files import MEBIBYTE, SourceFile, find_files
from indexer.parsing.registry import parse_file
from indexer.records import ParsedDocument
from mappings.names import name_passage
from settings import Settings

DEMO: Final = "demo"
DEMO_FOLDER: Final = Path(__file__).resolve().parents[1] / "demo"
CORPUS: Final = DEMO_FOLDER / "corpus"
PLACES: Final = {**SETS, **WORD_SETS, CPP_ERRORS: str(ARCHIVE), DEMO: str(CORPUS)}


@dataclass(frozen=True, slots=True)
class SetPassage:
    """A passage as the product cuts it. prefix: the headings that are analysed and embedded before the body."""

    id: str
    document_id: str
    title: str
    heading_path: tuple[str, ...]
    prefix: str
    body: str


@dataclass(frozen=True, slots=True)
class WordSet:
    """Passages, questions that have an answer, and which documents answer them.

    same_as: see `PublicSet`.
    """

    name: str
    language: str
    passages: tuple[SetPassage, ...]
    questions: tuple[Question, ...]
    judgments: Judgments
    same_as: Mapping[str, str]

    def unify(self, ranking: Iterable[str]) -> list[str]:
        """The documents of a ranking of passages' documents, each at its first place."""
        return remove_repeated([self.same_as.get(id_, id_) for id_ in ranking])


def read_word_set(name: str, folder: Path, settings: Settings, tokens: TokenCounter) -> WordSet | None:
    """The set of this name, None where its files are absent. Documents are cut as the settings say."""
    match name:
        case "demo":
            return read_demo(settings, tokens)
        case "cpp-errors":
            return read_cpp_errors(folder, settings, tokens)
        case _:
            public_set = read_set(name, folder)
            return None if public_set is None else adapt_public_set(public_set)


def adapt_public_set(public_set: PublicSet) -> WordSet:
    """A public set: each document is one passage."""
    passages = (
        SetPassage(
            id=name_passage(document.id, CHUNKING_VERSION, 0),
            document_id=document.id,
            title=document.title,
            heading_path=document.heading_path,
            prefix=document.text.removesuffix(document.body),
            body=document.body,
        )
        for document in public_set.documents
    )
    return WordSet(
        name=public_set.name,
        language=public_set.language,
        passages=tuple(passages),
        questions=public_set.questions,
        judgments=public_set.judgments,
        same_as=public_set.same_as,
    )


def read_demo(settings: Settings, tokens: TokenCounter) -> WordSet:
    """The demo's documents and answerable questions with their own types and halves."""
    passages: list[SetPassage] = []
    for file in find_files([CORPUS], max_bytes=settings.max_file_mb * MEBIBYTE):
        if isinstance(file, SourceFile):
            _, parsed = parse_file(file, file.path.read_bytes())
            passages.extend(cut_document(file.source, parsed, settings, tokens))
    asked = read_question_set(DEMO_FOLDER / "questions.jsonl", DEMO_FOLDER / "qrels.trec")
    judgments = {question.id: asked.judgments[question.id] for question in asked.answerable}
    return WordSet(DEMO, "ru", tuple(passages), asked.answerable, judgments, {})


def read_cpp_errors(folder: Path, settings: Settings, tokens: TokenCounter) -> WordSet | None:
    """The pages on error messages and questions for 300 of their codes; None where the archive is absent."""
    pages = read_error_pages(folder)
    if pages is None:
        return None
    passages = [passage for page in pages for passage in cut_document(page.source, page.parsed, settings, tokens)]
    codes = find_codes(pages)
    asked = build_questions(list(codes))
    return WordSet(
        name=CPP_ERRORS,
        language="ru",
        passages=tuple(passages),
        questions=tuple(question for question, _ in asked),
        judgments={question.id: {codes[code]: 1} for question, code in asked},
        same_as={},
    )


def cut_document(
    document_id: str, parsed: ParsedDocument, settings: Settings, tokens: TokenCounter
) -> list[SetPassage]:
    """The passages of a document, cut as when it is indexed."""
    cut = split_document(parsed, tokens, ChunkingSettings.from_settings(settings))
    return [
        SetPassage(
            id=name_passage(document_id, CHUNKING_VERSION, passage.ordinal),
            document_id=document_id,
            title=parsed.title,
            heading_path=passage.heading_path,
            prefix=build_passage_text(passage).removesuffix(passage.body),
            body=passage.body,
        )
        for passage in cut
    ]
