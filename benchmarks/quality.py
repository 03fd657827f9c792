"""How good the search is on public sets: `python benchmarks/quality.py [--set xquad-ru] [--limit 100]`.

Every set is searched by words, by vectors, by both, and with the second stage, and in the same run by what the engine
gives out of the box (its analyzer of the language and k-NN, min-max .3 / .7). Figures for all questions, for the half
on which constants may be chosen ('tune') and for the other, held-out half. Tables on standard output, everything in
benchmarks/results/quality.json. Collections are named bench-…; vectors are kept in the cache.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.plain_engine import PLAIN_HYBRID, PLAIN_SYSTEMS, PlainEngine
from benchmarks.public_index import SetIndex
from benchmarks.public_sets import SETS, PublicSet, find_folder, read_set
from benchmarks.results_file import (
    RESULTS,
    describe_machine,
    describe_today,
    read_results,
    write_results,
    write_table,
)
from engine.connection import Engine, connect
from eval.measures import build_measure
from eval.provenance import DEPTHS, FUSING
from eval.qrels import write_run
from eval.records import Question
from eval.running import SystemRun, run_system
from eval.scoring import Scores, score_run
from eval.significance import compare
from eval.systems import SYSTEMS, System, choose_systems, vary_system
from language.fingerprint import build_fingerprint
from search.opening import open_searcher
from search.records import Mode
from search.searcher import Searcher
from settings import NakhodkaError, Settings, read_settings

SIZE: Final = 50  # documents asked for: recall@50
SHOWN: Final = 10  # documents asked for while the time is taken, as on the page
TIMED: Final = 100  # questions the time is taken of
COMPARED: Final = "nDCG@10"
MEASURES: Final = [build_measure(name, k) for name, k in (("R", 1), ("RR", 10), ("nDCG", 10), ("R", SIZE))]
GRAPH: Final = ("hnsw_m", "hnsw_ef_construction")
SPLITS: Final = {"all": None, "tune": "tune", "held-out": "test"}

Rankings = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Measured:
    """A system on a set: scores of all questions and the time of one."""

    system: System
    scores: Scores
    median_ms: float
    notices: Mapping[str, int]


class Bench:
    """One set, indexed both ways, ready to be asked."""

    def __init__(
        self, engine: Engine, settings: Settings, searcher: Searcher, public_set: PublicSet, *, rebuild: bool
    ) -> None:
        if searcher.embedder is None:
            raise NakhodkaError(" ".join(notice.message for notice in searcher.missing))
        self.set = public_set
        self._searcher = searcher
        self._index = SetIndex(engine, settings, searcher.embedder, public_set, say)
        self.index_name = self._index.ensure(rebuild=rebuild)
        self._plain = PlainEngine(engine, settings, searcher.embedder, public_set)
        self._plain.ensure(self._index.read_passages)

    def measure(self, system: System, questions: Sequence[Question], runs: Path | None) -> Measured:
        """The system on the questions: once with many documents for the measures, once as it is used for the time."""
        say(f"{self.set.name}: {system.name}, {len(questions)} questions")
        run = self._run(system, questions, SIZE)
        timed = self._run(system, questions[:TIMED], SHOWN)
        rankings = {id_: self.set.unify(ranking) for id_, ranking in run.rankings.items()}
        if runs is not None:
            write_run(runs / f"{self.set.name}-{'-'.join(system.name.replace('/', ' ').split())}.trec", rankings, "run")
        judgments = {question.id: self.set.judgments[question.id] for question in questions}
        return Measured(system, score_run(rankings, judgments, MEASURES), timed.median_ms(), run.notices)

    def _run(self, system: System, questions: Sequence[Question], size: int) -> SystemRun:
        if system in PLAIN_SYSTEMS:
            return self._plain.run(system, questions, size)
        return run_system(self._searcher, system, questions, [self._index.collection], size)


def say(message: str) -> None:
    """What is being done, on the standard error."""
    print(message, file=sys.stderr, flush=True)


def choose_best_leg(measured: Sequence[Measured], ids: Sequence[str]) -> Measured | None:
    """The better of this project's single legs on the questions."""
    legs = [entry for entry in measured if entry.system in SYSTEMS and entry.system.mode is not Mode.HYBRID]
    return max(legs, key=lambda entry: entry.scores.mean(ids)[COMPARED], default=None)


def compare_systems(measured: Sequence[Measured], ids: Sequence[str]) -> list[dict[str, Any]]:
    """Every hybrid system against the better single leg and against the engine's own hybrid, question by question."""
    baseline = next((entry for entry in measured if entry.system == PLAIN_HYBRID), None)
    others = [entry for entry in (choose_best_leg(measured, ids), baseline) if entry is not None]
    hybrids = [e for e in measured if e.system.mode is Mode.HYBRID and e.system not in PLAIN_SYSTEMS]
    return [
        {
            "system": hybrid.system.name,
            "against": other.system.name,
            "measure": COMPARED,
            **_round(compare(_select(hybrid.scores, ids), _select(other.scores, ids)).as_dict()),
        }
        for hybrid in hybrids
        for other in others
    ]


