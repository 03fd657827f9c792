"""Words per second of the analysis, beside pymorphy3 called on every word, and what its caches hold.

Both read the same texts, half of them in each of two fresh processes, dictionaries loaded before the clock starts and
caches empty: what is measured is a first pass over a collection. Times are those of the processor: both are pure
computing, and what else the machine does must not decide.
"""

from __future__ import annotations

import functools
import gc
import multiprocessing
import os
import re
import statistics
import tarfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.language_report import align_table
from benchmarks.public_sets import read_set
from benchmarks.term_streams import load_morphology
from benchmarks.word_entries import PROCESSES
from benchmarks.word_sets import CORPUS, DEMO_FOLDER
from eval.questions import read_questions
from language.analysis import Analyzer

WORDS: Final = 500_000
LEAST_RATIO: Final = 15.0
MOST_QUESTION_MS: Final = 2.0
DOCUMENTATION: Final = Path("yandex-cloud-docs") / "yandex-cloud-docs-2020-12.tar.xz"
WARMING: Final = "Договором 2024 года words 我爱北京 E-1042"
_WORD: Final = re.compile(r"[^\W\d_]+")
_RUSSIAN_PAGE: Final = re.compile(r"(?:^|/)ru/.*\.md$")


class Cached(NamedTuple):
    """Entries of the analysis's caches: of those with a limit, what these may hold at most, and of each one without a
    limit (such as of the dictionary's few hundred tags) by its name."""

    entries: int
    most: int
    unlimited: dict[str, int]


class Pass(NamedTuple):
    """A process's passes over its texts: seconds of the first and the second, resident MiB before and after, caches."""

    seconds: float
    again_seconds: float
    before_mib: float
    after_mib: float
    cached: Cached


def measure_speed(folder: Path, words: int, say: Callable[[str], None]) -> dict[str, Any]:
    """All figures: words per second of all processes, their ratio, milliseconds of a question, memory."""
    source, texts = read_texts(folder, words)
    counts = [sum(count_words(text) for text in half) for half in split_texts(texts)]
    say(f"speed: {sum(counts):,} words of {source}, by the project's analysis")
    ours = _run_in_processes(analyse_texts, split_texts(texts))
    say("speed: the same words by pymorphy3 alone")
    naive = _run_in_processes(parse_naively, split_texts(texts))
    questions = read_all_questions(folder)
    say(f"speed: {len(questions):,} questions")
    (asked,) = _run_in_processes(time_questions, [questions])
    first = _rate(counts, [entry.seconds for entry in ours])
    return {
        "text": source,
        "words": sum(counts),
        "processes": PROCESSES,
        "words_per_second": first,
        "words_per_second_again": _rate(counts, [entry.again_seconds for entry in ours]),
        "naive_words_per_second": (slow := _rate(counts, naive)),
        "ratio": round(first / slow, 1),
        "questions": {"count": len(questions), **asked},
        "memory_of_a_process": describe_memory(max(ours, key=lambda entry: entry.after_mib)),
    }


def describe_memory(entry: Pass) -> dict[str, Any]:
    """Resident memory around the first pass, and the caches' entries."""
    return {
        "before_mib": round(entry.before_mib),
        "after_mib": round(entry.after_mib),
        "cached_entries": entry.cached.entries,
        "most_entries": entry.cached.most,
        "without_limit": entry.cached.unlimited,
    }


def write_speed(figures: dict[str, Any]) -> str:
    """The figures for people, beside what is to be reached."""
    questions, memory = figures["questions"], figures["memory_of_a_process"]
    unlimited = [f"{name}: {entries:,}" for name, entries in memory["without_limit"].items()]
    rows = [
        ["words a second, caches empty at first", f"{figures['words_per_second']:,}", ""],
        ["… a second time over the same text", f"{figures['words_per_second_again']:,}", ""],
        ["pymorphy3 on every word", f"{figures['naive_words_per_second']:,}", ""],
        ["ratio of the first to pymorphy3", f"{figures['ratio']}", f"at least {LEAST_RATIO:.0f}"],
        [
            "a new question, ms: p50 / p95",
            f"{questions['p50_ms']} / {questions['p95_ms']}",
            f"< {MOST_QUESTION_MS:.0f}",
        ],
        ["resident MiB of a process: before / after", f"{memory['before_mib']} / {memory['after_mib']}", ""],
        ["entries in caches", f"{memory['cached_entries']:,}", f"at most {memory['most_entries']:,}"],
        ["… in caches without a limit", ", ".join(unlimited) or "none", "few"],
    ]
    heading = f"{figures['words']:,} words of {figures['text']}, {figures['processes']} processes"
    return align_table([heading, "measured", "to be"], rows)


