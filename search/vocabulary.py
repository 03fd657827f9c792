"""What an index knows of words: in how many passages they stand, and which of its words look alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from language.analysis import analyze
from language.records import Term
from mappings.fields import Part, Stream, name_term_field

EXACT_FIELD: Final = name_term_field(Part.BODY, Stream.EXACT)
SUGGESTIONS: Final = 8
MOST_WORDS: Final = 240  # of one look-up; the engine looks each of them up
MOST_NEAR: Final = 12  # words for which others that look alike are searched
COUNTED: Final = (Stream.LEMMA, Stream.EXACT)  # a stem may be that of another word: мир of миро
_EXACT: Final = "="  # before the name of a filter that counts a word as it is written
_ANY: Final = "~"  # before the name of one that counts it in any form


class Suggestion(NamedTuple):
    """A word of the index and the number of passages that have it so written."""

    word: str
    passages: int


class LookUp(NamedTuple):
    """What is asked of a vocabulary in one request.

    words: lower-case words to be counted in all their forms. exact: to be counted as they are written.
    near: words for which those of the index are wanted that look alike, with the most typos between them (1 or 2).
    """

    words: Sequence[str] = ()
    exact: Sequence[str] = ()
    near: Mapping[str, int] = {}


class Findings(NamedTuple):
    """The answer: passages for each of `words` and of `exact`, suggestions for each of `near`."""

    words: Mapping[str, int]
    exact: Mapping[str, int]
    near: Mapping[str, Sequence[Suggestion]]


class Vocabulary(Protocol):
    """The words of the index versions that a question is asked of."""

    def look_up(self, asked: LookUp) -> Findings:
        """What the index versions have of the words, in one request."""
        ...


def build_look_up_body(asked: LookUp) -> dict[str, Any]:
    """The search that counts passages and suggests words, and returns no passage."""
    filters = {_ANY + word: _build_any_filter(word) for word in asked.words[:MOST_WORDS]}
    filters |= {_EXACT + word: {"term": {EXACT_FIELD: word}} for word in asked.exact[:MOST_WORDS]}
    body: dict[str, Any] = {"size": 0, "track_total_hits": False}
    if filters:
        body["aggs"] = {"words": {"filters": {"filters": filters}}}
    if asked.near:
        near = list(asked.near.items())[:MOST_NEAR]
        body["suggest"] = {
            f"w{place}": {"text": word, "term": _build_suggest_term(typos)} for place, (word, typos) in enumerate(near)
        }
    return body


def read_findings(answer: Mapping[str, Any], asked: LookUp) -> Findings:
    """What the answer to `build_look_up_body` says; a word beyond the limits is not found."""
    buckets = answer["aggregations"]["words"]["buckets"] if "aggregations" in answer else {}
    counts = {name: int(bucket["doc_count"]) for name, bucket in buckets.items()}
    return Findings(
        {word: counts[_ANY + word] for word in asked.words if _ANY + word in counts},
        {word: counts[_EXACT + word] for word in asked.exact if _EXACT + word in counts},
        {
            word: _read_suggestions(answer["suggest"][f"w{place}"])
            for place, word in enumerate(list(asked.near)[:MOST_NEAR])
        },
    )


def _build_any_filter(word: str) -> dict[str, Any]:
    """The passages with the word in any of its forms; of a compound, with all its words."""
    terms = [_build_term_filter(term) for term in analyze(word).terms] or [{"match_none": {}}]
    return terms[0] if len(terms) == 1 else {"bool": {"filter": terms}}


def _build_term_filter(term: Term) -> dict[str, Any]:
    should = [{"terms": {name_term_field(Part.BODY, stream): list(term.whole_forms(stream))}} for stream in COUNTED]
    return {"bool": {"should": should, "minimum_should_match": 1}}


def _build_suggest_term(typos: int) -> dict[str, Any]:
    return {
        "field": EXACT_FIELD,
        "suggest_mode": "always",
        "size": SUGGESTIONS,
        "max_edits": typos,
        "prefix_length": 0,  # the first letter is mistyped as often as others: збросить
        "min_word_length": 3,
        "sort": "score",
        "string_distance": "damerau_levenshtein",
    }


def _read_suggestions(entries: Sequence[Mapping[str, Any]]) -> list[Suggestion]:
    return [Suggestion(option["text"], int(option["freq"])) for entry in entries for option in entry["options"]]
