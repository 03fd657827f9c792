"""Bodies sent to the engine. Pure: values in, body out."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from language.function_words import carries_grammar, is_negation
from language.records import Analysis, Term, TermKind
from mappings import fields
from mappings.entries import PASSAGE_FIELDS
from mappings.fields import ALTERNATIVE_SEPARATOR, Kind, Part, Stream, name_term_field
from search import relevance
from search.records import Filter, RequestError
from settings import Settings

RANGE_SEPARATOR: Final = ".."
MOST_FACET_VALUES: Final = 50
EXACT_COUNTS: Final = 40_000  # the engine counts distinct documents exactly up to here, and estimates beyond


def build_filters(filters: Sequence[Filter]) -> list[dict[str, Any]]:
    """One clause for each filter; all must hold, any of a filter's values suffices.

    Raises RequestError for an unknown field or a value that is no date.
    """
    return [_build_filter(filter_) for filter_ in filters]


def build_lexical_query(analysis: Analysis, filters: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The query of the lexical leg; None when the question has nothing that can be looked up.

    Each part of a passage (body, headings, title) is asked in three spellings joined by `dis_max`; codes are asked
    once more by their canonical form.
    """
    terms = cut_terms(analysis.terms)
    if not terms:
        return None
    should = [_build_part_query(part, terms) for part in Part]
    should.extend(_build_code_queries(terms))
    return {"bool": {"should": should, "minimum_should_match": 1, "filter": list(filters)}}


