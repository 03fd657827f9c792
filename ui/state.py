"""What the page shows. Its address is the only truth: widgets are set from it and write to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self
from urllib.parse import parse_qs, urlencode

from search.records import Filter, Mode, SearchRequest
from settings import Settings
from ui.texts import LANGUAGES

PAGE_SIZE: Final = 10
LAST_PAGE: Final = 100
ON: Final = "1"

# Names in the address. They are in links that people have sent each other: add to them, never rename.
QUESTION: Final = "q"
COLLECTION: Final = "collection"
MODE: Final = "mode"
TYPE: Final = "type"
DOCUMENT_LANGUAGE: Final = "language"
PAGE: Final = "page"
AS_WRITTEN: Final = "exact"
DOCUMENT: Final = "doc"
PASSAGE: Final = "passage"
LANGUAGE: Final = "ui"


@dataclass(frozen=True, slots=True)
class View:
    """One state of the page.

    language: of the interface; None where the address leaves it to the settings.
    page: from 1.
    as_written: the question is searched without putting its layout or spelling right.
    document, passage: what is opened, None where the list is shown.
    """

    question: str = ""
    collection: str | None = None
    mode: Mode = Mode.HYBRID
    types: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    page: int = 1
    as_written: bool = False
    document: str | None = None
    passage: str | None = None
    language: str | None = None

    @classmethod
    def from_params(cls, params: Mapping[str, Sequence[str]]) -> Self:
        """The view an address asks for; what cannot be understood in it is left out, never an error."""
        return cls(
            question=_read_one(params, QUESTION).strip(),
            collection=_read_one(params, COLLECTION) or None,
            mode=_read_mode(_read_one(params, MODE)),
            types=_read_many(params, TYPE),
            languages=_read_many(params, DOCUMENT_LANGUAGE),
            page=_read_page(_read_one(params, PAGE)),
            as_written=_read_one(params, AS_WRITTEN) == ON,
            document=_read_one(params, DOCUMENT) or None,
            passage=_read_one(params, PASSAGE) or None,
            language=_read_language(_read_one(params, LANGUAGE)),
        )

    @classmethod
    def from_query(cls, query: str) -> Self:
        """The view of the part of an address after its question mark.

        >>> View.from_query("?q=отпуск&page=2").page
        2
        """
        return cls.from_params(parse_qs(query.removeprefix("?")))

    def as_params(self) -> dict[str, Any]:
        """Names and values for the address; what is as usual is left out, so that addresses stay short."""
        values: dict[str, Any] = {
            QUESTION: self.question,
            COLLECTION: self.collection,
            MODE: "" if self.mode is Mode.HYBRID else self.mode.value,
            TYPE: list(self.types),
            DOCUMENT_LANGUAGE: list(self.languages),
            PAGE: str(self.page) if self.page > 1 else "",
            AS_WRITTEN: ON if self.as_written else "",
            DOCUMENT: self.document,
            PASSAGE: self.passage,
            LANGUAGE: self.language,
        }
        return {name: value for name, value in values.items() if value}

    def write_link(self, **changes: Any) -> str:
        """The address of this view with some changes, relative to the page.

        >>> View(question="отпуск", page=3).write_link(question="C++", page=1)
        '?q=C%2B%2B'
        """
        return "?" + urlencode(replace(self, **changes).as_params(), doseq=True)

    def as_request(self, collection: str, settings: Settings) -> SearchRequest:
        """What is searched."""
        size = min(settings.size, PAGE_SIZE)
        filters = [Filter("type", self.types), Filter("language", self.languages)]
        return SearchRequest(
            question=self.question,
            collections=(collection,),
            mode=self.mode,
            size=size,
            offset=(self.page - 1) * size,
            filters=tuple(filter_ for filter_ in filters if filter_.values),
            correct=not self.as_written,
        )

    @property
    def is_filtered(self) -> bool:
        return bool(self.types or self.languages)


def _read_one(params: Mapping[str, Sequence[str]], name: str) -> str:
    values = params.get(name) or [""]
    return values[-1]


def _read_many(params: Mapping[str, Sequence[str]], name: str) -> tuple[str, ...]:
    return tuple(_iter_distinct(params.get(name, ())))


def _iter_distinct(values: Iterable[str]) -> Iterable[str]:
    return sorted({value for value in values if value})


def _read_mode(value: str) -> Mode:
    return Mode(value) if value in {mode.value for mode in Mode} else Mode.HYBRID


def _read_page(value: str) -> int:
    return min(max(int(value), 1), LAST_PAGE) if value.isascii() and value.isdigit() and len(value) < 5 else 1


def _read_language(value: str) -> str | None:
    return value if value in LANGUAGES else None
