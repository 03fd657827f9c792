"""Bodies sent to the engine. Pure: values in, body out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from language.coarse import write_coarse
from language.records import Analysis, Language, Term, TermKind
from mappings import fields
from mappings.entries import PASSAGE_FIELDS
from mappings.fields import ALTERNATIVE_SEPARATOR, Kind, Part, Stream, name_term_field
from search import relevance
from search.asking import Asked, SynonymPhrase, build_asked
from search.index_facts import Clause
from search.periods import parse_period
from search.records import Filter, RequestError
from settings import Settings

MOST_FACET_VALUES: Final = 50
EXACT_COUNTS: Final = 40_000  # the engine counts distinct documents exactly up to here, and estimates beyond


def build_filters(filters: Sequence[Filter]) -> list[Clause]:
    """One clause for each field; all must hold, any of a field's values suffices.

    Only `access` is not joined: what a rule allows is never widened by what somebody asks for.
    Raises RequestError for an unknown field or a value that is no date.
    """
    joined: dict[tuple[str, int], Filter] = {}
    for place, filter_ in enumerate(filters):
        key = (filter_.field, place if filter_.field == "access" else -1)
        values = joined[key].values if key in joined else ()
        joined[key] = Filter(filter_.field, (*values, *filter_.values))
    return [_build_filter(filter_) for filter_ in joined.values()]


def build_lexical_query(
    question: Asked | Analysis, filters: Sequence[Clause], scoring: Sequence[Clause] = ()
) -> dict[str, Any] | None:
    """The query of the lexical leg; None when the question has nothing that can be looked up.

    Each part of a passage (body, headings, title) is asked in three spellings joined by `dis_max`; codes are asked
    once more by their canonical form. What is found this way is ranked higher for relatives of the words and for words
    of grammar. scoring: clauses that a passage is ranked higher for.
    """
    asked = build_asked(question) if isinstance(question, Analysis) else question
    if asked.is_empty:
        return None
    found = [_build_part_query(part, asked) for part in Part]
    found.extend(_build_code_queries(asked))
    found.extend(_build_synonym_query(phrase) for phrase in asked.phrases)
    ranked = [_build_coarse_query(asked), *scoring]
    if asked.grammar:
        ranked.append(_build_grammar_query(asked.grammar))
    return {"bool": {"must": [build_any(found)], "should": ranked, "filter": list(filters)}}


def build_sequence_clause(terms: Sequence[Term], stream: Stream) -> Clause:
    """A clause for passages that have the terms one after another in body, headings or title."""
    return build_any([_build_sequence(name_term_field(part, stream), terms, stream) for part in Part])


def build_sequence_score(terms: Sequence[Term], stream: Stream) -> Clause:
    """A clause that ranks a passage higher for the terms one after another in its body."""
    return _build_sequence(name_term_field(Part.BODY, stream), terms, stream, boost=relevance.PHRASE_BOOST)


def build_any(clauses: Sequence[Clause]) -> Clause:
    """A clause for what fits at least one of the clauses."""
    return clauses[0] if len(clauses) == 1 else {"bool": {"should": list(clauses), "minimum_should_match": 1}}


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


def build_facets_body(names: Sequence[str], most_values: int = MOST_FACET_VALUES) -> dict[str, Any]:
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
                "terms": {"field": fields.FILTER_FIELDS[name], "size": most_values},
                "aggs": {"documents": documents},
            }
            for name in names
        },
    }


def choose_lexical_weight(asked: Asked, language: Language, settings: Settings) -> float:
    """The lexical leg's share: that of the settings, more for Chinese and for a question that looks up a code or a
    word. All of it is known before anything is ranked."""
    share = 0.0
    if asked.size + len(asked.grammar) <= relevance.LOOK_UP_TERMS or asked.has_code:
        share = relevance.LOOK_UP_LEXICAL_WEIGHT
    elif language is Language.CHINESE:
        share = relevance.CHINESE_LEXICAL_WEIGHT
    if not settings.weight_lexical:
        return 0.0
    return max(settings.weight_lexical, share * (settings.weight_lexical + settings.weight_vector))


def _build_part_query(part: Part, asked: Asked) -> dict[str, Any]:
    return {
        "dis_max": {
            "queries": [_build_stream_query(part, stream, asked) for stream in Stream],
            "tie_breaker": relevance.STREAM_TIE_BREAKER,
            "boost": relevance.PART_BOOSTS[part],
        }
    }


def _build_stream_query(part: Part, stream: Stream, asked: Asked) -> Clause:
    """A part asked in one spelling: a sum over terms; of alternatives (a OR b) the best one counts."""
    name, boost = name_term_field(part, stream), relevance.STREAM_BOOSTS[stream]
    queries = [_build_match(name, asked.terms, stream, asked)] if asked.terms else []
    queries.extend(
        {"dis_max": {"queries": [_build_match(name, terms, stream, asked) for terms in group]}}
        for group in asked.groups
    )
    # A term and its synonym at one position count alike, so the word that was written counts a little once more.
    written = [term for term in asked.iter_terms() if (term.start, term.end) in asked.synonyms]
    if written:
        queries.append(_build_match(name, written, stream, boost=relevance.WRITTEN_BOOST))
    if len(queries) == 1 and asked.terms:
        queries[0]["match"][name]["boost"] = boost
        return queries[0]
    return {"bool": {"should": queries, "minimum_should_match": 1, "boost": boost}}


def _build_match(
    name: str, terms: Sequence[Term], stream: Stream, asked: Asked | None = None, *, boost: float | None = None
) -> Clause:
    match: dict[str, Any] = {"query": _write_query(terms, stream, asked)}
    if boost is not None:
        match["boost"] = boost
    return {"match": {name: match}}


def _build_sequence(name: str, terms: Sequence[Term], stream: Stream, *, boost: float | None = None) -> Clause:
    match = _build_match(name, terms, stream, boost=boost)
    return {"match_phrase": match["match"]} if len(terms) > 1 else match


def _write_query(terms: Sequence[Term], stream: Stream, asked: Asked | None = None) -> str:
    """Terms for a whitespace-analysed field, each with its synonyms at its position."""
    synonyms = asked.synonyms if asked else {}
    positions = []
    for term in terms:
        words = (term, *synonyms.get((term.start, term.end), ()))
        positions.append(dict.fromkeys(form for word in words for form in word.whole_forms(stream)))
    return " ".join(ALTERNATIVE_SEPARATOR.join(forms) for forms in positions)


def _build_coarse_query(asked: Asked) -> Clause:
    """A sum over terms cut short; of alternatives the best one counts."""
    queries = [_build_coarse_match(asked.terms)] if asked.terms else []
    queries.extend({"dis_max": {"queries": [_build_coarse_match(terms) for terms in group]}} for group in asked.groups)
    return {"bool": {"should": queries, "minimum_should_match": 1, "boost": relevance.COARSE_BOOST}}


def _build_coarse_match(terms: Sequence[Term]) -> Clause:
    return {"match": {fields.COARSE: {"query": write_coarse(terms)}}}


def _build_grammar_query(terms: Sequence[Term]) -> Clause:
    query = _build_part_query(Part.BODY, Asked(tuple(terms)))
    query["dis_max"]["boost"] = relevance.GRAMMAR_BOOST
    return query


def _build_synonym_query(phrase: SynonymPhrase) -> Clause:
    """The same for what was written and for what may stand for it: with the score of its words what was written is
    always ahead, however rare the words of the synonym are."""
    either = [build_sequence_clause(terms, Stream.LEMMA) for terms in phrase]
    return {"constant_score": {"filter": build_any(either), "boost": relevance.SYNONYM_SCORE}}


def _build_code_queries(asked: Asked) -> list[dict[str, Any]]:
    codes = dict.fromkeys(term.exact[0] for term in asked.iter_terms() if term.kind is TermKind.CODE)
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
    period = parse_period(value)
    if period is None:
        raise RequestError(
            f"Filter '{name}' has '{value}', which is no date. Write 2024-01-31, 2024-01, 2024 or "
            "2024-01-01..2024-12-31."
        )
    days = {"gte": period.first, "lte": period.last}
    limits = {limit: day.isoformat() for limit, day in days.items() if day is not None}
    if "lte" in limits:
        limits["lte"] += "||/d"  # the whole last day
    return limits
