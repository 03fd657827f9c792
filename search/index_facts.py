"""What of an index decides how a question is meant: values to filter by, how many passages a clause leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from mappings import fields
from mappings.fields import Kind

Clause = dict[str, Any]
NAMED_VALUES: Final = ("type", "language", "tag")  # filters whose values can be listed
MOST_LISTED_VALUES: Final = 1000  # of one filter; where there are more, a value that is not listed may still exist


class FacetValue(NamedTuple):
    """A value that documents can be filtered by, and how many documents have it."""

    value: str
    documents: int


class IndexFacts(Protocol):
    """The index versions that a question is asked of."""

    def list_values(self) -> Mapping[str, Sequence[FacetValue]]:
        """For each of `NAMED_VALUES` the values there are, the most frequent first."""
        ...

    def count(self, clauses: Sequence[Clause], filters: Sequence[Clause]) -> list[int]:
        """How many passages each clause leaves of those that pass all filters."""
        ...


def build_count_clauses_body(clauses: Sequence[Clause], filters: Sequence[Clause]) -> dict[str, Any]:
    """The search that counts passages for each clause and returns none of them."""
    named = {f"c{place}": clause for place, clause in enumerate(clauses)}
    return {
        "size": 0,
        "track_total_hits": False,
        "query": {"bool": {"filter": [{"term": {fields.KIND: Kind.PASSAGE.value}}, *filters]}},
        "aggs": {"clauses": {"filters": {"filters": named}}},
    }


def read_clause_counts(answer: Mapping[str, Any], count: int) -> list[int]:
    """The counts in the answer to `build_count_clauses_body`, in the order of its clauses."""
    buckets = answer["aggregations"]["clauses"]["buckets"]
    return [int(buckets[f"c{place}"]["doc_count"]) for place in range(count)]
