"""The entries of a set for the engine: the project's terms and those of comparators, made in two processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

from benchmarks.term_streams import Comparator, choose_comparators
from benchmarks.word_sets import SetPassage, WordSet
from indexer.preparing import write_terms
from language.analysis import Analyzer
from mappings.entries import StoredPassage

PROCESSES: Final = 2
AT_ONCE: Final = 200  # passages

Entry = dict[str, Any]
Without = frozenset[str]


class EntryWriter:
    """Writes the entries of sets, some passages in each process at a time."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self._executor = executor

    def write_terms(self, word_set: WordSet, without: Without = frozenset()) -> list[Entry]:
        """The term fields of every passage, in order; `without` these groups of rules."""
        futures = [self._executor.submit(_write_terms, part, without) for part in _split(word_set.passages)]
        return [entry for future in futures for entry in future.result()]

    def write_comparators(self, word_set: WordSet) -> list[Entry]:
        """The comparators' fields of every passage, in order."""
        parts = _split(word_set.passages)
        futures = [self._executor.submit(_write_comparators, part, word_set.language) for part in parts]
        return [entry for future in futures for entry in future.result()]


@contextmanager
def open_entry_writer() -> Iterator[EntryWriter]:
    """A writer with its processes, which end with the block. They are spawned: models' threads must not be copied."""
    with ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn")) as executor:
        yield EntryWriter(executor)


@lru_cache(maxsize=2)  # the whole and the one that is compared with it
def open_analyzer_without(without: Without) -> Analyzer:
    """The project's analyzer without some groups of rules and without a user's files."""
    return Analyzer(without=without)


def describe_passage(passage: SetPassage, word_set: WordSet) -> Entry:
    """The stored fields of a passage."""
    stored = StoredPassage(
        passage_id=passage.id,
        document_id=passage.document_id,
        collection=word_set.name,
        source=passage.document_id,
        source_type="text",
        language=word_set.language,
        title=passage.title,
        heading_path=passage.heading_path,
        body=passage.body,
        start=0,
        end=len(passage.body),
        ordinal=0,
    )
    return stored.as_source()


def _split(passages: Sequence[SetPassage]) -> list[Sequence[SetPassage]]:
    return [passages[start : start + AT_ONCE] for start in range(0, len(passages), AT_ONCE)]


def _write_terms(passages: Sequence[SetPassage], without: Without) -> list[Entry]:
    analyzer = open_analyzer_without(without)
    return [
        dict(write_terms(analyzer, passage.prefix, passage.body, passage.heading_path, passage.title).as_source())
        for passage in passages
    ]


def _write_comparators(passages: Sequence[SetPassage], language: str) -> list[Entry]:
    comparators = choose_comparators(language)
    return [_compare(passage.prefix + passage.body, comparators) for passage in passages]


def _compare(text: str, comparators: Sequence[Comparator]) -> Entry:
    return {comparator.field: comparator.write(text) for comparator in comparators}
