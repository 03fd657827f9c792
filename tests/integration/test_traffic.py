"""Every body that reaches the engine is in tests/golden: a whole run, listened to at the client's transport."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from search.records import Filter, Mode
from tests.integration.conftest import Library

pytestmark = pytest.mark.node

NUMBERS = {"vector", "took"}
CHANGING = {"scroll_id", "indexed", "built", "modified", "root", "content_hash", "token_vectors", "basis", "analysis"}


@pytest.fixture
def traffic(library: Library, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Requests as they leave, what differs from run to run replaced by its name."""
    sent: list[dict[str, Any]] = []
    transport = library.engine.client.transport
    perform = transport.perform_request

    def listen(method: str, url: str, *args: Any, **kwargs: Any) -> Any:
        body = kwargs.get("body")
        if body is not None:
            sent.append({"request": f"{method} {scrub_text(url)}", "body": list(iter_bodies(body))})
        return perform(method, url, *args, **kwargs)

    def scrub_text(text: str) -> str:
        return re.sub(r"_search/scroll.*", "_search/scroll", text.replace(library.settings.index_prefix, "PREFIX"))

    def iter_bodies(body: Any) -> Iterator[Any]:
        lines = body if isinstance(body, list) else body.splitlines() if isinstance(body, str) else [body]
        for line in lines:
            yield scrub(json.loads(line) if isinstance(line, str | bytes) else line)

    def scrub(value: Any, name: str = "") -> Any:
        if name in CHANGING and isinstance(value, str):
            return f"<{name}>"
        if isinstance(value, dict):
            return {scrub_text(key): scrub(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return f"<{len(value)} numbers>" if name in NUMBERS else [scrub(inner, name) for inner in value]
        return scrub_text(value) if isinstance(value, str) else value

    monkeypatch.setattr(transport, "perform_request", listen)
    return sent


def test_every_body_of_indexing_and_searching_is_known(
    library: Library, traffic: list[dict[str, Any]], golden: Callable[[str, Any], None]
) -> None:
    library = replace(library, settings=library.settings.model_copy(update={"bulk_threads": 1}))
    library.index({"hr/отпуск.md": "# Отпуск\n\nОтпуск длится 28 дней.\n", "коды.txt": "Ошибка E-1042: нет связи."})
    library.write({"коды.txt": "Ошибка E-1043: нет питания."})
    library.index()
    library.search("сколько дней отпуска E-1042", filters=(Filter("type", ("markdown",)),))
    library.search("jngecr нет пситания", Mode.LEXICAL)
    assert len(traffic) > 10
    golden("traffic", traffic)
