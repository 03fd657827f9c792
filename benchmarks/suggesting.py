"""How fast and how well lines are suggested while somebody types: `python benchmarks/suggesting.py [--shared FOLDER]`.

On the demo collection, one client: every beginning of 2 to 20 characters of every demo question and title, as typed, in
the other keyboard layout, and with a typo; beside it the time until the engine has answered. Then the same for RuBQ's
questions (where NAKHODKA_SHARED_DATA has them) in a collection of their own. In the same run it is counted how often
the line that is meant is among the eight suggested ones. Figures go to benchmarks/results/suggesting.json.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.public_sets import find_folder
from benchmarks.results_file import RESULTS, describe_machine, describe_today, write_results, write_table
from cli.demo import read_typical_questions
from engine.connection import Engine, connect
from indexer.indexer import Indexer
from indexer.questions import QuestionList
from indexer.versions import Versions
from language.analysis import open_analyzer
from language.layout import type_in_latin, type_in_russian
from language.lines import fold_line
from models.loading import load_embedder
from search.backend import SearchBackend
from search.suggesting import Suggester
from search.suggestion_records import Suggestions, SuggestRequest
from settings import Settings, read_settings

ROOT: Final = Path(__file__).resolve().parents[1]
DEMO: Final = ROOT / "demo"
COLLECTION: Final = "demo"
RUBQ_COLLECTION: Final = "bench-suggest-rubq"
RUBQ_FILES: Final = ("RuBQ_1.0_dev.json", "RuBQ_1.0_test.json", "RuBQ_2.0_dev.json")
RUBQ_ASKED: Final = 200  # questions whose beginnings are typed; all of them are in the collection
LENGTHS: Final = range(2, 21)
LETTERS: Final = ("абвгдежзийклмнопрстуфхцчшщыьэюя", "abcdefghijklmnopqrstuvwxyz")
SHOWN: Final = 8
MOST_P95_MS: Final = 30.0


class Typed(NamedTuple):
    """A text that is typed, and the line that is meant."""

    text: str
    line: str


def main() -> int:
    """0 when suggestions on the demo collection are as fast as they should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, help="folder with the public sets (NAKHODKA_SHARED_DATA)")
    parser.add_argument("--output", type=Path, default=RESULTS / "suggesting.json")
    options = parser.parse_args()
    settings = read_settings()
    with connect(settings) as engine:
        figures: dict[str, Any] = {
            "date": describe_today(),
            "machine": describe_machine(),
            "demo": measure_demo(engine, settings),
            "rubq": measure_rubq(engine, settings, find_folder(options.shared) / "rubq"),
        }
    write_results(options.output, figures)
    return print_figures(figures)


def measure_demo(engine: Engine, settings: Settings) -> dict[str, Any]:
    """The demo's questions and titles, typed in four ways."""
    Indexer(engine, settings, load_embedder(settings)).index([DEMO / "corpus"], COLLECTION)
    questions = read_typical_questions(DEMO / "questions.jsonl")
    QuestionList(engine, settings, COLLECTION).replace(questions)
    lines = [*questions, *read_titles(engine, settings)]
    return measure_ways(Bench(engine, settings, COLLECTION), lines)


def measure_rubq(engine: Engine, settings: Settings, folder: Path) -> dict[str, Any] | None:
    """The same for the questions of RuBQ; None where they are not here."""
    missing = [name for name in RUBQ_FILES if not (folder / name).is_file()]
    if missing:
        print(f"RuBQ is left out: '{folder / missing[0]}' does not exist.")
        return None
    questions = list(dict.fromkeys(question for name in RUBQ_FILES for question in iter_rubq(folder / name)))
    Versions(engine, settings, RUBQ_COLLECTION).delete_all()
    with tempfile.TemporaryDirectory() as library:
        (Path(library) / "questions.txt").write_text("Вопросы без документов.", encoding="utf-8")
        Indexer(engine, settings, load_embedder(settings)).index([Path(library)], RUBQ_COLLECTION)
    stored = QuestionList(engine, settings, RUBQ_COLLECTION).replace(questions)
    asked = random.Random(1).sample(questions, RUBQ_ASKED)
    figures = {"questions": stored, **measure_ways(Bench(engine, settings, RUBQ_COLLECTION), asked)}
    Versions(engine, settings, RUBQ_COLLECTION).delete_all()
    return figures


class Bench:
    """One collection with its suggester."""

    def __init__(self, engine: Engine, settings: Settings, collection: str) -> None:
        self.collection = collection
        self.backend = TimedBackend(engine, settings)
        self.suggester = Suggester(self.backend, settings, open_analyzer(settings))

    def suggest(self, text: str) -> Suggestions:
        """What the page would show."""
        return self.suggester.suggest(SuggestRequest(text, (self.collection,), SHOWN))


class TimedBackend(SearchBackend):
    """A backend that adds up the time until the engine has answered."""

    engine_ms = 0.0
    trips = 0

    def find_lines(self, collections: Sequence[str], bodies: Sequence[Mapping[str, Any]]) -> Any:
        """As `SearchBackend.find_lines`."""
        started = time.perf_counter()
        try:
            return super().find_lines(collections, bodies)
        finally:
            self.engine_ms += (time.perf_counter() - started) * 1000
            self.trips += 1


