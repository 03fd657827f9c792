"""The page over a searcher that only counts, so that what the page does by itself can be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from mappings.entries import StoredDocument, StoredPassage
from search.backend import CollectionMissingError
from search.candidates import Key
from search.index_facts import FacetValue
from search.records import (
    Hit,
    HitStages,
    Notice,
    PassageHit,
    SearchRequest,
    SearchResults,
    StageScore,
    Stretch,
    Understood,
)
from search.trace import StageTrace, Trace, TracedCandidate
from settings import read_settings
from ui.resources import Desk

APP = Path(__file__).parents[2] / "ui" / "app.py"
HOSTILE = "<img src=x onerror=alert(1)> <script>1</script> договор"


def make_passage(
    passage_id: str, body: str = "Ежегодный отпуск длится 28 дней.", matches: Sequence[Stretch] = (), **values: Any
) -> PassageHit:
    stages = HitStages(StageScore(3, 7.5), StageScore(1, 0.91), StageScore(2, 0.016), StageScore(1, 0.8))
    given: dict[str, Any] = {
        "heading_path": ("Положение", "Отпуск"),
        "start": 0,
        "end": len(body),
        "page": None,
        "language": "ru",
        "score": 1.0,
        "snippet": body,
        "snippet_matches": tuple(matches),
        "matches": tuple(matches),
        "stages": stages,
    }
    return PassageHit(passage_id=passage_id, body=body, **{**given, **values})


def make_hit(rank: int = 1, *passages: PassageHit, **values: Any) -> Hit:
    given: dict[str, Any] = {
        "document_id": f"doc{rank}.md",
        "collection": "demo",
        "source": f"hr/doc{rank}.md",
        "source_type": "markdown",
        "title": "Положение об отпусках",
        "created": "2025-01-15T00:00:00+00:00",
        "modified": None,
        "tags": (),
        "score": 1.0 / rank,
    }
    return Hit(rank=rank, passages=passages or (make_passage(f"doc{rank}.md#1.0"),), **{**given, **values})


def make_results(question: str = "отпуск", hits: Iterable[Hit] = (), **values: Any) -> SearchResults:
    found = tuple(hits)
    trace = Trace(
        (
            StageTrace("understanding", 1, 1, 0.5, detail={"lemma": "отпуск"}),
            StageTrace("lexical", 0, 100, 4.0),
            StageTrace("fusion", 200, 2, 0.1, (TracedCandidate("doc1.md#1.0", "doc1.md", 1.0),)),
            StageTrace("second_stage", 0, 0, 0.0, skipped="switched off"),
        )
    )
    given: dict[str, Any] = {
        "id": None,
        "understood": Understood("ru", question),
        "total": len(found),
        "notices": (),
        "took_ms": {"total": 87.4, "understanding": 0.5, "legs": 60.0, "fusion": 0.1},
        "trace": trace,
    }
    return SearchResults(question=question, hits=found, **{**given, **values})


class FakeBackend:
    """Two collections that never change, except where a test says so."""

    def __init__(self) -> None:
        self.versions = {"demo": "nakhodka.demo.000001", "other": "nakhodka.other.000001"}
        self.text = "Вступление.\n\nЕжегодный отпуск длится 28 дней."

    def list_collections(self) -> list[str]:
        return list(self.versions)

    def resolve(self, collections: Sequence[str]) -> list[str]:
        missing = [name for name in collections if name not in self.versions]
        if missing:
            raise CollectionMissingError(f"Collection '{missing[0]}' does not exist.")
        return [self.versions[name] for name in collections]

    def list_facets(self, index: str, names: Sequence[str]) -> dict[str, list[FacetValue]]:
        types = [FacetValue("markdown", 46), FacetValue("html", 17)]
        return {"type": types, "language": [FacetValue("ru", 61), FacetValue("en", 8)]}

    def fetch_document(self, index: str, document_id: str) -> StoredDocument | None:
        if document_id == "gone.md":
            return None
        return StoredDocument(
            document_id=document_id,
            collection="demo",
            source=f"hr/{document_id}",
            root="/docs",
            source_type="markdown",
            language="ru",
            title="Положение об отпусках",
            text=self.text,
            content_hash="0",
            passage_count=1,
            indexed="2026-11-30",
        )

    def fetch_passages(self, keys: Iterable[Key]) -> dict[Key, StoredPassage]:
        start = self.text.rfind("\n") + 1
        return {
            key: StoredPassage(
                passage_id=key.passage_id,
                document_id=key.passage_id.partition("#")[0],
                collection="demo",
                source="hr/doc1.md",
                source_type="markdown",
                language="ru",
                title="Положение об отпусках",
                heading_path=(),
                body=self.text[start:],
                start=start,
                end=len(self.text),
                ordinal=0,
            )
            for key in keys
        }


class FakeSearcher:
    """Answers what it was told to, and remembers what it was asked."""

    def __init__(self) -> None:
        self.requests: list[SearchRequest] = []
        self.answer: Callable[[SearchRequest], SearchResults] = lambda request: make_results(
            request.question, [make_hit()]
        )

    def search(self, request: SearchRequest) -> SearchResults:
        self.requests.append(request)
        return self.answer(request)


class Page:
    """The page as visitors have it: each `visit` is a session of its own over the same desk."""

    def __init__(self, desk: Desk, searcher: FakeSearcher, backend: FakeBackend) -> None:
        self.desk = desk
        self.searcher = searcher
        self.backend = backend

    def visit(self, **params: str) -> AppTest:
        session = AppTest.from_file(str(APP), default_timeout=20)
        for name, value in params.items():
            session.query_params[name] = value
        return run(session)


def run(session: AppTest) -> AppTest:
    """The session after a run that raised nothing."""
    session.run()
    assert not session.exception
    return session


def read_html(session: AppTest) -> str:
    """Everything that the page wrote itself, without its style sheet."""
    return "".join(element.proto.body for element in session.get("html") if "<style>" not in element.proto.body)


def follow(session: AppTest, **params: str) -> AppTest:
    """The session after a link to an address with these parameters."""
    session.query_params.clear()
    for name, value in params.items():
        session.query_params[name] = value
    return run(session)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    searcher, backend = FakeSearcher(), FakeBackend()
    desk = Desk(
        read_settings(),
        open_engine=lambda settings: object(),  # type: ignore[arg-type, return-value]
        make_searcher=lambda engine, settings: searcher,  # type: ignore[arg-type, return-value]
        make_backend=lambda engine, settings: backend,  # type: ignore[arg-type, return-value]
    )
    monkeypatch.setattr(desk, "warm_up", lambda: None)
    monkeypatch.setattr("ui.page.open_desk", lambda: desk)
    st.cache_resource.clear()
    return Page(desk, searcher, backend)


def notice(code: str) -> tuple[Notice, ...]:
    return (Notice(code, "something was missing"),)
