"""Values of filters as people write them: PDF, ворд, русский. Each is turned into what the index has, or told."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mappings import fields
from search.index_facts import MOST_LISTED_VALUES, NAMED_VALUES, Clause, FacetValue, IndexFacts
from search.operator_tokens import DATES
from search.operators import Operator
from search.queries import build_any, build_filters
from search.records import Filter, Notice

SHOWN_VALUES: Final = 12
LONGEST_PATTERN: Final = 80  # characters of a part of a path; the engine refuses a pattern of more than 1,000

# Other names of types and languages, by the name that documents have.
_TYPES: Final = {
    "docx": "word ворд doc",
    "xlsx": "excel эксель xls",
    "pptx": "powerpoint ppt презентация",
    "pdf": "пдф",
    "html": "htm веб web веб-страница страница",
    "markdown": "md маркдаун",
    "text": "txt текст",
}
_LANGUAGES: Final = {
    "ru": "русский russian рус по-русски",
    "en": "английский english англ eng по-английски",
    "zh": "китайский chinese cn по-китайски 中文 汉语",
}
_OTHER_NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    field: {name: value for value, names in table.items() for name in names.split()}
    for field, table in {"type": _TYPES, "language": _LANGUAGES}.items()
}


class Settled(NamedTuple):
    """What an operator narrows to: a clause, None where nothing of the index fits; `unknown`: values nothing has."""

    clause: Clause | None
    unknown: tuple[str, ...] = ()


def find_values(field: str, value: str, existing: Sequence[FacetValue]) -> tuple[str, ...]:
    """The values of the index that are meant: equal but for capitals and ё, else the one with that other name.

    >>> find_values("type", "Ворд", [FacetValue("docx", 3), FacetValue("pdf", 1)])
    ('docx',)
    """
    folded = _fold(value)
    equal = tuple(facet.value for facet in existing if _fold(facet.value) == folded)
    if equal:
        return equal
    named = _OTHER_NAMES.get(field, {}).get(folded)
    return (named,) if named in {facet.value for facet in existing} else ()


def settle_filters(filters: Sequence[Filter], facts: IndexFacts) -> tuple[tuple[Filter, ...], tuple[Notice, ...]]:
    """The filters with values as the index writes them; a value that no document has stays and is told."""
    if not any(filter_.field in NAMED_VALUES for filter_ in filters):
        return tuple(filters), ()
    listed = facts.list_values()
    settled, notices = [], []
    for filter_ in filters:
        existing = listed.get(filter_.field)
        if existing is None:
            settled.append(filter_)
            continue
        found = [find_values(filter_.field, value, existing) or (value,) for value in filter_.values]
        settled.append(Filter(filter_.field, tuple(dict.fromkeys(value for values in found for value in values))))
        known = {facet.value for facet in existing}
        unknown = [values[0] for values in found if values[0] and values[0] not in known]
        if unknown and len(existing) < MOST_LISTED_VALUES:
            notices.append(_write_unknown(filter_.field, unknown, listed, (filter_.field,), "nothing has it"))
    return tuple(settled), tuple(notices)


def settle_operator(operator: Operator, facts: IndexFacts) -> Settled:
    """What a filter in the question narrows to. A type that no document has may be a tag: type:order.

    A period stays a condition even where no document is of it: as text it would say nothing.
    """
    assert operator.field is not None
    if operator.field in DATES:
        return Settled(build_filters([Filter(operator.field, operator.values)])[0])
    if operator.field == "source":
        sources = build_any(list(map(_build_source_clause, operator.values)))
        (passages,) = facts.count([sources], [])
        return Settled(sources) if passages else Settled(None, operator.values)
    listed = facts.list_values()
    clauses, unknown = [], []
    for value in operator.values:
        clause = _find_clause(operator.field, value, listed)
        if clause is None:
            unknown.append(value)
        else:
            clauses.append(clause)
    return Settled(build_any(clauses) if clauses else None, tuple(unknown))


def write_unknown_notice(operator: Operator, unknown: Sequence[str], facts: IndexFacts, *, as_text: bool) -> Notice:
    """What is told of values in a question that no document has."""
    assert operator.field is not None
    outcome = "it was searched as text" if as_text else "it was left aside"
    shown = ("type", "tag") if operator.field == "type" else (operator.field,)
    return _write_unknown(operator.field, unknown, facts.list_values(), shown, outcome)


def _find_clause(field: str, value: str, listed: Mapping[str, Sequence[FacetValue]]) -> Clause | None:
    for name in (field, "tag") if field == "type" else (field,):
        found = find_values(name, value, listed[name])
        if found:
            return {"terms": {fields.FILTER_FIELDS[name]: list(found)}}
    return None


def _build_source_clause(value: str) -> Clause:
    """A source that has `value` anywhere in its path, in small or capital letters."""
    pattern = "".join(map(_match_letter, unicodedata.normalize("NFC", value)[:LONGEST_PATTERN]))
    return {"regexp": {fields.SOURCE: {"value": f".*{pattern}.*"}}}


def _match_letter(letter: str) -> str:
    if letter in "еёЕЁ":
        return "[еёЕЁ]"
    forms = dict.fromkeys(form for form in (letter.lower(), letter.upper()) if len(form) == 1)
    if len(forms) == 2:
        return f"[{''.join(forms)}]"
    return letter if letter.isalnum() else f"\\{letter}"


def _write_unknown(
    field: str,
    unknown: Sequence[str],
    listed: Mapping[str, Sequence[FacetValue]],
    shown: Sequence[str],
    outcome: str,
) -> Notice:
    values = ", ".join(f"'{value}'" for value in unknown)
    known = " ".join(f"Known values of {name}: {_write_values(listed[name])}." for name in shown if name in listed)
    return Notice("unknown_filter_value", f"No document has {field} {values}; {outcome}. {known}".strip())


def _write_values(values: Sequence[FacetValue]) -> str:
    return ", ".join(_iter_shown(values)) or "none"


def _iter_shown(values: Sequence[FacetValue]) -> Iterator[str]:
    yield from (facet.value for facet in values[:SHOWN_VALUES])
    if len(values) > SHOWN_VALUES:
        yield "…"


def _fold(value: str) -> str:
    return unicodedata.normalize("NFC", value).casefold().replace("ё", "е").strip()
