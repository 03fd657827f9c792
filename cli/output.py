"""What people read: tables, hits, reports."""

from __future__ import annotations

import json
import sys
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from search.records import Hit, PassageHit, SearchResults, StageScore
from search.trace import Trace

console = Console(highlight=False, soft_wrap=False)
error_console = Console(stderr=True, highlight=False)
MATCH_STYLE = "bold yellow"


def print_error(message: str) -> None:
    """One message on the standard error, as it is: no wrapping, so that it can be searched and copied."""
    error_console.print(Text(f"nakhodka: {message}"), soft_wrap=True)


def print_json(values: Any) -> None:
    """One JSON object on one line."""
    sys.stdout.write(json.dumps(values, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def print_table(columns: list[str], rows: list[list[str]], title: str | None = None) -> None:
    """A table; every value is shown as it is."""
    table = Table(*columns, title=title, title_justify="left", header_style="bold")
    for row in rows:
        table.add_row(*(escape(value) for value in row))
    console.print(table)


def print_results(results: SearchResults) -> None:
    """Hits as a person reads them: title, where it stands, the words that matched."""
    took = results.took_ms["total"]
    console.print(
        Text(f"{results.question}", style="bold"),
        Text(f"{results.total} documents, {took:.0f} ms, language {results.understood.language}", style="dim"),
        sep="\n",
    )
    if results.understood.corrections:
        console.print(Text(f"Searched for «{results.understood.text}»; as written: --as-written", style="yellow"))
    for notice in results.notices:
        console.print(Text(f"! {notice.message}", style="red"))
    if not results.hits:
        console.print("Nothing was found.")
    for hit in results.hits:
        _print_hit(hit)
    console.print()


def print_trace(trace: Trace) -> None:
    """What every stage received, kept and cost."""
    rows = [
        [stage.name, str(stage.entered or "-"), str(stage.left), f"{stage.took_ms:.1f}", stage.skipped or ""]
        for stage in trace.stages
    ]
    print_table(["stage", "entered", "left", "ms", "skipped or cut"], rows)


def _print_hit(hit: Hit) -> None:
    best = hit.best
    heading = Text.assemble((f"{hit.rank}. ", "bold"), (hit.title, "bold cyan"), (f"  {hit.source}", "dim"))
    console.print(heading)
    path = " › ".join(best.heading_path)
    if path and path != hit.title:
        console.print(Padding(Text(path, style="green"), (0, 0, 0, 3)))
    console.print(Padding(_mark_snippet(best), (0, 0, 0, 3)))
    console.print(Padding(Text(_describe_stages(hit), style="dim"), (0, 0, 0, 3)))


def _mark_snippet(passage: PassageHit) -> Text:
    text = Text(passage.snippet)
    for start, end in passage.snippet_matches:
        text.stylize(MATCH_STYLE, start, end)
    return Text(" ").join(part for part in text.split("\n") if part.plain.strip())


def _describe_stages(hit: Hit) -> str:
    stages = hit.best.stages
    named: list[tuple[str, StageScore | None]] = [
        ("words", stages.lexical),
        ("meaning", stages.vector),
        ("fusion", stages.fusion),
        ("second stage", stages.second_stage),
    ]
    ranks = ", ".join(f"{name} {'–' if stage is None else stage.rank}" for name, stage in named)
    more = f"; {len(hit.passages) - 1} more passages" if len(hit.passages) > 1 else ""
    return f"score {hit.score:.3f}; rank by {ranks}{more}"
