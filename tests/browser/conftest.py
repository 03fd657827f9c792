"""The page served by its own command, over a real node, in a real browser."""

from __future__ import annotations

import os
import subprocess
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.connection import connect
from engine.local_node import LocalNode
from engine.processes import find_free_ports
from indexer.indexer import Indexer
from models.loading import load_embedder
from scripts.browsing import PATIENCE_MS, find_chromium, opened_browser, opened_page
from settings import HASH_MODEL, Settings, read_settings
from ui.server import build_command

expect.set_options(timeout=PATIENCE_MS)  # Playwright's own five seconds are too few for the first page

START_SECONDS = 60.0
HOSTILE = "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>"
DOCUMENTS = {
    "hr/otpusk.md": "---\ncreated: 2025-01-15\n---\n\n# Положение об отпусках\n\n"
    + "".join(f"## {n}. Раздел {n}\n\n{'Порядок описан в приложении. ' * 12}\n\n" for n in range(1, 9))
    + "## 9. Продолжительность\n\nЕжегодный отпуск составляет 28 календарных дней. Отпуск делят на части.\n\n"
    + "".join(f"## {n}. Раздел {n}\n\n{'Порядок описан в приложении. ' * 12}\n\n" for n in range(10, 16)),
    "hr/premii.html": "<html><head><title>Премии</title></head><body><h1>Премии</h1>"
    "<p>Премия не зависит от отпуска.</p></body></html>",
    "hr/propuska.md": "# Пропуска\n\n## Как оформить пропуск\n\nПропуск выдаёт бюро.\n\n"
    "## Как офис открыть\n\nЗвоните.\n",
    "en/leave.txt": "Annual leave is twenty eight days. Ask your manager.",
    "it/hostile.txt": f"Договор {HOSTILE}\n\nДоговор подряда {HOSTILE} стоит от $5 до $10 и **жирный**.",
    **{f"many/doc{n:02}.txt": f"Отчёт номер {n} о работе насосной станции." for n in range(25)},
}


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser's path. Where there is none the tests are skipped, except in CI, where that is a fault."""
    path = find_chromium()
    if path is None:
        reason = "no Chromium: run scripts/install_browser.sh (Debian: apt-get install chromium)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="session")
def page_settings(node: LocalNode, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Settings of a collection that holds DOCUMENTS."""
    settings = read_settings(
        opensearch_url=node.url, index_prefix=f"b{uuid.uuid4().hex[:12]}", embedding_model=HASH_MODEL
    )
    folder = tmp_path_factory.mktemp("library")
    for name, text in DOCUMENTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with connect(settings) as engine:
        Indexer(engine, settings, load_embedder(settings)).index([folder], "main")
        yield settings
        for index in engine.client.indices.get_alias(index=f"{settings.index_prefix}*"):
            engine.client.indices.delete(index=index)


@pytest.fixture(scope="session")
def site(chromium: str, page_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the running page."""
    (port,) = find_free_ports(1)
    address = f"http://127.0.0.1:{port}/"
    names = ("opensearch_url", "index_prefix", "embedding_model")
    given = {"NAKHODKA_" + name.upper(): str(getattr(page_settings, name)) for name in names}
    log = tmp_path_factory.mktemp("page") / "page.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            build_command("127.0.0.1", port), env=os.environ | given, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        wait_for(address + "_stcore/health", process, log)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=30)


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Returns when the page answers; fails with its log when it ended instead."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"The page did not start:\n{log.read_text(errors='replace')}")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with opened_browser(chromium) as opened:
        yield opened


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    with opened_page(browser) as opened:
        yield opened
