"""Bodies that look for lines to suggest. Pure: values in, body out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from mappings import fields
from mappings.index_body import LONGEST_BEGINNING
from mappings.suggestions import LINE_FIELDS
from search.typed_text import Forms, TypedText, Words
from search.typos import Typos, count_allowed_typos

# Of two lines the one that begins with the whole text comes first, then the one with the words in their order.
WHOLE_TEXT_SCORE: Final = 2.0
IN_ORDER_SCORE: Final = 1.0
NO_TYPOS: Final[Typos] = MappingProxyType({})
LONGEST_FUZZY: Final = 12  # characters; what a longer word costs the engine grows, and the rest is compared afterwards

Clause = dict[str, Any]


def build_lines_body(typed: TypedText, filters: Sequence[Clause], size: int) -> Clause:
    """The search for lines that begin with the text or have all its words, each once, in their order of merit.

    Each word may be the beginning of one of the line's words. Score: constants for what fits; then questions before
    titles before headings, then shorter ones.
    """
    whole = [{"prefix": {fields.SUGGESTION_KEY: key}} for key in typed.keys]
    words = [_build_chunk(ways, NO_TYPOS) for ways in typed.chunks]
    should = [_score(_any_of(whole), WHOLE_TEXT_SCORE), _score(_build_order(typed), IN_ORDER_SCORE)]
    return _build_body([*filters, _any_of([*whole, _all_of(words)])], should, size)


def build_typos_body(typed: TypedText, filters: Sequence[Clause], size: int, typos: Typos) -> Clause:
    """The same for lines in which some of the words are spelt a little otherwise; the score prefers right ones."""
    words = [_build_chunk(ways, typos) for ways in typed.chunks]
    should = [_score(_build_exact(forms), 1.0) for forms in typos]
    return _build_body([*filters, *words], should, size)


def build_word_body(forms: Forms, filters: Sequence[Clause]) -> Clause:
    """The search that finds a line with a word, if there is any."""
    return {
        "size": 1,
        "terminate_after": 1,
        "query": {"bool": {"filter": [*filters, _build_exact(forms)]}},
        "_source": list(LINE_FIELDS),
        "track_total_hits": False,
    }


def _build_body(conditions: Sequence[Clause], should: Sequence[Clause], size: int) -> Clause:
    return {
        "size": size,
        "query": {"bool": {"filter": list(conditions), "should": list(should)}},
        "sort": [
            {"_score": "desc"},
            {fields.SUGGESTION_RANK: "asc"},
            {fields.SUGGESTION_LENGTH: "asc"},
            {fields.SUGGESTION_KEY: "asc"},
            {fields.DOCUMENT_ID: "asc"},
        ],
        "collapse": {"field": fields.SUGGESTION_KEY},
        "_source": list(LINE_FIELDS),
        "track_total_hits": False,
    }


def _build_chunk(ways: Sequence[Words], typos: Typos) -> Clause:
    return _any_of([_all_of([_build_word(forms, typos) for forms in words]) for words in ways])


def _build_word(forms: Forms, typos: Typos) -> Clause:
    if forms not in typos:
        return _build_exact(forms)
    fuzzy = [_build_fuzzy(form, min(allowed, typos[forms])) for form in forms if (allowed := count_allowed_typos(form))]
    return _any_of([_build_exact(forms), *fuzzy])


def _build_exact(forms: Forms) -> Clause:
    """Words are stored with all their beginnings: what is typed is a term."""
    return {"terms": {fields.SUGGESTION_WORDS: [form[:LONGEST_BEGINNING] for form in forms]}}


def _build_fuzzy(form: str, typos: int) -> Clause:
    return {
        "fuzzy": {
            fields.SUGGESTION_WORDS: {
                "value": form[:LONGEST_FUZZY],
                "fuzziness": typos,
                "prefix_length": 0,  # the first letter is mistyped as often as others
                "rewrite": "constant_score",
            }
        }
    }


def _build_order(typed: TypedText) -> Clause:
    chunks = [
        _choose([_follow([_choose([_match(form) for form in forms]) for forms in words]) for words in ways])
        for ways in typed.chunks
    ]
    return {"intervals": {fields.SUGGESTION_WORDS: _follow(chunks)}}


def _match(form: str) -> Clause:
    return {"match": {"query": form}}


def _choose(intervals: Sequence[Clause]) -> Clause:
    return intervals[0] if len(intervals) == 1 else {"any_of": {"intervals": list(intervals)}}


def _follow(intervals: Sequence[Clause]) -> Clause:
    return intervals[0] if len(intervals) == 1 else {"all_of": {"ordered": True, "intervals": list(intervals)}}


def _any_of(clauses: Sequence[Mapping[str, Any]]) -> Clause:
    if len(clauses) == 1:
        return dict(clauses[0])
    return {"bool": {"should": list(clauses), "minimum_should_match": 1}}


def _all_of(clauses: Sequence[Clause]) -> Clause:
    return clauses[0] if len(clauses) == 1 else {"bool": {"filter": list(clauses)}}


def _score(clause: Clause, boost: float) -> Clause:
    return {"constant_score": {"filter": clause, "boost": boost}}
