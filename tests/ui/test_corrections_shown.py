"""What the page says of a question that was searched otherwise than written."""

from __future__ import annotations

import pytest

from search.correcting import Correction, CorrectionKind
from search.records import Understood
from tests.ui.conftest import Page, make_hit, make_results, read_html


@pytest.mark.parametrize(
    ("kind", "russian", "english"),
    [
        (CorrectionKind.LAYOUT, "раскладка клавиатуры", "keyboard layout"),
        (CorrectionKind.SPELLING, "опечатки", "typos"),
        (CorrectionKind.TRANSLITERATION, "русские и латинские буквы", "Russian and Latin letters"),
        (CorrectionKind.SPACING, "пробелы", "spaces"),
    ],
)
def test_each_kind_of_correction_is_named(page: Page, kind: CorrectionKind, russian: str, english: str) -> None:
    understood = Understood("ru", "отпуск", (Correction(kind, "х", "отпуск"), Correction(kind, "у", "отпуск")))
    page.searcher.answer = lambda request: make_results(request.question, [make_hit()], understood=understood)
    assert f"<b>«отпуск»</b> ({russian})<br>" in read_html(page.visit(q="ху"))
    assert f"<b>«отпуск»</b> ({english})<br>" in read_html(page.visit(q="ху", ui="en"))
