"""Is everything here that the engine needs? Each check answers for itself; none raises, none changes anything."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.connection import Engine, choose_url, connect
from engine.distribution import ARTIFACTS, NEEDED_MB, VERSION, is_unpacked, locate_distribution
from engine.errors import EngineError, EngineUnavailableError, JavaMissingError, translate_errors
from engine.folders import Folders, choose_folders
from engine.java import find_java
from engine.local_node import LocalNode, NodeState, NodeStatus
from engine.processes import describe_listener, is_port_free
from settings import NakhodkaError, Settings

DATA_NEEDED_MB = 500  # the index of some ten thousand passages, and what merging takes for a while
NODE_OVERHEAD_MB = 500  # a node takes about so much beside its heap
MEMORY_FILE = Path("/proc/meminfo")
UP = "nakhodka engine up"


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at and found. ok: True, False, or None where it does not matter now; `remedy` where not ok."""

    name: str
    ok: bool | None
    detail: str
    remedy: str = ""


def run_checks(settings: Settings) -> list[Check]:
    """All checks, in the order in which their failures explain each other.

    With NAKHODKA_OPENSEARCH_URL set, the local node is not in use, and only the engine at the URL is looked at.
    """
    return list(_iter_checks(settings))


def _iter_checks(settings: Settings) -> Iterator[Check]:
    if settings.opensearch_url is None:
        yield from _iter_local_checks(settings)
    yield from check_engine(settings)


def _iter_local_checks(settings: Settings) -> Iterator[Check]:
    try:
        folders = choose_folders(settings)
        node = LocalNode.from_settings(settings)
        status = node.status()
    except NakhodkaError as error:
        yield Check("Local node", ok=False, detail=str(error), remedy="set NAKHODKA_OPENSEARCH_URL")
        return
    yield check_java()
    yield check_distribution(folders)
    yield check_writable("Cache folder", folders.cache, "NAKHODKA_CACHE_DIR")
    yield check_writable("Data folder", folders.data, "NAKHODKA_DATA_DIR")
    needed_mb = 0 if is_unpacked(locate_distribution(folders.cache)) else NEEDED_MB
    yield check_space("Cache space", folders.cache, needed_mb, "NAKHODKA_CACHE_DIR")
    yield check_space("Data space", folders.data, DATA_NEEDED_MB, "NAKHODKA_DATA_DIR")
    yield check_memory(settings.engine_heap_mb, status)
    yield check_port("HTTP port", settings.engine_port, "NAKHODKA_ENGINE_PORT", status)
    yield check_port("Transport port", settings.engine_transport_port, "NAKHODKA_ENGINE_TRANSPORT_PORT", status)
    yield check_node(status)


def check_java() -> Check:
    """Whether a Java is here that runs the node."""
    try:
        java = find_java()
    except JavaMissingError as error:
        return Check("Java", ok=False, detail=str(error), remedy="install Java 21 or newer, set OPENSEARCH_JAVA_HOME")
    return Check("Java", ok=True, detail=f"{java.version} in {java.home}")


def check_distribution(folders: Folders) -> Check:
    """Whether OpenSearch is unpacked, or Maven is here to fetch it."""
    home = locate_distribution(folders.cache)
    if is_unpacked(home):
        return Check("OpenSearch", ok=True, detail=f"{VERSION} in {home}")
    megabytes = sum(artifact.megabytes for artifact in ARTIFACTS)
    if shutil.which("mvn"):
        return Check("OpenSearch", ok=None, detail=f"not fetched yet; `{UP}` fetches {megabytes} MB with Maven")
    return Check(
        "OpenSearch",
        ok=False,
        detail="not fetched yet, and there is no mvn on the PATH to fetch it with",
        remedy="install Maven (Debian: apt-get install maven), or set NAKHODKA_OPENSEARCH_URL",
    )


def check_writable(name: str, folder: Path, setting: str) -> Check:
    """Whether the folder, or what is there of the path to it, can be written."""
    existing = _find_existing(folder)
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        return Check(name, ok=True, detail=str(folder))
    return Check(name, ok=False, detail=f"{existing} cannot be written", remedy=f"set {setting} to another folder")