# Texts


def read_texts(folder: Path, words: int) -> tuple[str, list[str]]:
    """The name of the source and its texts, up to so many words; the demo's where the documentation is absent."""
    path = folder / DOCUMENTATION
    if path.is_file():
        return "yandex-cloud-docs", take_words(_iter_pages(path), words)
    files = sorted(path for path in CORPUS.rglob("*") if path.is_file())
    return "demo", take_words((file.read_text(encoding="utf-8", errors="replace") for file in files), words)


def take_words(texts: Iterable[str], words: int) -> list[str]:
    """Texts from the first on until they hold so many words together, or all."""
    taken: list[str] = []
    left = words
    for text in texts:
        if left <= 0:
            break
        taken.append(text)
        left -= count_words(text)
    return taken


def count_words(text: str) -> int:
    """Runs of letters: what a naive loop would look up."""
    return sum(1 for _ in _WORD.finditer(text))


def split_texts(texts: Sequence[str]) -> list[Sequence[str]]:
    """A part for each process."""
    return [texts[place::PROCESSES] for place in range(PROCESSES)]


def read_all_questions(folder: Path) -> list[str]:
    """The demo's questions and those of two Russian sets where they are there."""
    asked = [question.question for question in read_questions(DEMO_FOLDER / "questions.jsonl")]
    for name in ("xquad-ru", "yandex-faq"):
        public_set = read_set(name, folder)
        if public_set is not None:
            asked.extend(question.question for question in public_set.questions)
    return asked


def _iter_pages(path: Path) -> Iterator[str]:
    with tarfile.open(path, "r:xz") as archive:
        for member in archive:
            file = archive.extractfile(member) if _RUSSIAN_PAGE.search(member.name) else None
            if file is not None:
                yield file.read().decode("utf-8", errors="replace")


# In the processes


def analyse_texts(texts: Sequence[str]) -> Pass:
    """The project's analysis, twice over the texts."""
    analyzer = Analyzer()
    analyzer.analyze(WARMING)
    gc.collect()
    before = read_resident_mib()
    seconds = _time(analyzer.analyze, texts)
    gc.collect()
    after = read_resident_mib()
    return Pass(seconds, _time(analyzer.analyze, texts), before, after, count_cached())


def parse_naively(texts: Sequence[str]) -> float:
    """Seconds of the first normal form of every word, looked up each time anew."""
    morphology = load_morphology()
    morphology.parse("слово")
    return _time(lambda text: [morphology.parse(word)[0].normal_form for word in _WORD.findall(text.lower())], texts)


def time_questions(questions: Sequence[str]) -> dict[str, float]:
    """Milliseconds of the analysis of each question, most of whose words were not met before."""
    analyzer = Analyzer()
    analyzer.analyze(WARMING)
    took = [_time(analyzer.analyze, [question]) * 1000 for question in questions]
    return {"p50_ms": round(statistics.median(took), 3), "p95_ms": round(statistics.quantiles(took, n=20)[-1], 3)}


def read_resident_mib() -> float:
    """Resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def count_cached() -> Cached:
    """What the caches of the analysis hold now. Those of functions without arguments hold one thing, loaded once: they
    are not counted."""
    entries, most = 0, 0
    unlimited: dict[str, int] = {}
    for name, info in _iter_caches():
        if info.maxsize is None:
            unlimited[name] = unlimited.get(name, 0) + info.currsize
        else:
            entries, most = entries + info.currsize, most + info.maxsize
    return Cached(entries, most, {name: count for name, count in unlimited.items() if count > 1})


def _iter_caches() -> Iterator[tuple[str, functools._CacheInfo]]:
    for wrapper in gc.get_objects():
        if isinstance(wrapper, functools._lru_cache_wrapper) and wrapper.__module__.startswith("language."):
            function = wrapper.__wrapped__
            if function.__code__.co_argcount:
                yield function.__name__, wrapper.cache_info()


def _time(work: Callable[[str], object], texts: Sequence[str]) -> float:
    started = time.process_time()
    for text in texts:
        work(text)
    return time.process_time() - started


def _run_in_processes(work: Callable[[Sequence[str]], Any], parts: Sequence[Sequence[str]]) -> list[Any]:
    """The results of the parts, each in a process of its own that begins with empty caches."""
    with ProcessPoolExecutor(len(parts), multiprocessing.get_context("spawn"), max_tasks_per_child=1) as executor:
        return list(executor.map(work, parts))


def _rate(counts: Sequence[int], seconds: Sequence[float]) -> int:
    return round(sum(counts) / max(seconds))
