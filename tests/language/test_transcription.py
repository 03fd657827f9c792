"""Foreign words in Latin and in Russian letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.transcription import is_same_word, measure_transcription, write_by_sound, write_in_latin

SAME = """
docker докер | kubernetes кубернетес | postgres постгрес | google гугл | excel эксель | word ворд | outlook аутлук
python питон | python пайтон | github гитхаб | javascript джаваскрипт | linux линукс | windows виндовс | jira джира
slack слак | slack слэк | zoom зум | facebook фейсбук | youtube ютуб | instagram инстаграм | commit коммит | merge мерж
token токен | cache кэш | cache кеш | login логин | script скрипт | server сервер | hosting хостинг | router роутер
bluetooth блютуз | wifi вайфай | framework фреймворк | backend бэкенд | frontend фронтенд | deploy деплой | skype скайп
microsoft майкрософт | telegram телеграм | webhook вебхук | firewall файрвол | proxy прокси | grafana графана
elasticsearch эластиксерч | swagger сваггер | cloud клауд | mail мейл | price прайс | cluster кластер | tunnel туннель
resistor резистор | container контейнер | backup бэкап | joomla жумла | xerox ксерокс
"""
OTHER = """
docker доктор | server север | google гул | cloud облако | key ключ | word вода | bank банка | net не | pods поды
time тема | sale сало | line линия
"""


def split(table: str) -> list[list[str]]:
    return [row.split() for row in table.replace("\n", "|").split("|") if row.strip()]


@pytest.mark.parametrize(("latin", "russian"), split(SAME))
def test_one_word_in_two_scripts(latin: str, russian: str) -> None:
    assert is_same_word(latin, russian)


@pytest.mark.parametrize(("latin", "russian"), split(OTHER))
def test_two_words(latin: str, russian: str) -> None:
    assert not is_same_word(latin, russian)


@pytest.mark.parametrize(("latin", "russian"), [("", ""), ("ab", "аб"), ("docker", "docker"), ("докер", "docker")])
def test_what_is_no_pair_of_words_is_not_one_word(latin: str, russian: str) -> None:
    assert not is_same_word(latin, russian)


@pytest.mark.xfail(strict=True, reason="names read by their letters")
@pytest.mark.parametrize(("latin", "russian"), [("usb", "юэсби"), ("nginx", "энжинкс")])
def test_known_errors(latin: str, russian: str) -> None:
    assert is_same_word(latin, russian)


@pytest.mark.parametrize(
    ("russian", "latin"), [("докер", "doker"), ("линукс", "linux"), ("фигма", "figma"), ("сервер", "server")]
)
def test_usual_latin_spellings_come_first(russian: str, latin: str) -> None:
    assert write_in_latin(russian)[0] == latin


@pytest.mark.parametrize(
    ("latin", "russian"), [("docker", "докер"), ("linux", "линукс"), ("token", "токен"), ("jira", "джира")]
)
def test_usual_russian_spellings_come_first(latin: str, russian: str) -> None:
    assert write_by_sound(latin)[0] == russian


@given(st.text("abcxyz", max_size=12), st.text("абвкьё", max_size=12))
def test_no_more_is_missed_than_there_is(latin: str, russian: str) -> None:
    assert 0 <= measure_transcription(latin, russian) <= len(latin) + len(russian)
