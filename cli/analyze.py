"""nakhodka analyze"""

from __future__ import annotations

from typing import Annotated

import typer

from cli.output import console, print_json, print_table
from language.analysis import open_analyzer
from language.records import Language
from settings import read_settings


def analyze_text(
    text: Annotated[str, typer.Argument(help="A question or a piece of a document.")],
    language: Annotated[Language | None, typer.Option(help="Do not detect the language, take this one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Print the terms a text is searched by."""
    analysis = open_analyzer(read_settings()).analyze(text, language)
    if as_json:
        terms = [
            {
                "surface": term.surface,
                "start": term.start,
                "end": term.end,
                "kind": term.kind.value,
                "lemmas": list(term.lemmas),
                "stems": list(term.stems),
                "exact": list(term.exact),
            }
            for term in analysis.terms
        ]
        print_json({"text": text, "language": analysis.language.value, "terms": terms})
        return
    console.print(f"language: {analysis.language.value}")
    rows = [
        [
            text[term.start : term.end],
            f"{term.start}-{term.end}",
            term.kind.value,
            " | ".join(term.lemmas),
            " | ".join(term.stems),
            " | ".join(term.exact),
        ]
        for term in analysis.terms
    ]
    print_table(["source", "offsets", "kind", "lemmas", "stems", "exact"], rows)
