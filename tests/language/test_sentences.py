"""Sentence borders: B18, B19, and the tables of `sentence_cases`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.sentences import explain_boundaries, split_sentences
from tests.language.sentence_cases import CHINESE, ENGLISH, KEPT, KNOWN_ERRORS, RUSSIAN

ALL = [marked for group in RUSSIAN.values() for marked in group] + ENGLISH + CHINESE + KEPT


def split(marked: str) -> list[str]:
    text = marked.replace("|", "")
    return [text[start:end] for start, end in split_sentences(text)]


@pytest.mark.parametrize("marked", dict.fromkeys(ALL))
def test_sentences(marked: str) -> None:
    assert split(marked) == marked.split("|")


@pytest.mark.parametrize("marked", KNOWN_ERRORS)
@pytest.mark.xfail(strict=True, reason="needs to know what the words mean")
def test_known_errors(marked: str) -> None:
    assert split(marked) == marked.split("|")


def test_the_table_is_as_long_as_it_claims() -> None:
    assert sum(map(len, RUSSIAN.values())) >= 120
    assert len(ENGLISH) >= 30
    assert len(CHINESE) >= 20


def test_repeated_chinese_sentences() -> None:
    assert len(split_sentences("这是第一句。" * 500)) == 500


@pytest.mark.parametrize(("text", "count"), [("", 0), ("  ", 1), (".", 1)])
def test_texts_without_words(text: str, count: int) -> None:
    assert len(split_sentences(text)) == count


@given(st.text(alphabet=st.sampled_from('аБ.!?…;。！\n -(«»"1z\u0301') | st.characters(codec="utf-8")))
def test_spans_joined_give_back_the_text(text: str) -> None:
    spans = split_sentences(text)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(start < end for start, end in spans)


def test_debug_view_names_the_rule() -> None:
    assert explain_boundaries("МГТУ им. Баумана. Да.") == [
        (9, "leading_abbreviation", False),
        (18, "default", True),
        (21, "end_of_text", True),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "!" * 50_000 + "a",
        ". " * 20_000,
        "\n" + " " * 50_000,
        "\n- " * 20_000,
        "\n \t" * 20_000,
        "а-" * 50_000,
        ".»" * 50_000,
        ".[1]" * 20_000,
        "(." * 20_000 + " А",
        "«А. " * 20_000,
        "1. " * 20_000,
        "И. И. " * 20_000,
        "……" * 20_000,
    ],
)
def test_long_runs_end_and_lose_nothing(text: str) -> None:
    """Each of these makes a careless pattern quadratic."""
    assert sum(end - start for start, end in split_sentences(text)) == len(text)
