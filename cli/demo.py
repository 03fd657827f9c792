"""nakhodka demo"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.engine import ensure_engine
from cli.index import print_report, run_index
from cli.opening import opened_engine, opened_searcher
from cli.output import console, print_results
from eval.questions import read_questions
from search.records import SearchRequest
from settings import NakhodkaError, Settings, read_settings

COLLECTION = "demo"
SHOWN = 2
QUESTION_FILE = "questions.jsonl"
# Misspelt ones are no model for anybody, and a question without an answer is not one to suggest.
UNTYPICAL = frozenset({"typo", "wrong_layout", "unanswerable"})
QUESTIONS = (
    "как вернуть деньги за подписку",
    "что означает E-1042",
    "сколько дней отпуска",
    "how do I reset my password",
    "如何重置设备",
)


def run_demo(
    folder: Annotated[Path, typer.Argument(help="Folder with the demo corpus.")] = Path("demo/corpus"),
) -> None:
    """Start the engine, index the demo documents with their typical questions and answer a few."""
    if not folder.is_dir():
        raise NakhodkaError(f"'{folder}' is no folder. Run this command in the project's folder, or name the corpus.")
    settings = read_settings()
    ensure_engine(settings)
    report = run_index(settings, [folder], COLLECTION)
    print_report(report)
    load_questions(settings, folder.parent / QUESTION_FILE)
    with opened_searcher(settings) as searcher:
        for question in QUESTIONS:
            print_results(searcher.search(SearchRequest(question, (COLLECTION,), size=SHOWN)))
    console.print(f'Ask more: nakhodka search "…" --collection {COLLECTION}', markup=False)


def load_questions(settings: Settings, path: Path) -> None:
    """Makes the demo's questions suggestions; a folder without them has none."""
    from indexer.questions import QuestionList

    if path.is_file():
        with opened_engine(settings) as engine:
            QuestionList(engine, settings, COLLECTION).replace(read_typical_questions(path))


def read_typical_questions(path: Path) -> list[str]:
    """The well spelt questions of a test set that have an answer."""
    return [question.question for question in read_questions(path) if question.type not in UNTYPICAL]
