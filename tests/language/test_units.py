"""Units, money, and signs before numbers."""

from __future__ import annotations

import pytest

from language.analysis import Analyzer, analyze
from language.records import TermKind
from language.units import UNITS, name_unit
from tests.language.matching import finds, list_forms

SAME_TABLE = [
    # spellings that find each other
    ["5 кг", "5кг", "5 kg", "5kg", "5 КГ", "5 килограммов", "5 кг."],
    ["10 ГБ", "10ГБ", "10 GB", "10GB", "10 Гб", "10 гигабайт"],
    ["20 м²", "20 м2", "20м2", "20м²", "20 m2", "20 кв. м", "20 кв.м", "20кв.м", "20 кв. метров", "20 ㎡"],
    ["220В", "220 В", "220V", "220 V"],
    ["500 руб.", "500 рублей", "500 ₽", "500₽", "500р.", "500 р", "500 RUB", "500 руб"],
    ["$5", "5$", "5 $", "5 долл.", "5 USD", "5 долларов", "USD 5"],
    ["5 €", "€5", "5 EUR", "5 евро"],
    ["5 %", "5%", "5 процентов"],
    ["30 мин", "30мин", "30 минут", "30 min"],
    ["5 г", "5г", "5 граммов"],
    ["36,6 °C", "36.6°C", "36,6 °С", "36,6 градуса", "36,6 ℃"],
    ["5 тыс.", "5 тысяч"],
    ["3 шт", "3шт.", "3 штуки"],
]


@pytest.mark.parametrize("spellings", SAME_TABLE, ids=lambda spellings: spellings[0])
def test_spellings_of_an_amount_find_each_other(spellings: list[str]) -> None:
    misses = [(one, other) for one in spellings for other in spellings if not finds(one, f"всего {other}, далее")]
    assert misses == []


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("5 кг", "килограмм"),
        ("5 г", "грамм"),
        ("2024 г.", None),
        ("2024г.", None),
        ("город г", None),
        ("10 с лишним", None),
        ("5G", None),
        ("5W-30", None),
        ("в 15 ч. 2 ст. 3", None),
        ("15 ч 30 мин", "час"),
        ("echo $HOME", None),
        ("min", None),
        ("0 min(a, b)", None),
        ("0 ms.date", None),
        ("5 $x", None),
        ("м", None),
        ("100%-ный", "процент"),
        ("класс 10А", None),
    ],
)
def test_unit_is_told_from_other_words(text: str, unit: str | None) -> None:
    names = {form for term in analyze(text).terms for form, rule in term.origins if rule == "unit"}
    assert (unit in names) if unit else not names & {unit.name for unit in UNITS}


def test_glued_amount_is_a_number_and_a_unit() -> None:
    assert [(term.surface, term.kind) for term in analyze("5кг").terms] == [
        ("5", TermKind.NUMBER),
        ("кг", TermKind.WORD),
    ]


def test_letter_after_a_number_may_be_a_code() -> None:
    assert list(analyze("дом 10А").iter_codes()) == ["10a"]
    assert finds("10А", "класс 10A")  # Latin in the document
    assert not finds("10А", "класс 10 и 11")
    assert finds("220 вольт", "220В")


def test_every_spelling_has_one_unit() -> None:
    written = [spelling for unit in UNITS for spelling in (*unit.spellings, *unit.after_number)]
    assert len(written) == len(set(written))
    assert all(name_unit(spelling, after_number=True) for spelling in written)


REFERENCE_TABLE = [
    ["№ 44", "№44", "N 44", "No. 44", "#44", "№\u00a044"],
    ["п. 5.1", "п.5.1", "пункт 5.1", "П. 5.1", "п 5.1"],
    ["ст. 15", "ст.15", "статья 15"],
    ["§ 5", "§5", "параграф 5"],
    ["ч. 2", "часть 2"],
    ["рис. 3", "рисунок 3"],
]


@pytest.mark.parametrize("spellings", REFERENCE_TABLE, ids=lambda spellings: spellings[0])
def test_spellings_of_a_reference_find_each_other(spellings: list[str]) -> None:
    misses = [(one, other) for one in spellings for other in spellings if not finds(one, f"см. {other} договора")]
    assert misses == []


def test_number_after_a_sign_stays_whole() -> None:
    assert "5.1" in analyze("п. 5.1").terms[1].exact
    assert not finds("п. 5.1", "п. 5 и п. 1")
    assert analyze("приказ №123/45-ОД").terms[2].exact[0] == "123/45oд"


@pytest.mark.parametrize("text", ["No 5", "п", "ст", "C#", "&#44;", "# Заголовок", "стр", "ISBN 5"])
def test_what_is_no_reference(text: str) -> None:
    assert not {rule for term in analyze(text).terms for _, rule in term.origins} & {"reference", "number-sign"}


def test_rules_can_be_left_out() -> None:
    assert "килограмм" not in {
        form for term in Analyzer(without={"units"}).analyze("5кг").terms for form in term.lemmas
    }
    assert [term.surface for term in Analyzer(without={"references"}).analyze("N 44").terms] != ["N", "44"]
    assert "2024-02-01" not in {
        form for term in Analyzer(without={"dates"}).analyze("1 февраля 2024").terms for form in term.exact
    }


@pytest.mark.parametrize(
    ("question", "document"),
    [
        pytest.param("мука 2000 г", "2000 граммов муки", marks=pytest.mark.xfail(reason="2000 г. is a year")),
        pytest.param("10 с", "10 секунд", marks=pytest.mark.xfail(reason="с is a preposition")),
        pytest.param("пять кг", "5 кг", marks=pytest.mark.xfail(reason="numbers in words")),
        pytest.param("1 км", "1000 м", marks=pytest.mark.xfail(reason="units are not converted")),
        pytest.param("60 km/h", "60 км/ч", marks=pytest.mark.xfail(reason="units with a slash")),
    ],
)
def test_known_errors(question: str, document: str) -> None:
    assert finds(question, document)


def test_amount_does_not_match_every_number() -> None:
    assert not finds("5 кг", "5 г")
    assert not finds("5 кг", "50 кг")
    assert "2" not in list_forms("20 м²")
