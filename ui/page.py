"""The page from top to bottom."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from search.operators import parse_operators
from settings import NakhodkaError, Settings
from ui.cards import GO, write_results
from ui.document_view import write_document, write_missing_document
from ui.examples import DEMO, write_examples
from ui.filters import draw_box, draw_collections, draw_narrowing
from ui.markup import escape, write_link
from ui.notices import write_error
from ui.resources import Desk, open_desk
from ui.state import View
from ui.style import STATIC, draw_bridge, draw_style
from ui.suggestions import draw_suggestions
from ui.texts import LANGUAGES, Texts
from ui.tips import write_tips

logger = logging.getLogger(__name__)

SKELETON = (
    '<div class="nk-skeleton" role="status" aria-label="{label}">' + "<div><i></i><b></b><p></p></div>" * 3 + "</div>"
)


def draw_page() -> None:
    """Draws what the address says."""
    view = View.from_params({name: st.query_params.get_all(name) for name in st.query_params})
    st.set_page_config(page_title=_write_title(view), page_icon=str(STATIC / "icon.svg"), layout="centered")
    draw_style()
    try:
        desk = open_desk()
    except NakhodkaError as error:  # the settings themselves are wrong
        _draw_error(error, Texts(view.language or "ru"))
        return
    texts = Texts(view.language or desk.settings.ui_language)
    draw_bridge(view)
    st.html(_write_header(view, texts))
    try:
        _draw_body(desk, view, texts)
    except NakhodkaError as error:
        logger.warning("The page shows an error: %s", error)
        _draw_error(error, texts)


def choose_collection(asked: str | None, collections: Sequence[str], settings: Settings) -> str:
    """The collection asked for, else the one of the settings, else the demo's, else the first there is."""
    if asked:
        return asked
    return next((name for name in (settings.collection, DEMO) if name in collections), collections[0])


def _draw_body(desk: Desk, view: View, texts: Texts) -> None:
    collections = desk.list_collections()
    if not collections:
        st.html(_write_no_collections(texts))
        return
    collection = choose_collection(view.collection, collections, desk.settings)
    if view.document is None:
        draw_suggestions(collection, texts)
    if view.document is not None:
        _draw_document(desk, view, collection, texts)
    elif view.question:
        _draw_answer(desk, view, collection, collections, texts)
    else:
        _draw_start(view, collection, collections, texts)
    desk.warm_up()


def _draw_start(view: View, collection: str, collections: Sequence[str], texts: Texts) -> None:
    st.html(f'<div class="nk-hero"><h1>{escape(texts["name"])}</h1><p>{escape(texts["tagline"])}</p></div>')
    draw_box(view, texts)
    with st.container(key="start"):
        if len(collections) > 1:
            draw_collections(replace(view, collection=collection), texts, collections)
        st.html(write_examples(collection, view, texts) + write_tips(texts))


def _draw_answer(desk: Desk, view: View, collection: str, collections: Sequence[str], texts: Texts) -> None:
    draw_box(view, texts)
    facets = desk.list_facets(collection)
    draw_narrowing(replace(view, collection=collection), texts, collections, facets)
    request = view.as_request(collection, desk.settings)
    slot = st.empty()  # one place for the whole answer: nothing of an earlier one can stay behind
    results = desk.recall(request)
    if results is None:
        slot.html(SKELETON.format(label=escape(texts["loading"])))
        results = desk.search(request)
    slot.html(write_results(results, view, texts, request.size or desk.settings.size))


def _draw_document(desk: Desk, view: View, collection: str, texts: Texts) -> None:
    question = view.question
    if question:
        kept = desk.recall(view.as_request(collection, desk.settings))
        question = kept.understood.text if kept else parse_operators(question).text
    opened = desk.read_document(collection, view.document or "", view.passage, question)
    st.html(write_document(opened, view, texts) if opened else write_missing_document(view, texts))


def _draw_error(error: NakhodkaError, texts: Texts) -> None:
    st.html(write_error(error, texts))
    with st.container(key="retry", horizontal_alignment="center"):
        st.button(texts["retry"], key="retry-button", type="primary")


def _write_title(view: View) -> str:
    name = Texts(view.language or "ru")["name"]
    return f"{view.question} — {name}" if view.question else name


def _write_header(view: View, texts: Texts) -> str:
    """The name as the way home, and the languages."""
    home = View(collection=view.collection, language=view.language).write_link()
    logo = write_link(home, escape(texts["name"]), class_=f"nk-logo {GO}", title=texts["home"])
    languages = "".join(_write_language(language, name, view, texts) for language, name in LANGUAGES.items())
    return f'<header class="nk-header">{logo}<nav class="nk-languages">{languages}</nav></header>'


def _write_language(language: str, name: str, view: View, texts: Texts) -> str:
    label = escape(language.upper())
    if language == texts.language:
        return f'<span aria-current="true" title="{escape(name)}">{label}</span>'
    return write_link(view.write_link(language=language), label, class_=GO, title=name)


def _write_no_collections(texts: Texts) -> str:
    return (
        f'<div class="nk-state"><div class="nk-state-icon">+</div><h2>{escape(texts["no_collections"])}</h2>'
        f"<p>{escape(texts['no_collections.hint'])}</p><pre>nakhodka index PATH</pre></div>"
    )
