"""The whole of an evaluation: documents known, questions asked of every system, runs measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.connection import Engine
from eval.provenance import describe_provenance, read_documents
from eval.question_set import QuestionSet
from eval.report import EvaluationReport, Options, report_system
from eval.running import run_system
from eval.systems import System
from search.searcher import Searcher


def evaluate(
    engine: Engine,
    searcher: Searcher,
    collection: str,
    questions: QuestionSet,
    *,
    systems: Sequence[System],
    options: Options,
    advance: Callable[[], None] = lambda: None,
) -> EvaluationReport:
    """The report of all systems on the questions. `advance` is called after every question of every system.

    Raises CollectionMissingError where the collection was never indexed, and what a search raises.
    """
    documents = read_documents(engine, searcher, collection)
    runs = [
        run_system(searcher, system, questions.questions, [collection], options.depth, advance=advance)
        for system in systems
    ]
    return EvaluationReport(
        provenance=describe_provenance(engine, searcher, collection, list(documents.values())),
        questions=questions,
        options=options,
        systems=tuple(report_system(run, questions, options) for run in runs),
        unknown_documents=tuple(questions.list_unknown_documents(documents)),
    )
