"""The page's own look and its few lines of script. Both are files of this package and hold nothing of any visitor."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import streamlit as st
from streamlit.components.v2 import component

from ui.state import View

STATIC: Final = Path(__file__).parent / "static"
BRIDGE: Final = "nakhodka.bridge"
LINK: Final = "link"


def draw_style() -> None:
    """The style sheet."""
    st.html(f"<style>{read_static('page.css')}</style>")


def draw_bridge(view: View) -> None:
    """Makes links of the page change the page instead of loading it anew, copies links, scrolls to the passage.

    A link is followed by writing its address: the run that follows reads it there, as it would after a reload.
    """
    # Registered at every run: Streamlit forgets the component with its server, which matters in tests.
    mount = component(BRIDGE, js=read_static("bridge.js"))
    mount(key=BRIDGE, data={"asked": bool(view.question)}, on_link_change=_follow_link)


def _follow_link() -> None:
    address = st.session_state[BRIDGE].get(LINK)
    if isinstance(address, str):
        st.query_params.from_dict(View.from_query(address).as_params())


@cache
def read_static(name: str) -> str:
    """The text of a file of this package."""
    return (STATIC / name).read_text(encoding="utf-8")
