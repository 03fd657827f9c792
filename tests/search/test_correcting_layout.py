"""Words typed in the wrong keyboard layout."""

from __future__ import annotations

import pytest

from tests.search.fake_vocabulary import correct


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("jngecr", "отпуск"),
        ("JNGECR", "ОТПУСК"),
        ("Jngecr", "Отпуск"),
        ("jNGECR", "Отпуск"),
        ("htukfvtyn", "регламент"),
        ("j,]tv", "объем"),
        (".hblbxtcrbq", "юридический"),
        ("'rcgjhn", "экспорт"),
        ("фзш", "api"),
        ("вщслук", "docker"),
        ("ВЩСЛУК", "DOCKER"),
    ],
)
def test_one_word(typed: str, meant: str) -> None:
    """A14"""
    assert correct(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("куйгуые кфеу дшьше", "request rate limit"),
        ("вщслук сщьзщыу", "docker compose"),
        ("Црфе шы еру кфеу дшьше,", "What is the rate limit?"),
        ("црфеэы еру кфеу дшьше", "what's the rate limit"),
        ("gthtyjc jngecrf yf cktle.obq ujl", "перенос отпуска на следующий год"),
        (",jkmybxysq yf ht,`yrf", "больничный на ребёнка"),
        ("ghbdtn, rfr ltkf?", "привет, как дела?"),
        ("ghbdtn? rfr ltkf&", "привет, как дела?"),
        ("RFR JAJHVBNM JNGECR", "КАК ОФОРМИТЬ ОТПУСК"),
        ("rfrbt-nj yfcnhjqrb", "какие-то настройки"),
        ("xnj d 2024-v ujle", "что в 2024-м году"),
        ("jnxtn pf 3-q rdfhnfk", "отчет за 3-й квартал"),
    ],
)
def test_a_whole_question(typed: str, meant: str) -> None:
    assert correct(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("настройки docker yf cthdtht", "настройки docker на сервере"),
        ("как настроить вщслук", "как настроить docker"),
        ("настройки вщслук сщьзщыу", "настройки docker compose"),
        ("ghbdtn request", "привет request"),
    ],
)
def test_some_words_of_a_question(typed: str, meant: str) -> None:
    assert correct(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("прbвет", "привет"), ("насnройки", "настройки"), ("докумеyn", "документ"), ("dockук", "docker")],
)
def test_a_word_typed_in_both_layouts(typed: str, meant: str) -> None:
    assert correct(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("yfcnhqjrb ik.pf", "настройки шлюза"),
        ("ujcnbybwe d vjcrdt jndtn", "гостиницу в москве ответ"),
        ("kfdfycjdsq jnxtn jngecr", "авансовый отчет отпуск"),
    ],
)
def test_typos_in_the_wrong_layout(typed: str, meant: str) -> None:
    """A word that is a typo away from one of the other layout is converted with the rest, then put right."""
    assert correct(typed) == meant


def test_a_name_follows_where_most_is_in_the_other_layout() -> None:
    assert correct("yfcnhjqrb Nfdhbvth") == "настройки Тавример"


@pytest.mark.parametrize(
    ("typed", "index", "meant"),
    [
        ("yfcnhjqrb NV-210", "настройки тм-210", "настройки ТМ-210"),
        ("yfcnhjqrb NV-210", "настройки тм-210 nv-210", "настройки NV-210"),
        ("NV-210", "тм-210", "ТМ-210"),
        ("У-1042", "e-1042", "E-1042"),
        ("ЛЕ-16 电池", "kt-16", "KT-16 电池"),
        ("NV-210", "тм-211 nm-210", "NV-210"),
        ("E-1042", "у-1043", "E-1042"),
        ("2024-й", "2024-q", "2024-й"),
    ],
)
def test_a_code_is_converted_where_the_index_has_exactly_the_other(typed: str, index: str, meant: str) -> None:
    assert correct(typed, index) == meant


def test_the_ending_is_chosen_by_the_index() -> None:
    """The key of ю is a full stop: отпускаю, or отпуска at the end of a sentence."""
    assert correct("gjckt jngecrf. yfcnhjqrb", {"отпуск": 9, "настройки": 5}) == "после отпуска. настройки"
    assert correct("z jngecrf. cj,fre", {"отпускать": 9, "собака": 5}) == "я отпускаю собаку"


@pytest.mark.parametrize(
    "question", ["net", "tot", "rele", "docker compose up", "kind of cell", "entity", "WHen did it"]
)
def test_words_of_latin_letters_stay(question: str) -> None:
    assert correct(question, "куду утешен нет") == question
