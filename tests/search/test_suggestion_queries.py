"""Bodies that look for lines to suggest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from language.analysis import DEFAULT
from search.queries import build_filters
from search.records import Filter
from search.suggestion_queries import build_lines_body, build_typos_body, build_word_body
from search.typed_text import TypedText, read_as_typed, read_in_other_layout
from search.typos import plan_typos

FILTERS = build_filters([Filter("access", ("hr",))])


def read(text: str) -> TypedText:
    typed = read_as_typed(text, DEFAULT)
    assert typed is not None
    return typed


def test_lines_as_typed(golden: Callable[[str, Any], None]) -> None:
    golden("suggestions_as_typed", build_lines_body(read("как оф"), FILTERS, 32))


def test_lines_in_the_other_layout(golden: Callable[[str, Any], None]) -> None:
    typed = read_in_other_layout("rfr jngecr", DEFAULT)
    assert typed is not None
    golden("suggestions_layout", build_lines_body(typed, [], 32))


def test_lines_with_typos(golden: Callable[[str, Any], None]) -> None:
    typed = read("как офармление E-10")
    golden("suggestions_typos", build_typos_body(typed, FILTERS, 32, plan_typos({"": typed}, [("как",)])[""]))


def test_whether_a_word_is_known(golden: Callable[[str, Any], None]) -> None:
    golden("suggestions_word", build_word_body(("водоподготовительного-комплекса",), FILTERS))


def test_filters_hold_in_every_body() -> None:
    """A3: not one of them may show what the asker may not see."""
    typed = read("как офармить")
    bodies = [
        build_lines_body(typed, FILTERS, 8),
        build_typos_body(typed, FILTERS, 8, {("офармить",): 2}),
        build_word_body(("офармить",), FILTERS),
    ]
    assert all(FILTERS[0] in body["query"]["bool"]["filter"] for body in bodies)
