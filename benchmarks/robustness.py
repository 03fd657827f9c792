"""What is left of the ranking when questions are spoilt: `python benchmarks/robustness.py [--set demo] [--all]`.

The demo's and XQuAD's questions with a wrong layout, typos, ё/е swapped, look-alike letters, capitals, no punctuation
and in Latin letters, searched by words and by words and vectors (with the second stage, as on the page) through the
real `Searcher`. MRR@10 is given as a share of that of the same questions as they were written; only questions that a
perturbation changes are counted. Besides: how many clean questions a correction changes, and which.

XQuAD is asked a seeded sample of 300 questions unless --all; corrections are looked for in all of them. Nothing is
chosen on these figures but by their 'tune' half, which is reported beside the rest. Tables on standard output,
everything in benchmarks/results/robustness.json.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.perturbations import PERTURBATIONS, SEED, Perturbation, perturb
from benchmarks.public_index import SetIndex, name_collection
from benchmarks.public_sets import SETS, PublicSet, find_folder, read_set
from benchmarks.results_file import RESULTS, describe_machine, describe_today, read_results, write_results
from benchmarks.robustness_report import MODES, Spoilt, report_spoilt, write_tables
from benchmarks.word_sets import CORPUS, DEMO, DEMO_FOLDER
from engine.connection import Engine, connect
from eval.measures import reciprocal_rank, remove_repeated
from eval.question_set import read_question_set
from eval.records import Grades, Judgments, Question
from indexer.indexer import Indexer
from models.protocols import Embedder
from search.opening import open_searcher
from search.records import Mode, SearchRequest, SearchResults
from search.searcher import Searcher
from settings import NakhodkaError, Settings, read_settings

OUTPUT: Final = RESULTS / "robustness.json"
NAMES: Final = (DEMO, "xquad-ru", "xquad-en", "xquad-zh")
SAMPLE: Final = 300
DEPTH: Final = 10
SPOILT_TYPES: Final = frozenset({"typo", "wrong_layout"})  # the demo's own: not clean


@dataclass(frozen=True, slots=True)
class AskedSet:
    """A collection with its questions. sample: those that are spoilt; questions: all that are clean."""

    name: str
    collection: str
    questions: tuple[Question, ...]
    sample: tuple[Question, ...]
    judgments: Judgments
    same_as: Mapping[str, str]

    def measure(self, question: Question, results: SearchResults) -> float:
        """The reciprocal rank of the first relevant document among the first ten."""
        shown = remove_repeated([self.same_as.get(hit.document_id, hit.document_id) for hit in results.hits])
        grades: Grades = self.judgments[question.id]
        return reciprocal_rank(shown, grades, DEPTH)


def take_sample(questions: Sequence[Question], count: int | None) -> tuple[Question, ...]:
    """So many questions (all, where it is None), the same of a parallel set in each language."""
    if count is None or count >= len(questions):
        return tuple(questions)
    chosen = set(random.Random(SEED).sample(sorted(question.id for question in questions), count))
    return tuple(question for question in questions if question.id in chosen)


class Robustness:
    """Asks one set's questions, clean and spoilt; what was asked once is remembered."""

    def __init__(self, searcher: Searcher, asked: AskedSet) -> None:
        self._searcher = searcher
        self._asked = asked
        self._known: dict[tuple[Mode, str], SearchResults] = {}

    def ask(self, text: str, mode: Mode) -> SearchResults:
        """The product's answer, corrections on."""
        key = (mode, text)
        if key not in self._known:
            self._known[key] = self._searcher.search(SearchRequest(text, (self._asked.collection,), mode, size=DEPTH))
        return self._known[key]

    def spoil(self, perturbation: Perturbation, mode: Mode) -> list[Spoilt]:
        """The questions of the sample that the perturbation changes, each measured twice."""
        return list(self._iter_spoilt(perturbation, mode))

    def _iter_spoilt(self, perturbation: Perturbation, mode: Mode) -> Iterator[Spoilt]:
        for question in self._asked.sample:
            text = perturb(perturbation, question.question, question.id, question.language)
            if text != question.question:
                clean = self._asked.measure(question, self.ask(question.question, mode))
                yield Spoilt(question, text, clean, self._asked.measure(question, self.ask(text, mode)))

    def find_changed(self) -> list[dict[str, str]]:
        """The clean questions in which something was corrected."""
        changed = []
        for question in self._asked.questions:
            understood = self.ask(question.question, Mode.LEXICAL).understood
            if understood.corrections:  # the text alone differs where quotation marks ask for a phrase
                changed.append({"id": question.id, "question": question.question, "searched": understood.text})
        return changed


