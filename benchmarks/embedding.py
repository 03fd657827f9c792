"""What embedding and late interaction cost on this machine: `python benchmarks/embedding.py`.

Compares ONNX Runtime int8 with torch float32 on the same passages in turn, so that the ratio holds on a busy machine.
Exits 1 when int8 is less than 1.7 times as fast, or its vectors differ by more than cosine .99.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from models.late_interaction import max_sim, score_candidates
from models.loading import load_embedder
from models.processor import choose_threads, count_cores, read_processor_flags
from models.protocols import Embedder, RerankCandidate
from models.token_vectors import fit_token_basis
from settings import Settings, read_settings

RESULTS = Path(__file__).with_name("results") / "embedding.json"
LEAST_RATIO, LEAST_COSINE = 1.7, 0.99
QUESTION = "за сколько дней до начала отпуска подавать заявление и кто его согласует"
CANDIDATES = 50

WORDS = [
    line.split("|")
    for line in (
        "поэтому|после этого|кроме того|если срок не указан|при повторном обращении|в остальных случаях",
        "работник|инженер|отдел|клиент|бухгалтер|директор|поставщик|сервер|договор|комиссия|склад|заявитель",
        "согласует|проверяет|направляет|получает|хранит|изменяет|оплачивает|подписывает|учитывает|передаёт",
        "заявление|отчёт|счёт|оборудование|пароль|резервную копию|график дежурств|акт сверки|пропуск|приказ",
        "в течение трёх дней|до конца месяца|через личный кабинет|в присутствии комиссии|по форме приложения",
    )
]


def write_passages(count: int, seed: int = 7) -> list[str]:
    """Russian-like office prose, 120 to 150 tokens of e5 each."""
    chance = random.Random(seed)

    def write_sentence() -> str:
        words = [chance.choice(choices) for choices in WORDS]
        return f"{' '.join(words).capitalize()}, пункт {chance.randint(1, 99)}."

    return [" ".join(write_sentence() for _ in range(chance.randint(8, 9))) for _ in range(count)]


def measure_seconds(run: Callable[[], Any]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def compare_throughput(int8: Embedder, float32: Embedder, passages: list[str], repetitions: int) -> dict[str, Any]:
    """Passages a second of both in turn, and the median of the ratios within each turn."""
    speeds: dict[str, list[float]] = {"int8": [], "float32": []}
    for embedder in (int8, float32):
        embedder.embed_passages(passages[:8])  # buffers and threads are made on the first run
    for _ in range(repetitions):
        for name, embedder in (("int8", int8), ("float32", float32)):
            seconds = measure_seconds(lambda embedder=embedder: embedder.embed_passages(passages))  # type: ignore[misc]
            speeds[name].append(len(passages) / seconds)
    ratios = [fast / slow for fast, slow in zip(speeds["int8"], speeds["float32"], strict=True)]
    return {
        "int8_passages_per_second": round(statistics.median(speeds["int8"]), 1),
        "float32_passages_per_second": round(statistics.median(speeds["float32"]), 1),
        "ratio": round(statistics.median(ratios), 2),
        "ratios": [round(ratio, 2) for ratio in ratios],
    }


def compare_vectors(int8: Embedder, float32: Embedder, passages: list[str]) -> dict[str, float]:
    """Cosines between the two number formats."""
    cosines = np.sum(int8.embed_passages(passages).vectors * float32.embed_passages(passages).vectors, axis=1)
    return {"least_cosine": round(float(cosines.min()), 5), "mean_cosine": round(float(cosines.mean()), 5)}


def measure_question(embedder: Embedder, times: int = 40) -> float:
    """Milliseconds of one question with token vectors, median."""
    run = lambda: embedder.embed_questions([QUESTION], with_tokens=True)  # noqa: E731
    return round(statistics.median(measure_seconds(run) for _ in range(times)) * 1000, 2)


def measure_second_stage(embedder: Embedder, passages: list[str], settings: Settings) -> dict[str, float]:
    """Milliseconds of MaxSim for 50 candidates: stored token vectors, beside vectors computed when they are needed."""
    texts = [" ".join(passages[row % len(passages)] for row in range(start, start + 3)) for start in range(CANDIDATES)]
    started = time.perf_counter()
    vectors = embedder.embed_passages(texts, with_tokens=True).token_vectors or []
    seconds = time.perf_counter() - started
    basis = fit_token_basis(embedder, vectors, components=settings.token_components, bits=settings.token_bits)
    candidates = [RerankCandidate(str(row), "", basis.compress(item)) for row, item in enumerate(vectors)]
    (question,) = embedder.embed_questions([QUESTION], with_tokens=True).token_vectors or []
    stored = statistics.median(
        measure_seconds(lambda: score_candidates(question, candidates, basis)) for _ in range(40)
    )
    scores = score_candidates(question, candidates, basis).scores
    exact = [max_sim(question, item) for item in vectors]
    return {
        "tokens_per_candidate": round(statistics.mean(map(len, vectors)), 1),
        "question_tokens": len(question),
        "stored_ms": round(stored * 1000, 2),
        "on_the_fly_ms": round(seconds * 1000, 1),
        "bytes_per_token": basis.bytes_per_token,
        "correlation_with_exact": round(float(np.corrcoef(exact, list(scores.values()))[0, 1]), 4),
    }


def describe_machine(settings: Settings) -> dict[str, Any]:
    """The processor and what of it is used."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").is_file() else []
    name = next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor()
    )
    wanted = {"avx2", "avx512f", "avx512_vnni", "avx512_bf16", "amx_int8"}
    return {
        "processor": name,
        "flags": sorted(wanted & read_processor_flags()),
        "cores": count_cores(),
        "threads": choose_threads(settings),
        "python": platform.python_version(),
    }


def run_benchmark(passages: int, repetitions: int) -> dict[str, Any]:
    """All figures, with the date and the machine."""
    settings = read_settings(device="cpu")
    int8, float32 = load_embedder(settings), load_embedder(read_settings(device="cpu", precision="float32"))
    texts = write_passages(passages)
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": describe_machine(settings),
        "backends": [int8.describe(), float32.describe()],
        "passages": passages,
        "tokens_per_passage": round(statistics.mean(int8.embed_passages(texts).token_counts), 1),
        **compare_throughput(int8, float32, texts, repetitions),
        **compare_vectors(int8, float32, texts),
        "question_ms": {"int8": measure_question(int8), "float32": measure_question(float32)},
        "max_sim_50_candidates": measure_second_stage(int8, texts, settings),
    }


def main() -> int:
    """0 when int8 is fast and exact enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, default=96)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--output", type=Path, default=RESULTS)
    options = parser.parse_args()
    figures = run_benchmark(options.passages, options.repetitions)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2, ensure_ascii=False))
    passed = figures["ratio"] >= LEAST_RATIO and figures["least_cosine"] >= LEAST_COSINE
    print(
        f"int8 is {figures['ratio']} times as fast as float32 (at least {LEAST_RATIO}), "
        f"least cosine {figures['least_cosine']} (at least {LEAST_COSINE}): {'passed' if passed else 'FAILED'}"
    )
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
