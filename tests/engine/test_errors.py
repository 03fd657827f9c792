"""The client's exceptions in, the project's words out."""

from __future__ import annotations

import socket
import ssl
from typing import Any

import pytest
import urllib3.exceptions
from opensearchpy import OpenSearch
from opensearchpy import exceptions as client_errors

from engine.errors import (
    AliasTakenError,
    EngineAccessError,
    EngineError,
    EngineOverloadedError,
    EngineTimeoutError,
    EngineUnavailableError,
    IndexMissingError,
    IndexReadOnlyError,
    RequestRejectedError,
    RequestTooLargeError,
    build_error,
    build_status_error,
    translate_errors,
)
from settings import NakhodkaError

URL = "http://search.example:9200"


def make_body(kind: str, reason: str, **more: Any) -> dict[str, Any]:
    """An error body as OpenSearch writes it."""
    cause = {"type": kind, "reason": reason, **more}
    return {"error": {"root_cause": [cause], **cause}}


ANSWERS = [
    (404, make_body("index_not_found_exception", "no such index [a]", index="a"), IndexMissingError, "nakhodka index"),
    (401, "Unauthorized", EngineAccessError, "NAKHODKA_OPENSEARCH_PASSWORD"),
    (403, make_body("security_exception", "no permissions for [x]"), EngineAccessError, "no permissions for [x]"),
    (413, "Request Entity Too Large", RequestTooLargeError, "NAKHODKA_BULK_MAX_MB"),
    (429, make_body("rejected_execution_exception", "queue is full"), EngineOverloadedError, "queue is full"),
    (503, make_body("circuit_breaking_exception", "Data too large"), EngineOverloadedError, "NAKHODKA_ENGINE_HEAP_MB"),
    (503, "<html>upstream</html>", EngineUnavailableError, "upstream"),
    (504, "", EngineTimeoutError, "proxy"),
    (503, make_body("cluster_block_exception", "state not recovered"), EngineUnavailableError, "not ready yet"),
    (429, make_body("cluster_block_exception", "flood-stage watermark"), IndexReadOnlyError, "free some space"),
    (403, make_body("cluster_block_exception", "index read-only"), IndexReadOnlyError, "index read-only"),
    (400, make_body("invalid_alias_name_exception", "index exists"), AliasTakenError, "NAKHODKA_INDEX_PREFIX"),
    (400, make_body("parsing_exception", "unknown query [x]"), RequestRejectedError, "unknown query [x]"),
    (409, make_body("version_conflict_engine_exception", "changed"), RequestRejectedError, "409"),
]


@pytest.mark.parametrize(("status", "body", "expected", "said"), ANSWERS)
def test_answer_becomes_an_error_that_says_what_to_do(
    status: int, body: Any, expected: type[EngineError], said: str
) -> None:
    error = build_status_error(status, body, URL)
    assert type(error) is expected
    assert said in str(error)


@pytest.mark.parametrize("kind", [client_errors.NotFoundError, client_errors.TransportError])
def test_client_exception_is_read_like_its_answer(kind: type[client_errors.TransportError]) -> None:
    error = build_error(kind(404, "index_not_found_exception", ANSWERS[0][1]), URL)
    assert str(error) == "Index 'a' does not exist. Build it with: nakhodka index PATH"


def test_rejection_keeps_status_and_type_for_the_caller() -> None:
    error = build_status_error(400, make_body("resource_already_exists_exception", "exists"), URL)
    assert isinstance(error, RequestRejectedError)
    assert (error.status, error.error_type) == (400, "resource_already_exists_exception")


def test_cause_below_a_failed_shard_is_named() -> None:
    body = make_body("search_phase_execution_exception", "all shards failed")
    body["error"]["failed_shards"] = [{"reason": {"caused_by": {"reason": 'For input string: "z"'}}}]
    assert 'all shards failed: For input string: "z"' in str(build_status_error(400, body, URL))


@pytest.mark.parametrize("body", [None, "", {}, {"error": None}, {"error": "text"}, {"error": {}}, [], "x" * 10_000])
def test_body_of_any_form_gives_a_short_message(body: Any) -> None:
    assert len(str(build_status_error(400, body, URL))) < 500


def test_refused_connection_names_url_reason_and_remedy() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        client = OpenSearch([url], max_retries=0)
        with client, pytest.raises(EngineUnavailableError) as caught, translate_errors(url):
            client.info()
    message = str(caught.value)
    assert url in message
    assert "Connection refused" in message
    assert "nakhodka engine up" in message
    assert "NAKHODKA_OPENSEARCH_URL" in message


def test_silent_server_is_a_timeout() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        client = OpenSearch([url], timeout=0.2, max_retries=0)
        with client, pytest.raises(EngineTimeoutError, match=url), translate_errors(url):
            client.info()


def test_unknown_certificate_names_the_setting() -> None:
    inner = ssl.SSLCertVerificationError(1, "certificate verify failed")
    inner.verify_message = "self-signed certificate"
    raised = client_errors.SSLError("N/A", "x", urllib3.exceptions.SSLError(inner))
    error = build_error(raised, URL)
    assert isinstance(error, EngineAccessError)
    assert "self-signed certificate" in str(error)
    assert "NAKHODKA_OPENSEARCH_CA_FILE" in str(error)


def test_bare_urllib3_exception_is_translated() -> None:
    with pytest.raises(EngineUnavailableError), translate_errors(URL):
        raise urllib3.exceptions.ProtocolError("Connection broken", ConnectionResetError(104, "reset by peer"))


def test_unserialisable_request_is_an_engine_error() -> None:
    with pytest.raises(EngineError, match="could not be made"), translate_errors(URL):
        raise client_errors.SerializationError("cannot serialise", object())


def test_other_exceptions_pass_unchanged() -> None:
    with pytest.raises(KeyError), translate_errors(URL):
        raise KeyError("ours")


def test_every_error_is_the_projects_own() -> None:
    assert issubclass(EngineError, NakhodkaError)
