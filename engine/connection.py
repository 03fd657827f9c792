"""The way to OpenSearch, wherever it runs: what it is, is asked once, at connection."""

from __future__ import annotations

import logging
import re
import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from opensearchpy import OpenSearch
from opensearchpy import exceptions as client_errors

from engine.errors import EngineUnavailableError, EngineUnsuitableError, translate_errors
from engine.processes import LOOPBACK
from settings import Settings, SettingsError

logger = logging.getLogger(__name__)

OLDEST_VERSION = (3, 5)
KNN_PLUGIN = "opensearch-knn"
NEURAL_SEARCH_PLUGIN = "opensearch-neural-search"
# Kinds of distribution with k-NN's native libraries. 'zip' is what Maven serves; its plugin has none.
NATIVE_BUILD_TYPES = frozenset({"tar", "rpm", "deb", "docker"})
SMALLEST_POOL = 10
WAIT_STEP_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What the engine says of itself. `native_knn`: faiss and 1-bit vectors work; without it they end the node."""

    version: str
    version_number: tuple[int, ...]
    distribution: str
    build_type: str
    plugins: frozenset[str]

    @property
    def has_knn(self) -> bool:
        return KNN_PLUGIN in self.plugins

    @property
    def has_neural_search(self) -> bool:
        return NEURAL_SEARCH_PLUGIN in self.plugins

    @property
    def native_knn(self) -> bool:
        return self.has_knn and self.build_type in NATIVE_BUILD_TYPES


@dataclass(frozen=True, slots=True)
class Engine:
    """An OpenSearch that was found fit for use. Requests through `client` belong inside `translate_errors(url)`."""

    client: OpenSearch = field(repr=False)
    url: str
    info: EngineInfo

    def close(self) -> None:
        """Closes the connections; the engine runs on."""
        self.client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def choose_url(settings: Settings) -> str:
    """The URL in force: the one that is set, else the local node's."""
    return settings.opensearch_url or f"http://{LOOPBACK}:{settings.engine_port}"


def connect(settings: Settings, *, wait_seconds: float = 0) -> Engine:
    """The engine at the URL in force, checked for use. Starts nothing.

    wait_seconds: how long to go on asking one that does not answer yet.
    Raises EngineUnavailableError, EngineAccessError or EngineUnsuitableError, each with what to do.
    """
    url = choose_url(settings)
    client = OpenSearch(**build_client_options(settings))
    try:
        info = _ask_until(client, url, time.monotonic() + wait_seconds)
        check_suitable(info, url)
    except BaseException:
        client.close()
        raise
    logger.debug("OpenSearch %s (%s) at %s", info.version, info.build_type, url)
    return Engine(client, url, info)


def build_client_options(settings: Settings) -> dict[str, Any]:
    """Arguments of the OpenSearch client. They hold the password in clear: never log them."""
    url = choose_url(settings)
    options: dict[str, Any] = {
        "hosts": [url],
        "timeout": settings.opensearch_timeout_seconds,
        "pool_maxsize": max(SMALLEST_POOL, settings.bulk_threads * 2),
        "http_compress": urlsplit(url).hostname not in {LOOPBACK, "localhost", "::1"},
        "max_retries": 1,  # a kept connection may have been closed by the other side
        "retry_on_status": (),  # 502, 503, 504: the caller knows whether and when to ask again
    }
    if settings.opensearch_user and settings.opensearch_password:
        options["http_auth"] = (
            settings.opensearch_user.get_secret_value(),
            settings.opensearch_password.get_secret_value(),
        )
    if url.startswith("https://"):
        options |= _build_tls_options(settings)
    return options


def parse_info(root: dict[str, Any], nodes: dict[str, Any]) -> EngineInfo:
    """What the answers to `GET /` and `GET /_nodes/plugins` say. Only plugins that every node has count."""
    version = root.get("version") or {}
    number = str(version.get("number", ""))
    plugins = [{plugin["name"] for plugin in node.get("plugins", [])} for node in (nodes.get("nodes") or {}).values()]
    return EngineInfo(
        version=number,
        version_number=tuple(int(part) for part in re.findall(r"\d+", number)[:3]),
        distribution=str(version.get("distribution", "")),
        build_type=str(version.get("build_type", "")),
        plugins=frozenset(set.intersection(*plugins)) if plugins else frozenset(),
    )


def check_suitable(info: EngineInfo, url: str) -> None:
    """Passes when the engine can be used; raises EngineUnsuitableError with what is missing and what to do."""
    oldest = ".".join(map(str, OLDEST_VERSION))
    if info.distribution != "opensearch":
        raise EngineUnsuitableError(
            f"At {url} is no OpenSearch (it says version '{info.version}', distribution '{info.distribution}'; "
            f"Elasticsearch does not do). Set NAKHODKA_OPENSEARCH_URL to an OpenSearch {oldest} or newer."
        )
    if info.version_number < OLDEST_VERSION:
        raise EngineUnsuitableError(
            f"OpenSearch at {url} is {info.version}, {oldest} or newer is needed. Upgrade it, or unset "
            "NAKHODKA_OPENSEARCH_URL and use the local node: nakhodka engine up"
        )
    if not info.has_knn:
        raise EngineUnsuitableError(
            f"OpenSearch at {url} lacks the plugin {KNN_PLUGIN} (on one node at least). Install it on every node, "
            "use the full distribution or the image opensearchproject/opensearch, "
            "or unset NAKHODKA_OPENSEARCH_URL and use the local node: nakhodka engine up"
        )


def _build_tls_options(settings: Settings) -> dict[str, Any]:
    options: dict[str, Any] = {"verify_certs": settings.opensearch_verify_certificates, "ssl_show_warn": False}
    if not settings.opensearch_verify_certificates:
        return options | {"ssl_assert_hostname": False}
    if settings.opensearch_ca_file is not None:
        if not settings.opensearch_ca_file.is_file():
            raise SettingsError(
                f"NAKHODKA_OPENSEARCH_CA_FILE: there is no file '{settings.opensearch_ca_file}'. "
                "Give the path of the authority's certificate in PEM format."
            )
        options["ca_certs"] = str(settings.opensearch_ca_file)
    return options


def _ask_until(client: OpenSearch, url: str, deadline: float) -> EngineInfo:
    while True:
        try:
            return _ask(client, url)
        except EngineUnavailableError:
            if time.monotonic() + WAIT_STEP_SECONDS > deadline:
                raise
            time.sleep(WAIT_STEP_SECONDS)


def _ask(client: OpenSearch, url: str) -> EngineInfo:
    with translate_errors(url):
        root = _ask_root(client, url)
        if (root.get("version") or {}).get("distribution") != "opensearch":
            return parse_info(root, {})  # another product: its other answers are of no use
        nodes = client.nodes.info(metric="plugins", filter_path="nodes.*.plugins.name")
    return parse_info(root, nodes)


def _ask_root(client: OpenSearch, url: str) -> dict[str, Any]:
    try:
        root = client.info()
    except (client_errors.SerializationError, client_errors.NotFoundError, client_errors.RequestError) as error:
        raise EngineUnsuitableError(
            f"What answers at {url} is no OpenSearch ({type(error).__name__}). "
            "Check NAKHODKA_OPENSEARCH_URL: host, port, and the path before the API where a proxy adds one."
        ) from error
    return root if isinstance(root, dict) else {}
