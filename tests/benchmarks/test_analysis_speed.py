"""What is timed: the same words for both, halves that are whole, caches that are counted."""

from __future__ import annotations

from pathlib import Path

from benchmarks.analysis_speed import (
    Cached,
    Pass,
    analyse_texts,
    count_cached,
    count_words,
    describe_memory,
    parse_naively,
    read_texts,
    split_texts,
    take_words,
    time_questions,
    write_speed,
)


def test_words_are_runs_of_letters() -> None:
    assert count_words("Ёлка E-1042, интернет-магазин 5,5") == 4


def test_texts_are_taken_until_there_are_enough_words() -> None:
    texts = ["раз два", "три", "четыре пять"]
    assert take_words(texts, 3) == ["раз два", "три"]
    assert take_words(texts, 100) == texts
    assert take_words(texts, 0) == []


def test_halves_hold_every_text_once() -> None:
    assert sorted(text for half in split_texts(list("abcde")) for text in half) == list("abcde")


def test_demo_is_read_where_the_documentation_is_absent(tmp_path: Path) -> None:
    source, texts = read_texts(tmp_path, 1000)
    assert source == "demo"
    assert sum(map(count_words, texts)) >= 1000


def test_first_pass_fills_caches_within_their_limits() -> None:
    measured = analyse_texts(["Договоры поставки лежат в синей папке."])
    cached = count_cached()
    assert 0 < measured.cached.entries <= cached.entries <= cached.most
    assert sum(cached.unlimited.values()) < 5000  # tags and the like, not words
    assert measured.seconds > 0


def test_naive_parsing_and_questions_are_timed() -> None:
    assert parse_naively(["Договоры поставки"]) > 0
    took = time_questions(["где лежит договор"] * 3)
    assert 0 < took["p50_ms"] <= took["p95_ms"]


def test_figures_are_written_beside_what_is_to_be_reached() -> None:
    memory = describe_memory(Pass(1.0, 0.5, 100.4, 150.6, Cached(10, 20, {"tags": 7})))
    assert (memory["before_mib"], memory["after_mib"], memory["most_entries"]) == (100, 151, 20)
    figures = {
        "text": "demo", "words": 1000, "processes": 2, "words_per_second": 900, "words_per_second_again": 1000,
        "naive_words_per_second": 60, "ratio": 15.0, "questions": {"count": 3, "p50_ms": 0.5, "p95_ms": 1.0},
        "memory_of_a_process": memory,
    }  # fmt: skip
    written = write_speed(figures)
    assert "at least 15" in written
    assert "tags: 7" in written
