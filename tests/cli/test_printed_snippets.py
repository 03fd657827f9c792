"""Snippets as the command line prints them."""

from __future__ import annotations

import pytest

from cli.output import console, print_results
from tests.ui.conftest import make_hit, make_passage, make_results


@pytest.mark.parametrize(
    ("snippet", "source_type", "printed"),
    [
        ("## Сроки\n\n- Отпуск длится 28 дней.", "markdown", "Сроки Отпуск длится 28 дней."),
        ("| Город | Предел |\n|---|---|\n| Москва | 7 500 |", "markdown", "Город | Предел Москва | 7 500"),
        ("Первый.\n…\n- Второй.", "text", "Первый. … Второй."),
    ],
)
def test_a_snippet_is_printed_on_one_line_without_marks(snippet: str, source_type: str, printed: str) -> None:
    passage = make_passage("doc1.md#1.0", snippet, heading_path=("Положение",))
    with console.capture() as capture:
        print_results(make_results(hits=[make_hit(1, passage, source_type=source_type)]))
    assert printed in capture.get()
