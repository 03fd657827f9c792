"""Passages: B6, B8 to B10, B13 to B16, B19, C17c."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.chunking import CHUNKING_VERSION, ChunkingSettings, TokenCounter, build_passage_text, split_document
from indexer.measure import Measure
from indexer.packing import pack_blocks
from indexer.parsing.html import parse_html
from indexer.parsing.markdown import parse_markdown
from indexer.records import Block, BlockKind, ParsedDocument, Passage
from language.graphemes import can_cut
from models.loading import load_embedder
from settings import Settings, SettingsError, read_settings


class Counter:
    """Counts matches of a pattern: words, or visible characters."""

    def __init__(self, pattern: str) -> None:
        self._pattern = re.compile(pattern)

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        return [match.span() for match in self._pattern.finditer(text)]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(self._pattern.findall(text)) for text in texts]


class BorderCounter(Counter):
    """Gives a text one token more than its words, as tokenizers do at the beginning of a text."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [count + bool(count) for count in super().count_tokens(texts)]


WORDS = Counter(r"\S+")
CHARACTERS = Counter(r"\S")


def split(
    text: str, tokens: TokenCounter = WORDS, *, max_tokens: int = 400, overlap: float = 0.0, min_tokens: int = 0
) -> list[Passage]:
    parsed = parse_markdown(text, "имя")
    return split_document(parsed, tokens, ChunkingSettings(max_tokens, overlap, min_tokens))


def list_bodies(passages: list[Passage]) -> list[str]:
    return [passage.body for passage in passages]


def check_slices(text: str, passages: list[Passage]) -> None:
    assert [passage.ordinal for passage in passages] == list(range(len(passages)))
    for passage in passages:
        assert text[passage.start : passage.end] == passage.body
        assert passage.body.strip()
        assert passage.body.split("\n")[0].strip()
        assert passage.body.split("\n")[-1].strip()
    for before, after in pairwise(passages):
        assert before.start < after.start
        assert before.end < after.end


# Sections


@pytest.mark.parametrize("min_tokens", [0, 60])
@pytest.mark.parametrize(
    ("text", "passages"),
    [
        ("Преамбула.\n\n# A\n\nтело\n", [((), "Преамбула."), (("A",), "# A\n\nтело")]),
        ("Просто текст без заголовков.\n", [((), "Просто текст без заголовков.")]),
        ("", []),
        ("\n\n", []),
        (" \t\n\u00a0\n\u200b\n", []),
        ("# A\n\n## B\n\n### C\n\nтело\n\n## D\n", [(("A", "B", "C"), "# A\n\n## B\n\n### C\n\nтело\n\n## D")]),
        ("# A\n", [(("A",), "# A")]),
        ("---\n\n# A\n", [((), "---\n\n# A")]),
        ("#\n\n## B\n\nx\n", [(("B",), "#\n\n## B\n\nx")]),
        ("---\ntitle: X\n---\n\ny\n", [((), "y")]),
        (
            "# A\n\n### C1\n\nx\n\n### C2\n\ny\n\n## D\n\nz\n",
            [(("A", "C1"), "# A\n\n### C1\n\nx"), (("A", "C2"), "### C2\n\ny"), (("A", "D"), "## D\n\nz")],
        ),
    ],
)
def test_sections(text: str, passages: list[tuple[tuple[str, ...], str]], min_tokens: int) -> None:
    assert [(found.heading_path, found.body) for found in split(text, min_tokens=min_tokens)] == passages


def test_html_has_the_same_paths() -> None:
    parsed = parse_html("<h1>A</h1><h3>C1</h3><p>x</p><h3>C2</h3><p>y</p><h2>D</h2><p>z</p>", "имя")
    passages = split_document(parsed, WORDS, ChunkingSettings())
    assert [passage.heading_path for passage in passages] == [("A", "C1"), ("A", "C2"), ("A", "D")]


def build_sections_text(*sizes: int) -> str:
    return "# A\n\n" + "\n\n".join(f"## S{index}\n\n" + "слово " * size for index, size in enumerate(sizes))