# Sets


def read_asked_set(name: str, folder: Path, sample: int | None) -> tuple[AskedSet, PublicSet | None] | None:
    """The set of this name, for public ones with their documents; None where its files are absent."""
    if name == DEMO:
        return read_demo(), None
    public_set = read_set(name, folder)
    if public_set is None:
        return None
    asked = AskedSet(
        name=name,
        collection=name_collection(name),
        questions=public_set.questions,
        sample=take_sample(public_set.questions, sample),
        judgments=public_set.judgments,
        same_as=public_set.same_as,
    )
    return asked, public_set


def read_demo() -> AskedSet:
    """The demo's answerable questions, but for those that are spoilt already."""
    read = read_question_set(DEMO_FOLDER / "questions.jsonl", DEMO_FOLDER / "qrels.trec")
    clean = tuple(question for question in read.answerable if question.type not in SPOILT_TYPES)
    others = tuple(question for question in read.unanswerable if question.type not in SPOILT_TYPES)
    return AskedSet(DEMO, name_collection(DEMO), (*clean, *others), clean, read.judgments, {})


def ensure_index(
    engine: Engine, settings: Settings, embedder: Embedder, asked: AskedSet, public_set: PublicSet | None
) -> None:
    """Builds the collection unless it is as the settings want it; vectors of public sets come from the cache."""
    if public_set is None:
        Indexer(engine, settings, embedder).index([CORPUS], asked.collection)
    else:
        SetIndex(engine, settings, embedder, public_set, say).ensure(rebuild=False)


def report_set(searcher: Searcher, asked: AskedSet) -> dict[str, Any]:
    """All figures of a set."""
    robustness = Robustness(searcher, asked)
    say(f"{asked.name}: {len(asked.questions):,} clean questions")
    changed = robustness.find_changed()
    spoilt: dict[str, Any] = {}
    for perturbation in PERTURBATIONS:
        for mode in MODES:
            say(f"{asked.name}: {perturbation.name}, {mode.value}")
            entries = robustness.spoil(perturbation, mode)
            if entries:
                figures = spoilt.setdefault(perturbation.name, {"least_share": perturbation.least_share})
                figures[mode.value] = report_spoilt(entries)
    return {
        "date": describe_today(),
        "analysis": searcher.analyzer.fingerprint,
        "sample": len(asked.sample),
        "clean_questions": len(asked.questions),
        "changed_percent": round(100 * len(changed) / len(asked.questions), 2),
        "changed": changed,
        "spoilt": spoilt,
    }


# The command


def say(message: str) -> None:
    """What is being done, on the standard error."""
    print(message, file=sys.stderr, flush=True)


def run_benchmark(options: argparse.Namespace) -> dict[str, Any]:
    """The figures of every set that is there; those that are absent are named."""
    folder = find_folder(options.data)
    settings = read_settings()
    figures = {}
    with connect(settings) as engine:
        searcher = open_searcher(engine, settings)
        if searcher.embedder is None:
            raise NakhodkaError(" ".join(notice.message for notice in searcher.missing))
        for name in options.set or NAMES:
            read = read_asked_set(name, folder, None if options.all else options.sample)
            if read is None:
                say(f"{name} is skipped: '{folder / SETS[name]}' is not there. Name the folder with --data.")
                continue
            asked, public_set = read
            ensure_index(engine, settings, searcher.embedder, asked, public_set)
            figures[name] = report_set(searcher, asked)
            print(write_tables(name, figures[name]), end="\n\n", flush=True)
    return figures


def parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", choices=NAMES, help="a set; may be repeated; all if not given")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="questions of a public set; default 300")
    parser.add_argument("--all", action="store_true", help="every question")
    parser.add_argument("--data", type=Path, help="folder of the sets; default NAKHODKA_SHARED_DATA or ../shared/data")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="file of the figures")
    return parser.parse_args(arguments)


def main() -> int:
    """0 when the sets that are there were measured; targets that were missed are printed as such."""
    options = parse_options()
    try:
        sets = run_benchmark(options)
    except NakhodkaError as error:
        say(str(error))
        return error.exit_code
    if sets:
        kept = read_results(options.output).get("sets", {})
        figures = {"date": describe_today(), "machine": describe_machine(), "sets": {**kept, **sets}}
        write_results(options.output, figures)
        say(f"Saved in {options.output}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
