"""The base of the project's errors; the lowest room holds it because every room raises."""

from __future__ import annotations


class NakhodkaError(Exception):
    """Base of every error the project raises on purpose: the message says what, which value and what to do next.

    exit_code: what a command that fails with it ends with.
    """

    exit_code = 1


class SettingsError(NakhodkaError):
    """A setting has a wrong value or an unknown name."""
