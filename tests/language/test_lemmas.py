"""Dictionary forms of Russian words."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from language.lemmas import LONGEST_WORD, RussianLemmatizer, is_function_word, is_known

LEMMA_TABLE = [
    # word | its lemmas, best first
    ("опоре", "опора опор"),
    ("стали", "стать сталь"),
    ("банка", "банк банка"),
    ("банки", "банк банка"),
    ("залом", "залом зал зало"),
    ("лет", "год"),  # not лёт, .002 of the readings
    ("года", "год"),
    ("том", "тот том"),
    ("вести", "вести весть"),
    ("белки", "белка белок"),
    ("при", "при"),  # not переть
    ("дней", "день"),
    ("котенок", "котенок"),
    ("тяжелые", "тяжелый"),
    ("бои", "бой"),
    ("займа", "заем"),
    ("договоры", "договор"),
    ("иванов", "иванов"),
    ("ивановым", "иванов"),
    ("иванова", "иванов"),
    ("иван", "иван"),
    ("кузнецов", "кузнецов кузнец"),
    ("петровна", "петровна"),
    ("петровной", "петровна"),
    ("петрович", "петрович"),
    ("сергеевны", "сергеевна"),
    ("интернет-магазина", "интернет-магазин"),
    ("д", "д"),  # not далее
    ("docker", "docker"),
    ("їжак", "їжак"),
]


@pytest.mark.parametrize(("word", "lemmas"), LEMMA_TABLE)
def test_word_gets_the_lemmas_of_its_plausible_readings(word: str, lemmas: str) -> None:
    assert RussianLemmatizer().lemmatize(word) == tuple(lemmas.split())


@pytest.mark.parametrize("word", ["опора", "объем", "заем", "еж", "пчела", "самолет"])
def test_lemma_is_written_without_yo(word: str) -> None:
    assert all("ё" not in lemma for lemma in RussianLemmatizer().lemmatize(word))
    assert word in RussianLemmatizer().lemmatize(word)


def test_long_word_is_left_as_it_is() -> None:
    word = "а" * (LONGEST_WORD + 1)
    assert RussianLemmatizer().lemmatize(word) == (word,)


@pytest.mark.parametrize("word", ["за", "на", "при", "от", "не", "и"])
def test_function_words_are_known(word: str) -> None:
    assert is_function_word(word)


@pytest.mark.parametrize("word", ["заем", "отпуск", "docker", "бвгджз", "я-часы"])
def test_content_words_are_no_function_words(word: str) -> None:
    assert not is_function_word(word)


def test_dictionary_knows_words_and_not_letters_at_random() -> None:
    assert is_known("регламент")
    assert not is_known("хтукфвтыщ")


def test_threads_get_the_same_lemmas() -> None:
    words = [word for word, _ in LEMMA_TABLE] * 20
    lemmatize = RussianLemmatizer().lemmatize
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lemmatize, words)) == [lemmatize(word) for word in words]
