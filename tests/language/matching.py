"""A small matcher instead of an engine: which terms of a question a document holds."""

from __future__ import annotations

from language.analysis import analyze
from language.records import Analysis
from mappings.fields import Stream


def holds(document: Analysis, stream: Stream, forms: tuple[str, ...]) -> bool:
    """Whether some term of the document has one of the forms in the stream."""
    return any(not set(forms).isdisjoint(term.forms(stream)) for term in document.terms)


def finds(question: str, document: str) -> bool:
    """Whether the document holds every term of the question in some stream."""
    asked, held = analyze(question), analyze(document)
    return all(any(holds(held, stream, term.whole_forms(stream)) for stream in Stream) for term in asked.terms)


def list_forms(text: str) -> set[str]:
    """Every form of every term of the text."""
    return {form for term in analyze(text).terms for stream in Stream for form in term.forms(stream)}
