"""What is asked and what is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from search.correcting import Correction
from search.operators import Operator
from search.trace import Trace
from settings import NakhodkaError

Stretch = tuple[int, int]  # start and end in code points


class RequestError(NakhodkaError):
    """A search request asks for something that does not exist or is out of range."""


class Mode(StrEnum):
    """Which legs are asked."""

    HYBRID = "hybrid"
    LEXICAL = "lexical"
    VECTOR = "vector"


class Filter(NamedTuple):
    """Only documents whose `field` has one of `values`.

    field: a name of mappings.fields.FILTER_FIELDS. For dates a value is a day (2024-01-31) or a range
    (2024-01-01..2024-12-31, either end may be left out).
    """

    field: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One question with everything that decides the answer; None means: as the settings say.

    correct: whether a wrong keyboard layout and typos may be put right.
    operators: whether "phrase", -word, type:pdf and OR mean something; False: all of the question is text.
    """

    question: str
    collections: tuple[str, ...] = ()
    mode: Mode = Mode.HYBRID
    size: int | None = None
    offset: int = 0
    filters: tuple[Filter, ...] = ()
    second_stage: bool | None = None
    correct: bool = True
    operators: bool = True
    id: str | None = None


class StageScore(NamedTuple):
    """Where a hit stood in a stage: rank from 1, and the stage's own score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class HitStages:
    """The hit's passage in each stage; None where the stage did not see it."""

    lexical: StageScore | None = None
    vector: StageScore | None = None
    fusion: StageScore | None = None
    second_stage: StageScore | None = None


@dataclass(frozen=True, slots=True)
class PassageHit:
    """A passage of a found document.

    matches: stretches of `body` (start, end) that the question's terms match, in any inflected form.
    snippet: the part of the body that shows most of them; snippet_matches are stretches of it.
    """

    passage_id: str
    heading_path: tuple[str, ...]
    body: str
    start: int
    end: int
    page: int | None
    language: str
    score: float
    snippet: str
    snippet_matches: tuple[Stretch, ...]
    matches: tuple[Stretch, ...]
    stages: HitStages


@dataclass(frozen=True, slots=True)
class Hit:
    """A found document with its best passages, the best one first."""

    rank: int
    document_id: str
    collection: str
    source: str
    source_type: str
    title: str
    created: str | None
    modified: str | None
    tags: tuple[str, ...]
    score: float
    passages: tuple[PassageHit, ...]

    @property
    def best(self) -> PassageHit:
        return self.passages[0]


class Notice(NamedTuple):
    """Something the asker should know: a part that was missing, a limit that was reached."""

    code: str
    message: str


class UsedSynonym(NamedTuple):
    """What a stretch of the question was also searched as, and the line of the synonyms file that says so."""

    original: str
    replacement: str
    rule: str
    line: int


@dataclass(frozen=True, slots=True)
class Understood:
    """The question as it was searched; `corrections` are the words that were searched otherwise than written.

    operators: what was recognised, with its place in the question as it was typed.
    """

    language: str
    text: str
    corrections: tuple[Correction, ...] = ()
    operators: tuple[Operator, ...] = ()
    synonyms: tuple[UsedSynonym, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The answer to one request. `total` counts the documents among the candidates, so it is what paging can reach.

    indexes: the index versions that were searched.
    """

    id: str | None
    question: str
    understood: Understood
    total: int
    hits: tuple[Hit, ...]
    notices: tuple[Notice, ...]
    took_ms: Mapping[str, float]
    trace: Trace = field(default_factory=Trace)
    indexes: tuple[str, ...] = ()

    def as_dict(self, *, with_trace: bool = False) -> dict[str, Any]:
        """The JSON of the command line and the API."""
        result: dict[str, Any] = {
            "id": self.id,
            "question": self.question,
            "understood": {
                "language": self.understood.language,
                "text": self.understood.text,
                "corrections": [correction._asdict() for correction in self.understood.corrections],
                "operators": [_write_operator(operator) for operator in self.understood.operators],
                "synonyms": [synonym._asdict() for synonym in self.understood.synonyms],
            },
            "total": self.total,
            "notices": [notice._asdict() for notice in self.notices],
            "took_ms": dict(self.took_ms),
            "hits": [_write_hit(hit) for hit in self.hits],
        }
        if with_trace:
            result["trace"] = self.trace.as_dict()
        return result


def _write_operator(operator: Operator) -> dict[str, Any]:
    return {**asdict(operator), "kind": operator.kind.value, "values": list(operator.values)}


def _write_hit(hit: Hit) -> dict[str, Any]:
    return {
        "rank": hit.rank,
        "document_id": hit.document_id,
        "collection": hit.collection,
        "source": hit.source,
        "source_type": hit.source_type,
        "title": hit.title,
        "created": hit.created,
        "modified": hit.modified,
        "tags": list(hit.tags),
        **_write_passage(hit.best),
        "score": hit.score,
        "more_passages": [_write_passage(passage) for passage in hit.passages[1:]],
    }


def _write_passage(passage: PassageHit) -> dict[str, Any]:
    return {
        "passage_id": passage.passage_id,
        "heading_path": list(passage.heading_path),
        "body": passage.body,
        "start": passage.start,
        "end": passage.end,
        "page": passage.page,
        "language": passage.language,
        "score": passage.score,
        "snippet": passage.snippet,
        "snippet_matches": [list(match) for match in passage.snippet_matches],
        "matches": [list(match) for match in passage.matches],
        "stages": {
            "lexical": _write_stage(passage.stages.lexical),
            "vector": _write_stage(passage.stages.vector),
            "fusion": _write_stage(passage.stages.fusion),
            "second_stage": _write_stage(passage.stages.second_stage),
        },
    }


def _write_stage(stage: StageScore | None) -> dict[str, float] | None:
    return None if stage is None else {"rank": stage.rank, "score": stage.score}
