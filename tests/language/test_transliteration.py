"""Russian in Latin letters, by many writers' habits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.transliteration import find_russian_spellings, write_in_russian

HABITS = """
dogovor договор | otpusk отпуск | dengi деньги | den'gi деньги | vernut вернут | vernut' вернуть
obshchestvo общество | obschestvo общество | obshhestvo общество | schet счет | schyot счет
bolnichnyy больничный | bolnichnyj больничный | bol'nichniy больничный | bolnichny больничны
usloviya условия | uslovija условия | usloviia условия | yubiley юбилей | jubilej юбилей | iubilei юбилей
tsena цена | cena цена | tzena цена | khleb хлеб | hleb хлеб | xleb хлеб | zhurnal журнал | eto это | eshche еще
podezd подъезд | pod'ezd подъезд | obyavlenie объявление | kakie-to какие-то | werstat' верстать
lublu люблю | vsyo все | vse все | moy мой | moi мой | mojno можно | 4to что | shto што | nakhoditsya находится
"""


@pytest.mark.parametrize("row", HABITS.replace("\n", "|").strip("|").split("|"))
def test_words_as_people_write_them(row: str) -> None:
    latin, russian = row.split()
    assert russian in [spelling.word for spelling in find_russian_spellings(latin)]


@pytest.mark.parametrize(("latin", "first"), [("dogovor", "договор"), ("vernut'", "вернуть"), ("zakonov", "законов")])
def test_usual_letters_come_first(latin: str, first: str) -> None:
    spelling = find_russian_spellings(latin)[0]
    assert (spelling.word, spelling.oddity) == (first, 0.0)


@pytest.mark.parametrize("latin", ["kubernetes", "windows", "compose", "what", "", "договор", "x" * 99, "jngecr", "q1"])
def test_what_is_no_russian_word_has_no_spelling(latin: str) -> None:
    assert find_russian_spellings(latin) == ()


@pytest.mark.parametrize(
    ("latin", "russian"),
    [
        ("Shcherbakov", "Щербаков"), ("Markoni", "Маркони"), ("MARKONI", "МАРКОНИ"), ("Tavrimer", "Тавример"),
        ("Tolstoy", "Толстой"), ("Dostoevskiy", "Достоевский"), ("Zhukova", "Жукова"), ("Yuliya", "Юлия"), ("", ""),
    ],
)  # fmt: skip
def test_names_are_written_letter_by_letter(latin: str, russian: str) -> None:
    assert write_in_russian(latin) == russian


@given(st.text(alphabet="abcdehiksyzjou'`-4", max_size=40))
def test_any_word_is_read_within_bounds(latin: str) -> None:
    assert len(find_russian_spellings(latin)) <= 12
    write_in_russian(latin)
