"""What a search and an indexing run cost: `python benchmarks/speed.py [--rounds 3]`.

On the demo collection, warm, one client. Searching stands beside what cannot be saved: the engine's own time for the
same `_msearch` and the question's embedding; the second stage beside token vectors computed on the fly; indexing beside
the embedding model's rate on the same passages in the same run. Ratios are what counts: machines differ and are noisy.
Figures go to benchmarks/results/speed.json.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.results_file import RESULTS, describe_machine, describe_today, write_results, write_table
from engine.connection import Engine, connect
from eval.questions import read_questions
from indexer.indexer import Indexer
from indexer.report import peak_memory_mb
from indexer.versions import Versions
from mappings.entries import write_passage_text
from models.late_interaction import max_sim
from models.loading import load_embedder
from models.protocols import Embedder
from search.candidates import Key
from search.opening import open_searcher
from search.records import SearchRequest, SearchResults
from search.searcher import Searcher
from settings import Settings, read_settings

ROOT: Final = Path(__file__).resolve().parents[1]
CORPUS: Final = ROOT / "demo" / "corpus"
COLLECTION: Final = "demo"
BENCH_COLLECTION: Final = "bench-speed"
ON_THE_FLY_QUESTIONS: Final = 3  # each embeds fifty passages
MOST_SEARCH_RATIO: Final = 2.5
MOST_SECOND_STAGE_MS: Final = 40.0
LEAST_INDEXING_SHARE: Final = 0.85


def main() -> int:
    """0 when every target is met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--output", type=Path, default=RESULTS / "speed.json")
    options = parser.parse_args()
    settings = read_settings()
    with connect(settings) as engine:
        embedder = load_embedder(settings)
        Indexer(engine, settings, embedder).index([CORPUS], COLLECTION)
        searcher = open_searcher(engine, settings)
        questions = [question.question for question in read_questions(ROOT / "demo" / "questions.jsonl")]
        figures: dict[str, Any] = {
            "date": describe_today(),
            "machine": describe_machine(),
            "embedder": embedder.describe(),
            "searching": measure_searching(searcher, questions, options.rounds),
            "second_stage": measure_second_stage(searcher, embedder, questions, options.rounds),
            "indexing": measure_indexing(engine, settings, embedder, options.rounds),
        }
    figures["peak_memory_mb"] = peak_memory_mb()
    write_results(options.output, figures)
    return print_figures(figures)


def measure_searching(searcher: Searcher, questions: Sequence[str], rounds: int) -> dict[str, float]:
    """Milliseconds of a hybrid search without second stage, as written, and of what it cannot do without.

    floor: the engine's own `took` of the request that asks both legs, and the question's embedding.
    """
    for question in questions:
        ask(searcher, question, second_stage=False)
    ours, floors = [], []
    for question in [question for _ in range(rounds) for question in questions]:
        results = ask(searcher, question, second_stage=False)
        ours.append(results.took_ms["total"])
        floors.append(find_engine_time(results) + results.took_ms["embedding"])
    return {
        "p50_ms": median(ours),
        "p95_ms": round(statistics.quantiles(ours, n=20)[-1], 1),
        "floor_p50_ms": median(floors),
        "ratio": round(statistics.median(one / floor for one, floor in zip(ours, floors, strict=True)), 2),
    }


def ask(searcher: Searcher, question: str, *, second_stage: bool) -> SearchResults:
    """A search as the page makes it, without looking for typos."""
    return searcher.search(SearchRequest(question, (COLLECTION,), second_stage=second_stage, correct=False))


def find_engine_time(results: SearchResults) -> float:
    """The engine's own milliseconds for both legs; it counts whole ones, so at least one."""
    fusion = next(stage for stage in results.trace.stages if stage.name == "fusion")
    return max(1.0, float(fusion.detail["engine_took_ms"]))


def measure_second_stage(
    searcher: Searcher, embedder: Embedder, questions: Sequence[str], rounds: int
) -> dict[str, float]:
    """Milliseconds of rescoring, from stored token vectors (their fetching included) and from computed ones."""
    stored, entered = [], []
    for question in [question for _ in range(rounds) for question in questions]:
        results = ask(searcher, question, second_stage=True)
        stored.append(results.took_ms["second_stage"])
        entered.append(next(stage.entered for stage in results.trace.stages if stage.name == "second_stage"))
    on_the_fly = [rescore_on_the_fly(searcher, embedder, question) for question in questions[:ON_THE_FLY_QUESTIONS]]
    return {
        "candidates": statistics.median(entered),
        "stored_p50_ms": median(stored),
        "on_the_fly_p50_ms": median(on_the_fly),
        "ratio": round(statistics.median(on_the_fly) / statistics.median(stored), 1),
    }


