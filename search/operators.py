"""Operators in a question: "exact phrase", -word, +word, type:pdf, a OR b. Whatever is not surely one of them is text.

The parser is pure and accepts any string. What a person types is never lost: each character that is no space lies in
an operator or in a part that is searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from search.operator_tokens import MOST_OPERATORS, OperatorKind, Token, is_han, iter_tokens

_EITHER: Final = frozenset({"OR", "ИЛИ", "|", "||"})
# A sentence that asks: a question mark at its end, a question word at its beginning (в каком городе), 什么 anywhere.
_ASKING: Final = re.compile(
    r".*[?？]\W*"
    r"|(?:\w+\s+)?(?:как\w{0,3}|кто|кого|кому|кем|ком|что|чего|чему|чем|чём|где|когда|куда|откуда|зачем|почему|сколько"
    r"|котор\w+|чей|чья|чьё|чьи|what|who|whom|whose|where|when|which|why|how)\b.*"
    r"|.*(?:什么|如何|怎么|怎样|为何|多少|哪|谁|吗).*",
    re.IGNORECASE | re.DOTALL,
)
_SENTENCE_WORDS: Final = 2  # besides what is quoted: "E-1042"? is no sentence
_SHOUTED_WORDS: Final = 4  # a question in capitals with so many words says ИЛИ as any other word


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator and the stretch of the question where it stands.

    text: what it is about, without quotes, sign and field name.
    field, values: of a filter; `negated`: it leaves documents out.
    """

    kind: OperatorKind
    start: int
    end: int
    text: str
    field: str | None = None
    values: tuple[str, ...] = ()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the question that is searched.

    kind: PHRASE or REQUIRED; such a part is never corrected. alternative: number of the group that it belongs to.
    glued: no space stands before it, as before the comma of "one", "two".
    """

    text: str
    start: int
    end: int
    kind: OperatorKind | None = None
    alternative: int | None = None
    glued: bool = False


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question taken apart: `parts` are searched and embedded, `operators` narrow; both in order."""

    source: str
    parts: tuple[Part, ...]
    operators: tuple[Operator, ...]

    @property
    def text(self) -> str:
        """The question without operators: words of phrases, required words and alternatives are in it.

        >>> parse_operators('"ежегодный отпуск" -больничный тип:pdf').text
        'ежегодный отпуск'
        """
        return join_parts(self.parts)


def parse_operators(question: str) -> ParsedQuestion:
    """The question's operators and the rest of it.

    >>> [(operator.kind.value, operator.text) for operator in parse_operators('отпуск -декретный "28 дней"').operators]
    [('excluded', 'декретный'), ('phrase', '28 дней')]
    """
    tokens = list(iter_tokens(question))
    groups = _find_groups(question, tokens)
    if not groups and _only_mentions(question, tokens):
        tokens = [replace(token, kind=OperatorKind.MENTION) if token.kind else token for token in tokens]
    operators = [_make_operator(token) for token in tokens if token.kind is not None]
    for first, last in groups:
        start, end = tokens[first].start, tokens[last].end
        operators.append(Operator(OperatorKind.EITHER, start, end, question[start:end]))
    merged = _merge_filters(question, tokens, operators)
    operators = sorted(merged, key=lambda operator: (operator.start, -operator.end))
    return ParsedQuestion(question, tuple(_iter_parts(question, tokens, groups, operators)), tuple(operators))


def take_as_text(question: str) -> ParsedQuestion:
    """The question without a look for operators: all of it is one part, with single spaces."""
    text = " ".join(question.split())
    return ParsedQuestion(question, (Part(text, 0, len(question)),) if text else (), ())


def join_parts(parts: Sequence[Part], texts: Sequence[str] | None = None) -> str:
    """The parts as one text, apart where they stood apart; `texts`: what is written in their place."""
    return "".join(_iter_joined(parts, texts))


def locate_parts(parts: Sequence[Part], texts: Sequence[str] | None = None) -> list[tuple[int, int]]:
    """Where each part stands in the text that `join_parts` makes."""
    places, length = [], 0
    pieces = list(_iter_joined(parts, texts))
    for space, text in zip(pieces[::2], pieces[1::2], strict=True):
        length += len(space)
        places.append((length, length + len(text)))
        length += len(text)
    return places


