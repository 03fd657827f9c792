"""Russian in Latin letters, and foreign words in either."""

from __future__ import annotations

import pytest

from tests.search.fake_vocabulary import correct, list_kinds


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("dogovor", "договор"),
        ("Dogovor", "Договор"),
        ("OTPUSK", "ОТПУСК"),
        ("kak vernut' den'gi za podpisku", "как вернуть деньги за подписку"),
        ("Kak vernut' dengi?", "Как вернуть деньги?"),
        ("pochemu ne rabotaet shlyuz", "почему не работает шлюз"),
        ("pochemu ne rabotayet shljuz", "почему не работает шлюз"),
        ("yuridicheskiy otdel", "юридический отдел"),
        ("juridicheskij otdel", "юридический отдел"),
        ("uridicheskii otdel", "юридический отдел"),
        ("obyom, ob\"em, ob'jom", 'объем, ob"em, объем'),
        ("tsena i cena", "цена и цена"),
        ("eto set i server otdela", "это сеть и сервер отдела"),
    ],
)
def test_russian_in_latin_letters(typed: str, meant: str) -> None:
    index = "договор отпуск деньги подписка вернуть работать шлюз юридический отдел объем цена сеть сервер это"
    assert correct(typed, index) == meant


def test_names_and_latin_words_in_such_a_question() -> None:
    assert correct("kak nastroit docker dlya Tavrimera", "настроить docker") == "как настроит docker для Тавримера"


def test_a_name_is_written_as_the_index_has_it() -> None:
    """The dictionary has Ниньбо only."""
    assert correct("kalibrovka datchika v Ninbo", "калибровка датчик нинбо") == "калибровка датчика в Нинбо"


def test_parts_of_a_compound_are_read_one_by_one() -> None:
    assert correct("dlina kabelya LTE-antenny", "длина кабель lte антенна") == "длина кабеля LTE-антенны"


def test_typos_in_such_a_question() -> None:
    assert correct("limit na gostinetsu v maskve", "лимит гостиница москва") == "лимит на гостиницу в москве"


def test_codes_follow_where_the_index_has_them_in_russian_letters_only() -> None:
    assert correct("tok potrebleniya DR-16", "ток потребление др-16") == "ток потребления ДР-16"
    assert correct("tok potrebleniya DR-16", "ток потребление др-16 dr-16") == "ток потребления DR-16"


@pytest.mark.parametrize(
    "question",
    ["redis", "limit", "server", "on my own", "is the course in Moscow", "Jira"],
)
def test_english_stays(question: str) -> None:
    assert correct(question, "redis limit server own course moscow") == question


def test_english_with_typos_is_no_russian() -> None:
    assert correct("what is incldued in the ckurse", "included course") == "what is included in the course"


@pytest.mark.parametrize(
    ("typed", "index", "meant"),
    [
        ("докер", "docker", "докер docker"),
        ("как настроить докер?", "docker настроить", "как настроить докер docker?"),
        ("в докере", "docker", "в докере docker"),
        ("кубернетес", "kubernetes", "кубернетес kubernetes"),
        ("постгрес", "postgres", "постгрес postgres"),
        ("бэкап", "backup", "бэкап backup"),
        ("docker", "докер", "docker докер"),
        ("настроить kubernetes", "настроить кубернетес", "настроить kubernetes кубернетес"),
        ("контролер", "контроллер controller", "контролер контроллер"),
        ("кеш", "кэш", "кеш"),
    ],
)
def test_the_other_spelling_of_a_foreign_word_is_added(typed: str, index: str, meant: str) -> None:
    """Where the index has no passage with the word as it is written. Three letters are too few."""
    assert correct(typed, index) == meant


def test_an_added_spelling_is_told_with_the_word() -> None:
    assert list_kinds("настроить докер", "docker") == [("transliteration", "докер", "докер docker")]


@pytest.mark.parametrize("typed", ["докер", "docker", "как настроить докер"])
def test_nothing_is_added_to_a_word_that_the_index_has(typed: str) -> None:
    assert correct(typed, "докер docker настроить") == typed


@pytest.mark.parametrize(("typed", "index"), [("докер", "доктор doctor"), ("сервер", "север sever"), ("much", "мука")])
def test_words_that_merely_look_alike_are_not_added(typed: str, index: str) -> None:
    assert correct(typed, index) == typed
