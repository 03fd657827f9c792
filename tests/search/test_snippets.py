"""Snippets: what is shown of a passage."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from language.analysis import DEFAULT, analyze
from language.graphemes import can_cut
from search.highlighting import Highlighter, read_terms
from search.snippets import ELLIPSIS, SNIPPET_CHARACTERS, Snippet, cut_snippet

LONGEST = SNIPPET_CHARACTERS + 5  # with the ellipses at both ends and between two stretches


def show(question: str, text: str, headings: tuple[str, ...] = (), source_type: str = "markdown") -> Snippet:
    terms = read_terms(DEFAULT, text)
    matches = Highlighter(analyze(question), DEFAULT).find_matches(terms, text)
    return cut_snippet(text, matches, source_type=source_type, headings=headings, words=terms.offsets)


def read_marked(snippet: Snippet) -> list[str]:
    return [snippet.text[start:end] for start, end in snippet.matches]


FILLER = "Здесь нет ничего важного для ответа. " * 15


def test_the_part_with_most_different_words_is_shown_in_whole_sentences() -> None:
    snippet = show("перенос отпуска", f"{FILLER}Отпуск. {FILLER}Перенос отпуска согласуют с руководителем. {FILLER}")
    assert "Перенос отпуска согласуют с руководителем." in snippet.text
    assert read_marked(snippet) == ["Перенос отпуска"]
    assert snippet.text.endswith("ответа.")
    assert ELLIPSIS not in snippet.text


def test_words_that_stand_far_apart_are_shown_in_two_parts() -> None:
    text = f"Отпуск длится 28 дней. {FILLER}Аванс платят до начала поездки. {FILLER}"
    snippet = show("отпуск и аванс", text)
    assert read_marked(snippet) == ["Отпуск", "Аванс"]
    assert snippet.text.count(" … ") == 1


def test_one_word_alone_needs_no_second_part() -> None:
    snippet = show("отпуск", f"Отпуск длится 28 дней. {FILLER}Отпуск делят. {FILLER}")
    assert " … " not in snippet.text


def test_a_short_text_is_its_own_snippet() -> None:
    assert show("x", "Коротко.").text == "Коротко."


def test_a_text_that_says_nothing_has_no_snippet() -> None:
    assert show("x", " \n\n").text == ""


def test_without_matches_the_first_sentences_are_shown_without_the_heading() -> None:
    text = f"## 3. Сроки\n\nОтпуск длится 28 дней. {FILLER}"
    snippet = show("гостиница", text, headings=("Положение", "3. Сроки"))
    assert snippet.text.startswith("Отпуск длится 28 дней. Здесь")
    assert snippet.text.endswith("ответа.")
    assert snippet.matches == ()


def test_the_heading_of_another_format_is_a_plain_line() -> None:
    snippet = show("гостиница", "Сроки\n\nОтпуск длится 28 дней.", headings=("Сроки",), source_type="html")
    assert snippet.text == "Отпуск длится 28 дней."


def test_a_passage_of_a_heading_alone_shows_it() -> None:
    assert show("сроки", "## Сроки", headings=("Сроки",)).text == "## Сроки"


def test_a_snippet_does_not_end_with_a_heading() -> None:
    text = f"Отпуск длится 28 дней. {FILLER[:260]}\n\n## Перенос\n\n{FILLER}"
    assert "Перенос" not in show("отпуск", text).text
    plain = f"Отпуск длится 28 дней. {FILLER[:260]}\n\nО переносе\n\n{FILLER}"
    assert "переносе" not in show("отпуск", plain, source_type="text").text


def test_a_long_sentence_is_cut_between_words() -> None:
    clause = "работник подаёт заявление, прикладывает документы и ждёт ответа, "
    text = f"Если {clause * 8}то отпуск переносят, а {clause * 8}и всё."
    snippet = show("отпуск", text)
    assert read_marked(snippet) == ["отпуск"]
    inner = snippet.text.strip(ELLIPSIS)
    assert snippet.text == f"{ELLIPSIS}{inner}{ELLIPSIS}"
    assert re.match(r"\w", inner)
    assert re.search(r"\w\Z", inner)
    assert set(re.findall(r"\w+", inner)) <= set(re.findall(r"\w+", text))


def test_chinese_is_cut_at_its_own_marks_and_counts_double() -> None:
    snippet = show("退款", "首次付款后可以全额退款。" + "订单确认后不能取消。" * 60)
    assert snippet.text.startswith("首次付款后可以全额退款。")
    assert snippet.text.endswith("取消。")
    assert SNIPPET_CHARACTERS // 2 - 20 < len(snippet.text) <= SNIPPET_CHARACTERS // 2
    assert read_marked(snippet) == ["退款"]


def test_a_long_chinese_sentence_is_not_cut_inside_a_word() -> None:
    text = "中华人民共和国" * 60
    inner = show("法律", text).text.removesuffix(ELLIPSIS)
    assert inner
    assert len(inner) % len("中华人民共和国") == 0


def test_rows_of_a_table_are_whole() -> None:
    rows = "".join(f"| Город {place} | {place} 000 руб. | по приказу директора |\n" for place in range(40))
    snippet = show("город 25", f"| Город | Предел | Основание |\n|---|---|---|\n{rows}")
    lines = snippet.text.split("\n")
    assert "| Город 25 | 25 000 руб. | по приказу директора |" in lines
    assert all(line.startswith("|") and line.endswith("|") for line in lines if line != ELLIPSIS)


def test_a_row_is_shown_with_the_head_of_its_table() -> None:
    rows = "".join(f"| Город {place} | {place} 000 руб. |\n" for place in range(40))
    snippet = show("город 25", f"| Населённый пункт | Предел |\n|---|---|\n{rows}")
    assert snippet.text.startswith("| Населённый пункт | Предел |\n…\n| Город 25 | 25 000 руб. |\n")


def test_a_passage_that_begins_amid_a_table_has_no_head_to_show() -> None:
    rows = "".join(f"| Город {place} | {place} 000 руб. |\n" for place in range(40))
    assert show("город 25", rows).text.startswith("| Город 25 |")


def test_parts_beside_rows_stand_on_lines_of_their_own() -> None:
    rows = "".join(f"| {place} | запись без значения |\n" for place in range(30))
    snippet = show("москва аванс", f"| Москва | 7 500 |\n{rows}\nАванс платят до поездки. {FILLER}")
    assert read_marked(snippet) == ["Москва", "Аванс"]
    assert f"|\n{ELLIPSIS}\n" in snippet.text


def test_lines_of_code_are_whole() -> None:
    code = "\n".join(f"retry_{place} = {place}" for place in range(60))
    snippet = show("retry_40", f"Пример:\n\n```toml\n{code}\n```\n")
    assert "\nretry_40 = 40\n" in snippet.text
    assert set(snippet.text.split("\n")) <= set(code.split("\n"))


def test_an_address_of_a_thousand_characters_does_not_fill_the_page() -> None:
    address = f"https://example.ru/{'a' * 1000}"
    assert len(show(address, f"Смотрите {address} здесь.").text) <= LONGEST


WORDS = [
    "отпуск",
    "аванс. ",
    "Перенос",
    " ",
    ", ",
    "\n",
    "\n\n",
    "- ",
    "| ",
    " |",
    "## ",
    "```\n",
    "и\u0301",
    "👩\u200d👧",
    "中华",
    "。",
    "(",
    "».",
    "…",
]
TEXTS = st.text(max_size=1500) | st.lists(st.sampled_from(WORDS), max_size=500).map("".join)


@given(
    st.sampled_from(["отпуск", "аванс перенос", "中华", "", "и"]), TEXTS, st.sampled_from(["markdown", "html", "text"])
)
def test_a_snippet_shows_the_text_and_its_matches(question: str, text: str, source_type: str) -> None:
    terms = read_terms(DEFAULT, text)
    matches = Highlighter(analyze(question), DEFAULT).find_matches(terms, text)
    snippet = cut_snippet(text, matches, source_type=source_type, words=terms.offsets)
    assert len(snippet.text) <= LONGEST
    place = 0
    for part in find_parts(snippet.text, text):
        place = text.index(part, place) + len(part)
    assert set(read_marked(snippet)) <= {text[match.start : match.end] for match in matches}
    places = [place for match in snippet.matches for place in match]
    assert places == sorted(places)
    if matches and any(unicodedata.category(letter)[0] == "L" for letter in snippet.text):
        assert all(can_cut(snippet.text, end) for _, end in snippet.matches)


def find_parts(snippet: str, text: str) -> list[str]:
    """The snippet without its own ellipses, of which the text may have some too."""
    for part in (snippet, snippet.removeprefix(ELLIPSIS), snippet.removesuffix(ELLIPSIS), snippet[1:-1]):
        if part in text:
            return [part]
    bare = snippet.removeprefix(ELLIPSIS) if not text.startswith(snippet[:1]) else snippet
    for joint in re.finditer(f"[ \n]{ELLIPSIS}[ \n]", bare):
        parts = [bare[: joint.start()], bare[joint.end() :]]
        for last in (parts[1], parts[1].removesuffix(ELLIPSIS)):
            for first in (parts[0], parts[0].removeprefix(ELLIPSIS)):
                if first in text and last in text[text.index(first) + len(first) :]:
                    return [first, last]
    raise AssertionError(f"{snippet!r} is not made of {text!r}")
