"""Candidates on their way through the stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from search.records import StageScore


class Key(NamedTuple):
    """Where an entry is: the id of a passage is unique in its index version only."""

    passage_id: str
    index_name: str


class ScoredPassage(NamedTuple):
    """A candidate of one leg with the leg's own score."""

    key: Key
    document_id: str
    score: float


@dataclass(frozen=True, slots=True)
class Leg:
    """What one leg answered, best first. `error` says why it answered nothing.

    took_ms, request_took_ms: the engine's own milliseconds for this leg, and for the request that asked all legs.
    """

    name: str
    candidates: tuple[ScoredPassage, ...]
    took_ms: float = 0.0
    request_took_ms: float = 0.0
    error: str | None = None
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """The passages of one document, best first, with the document's score."""

    document_id: str
    index_name: str
    passages: tuple[tuple[Key, float], ...]

    @property
    def score(self) -> float:
        return self.passages[0][1]


def rank_scores(entries: Sequence[tuple[Key, float]]) -> dict[Key, StageScore]:
    """Rank from 1 and score of every entry of a ranked list."""
    return {key: StageScore(rank, score) for rank, (key, score) in enumerate(entries, start=1)}


def group_by_document(
    ranking: Sequence[tuple[Key, float]], documents: Mapping[Key, str], most_passages: int
) -> list[Group]:
    """One group for each document in the order of its best passage, with at most `most_passages` passages."""
    groups: dict[tuple[str, str], Group] = {}
    for key, score in ranking:
        name = (key.index_name, documents[key])
        group = groups.get(name)
        if group is None:
            groups[name] = Group(documents[key], key.index_name, ((key, score),))
        elif len(group.passages) < most_passages:
            groups[name] = replace(group, passages=(*group.passages, (key, score)))
    return list(groups.values())
