"""What is measured: ways of searching the same index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from eval.records import EvaluationError
from search.records import Mode
from search.searcher import Searcher
from settings import read_settings

SECOND_STAGE: Final = "hybrid + second stage"
# What may differ between systems over one index and one set of models.
SEARCH_SETTINGS: Final = (
    "candidates",
    "rerank_candidates",
    "passages_per_document",
    "vector_search_width",
    "fusion",
    "fusion_backend",
    "rrf_k",
    "weight_lexical",
    "weight_vector",
    "second_stage_weight",
)


@dataclass(frozen=True, slots=True)
class System:
    """A way of searching. settings: what differs from the settings in force, by name."""

    name: str
    mode: Mode
    second_stage: bool
    settings: Mapping[str, Any] = field(default_factory=dict)


SYSTEMS: Final = (
    System("lexical", Mode.LEXICAL, second_stage=False),
    System("vector", Mode.VECTOR, second_stage=False),
    System("hybrid", Mode.HYBRID, second_stage=False),
    System(SECOND_STAGE, Mode.HYBRID, second_stage=True),
)


def choose_systems(names: Sequence[str]) -> list[System]:
    """The systems of these names, all where none is named. Raises EvaluationError for an unknown one."""
    known = {system.name: system for system in SYSTEMS}
    for name in names:
        if name not in known:
            raise EvaluationError(f"Unknown system '{name}'. Known systems: {', '.join(known)}.")
    return [known[name] for name in names] if names else list(SYSTEMS)


def vary_system(text: str) -> System:
    """A system with other settings, written '[SYSTEM:]NAME=VALUE,NAME=VALUE'; without SYSTEM the second stage's.

    >>> vary_system("hybrid: rrf_k=10").name
    'hybrid, rrf_k=10'
    """
    before, separator, after = text.rpartition(":")
    (system,) = choose_systems([before.strip() if separator else SECOND_STAGE])
    changed = {}
    for pair in after.split(","):
        name, separator, value = (part.strip() for part in pair.partition("="))
        if not separator or name not in SEARCH_SETTINGS:
            raise EvaluationError(f"'{pair}' is not NAME=VALUE with one of these names: {', '.join(SEARCH_SETTINGS)}.")
        changed[name] = value
    label = ", ".join(f"{name}={value}" for name, value in changed.items())
    return replace(system, name=f"{system.name}, {label}", settings=changed)


def adapt_searcher(searcher: Searcher, system: System) -> Searcher:
    """A searcher with the system's settings over the same engine and models. Raises SettingsError for a wrong value."""
    if not system.settings:
        return searcher
    settings = read_settings(**{**searcher.settings.model_dump(exclude_unset=True), **system.settings})
    return Searcher(searcher.backend, settings, searcher.embedder, searcher.rescorer, searcher.missing)
