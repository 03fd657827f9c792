"""F4: markup comes from the page alone."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.conftest import HOSTILE
from ui.filters import escape_label
from ui.markup import mark, write_link
from ui.prose import write_prose, write_snippet


@given(st.text(alphabet="<>&'\"mark/ аб", max_size=40), st.lists(st.tuples(st.integers(0, 45), st.integers(0, 45))))
def test_marked_text_is_the_text_and_has_no_other_markup(text: str, matches: list[tuple[int, int]]) -> None:
    written = mark(text, matches)
    bare = re.sub(r"</?mark>", "", written)
    assert "<" not in bare
    assert ">" not in bare
    assert html.unescape(bare) == text
    assert written.count("<mark>") == written.count("</mark>")


def test_a_documents_own_marker_is_shown_as_text() -> None:
    assert mark("<mark>кот</mark>", [(6, 9)]) == "&lt;mark&gt;<mark>кот</mark>&lt;/mark&gt;"


def test_overlapping_matches_are_marked_once() -> None:
    assert mark("abcdef", [(0, 3), (1, 2), (2, 5)]) == "<mark>abc</mark><mark>de</mark>f"


@pytest.mark.parametrize("source_type", ["markdown", "html", "text"])
def test_prose_and_snippets_show_hostile_text(source_type: str) -> None:
    text = f"# {HOSTILE}\n\n- [x](javascript:alert(1))\n\n```\n{HOSTILE}\n```\n$5 … $10 **жирный** `код`\n"
    for written in (write_prose(text, [(3, 9)], source_type), write_snippet(text, [(3, 9)], source_type, [])):
        assert not re.search(r"<(?!/?(p|br|mark|strong|span|div|table|tbody|tr|td)[ >])", written)
        assert "href" not in written
        assert "$5 … $10" in written


def test_a_snippet_leaves_out_the_headings_that_stand_above_it() -> None:
    text = "## 1. Сроки\n\nОтпуск длится 28 дней.\n\n### Перенос\n\n- по **заявлению**"
    written = write_snippet(text, [(13, 19)], "markdown", ("Положение", "1. Сроки"))
    assert written == (
        '<mark>Отпуск</mark> длится 28 дней. <strong>Перенос</strong> <span class="nk-separator">·</span> по заявлению'
    )


def test_the_parts_of_a_snippet_are_set_apart_by_their_ellipsis_alone() -> None:
    written = write_snippet("| Москва | 7 500 |\n…\nАванс платят.", [(21, 26)], "markdown", [])
    assert written == "Москва | 7 500 … <mark>Аванс</mark> платят."


def test_a_snippet_of_headings_alone_is_not_empty() -> None:
    assert write_snippet("# Сроки", [], "markdown", ("Сроки",)) == "<strong>Сроки</strong>"


def test_front_matter_is_not_part_of_the_prose() -> None:
    assert write_prose("---\ntitle: Х\n---\n\nТекст", [], "markdown") == "<p>Текст</p>"
    assert "title" in write_prose("---\ntitle: Х\n---\n\nТекст", [], "text")


@pytest.mark.parametrize(
    ("source_type", "text"),
    [("markdown", "| Код | Что |\n|---|:-:|\n| E-1 | сбой |"), ("html", "Код | Что\nE-1 | сбой")],
)
def test_rows_of_a_table_are_a_table(source_type: str, text: str) -> None:
    start = text.index("E-1")
    assert write_prose(text, [(start, start + 3)], source_type) == (
        '<div class="nk-table"><table><tbody><tr><td>Код</td><td>Что</td></tr>'
        "<tr><td><mark>E-1</mark></td><td>сбой</td></tr></tbody></table></div>"
    )
    snippet = write_snippet(text, [], source_type, [])
    assert snippet == 'Код | Что <span class="nk-separator">·</span> E-1 | сбой'


def test_a_bar_in_plain_text_makes_no_table() -> None:
    assert write_prose("a | b", [], "text") == "<p>a | b</p>"


def test_links_hold_no_markup_in_their_attributes() -> None:
    written = write_link('?q="><script>', "x", class_="nk-go", title='"onclick="')
    assert written == (
        '<a class="nk-go" href="?q=&quot;&gt;&lt;script&gt;" target="_self" title="&quot;onclick=&quot;">x</a>'
    )


def test_labels_are_not_read_as_markdown() -> None:
    assert escape_label("[a](b) $x$ :red[c]") == r"\[a\]\(b\) \$x\$ \:red\[c\]"
