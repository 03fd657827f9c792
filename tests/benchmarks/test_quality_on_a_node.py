"""A small set through the whole benchmark."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.public_index import SetIndex
from benchmarks.public_sets import PublicSet, SetDocument
from benchmarks.quality import Bench, find_systems, parse_options, report_set, write_tables
from engine.connection import Engine
from eval.records import Question
from eval.systems import SYSTEMS
from models.loading import load_embedder
from search.opening import open_searcher
from settings import Settings, read_settings

pytestmark = pytest.mark.node

BODIES = {
    "a": "Ежегодный отпуск длится двадцать восемь дней.",
    "b": "Деньги за подписку возвращаются за десять дней.",
    "c": "Пропуск выдаёт охрана.",
    "d": "Пропуск выдаёт охрана.",
}
ASKED = {"q1": ("сколько длится отпуск", "a"), "q2": ("кто выдаёт пропуск", "c"), "q3": ("возврат денег", "b")}


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    return settings.model_copy(update={"cache_dir": tmp_path / "cache"})


@pytest.fixture
def small_set() -> PublicSet:
    return PublicSet(
        name="small",
        language="ru",
        documents=tuple(SetDocument(id_, "Правила", ("Правила",), body) for id_, body in BODIES.items()),
        questions=tuple(
            Question(id_, text, "small", "ru", answerable=True, split="tune" if id_ == "q1" else "test", answers=())
            for id_, (text, _) in ASKED.items()
        ),
        judgments={id_: {document_id: 1} for id_, (_, document_id) in ASKED.items()},
        same_as={"d": "c"},
    )


def test_all_systems_are_measured_and_compared(engine: Engine, settings: Settings, small_set: PublicSet) -> None:
    bench = Bench(engine, settings, open_searcher(engine, settings), small_set, rebuild=False)
    systems = find_systems(parse_options([]).systems)
    measured = [bench.measure(system, small_set.questions, None) for system in systems]
    figures = report_set(bench, small_set.questions, measured)
    means = figures["splits"]["all"]["systems"]
    assert list(means) == [*(system.name for system in SYSTEMS), "engine: words", "engine: vectors", "engine: hybrid"]
    assert means["lexical"]["R@50"] == 1.0
    assert means["engine: words"]["R@50"] == pytest.approx(2 / 3, abs=1e-4)  # its stemmer parts "денег" and "деньги"
    assert figures["splits"]["tune"]["questions"] + figures["splits"]["held-out"]["questions"] == 3
    pairs = [(row["system"], row["against"]) for row in figures["splits"]["all"]["comparisons"]]
    assert ("hybrid", "engine: hybrid") in pairs
    assert len(pairs) == 4
    assert "| lexical |" in write_tables("small", figures)


def test_index_is_built_again_only_for_a_reason(engine: Engine, settings: Settings, small_set: PublicSet) -> None:
    said: list[str] = []
    embedder = load_embedder(settings)

    def ensure(settings: Settings = settings, *, rebuild: bool = False) -> int:
        index = SetIndex(engine, settings, embedder, small_set, said.append).ensure(rebuild=rebuild)
        return int(index.rpartition(".")[2])

    assert [ensure(), ensure()] == [1, 1]
    other = read_settings(**{**settings.model_dump(exclude_unset=True), "bm25": {"body_lemma": {"k1": 0.9}}})
    assert ensure(other) == 2
    assert ensure(rebuild=True) == 3
    assert sum("embedding" in line for line in said) == 1  # vectors come from the cache


def test_vectors_are_those_of_the_embedder(engine: Engine, settings: Settings, small_set: PublicSet) -> None:
    embedder = load_embedder(settings)
    texts = [document.text for document in small_set.documents]
    expected = embedder.embed_passages(texts).vectors
    for _ in range(2):  # embedded, then read from the cache
        passages = SetIndex(engine, settings, embedder, small_set, lambda _: None).read_passages()
        assert [passage.passage.text for passage in passages] == texts
        for passage, vector in zip(passages, expected, strict=True):
            assert passage.vector == pytest.approx(vector.tolist(), abs=1e-6)
