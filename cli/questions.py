"""nakhodka questions"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.opening import opened_engine
from cli.output import console, print_json
from settings import read_settings


def manage_questions(
    file: Annotated[
        Path | None, typer.Argument(help="Text file, one question a line; lists them if not given.")
    ] = None,
    collection: Annotated[str | None, typer.Option(help="Name of the collection.")] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Remove the collection's questions.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Set, list or remove the typical questions that a collection suggests while somebody types.

    A FILE replaces those there were. They stay when documents are indexed again.
    """
    from indexer.questions import QuestionList, read_question_file

    if file is not None and clear:
        raise typer.BadParameter("give either a FILE or --clear")
    settings = read_settings()
    name = collection or settings.collection
    questions = read_question_file(file, settings) if file is not None else []
    with opened_engine(settings) as engine:
        stored = QuestionList(engine, settings, name)
        if file is not None or clear:
            stored.replace(questions)
        else:
            questions = stored.read()
    if as_json:
        print_json({"collection": name, "questions": questions})
    elif file is not None or clear:
        console.print(f"Collection '{name}' suggests {len(questions):,} questions.")
    else:
        for question in questions:
            console.print(question, markup=False, soft_wrap=True)