@pytest.mark.parametrize(
    ("sizes", "paths"),
    [
        ((20, 20, 20), [("A",)]),
        ((20, 20, 20, 20, 20, 20), [("A",), ("A",)]),
        ((20, 20, 20, 20), [("A",)]),  # the last one is too small to stand alone
        ((70, 10, 70), [("A", "S0"), ("A", "S1"), ("A", "S2")]),  # a large neighbour keeps its exact place
        ((5, 5), [("A", "S0"), ("A", "S1")]),  # joined they are still small
        ((70, 70), [("A", "S0"), ("A", "S1")]),
    ],
)
def test_small_sections_are_joined_under_their_heading(sizes: tuple[int, ...], paths: list[tuple[str, ...]]) -> None:
    text = build_sections_text(*sizes)
    passages = split(text, min_tokens=60)
    assert [passage.heading_path for passage in passages] == paths
    for index in range(len(sizes)):
        assert sum(f"## S{index}" in passage.body for passage in passages) == 1


def test_small_section_joins_the_one_that_stands_above_it() -> None:
    passages = split("# A\n\n" + "слово " * 70 + "\n\n## B\n\nx\n", min_tokens=60)
    assert [passage.heading_path for passage in passages] == [("A",)]
    assert passages[0].body.endswith("## B\n\nx")


def test_sections_without_a_common_heading_stay_apart() -> None:
    passages = split("# A\n\n" + "слово " * 40 + "\n\n# B\n\n" + "слово " * 40, min_tokens=60)
    assert [passage.heading_path for passage in passages] == [("A",), ("B",)]


# Headings


@pytest.mark.parametrize("max_tokens", [9, 10, 11, 12, 13])
def test_heading_stays_with_its_list(max_tokens: int) -> None:
    text = "## 5. Критерии успеха\n\n- КУ-1 скорость\n- КУ-2 точность\n"
    passages = split(text, max_tokens=max_tokens)
    assert len(passages) == 1 + (max_tokens < 13)
    assert all(passage.heading_path == ("5. Критерии успеха",) for passage in passages)
    assert not any(passage.body.endswith("успеха") for passage in passages)


def test_list_is_cut_between_items() -> None:
    text = "## Критерии\n\n- КУ-1 скорость\n- КУ-2 точность\n"
    assert list_bodies(split(text, max_tokens=7)) == ["## Критерии\n\n- КУ-1 скорость", "- КУ-2 точность"]


def test_passage_text_begins_with_its_headings() -> None:
    [passage] = split("# A\n\n## B\n\nтело\n")
    assert build_passage_text(passage) == "[A > B] # A\n\n## B\n\nтело"
    assert build_passage_text(Passage(0, 0, 1, "x", ())) == "x"


def test_long_heading_path_is_shortened_from_outside() -> None:
    text = "# " + "А " * 6 + "\n\n## Б\n\n" + "слово " * 30
    passages = split(text, max_tokens=18)
    assert {passage.dropped_headings for passage in passages} == {1}
    assert build_passage_text(passages[-1]).startswith("[Б] слово")
    assert passages[-1].heading_path == ("А А А А А А", "Б")


def test_trailing_empty_sections_stay_within_the_limit() -> None:
    text = "# A\n\n" + "слово " * 25 + "\n\n## B\n\n## C\n"
    passages = split(text, max_tokens=12)
    assert passages[-1].body.endswith("слово \n\n## B\n\n## C")
    assert max(WORDS.count_tokens([build_passage_text(passage) for passage in passages])) <= 12


def test_headings_at_the_end_are_counted_when_the_section_is_packed() -> None:
    parsed = parse_markdown("слово " * 20 + "\n\n## B\n\n## C\n", "имя")
    measure = Measure(parsed.text, parsed.blocks, WORDS)
    spans = pack_blocks(parsed.text, parsed.blocks, measure, 10, 0.0)
    assert [measure.size(start, end) for start, end in spans] == [6, 6, 6, 6]


# Cutting


def test_paragraphs_are_cut_at_the_blank_line() -> None:
    text = "# A\n\nПервый абзац.\n\nВторой абзац.\n"
    assert list_bodies(split(text, max_tokens=5, overlap=0.15)) == ["# A\n\nПервый абзац.", "Второй абзац."]


def test_block_that_fits_is_not_cut() -> None:
    text = "а. " * 7 + "\n\n" + "б. " * 8
    assert [len(body.split()) for body in list_bodies(split(text, max_tokens=10))] == [7, 8]


def test_small_beginning_is_filled_from_the_next_block() -> None:
    text = "Введение:\n\n" + "".join(f"- пункт {index}\n" for index in range(14))
    bodies = list_bodies(split(text, max_tokens=42))
    assert bodies[0].startswith("Введение:\n\n- пункт 0\n")
    assert bodies[1].startswith("- пункт 13")


