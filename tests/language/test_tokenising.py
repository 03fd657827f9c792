"""One tokenizer for words, codes, addresses, Han runs and signs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.cleaning import clean
from language.tokenising import Shape, iter_tokens

TOKEN_TABLE = [
    ("Порядок приёма на работу.", "Порядок | приема | на | работу"),
    ("альфа, подъезд; объём", "альфа | подъезд | объем"),
    ("Замо\u0301к.", "Замок"),
    ("АБВ_где т.е. 5,5 и 12.0.004-2015.", "АБВ_где | т.е | 5,5 | и | 12.0.004-2015"),
    ("интернет-магазин Кот-д'Ивуар", "интернет-магазин | Кот-д'Ивуар"),
    ("слово — слово – слово -слово", "слово | слово | слово | слово"),
    ("docker build --no-cache -t app", "docker | build | --no-cache | -t | app"),
    ("см. https://example.ru/a.b?c=d.", "см | https://example.ru/a.b?c=d"),
    ("见https://example.com。然后", "见 | https://example.com | 然后"),
    ("пишите на ivan.petrov@example.ru, срочно", "пишите | на | ivan.petrov@example.ru | срочно"),
    ("файл /etc/nginx/nginx.conf.", "файл | /etc/nginx/nginx.conf"),
    ("C:\\Windows\\System32 и ~/.ssh", "C:\\Windows\\System32 | и | ~/.ssh"),
    ("C++, C++17, C# и .NET", "C++ | C++17 | C# | и | .NET"),
    ("AC/DC CURLOPT_URL v2.1.3", "AC/DC | CURLOPT_URL | v2.1.3"),
    ("цена 12 000 руб", "цена | 12 000 | руб"),
    ("Ошибка E 1042", "Ошибка | E 1042"),
    ("ПЛАН НА 2024 ГОД", "ПЛАН | НА | 2024 | ГОД"),
    ("错误代码E-1042，见 ГОСТ", "错误代码 | E-1042 | 见 | ГОСТ"),
    ("license服务器", "license | 服务器"),
    ("отпуск 🏖️ и 👨‍👩‍👧 🇷🇺", "отпуск | 🏖 | и | 👨‍👩‍👧 | 🇷🇺"),
    ("| a | b |\n|---|---|\n■ пункт ─────", "a | b | пункт"),
    ('ошибка: (код "незакрытая * \\ ~ ^', "ошибка | код | незакрытая"),
    ("   \t\n", ""),
]


@pytest.mark.parametrize(("text", "tokens"), TOKEN_TABLE)
def test_text_is_cut_into_tokens(text: str, tokens: str) -> None:
    assert " | ".join(token.text for token in iter_tokens(clean(text).cased)) == tokens


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("E 1042", Shape.SPACED),
        ("12 000", Shape.GROUPED),
        ("--no-cache", Shape.OPTION),
        ("C++", Shape.SIGNED),
        ("a@b.ru", Shape.EMAIL),
        ("错误", Shape.HAN),
        ("№", Shape.NUMBER_SIGN),
        ("слово", Shape.RUN),
    ],
)
def test_token_says_which_rule_made_it(text: str, shape: Shape) -> None:
    assert [token.shape for token in iter_tokens(text)] == [shape]


@given(st.text(st.sampled_from("aбЁ中1 .-–_/'&@+#:🏖\u0301E~,"), max_size=40))
def test_tokens_are_in_order_and_are_what_stands_there(text: str) -> None:
    cased = clean(text).cased
    position = 0
    for token in iter_tokens(cased):
        assert position <= token.start < token.end <= len(cased)
        assert cased[token.start : token.end] == token.text
        position = token.end


@given(st.text(max_size=60))
def test_every_letter_and_digit_is_in_a_token(text: str) -> None:
    cased = clean(text).cased
    covered = {index for token in iter_tokens(cased) for index in range(token.start, token.end)}
    assert [character for index, character in enumerate(cased) if character.isalnum() and index not in covered] == []
