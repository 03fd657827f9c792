"""English: irregular forms, possessives, contractions."""

from __future__ import annotations

import pytest

from language.analysis import Analyzer, analyze
from language.english import IRREGULAR
from language.function_words import is_negation
from tests.language.matching import finds

LEMMA_TABLE = [
    ("went", "go"),
    ("children", "child"),
    ("children's", "child"),
    ("mice", "mouse"),
    ("better", "good"),
    ("ran", "run"),
    ("written", "write written"),
    ("indices", "index"),
    ("indexes", "indexe index"),
    ("matrices", "matrix"),
    ("criteria", "criterion"),
    ("found", "find found"),
    ("left", "leave left"),
    ("analyses", "analysis"),
    ("thought", "think"),
    ("data", "data"),
    ("policies", "policy policie"),
    ("user's", "user"),
    ("users'", "user"),
    ("we've", "we"),
    ("it's", "it"),
    ("don't", "not"),
    ("don’t", "not"),
    ("can't", "not"),
    ("won't", "not"),
    ("cannot", "not"),
    ("isnt", "not"),
    ("want", "want"),
]


@pytest.mark.parametrize(("word", "lemmas"), LEMMA_TABLE)
def test_word_has_its_lemmas(word: str, lemmas: str) -> None:
    (term,) = analyze(word).terms
    assert set(term.lemmas) == set(lemmas.split())


@pytest.mark.parametrize(
    ("question", "found", "missed"),
    [
        ("write", ["it was written", "wrote"], ["white"]),
        ("children", ["child", "Child's play"], ["chill"]),
        ("index", ["indices", "indexes", "Indexing"], ["indicate"]),
        ("users'", ["user's guide", "the user"], ["use"]),
        ("don't delete", ["do not delete", "never deleted; not yet"], ["delete"]),
        ("written", ["write", "wrote"], ["writ"]),
    ],
)
def test_forms_find_each_other(question: str, found: list[str], missed: list[str]) -> None:
    assert [document for document in [*found, *missed] if finds(question, document)] == found


@pytest.mark.parametrize("word", ["don't", "can't", "won't", "cannot", "doesn’t"])
def test_negation_is_not_lost_in_a_contraction(word: str) -> None:
    (term,) = analyze(word).terms
    assert is_negation(term)


def test_table_leads_to_lemmas_and_not_to_further_forms() -> None:
    lemmas = {lemma for form, found in IRREGULAR.items() for lemma in found if lemma != form}
    assert {lemma for lemma in lemmas if IRREGULAR.get(lemma, (lemma,))[0] != lemma} <= {"lie", "bear", "wind", "lay"}
    assert 150 <= len(lemmas) <= 260


@pytest.mark.parametrize(("group", "word"), [("irregular-english", "went"), ("contractions", "don't")])
def test_rules_can_be_left_out(group: str, word: str) -> None:
    (term,) = Analyzer(without={group}).analyze(word).terms
    assert term.lemmas == (word,)


@pytest.mark.parametrize(
    ("question", "document"),
    [
        pytest.param("colour", "color", marks=pytest.mark.xfail(reason="British and American spellings")),
        pytest.param("datum", "data", marks=pytest.mark.xfail(reason="nobody asks for one datum")),
        pytest.param("organise", "organization", marks=pytest.mark.xfail(reason="-ise and -ize")),
    ],
)
def test_known_errors(question: str, document: str) -> None:
    assert finds(question, document)