@pytest.mark.parametrize(
    ("text", "bodies"),
    [
        ("Раз два. Три четыре. Пять шесть.", ["Раз два. ", "Три четыре. ", "Пять шесть."]),
        ("| a | b |\n|---|---|\n| 1 |\n| 2 |", ["| a | b |", "|---|---|\n| 1 |", "| 2 |"]),
        ("    a b c\n    d e f", ["    a b c", "    d e f"]),
        ("один два три четыре пять шесть семь", ["один два три четыре пять ", "шесть семь"]),
        ("- a b\n  - c d\n- e f", ["- a b", "  - c d", "- e f"]),
    ],
)
def test_cuts_are_at_the_best_border(text: str, bodies: list[str]) -> None:
    limit = 3 if "Раз" in text else 5
    assert list_bodies(split(text, max_tokens=limit)) == bodies


def test_one_long_word_is_cut_hard_and_completely() -> None:
    text = "а" * 150_000
    passages = split(text, CHARACTERS, overlap=0.15, max_tokens=400)
    assert "".join(list_bodies(passages)) == text
    assert {len(passage.body) for passage in passages} == {400}


def test_long_unknown_run_is_cut_though_it_is_one_token() -> None:
    text = "а" * 150_000
    passages = split(text, WORDS, max_tokens=400)
    assert "".join(list_bodies(passages)) == text
    assert max(len(passage.body) for passage in passages) <= 400 * 20


def test_long_line_is_cut_at_white_space() -> None:
    text = "слово " * 8_000 + "конец"
    passages = split(text, CHARACTERS, max_tokens=100)
    assert "".join(list_bodies(passages)) == text
    assert all(passage.body.startswith(("слово", "конец")) for passage in passages)


def test_stress_mark_stays_with_its_letter() -> None:
    passages = split("догово\u0301р" * 100, CHARACTERS, max_tokens=7)
    assert not any(passage.body.startswith("\u0301") for passage in passages)


@pytest.mark.parametrize(
    ("text", "at", "possible"),
    [
        ("о\u0301р", 1, False),
        ("о\u0301р", 2, True),
        ("👩\u200d💻", 1, False),
        ("👩\u200d💻", 2, False),
        ("👍🏽", 1, False),
        ("ab", 1, True),
    ],
)
def test_characters_are_not_cut(text: str, at: int, possible: bool) -> None:
    assert can_cut(text, at) is possible


def test_chinese_is_cut_after_its_punctuation() -> None:
    text = "这是第一句。" * 500
    passages = split(text, CHARACTERS, max_tokens=40)
    assert "".join(list_bodies(passages)) == text
    assert all(passage.body.endswith("。") for passage in passages)
    assert list_bodies(split("问题？回答！结束；", CHARACTERS, max_tokens=3)) == ["问题？", "回答！", "结束；"]


def test_chinese_without_punctuation_is_cut_at_the_limit() -> None:
    assert [len(body) for body in list_bodies(split("这" * 3000, CHARACTERS, max_tokens=400))] == [400] * 7 + [200]


# Overlap


def test_overlap_is_whole_sentences_with_exact_offsets() -> None:
    text = "Раз два три. Раз два три. Раз два три. Раз два три. Конец."
    passages = split(text, max_tokens=8, overlap=0.5)
    assert [(passage.start, passage.end) for passage in passages] == [(0, 26), (13, 39), (26, 58)]
    check_slices(text, passages)


def test_overlap_is_whole_lines_in_code() -> None:
    text = "```\na b\nc d\ne f\ng h\n```\n"
    assert list_bodies(split(text, max_tokens=5, overlap=0.5)) == ["```\na b\nc d", "c d\ne f", "e f\ng h\n```"]


def test_overlap_gives_way_to_a_piece_that_needs_the_room() -> None:
    parsed = parse_markdown("Раз два три. Раз два три.\n\n" + "слово " * 9, "имя")
    measure = Measure(parsed.text, parsed.blocks, WORDS)
    spans = pack_blocks(parsed.text, parsed.blocks, measure, 10, 0.5)
    assert [measure.size(start, end) for start, end in spans] == [6, 9]


def test_no_overlap_between_sections() -> None:
    passages = split("# A\n\nРаз. Два.\n\n# B\n\nТри.\n", overlap=0.5)
    assert passages[0].end < passages[1].start


@pytest.mark.parametrize("text", ["пункт пункт пункт", "пункт. пункт. пункт. " * 20, "- a\n" * 50])
@pytest.mark.parametrize("overlap", [0.0, 0.15, 0.5])
def test_repeated_text_has_increasing_offsets(text: str, overlap: float) -> None:
    passages = split(text, max_tokens=5, overlap=overlap)
    check_slices(text, passages)


