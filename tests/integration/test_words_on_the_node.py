"""Section A of the cases on a real engine: what is found by words, and what is not."""

from __future__ import annotations

import unicodedata

import pytest

from language.analysis import analyze
from mappings.names import name_alias
from tests.integration.conftest import Library

pytestmark = pytest.mark.node

DOCUMENTS = {
    "stan.md": "Тёплый стан",
    "pol.md": "Теплый пол",
    "ezh1.md": "Ёж",
    "ezh2.md": "Еж",
    "volume1.md": "расчёт объёма работ",
    "volume2.md": "объём поставки",
    "hire.md": "Порядок приёма на работу",
    "fire.md": "При пожаре звоните 112",
    "loan.md": "Договор займа между сотрудником и компанией",
    "recruit.md": "Наём персонала",
    "support.md": "Крепление к опоре ЛЭП",
    "steel.md": "Марка стали 09Г2С",
    "stress.md": "Догово\u0301р аренды. Замо\u0301к.",
    "soft.md": "элек\u00adтрон\u00adный доку\u200bмент\ufeff",
    "nfd.md": unicodedata.normalize("NFD", "Рабочий район"),
    "battles.md": "тяжёлые бои",
    "lookalike.md": "Сбой \u0415-2077",
    "gost-mixed.md": "Г\u004f\u0043\u0054 12.1.005-88",
    "waste.md": "СОР и мусор",
    "e1042.md": "Ошибка E-1042: нет связи",
    "e1043.md": "Ошибка E-1043",
    "roubles.md": "1042 рубля",
    "gost004.md": "ГОСТ 12.0.004-2015",
    "gost230.md": "ГОСТ 12.0.230-2007",
    "chinese.md": "错误代码E-3055，见 ГОСТ 7.32-2017",
    "license.md": "license服务器",
    "acdc.md": "Группа AC/DC",
}


@pytest.fixture
def words(library: Library) -> Library:
    report = library.index(DOCUMENTS)
    assert report.failed == []
    assert report.new == len(DOCUMENTS)
    return library


def test_words_are_found_in_every_form_and_only_they(words: Library) -> None:
    """One index for all the cases: building one for each would take minutes."""
    found_together = {
        ("теплый", "тёплый", "ТЁПЛЫЙ"): {"stan.md", "pol.md"},
        ("ёж", "еж", "Ежи"): {"ezh1.md", "ezh2.md"},
        ("объём", "объема", "объёмы"): {"volume1.md", "volume2.md"},
        ("приём", "приёма"): {"hire.md"},
        ("заём", "займы"): {"loan.md"},
        ("наём",): {"recruit.md"},
        ("договор", "договора"): {"stress.md", "loan.md"},
        ("опора", "опоры"): {"support.md"},
        ("сталь", "сталью"): {"steel.md"},
        ("замок",): {"stress.md"},
        ("электронный документ",): {"soft.md"},
        ("рабочий район", unicodedata.normalize("NFD", "рабочий район")): {"nfd.md"},
        ("бой",): {"battles.md"},
        ("E-2077", "е-2077", "E2077"): {"lookalike.md"},
        ("COP",): set(),
        ("E-3055",): {"chinese.md"},
        ("错误代码",): {"chinese.md"},
        ("license", "服务器"): {"license.md"},
    }
    searcher_finds = {question: set(words.find(question)) for questions in found_together for question in questions}
    expected = {question: documents for questions, documents in found_together.items() for question in questions}
    assert searcher_finds == expected


@pytest.mark.parametrize(
    ("questions", "first", "later"),
    [
        (["E-1042", "E 1042", "E1042", "e–1042", "Е-1042"], "e1042.md", ["roubles.md", "e1043.md"]),
        (["12.0.004-2015", "ГОСТ 12.0.004", "ГОСТ 12.0.004-2015"], "gost004.md", ["gost230.md"]),
        (["ГОСТ 12.1.005-88"], "gost-mixed.md", ["gost230.md", "gost004.md"]),
        (["AC/DC"], "acdc.md", []),
    ],
)
def test_the_right_document_comes_first(words: Library, questions: list[str], first: str, later: list[str]) -> None:
    for question in questions:
        found = words.find(question)
        if first == "stress.md":
            assert first in found[:2]  # «Договор займа» is as good an answer
            continue
        assert found[0] == first, question
        assert all(found.index(document) > 0 for document in later if document in found)


def test_a_prefix_finds_both_spellings(words: Library) -> None:
    """A1: what completes «ёж» must not care how the document writes ё."""
    answer = words.engine.client.search(
        index=name_alias(words.settings, "main"), body={"query": {"prefix": {"body_exact": "еж"}}, "_source": False}
    )
    assert {hit["_id"].split("#")[0] for hit in answer["hits"]["hits"]} == {"ezh1.md", "ezh2.md"}


def test_phrases_still_work_beside_alternatives(words: Library) -> None:
    """A7: several lemmas at one position must not shift the words after them."""
    (code,) = analyze("09Г2С").terms
    answer = words.engine.client.search(
        index=name_alias(words.settings, "main"),
        body={"query": {"match_phrase": {"body_lemma": f"марка сталь {code.lemmas[0]}"}}, "_source": False},
    )
    assert [hit["_id"].split("#")[0] for hit in answer["hits"]["hits"]] == ["steel.md"]
