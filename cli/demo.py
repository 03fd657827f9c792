"""nakhodka demo"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.engine import ensure_engine
from cli.index import print_report, run_index
from cli.opening import opened_searcher
from cli.output import console, print_results
from search.records import SearchRequest
from settings import NakhodkaError, read_settings

COLLECTION = "demo"
SHOWN = 2
QUESTIONS = (
    "как вернуть деньги за подписку",
    "что означает E-1042",
    "сколько дней отпуска",
    "how do I reset my password",
    "如何重置设备",
)


def run_demo(
    folder: Annotated[Path, typer.Argument(help="Folder with the demo corpus.")] = Path("demo/corpus"),
) -> None:
    """Start the engine, index the demo documents and answer a few questions."""
    if not folder.is_dir():
        raise NakhodkaError(f"'{folder}' is no folder. Run this command in the project's folder, or name the corpus.")
    settings = read_settings()
    ensure_engine(settings)
    report = run_index(settings, [folder], COLLECTION)
    print_report(report)
    with opened_searcher(settings) as searcher:
        for question in QUESTIONS:
            print_results(searcher.search(SearchRequest(question, (COLLECTION,), size=SHOWN)))
    console.print(f'Ask more: nakhodka search "…" --collection {COLLECTION}', markup=False)
