"""nakhodka index"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.opening import opened_engine
from cli.output import console, error_console, print_json, print_table
from cli.progress import show_progress
from indexer.report import Failure, IndexReport
from settings import Settings, read_settings

SOME_FAILED = 3
SHOWN_FAILURES = 50


def index(
    paths: Annotated[list[Path], typer.Argument(help="Folders or files.")],
    collection: Annotated[str | None, typer.Option(help="Name of the collection.")] = None,
    allow_refused: Annotated[
        bool, typer.Option("--allow-refused", help="Go live without documents that the engine refused.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The report as one JSON object.")] = False,
) -> None:
    """Bring a collection in step with folders: new and changed documents in, deleted ones out.

    Exit code 0: all in; 3: some documents failed (listed), the others are in; other codes: nothing changed
    (4: the engine refused entries).
    """
    from indexer.indexer import RefusedError

    settings = read_settings()
    try:
        report = run_index(settings, paths, collection or settings.collection, allow_refused=allow_refused)
    except RefusedError as error:
        _print_report(error.report, as_json=as_json)
        raise
    _print_report(report, as_json=as_json)
    if report.failed:
        raise typer.Exit(SOME_FAILED)


def run_index(settings: Settings, paths: list[Path], collection: str, *, allow_refused: bool = False) -> IndexReport:
    """Indexes with progress shown on the standard error."""
    from indexer.indexer import Indexer
    from models.loading import load_embedder

    with opened_engine(settings) as engine, show_progress(error_console) as progress:
        embedder = load_embedder(settings)
        progress.say(embedder.describe())
        return Indexer(engine, settings, embedder).index(
            paths, collection, progress=progress, allow_refused=allow_refused
        )


def _print_report(report: IndexReport, *, as_json: bool) -> None:
    if as_json:
        print_json(report.as_dict())
        return
    print_report(report)


def print_report(report: IndexReport) -> None:
    """What the run did, for people."""
    _print_failures("skipped", report.skipped)
    _print_failures("warning", report.warnings)
    _print_failures("refused by the engine", report.refused)
    _print_failures("failed", report.failed)
    if report.rebuilt_because:
        console.print(f"Everything was indexed again: {report.rebuilt_because}.")
    if not report.moved and not report.refused:
        console.print(
            f"Collection '{report.collection}' is up to date: {report.documents:,} documents, "
            f"{report.passages:,} passages."
        )
        return
    values = report.as_dict()
    rows = [[name.replace("_", " "), f"{values[name]:,}"] for name in REPORT_COUNTS if values[name]]
    rows.extend([f"seconds: {stage}", f"{seconds:.1f}"] for stage, seconds in report.seconds.items())
    rows.append(["peak memory, MiB", f"{values['peak_memory_mb']:,}"])
    rows.append(["live version", report.live or "none"])
    print_table([f"collection '{report.collection}'", ""], rows)


REPORT_COUNTS = (
    "documents",
    "new",
    "changed",
    "unchanged",
    "removed",
    "kept",
    "passages",
    "copied_passages",
    "embedded_tokens",
    "truncated",
    "token_vector_bytes",
    "worker_processes",
)


def _print_failures(kind: str, failures: list[Failure]) -> None:
    for failure in failures[:SHOWN_FAILURES]:
        console.print(f"{kind}: {failure.source}: {failure.reason}", markup=False, soft_wrap=True)
    if len(failures) > SHOWN_FAILURES:
        console.print(f"{kind}: and {len(failures) - SHOWN_FAILURES:,} more; --json lists all.")
