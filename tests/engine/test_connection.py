"""Settings to client options, and what is refused at connection."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.connection import Engine, build_client_options, check_suitable, connect, parse_info
from engine.errors import EngineUnavailableError, EngineUnsuitableError
from settings import SettingsError, read_settings

URL = "https://search.example:9200"
PASSWORD = "correct-horse"

Serve = Callable[[dict[str, Any]], str]


def make_root(number: str = "3.6.0", distribution: str = "opensearch", build_type: str = "tar") -> dict[str, Any]:
    return {"version": {"number": number, "distribution": distribution, "build_type": build_type}}


def make_nodes(*plugins: list[str]) -> dict[str, Any]:
    return {
        "nodes": {str(number): {"plugins": [{"name": name} for name in names]} for number, names in enumerate(plugins)}
    }


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serves the given answers by path on a free port, everything else with 404."""
    servers = []

    def start(answers: dict[str, Any]) -> str:
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answer = answers.get(self.path.split("?")[0])
                self.send_response(200 if answer is not None else 404)
                self.send_header("content-type", "text/html" if isinstance(answer, str) else "application/json")
                self.end_headers()
                self.wfile.write((answer if isinstance(answer, str) else json.dumps(answer or {})).encode())

            def log_message(self, *arguments: Any) -> None:
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_address[1]}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def test_local_node_is_used_without_a_url() -> None:
    options = build_client_options(read_settings(engine_port=9555))
    assert options["hosts"] == ["http://127.0.0.1:9555"]
    assert "http_auth" not in options


def test_user_and_password_reach_the_client_and_no_representation(serve: Serve) -> None:
    url = serve({"/": make_root(), "/_nodes/plugins": make_nodes(["opensearch-knn"])})
    settings = read_settings(opensearch_url=url, opensearch_user="maria", opensearch_password=PASSWORD)
    assert build_client_options(settings)["http_auth"] == ("maria", PASSWORD)
    with connect(settings) as engine:
        assert PASSWORD not in repr(engine) + repr(engine.client) + repr(settings)


def test_certificates_are_checked_by_default(tmp_path: Path) -> None:
    authority = tmp_path / "ca.pem"
    authority.write_text("certificate")
    options = build_client_options(read_settings(opensearch_url=URL, opensearch_ca_file=authority))
    assert options["verify_certs"] is True
    assert options["ca_certs"] == str(authority)


def test_check_of_certificates_can_be_switched_off() -> None:
    options = build_client_options(read_settings(opensearch_url=URL, opensearch_verify_certificates=False))
    assert options["verify_certs"] is False
    assert "ca_certs" not in options


def test_missing_authority_file_is_named(tmp_path: Path) -> None:
    settings = read_settings(opensearch_url=URL, opensearch_ca_file=tmp_path / "gone.pem")
    with pytest.raises(SettingsError, match=r"gone\.pem"):
        build_client_options(settings)


@pytest.mark.parametrize(("build_type", "native"), [("tar", True), ("docker", True), ("zip", False), ("", False)])
def test_native_vectors_depend_on_the_kind_of_distribution(build_type: str, native: bool) -> None:
    info = parse_info(make_root(build_type=build_type), make_nodes(["opensearch-knn"]))
    assert info.native_knn is native


def test_only_plugins_of_every_node_count() -> None:
    nodes = make_nodes(["opensearch-knn", "opensearch-neural-search"], ["opensearch-knn"])
    info = parse_info(make_root(), nodes)
    assert info.has_knn
    assert not info.has_neural_search


@pytest.mark.parametrize("number", ["3.5.0", "3.6.0", "3.10.1", "4.0.0-SNAPSHOT"])
def test_new_enough_engine_is_accepted(number: str) -> None:
    check_suitable(parse_info(make_root(number), make_nodes(["opensearch-knn"])), URL)


@pytest.mark.parametrize(
    ("root", "plugins", "said"),
    [
        (make_root("3.4.0"), ["opensearch-knn"], "3.4.0, 3.5 or newer"),
        (make_root("2.19.1"), ["opensearch-knn"], "2.19.1, 3.5 or newer"),
        (make_root("8.11.0", distribution=""), ["opensearch-knn"], "Elasticsearch"),
        (make_root("1.2.3", distribution="other"), [], "no OpenSearch"),
        ({}, [], "no OpenSearch"),
        (make_root(), ["opensearch-security"], "lacks the plugin opensearch-knn"),
        (make_root(), [], "lacks the plugin opensearch-knn"),
    ],
)
def test_unsuitable_engine_is_refused_with_the_reason(root: dict[str, Any], plugins: list[str], said: str) -> None:
    with pytest.raises(EngineUnsuitableError, match=said):
        check_suitable(parse_info(root, make_nodes(plugins)), URL)


def test_connection_tells_what_the_engine_is(serve: Serve) -> None:
    url = serve({"/": make_root(), "/_nodes/plugins": make_nodes(["opensearch-knn"])})
    with connect(read_settings(opensearch_url=url)) as engine:
        assert isinstance(engine, Engine)
        assert engine.url == url
        assert engine.info.version_number == (3, 6, 0)


@pytest.mark.parametrize("answers", [{}, {"/": "<html>welcome</html>"}, {"/": {}}, {"/": []}])
def test_another_server_at_the_url_is_refused(serve: Serve, answers: dict[str, Any]) -> None:
    with pytest.raises(EngineUnsuitableError, match="no OpenSearch"):
        connect(read_settings(opensearch_url=serve(answers)))


def test_connection_waits_for_an_engine_that_comes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    info = parse_info(make_root(), make_nodes(["opensearch-knn"]))
    outcomes: list[Any] = [EngineUnavailableError("not yet"), EngineUnavailableError("not yet"), info]

    def ask(*arguments: Any) -> Any:
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr("engine.connection._ask", ask)
    monkeypatch.setattr("engine.connection.WAIT_STEP_SECONDS", 0.001)
    connect(read_settings(), wait_seconds=30).close()
    assert outcomes == []


def test_connection_does_not_wait_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def ask(*arguments: Any) -> Any:
        asked.append(arguments)
        raise EngineUnavailableError("down")

    monkeypatch.setattr("engine.connection._ask", ask)
    with pytest.raises(EngineUnavailableError):
        connect(read_settings())
    assert len(asked) == 1
