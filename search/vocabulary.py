"""What an index knows of words: in how many passages they stand, and which of its words look alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from mappings.fields import Part, Stream, name_term_field

EXACT_FIELD: Final = name_term_field(Part.BODY, Stream.EXACT)
LEMMA_FIELD: Final = name_term_field(Part.BODY, Stream.LEMMA)
SUGGESTIONS: Final = 8
MOST_WORDS: Final = 40  # of one question; the engine looks each of them up


class Suggestion(NamedTuple):
    """A word of the index and the number of passages that have it."""

    word: str
    passages: int


class Vocabulary(Protocol):
    """The words of the index versions that a question is asked of."""

    def count(self, words: Sequence[str]) -> dict[str, int]:
        """In how many passages each word stands, as written or as a lemma."""
        ...

    def suggest(self, words: Sequence[str]) -> dict[str, list[Suggestion]]:
        """Words of the index within two typos of each of `words`."""
        ...


def build_count_words_body(words: Sequence[str]) -> dict[str, Any]:
    """The search that counts passages for each word and returns none of them."""
    filters = {
        word: {
            "bool": {
                "should": [{"term": {EXACT_FIELD: word}}, {"term": {LEMMA_FIELD: word}}],
                "minimum_should_match": 1,
            }
        }
        for word in words
    }
    return {"size": 0, "track_total_hits": False, "aggs": {"words": {"filters": {"filters": filters}}}}


def build_suggest_body(words: Sequence[str]) -> dict[str, Any]:
    """The search that suggests words of the index for words it does not have."""
    term = {
        "field": EXACT_FIELD,
        "suggest_mode": "always",
        "size": SUGGESTIONS,
        "max_edits": 2,
        "prefix_length": 0,  # the first letter is mistyped as often as others: збросить
        "min_word_length": 4,
        "sort": "score",
        "string_distance": "damerau_levenshtein",
    }
    return {"size": 0, "suggest": {f"w{place}": {"text": word, "term": term} for place, word in enumerate(words)}}


def read_counts(answer: Mapping[str, Any]) -> dict[str, int]:
    """The counts in the answer to `build_count_words_body`."""
    buckets = answer["aggregations"]["words"]["buckets"]
    return {word: int(bucket["doc_count"]) for word, bucket in buckets.items()}


def read_suggestions(answer: Mapping[str, Any], words: Sequence[str]) -> dict[str, list[Suggestion]]:
    """The suggestions in the answer to `build_suggest_body`."""
    found = {}
    for place, word in enumerate(words):
        entries = answer["suggest"][f"w{place}"]
        found[word] = [
            Suggestion(option["text"], int(option["freq"])) for entry in entries for option in entry["options"]
        ]
    return found