def _iter_joined(parts: Sequence[Part], texts: Sequence[str] | None) -> Iterator[str]:
    """A space or nothing, then a part, for each part."""
    for place, (part, text) in enumerate(zip(parts, texts or [part.text for part in parts], strict=True)):
        yield " " if place and not part.glued else ""
        yield text


# Groups and parts


def _find_groups(question: str, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """First and last token of each stretch that `OR` joins; words, `OR`s and phrases alternate in it."""
    if _is_shouted(question):
        return []
    groups: list[tuple[int, int]] = []
    for place in range(1, len(tokens) - 1):
        if not _is_either(tokens[place]):
            continue
        before, after = tokens[place - 1], tokens[place + 1]
        if not (before.says_something and after.says_something) or _is_either(before) or _is_either(after):
            continue
        if groups and groups[-1][1] == place - 1:
            groups[-1] = (groups[-1][0], place + 1)
        elif len(groups) < MOST_OPERATORS:
            groups.append((place - 1, place + 1))
    return groups


def _only_mentions(question: str, tokens: Sequence[Token]) -> bool:
    """Whether the question is a sentence that asks, with quotation marks and no other operator."""
    phrases = [token for token in tokens if token.kind is not None]
    are_plain = all(token.kind is OperatorKind.PHRASE and question[token.start] != "+" for token in phrases)
    plain = [token.text for token in tokens if token.kind is None and token.says_something]
    words = len(plain) + sum(map(is_han, "".join(plain))) // 2  # 谁是 are two words
    return bool(phrases) and are_plain and words >= _SENTENCE_WORDS and _ASKING.fullmatch(question) is not None


def _is_either(token: Token) -> bool:
    return token.kind is None and token.text in _EITHER


def _is_shouted(question: str) -> bool:
    words = question.split()
    return len(words) >= _SHOUTED_WORDS and question == question.upper() and question != question.lower()


def _merge_filters(question: str, tokens: Sequence[Token], operators: Sequence[Operator]) -> list[Operator]:
    """`type:pdf OR type:docx` is one filter with two values."""
    joined = {(tokens[i - 1].end, tokens[i + 1].start) for i in range(1, len(tokens) - 1) if _is_either(tokens[i])}
    merged: list[Operator] = []
    for operator in operators:
        last = merged[-1] if merged else None
        if last and (last.end, operator.start) in joined and _is_same_filter(last, operator):
            text = question[last.start : operator.end]
            values = (*last.values, *operator.values)
            merged[-1] = Operator(operator.kind, last.start, operator.end, text, operator.field, values)
        else:
            merged.append(operator)
    return merged


def _is_same_filter(one: Operator, other: Operator) -> bool:
    are_filters = one.kind is other.kind is OperatorKind.FILTER
    return are_filters and one.field == other.field and not (one.negated or other.negated)


def _make_operator(token: Token) -> Operator:
    assert token.kind is not None
    return Operator(token.kind, token.start, token.end, token.text, token.field, token.values, token.negated)


def _iter_parts(
    question: str, tokens: Sequence[Token], groups: Sequence[tuple[int, int]], operators: Sequence[Operator]
) -> Iterator[Part]:
    group_of = {place: number for number, (first, last) in enumerate(groups) for place in range(first, last + 1)}
    filters = [operator for operator in operators if operator.kind is OperatorKind.FILTER]
    end, is_word = -1, False
    for place, token in enumerate(tokens):
        group = group_of.get(place)
        is_inside_filter = any(filter_.start <= token.start < filter_.end for filter_ in filters)
        if not token.is_searched or is_inside_filter or (group is not None and _is_either(token)):
            continue
        # 如何“退款”流程: the quotation marks part words, so a space takes their place.
        glued = token.start == end and not (is_word and token.text[0].isalnum())
        end, is_word = token.end, token.text[-1].isalnum()
        if token.kind is None:
            yield Part(token.text, token.start, token.end, None, group, glued)
        else:  # the words themselves, where they stand inside the quotation marks
            start = question.index(token.text, token.start)
            kind = None if token.kind is OperatorKind.MENTION else token.kind
            yield Part(token.text, start, start + len(token.text), kind, group, glued)
