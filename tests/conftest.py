"""What all tests share: golden files, settings that disturb nobody, a node of their own."""

from __future__ import annotations

import json
import logging
import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from engine.connection import Engine, connect
from engine.folders import choose_folders
from engine.local_node import LocalNode, NodeOptions
from engine.processes import find_free_ports
from settings import HASH_MODEL, Settings, read_settings

GOLDEN = Path(__file__).parent / "golden"
KEPT_VARIABLES = {"NAKHODKA_CACHE_DIR"}  # where the node and the models are kept between runs
TEST_HEAP_MB = 512


# The first example loads the dictionaries; how long that takes is no property of the code.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write tests/golden anew")


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """A command run in this process sends log messages to an output that is closed when the next test runs."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def pytest_configure() -> None:
    """A developer's own settings must not decide what the tests see."""
    for name in list(os.environ):
        if name.startswith("NAKHODKA_") and name not in KEPT_VARIABLES:
            del os.environ[name]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, Any], None]:
    """Compares a value with tests/golden/NAME.json; `pytest --update-golden` writes it."""

    def compare(name: str, value: Any) -> None:
        path = GOLDEN / f"{name}.json"
        written = json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
        if request.config.getoption("--update-golden"):
            path.write_text(written, encoding="utf-8")
        assert json.loads(path.read_text(encoding="utf-8")) == json.loads(written)

    return compare


@pytest.fixture(scope="session")
def node_folder() -> Iterator[Path]:
    """A folder that the account of the node can enter, which pytest's own folders are not."""
    folder = Path(tempfile.mkdtemp(prefix="nakhodka-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def make_node(folder: Path) -> LocalNode:
    """A node of the tests' own on free ports; the distribution comes from the user's cache."""
    port, transport_port = find_free_ports(2)
    options = NodeOptions(
        folder=folder,
        cache_dir=choose_folders(read_settings()).cache,
        port=port,
        transport_port=transport_port,
        heap_mb=TEST_HEAP_MB,
    )
    return LocalNode(options)


@pytest.fixture(scope="session")
def node(node_folder: Path) -> Iterator[LocalNode]:
    """A running OpenSearch that ends with the tests."""
    local = make_node(node_folder / "shared")
    local.start()
    yield local
    local.stop()


@pytest.fixture
def settings(node: LocalNode) -> Settings:
    """Settings for that node with a prefix of their own for each test, so that no test sees another's indexes."""
    return read_settings(
        opensearch_url=node.url,
        index_prefix=f"t{uuid.uuid4().hex[:12]}",
        embedding_model=HASH_MODEL,
        bulk_backoff_seconds=0.05,
    )


@pytest.fixture
def engine(settings: Settings) -> Iterator[Engine]:
    """A connection to that node; the test's indexes are removed afterwards."""
    with connect(settings) as connection:
        yield connection
        for index in connection.client.indices.get_alias(index=f"{settings.index_prefix}*"):
            connection.client.indices.delete(index=index)
