"""What can go wrong with the engine, and the one place where the client's exceptions become the project's own."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import urllib3.exceptions
from opensearchpy import exceptions as client_errors

from settings import NakhodkaError


class EngineError(NakhodkaError):
    """Something is wrong with OpenSearch or with what was asked of it."""


class EngineUnavailableError(EngineError):
    """Nothing answers at the URL, or what answers cannot serve now. Asking again later may help."""


class EngineTimeoutError(EngineUnavailableError):
    """The engine did not answer in time."""


class EngineOverloadedError(EngineUnavailableError):
    """The engine refuses work because it has too much of it (429)."""


class EngineAccessError(EngineError):
    """User, password or certificate are not accepted."""


class EngineUnsuitableError(EngineError):
    """What answers at the URL is not an engine this project can use."""


class RequestRejectedError(EngineError):
    """The engine understood the request and refuses it. `status` is the HTTP status, `error_type` the engine's name."""

    def __init__(self, message: str, *, status: int = 400, error_type: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.error_type = error_type


class IndexMissingError(RequestRejectedError):
    """The index or alias does not exist."""


class IndexReadOnlyError(RequestRejectedError):
    """The index takes no writes, mostly because a disk is nearly full."""


class RequestTooLargeError(RequestRejectedError):
    """The request has more bytes than the engine, or a proxy before it, takes (413)."""


class AliasTakenError(RequestRejectedError):
    """A concrete index has the name that an alias should have."""


class FatalMappingError(EngineError):
    """An index body that this engine would accept and then die of."""


class NodeStartError(EngineError):
    """The local node did not start."""


class PortBusyError(NodeStartError):
    """Another program listens where the local node should."""


class JavaMissingError(NodeStartError):
    """No Java that can run the local node."""


class DistributionError(NodeStartError):
    """The local node's program could not be fetched or unpacked."""


class _Refusal(NamedTuple):
    """What the body of an error answer says."""

    status: int
    kind: str
    reason: str
    index_name: str


@contextmanager
def translate_errors(url: str) -> Iterator[None]:
    """Runs the block; what the OpenSearch client or urllib3 raises in it becomes an EngineError that names `url`."""
    try:
        yield
    except (
        client_errors.OpenSearchException,
        client_errors.ImproperlyConfigured,
        urllib3.exceptions.HTTPError,
    ) as error:
        raise build_error(error, url) from error


def build_error(error: Exception, url: str) -> EngineError:
    """The project's error for a client's exception: what happened, where, what to do next."""
    if isinstance(error, client_errors.ConnectionTimeout | urllib3.exceptions.TimeoutError):
        return EngineTimeoutError(
            f"OpenSearch at {url} did not answer in time. Raise NAKHODKA_OPENSEARCH_TIMEOUT_SECONDS, "
            "or see what keeps it busy: nakhodka doctor"
        )
    if isinstance(error, client_errors.SSLError | urllib3.exceptions.SSLError):
        return _build_tls_error(error, url)
    if isinstance(error, client_errors.ConnectionError | urllib3.exceptions.HTTPError):
        return _build_connection_error(error, url)
    if isinstance(error, client_errors.TransportError) and isinstance(error.status_code, int):
        return build_status_error(error.status_code, error.info, url)
    return EngineError(f"The request to OpenSearch at {url} could not be made: {error}")


def build_status_error(status: int, info: Any, url: str) -> EngineError:
    """The error for an answer with an HTTP status of 400 or more; `info` is its body, parsed where it is JSON.

    >>> build_status_error(404, {"error": {"type": "index_not_found_exception", "index": "articles"}}, "http://x:1")
    IndexMissingError("Index 'articles' does not exist. Build it with: nakhodka index PATH")
    """
    refusal = _read_refusal(status, info)
    build = _BUILDERS_BY_KIND.get(refusal.kind) or _BUILDERS_BY_STATUS.get(status)
    if build is None:
        build = _build_failure if status >= 500 else _build_rejection
    return build(refusal, url)


def _build_tls_error(error: Exception, url: str) -> EngineAccessError:
    return EngineAccessError(
        f"No secure connection to {url}: {_find_root(error)}. Name the authority that signed its certificate in "
        "NAKHODKA_OPENSEARCH_CA_FILE; a cluster without TLS has a URL with http://"
    )


def _build_connection_error(error: Exception, url: str) -> EngineUnavailableError:
    return EngineUnavailableError(
        f"Nothing answers at {url} ({_find_root(error)}). Start the local node: nakhodka engine up, "
        "or set NAKHODKA_OPENSEARCH_URL to your own OpenSearch."
    )


def _build_access_error(refusal: _Refusal, url: str) -> EngineError:
    what = "does not accept the user and password" if refusal.status == 401 else "does not allow this user the request"
    return EngineAccessError(
        f"OpenSearch at {url} {what} ({refusal.status}: {refusal.reason}). "
        "Check NAKHODKA_OPENSEARCH_USER and NAKHODKA_OPENSEARCH_PASSWORD, and the user's rights."
    )


def _build_block_error(refusal: _Refusal, url: str) -> EngineError:
    if refusal.status >= 500:  # no elected cluster manager, state not recovered: passes by itself
        return EngineUnavailableError(f"OpenSearch at {url} is not ready yet: {refusal.reason}. Try again in a moment.")
    return IndexReadOnlyError(
        f"OpenSearch at {url} takes no writes: {refusal.reason}. If its disk is nearly full, free some space; "
        "the block then goes away by itself, or with index.blocks.read_only_allow_delete: null",
        status=refusal.status,
        error_type=refusal.kind,
    )


def _build_missing_error(refusal: _Refusal, url: str) -> EngineError:
    return IndexMissingError(
        f"Index '{refusal.index_name or url}' does not exist. Build it with: nakhodka index PATH",
        status=refusal.status,
        error_type=refusal.kind,
    )


def _build_alias_error(refusal: _Refusal, url: str) -> EngineError:
    return AliasTakenError(
        f"OpenSearch at {url} refuses the alias: {refusal.reason}. Delete or rename that index, "
        "or set NAKHODKA_INDEX_PREFIX to another prefix.",
        status=refusal.status,
        error_type=refusal.kind,
    )


def _build_size_error(refusal: _Refusal, url: str) -> EngineError:
    return RequestTooLargeError(
        f"A request was too large for {url} (413). Lower NAKHODKA_BULK_MAX_MB or NAKHODKA_BULK_PASSAGES, "
        "or raise http.max_content_length in OpenSearch (and the limit of a proxy before it).",
        status=refusal.status,
        error_type=refusal.kind,
    )


def _build_overload_error(refusal: _Refusal, url: str) -> EngineError:
    return EngineOverloadedError(
        f"OpenSearch at {url} has too much to do ({refusal.status}): {refusal.reason}. Try again later, "
        "lower NAKHODKA_BULK_THREADS, or give it more memory (the local node: NAKHODKA_ENGINE_HEAP_MB)."
    )


def _build_gateway_timeout(refusal: _Refusal, url: str) -> EngineError:
    return EngineTimeoutError(f"OpenSearch at {url} was not reached in time by the proxy before it ({refusal.status}).")


def _build_failure(refusal: _Refusal, url: str) -> EngineError:
    return EngineUnavailableError(
        f"OpenSearch at {url} cannot serve now ({refusal.status}): {refusal.reason}. See: nakhodka doctor"
    )


def _build_rejection(refusal: _Refusal, url: str) -> EngineError:
    return RequestRejectedError(
        f"OpenSearch at {url} refuses the request ({refusal.status} {refusal.kind}): {refusal.reason}",
        status=refusal.status,
        error_type=refusal.kind,
    )


_Builder = Callable[[_Refusal, str], EngineError]

_BUILDERS_BY_KIND: dict[str, _Builder] = {
    "cluster_block_exception": _build_block_error,
    "circuit_breaking_exception": _build_overload_error,
    "index_not_found_exception": _build_missing_error,
    "invalid_alias_name_exception": _build_alias_error,
}
_BUILDERS_BY_STATUS: dict[int, _Builder] = {
    401: _build_access_error,
    403: _build_access_error,
    413: _build_size_error,
    429: _build_overload_error,
    504: _build_gateway_timeout,
}


def _read_refusal(status: int, info: Any) -> _Refusal:
    """What an error body says; where it is not the engine's own (a proxy answered), its first characters."""
    error = info.get("error") if isinstance(info, dict) else None
    if not isinstance(error, dict):
        return _Refusal(status, "", " ".join(str(error or info or "no reason given").split())[:300], "")
    root = (error.get("root_cause") or [error])[0]
    kind = str(error.get("type") or root.get("type") or "")
    reason = ": ".join(_iter_reasons(error, root)) or kind
    return _Refusal(status, kind, reason, str(error.get("index") or root.get("index") or ""))


def _iter_reasons(error: dict[str, Any], root: dict[str, Any]) -> Iterator[str]:
    """The reason and, where it tells more, the cause below it: a script, a field, a shard."""
    failed: list[dict[str, Any]] = [shard.get("reason") or {} for shard in error.get("failed_shards") or []]
    cause = (failed[0] if failed else error).get("caused_by") or {}
    reason, below = str(root.get("reason") or ""), str(cause.get("reason") or "")
    if reason:
        yield reason
    if below and below not in reason:
        yield below


def _find_root(error: Exception) -> str:
    """The innermost reason in words: `Connection refused` out of three exceptions around it."""
    inner: Any = getattr(error, "info", None) or error
    for _ in range(8):
        deeper = [getattr(inner, "reason", None), *getattr(inner, "args", ()), getattr(inner, "__cause__", None)]
        found = next((each for each in deeper if isinstance(each, Exception)), None)
        if found is None:
            break
        inner = found
    if isinstance(inner, ssl.SSLError):
        return getattr(inner, "verify_message", None) or str(inner.reason or inner)
    return getattr(inner, "strerror", None) or str(inner) or type(inner).__name__
