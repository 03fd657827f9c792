"""nakhodka eval"""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.opening import opened_engine
from cli.output import console, error_console, print_json, print_table
from cli.progress import show_progress
from eval.evaluation import evaluate
from eval.qrels import write_run
from eval.question_set import QuestionSet, read_question_set
from eval.report import ALL, EvaluationReport, Options, SystemReport
from eval.significance import compare
from eval.systems import System, choose_systems, vary_system
from search.backend import SearchBackend
from search.opening import open_searcher
from settings import NakhodkaError, Settings, read_settings

QUESTIONS = "questions"
COMPARED = "nDCG@10"
SHOWN_NAMES = 5


class Split(StrEnum):
    """Which questions are asked."""

    ALL = "all"
    TUNE = "tune"
    TEST = "test"


def run_eval(  # noqa: PLR0917 - each is an option of the command
    collection: Annotated[str, typer.Option(help="Collection that is searched.")] = "demo",
    questions: Annotated[Path, typer.Option(help="Questions, one JSON object a line.")] = Path("demo/questions.jsonl"),
    qrels: Annotated[Path, typer.Option(help="Judgments in TREC format.")] = Path("demo/qrels.trec"),
    split: Annotated[Split, typer.Option(help="Choose settings on 'tune', report on 'test'.")] = Split.ALL,
    k: Annotated[int, typer.Option("--k", min=1, max=1000, help="Recall is cut here; lost is what is below.")] = 10,
    least_grade: Annotated[int, typer.Option(min=1, help="From this grade on a document is relevant.")] = 1,
    system: Annotated[
        list[str] | None,
        typer.Option(help="lexical, vector, hybrid or 'hybrid + second stage'; may be repeated; all if not given."),
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(help="A system with other settings, 'hybrid: rrf_k=10,candidates=50'; may be repeated."),
    ] = None,
    lost: Annotated[bool, typer.Option("--lost", help="List the lost questions with the stage.")] = False,
    by_type: Annotated[bool, typer.Option("--by-type/--no-by-type", help="A table by question type.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="The whole report as one JSON object.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write the whole report there as JSON.")] = None,
    runs: Annotated[Path | None, typer.Option(help="Write TREC run files into this folder.")] = None,
) -> None:
    """Measure how well a collection answers judged questions, several ways of searching side by side."""
    systems = [*choose_systems(system or []), *(vary_system(text) for text in vary or [])]
    asked = read_question_set(questions, qrels).select(None if split is Split.ALL else split.value)
    report = _evaluate(read_settings(), collection, asked, systems, Options(k, least_grade))
    if save is not None:
        _write_json(save, report)
    if runs is not None:
        _write_runs(runs, report)
    if as_json:
        print_json(report.as_dict())
        return
    print_report(report, lost=lost, by_type=by_type)


def print_report(report: EvaluationReport, *, lost: bool, by_type: bool) -> None:
    """The report as people read it."""
    _print_heading(report)
    _print_systems(report)
    _print_comparison(report)
    if by_type:
        _print_types(report)
    _print_verdicts(report)
    _print_unanswerable(report)
    _print_warnings(report)
    if lost:
        for system in report.systems:
            _print_lost(system)


def _evaluate(
    settings: Settings, collection: str, asked: QuestionSet, systems: list[System], options: Options
) -> EvaluationReport:
    with opened_engine(settings) as engine, show_progress(error_console) as progress:
        SearchBackend(engine, settings).resolve([collection])  # said before models are loaded
        searcher = open_searcher(engine, settings)
        progress.start(QUESTIONS, len(asked.questions) * len(systems))
        report = evaluate(
            engine,
            searcher,
            collection,
            asked,
            systems=systems,
            options=options,
            advance=lambda: progress.advance(QUESTIONS),
        )
        progress.finish(QUESTIONS)
    return report


def _write_json(path: Path, report: EvaluationReport) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(report.as_dict(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise NakhodkaError(
            f"The report cannot be written to '{path}': {error.strerror}. Name another file."
        ) from error


def _write_runs(folder: Path, report: EvaluationReport) -> None:
    for system in report.systems:
        name = "-".join(system.name.replace("+", " ").replace(",", " ").split())
        try:
            write_run(folder / f"{name}.trec", system.run.rankings, name)
        except OSError as error:
            raise NakhodkaError(f"Runs cannot be written to '{folder}': {error.strerror}. Name another.") from error


def _print_heading(report: EvaluationReport) -> None:
    facts, asked = report.provenance, report.questions
    console.print(
        f"Collection '{facts['collection']}': {facts['documents']:,} documents, {facts['passages']:,} passages. "
        f"{len(asked.questions)} questions, {len(asked.unanswerable)} of them unanswerable (counted apart).",
        markup=False,
    )


def _print_systems(report: EvaluationReport) -> None:
    rows = [
        [system.name, *(f"{system.means[ALL].get(name, 0):.3f}" for name in report.measures), f"{system.median_ms:.0f}"]
        for system in report.systems
    ]
    print_table(["system", *report.measures, "median ms"], rows)


def _print_comparison(report: EvaluationReport) -> None:
    """Each system against the first of the table, question by question."""
    first, *others = report.systems
    rows = []
    for system in others if first.scores.count else []:
        paired = compare(system.scores.column(COMPARED), first.scores.column(COMPARED))
        interval = f"{paired.low:+.3f} … {paired.high:+.3f}"
        counts = f"{paired.better} / {paired.worse} / {paired.equal}"
        rows.append([system.name, f"{paired.difference:+.3f}", interval, f"{paired.p:.4f}", counts])
    if rows:
        columns = [f"{COMPARED} against {first.name}", "difference", "95 %", "p", "+ / - / ="]
        print_table(columns, rows)


def _print_types(report: EvaluationReport) -> None:
    types = [name for name in report.systems[0].means if name != ALL]
    columns = [f"hit@3, {COMPARED} by type", "n", *(system.name for system in report.systems)]
    rows = []
    for name in types:
        values = [system.means[name] for system in report.systems]
        cells = [f"{value['hit@3']:.2f}  {value[COMPARED]:.3f}" for value in values]
        rows.append([name, str(int(values[0]["count"])), *cells])
    print_table(columns, rows)


def _print_verdicts(report: EvaluationReport) -> None:
    rows = [[system.name, *(str(count) for count in system.count_verdicts().values())] for system in report.systems]
    verdicts = list(report.systems[0].count_verdicts())
    print_table([f"stage that lost the question (k = {report.options.k})", *verdicts], rows)


def _print_unanswerable(report: EvaluationReport) -> None:
    rows = []
    for system in report.systems:
        if (unanswered := system.unanswered) is not None:
            spreads = [_show_spread(unanswered.scores), _show_spread(unanswered.answerable_scores)]
            rows.append([system.name, f"{unanswered.count}", f"{unanswered.with_hits:.2f}", *spreads])
    if rows:
        columns = ["unanswerable", "n", "with hits", "top score (low, median, high)", "of answerable ones"]
        print_table(columns, rows)


def _show_spread(spread: tuple[float, float, float] | None) -> str:
    return "-" if spread is None else "  ".join(f"{value:.3f}" for value in spread)


def _print_warnings(report: EvaluationReport) -> None:
    for system in report.systems:
        for code, count in system.run.notices.items():
            _warn(f"{system.name}: notice '{code}' on {count} questions")
        if missing := system.scores.without_results:
            _warn(f"{system.name}: queries without results: {len(missing)} ({_name_some(missing)})")
        if unjudged := system.scores.unjudged:
            _warn(f"{system.name}: queries without judgments, left out: {len(unjudged)} ({_name_some(unjudged)})")
    if unknown := report.unknown_documents:
        _warn(
            f"{len(unknown)} judged documents are not in the collection ({_name_some(unknown)}): they can only be "
            "lost. Index the folder that the judgments were made for."
        )


def _warn(message: str) -> None:
    console.print(f"! {message}", markup=False, soft_wrap=True, style="red")


def _name_some(names: tuple[str, ...]) -> str:
    more = ", …" if len(names) > SHOWN_NAMES else ""
    return ", ".join(names[:SHOWN_NAMES]) + more


def _print_lost(system: SystemReport) -> None:
    console.print(f"{system.name}: {len(system.lost) or 'no'} questions lost", markup=False, style="bold")
    for lost in system.lost:
        question, diagnosis = lost.question, lost.diagnosis
        console.print(
            f"{question.id} {diagnosis.verdict.value} (candidate recall {diagnosis.candidate_recall:.2f}), "
            f"{question.type}: {question.question}\n    {', '.join(lost.missing)}",
            markup=False,
            soft_wrap=True,
        )
