"""Which lines of a document are suggested, and what a file of questions may hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.parsing.markdown import parse_markdown
from indexer.questions import QuestionFileError, build_delete_questions_body, build_questions_body, read_question_file
from indexer.suggestions import LONGEST_LINE, MOST_LINES, prepare_line, prepare_lines, prepare_questions
from language.analysis import DEFAULT
from mappings.entries import StoredDocument
from mappings.suggestions import LineKind, StoredLine
from settings import read_settings


def prepare(text: str, title: str | None = None) -> tuple[StoredLine, ...]:
    parsed = parse_markdown(text, "a.md")
    document = StoredDocument(
        document_id="a.md",
        collection="main",
        source="a.md",
        root="/docs",
        source_type="markdown",
        language="ru",
        title=parsed.title if title is None else title,
        text=parsed.text,
        content_hash="00",
        passage_count=1,
        indexed="2026-11-30T00:00:00+00:00",
        access=("hr",),
    )
    return prepare_lines(document, parsed, DEFAULT)


def test_title_and_headings_are_suggested_each_once() -> None:
    lines = prepare("# Отпуск\n\nТекст.\n\n## Как оформить отпуск?\n\nТекст.\n\n## ОТПУСК\n\nТекст.\n")
    assert [(line.kind, line.text) for line in lines] == [
        (LineKind.TITLE, "Отпуск"),
        (LineKind.HEADING, "Как оформить отпуск?"),
    ]
    assert [line.ordinal for line in lines] == [0, 1]
    assert all(line.document_id == "a.md" and line.inherited["access"] == ["hr"] for line in lines)


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("3. Перенос отпуска", "Перенос отпуска"),
        ("2.4. Отзыв", "Отзыв"),
        ("1) Общие положения", "Общие положения"),
        ("2025 год: итоги", "2025 год: итоги"),
        ("12.0.004-2015 и другие", "12.0.004-2015 и другие"),
        ("Датчик ТМ-210. Поверка", "Датчик ТМ-210. Поверка"),
        ("Приём  на   работу", "Приём на работу"),
        ("Рабочи\u0438\u0306 день", "Рабочий день"),
    ],
)
def test_section_numbers_are_left_out_and_the_rest_is_as_written(heading: str, shown: str) -> None:
    assert [line.text for line in prepare(f"## {heading}\n\nТекст.\n", title="")] == [shown]


@pytest.mark.parametrize("text", ["", "   ", "—", "А", "я" * (LONGEST_LINE + 1)])
def test_what_tells_nothing_or_is_no_line_is_not_suggested(text: str) -> None:
    assert prepare_line(text, DEFAULT) is None


def test_a_reference_does_not_fill_the_index_with_its_headings() -> None:
    text = "".join(f"## Параметр номер {number}\n\nТекст.\n\n" for number in range(3 * MOST_LINES))
    assert len(prepare(text)) == MOST_LINES


def test_words_are_stored_as_documents_have_them() -> None:
    line = prepare_line("Ошибка Е-1042 и приём", DEFAULT)
    assert line is not None
    assert {"ошибка", "прием"} <= set(line.words.split())
    assert any("e1042" in word.split("|") for word in line.words.split())  # look-alike letters are one


def test_questions_are_different_and_in_order() -> None:
    lines = prepare_questions(["как уйти в отпуск", "Как уйти в отпуск?", "", "E-1042"], "main", DEFAULT)
    assert [(line.ordinal, line.text, line.document_id) for line in lines] == [
        (0, "как уйти в отпуск", None),
        (1, "E-1042", None),
    ]
    assert lines[0].inherited == {"language": "ru"}


def read(tmp_path: Path, data: bytes) -> list[str]:
    path = tmp_path / "questions.txt"
    path.write_bytes(data)
    return read_question_file(path, read_settings())


def test_a_file_of_questions_is_read_without_blank_lines_and_repetitions(tmp_path: Path) -> None:
    data = "\ufeffКак уйти в отпуск?\r\n\r\n  E-1042  \nкак уйти в отпуск\n\u2028\n".encode()
    assert read(tmp_path, data) == ["Как уйти в отпуск?", "E-1042"]


def test_every_faulty_line_is_named(tmp_path: Path) -> None:
    data = "как уйти\n".encode() + b"\xff\xfe\n" + b"...\n" + ("я" * 300).encode()
    with pytest.raises(QuestionFileError) as raised:
        read(tmp_path, data)
    message = str(raised.value)
    assert "Nothing was changed" in message
    for words in ("questions.txt:2: is not UTF-8", "questions.txt:3: '...' has no word", "questions.txt:4: has 300"):
        assert words in message


def test_a_file_that_is_missing_empty_or_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(QuestionFileError, match="cannot be read"):
        read_question_file(tmp_path / "nowhere.txt", read_settings())
    with pytest.raises(QuestionFileError, match="--clear"):
        read(tmp_path, b"\n\n")
    with pytest.raises(QuestionFileError, match="10,001 questions"):
        read(tmp_path, "\n".join(f"вопрос номер {number}" for number in range(10_001)).encode())


def test_bodies_of_questions(golden: object) -> None:
    assert callable(golden)
    golden("questions", build_questions_body())
    golden("delete_questions", build_delete_questions_body(3))
