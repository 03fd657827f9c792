"""Plain text and the choice of a parser."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.errors import ParseError
from indexer.parsing import parse_file
from indexer.parsing.text import parse_text


@dataclass(frozen=True)
class Named:
    source: str


def list_blocks(text: str) -> list[tuple[str, str]]:
    parsed = parse_text(text, "имя")
    return [(block.kind.value, parsed.text[block.start : block.end]) for block in parsed.blocks]


def list_headings(text: str) -> list[tuple[int, str]]:
    return [(block.level, block.heading_path[-1]) for block in parse_text(text, "имя").blocks if block.level]


def test_paragraphs_stand_between_blank_lines() -> None:
    assert list_blocks("Первый\nабзац.\n \t\nВторой.\r\n\r\n- a\n- b\n") == [
        ("paragraph", "Первый\nабзац."),
        ("paragraph", "Второй."),
        ("list", "- a\n- b"),
    ]


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("ПРИКАЗ\n\nОб отпуске.\n", [(1, "ПРИКАЗ")]),
        ("Глава\n=====\nтекст\n\nЧасть\n-----\n", [(1, "Глава"), (2, "Часть")]),
        ("1. Работник обязан\n\nтекст\n", []),
        ("ВСЁ В ВЕРХНЕМ\n\nРЕГИСТРЕ\n", []),
        ("ПРИКАЗ\nоб отпуске\n", []),
        ("имя    цена\n-----------\nа      5\n", []),
        ("короткая\n-----------------------------\n", []),
        ("ООО\n\nтекст\n", []),
    ],
)
def test_only_safe_headings_are_recognised(text: str, headings: list[tuple[int, str]]) -> None:
    assert list_headings(text) == headings


@pytest.mark.parametrize(
    ("text", "title"), [("\n\n Приказ  № 5 \nтекст", "Приказ № 5"), ("слово " * 50, "имя"), ("", "имя")]
)
def test_title_is_a_short_first_line(text: str, title: str) -> None:
    assert parse_text(text, "имя").title == title


@given(st.text(alphabet=st.sampled_from("АБв=-\n\r \t1.|\u00a0\x0c") | st.characters(codec="utf-8")))
def test_any_text_is_parsed_and_every_visible_line_is_in_a_block(text: str) -> None:
    parsed = parse_text(text, "имя")
    last = 0
    for block in parsed.blocks:
        assert not parsed.text[last : block.start].strip()
        assert block.start < block.end
        last = block.end
    assert not parsed.text[last:].strip()


@pytest.mark.parametrize(
    ("source", "data", "source_type", "title"),
    [
        ("a/Отпуск.MD", b"text", "markdown", "Отпуск"),
        ("a.htm", b"<h1>A</h1>", "html", "A"),
        ("a.log", b"Log\n", "text", "Log"),
    ],
)
def test_parser_is_chosen_by_suffix(source: str, data: bytes, source_type: str, title: str) -> None:
    found, parsed = parse_file(Named(source), data)
    assert (found, parsed.title) == (source_type, title)


def test_doubtful_encoding_is_a_warning() -> None:
    _, parsed = parse_file(Named("a.txt"), "Привет".encode("cp1251"))
    assert "encoding is uncertain: read as cp1251" in parsed.warnings[0]


def test_certain_encoding_is_none() -> None:
    _, parsed = parse_file(Named("a.txt"), "Приказ об утверждении порядка".encode("cp1251"))
    assert (parsed.text, parsed.warnings) == ("Приказ об утверждении порядка", ())


def test_unknown_type_is_refused() -> None:
    with pytest.raises(ParseError, match=r"'\.docx' is no type"):
        parse_file(Named("a.docx"), b"")