def measure_ways(bench: Bench, lines: Sequence[str]) -> dict[str, Any]:
    """Each way of typing with its figures."""
    random_letters = random.Random(7)
    ways: dict[str, list[Typed]] = {"as_typed": [], "layout": [], "typo": []}
    for line in lines:
        for length in LENGTHS:
            if length <= len(line):
                beginning = line[:length]
                ways["as_typed"].append(Typed(beginning, line))
                ways["layout"].append(Typed(type_otherwise(beginning), line))
                ways["typo"].append(Typed(mistype(beginning, random_letters), line))
    bench.suggest(lines[0])
    return {name: measure(bench, typed) for name, typed in ways.items()}


def measure(bench: Bench, texts: Sequence[Typed]) -> dict[str, Any]:
    """Milliseconds of a suggestion, the engine's share of them, and how many of the meant lines were shown."""
    took, engine, trips, shown = [], [], [], []
    for typed in texts:
        bench.backend.engine_ms, bench.backend.trips = 0.0, 0
        answer = bench.suggest(typed.text)
        took.append(answer.took_ms)
        engine.append(bench.backend.engine_ms)
        trips.append(bench.backend.trips)
        shown.append(fold_line(typed.line) in {fold_line(line.text) for line in answer.lines})
    return {
        "texts": len(texts),
        "p50_ms": round(statistics.median(took), 1),
        "p95_ms": find_percentile(took, 95),
        "p99_ms": find_percentile(took, 99),
        "engine_p50_ms": round(statistics.median(engine), 1),
        "engine_p95_ms": find_percentile(engine, 95),
        "most_round_trips": max(trips),
        "shown_by_length": count_shown(texts, shown),
    }


def find_percentile(values: Sequence[float], percent: int) -> float:
    """The percentile, to a tenth."""
    return round(statistics.quantiles(values, n=100)[percent - 1], 1)


def count_shown(texts: Sequence[Typed], shown: Sequence[bool]) -> dict[str, float]:
    """For some numbers of typed characters the share of texts whose line was among the suggested ones."""
    shares = {}
    for length in (3, 5, 8, 12, 20):
        found = [hit for typed, hit in zip(texts, shown, strict=True) if len(typed.text) == length]
        if found:
            shares[str(length)] = round(sum(found) / len(found), 3)
    return shares


def type_otherwise(text: str) -> str:
    """The text as it comes out when the layout was not switched."""
    return type_in_latin(text) if re.search("[А-Яа-яЁё]", text) else type_in_russian(text)


def mistype(text: str, random_letters: random.Random) -> str:
    """The text with another letter of the same alphabet in its longest word, where that has four or more."""
    words = text.split(" ")
    place = max(range(len(words)), key=lambda index: len(words[index]))
    word = words[place]
    alphabet = next((letters for letters in LETTERS if set(word.lower()) <= {*letters, "ё", "ъ"}), None)
    if len(word) < 4 or alphabet is None:
        return text
    at = random_letters.randrange(1, len(word))
    letter = random_letters.choice(alphabet.replace(word[at].lower(), ""))
    words[place] = word[:at] + (letter.upper() if word[at].isupper() else letter) + word[at + 1 :]
    return " ".join(words)


def read_titles(engine: Engine, settings: Settings) -> list[str]:
    """Titles of the demo documents."""
    (index,) = SearchBackend(engine, settings).resolve([COLLECTION])
    body = {"size": 1000, "query": {"term": {"kind": "document"}}, "_source": ["title"]}
    found = {hit["_source"]["title"] for hit in engine.client.search(index=index, body=body)["hits"]["hits"]}
    return sorted(found)


def iter_rubq(path: Path) -> Iterator[str]:
    """The questions of a file of RuBQ."""
    for entry in json.loads(path.read_text(encoding="utf-8")):
        yield " ".join(entry["question_text"].split())


def print_figures(figures: dict[str, Any]) -> int:
    """Prints the table; 0 when the demo collection is as fast as it should be."""
    rows = []
    for name in ("demo", "rubq"):
        for way, measured in (figures[name] or {}).items():
            if isinstance(measured, dict):
                shown = ", ".join(f"{length}: {share}" for length, share in measured["shown_by_length"].items())
                times = [str(measured[key]) for key in ("p50_ms", "p95_ms", "engine_p95_ms")]
                rows.append([f"{name}, {way}", str(measured["texts"]), *times, shown])
    columns = ["typed", "texts", "p50 ms", "p95 ms", "of it engine", f"line among {SHOWN}, by characters typed"]
    print(write_table(columns, rows))
    slowest = max(measured["p95_ms"] for measured in figures["demo"].values())
    print(f"slowest p95 on the demo collection: {slowest} ms (target: below {MOST_P95_MS})")
    return 0 if slowest < MOST_P95_MS else 1


if __name__ == "__main__":
    sys.exit(main())
