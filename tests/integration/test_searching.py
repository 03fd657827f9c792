"""Searching on a real engine: filters, pages, groups, faults, traces."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import RequestRejectedError
from language.analysis import open_analyzer
from mappings.meta import IndexMismatchError
from search.backend import CollectionMissingError, SearchBackend, SearchBackendError
from search.records import Filter, Mode, Notice, RequestError, SearchRequest
from search.searcher import Searcher
from search.trace import Trace
from settings import read_settings
from tests.integration.conftest import Library

pytestmark = pytest.mark.node

ACCESS = {
    "d1.md": "---\naccess: [hr]\n---\n\nПоложение о премиях отдела продаж",
    "d2.md": "---\naccess: [it]\n---\n\nПоложение о премиях отдела продаж",
}


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("second_stage", [True, False])
def test_a_filter_holds_in_every_leg_and_stage(library: Library, mode: Mode, second_stage: bool) -> None:
    """C4"""
    library.index(ACCESS)
    results = library.search("премии", mode, filters=(Filter("access", ("hr",)),), second_stage=second_stage)
    assert [hit.document_id for hit in results.hits] == ["d1.md"]
    assert results.total == 1
    traced = {candidate.document_id for stage in results.trace.stages for candidate in stage.candidates}
    assert traced == {"d1.md"}


def test_a_filter_holds_when_the_model_is_off(library: Library) -> None:
    """C4, D10: without a model the words still answer, and the answer says so."""
    library.index(ACCESS)
    missing = [Notice("vector_leg_off", "no model")]
    backend = SearchBackend(library.engine, library.settings)
    searcher = Searcher(backend, library.settings, embedder=None, rescorer=None, missing=missing)
    results = searcher.search(SearchRequest("премии", filters=(Filter("access", ("hr",)),)))
    assert [hit.document_id for hit in results.hits] == ["d1.md"]
    assert results.notices == (Notice("vector_leg_off", "no model"),)
    assert results.hits[0].best.stages.vector is None


def test_filters_by_type_language_and_date(library: Library) -> None:
    library.index(
        {
            "a.md": "---\ncreated: 2023-05-01\n---\n\nОтчёт о продажах",
            "b.txt": "Отчёт о продажах за год",
            "c.md": "---\ncreated: 2024-06-01\n---\n\nSales report отчёт and more English words here",
        }
    )
    assert library.find("отчёт", filters=(Filter("type", ("text",)),)) == ["b.txt"]
    assert set(library.find("отчёт", filters=(Filter("type", ("text", "markdown")),))) == {"a.md", "b.txt", "c.md"}
    assert library.find("отчёт", filters=(Filter("created", ("2023-05-01",)),)) == ["a.md"]
    assert library.find("отчёт", filters=(Filter("created", ("2024-01-01..",)),)) == ["c.md"]
    assert library.find("отчёт", filters=(Filter("created", ("..2024-01-01",)),)) == ["a.md"]


def make_many(documents: int = 30, passages: int = 10) -> dict[str, str]:
    section = "Насос перекачивает воду из скважины в бак. "
    return {
        f"doc{number:02}.md": "\n\n".join(
            f"# Раздел {number}-{part}\n\n" + section * 8 + f"Особенность {number * part}." for part in range(passages)
        )
        for number in range(documents)
    }


def test_three_hundred_passages_give_each_document_once(library: Library) -> None:
    """C6"""
    settings = library.settings.model_copy(
        update={"passage_min_tokens": 0, "candidates": 300, "vector_search_width": 300}
    )
    many = replace(library, settings=settings)
    report = many.index(make_many())
    assert report.passages >= 300
    for mode in Mode:
        results = many.search("насос для воды", mode, size=30, second_stage=False)
        found = [hit.document_id for hit in results.hits]
        assert len(found) == len(set(found)) == 30
        assert all(hit.score > 0 for hit in results.hits)
        fused = next(stage for stage in results.trace.stages if stage.name == "fusion")
        assert found[0] == fused.candidates[0].document_id  # grouping does not change who is first


def test_pages_join_to_the_whole_list(library: Library) -> None:
    """C1: the depth of candidates does not change from page to page."""
    library.index(make_many(8, 3))
    searcher = library.open()
    request = SearchRequest("насос для воды", size=8)
    whole = [hit.document_id for hit in searcher.search(request).hits]
    pages = [searcher.search(replace(request, size=1, offset=place)).hits[0] for place in range(8)]
    assert [hit.document_id for hit in pages] == whole
    assert [hit.rank for hit in pages] == list(range(1, 9))
    assert searcher.search(replace(request, offset=100)).hits == ()


@pytest.mark.parametrize(
    "question",
    [
        "AC/DC", "C++", "ошибка: E-1042 (код", '"незакрытая', "foo~", "[2024 TO", "AND", "NOT отпуск", "*", "a OR",
        "\\", "п. 3/2", "насос " * 2000, "я" * 10_000, "   ", "", "🏖️", "\x00",
        "a\ud800b", "body_lemma:*", "<script>", "{}", "!" * 500,
    ],
)  # fmt: skip
def test_nothing_a_user_types_is_an_error(library: Library, question: str) -> None:
    """C13"""
    library.index({"a.md": "Насос и отпуск"})
    results = library.search(question)
    json.dumps(results.as_dict(with_trace=True), ensure_ascii=True)
    if not question.strip(' *\\"!{}\x00'):
        assert results.hits == ()
        assert "empty_question" in [notice.code for notice in results.notices]


def test_results_and_trace_can_be_written_and_read(library: Library) -> None:
    library.index({"a.md": "# Насос\n\nНасос качает воду.", "b.md": "Вода в баке."})
    results = library.search("насос и вода")
    written = json.loads(json.dumps(results.as_dict(with_trace=True)))
    assert Trace.from_dict(written["trace"]) == Trace.from_dict(json.loads(json.dumps(results.trace.as_dict())))
    names = [stage["name"] for stage in written["trace"]["stages"]]
    assert names == [
        "understanding", "embedding", "lexical", "vector", "fusion", "grouping", "second_stage", "fetching",
    ]  # fmt: skip
    first = written["hits"][0]
    assert set(first) >= {
        "rank", "document_id", "passage_id", "source", "title", "heading_path", "body", "start", "end", "page",
        "language", "score", "snippet", "stages",
    }  # fmt: skip
    assert set(first["stages"]) == {"lexical", "vector", "fusion", "second_stage"}
    assert first["stages"]["lexical"]["rank"] == 1
    assert set(written["took_ms"]) >= {"total", "legs", "fusion"}


def test_a_stage_that_did_not_see_a_hit_is_null(library: Library) -> None:
    library.index({"a.md": "Насос качает воду."})
    stages = library.search("насос", Mode.LEXICAL, second_stage=False).as_dict()["hits"][0]["stages"]
    assert stages["vector"] is None
    assert stages["second_stage"] is None


def test_one_failed_leg_is_a_notice_and_the_other_answers(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    library.index({"a.md": "Насос качает воду."})
    searcher = library.open()
    monkeypatch.setattr("search.searcher.build_vector_query", lambda *_: {"knn": {"vector": {"vector": [1.0], "k": 5}}})
    results = searcher.search(SearchRequest("насос"))
    assert [hit.document_id for hit in results.hits] == ["a.md"]
    assert [notice.code for notice in results.notices] == ["leg_failed"]
    assert "vector" in results.notices[0].message


def test_all_legs_failed_is_an_error(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    library.index({"a.md": "Насос качает воду."})
    searcher = library.open()
    monkeypatch.setattr("search.searcher.build_vector_query", lambda *_: {"knn": {"vector": {"vector": [1.0], "k": 5}}})
    with pytest.raises((SearchBackendError, RequestRejectedError)):
        searcher.search(SearchRequest("насос", mode=Mode.VECTOR))


def test_collection_that_was_never_indexed_is_named(library: Library) -> None:
    with pytest.raises(CollectionMissingError, match="'nothing' does not exist. Build it with"):
        library.search("насос", collections=("nothing",))


def test_index_built_with_another_model_is_refused(library: Library) -> None:
    """C9"""
    library.index({"a.md": "Насос качает воду."})
    other = library.settings.model_copy(update={"embedding_query_prefix": "вопрос: "})
    with pytest.raises(IndexMismatchError, match="query_prefix"):
        replace(library, settings=other).search("насос")


def test_index_built_with_another_analysis_is_refused(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A23"""
    library.index({"a.md": "Насос качает воду."})
    monkeypatch.setitem(open_analyzer(library.settings).__dict__, "fingerprint", "ru-v2")
    with pytest.raises(IndexMismatchError, match="ru-v2"):
        library.search("насос")


