"""nakhodka analyze"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cli.output import console, print_json, print_table
from language.analysis import open_analyzer
from language.records import Analysis, Language, Term
from language.rules import RULES
from settings import read_settings


def analyze_text(
    text: Annotated[str | None, typer.Argument(help="A question or a piece of a document.", show_default=False)] = None,
    language: Annotated[Language | None, typer.Option(help="Do not detect the language, take this one.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show the rule that made each form.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="List the rules in the order in which they apply.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Print the terms a text is searched by, or the rules that make them."""
    if rules:
        _print_rules(as_json=as_json)
        return
    if text is None:
        raise typer.BadParameter("Write a text to analyse, or --rules.")
    analyzer = open_analyzer(read_settings())
    analysis = analyzer.analyze(text, language)
    synonyms = [
        (text[analysis.terms[match.first].start : analysis.terms[match.last - 1].end], _write(match.replacement))
        for match in analyzer.find_synonyms(analysis)
    ]
    if as_json:
        print_json(_describe(analysis, synonyms))
        return
    console.print(f"language: {analysis.language.value}")
    _print_terms(analysis, explain=explain)
    for phrase, replacement in synonyms:
        console.print(f"{phrase}: also asked as {replacement}", markup=False)


def _print_rules(*, as_json: bool) -> None:
    if as_json:
        print_json({"rules": [rule._asdict() for rule in RULES]})
        return
    print_table(["rule", "group", "what it does"], [list(rule) for rule in RULES])


def _print_terms(analysis: Analysis, *, explain: bool) -> None:
    source = analysis.text
    if explain:
        rows = [
            [
                source[term.start : term.end] if index == 0 else "",
                term.kind.value if index == 0 else "",
                form,
                ", ".join(_list_streams(term, form)) + (", part" if form in term.parts else ""),
                rule,
            ]
            for term in analysis.terms
            for index, (form, rule) in enumerate(term.origins)
        ]
        print_table(["source", "kind", "form", "in", "rule"], rows)
        return
    rows = [
        [
            source[term.start : term.end],
            f"{term.start}-{term.end}",
            term.kind.value,
            " | ".join(term.lemmas),
            " | ".join(term.stems),
            " | ".join(term.exact),
        ]
        for term in analysis.terms
    ]
    print_table(["source", "offsets", "kind", "lemmas", "stems", "exact"], rows)


def _list_streams(term: Term, form: str) -> list[str]:
    streams = {"lemmas": term.lemmas, "stems": term.stems, "exact": term.exact}
    return [name for name, forms in streams.items() if form in forms]


def _describe(analysis: Analysis, synonyms: list[tuple[str, str]]) -> dict[str, Any]:
    terms = [
        {
            "surface": term.surface,
            "start": term.start,
            "end": term.end,
            "kind": term.kind.value,
            "lemmas": list(term.lemmas),
            "stems": list(term.stems),
            "exact": list(term.exact),
            "parts": list(term.parts),
            "origins": [{"form": form, "rule": rule} for form, rule in term.origins],
        }
        for term in analysis.terms
    ]
    told = [{"phrase": phrase, "replacement": replacement} for phrase, replacement in synonyms]
    return {"text": analysis.text, "language": analysis.language.value, "terms": terms, "synonyms": told}


def _write(terms: tuple[Term, ...]) -> str:
    return " ".join(term.surface for term in terms)
