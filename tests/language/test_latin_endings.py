"""Latin words with Russian endings."""

from __future__ import annotations

import pytest

from language.analysis import Analyzer, analyze
from language.latin_endings import split_latin_ending
from tests.language.matching import finds

INFLECTED_TABLE = [
    ("API-шка", "api"),
    ("API-шки", "api"),
    ("git-а", "git"),
    ("git'ом", "git"),
    ("docker'ом", "docker"),
    ("docker’ом", "docker"),
    ("dockerом", "docker"),
    ("gitом", "git"),
    ("PDF-ку", "pdf"),
    ("PDFку", "pdf"),
    ("SQL-ный", "sql"),
    ("iPhone'а", "iphone"),
    ("excel-евский", "excel"),
    ("Docker-овского", "docker"),
    ("IT-шник", "it"),
    ("URL-ами", "url"),
    ("e-mail'ом", "e-mail"),
    ("Wi-Fi-я", "wi-fi"),
    ("MP3-шка", "mp3"),
    ("git‑а", "git"),
    ("APIs", "api"),
    ("PDFs", "pdf"),
    ("ГОСТ-ом", "гост"),
    ("МФЦ-шный", "мфц"),
]


@pytest.mark.parametrize(("written", "base"), INFLECTED_TABLE)
def test_inflected_word_is_found_by_its_base(written: str, base: str) -> None:
    (term,) = analyze(written).terms
    assert base in term.lemmas
    assert written.lower().replace("’", "'").replace("‑", "-") in term.exact
    assert finds(base, f"про {written} тут")
    assert finds(written, f"про {base} тут")


@pytest.mark.parametrize(
    "word",
    "SQL-запрос webсайт git гит а-я x-а Г\u004f\u0043\u0054 d\u043eсker как-то COVID-19 it's pushить".split(),
)
def test_other_words_have_no_such_ending(word: str) -> None:
    assert split_latin_ending(word) is None


def test_compound_of_two_words_is_still_two() -> None:
    assert [term.surface for term in analyze("SQL-запрос webсайт").terms] == ["SQL", "запрос", "web", "сайт"]


def test_rule_can_be_left_out() -> None:
    (term,) = analyze("API-шка").terms
    assert len(Analyzer(without={"latin-endings"}).analyze("API-шка").terms) == 2
    assert dict(term.origins)["api"] == "latin-ending"


@pytest.mark.parametrize(
    ("written", "base"),
    [
        pytest.param("апишка", "api", marks=pytest.mark.xfail(reason="a foreign word in Russian letters")),
        pytest.param("гуглить", "google", marks=pytest.mark.xfail(reason="a foreign word in Russian letters")),
        pytest.param("запушить", "push", marks=pytest.mark.xfail(reason="a foreign word in Russian letters")),
    ],
)
def test_known_errors(written: str, base: str) -> None:
    assert finds(base, written)
