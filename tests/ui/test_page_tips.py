"""The help with operators, and those of a question as chips."""

from __future__ import annotations

import re

import pytest

from search.operators import parse_operators
from search.records import Understood
from tests.ui.conftest import Page, make_hit, make_results, read_html
from ui.cards import write_results
from ui.state import View
from ui.texts import EN, LANGUAGES, RU, TEXTS, Texts
from ui.tips import TIPS, write_operators, write_tips


def show(question: str, language: str) -> str:
    return re.sub(r"<[^>]+>", "", write_operators(parse_operators(question).operators, Texts(language)))


@pytest.mark.parametrize(
    ("question", "language", "shown"),
    [
        ('"за свой счёт"', RU, "точно за свой счёт"),
        ("отпуск -учебный", RU, "без учебный"),
        ("отпуск +перенос", RU, "обязательно перенос"),
        ("отпуск тип:pdf,docx", RU, "тип pdf · docx"),
        ("отпуск -тип:pdf", RU, "кроме: тип pdf"),
        ("leave date:2024", EN, "changed 2024"),
        ("leave OR vacation", EN, "any of leave OR vacation"),
        ('what is "annual leave"', EN, "side by side annual leave"),
        ("сколько дней", RU, ""),
    ],
)
def test_operators_are_named(question: str, language: str, shown: str) -> None:
    assert show(question, language) == shown


def test_operators_are_escaped() -> None:
    assert "<img" not in write_operators(parse_operators('"<img src=x onerror=alert(1)>"').operators, Texts(RU))


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_example_of_the_help_is_an_operator(language: str) -> None:
    """What the help promises, the parser understands."""
    for name in TIPS:
        for example in TEXTS[language][f"tips.{name}.example"].split("  "):
            assert parse_operators(example).operators, example


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_help_stands_on_the_first_page_and_below_results(page: Page, language: str) -> None:
    title = TEXTS[language]["tips"]
    assert title in read_html(page.visit(ui=language))
    assert title in read_html(page.visit(ui=language, q="отпуск"))
    assert title in write_tips(Texts(language))


def test_an_empty_answer_advises_to_drop_operators() -> None:
    operators = parse_operators("отпуск тип:pdf").operators
    results = make_results("отпуск тип:pdf", [], understood=Understood("ru", "отпуск", operators=operators))
    html = write_results(results, View(question="отпуск тип:pdf"), Texts(RU), 10)
    assert TEXTS[RU]["nothing.operators"] in html
    plain = make_results("отпуск", [])
    assert TEXTS[RU]["nothing.operators"] not in write_results(plain, View(question="отпуск"), Texts(RU), 10)


def test_an_answer_is_kept_for_the_versions_that_were_searched(page: Page) -> None:
    """The searcher may have answered from the version before the one the page has just seen."""
    desk = page.desk
    request = View(question="отпуск").as_request("demo", desk.settings)
    old = make_results("отпуск", [make_hit()], indexes=("nakhodka.demo.000000",))
    page.searcher.answer = lambda request: old
    desk.search(request)
    assert desk.recall(request) is None
