"""What completes a question while it is typed: drawn by a script beside the box, which asks the page's own server."""

from __future__ import annotations

import logging
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse
from streamlit.components.v2 import component

from mappings.suggestions import LineKind
from search.records import RequestError
from search.suggestion_records import SuggestRequest
from settings import NakhodkaError
from ui.resources import Desk, open_desk
from ui.state import View
from ui.style import read_static
from ui.texts import Texts

logger = logging.getLogger(__name__)

NAME: Final = "nakhodka.suggestions"
PATH: Final = "/suggest"
# What somebody types is theirs: no cache on the way keeps it, and no other site may read the answer.
HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
BAD_REQUEST: Final = 400
UNAVAILABLE: Final = 503


def draw_suggestions(collection: str, texts: Texts) -> None:
    """The script that lists suggestions of a collection under the box."""
    mount = component(NAME, js=read_static("suggestions.js"))
    kinds = {kind.value: texts[f"suggestion.{kind.value}"] for kind in LineKind}
    mount(key=NAME, data={"collection": collection, "label": texts["suggestions"], "kinds": kinds})


def answer(request: Request) -> JSONResponse:
    """What completes the question of the address, as JSON. A fault is told; the script then lists nothing."""
    try:
        return JSONResponse(suggest(open_desk(), request.url.query), headers=HEADERS)
    except RequestError as error:
        status, message = BAD_REQUEST, str(error)
    except NakhodkaError as error:
        logger.warning("Nothing is suggested: %s", error)
        status, message = UNAVAILABLE, str(error)
    return JSONResponse({"error": message}, status, HEADERS)


def suggest(desk: Desk, query: str) -> dict[str, Any]:
    """What completes the question of an address of the page, its filters included."""
    view = View.from_query(query)
    asked = view.as_request(view.collection or desk.settings.collection, desk.settings)
    return desk.suggest(SuggestRequest(view.question, asked.collections, filters=asked.filters)).as_dict()