@pytest.mark.parametrize(
    "values",
    [
        {"overlap": 1.0},
        {"overlap": 1.5},
        {"overlap": -0.01},
        {"max_tokens": 0},
        {"min_tokens": 400},
        {"min_tokens": -1},
    ],
)
def test_settings_that_contradict_each_other_are_refused(values: dict[str, float]) -> None:
    with pytest.raises(SettingsError, match="passage_"):
        ChunkingSettings(**values)  # type: ignore[arg-type]


def test_settings_are_kept_with_the_index() -> None:
    settings = ChunkingSettings.from_settings(Settings(passage_tokens=200, passage_overlap=0.1, passage_min_tokens=20))
    assert settings == ChunkingSettings(200, 0.1, 20)
    assert settings.as_dict() == {"version": CHUNKING_VERSION, "max_tokens": 200, "overlap": 0.1, "min_tokens": 20}


def test_limit_holds_for_what_is_embedded_not_for_the_sum_of_blocks() -> None:
    counter = BorderCounter(r"\S+")
    passages = split("слово " * 50, counter, max_tokens=20)
    assert max(counter.count_tokens([build_passage_text(passage) for passage in passages])) <= 20


@pytest.mark.model
def test_limit_holds_in_tokens_of_the_packaged_model() -> None:
    embedder = load_embedder(read_settings())
    text = (
        "# Отпуск\n\n"
        + "Работник имеет право на отпуск. 员工有权休假。" * 100
        + "\n\n"
        + "а" * 5_000
        + "\n\n"
        + "这" * 2_000
    )
    passages = split(text, embedder, overlap=0.15)
    assert max(embedder.count_tokens([build_passage_text(passage) for passage in passages])) <= 400
    check_slices(text, passages)


# Properties

MARKDOWN = st.text(
    alphabet=st.sampled_from("##\n\n\n  --.|`>*1aбВ。这\u0301\u00ad\u200b") | st.characters(codec="utf-8"), max_size=400
)
WORDY = st.lists(
    st.sampled_from(
        ["# А\n", "## Б б\n", "\n\n", "\n", "слово ", "Точка. ", "- пункт\n", "| а | б |\n", "```\n", "这是。"]
    ),
    max_size=120,
).map("".join)


@given(MARKDOWN | WORDY, st.integers(1, 40), st.sampled_from([0.0, 0.15, 0.5]), st.sampled_from([WORDS, CHARACTERS]))
def test_any_document_is_cut_completely_within_the_limit(
    text: str, max_tokens: int, overlap: float, tokens: Counter
) -> None:
    parsed = parse_markdown(text, "имя")
    passages = split_document(parsed, tokens, ChunkingSettings(max_tokens, overlap, max_tokens // 3))
    check_slices(parsed.text, passages)
    check_coverage(parsed, passages)
    for passage, count in zip(passages, tokens.count_tokens([build_passage_text(p) for p in passages]), strict=True):
        assert count <= max_tokens or not any(can_cut(passage.body, at) for at in range(1, len(passage.body)))


def check_coverage(parsed: ParsedDocument, passages: list[Passage]) -> None:
    """Every visible character of every block is in some passage."""
    covered = bytearray(len(parsed.text))
    for passage in passages:
        covered[passage.start : passage.end] = b"\x01" * len(passage.body)
    for block in parsed.blocks:
        for at in range(block.start, block.end):
            assert covered[at] or not re.match(r"\w", parsed.text[at]), parsed.text[at]


@given(WORDY)
def test_no_passage_ends_with_a_heading_unless_the_document_does(text: str) -> None:
    parsed = parse_markdown(text, "имя")
    passages = split_document(parsed, WORDS, ChunkingSettings(12, 0.15, 4))
    heading_ends = {block.end for block in parsed.blocks if block.kind is BlockKind.HEADING}
    content_follows = {
        block.end
        for index, block in enumerate(parsed.blocks)
        if any(other.kind is not BlockKind.HEADING for other in parsed.blocks[index + 1 :])
    }
    if not has_heading_run(parsed.blocks):
        assert not {passage.end for passage in passages} & heading_ends & content_follows


def has_heading_run(blocks: tuple[Block, ...]) -> bool:
    """Whether so many headings follow each other that they fill a passage of their own."""
    kinds = "".join("h" if block.kind is BlockKind.HEADING else "." for block in blocks)
    return "hh" in kinds
