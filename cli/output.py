"""What people read: tables, hits, reports."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, NoReturn

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from search.operator_tokens import OperatorKind
from search.operators import Operator
from search.passage_lines import HIDDEN, iter_lines
from search.records import Hit, PassageHit, SearchResults, StageScore, Understood
from search.trace import Trace


class _PagedConsole(Console):
    """A console whose reader may leave: `nakhodka search … | head`."""

    def on_broken_pipe(self) -> None:
        leave_quietly()


console = _PagedConsole(highlight=False, soft_wrap=False)
error_console = Console(stderr=True, highlight=False)
MATCH_STYLE = "bold yellow"


def leave_quietly() -> NoReturn:
    """Ends the program without a word: the reader of its output has gone, which is no fault."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is still buffered goes nowhere
    sys.exit(0)


def print_error(message: str) -> None:
    """One message on the standard error, as it is: no wrapping, so that it can be searched and copied."""
    error_console.print(Text(f"nakhodka: {message}"), soft_wrap=True)


def print_json(values: Any) -> None:
    """One JSON object on one line."""
    try:
        sys.stdout.write(json.dumps(values, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        leave_quietly()


def print_table(columns: list[str], rows: list[list[str]], title: str | None = None) -> None:
    """A table; every value is shown as it is."""
    table = Table(*columns, title=title, title_justify="left", header_style="bold")
    for row in rows:
        table.add_row(*(escape(value) for value in row))
    console.print(table)


def print_results(results: SearchResults, *, with_collection: bool = False) -> None:
    """Hits as a person reads them: title, where it stands, the words that matched.

    with_collection: each hit says which collection it is of.
    """
    took = results.took_ms["total"]
    console.print(
        Text(f"{results.question}", style="bold"),
        Text(f"{results.total} documents, {took:.0f} ms, language {results.understood.language}", style="dim"),
        sep="\n",
    )
    if results.understood.corrections:
        console.print(Text(f"Searched for «{results.understood.text}»; as written: --as-written", style="yellow"))
    if results.understood.operators:
        console.print(Text(describe_operators(results.understood), style="dim"))
    for notice in results.notices:
        console.print(Text(f"! {notice.message}", style="red"))
    if not results.hits:
        console.print("Nothing was found.")
    for hit in results.hits:
        _print_hit(hit, with_collection=with_collection)
    console.print()


def describe_operators(understood: Understood) -> str:
    """The operators of a question in one line.

    >>> from search.operators import parse_operators
    >>> question = '"за свой счёт" -учебный тип:pdf'
    >>> describe_operators(Understood("ru", "", operators=parse_operators(question).operators))
    'phrase: за свой счёт; without: учебный; type: pdf'
    """
    return "; ".join(f"{_name_operator(each)}: {', '.join(each.values) or each.text}" for each in understood.operators)


def _name_operator(operator: Operator) -> str:
    match operator.kind:
        case OperatorKind.FILTER:
            return f"{'without ' if operator.negated else ''}{operator.field}"
        case OperatorKind.EXCLUDED:
            return "without"
        case OperatorKind.REQUIRED:
            return "with"
        case _:
            return operator.kind.value


def print_trace(trace: Trace) -> None:
    """What every stage received, kept and cost."""
    rows = [
        [stage.name, str(stage.entered or "-"), str(stage.left), f"{stage.took_ms:.1f}", stage.skipped or ""]
        for stage in trace.stages
    ]
    print_table(["stage", "entered", "left", "ms", "skipped or cut"], rows)


def _print_hit(hit: Hit, *, with_collection: bool) -> None:
    best = hit.best
    source = f"{hit.collection}: {hit.source}" if with_collection else hit.source
    heading = Text.assemble((f"{hit.rank}. ", "bold"), (hit.title, "bold cyan"), (f"  {source}", "dim"))
    console.print(heading)
    path = " › ".join(best.heading_path)
    if path and path != hit.title:
        console.print(Padding(Text(path, style="green"), (0, 0, 0, 3)))
    console.print(Padding(_mark_snippet(hit, best), (0, 0, 0, 3)))
    console.print(Padding(Text(_describe_stages(hit), style="dim"), (0, 0, 0, 3)))


def _mark_snippet(hit: Hit, passage: PassageHit) -> Text:
    """The snippet on one line, without the marks that Markdown gives to headings, items and rows."""
    text = Text(passage.snippet)
    for start, end in passage.snippet_matches:
        text.stylize(MATCH_STYLE, start, end)
    lines = [line for line in iter_lines(passage.snippet, hit.source_type) if line.role not in HIDDEN]
    return Text(" ").join(text[line.start : line.end] for line in lines)


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
