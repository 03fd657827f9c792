"""Typos, words glued together and torn apart."""

from __future__ import annotations

import pytest

from tests.search.fake_vocabulary import correct


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("лимит на гостинецу в маскве", "лимит на гостиницу в москве"),
        ("збросить шлюс", "сбросить шлюз"),
        ("настрйоки шлюза", "настройки шлюза"),
        ("миксир", "миксер"),
        ("Миксир", "Миксер"),
        ("МИКСИР", "МИКСЕР"),
        ("(миксир)", "(миксер)"),
        ("контролллер, шлюс", "контроллер, шлюз"),
        ("авансавый отчот", "авансовый отчет"),
        ("преоставленеи", "предоставление"),
        ("UK parliment hear", "UK parliament hear"),
        ("almost elclusively", "almost exclusively"),
    ],
)
def test_typos_are_put_right(typed: str, meant: str) -> None:
    assert correct(typed, "сбросить гостиница москва шлюз настройки миксер контроллер авансовый отчет предоставление "
                   "parliament exclusively") == meant  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("договороми", "договорами"), ("отпускамии", "отпусками"), ("гостинницей", "гостиницей"), ("сабакой", "собакой")],
)
def test_a_form_is_restored_that_the_index_has_another_of(typed: str, meant: str) -> None:
    """The dictionary knows all forms, the index some."""
    assert correct(typed, "договор отпуск гостиница собака") == meant


def test_length_is_counted_in_letters_not_in_bytes() -> None:
    """A18: five Cyrillic letters are ten bytes, and still allow one typo only."""
    assert correct("сабоко") == "сабоко"
    assert correct("сабака") == "собака"


def test_of_two_near_words_the_frequent_one_is_meant() -> None:
    assert correct("миксор", {"миксер": 1, "миксот": 900}) == "миксот"


def test_of_two_equally_frequent_words_the_easier_typo_is_meant() -> None:
    assert correct("збить", {"сбить": 5, "обить": 5}) == "сбить"


def test_a_word_unlike_any_of_the_index_stays() -> None:
    assert correct("таврикс шлюза") == "таврикс шлюза"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("шлюз неработает", "шлюз не работает"),
        ("Неработает", "Не работает"),
        ("какподключить шлюз", "как подключить шлюз"),
        ("интернетмагазин", "интернет магазин"),
        ("нанастройки", "на настройки"),
        ("dockercompose", "docker compose"),
    ],
)
def test_glued_words_are_divided(typed: str, meant: str) -> None:
    assert correct(typed, "работает подключить шлюз интернет магазин настройки docker compose") == meant


@pytest.mark.parametrize("word", ["интернетмагазин", "заместитель", "недостаток", "накладная"])
def test_a_word_of_dictionary_or_index_is_not_divided(word: str) -> None:
    assert correct(word, "интернетмагазин магазин интернет местность кладная достаток") == word


def test_a_typo_that_is_likelier_than_a_missing_space_wins() -> None:
    """известа: известна, not «из Веста»."""
    assert correct("известа теория", {"известна": 20, "веста": 1, "теория": 5}) == "известна теория"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("микро волновка", "микроволновка"),
        ("настр ойки шлюза", "настройки шлюза"),
        ("при ложение", "приложение"),
        ("до говор", "договор"),
    ],
)
def test_torn_words_are_joined(typed: str, meant: str) -> None:
    assert correct(typed, "микроволновка настройки шлюз приложение договор docker") == meant


@pytest.mark.parametrize("question", ["не работает", "интернет магазин", "до говора", "на работу", "по сети", "за бор"])
def test_words_that_stand_by_themselves_stay_apart(question: str) -> None:
    assert (
        correct(question, "работает интернет магазин говор работа сеть интернетмагазин договор забор бор") == question
    )