def check_space(name: str, folder: Path, needed_mb: int, setting: str) -> Check:
    """Whether the folder's disk has the space."""
    free_mb = shutil.disk_usage(_find_existing(folder)).free // 2**20
    is_enough = free_mb >= needed_mb
    detail = f"{free_mb:,} MB free" + ("" if is_enough else f", {needed_mb} MB are needed")
    return Check(name, is_enough, detail, "" if is_enough else f"free some space, or set {setting} to another disk")


def check_memory(heap_mb: int, status: NodeStatus) -> Check:
    """Whether the memory suffices to start the node; a node that runs has its memory."""
    available_mb = read_available_memory_mb()
    if available_mb is None or status.pid is not None:
        return Check("Memory", ok=None, detail="unknown" if available_mb is None else f"{available_mb:,} MB available")
    needed_mb = heap_mb + NODE_OVERHEAD_MB
    is_enough = available_mb >= needed_mb
    detail = f"{available_mb:,} MB available, the node takes {needed_mb:,}"
    return Check("Memory", is_enough, detail, "" if is_enough else "close programs, or lower NAKHODKA_ENGINE_HEAP_MB")


def check_port(name: str, port: int, setting: str, status: NodeStatus) -> Check:
    """Whether the port is free, or taken by the node itself."""
    if is_port_free(port):
        return Check(name, ok=True, detail=f"{port} is free")
    if status.pid is not None:
        return Check(name, ok=True, detail=f"{port} is the local node's")
    who = describe_listener(port) or "another program"
    return Check(name, ok=False, detail=f"{port} is taken by {who}", remedy=f"stop it, or set {setting}")


def check_node(status: NodeStatus) -> Check:
    """How the local node is."""
    detail = f"{status.state} {status.version or ''} {status.url}".replace("  ", " ")
    if status.state is NodeState.RUNNING:
        return Check("Local node", ok=True, detail=f"{detail}, process {status.pid}")
    if status.state is NodeState.STARTING:
        return Check(
            "Local node", ok=None, detail=f"{detail}, process {status.pid}", remedy="wait, or: nakhodka engine logs"
        )
    if status.state is NodeState.STALE:
        return Check("Local node", ok=False, detail="ended without being stopped; its data are kept", remedy=UP)
    return Check("Local node", ok=False, detail="stopped", remedy=UP)


def check_engine(settings: Settings) -> Iterator[Check]:
    """Whether what is at the URL answers and can be used: version, k-NN, and which vectors it can search."""
    url = choose_url(settings)
    remedy = "check NAKHODKA_OPENSEARCH_URL" if settings.opensearch_url else UP
    try:
        engine = connect(settings)
    except EngineUnavailableError as error:
        yield Check("Connection", ok=False, detail=str(error), remedy=remedy)
        return
    except NakhodkaError as error:
        yield Check("Connection", ok=False, detail=str(error), remedy="see the message")
        return
    with engine:
        yield Check("Connection", ok=True, detail=f"OpenSearch {engine.info.version} at {url}")
        yield Check("k-NN", ok=True, detail=_describe_knn(engine))
        yield _check_health(engine)


def read_available_memory_mb() -> int | None:
    """Memory that programs can still get, MiB; None where the system does not say."""
    try:
        lines = MEMORY_FILE.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    sizes = [int(line.split()[1]) // 1024 for line in lines if line.startswith("MemAvailable:")]
    return sizes[0] if sizes else None


def _describe_knn(engine: Engine) -> str:
    vectors = "Lucene and faiss" if engine.info.native_knn else "Lucene only (no native library)"
    hybrid = "with" if engine.info.has_neural_search else "without"
    return f"{vectors}, {hybrid} the engine's own hybrid search"


def _check_health(engine: Engine) -> Check:
    try:
        with translate_errors(engine.url):
            health = engine.client.cluster.health()
    except EngineError as error:
        return Check("Health", ok=False, detail=str(error), remedy="see the message")
    status, nodes = health["status"], health["number_of_nodes"]
    detail = f"{status}, {nodes} node{'s' if nodes != 1 else ''}"
    if status == "red":
        return Check(
            "Health", ok=False, detail=detail, remedy=f"see which index lost data: {engine.url}/_cat/indices?v"
        )
    return Check("Health", ok=True, detail=detail)


def _find_existing(path: Path) -> Path:
    return next(each for each in (path, *path.parents) if each.exists())
