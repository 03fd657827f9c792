"""Words of capitals."""

from __future__ import annotations

import pytest

from language.acronyms import MARK
from language.analysis import Analyzer, analyze
from mappings.fields import Stream

LEMMA_TABLE = [
    # text | its lemmas
    ("ООО", "ооо"),
    ("НДС", "ндс"),
    ("НДФЛ", "ндфл"),
    ("ЕГЭ", "егэ"),
    ("ГО", "го"),
    ("ОС", "ос оса"),
    ("СКУД", "скуд скуда"),  # the dictionary lacks it and guesses
    ("СКУДом", "скуд скудом"),
    ("ГОСТами", "гост"),
    ("УХОДУ", "уход"),
    ("ДОГОВОР", "договор"),
]


@pytest.mark.parametrize(("text", "lemmas"), LEMMA_TABLE)
def test_acronym_is_found_as_it_is_written(text: str, lemmas: str) -> None:
    (term,) = analyze(text).terms
    assert set(term.lemmas) == set(lemmas.split())


@pytest.mark.parametrize(
    "text", ["обновить ПО", "ПО", "ПО и оборудование", "журнал ТО", "инструктаж по ОТ", "КП на ТО"]
)
def test_capitals_among_small_letters_are_an_acronym(text: str) -> None:
    term = next(term for term in analyze(text).terms if term.surface in {"ПО", "ТО", "ОТ"})
    assert term.whole_forms(Stream.LEMMA) == (MARK + term.surface.lower(),)
    assert term.surface.lower() in term.lemmas


@pytest.mark.parametrize("text", ["ОТПУСК ПО УХОДУ", "обновить по", "ЧТО-ТО", "СРОК ДО 5 МАЯ"])
def test_preposition_in_a_shouted_text_is_none(text: str) -> None:
    assert not any(MARK in form for term in analyze(text).terms for form in term.lemmas)


def test_question_for_the_acronym_does_not_find_the_preposition() -> None:
    asked = set(analyze("ПО").terms[0].whole_forms(Stream.LEMMA))
    written = [
        {form for term in analyze(text).terms for form in term.lemmas} for text in ("новое ПО", "ходить по дому")
    ]
    assert [bool(asked & forms) for forms in written] == [True, False]


def test_group_can_be_left_out() -> None:
    (term,) = Analyzer(without={"acronyms"}).analyze("ПО").terms
    assert term.lemmas == ("по",)
