"""Markdown: B1, B2, B4, B5, B6."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.errors import ParseError
from indexer.parsing.markdown import parse_markdown
from indexer.records import BlockKind, ParsedDocument

A_AND_B = [(1, "A"), (2, "B")]


def parse(text: str) -> ParsedDocument:
    return parse_markdown(text, "имя файла")


def list_headings(text: str) -> list[tuple[int, str]]:
    return [(block.level, block.heading_path[-1]) for block in parse(text).blocks if block.level]


def list_blocks(text: str) -> list[tuple[BlockKind, str]]:
    parsed = parse(text)
    return [(block.kind, parsed.text[block.start : block.end]) for block in parsed.blocks]


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("# A\n```bash\n# no\n```\n## B\n", A_AND_B),
        ("# A\n~~~\n# no\n~~~\n## B\n", A_AND_B),
        ("# A\n````\n```\n# no\n```\n````\n## B\n", A_AND_B),
        ("# A\n\n- пункт\n\n  ```sh\n  # no\n  ```\n\n## B\n", A_AND_B),
        ("# A\n\n    # no\n\n## B\n", A_AND_B),
        ("# A\n<!--\n# no\n-->\n\n## B\n", A_AND_B),
        ("# A\n<pre>\n# no\n</pre>\n\n## B\n", A_AND_B),
        ("```text\n# no\n``` hello\n# no\n```\n# A\n", [(1, "A")]),
        ("# A\n```\n# no\n## no\n", [(1, "A")]),
        ("## C# ##\n\n## C#\n\n## F##\n", [(2, "C#"), (2, "C#"), (2, "F##")]),
        ("#тег\n\n# A\n", [(1, "A")]),
        ("####### seven\n\n# A\n", [(1, "A")]),
        ("\\# no\n\n# A\n", [(1, "A")]),
        ("#\tA\n", [(1, "A")]),
        ("   # A\n", [(1, "A")]),
        ("#\n\n## B\n", [(1, ""), (2, "B")]),
        ("---\ntitle: X\n---\n\n# A\n", [(1, "A")]),
        ("---\n\n# A\n", [(1, "A")]),
        ("\ufeff---\ntitle: X\n---\n# A\n", [(1, "A")]),
        ("---\n\n# A\n\n---\nтекст\n", [(1, "A")]),
        ("Заголовок\nв две строки\n===\n", [(1, "Заголовок в две строки")]),
        ("> # no\n\n- # no\n\n# A\n", [(1, "A")]),
        ("# A\r\n\r\nx\r\n## B\r\n", A_AND_B),
    ],
)
def test_headings(text: str, headings: list[tuple[int, str]]) -> None:
    assert list_headings(text) == headings


@pytest.mark.parametrize(
    ("source", "heading"),
    [
        ("**Жирный** `код` [ссылка](u) и ![схема](x.png)", "Жирный код ссылка и схема"),
        ("Перед началом {#before_you_begin}", "Перед началом"),
        ("Начало {#a} {#b}", "Начало"),
        ("Цикл `{#each}`", "Цикл {#each}"),
        ('<a name="c2065"></a>Ошибка C2065', "Ошибка C2065"),
        ("R&amp;D &lt;T&gt; \\*", "R&D <T> *"),
        ("Работа с {{ compute-name }}", "Работа с {{ compute-name }}"),
    ],
)
def test_heading_is_read_as_people_read_it(source: str, heading: str) -> None:
    assert list_headings(f"## {source}\n") == [(2, heading)]


def test_reference_link_in_heading() -> None:
    assert list_headings("# [Устав][1]\n\n[1]: u.md\n") == [(1, "Устав")]


def test_level_jump_gives_right_ancestors() -> None:
    parsed = parse("# A\n\n### C1\n\nx\n\n### C2\n\ny\n\n## D\n\nz\n")
    paths = {parsed.text[block.start : block.end]: block.heading_path for block in parsed.blocks if not block.level}
    assert paths == {"x": ("A", "C1"), "y": ("A", "C2"), "z": ("A", "D")}


def test_empty_heading_has_no_place_in_paths() -> None:
    assert parse("#\n\n## B\n\nx\n").blocks[-1].heading_path == ("B",)


def test_very_long_heading_is_short_in_paths() -> None:
    parsed = parse("# " + "слово " * 50_000 + "\n\nx\n")
    assert len(parsed.blocks[-1].heading_path[0]) <= 301


def test_bom_changes_nothing() -> None:
    assert parse("\ufeff# A\n\nx\n") == parse("# A\n\nx\n")


def test_blocks_have_kinds_and_exact_text() -> None:
    text = (
        "Абзац\nв две строки.\n\n- a\n  - b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```\nкод\n```\n\n> цитата\n\n"
        "    отступ\n\n<div>\nhtml\n</div>\n\n1. c\n"
    )
    assert list_blocks(text) == [
        (BlockKind.PARAGRAPH, "Абзац\nв две строки."),
        (BlockKind.LIST, "- a\n  - b"),
        (BlockKind.TABLE, "| x | y |\n|---|---|\n| 1 | 2 |"),
        (BlockKind.CODE, "```\nкод\n```"),
        (BlockKind.QUOTE, "> цитата"),
        (BlockKind.CODE, "    отступ"),
        (BlockKind.PARAGRAPH, "<div>\nhtml\n</div>"),
        (BlockKind.LIST, "1. c"),
    ]


def test_text_is_not_normalised() -> None:
    text = "И\u0306од и до\u00adговор\u0301  \n\n\tx\n"
    assert parse(text).text == text


@pytest.mark.parametrize("line", ["[a]: http://x.ru", "***", "---", "<!-- заметка -->", "{% include x %}"])
def test_lines_without_a_grammar_are_kept(line: str) -> None:
    assert line in [body for _, body in list_blocks(f"Текст\n\n{line}\n\nещё\n")]


def test_front_matter_becomes_fields_and_metadata() -> None:
    parsed = parse(
        '---\ntitle: Приказ\nномер: "2024-31"\ndate: 2024-01-15\nupdated: 16.01.2024\ntags: [отпуск, кадры]\n'
        "language: ru-RU\naccess: hr\nсрок: уточняется\nавтор: {имя: А}\nversion: 1.10\n---\n\n# A\n"
    )
    assert (parsed.title, parsed.language, parsed.tags, parsed.access) == ("Приказ", "ru", ("отпуск", "кадры"), ("hr",))
    assert parsed.created == datetime(2024, 1, 15, tzinfo=UTC)
    assert parsed.modified == datetime(2024, 1, 16, tzinfo=UTC)
    assert parsed.metadata == {"номер": "2024-31", "срок": "уточняется", "автор": {"имя": "А"}, "version": "1.10"}
    assert [parsed.text[block.start : block.end] for block in parsed.blocks] == ["# A"]
    assert parsed.warnings == ()


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: X\n---\n# A\n", "X"),
        ("## B\n\n# A\n\n# C\n", "A"),
        ("## B\n", "имя файла"),
        ("#\n\nтекст", "имя файла"),
        ("", "имя файла"),
    ],
)
def test_title(text: str, title: str) -> None:
    assert parse(text).title == title


def test_broken_front_matter_is_kept_as_text_with_warning() -> None:
    parsed = parse("---\ntitle: [X\n---\n\n# A\n")
    assert parsed.text[parsed.blocks[0].start : parsed.blocks[0].end] == "---\ntitle: [X\n---"
    assert [block.level for block in parsed.blocks] == [0, 1]
    assert "no valid YAML" in parsed.warnings[0]


def test_aliases_in_front_matter_are_not_expanded() -> None:
    assert "aliases" in parse("---\na: &a [x]\nb: *a\n---\n").warnings[0]


@pytest.mark.parametrize("rule", ["access: {a: b}", "access:", "access: []", "Access: hr\nx: [", "доступ: [[hr]]"])
def test_access_rule_that_is_not_understood_fails_closed(rule: str) -> None:
    """Guessing could show the document to everybody."""
    with pytest.raises(ParseError, match="access rule"):
        parse(f"---\n{rule}\n---\n# A\n")


@given(
    st.text(
        alphabet=st.sampled_from("# -=`~>|[]:*_<!\n\t 1.aЯ{}&\\\r\x0b\x0c\u00a0\u2028") | st.characters(codec="utf-8")
    )
)
def test_any_text_is_parsed_and_every_visible_line_is_in_a_block(text: str) -> None:
    parsed = parse(text)
    last = 0
    for block in parsed.blocks:
        assert last <= block.start < block.end <= len(parsed.text)
        assert not parsed.text[last : block.start].strip() or not last  # front matter may precede the first
        last = block.end
    assert not parsed.text[last:].strip() or parsed.text.startswith("---")
