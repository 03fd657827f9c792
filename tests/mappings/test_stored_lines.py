"""Suggested lines as they are stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mappings.entries import StoredDocument
from mappings.fields import FILTER_FIELDS
from mappings.suggestions import LineKind, StoredLine, inherit_fields

DOCUMENT = StoredDocument(
    document_id="hr/a.md",
    collection="main",
    source="hr/a.md",
    root="/docs",
    source_type="markdown",
    language="ru",
    title="Отпуск",
    text="# Отпуск\n",
    content_hash="00",
    passage_count=1,
    indexed="2026-11-30T00:00:00+00:00",
    created="2025-01-15T00:00:00+00:00",
    modified="2025-02-15T00:00:00+00:00",
    tags=("hr",),
    access=("staff",),
)
HEADING = StoredLine(
    text="Как оформить отпуск?",
    kind=LineKind.HEADING,
    collection="main",
    key="какоформитьотпуск",
    words="как оформить отпуск",
    ordinal=1,
    document_id="hr/a.md",
    source="hr/a.md",
    inherited=inherit_fields(DOCUMENT),
)
QUESTION = StoredLine(
    text="сколько дней отпуска",
    kind=LineKind.QUESTION,
    collection="main",
    key="сколькоднейотпуска",
    words="сколько дней отпуска",
    inherited={"language": "ru"},
)


def test_entries_of_lines(golden: Callable[[str, Any], None]) -> None:
    golden("entry_suggestion", HEADING.as_source())
    golden("entry_question", QUESTION.as_source())


def test_a_line_has_everything_that_documents_are_filtered_by() -> None:
    """A filter that excludes the document must exclude its lines too."""
    assert set(FILTER_FIELDS.values()) <= HEADING.as_source().keys()


def test_a_read_line_says_what_it_is_and_where_it_comes_from() -> None:
    read = StoredLine.from_source(HEADING.as_source())
    assert (read.text, read.kind, read.document_id, read.source) == (
        "Как оформить отпуск?", LineKind.HEADING, "hr/a.md", "hr/a.md",
    )  # fmt: skip
    assert StoredLine.from_source(QUESTION.as_source()).document_id is None


def test_questions_come_before_titles_and_titles_before_headings() -> None:
    assert [kind.value for kind in LineKind] == ["question", "title", "heading"]
    assert HEADING.as_source()["suggestion_rank"] == 2
