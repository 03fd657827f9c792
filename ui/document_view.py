"""A document opened at a passage."""

from __future__ import annotations

from ui.cards import GO
from ui.markup import escape, write_link
from ui.prose import write_prose
from ui.resources import OpenedDocument
from ui.state import View
from ui.texts import Texts
from ui.wording import format_day


def write_document(opened: OpenedDocument, view: View, texts: Texts) -> str:
    """HTML of the document: where it comes from, then its text with the passage and the question's words marked."""
    document = opened.document
    return (
        f'<article class="nk-document">{_write_back(view, texts)}<h1>{escape(document.title or document.source)}</h1>'
        f"{_write_meta(opened, texts)}{_write_notes(opened, texts)}"
        f'<div class="nk-text" lang="{escape(document.language)}">{_write_text(opened)}</div></article>'
    )


def write_missing_document(view: View, texts: Texts) -> str:
    """HTML of what is shown for a link to a document that is no longer there."""
    return (
        f'{_write_back(view, texts)}<div class="nk-state"><div class="nk-state-icon">?</div>'
        f"<h2>{escape(texts['document.missing'])}</h2><p>{escape(texts['document.missing.hint'])}</p></div>"
    )


def _write_back(view: View, texts: Texts) -> str:
    label = texts["back"] if view.question else texts["to_search"]
    return write_link(view.write_link(document=None, passage=None), f"← {escape(label)}", class_=f"nk-back {GO}")


def _write_meta(opened: OpenedDocument, texts: Texts) -> str:
    document = opened.document
    values = [
        ("document.source", document.source),
        ("document.created", format_day(document.created, texts.language)),
        ("document.modified", format_day(document.modified, texts.language)),
        ("document.tags", ", ".join(document.tags)),
    ]
    items = "".join(
        f"<div><dt>{escape(texts[name])}</dt><dd>{escape(value)}</dd></div>" for name, value in values if value
    )
    return f'<dl class="nk-meta">{items}</dl>'


def _write_notes(opened: OpenedDocument, texts: Texts) -> str:
    return f'<div class="nk-notice">{escape(texts["document.excerpt"])}</div>' if opened.is_cut else ""


def _write_text(opened: OpenedDocument) -> str:
    document, passage = opened.document, opened.passage
    if passage is None:
        return _write_part(opened, opened.start, opened.end)
    start = max(opened.start, _go_to_line_start(document.text, passage.start))
    end = min(opened.end, passage.end)
    return (
        f"{_write_part(opened, opened.start, start)}"
        f'<section class="nk-passage nk-target">{_write_part(opened, start, end)}</section>'
        f"{_write_part(opened, end, opened.end)}"
    )


def _write_part(opened: OpenedDocument, start: int, end: int) -> str:
    return write_prose(opened.document.text, opened.matches, opened.document.source_type, start, end)


def _go_to_line_start(text: str, place: int) -> int:
    """The place itself, or the line's beginning where only marks stand before it: `- ` of an item belongs to it."""
    start = text.rfind("\n", 0, place) + 1
    return place if any(character.isalnum() for character in text[start:place]) else start
