"""Dictionary forms of Russian words."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from language.lemmas import is_function_word, lemmatize
from language.morphology import LONGEST_WORD, is_known

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
    assert lemmatize(word) == tuple(lemmas.split())


MEETING_TABLE = [
    # forms that share a lemma: fleeting vowels, other roots, participles, degrees, surnames, patronymics
    "пес пса псу псы",
    "день дня дней",
    "окно окон",
    "сестра сестер",
    "ветер ветра",
    "огонь огня",
    "письмо писем",
    "церковь церкви церквей",
    "любовь любви",
    "лоб лбу",
    "человек люди людей",
    "год лет годов",
    "ребенок дети детьми",
    "идти шел идет шедший",
    "друг друзья",
    "хороший лучше",
    "плохой хуже",
    "маленький меньше",
    "быстрый быстрее быстрейший",
    "дорогой дороже",
    "уволить уволенного уволен уволив",
    "оплатить оплачен оплаченный",
    "работать работающий работал",
    "иванов иванова ивановым ивановой ивановых",
    "хрущев хрущевой хрущеву",
    "достоевский достоевского достоевской",
    "ковальчук ковальчука",
    "петровна петровны петровной",
    "ильинична ильиничны",
    "сергеевич сергеевича",
]


@pytest.mark.parametrize("forms", MEETING_TABLE)
def test_forms_of_a_word_share_a_lemma(forms: str) -> None:
    assert set.intersection(*(set(lemmatize(form)) for form in forms.split()))


@pytest.mark.parametrize(
    ("one", "other"),
    [("иванов", "иван"), ("петровна", "петрович"), ("миксер", "микшер"), ("лет", "лететь"), ("дети", "деть")],
)
def test_other_words_share_no_lemma(one: str, other: str) -> None:
    assert not set(lemmatize(one)) & set(lemmatize(other))


@pytest.mark.parametrize("word", ["опора", "объем", "заем", "еж", "пчела", "самолет"])
def test_lemma_is_written_without_yo(word: str) -> None:
    assert all("ё" not in lemma for lemma in lemmatize(word))
    assert word in lemmatize(word)


def test_long_word_is_left_as_it_is() -> None:
    word = "а" * (LONGEST_WORD + 1)
    assert lemmatize(word) == (word,)


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
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lemmatize, words)) == [lemmatize(word) for word in words]
