"""What can go wrong while a file becomes a document."""

from __future__ import annotations

from settings import NakhodkaError


class ParseError(NakhodkaError):
    """A file cannot be read as a document: the message says which part, why and what to do."""
