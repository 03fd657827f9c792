"""Words that carry grammar rather than meaning. They are indexed like all others; a question asks for them only when it
has nothing else, and they are not marked in results. Negations are asked for."""

from __future__ import annotations

from typing import Final

from language.lemmas import is_function_word, is_russian_word
from language.records import Term

ENGLISH: Final = frozenset(
    """a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it
    its me my no not of on or our she so than that the their them there these they this those to was we were what when
    where which who why will with would you your""".split()
)
CHINESE: Final = frozenset(
    "的 了 在 是 和 与 及 或 我 你 他 她 它 们 吗 呢 吧 把 被 就 也 都 很 如何 怎么 什么 哪里 多少".split()
)
# Question words and pronouns, which the dictionary does not count among prepositions, conjunctions and particles.
RUSSIAN: Final = frozenset(
    """что как где когда какой который кто чей сколько почему зачем куда откуда я ты он она оно мы вы они это этот тот
    весь свой мой наш ваш быть мочь можно нужно надо ли""".split()
)
NEGATIONS: Final = frozenset({"не", "ни", "нет", "без", "no", "not", "without", "不", "没", "没有", "无"})


def is_negation(term: Term) -> bool:
    """Whether the term turns the meaning round: without it «не работает» would be «работает»."""
    return not NEGATIONS.isdisjoint(term.lemmas)


def carries_grammar(term: Term) -> bool:
    """Whether the term is a preposition, conjunction, particle, pronoun or question word in all its readings.

    >>> from language.analysis import analyze
    >>> [term.surface for term in analyze("как вернуть деньги за подписку").terms if not carries_grammar(term)]
    ['вернуть', 'деньги', 'подписку']
    """
    return all(_is_function_word(lemma) for lemma in term.lemmas)


def _is_function_word(lemma: str) -> bool:
    if lemma in ENGLISH or lemma in CHINESE or lemma in RUSSIAN:
        return True
    return is_russian_word(lemma) and is_function_word(lemma)