def report_set(bench: Bench, questions: Sequence[Question], measured: Sequence[Measured]) -> dict[str, Any]:
    """All figures of a set."""
    splits = {}
    for name, split in SPLITS.items():
        ids = [question.id for question in questions if split in {None, question.split}]
        if ids:
            splits[name] = {
                "questions": len(ids),
                "systems": {entry.system.name: _round(entry.scores.mean(ids)) for entry in measured},
                "comparisons": compare_systems(measured, ids),
            }
    return {
        "date": describe_today(),
        "documents": len(bench.set.documents),
        "corpus_hash": bench.set.hash,
        "analysis": build_fingerprint(),
        "median_ms": {entry.system.name: round(entry.median_ms, 1) for entry in measured},
        "notices": {entry.system.name: dict(entry.notices) for entry in measured if entry.notices},
        "splits": splits,
    }


def write_tables(name: str, figures: Mapping[str, Any]) -> str:
    """The figures of a set in Markdown."""
    parts = [f"### {name}, {figures['documents']:,} documents"]
    for split, values in figures["splits"].items():
        columns = [f"{split}: {values['questions']} questions", *(m.name for m in MEASURES), "ms (median)"]
        rows = [
            [system, *(f"{means[m.name]:.3f}" for m in MEASURES), f"{figures['median_ms'][system]:.0f}"]
            for system, means in values["systems"].items()
        ]
        parts.append(write_table(columns, rows))
    columns = [COMPARED, "against", "questions", "difference", "95 %", "p", "better / worse / equal"]
    comparisons = [
        _write_comparison(split, row) for split, values in figures["splits"].items() for row in values["comparisons"]
    ]
    return "\n\n".join([*parts, write_table(columns, comparisons)])


def run_benchmark(options: argparse.Namespace) -> dict[str, Any]:
    """The figures of every set that is there; those that are absent are named."""
    folder = find_folder(options.data)
    settings = read_settings()
    systems = [*find_systems(options.systems), *(vary_system(text) for text in options.vary)]
    figures = {}
    with connect(settings) as engine:
        searcher = open_searcher(engine, settings)
        for name in options.set or SETS:
            public_set = read_set(name, folder)
            if public_set is None:
                say(f"{name} is skipped: its files are not in '{folder}'. Name the folder with --data.")
                continue
            bench = Bench(engine, settings, searcher, public_set, rebuild=options.rebuild)
            questions = [q for q in public_set.questions if options.split in {None, q.split}][: options.limit]
            measured = [bench.measure(system, questions, options.runs) for system in systems]
            figures[name] = report_set(bench, questions, measured)
            print(write_tables(name, figures[name]), end="\n\n", flush=True)
    return {
        "date": describe_today(),
        "machine": {**describe_machine(), "engine": engine.info.version},
        "embedding": searcher.embedder.describe() if searcher.embedder else None,
        "reranker": searcher.rescorer.name if searcher.rescorer else None,
        "settings": {name: getattr(settings, name) for name in (*DEPTHS, *FUSING, *GRAPH)},
        "bm25": settings.bm25.model_dump(),
        "sets": figures,
    }


def parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of the command line."""
    known = [system.name for system in (*SYSTEMS, *PLAIN_SYSTEMS)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", choices=SETS, help="a set; may be repeated; all if not given")
    parser.add_argument("--systems", type=lambda text: text.split(","), default=known, help=f"of {', '.join(known)}")
    parser.add_argument("--vary", action="append", default=[], help="'hybrid: rrf_k=10': a system with other settings")
    parser.add_argument("--limit", type=int, help="the first questions alone; nothing is saved then")
    parser.add_argument("--split", choices=("tune", "test"), help="half of the questions; nothing is saved then")
    parser.add_argument("--rebuild", action="store_true", help="index again even if nothing changed")
    parser.add_argument("--data", type=Path, help="folder of the sets; default NAKHODKA_SHARED_DATA or ../shared/data")
    parser.add_argument("--runs", type=Path, help="write TREC run files into this folder")
    parser.add_argument("--output", type=Path, help="file of the figures; default benchmarks/results/quality.json")
    return parser.parse_args(arguments)


def main() -> int:
    """0 when the sets that are there were measured."""
    options = parse_options()
    try:
        figures = run_benchmark(options)
    except NakhodkaError as error:
        say(str(error))
        return error.exit_code
    whole = options.limit is None and options.split is None and not options.vary
    if options.output or (whole and figures["sets"]):
        path = options.output or RESULTS / "quality.json"
        kept = read_results(path).get("sets", {})
        write_results(path, {**figures, "sets": {**kept, **figures["sets"]}})
        say(f"Saved in {path}.")
    return 0


def find_systems(names: Iterable[str]) -> list[System]:
    """The systems of these names, of the project or of the plain engine."""
    plain = {system.name: system for system in PLAIN_SYSTEMS}
    return [plain[name] if name in plain else choose_systems([name])[0] for name in names]


def _select(scores: Scores, ids: Sequence[str]) -> list[float]:
    return [scores.per_question[id_][COMPARED] for id_ in ids]


def _round(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: round(value, 4) if isinstance(value, float) else value for name, value in values.items()}


def _write_comparison(split: str, row: Mapping[str, Any]) -> list[str]:
    return [
        row["system"],
        row["against"],
        split,
        f"{row['difference']:+.3f}",
        f"{row['low']:+.3f} … {row['high']:+.3f}",
        f"{row['p']:.4f}",
        f"{row['better']} / {row['worse']} / {row['equal']}",
    ]


if __name__ == "__main__":
    sys.exit(main())
