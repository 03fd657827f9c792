"""The address and what it means."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.records import Filter, Mode, SearchRequest
from settings import read_settings
from ui.state import View

words = st.text(min_size=1, max_size=12).map(str.strip).filter(bool)
views = st.builds(
    View,
    question=words,
    collection=st.none() | words,
    mode=st.sampled_from(Mode),
    types=st.sets(words, max_size=3).map(lambda values: tuple(sorted(values))),
    languages=st.sets(words, max_size=3).map(lambda values: tuple(sorted(values))),
    page=st.integers(1, 100),
    as_written=st.booleans(),
    document=st.none() | words,
    passage=st.none() | words,
    language=st.sampled_from([None, "ru", "en"]),
)


@given(views)
def test_an_address_gives_back_the_view_it_was_written_from(view: View) -> None:
    assert View.from_query(view.write_link()) == view


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", View()),
        ("q=++отпуск+", View(question="отпуск")),
        ("mode=nonsense", View()),
        ("page=0", View()),
        ("page=-3", View()),
        ("page=²", View()),
        ("page=99999999999999999999", View()),
        ("page=500", View(page=100)),
        ("ui=de", View()),
        ("type=html&type=&type=html&type=a", View(types=("a", "html"))),
        ("q=1&q=2", View(question="2")),
        ("unknown=1", View()),
    ],
)
def test_what_an_address_cannot_mean_is_left_out(query: str, expected: View) -> None:
    assert View.from_params(parse_qs(query, keep_blank_values=True)) == expected


def test_a_view_as_a_request() -> None:
    view = View(question="C++", mode=Mode.LEXICAL, types=("html",), page=3, as_written=True)
    assert view.as_request("main", read_settings()) == SearchRequest(
        question="C++",
        collections=("main",),
        mode=Mode.LEXICAL,
        size=10,
        offset=20,
        filters=(Filter("type", ("html",)),),
        correct=False,
    )


def test_what_is_as_usual_is_not_in_the_address() -> None:
    assert View(question="отпуск").as_params() == {"q": "отпуск"}
