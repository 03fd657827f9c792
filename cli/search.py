"""nakhodka search"""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from cli.opening import opened_searcher
from cli.output import print_error, print_json, print_results, print_trace
from search.records import Filter, Mode, RequestError, SearchRequest
from search.searcher import Searcher
from settings import NakhodkaError, read_settings

STANDARD_INPUT = "-"
SOME_FAILED = 3


class Line(NamedTuple):
    """A question of a file, or what is wrong with its line."""

    id: str
    question: str
    error: str | None = None


def search(  # noqa: PLR0917 - each is an option of the command
    question: Annotated[str | None, typer.Argument(help="What you want to know.")] = None,
    collection: Annotated[list[str] | None, typer.Option(help="Collection to search; may be repeated.")] = None,
    mode: Annotated[Mode, typer.Option(help="Legs to ask.")] = Mode.HYBRID,
    size: Annotated[int | None, typer.Option(min=1, max=1000, help="Documents to show.")] = None,
    filters: Annotated[
        list[str] | None, typer.Option("--filter", help="FIELD=VALUE, for instance type=html; may be repeated.")
    ] = None,
    second_stage: Annotated[
        bool | None, typer.Option("--second-stage/--no-second-stage", help="Rescore the best candidates.")
    ] = None,
    as_written: Annotated[
        bool, typer.Option("--as-written", help="Do not put a wrong keyboard layout or typos right.")
    ] = False,
    operators: Annotated[
        bool,
        typer.Option("--operators/--no-operators", help='What "phrase", -word, type:pdf and OR mean; or all is text.'),
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Show what each stage did.")] = False,
    from_file: Annotated[
        str | None,
        typer.Option("--from", help="File with one question a line, or JSONL {id, question}; - is standard input."),
    ] = None,
) -> None:
    """Print the passages that answer a question."""
    if (question is None) == (from_file is None):
        raise typer.BadParameter("give either a QUESTION or --from FILE")
    template = SearchRequest(
        question=question or "",
        collections=tuple(collection or ()),
        mode=mode,
        size=size,
        filters=parse_filters(filters or []),
        second_stage=second_stage,
        correct=not as_written,
        operators=operators,
    )
    settings = read_settings()
    if from_file is not None:
        lines = list(iter_lines(_read_input(from_file)))
        with opened_searcher(settings) as searcher:
            _answer_lines(searcher, template, lines, trace=trace)
        return
    with opened_searcher(settings) as searcher:
        results = searcher.search(template)
    if as_json:
        print_json(results.as_dict(with_trace=trace))
        return
    print_results(results, with_collection=len(set(template.collections)) > 1)
    if trace:
        print_trace(results.trace)


def parse_filters(texts: list[str]) -> tuple[Filter, ...]:
    """Filters written FIELD=VALUE; several values of one field are alternatives.

    >>> parse_filters(["type=html", "type=text"])
    (Filter(field='type', values=('html', 'text')),)
    """
    values: dict[str, list[str]] = {}
    for text in texts:
        field, separator, value = text.partition("=")
        if not separator:
            raise RequestError(f"Filter '{text}' has no '='. Write it as FIELD=VALUE, for instance type=html.")
        values.setdefault(field.strip(), []).append(value.strip())
    return tuple(Filter(field, tuple(given)) for field, given in values.items())


def iter_lines(data: bytes) -> Iterator[Line]:
    """The questions of a file, one a line, plain or as JSON objects; a plain one has its line number as id.

    A line that is not UTF-8 costs that line only.
    """
    for number, line in enumerate(data.removeprefix(codecs.BOM_UTF8).splitlines(), start=1):
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            shown = line.decode(errors="replace")
            yield Line(str(number), shown, f"line {number} is not UTF-8 text: {error.reason} at byte {error.start}")
            continue
        if text.strip():
            yield _parse_line(text, number)


def _parse_line(line: str, number: int) -> Line:
    if not line.lstrip().startswith("{"):
        return Line(str(number), line.strip())
    try:
        values = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        return Line(str(number), "", f"line {number} is not valid JSON: {error}")
    question = values.get("question")
    if not isinstance(question, str):
        return Line(str(number), "", f"line {number} has no text under 'question'")
    return Line(str(values.get("id", number)), question)


def _read_input(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise RequestError(f"'{name}' cannot be read: {error.strerror}.") from error


def _answer_lines(searcher: Searcher, template: SearchRequest, lines: list[Line], *, trace: bool) -> None:
    """One JSON object a line, in order; a line that fails has {"id", "question", "error"} and the rest goes on."""
    failed = 0
    for line in lines:
        error = line.error
        if error is None:
            try:
                request = replace(template, question=line.question, id=line.id)
                print_json(searcher.search(request).as_dict(with_trace=trace))
                continue
            except NakhodkaError as problem:
                error = str(problem)
        failed += 1
        print_json({"id": line.id, "question": line.question, "error": error})
    if failed:
        print_error(f"{failed} of {len(lines)} questions failed; see 'error' in their lines.")
        raise typer.Exit(SOME_FAILED)
