"""Words that carry grammar rather than meaning. They are indexed like all others; a question asks for them only when it
has nothing else, and they are not marked in results. Negations are asked for."""

from __future__ import annotations

from typing import Final

from language.lemmas import is_function_word
from language.morphology import is_russian_word
from language.records import Term

ENGLISH: Final = frozenset(
    """a about also an and any are as at be been but by can could did do does for from had has have he her here his how
    i if in into is it its may me might must my no not of on only or our she should so some than that the their them
    then there these they this those to us was we were what when where which who whose why will with would you
    your""".split()
)
CHINESE: Final = frozenset(
    """的 了 在 是 和 与 及 或 我 你 您 他 她 它 们 我们 你们 他们 吗 呢 吧 把 被 就 也 都 很 有 能 会 可以 请 请问 这
    那 这个 那个 一个 如何 怎么 怎样 怎么办 为什么 什么 什么样 哪 哪里 哪个 哪些 多少 几 谁""".split()
)
# Beside prepositions, conjunctions, particles and personal pronouns, which the dictionary tells: other pronouns,
# question words, modal words, and «делать», which a question for what to do is asked with.
RUSSIAN: Final = frozenset(
    """что как где когда какой который кто чей сколько почему зачем куда откуда насколько я ты он она оно мы вы они это
    этот тот такой сам самый весь свой мой наш ваш быть есть мочь смочь можно нужно нужный надо должный необходимо
    необходимый ли хотеть захотеть являться явиться делать сделать потому поэтому еще уже только тут там здесь тогда
    очень более менее нибудь либо здравствуйте подсказать""".split()
)
# Readings that some of these words also have, and that nobody means: мой (wash!), весь (weighs), уже (narrower).
BESIDE: Final = frozenset("мыть вымыть помыть весить какать съесть может уж узкий нибыть здравствовать".split())
NEGATIONS: Final = frozenset(
    """не ни нет нету нельзя без никогда никто ничто ничего никакой нигде никуда невозможно no not never without cannot
    nor none 不 没 没有 无 未 非 别 勿 不能 不会 不可 无法""".split()
)


def is_negation(term: Term) -> bool:
    """Whether the term turns the meaning round: without it «не работает» would be «работает»."""
    return not NEGATIONS.isdisjoint(term.lemmas)


def carries_grammar(term: Term) -> bool:
    """Whether the term is a preposition, conjunction, particle, pronoun or question word in all its readings.

    An acronym that only looks like one (ПО, ТО) does not.

    >>> from language.analysis import analyze
    >>> [term.surface for term in analyze("как вернуть деньги за подписку").terms if not carries_grammar(term)]
    ['вернуть', 'деньги', 'подписку']
    """
    joined = {lemma.replace("-", "") for lemma in term.lemmas if "-" in lemma}  # из-за is found as изза too
    telling = [lemma for lemma in term.lemmas if lemma not in joined and not _is_function_word(lemma)]
    return len(telling) < len(term.lemmas) - len(joined) and BESIDE.issuperset(telling)


def _is_function_word(lemma: str) -> bool:
    if lemma in ENGLISH or lemma in CHINESE or lemma in RUSSIAN:
        return True
    return is_russian_word(lemma) and is_function_word(lemma)