@pytest.mark.parametrize("request_", [SearchRequest("а", size=0), SearchRequest("а", offset=-1)])
def test_a_request_that_cannot_be_meant_is_refused(library: Library, request_: Any) -> None:
    with pytest.raises(RequestError):
        library.open().search(request_)


def test_several_collections_are_searched_together(library: Library, tmp_path: Any) -> None:
    from indexer.indexer import Indexer
    from models.loading import load_embedder

    library.index({"a.md": "Насос качает воду."})
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.md").write_text("Насос для масла.", encoding="utf-8")
    Indexer(library.engine, library.settings, load_embedder(library.settings)).index([other], "second")
    hits = library.search("насос", collections=("main", "second")).hits
    assert {(hit.collection, hit.document_id) for hit in hits} == {("main", "a.md"), ("second", "a.md")}


def test_three_numbers_of_candidates_are_independent(library: Library) -> None:
    settings = read_settings(
        **{**library.settings.model_dump(), "candidates": 6, "rerank_candidates": 4, "size": 2, "passage_min_tokens": 0}
    )
    small = replace(library, settings=settings)
    small.index(make_many(8, 1))
    results = small.search("насос для воды")
    stages = {stage.name: stage for stage in results.trace.stages}
    assert stages["lexical"].left == stages["vector"].left == 6
    assert stages["second_stage"].entered == 4
    assert len(results.hits) == 2


@pytest.mark.parametrize("question", ["E-1042", "3.14.2", "сложность", "сбой насоса E-1042"])
def test_the_only_document_with_the_word_comes_first(library: Library, question: str) -> None:
    """Also where the vector leg, which always finds something, has it last."""
    others = {f"{number}.txt": f"Записка {number} о разном и прочем." for number in range(20)}
    library.index({**others, "x.txt": "В журнале есть E-1042, версия 3.14.2 и сложность."})
    assert library.find(question, Mode.HYBRID, second_stage=False)[0] == "x.txt"
