"""Stems, and where Snowball alone would do harm."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from language.lemmas import is_function_word
from language.stems import lemmatize_english, stem_english, stem_russian


def list_stems(word: str) -> tuple[str, ...]:
    return tuple(stem.text for stem in stem_russian(word))


PARADIGMS = [
    # all forms in a line share a stem
    "объем объема объему объемом объемы объемов объемами",
    "подъем подъема подъему подъемом подъемы подъемов",
    "водоем водоема водоемы водоемов",
    "проем проема проемом проемы",
    "прием приема приему приемом приемы приемов",
    "заем займа займу займом займы",
    "наем найма найму наймом",
    "отъем отъема отъемом",
    "съем съема съемом",
    "режим режима режимом режимы режимов",
    "остров острова островом острова",
    "отдых отдыха отдыхом",
    "диплом диплома дипломом дипломы",
    "кредит кредита кредитом кредиты",
    "система системы систем системами",
    "реклама рекламы реклам рекламой",
    "договор договора договором договоры договоров",
    "микшер микшера микшером",
    "работа работы работе работой",
]


@pytest.mark.parametrize("forms", PARADIGMS)
def test_forms_of_a_noun_share_their_stem(forms: str) -> None:
    shared = set.intersection(*(set(list_stems(form)) for form in forms.split()))
    assert shared


STEM_TABLE = [
    ("объема", "объем"),
    ("приему", "прием"),
    ("займа", "заем"),
    ("рабочий", "рабоч"),
    ("электронный", "электрон"),
    ("аренды", "аренд"),
    ("иванов", "иванов"),
    ("иван", "иван"),
    ("за", "за"),
    ("при", "при"),
    ("лет", "лет"),  # its lemma год shares nothing with it
    ("ем", "ем"),
    ("займу", "займ заем"),  # I shall occupy; to a loan
    ("залом", "залом зал"),
    ("белки", "белк белок"),
    ("иванова", "иванов"),
]


@pytest.mark.parametrize(("word", "stems"), STEM_TABLE)
def test_word_is_stemmed(word: str, stems: str) -> None:
    assert list_stems(word) == tuple(stems.split())


@pytest.mark.parametrize(
    "word", ["прием", "заем", "наем", "отъем", "доем", "поем", "наела", "заела", "переем", "вовою"]
)
def test_content_word_never_becomes_a_function_word(word: str) -> None:
    for stem in list_stems(word):
        assert len(stem) >= 2
        assert not is_function_word(stem)


@pytest.mark.parametrize(("first", "second"), [("миксер", "микшер"), ("иван", "иванов"), ("дом", "домен")])
def test_different_words_keep_different_stems(first: str, second: str) -> None:
    assert not set(list_stems(first)) & set(list_stems(second))


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("john's", "john"),
        ("running", "run"),
        ("indexes", "index"),
        ("documents", "document"),
        ("postgresql", "postgresql"),
    ],
)
def test_english_word_is_stemmed(word: str, stem: str) -> None:
    assert stem_english(word) == stem


@pytest.mark.parametrize(
    ("word", "lemmas"),
    [
        ("documents", "document"),
        ("policies", "policy policie"),
        ("branches", "branch branche"),
        ("indexes", "index indexe"),
        ("addresses", "address"),
        ("class", "class"),
        ("status", "status"),
        ("analysis", "analysis"),
        ("universe", "universe"),
        ("university", "university"),
        ("john's", "john"),
        ("its", "its"),
        ("docker", "docker"),
    ],
)
def test_english_lemma_is_the_singular(word: str, lemmas: str) -> None:
    assert lemmatize_english(word) == tuple(lemmas.split())


def test_threads_do_not_disturb_each_other() -> None:
    """Snowball's stemmers keep the word they work on."""
    words = [f"неведом{suffix}{ending}" for suffix in "абвгд" for ending in ("ами", "ого", "ыми", "ующий")] * 50
    expected = [stem_russian(word) for word in words]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(stem_russian, words)) == expected