def build_vector_query(vector: Sequence[float], k: int, filters: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The query of the vector leg: the `k` nearest passages among those that pass the filters."""
    knn: dict[str, Any] = {"vector": list(vector), "k": k}
    if filters:
        knn["filter"] = {"bool": {"filter": list(filters)}}
    return {"knn": {fields.VECTOR: knn}}


def build_leg_body(query: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """A search that gives ids, scores and documents of the best candidates and nothing else."""
    return {
        "size": settings.candidates,
        "query": dict(query),
        "_source": False,
        "docvalue_fields": [fields.DOCUMENT_ID],
        "track_total_hits": False,
        "timeout": f"{int(settings.search_timeout_seconds * 1000)}ms",
    }


def build_msearch_body(indexes: Sequence[str], legs: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Header and body of each leg, for one `_msearch`."""
    lines: list[dict[str, Any]] = []
    for leg in legs:
        lines.extend(({"index": list(indexes)}, dict(leg)))
    return lines


def build_hybrid_body(
    legs: Sequence[Mapping[str, Any]], settings: Settings, weights: Sequence[float]
) -> dict[str, Any]:
    """The engine's own hybrid query with its fusion, as one `_search`."""
    body = build_leg_body(
        {"hybrid": {"queries": [dict(leg) for leg in legs], "pagination_depth": settings.candidates}}, settings
    )
    body["size"] = settings.candidates * len(legs)
    body["search_pipeline"] = _build_fusion_pipeline(settings, weights)
    return body


def build_fetch_body(keys: Iterable[tuple[str, str]], source_fields: Sequence[str] = PASSAGE_FIELDS) -> dict[str, Any]:
    """An `_mget` of entries (index, id) with the named stored fields."""
    return {"docs": [{"_index": index, "_id": id_, "_source": list(source_fields)} for index, id_ in keys]}


def build_facets_body(names: Sequence[str]) -> dict[str, Any]:
    """A search that counts, for each value of the named filters, the documents that the filter would leave.

    Passages are asked, because it is passages that a filter keeps or drops: a document may have some in each language.
    """
    documents = {"cardinality": {"field": fields.DOCUMENT_ID, "precision_threshold": EXACT_COUNTS}}
    return {
        "size": 0,
        "query": {"term": {fields.KIND: Kind.PASSAGE.value}},
        "track_total_hits": False,
        "aggs": {
            name: {
                "terms": {"field": fields.FILTER_FIELDS[name], "size": MOST_FACET_VALUES},
                "aggs": {"documents": documents},
            }
            for name in names
        },
    }


def choose_lexical_weight(analysis: Analysis, settings: Settings) -> float:
    """The lexical leg's share: that of the settings, more for a question that looks up a code or a word."""
    terms = cut_terms(analysis.terms)
    looks_up = len(terms) <= relevance.LOOK_UP_TERMS or any(term.kind is TermKind.CODE for term in terms)
    if not looks_up or not settings.weight_lexical:
        return settings.weight_lexical
    whole = settings.weight_lexical + settings.weight_vector
    return max(settings.weight_lexical, relevance.LOOK_UP_LEXICAL_WEIGHT * whole)


def cut_terms(terms: Sequence[Term]) -> tuple[Term, ...]:
    """The terms that are asked for: the telling ones (all, where none is telling), repeated ones once, as many as the
    engine takes in one query.

    Asking for «что», «можно», "the" finds long sections: on the FAQ set nDCG@10 of the lexical leg is .367 with them
    and .416 without, on XQuAD-R ru .829 and .833.
    """
    telling = [term for term in terms if is_negation(term) or not carries_grammar(term)]
    kept: dict[tuple[str, ...], Term] = {}
    clauses = 0
    for term in telling or terms:
        key = (*term.lemmas, "", *term.exact)
        if key in kept:
            continue
        clauses += sum(len(term.whole_forms(stream)) for stream in Stream) * len(Part)
        if clauses > relevance.MOST_CLAUSES:
            break
        kept[key] = term
    return tuple(kept.values())


def _build_part_query(part: Part, terms: Sequence[Term]) -> dict[str, Any]:
    queries = [
        {
            "match": {
                name_term_field(part, stream): {
                    "query": " ".join(ALTERNATIVE_SEPARATOR.join(term.whole_forms(stream)) for term in terms),
                    "boost": relevance.STREAM_BOOSTS[stream],
                }
            }
        }
        for stream in Stream
    ]
    return {
        "dis_max": {
            "queries": queries,
            "tie_breaker": relevance.STREAM_TIE_BREAKER,
            "boost": relevance.PART_BOOSTS[part],
        }
    }


def _build_code_queries(terms: Sequence[Term]) -> list[dict[str, Any]]:
    codes = dict.fromkeys(term.exact[0] for term in terms if term.kind is TermKind.CODE)
    return [
        {"term": {name_term_field(Part.BODY, Stream.EXACT): {"value": code, "boost": relevance.CODE_BOOST}}}
        for code in codes
    ]


def _build_fusion_pipeline(settings: Settings, weights: Sequence[float]) -> dict[str, Any]:
    parameters = {"weights": list(weights)}
    if settings.fusion == "rrf":
        combination = {"technique": "rrf", "rank_constant": settings.rrf_k, "parameters": parameters}
        processor = {"score-ranker-processor": {"combination": combination}}
    else:
        processor = {
            "normalization-processor": {
                "normalization": {"technique": "min_max"},
                "combination": {"technique": "arithmetic_mean", "parameters": parameters},
            }
        }
    return {"phase_results_processors": [processor]}


def _build_filter(filter_: Filter) -> dict[str, Any]:
    field = fields.FILTER_FIELDS.get(filter_.field)
    if field is None:
        known = ", ".join(fields.FILTER_FIELDS)
        raise RequestError(f"Unknown filter '{filter_.field}'. Known filters: {known}.")
    values = [value for value in filter_.values if value]
    if not values:
        raise RequestError(f"Filter '{filter_.field}' has no value. Write it as {filter_.field}=VALUE.")
    if field not in fields.DATE_FIELDS:
        return {"terms": {field: values}}
    ranges = [{"range": {field: _parse_date_range(filter_.field, value)}} for value in values]
    return ranges[0] if len(ranges) == 1 else {"bool": {"should": ranges, "minimum_should_match": 1}}


def _parse_date_range(name: str, value: str) -> dict[str, str]:
    first, separator, last = value.partition(RANGE_SEPARATOR)
    limits = {"gte": first, "lte": last if separator else first}
    try:
        days = {limit: datetime.date.fromisoformat(day).isoformat() for limit, day in limits.items() if day}
    except ValueError as error:
        raise RequestError(
            f"Filter '{name}' has '{value}', which is no date. Write 2024-01-31 or 2024-01-01..2024-12-31."
        ) from error
    if "lte" in days:
        days["lte"] += "||/d"  # the whole last day
    return days
