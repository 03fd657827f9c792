"""Nothing is quadratic: long runs of one kind of character are analysed, each in about a second.

There is no limit in the tests; what would take the square of such a length would not end.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from language.analysis import analyze

SIZE = 100_000  # characters; a quadratic step would take minutes

ONE_TERM = "а a 1 _ aБ аё ABC 1a аб1 a' a_ x1 1. 1- ab. e\u0301".split(" ")


@pytest.mark.parametrize("piece", ONE_TERM)
def test_long_word_is_analysed(piece: str) -> None:
    text = (piece * SIZE)[:SIZE]
    assert all(term.surface for term in analyze(text).terms)


@pytest.mark.parametrize("ends", ["a1", "1a", "а1", "1к", "a_", "_a", "a'", "a.", "1/", "A-", "v."])
def test_long_run_and_another_one_are_analysed(ends: str) -> None:
    text = "".join(sign * SIZE for sign in ends)
    assert analyze(text).terms


NO_TERM = "- — – ' \" . , : / ( + * = \u00ad \u0301".split(" ")


@pytest.mark.parametrize("sign", [*NO_TERM, " ", "\n"])
def test_long_run_of_signs_has_no_terms(sign: str) -> None:
    assert analyze(sign * SIZE).terms == ()


MANY_TERMS = [
    *("1 ", "1, ", "8 ", "+7 ", "(495) ", "1 000 ", ",000", "'000", "№1", "#1", "N 1 ", "п. 5 ", "5 кг ", "5% ", "$1"),
    *("01.02.2024 ", "1 мая ", "мая 2024 ", "1-1 ", "1x", "10x15 ", "1/2 ", "E 1042 ", "220 В ", "а@", "@a"),
    *(
        "\\a",
        "/a",
        "--a ",
        "a::",
        "a->",
        "ABab",
        "aБ ",
        "API-шка ",
        "а-б ",
        "v1.2.3 ",
        "a.b ",
        "½ ",
        "🏖",
        "中国",
        "資",
        "don't ",
    ),
]


@pytest.mark.parametrize("piece", MANY_TERMS)
def test_long_text_of_one_kind_is_analysed(piece: str) -> None:
    text = (piece * SIZE)[: SIZE // 4]
    terms = analyze(text).terms
    assert terms
    assert all(before.end <= after.start for before, after in pairwise(terms))
