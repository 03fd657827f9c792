"""What can go wrong with a model."""

from __future__ import annotations

from settings import NakhodkaError


class ModelError(NakhodkaError):
    """A model cannot be found, loaded or used."""


class EmptyTextError(ModelError):
    """A text without a single token was to be embedded: its vector would be noise."""


class ModelMemoryError(ModelError):
    """Not even one text fits into memory."""


class ExportError(ModelError):
    """A model cannot be turned into its 8-bit form, or that form differs too much."""
