"""docs/language.md lists the rules as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from language.rules import RULES

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
TABLE = re.compile(r"(?<=<!-- rules -->\n).*?(?=<!-- end of rules -->)", re.DOTALL)


def write_rules_table() -> str:
    rows = [f"| {rule.name} | {rule.group} | {rule.explanation.replace('|', chr(92) + '|')} |" for rule in RULES]
    return "\n".join(["", "| rule | group | what it does |", "|---|---|---|", *rows, "", ""])


def test_page_lists_the_rules_in_order(request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text(encoding="utf-8")
    if request.config.getoption("--update-golden"):
        page = TABLE.sub(lambda _: write_rules_table(), page)
        PAGE.write_text(page, encoding="utf-8")
    assert TABLE.findall(page) == [write_rules_table()]
