"""What a file says of itself, sorted into the fields of a document."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, Final, TypeVar

from indexer.errors import ParseError

# Names under which front matter and meta tags carry a field, preferred ones first.
TITLE_NAMES: Final = ("title", "заголовок", "название")
CREATED_NAMES: Final = ("created", "date", "created_at", "дата")
MODIFIED_NAMES: Final = ("modified", "updated", "updated_at", "lastmod", "last-modified")
TAG_NAMES: Final = ("tags", "keywords", "теги")
LANGUAGE_NAMES: Final = ("language", "lang", "язык")
ACCESS_NAMES: Final = ("access", "доступ")

T = TypeVar("T")

MAX_DEPTH: Final = 20
_LANGUAGE: Final = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]{1,8})*", re.IGNORECASE)
_RUSSIAN_DATE: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")


@dataclass(frozen=True, slots=True)
class Fields:
    """Values that a field of a document takes; `metadata` holds the rest as JSON values."""

    title: str = ""
    language: str | None = None
    created: datetime | None = None
    modified: datetime | None = None
    tags: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def read_fields(raw: Mapping[Any, Any]) -> Fields:
    """The fields found in `raw`. A value that its field cannot take stays in `metadata`, with a warning.

    Raises ParseError where an access rule cannot be understood: guessing could show the document to everybody.
    """
    rest = _Rest(raw)
    return Fields(
        title=rest.take(TITLE_NAMES, _parse_title, ""),
        language=rest.take(LANGUAGE_NAMES, _parse_language, None),
        created=rest.take(CREATED_NAMES, _parse_date, None),
        modified=rest.take(MODIFIED_NAMES, _parse_date, None),
        tags=rest.take(TAG_NAMES, _parse_names, ()),
        access=rest.take_access(),
        metadata={key: to_json(value) for key, value in rest.values.items()},
        warnings=tuple(rest.warnings),
    )


class _Rest:
    """What is left of the raw values while fields are taken out."""

    def __init__(self, raw: Mapping[Any, Any]) -> None:
        self.values = {str(to_json(key)): value for key, value in raw.items()}
        self.warnings: list[str] = []

    def take(self, names: Iterable[str], parse: Callable[[Any], T | None], default: T) -> T:
        for key in self._find(names):
            if self.values[key] in (None, "", []):
                continue
            parsed = parse(self.values[key])
            if parsed is not None:
                del self.values[key]
                return parsed
            self.warnings.append(f"'{key}: {self.values[key]}' is not understood and was kept as metadata.")
        return default

    def take_access(self) -> tuple[str, ...]:
        granted: list[str] = []
        for key in self._find(ACCESS_NAMES):
            value = self.values.pop(key)
            names = _parse_names(value)
            if not names:
                raise ParseError(
                    f"The access rule '{key}: {value}' is not understood. Write a name or a list of names, "
                    "or remove the line for a document that everybody may find."
                )
            granted.extend(names)
        return tuple(dict.fromkeys(granted))

    def _find(self, names: Iterable[str]) -> list[str]:
        lowered = {key.lower().strip(): key for key in self.values}
        return [lowered[name] for name in names if name in lowered]


def _parse_title(value: Any) -> str | None:
    if isinstance(value, bool | dict | list):
        return None
    return " ".join(str(to_json(value)).split()) or None


def _parse_language(value: Any) -> str | None:
    match = _LANGUAGE.fullmatch(value.strip()) if isinstance(value, str) else None
    return match[1].lower() if match else None


def _parse_names(value: Any) -> tuple[str, ...] | None:
    """Names from a list, or from one string with commas; None where something in it is no name."""
    items = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else [value]
    if not all(isinstance(item, str | int | float | date) and not isinstance(item, bool) for item in items):
        return None
    names = (str(to_json(item)).strip() for item in items)
    return tuple(dict.fromkeys(name for name in names if name))


def _parse_date(value: Any) -> datetime | None:
    """An aware time; a date alone is its midnight, a time without a zone is taken as UTC."""
    parsed = value
    if isinstance(value, str):
        parsed = _read_date(value.strip())
    elif isinstance(value, date) and not isinstance(value, datetime):
        parsed = datetime(value.year, value.month, value.day, tzinfo=UTC)
    if not isinstance(parsed, datetime) or not 1900 <= parsed.year <= 2200:
        return None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)


def _read_date(text: str) -> datetime | None:
    russian = _RUSSIAN_DATE.fullmatch(text)
    if russian is not None:
        text = f"{russian[3]}-{int(russian[2]):02}-{int(russian[1]):02}"
    if text.isdigit():  # 20240115 is a number as easily as a date
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def to_json(value: Any, depth: int = 0) -> Any:
    """The value as JSON knows it: dates in ISO form, binary as base64, what has no form as text."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, date | bytes):
        return value.isoformat() if isinstance(value, date) else base64.b64encode(value).decode("ascii")
    if depth < MAX_DEPTH and isinstance(value, Mapping):
        return {str(to_json(key, depth + 1)): to_json(item, depth + 1) for key, item in value.items()}
    if depth < MAX_DEPTH and isinstance(value, list | tuple | set | frozenset):
        items = sorted(value, key=str) if isinstance(value, set | frozenset) else value
        return [to_json(item, depth + 1) for item in items]
    return str(value)
