"""nakhodka suggest"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from cli.opening import opened_engine
from cli.output import MATCH_STYLE, console, print_json
from cli.search import parse_filters
from language.analysis import open_analyzer
from search.backend import SearchBackend
from search.suggesting import MOST_SUGGESTIONS, Suggester
from search.suggestion_records import SuggestedLine, SuggestRequest
from settings import read_settings


def suggest(
    text: Annotated[str, typer.Argument(help="The beginning of a question; its last word may be unfinished.")],
    collection: Annotated[list[str] | None, typer.Option(help="Collection to look in; may be repeated.")] = None,
    size: Annotated[int, typer.Option(min=1, max=MOST_SUGGESTIONS, help="Lines to show.")] = 8,
    filters: Annotated[
        list[str] | None, typer.Option("--filter", help="FIELD=VALUE, for instance type=html; may be repeated.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Print the questions, titles and headings that complete a text."""
    settings = read_settings()
    request = SuggestRequest(text, tuple(collection or ()), size, parse_filters(filters or []))
    with opened_engine(settings) as engine:
        suggester = Suggester(SearchBackend(engine, settings), settings, open_analyzer(settings))
        suggestions = suggester.suggest(request)
    if as_json:
        print_json(suggestions.as_dict())
        return
    for line in suggestions.lines:
        console.print(_mark(line))
    if not suggestions.lines:
        console.print("Nothing completes that.")


def _mark(line: SuggestedLine) -> Text:
    text = Text(line.text)
    for start, end in line.matches:
        text.stylize(MATCH_STYLE, start, end)
    return Text.assemble(text, (f"  {line.kind.value}", "dim"), (f"  {line.source or ''}", "dim"))
