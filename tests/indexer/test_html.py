"""HTML: the readable text and its blocks."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parsing.html import decode_html, parse_html
from indexer.records import BlockKind, ParsedDocument


def parse(text: str) -> ParsedDocument:
    return parse_html(text, "имя файла")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div>Цена <b>5</b> руб. за шт.</div>", "Цена 5 руб. за шт."),
        ("в теле<div>в блоке</div>снова в теле", "в теле\n\nв блоке\n\nснова в теле"),
        ("<p>a\n  b</p><p>c<br>d</p>", "a b\n\nc\nd"),
        ("<b>сло</b><i>во</i>", "слово"),
        ("&amp;lt; &lt;b&gt; &nbsp;x", "&lt; <b> \u00a0x"),
        ("<nav>меню</nav><p>x<script>1</script><style>2</style></p><footer>f</footer><aside>a</aside>", "x"),
        ("<template>t</template><p hidden>h</p><p hidden='until-found'>u</p><noscript>n</noscript>", "u"),
        ("<nav>одно меню</nav>", "одно меню"),
        ("<ul><li>один<li>два<ul><li>три</ul>после</ul>", "- один\n- два\n  - три\n  после"),
        ("<ol start=3><li><p>a</p><p>b</p><li>c<br>d</ol>", "3. a\n  b\n4. c\n   d"),
        ("<dl><dt>срок<dd>28 дней</dl>", "- срок\n  28 дней"),
        ("<table><tr><th>Имя<th>Цена<tr><td>a<td>5<br>6<tr><td><td></table>", "Имя | Цена\na | 5 6"),
        ("<table><caption>К</caption><tr><td>a<td>b</table>", "К\n\na | b"),
        ("<table><tr><td><h2>Z</h2>текст<td>рядом</table>", "Z\n\nтекст\n\nрядом"),
        ("<table><tr><td>слева<td><table><tr><td>1<td>2</table></table>", "слева\n\n1 | 2"),
        ("<pre>\n  a\n    b  c\n</pre>", "  a\n    b  c"),
        ("<pre>a<br>b</pre>", "a\nb"),
        ("<h1><div>A</div></h1>x", "A\n\nx"),
        ("<li>без списка</li>дальше", "- без списка\n\nдальше"),
        ("<p>не закрыт <b>и это<div>блок</p></b>", "не закрыт и это\n\nблок"),
        ("", ""),
        ("<", "<"),
        ("\x00", ""),
    ],
)
def test_readable_text(html: str, text: str) -> None:
    assert parse(html).text == text


def test_level_jump_gives_right_ancestors() -> None:
    parsed = parse("<h1>A</h1><h3>C1</h3>x<h3>C2</h3><p>y</p><h2>D</h2>z")
    paths = {parsed.text[block.start : block.end]: block.heading_path for block in parsed.blocks if not block.level}
    assert paths == {"x": ("A", "C1"), "y": ("A", "C2"), "z": ("A", "D")}


def test_unclosed_heading_does_not_swallow_the_page() -> None:
    parsed = parse("<h1>A<p>b<p>c")
    assert [(block.level, block.heading_path) for block in parsed.blocks] == [(1, ("A",)), (0, ("A",)), (0, ("A",))]


def test_empty_heading_ends_its_section() -> None:
    assert parse("<h1>A</h1><h2>B</h2>x<h2></h2>y").blocks[-1].heading_path == ("A",)


def test_blocks_have_kinds_and_exact_text() -> None:
    parsed = parse(
        "<h2>H</h2><p>p</p><ul><li>l</ul><table><tr><td>a<td>b</table><pre>c</pre><blockquote>q</blockquote>"
    )
    assert [(block.kind, parsed.text[block.start : block.end]) for block in parsed.blocks] == [
        (BlockKind.HEADING, "H"),
        (BlockKind.PARAGRAPH, "p"),
        (BlockKind.LIST, "- l"),
        (BlockKind.TABLE, "a | b"),
        (BlockKind.CODE, "c"),
        (BlockKind.QUOTE, "q"),
    ]


def test_head_becomes_fields() -> None:
    parsed = parse(
        '<html lang="ru-RU"><title> Приказ\n № 5 </title><meta name=keywords content="отпуск, кадры">'
        '<meta name=Description content="О порядке"><meta property=article:published_time content=2024-01-15>'
        "<meta name=viewport content=x><meta name=access content=hr><h1>A</h1>"
    )
    assert (parsed.title, parsed.language, parsed.tags, parsed.access) == (
        "Приказ № 5",
        "ru",
        ("отпуск", "кадры"),
        ("hr",),
    )
    assert parsed.created == datetime(2024, 1, 15, tzinfo=UTC)
    assert parsed.metadata == {"description": "О порядке"}


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title></title><h2>b</h2><h1>A</h1>", "A"),
        ("<p>x", "имя файла"),
        ("<svg><title>s</title></svg>x", "имя файла"),
    ],
)
def test_title(html: str, title: str) -> None:
    assert parse(html).title == title


PAGE = '<meta charset="{}"><p>Приказ об утверждении порядка</p>'


@pytest.mark.parametrize(
    ("declared", "actual"),
    [
        ("koi8-r", "koi8-r"),
        ("windows-1251", "cp1251"),
        ("utf-8", "utf-8"),
        ("no-such-charset", "cp1251"),
        ("utf-8", "cp1251"),
        ("windows-1251", "utf-8"),
        ("utf-8", "utf-16"),
    ],
)
def test_declared_charset_is_used_where_it_decodes(declared: str, actual: str) -> None:
    assert "Приказ об утверждении порядка" in decode_html(PAGE.format(declared).encode(actual)).text


def test_declared_charset_settles_a_short_page() -> None:
    assert decode_html('<meta charset="koi8-r">Да'.encode("koi8-r")).certain


TAGS = re.findall(r"\w+", "p div ul ol li table tr td th pre h1 h2 b br nav script blockquote dl dd a")
PIECES = st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]) | st.text(max_size=5)


@given(st.lists(PIECES).map("".join))
def test_any_page_is_parsed_and_blocks_cover_its_text(html: str) -> None:
    parsed = parse(html)
    last = 0
    for block in parsed.blocks:
        assert not parsed.text[last : block.start].strip()
        assert block.start < block.end
        last = block.end
    assert last == len(parsed.text)


WORDS = st.lists(st.sampled_from([f"<{tag}>" for tag in TAGS if tag not in {"nav", "script"}] + [" слово "]))


@given(WORDS.map("".join))
def test_no_word_is_lost_in_broken_markup(html: str) -> None:
    assert parse(html).text.count("слово") == html.count("слово")


def test_deep_nesting_is_read() -> None:
    assert parse("<div>" * 3000 + "x" + "<ul><li>" * 500 + "y").text.split() == ["x", "-", "y"]
