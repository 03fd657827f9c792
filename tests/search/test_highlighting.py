"""Marked words and snippets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.analysis import DEFAULT, analyze
from search.highlighting import Highlighter, cut_snippet, read_terms


def mark(question: str, text: str) -> list[str]:
    matches = Highlighter(analyze(question)).find_matches(read_terms(DEFAULT, text))
    return [text[start:end] for (start, end), _ in matches]


@pytest.mark.parametrize(
    ("question", "text", "marked"),
    [
        ("отпуск", "Отпуска переносят; об отпуске просят.", ["Отпуска", "отпуске"]),
        ("еж", "Ёж и ежи", ["Ёж", "ежи"]),
        ("договор", "Догово\u0301р аренды", ["Догово\u0301р"]),
        (
            "электронный документ",
            "элек\u00adтрон\u00adный доку\u200bмент",
            ["элек\u00adтрон\u00adный", "доку\u200bмент"],
        ),
        ("e1042", "Ошибка E-1042: нет связи", ["E-1042"]),
        ("как вернуть деньги за подписку", "Возврат за подписку и деньги", ["подписку", "деньги"]),
        ("how to reset the password", "Passwords are reset by the admin", ["Passwords", "reset"]),
        ("数据库 备份", "数据库的备份", ["数据库", "备份"]),
        ("как", "как и что", ["как"]),
    ],
)
def test_every_inflected_form_is_marked_in_the_source_text(question: str, text: str, marked: list[str]) -> None:
    assert mark(question, text) == marked


def test_snippet_shows_the_part_with_most_different_words() -> None:
    filler = "Здесь нет ничего важного для ответа. " * 30
    text = f"{filler}Отпуск. {filler}Перенос отпуска согласуют с руководителем. {filler}"
    matches = Highlighter(analyze("перенос отпуска")).find_matches(read_terms(DEFAULT, text))
    snippet = cut_snippet(text, matches)
    assert "Перенос отпуска" in snippet.text
    assert [snippet.text[start:end] for start, end in snippet.matches] == ["Перенос", "отпуска"]
    assert snippet.text.startswith("…")
    assert snippet.text.endswith("…")


def test_short_text_is_its_own_snippet() -> None:
    assert cut_snippet("Коротко.", []).text == "Коротко."


@given(st.text(max_size=60), st.text(max_size=2000))
def test_marks_lie_inside_and_do_not_overlap(question: str, text: str) -> None:
    matches = Highlighter(analyze(question)).find_matches(read_terms(DEFAULT, text))
    snippet = cut_snippet(text, matches)
    for stretches, length in (([stretch for stretch, _ in matches], len(text)), (snippet.matches, len(snippet.text))):
        ends = [0, *(place for stretch in stretches for place in stretch)]
        assert ends == sorted(ends)
        assert all(start < end <= length for start, end in stretches)
    assert len(snippet.text) <= 330
