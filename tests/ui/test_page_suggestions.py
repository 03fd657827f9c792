"""What the page's server answers while somebody types."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from starlette.requests import Request
from streamlit.web.server.app_discovery import discover_asgi_app

from engine.errors import EngineUnavailableError
from mappings.suggestions import LineKind
from search.records import Filter, RequestError
from search.suggestion_records import Reading, SuggestedLine, Suggestions, SuggestRequest
from settings import read_settings
from ui.resources import Desk
from ui.server import APP
from ui.suggestions import HEADERS, answer, suggest

LINE = SuggestedLine("Как оформить <b>отпуск</b>", LineKind.HEADING, ((0, 3),), "demo", "hr/a.md", "hr/a.md")


class FakeDesk:
    """Suggests what it is told to, and remembers what it was asked."""

    def __init__(self) -> None:
        self.settings = read_settings()
        self.requests: list[SuggestRequest] = []
        self.fault: Exception | None = None

    def suggest(self, request: SuggestRequest) -> Suggestions:
        self.requests.append(request)
        if self.fault:
            raise self.fault
        return Suggestions(request.text, Reading.AS_TYPED, (LINE,), 1.5)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> FakeDesk:
    fake = FakeDesk()
    monkeypatch.setattr("ui.suggestions.open_desk", lambda: fake)
    return fake


def get(query: str) -> tuple[int, dict[str, Any], dict[str, str]]:
    scope = {"type": "http", "method": "GET", "path": "/suggest", "query_string": query.encode(), "headers": []}
    scope["server"] = ("localhost", 8501)
    response = answer(Request(scope))
    return response.status_code, json.loads(bytes(response.body)), dict(response.headers)


def test_lines_are_answered_as_text_and_kept_by_nobody(desk: FakeDesk) -> None:
    status, body, headers = get(f"q={quote('как')}&collection=demo")
    assert status == 200
    assert body["suggestions"] == [
        {
            "text": "Как оформить <b>отпуск</b>", "kind": "heading", "matches": [[0, 3]],
            "collection": "demo", "document_id": "hr/a.md", "source": "hr/a.md",
        }
    ]  # fmt: skip
    assert all(headers[name.lower()] == value for name, value in HEADERS.items())
    assert "access-control-allow-origin" not in headers


def test_what_the_address_says_holds_for_suggestions(desk: FakeDesk) -> None:
    get(f"q={quote('как ')}&collection=hr&type=html&language=ru&page=3&doc=x")
    filters = (Filter("type", ("html",)), Filter("language", ("ru",)))
    assert desk.requests == [SuggestRequest("как", ("hr",), filters=filters)]
    get("")
    assert desk.requests[-1] == SuggestRequest("", (desk.settings.collection,))


@pytest.mark.parametrize(
    ("fault", "status"), [(RequestError("no such filter"), 400), (EngineUnavailableError("no engine"), 503)]
)
def test_a_fault_is_told_and_is_no_crash(desk: FakeDesk, fault: Exception, status: int) -> None:
    desk.fault = fault
    assert get("q=a")[:2] == (status, {"error": str(fault)})


def test_streamlit_finds_the_server_in_the_file_it_is_given() -> None:
    """It looks for an assignment in the source; without one it would run the file as a page."""
    found = discover_asgi_app(APP)
    assert (found.is_asgi_app, found.app_name) == (True, "app")


def test_no_model_is_loaded_to_suggest(monkeypatch: pytest.MonkeyPatch) -> None:
    class EmptyBackend:
        resolve: Callable[..., list[str]] = staticmethod(lambda collections: [])
        find_lines = staticmethod(lambda collections, bodies: [[] for _ in bodies])

    def load(engine: object, settings: object) -> None:
        pytest.fail("a searcher was opened")

    desk = Desk(
        read_settings(),
        open_engine=lambda settings: object(),  # type: ignore[arg-type, return-value]
        make_searcher=load,  # type: ignore[arg-type]
        make_backend=lambda engine, settings: EmptyBackend(),  # type: ignore[arg-type, return-value]
    )
    assert suggest(desk, "q=abc")["suggestions"] == []
