"""The widgets: the box, the modes, the filters. Each shows what the address says and writes what the visitor chose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import streamlit as st

from search.index_facts import FacetValue
from search.records import Mode
from ui.state import View
from ui.texts import Texts

QUESTION: Final = "question"
COLLECTION: Final = "collection"
MODE: Final = "mode"
TYPES: Final = "types"
LANGUAGES: Final = "languages"
MOST_CHARACTERS: Final = 4000
_MARKDOWN: Final = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|:~$])")


class Facet(NamedTuple):
    """A filter as a row of values: the widget's key, the filter's name, what there is and what is chosen."""

    key: str
    name: str
    values: Sequence[FacetValue]
    chosen: tuple[str, ...]


def draw_box(view: View, texts: Texts) -> None:
    """The box with its button; nothing is sent before Enter or the button."""
    _set(QUESTION, view.question)
    with (
        st.form("ask", border=False),
        st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small", key="ask-row"),
    ):
        st.text_input(
            texts["question"],
            key=QUESTION,
            type="search",
            max_chars=MOST_CHARACTERS,
            placeholder=texts["placeholder"],
            label_visibility="collapsed",
            autocomplete="off",
        )
        st.form_submit_button(texts["search"], type="primary", on_click=_ask, args=(view,), key="ask-button")


def draw_narrowing(
    view: View, texts: Texts, collections: Sequence[str], facets: Mapping[str, Sequence[FacetValue]]
) -> None:
    """How to search and where, then the filters."""
    with st.container(key="narrowing"):
        with st.container(key="how-row", horizontal=True, gap="small", vertical_alignment="center"):
            _draw_modes(view, texts)
            if len(collections) > 1:
                draw_collections(view, texts, collections)
        with st.container(key="filter-row", horizontal=True, gap="small", vertical_alignment="center"):
            _draw_facet(Facet(TYPES, "type", facets.get("type", ()), view.types), view, texts)
            _draw_facet(Facet(LANGUAGES, "language", facets.get("language", ()), view.languages), view, texts)


def draw_collections(view: View, texts: Texts, collections: Sequence[str]) -> None:
    """The choice between several collections."""
    _set(COLLECTION, view.collection)
    st.selectbox(
        texts["collection"],
        collections,
        key=COLLECTION,
        label_visibility="collapsed",
        width=180,
        on_change=_change_collection,
        args=(view,),
    )


def count_options(chosen: Sequence[str], values: Sequence[FacetValue]) -> dict[str, int]:
    """The values to choose from with their documents; one that is chosen stays, even if it has none any more."""
    options = {facet.value: facet.documents for facet in values}
    return options | {value: 0 for value in chosen if value not in options}


def escape_label(text: str) -> str:
    """The text as a widget's label, which Streamlit reads as Markdown.

    >>> escape_label("*.md")
    '\\\\*\\\\.md'
    """
    return _MARKDOWN.sub(r"\\\1", text)


def _draw_modes(view: View, texts: Texts) -> None:
    _set(MODE, view.mode)
    st.segmented_control(
        texts["mode"],
        list(Mode),
        key=MODE,
        required=True,
        format_func=lambda mode: texts[f"mode.{mode.value}"],
        label_visibility="collapsed",
        on_change=_narrow,
        args=(view,),
    )


def _draw_facet(facet: Facet, view: View, texts: Texts) -> None:
    """A filter, where there is a choice."""
    options = count_options(facet.chosen, facet.values)
    if len(options) < 2 and not facet.chosen:
        return
    _set(facet.key, list(facet.chosen))
    st.pills(
        texts[facet.key],
        list(options),
        key=facet.key,
        selection_mode="multi",
        format_func=lambda value: f"{escape_label(texts.get(f'{facet.name}.{value}', value))} :gray[{options[value]}]",
        label_visibility="collapsed",
        on_change=_narrow,
        args=(view,),
    )


def _set(key: str, value: Any) -> None:
    """The widget shows what the address says. What a visitor is typing is in the browser and is left alone."""
    if st.session_state.get(key) != value:
        st.session_state[key] = value


def _ask(view: View) -> None:
    """A new question: its own spelling is judged anew and its list begins at the first page."""
    question = str(st.session_state[QUESTION]).strip()
    _write(replace(_read_widgets(view), question=question, as_written=False))


def _narrow(view: View) -> None:
    _write(_read_widgets(view))


def _change_collection(view: View) -> None:
    """Another collection has other types and languages, so the filters go."""
    _write(replace(view, collection=st.session_state[COLLECTION], types=(), languages=(), page=1))


def _read_widgets(view: View) -> View:
    """The view with what the widgets say; those that are not drawn leave it as it is."""
    state = st.session_state
    return replace(
        view,
        mode=Mode(state.get(MODE) or view.mode),
        types=tuple(sorted(state.get(TYPES, view.types))),
        languages=tuple(sorted(state.get(LANGUAGES, view.languages))),
        page=1,
    )


def _write(view: View) -> None:
    st.query_params.from_dict(view.as_params())
