"""The short way through plain words cuts a text as all the rules do."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from language import tokenising
from language.tokenising import Token, iter_tokens

PIECES = st.sampled_from(
    [
        *"аЯbZ5 *|`[]{}<>=$% -–.,:;!?()«»\"/&'+#@_№§\u0301^~\\",
        *[
            "5 кг",
            "кг",
            "ст. 15",
            "п.",
            "5 мая 2024",
            "October",
            ", 2007",
            "мая",
            "N 5",
            "No.",
            "E 1042",
            "S:\\a",
            "т. е.",
        ],
        *["договор", "word", "10 x 15", "тыс.", "руб", "часов", "中国", "C++", "http://a.ru", "№ 5", "  ", "год"],
    ]
)


def cut_by_all_rules(text: str, monkeypatch: pytest.MonkeyPatch) -> list[Token]:
    with monkeypatch.context() as patch:
        patch.setattr(tokenising, "_PLAIN_WORD", re.compile("(?!)"))
        return list(iter_tokens(text))


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_plain_words_are_the_tokens_of_all_rules(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert list(iter_tokens(text)) == cut_by_all_rules(text, patch)
