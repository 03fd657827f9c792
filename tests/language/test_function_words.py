"""Which words a question can do without, and which it never loses."""

from __future__ import annotations

import pytest

from language.analysis import analyze
from language.function_words import carries_grammar, is_negation

TELLING_TABLE = [
    # question | what is left of it
    ("как вернуть деньги за подписку", "вернуть деньги подписку"),
    ("что делать, если не работает принтер", "не работает принтер"),
    ("Что нужно сделать, чтобы получить отпуск?", "получить отпуск"),
    ("какая справка нужна для визы", "справка визы"),
    ("могу ли я уйти раньше из-за болезни", "уйти раньше болезни"),
    ("есть ли у нас мой договор", "договор"),
    ("можно ли без пропуска", "без пропуска"),
    ("почему нельзя войти", "нельзя войти"),
    ("кто никогда не опаздывает", "никогда не опаздывает"),
    ("обновить ПО на сервере", "обновить ПО сервере"),
    ("ЧТО ДЕЛАТЬ, ЕСЛИ НЕ РАБОТАЕТ ПРИНТЕР", "НЕ РАБОТАЕТ ПРИНТЕР"),
    ("том 2 договора", "том 2 договора"),
    ("how do I get my money back without a receipt", "get money back without receipt"),
    ("why can't I not log in", "can't not log"),
    ("怎么办理出差报销", "办理 出差 报销"),
    ("为什么不能登录", "不能 登录"),
]


@pytest.mark.parametrize(("question", "telling"), TELLING_TABLE)
def test_question_keeps_what_it_is_about(question: str, telling: str) -> None:
    kept = [t.surface for t in analyze(question).terms if is_negation(t) or not carries_grammar(t)]
    assert " ".join(kept) == telling


@pytest.mark.parametrize(
    "text",
    "не ни нет нельзя без никогда ничего никакого нету НЕ not no never without cannot can't don't 不 没有 无法".split(),
)
def test_negations_are_never_lost(text: str) -> None:
    assert any(is_negation(term) for term in analyze(text).terms)


@pytest.mark.parametrize("text", ["работа", "делопроизводство", "образ", "нетто", "ничья", "note", "съел", "вымыть"])
def test_content_words_are_neither(text: str) -> None:
    (term,) = analyze(text).terms
    assert not carries_grammar(term)
    assert not is_negation(term)


@pytest.mark.parametrize("text", ["что это такое", "как быть", "to be or not to be", "это что"])
def test_question_of_function_words_alone_still_has_terms(text: str) -> None:
    assert all(term.lemmas for term in analyze(text).terms)
    assert analyze(text).terms
