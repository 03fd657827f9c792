"""Sentence borders: B18, B19."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.sentences import explain_boundaries, split_sentences

# '|' stands where a sentence ends; spaces belong to the sentence before.
TABLE = [
    "А. С. Пушкин родился в 1799 г. в Москве. |Он поэт.",
    "См. рис. 5 и табл. 2.",
    "Это в п. 3.2.1 регламента. |Далее.",
    "Отпуск, т. е. отдых, длится 28 дн. |Работник пишет заявление.",
    "Проф. Петров живёт на ул. Ленина, д. 5. |Он болен.",
    "Цена 5.5 руб. за шт. |Скидка 10%.",
    "Смотри https://example.ru/a.b?c=d. |Далее.",
    "МГТУ им. Баумана.",
    "Найдите точку M. |Найдите KM.",
    "问题？|回答！|结束；",
    "他说：“好。”|然后走了。",
    "Бумага, ручки и т. д. |Он купил всё.",
    "Офис в г. Москве. |Склад в Твери.",
    "Было в 2020 г. |Потом иначе.",
    "Длина 5 см. |Ширина 3 см.",
    "Выход у м. Пушкинская. |Далее пешком.",
    "Итого 5 руб. 20 коп. |Подпись.",
    "1. Первое условие. |Оно главное.",
    "Что? |Да! |Нет…",
    "— Что? — спросил он. |— Ничего.",
    "«Привет!» |Он ушёл.",
    "Он… ушёл. |Она осталась.",
    "Mr. Smith came. |He left.",
    "See e.g. Fig. 5. |It works!",
    "He said no. |Then he left.",
    "Пункт первый.\n|- второй.\n|- третий",
    "Заголовок\n\n|Текст",
    "Строка\nбез точки",
    "(см. п. 5). |Далее.",
]


@pytest.mark.parametrize("marked", TABLE)
def test_sentences(marked: str) -> None:
    text = marked.replace("|", "")
    assert [text[start:end] for start, end in split_sentences(text)] == marked.split("|")


def test_repeated_chinese_sentences() -> None:
    assert len(split_sentences("这是第一句。" * 500)) == 500


@pytest.mark.parametrize(("text", "count"), [("", 0), ("  ", 1), (".", 1)])
def test_texts_without_words(text: str, count: int) -> None:
    assert len(split_sentences(text)) == count


@given(st.text(alphabet=st.sampled_from('аБ.!?…;。！\n -(«»"1z\u0301') | st.characters(codec="utf-8")))
def test_spans_joined_give_back_the_text(text: str) -> None:
    spans = split_sentences(text)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(start < end for start, end in spans)


def test_debug_view_names_the_rule() -> None:
    assert explain_boundaries("МГТУ им. Баумана. Да.") == [
        (9, "leading_abbreviation", False),
        (18, "default", True),
        (21, "end_of_text", True),
    ]


@pytest.mark.parametrize("text", ["!" * 50_000 + "a", ". " * 20_000, "\n" + " " * 50_000, "а-" * 50_000, ".»" * 50_000])
def test_long_runs_end_and_lose_nothing(text: str) -> None:
    """Each of these makes a careless pattern quadratic."""
    assert sum(end - start for start, end in split_sentences(text)) == len(text)