def rescore_on_the_fly(searcher: Searcher, embedder: Embedder, question: str) -> float:
    """Milliseconds of embedding the same candidates and the question, and of MaxSim in full precision."""
    results = ask(searcher, question, second_stage=True)
    window = next(stage for stage in results.trace.stages if stage.name == "second_stage")
    (index,) = searcher.find_indexes([COLLECTION])
    stored = searcher.backend.fetch_passages(Key(candidate.passage_id, index) for candidate in window.candidates)
    texts = [write_passage_text(passage.heading_path, passage.body) for passage in stored.values()]
    started = time.perf_counter()
    asked = embedder.embed_questions([question], with_tokens=True).token_vectors or []
    for passage in embedder.embed_passages(texts, with_tokens=True).token_vectors or []:
        max_sim(asked[0], passage)
    return (time.perf_counter() - started) * 1000


def measure_indexing(engine: Engine, settings: Settings, embedder: Embedder, rounds: int) -> dict[str, float]:
    """Passages a second of a whole indexing run, and of the model alone on the same texts, turn about."""
    indexed, embedded, passages = [], [], 0
    for _ in range(rounds):
        Versions(engine, settings, BENCH_COLLECTION).delete_all()
        report = Indexer(engine, settings, embedder).index([CORPUS], BENCH_COLLECTION)
        passages = report.passages
        indexed.append(report.passages / report.seconds["total"])
        texts = list(read_passage_texts(engine, report.live or ""))
        started = time.perf_counter()
        embedder.embed_passages(texts, with_tokens=True)
        embedded.append(len(texts) / (time.perf_counter() - started))
    Versions(engine, settings, BENCH_COLLECTION).delete_all()
    shares = [one / other for one, other in zip(indexed, embedded, strict=True)]
    return {
        "passages": passages,
        "indexing_passages_per_second": median(indexed),
        "model_passages_per_second": median(embedded),
        "share": round(statistics.median(shares), 3),
    }


def read_passage_texts(engine: Engine, index: str) -> Iterable[str]:
    """The texts that were embedded for an index version."""
    body = {"size": 10_000, "query": {"term": {"kind": "passage"}}, "_source": ["heading_path", "body"]}
    for hit in engine.client.search(index=index, body=body)["hits"]["hits"]:
        yield write_passage_text(hit["_source"]["heading_path"], hit["_source"]["body"])


def median(values: Sequence[float]) -> float:
    """The median, to a tenth."""
    return round(statistics.median(values), 1)


def print_figures(figures: dict[str, Any]) -> int:
    """Prints the table with targets; 0 when all are met."""
    searching, second, indexing = figures["searching"], figures["second_stage"], figures["indexing"]
    rows = [
        (
            "hybrid search, no second stage, p50 ms",
            searching["p50_ms"],
            f"{searching['floor_p50_ms']} engine + embedding",
        ),
        ("… ratio to that floor", searching["ratio"], f"at most {MOST_SEARCH_RATIO}"),
        ("second stage, p50 ms", second["stored_p50_ms"], f"at most {MOST_SECOND_STAGE_MS}"),
        ("… token vectors on the fly, p50 ms", second["on_the_fly_p50_ms"], f"{second['ratio']} times as long"),
        ("indexing, passages a second", indexing["indexing_passages_per_second"], ""),
        ("the model alone, passages a second", indexing["model_passages_per_second"], ""),
        ("… share of the model's rate", indexing["share"], f"at least {LEAST_INDEXING_SHARE}"),
        ("peak memory, MiB", figures["peak_memory_mb"], ""),
    ]
    print(write_table(["what", "measured", "beside"], [[name, str(value), beside] for name, value, beside in rows]))
    met = (
        searching["ratio"] <= MOST_SEARCH_RATIO,
        second["stored_p50_ms"] <= MOST_SECOND_STAGE_MS,
        indexing["share"] >= LEAST_INDEXING_SHARE,
    )
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
