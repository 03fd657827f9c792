"""What the analysis is worth: `python benchmarks/language.py [--set xquad-ru] [--split tune] [--no-ablation]`.

The lexical leg alone, without vectors, on real index versions that are removed afterwards: whitespace, the engine's own
analyzer of the language, first lemmas, stems, and the product's terms with its lexical query, as a question is written
and with its corrections. Each group of rules is then left out, of documents and questions, to see what is lost.
Last, the speed of the analysis beside pymorphy3 called naively, and the memory of its caches.

Tables on standard output, everything in benchmarks/results/language.json (kept for sets that were not run).
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.analysis_speed import WORDS, measure_speed, write_speed
from benchmarks.language_report import (
    CHOSEN_ON,
    CORRECTED,
    MEASURES,
    OURS,
    Ablated,
    Measured,
    report_set,
    write_tables,
    write_targets,
)
from benchmarks.public_sets import CMRC, find_folder
from benchmarks.results_file import RESULTS, describe_machine, describe_today, read_results, write_results
from benchmarks.term_streams import Comparator, choose_comparators
from benchmarks.word_entries import Entry, EntryWriter, open_analyzer_without, open_entry_writer
from benchmarks.word_index import PreparedSet, Rankings, WordIndex, isolate, open_word_index
from benchmarks.word_sets import PLACES, WordSet, read_word_set
from engine.connection import Engine, connect
from eval.records import Question
from eval.scoring import Scores, score_run
from indexer.indexer import Indexer
from indexer.versions import build_meta
from language.rules import RULE_GROUPS
from models.loading import load_embedder
from models.protocols import Embedder
from search.queries import build_lexical_query
from settings import NakhodkaError, Settings, read_settings

OUTPUT: Final = RESULTS / "language.json"
NOT_ABLATED: Final = frozenset({CMRC})  # saturated, and four thousand questions


@dataclass(frozen=True, slots=True)
class Bench:
    """What all sets are measured with. settings: see `isolate`; the embedder only counts tokens."""

    engine: Engine
    settings: Settings
    embedder: Embedder
    writer: EntryWriter

    def measure(self, word_set: WordSet, questions: Sequence[Question], groups: Sequence[str]) -> Measured:
        """The set by every system, and without each of the groups of rules."""
        say(f"{word_set.name}: analysing {len(word_set.passages):,} passages")
        comparators = choose_comparators(word_set.language)
        terms = self.writer.write_terms(word_set)
        entries = [ours | other for ours, other in zip(terms, self.writer.write_comparators(word_set), strict=True)]
        analyzer = open_analyzer_without(frozenset())
        with self.open_index(word_set, entries, comparators) as index:
            say(f"{word_set.name}: asking {len(questions):,} questions")
            rankings = {entry.name: index.rank_plain(entry, questions) for entry in comparators}
            rankings[OURS] = index.rank_terms(analyzer, questions)
            rankings[CORRECTED] = index.rank_understood(questions)
        systems = {name: score(word_set, questions, found) for name, found in rankings.items()}
        ablation = [self.leave_out(group, word_set, questions, terms) for group in groups]
        return Measured(word_set, analyzer.fingerprint, systems, ablation)

    def open_index(
        self, word_set: WordSet, entries: Sequence[Entry], comparators: Sequence[Comparator] = ()
    ) -> AbstractContextManager[WordIndex]:
        """The set on the node for the time of the block."""
        meta = build_meta(Indexer(self.engine, self.settings, self.embedder).expected, self.embedder.space)
        return open_word_index(self.engine, self.settings, meta, PreparedSet(word_set, entries, comparators))

    def leave_out(
        self, group: str, word_set: WordSet, questions: Sequence[Question], terms: Sequence[Entry]
    ) -> Ablated:
        """The set without a group of rules; asked only where something depends on the group."""
        without = frozenset({group})
        entries = self.writer.write_terms(word_set, without)
        passages = sum(one != other for one, other in zip(terms, entries, strict=True))
        changed = count_changed(questions, group)
        say(f"{word_set.name}: without {group}, {passages:,} passages and {changed} questions differ")
        if not passages and not changed:
            return Ablated(group, 0, 0, None)
        with self.open_index(word_set, entries) as index:
            rankings = index.rank_terms(open_analyzer_without(without), questions)
        return Ablated(group, passages, changed, score(word_set, questions, rankings))


def count_changed(questions: Sequence[Question], group: str) -> int:
    """How many questions are asked otherwise without the group."""
    whole, without = open_analyzer_without(frozenset()), open_analyzer_without(frozenset({group}))
    return sum(
        build_lexical_query(whole.analyze(question.question), [])
        != build_lexical_query(without.analyze(question.question), [])
        for question in questions
    )


def score(word_set: WordSet, questions: Sequence[Question], rankings: Rankings) -> Scores:
    """The measures of the questions."""
    return score_run(rankings, {question.id: word_set.judgments[question.id] for question in questions}, MEASURES)


def say(message: str) -> None:
    """What is being done, on the standard error."""
    print(message, file=sys.stderr, flush=True)


def run_sets(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """The figures of every set that is there; those that are absent are named."""
    settings = isolate(read_settings())
    figures = {}
    with open_entry_writer() as writer, connect(settings) as engine:
        bench = Bench(engine, settings, load_embedder(settings), writer)
        for name in options.set or PLACES:
            word_set = read_word_set(name, folder, settings, bench.embedder)
            if word_set is None:
                say(f"{name} is skipped: '{folder / PLACES[name]}' is not there. Name the folder with --data.")
                continue
            split = None if options.split == "all" else options.split
            questions = [question for question in word_set.questions if split in {None, question.split}]
            groups = [] if options.no_ablation or name in NOT_ABLATED else options.group or RULE_GROUPS
            figures[name] = report_set(bench.measure(word_set, questions, groups), questions)
            print(write_tables(name, figures[name]), end="\n\n", flush=True)
    return figures


def parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", choices=PLACES, help="a set; may be repeated; all if not given")
    parser.add_argument("--split", choices=("tune", "test", "all"), default="all", help="half; nothing is saved then")
    parser.add_argument("--no-ablation", action="store_true", help="leave no group of rules out")
    parser.add_argument("--group", action="append", choices=RULE_GROUPS, help="a group to leave out; all if not given")
    parser.add_argument("--no-sets", action="store_true", help="the speed alone")
    parser.add_argument("--no-speed", action="store_true", help="the sets alone")
    parser.add_argument("--words", type=int, default=WORDS, help="length of the text whose analysis is timed")
    parser.add_argument("--data", type=Path, help="folder of the sets; default NAKHODKA_SHARED_DATA or ../shared/data")
    parser.add_argument("--output", type=Path, help="file of the figures; default benchmarks/results/language.json")
    return parser.parse_args(arguments)


def save(options: argparse.Namespace, sets: dict[str, Any], speed: dict[str, Any]) -> None:
    """Writes what was measured on whole sets; what was not run stays as it was."""
    if options.output is None and (options.split != "all" or options.group):
        say("Nothing is saved: only a part was measured.")
        return
    path = options.output or OUTPUT
    before = read_results(path)
    figures = {
        "date": describe_today(),
        "machine": describe_machine(),
        "chosen_on": CHOSEN_ON,
        "sets": {**before.get("sets", {}), **sets},
        "speed": speed or before.get("speed", {}),
    }
    write_results(path, figures)
    say(f"Saved in {path}.")


def main() -> int:
    """0 when what is there was measured; targets that were missed are printed as such."""
    options = parse_options()
    folder = find_folder(options.data)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that indexes are removed then too
    try:
        sets = {} if options.no_sets else run_sets(options, folder)
        speed = {} if options.no_speed else measure_speed(folder, options.words, say)
    except NakhodkaError as error:
        say(str(error))
        return error.exit_code
    if sets:
        print(write_targets(sets), end="\n\n")
        print(f"{CHOSEN_ON} * is p < .05 for one comparison; with many rows one in twenty is so by chance.\n")
    if speed:
        print(write_speed(speed))
    save(options, sets, speed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
