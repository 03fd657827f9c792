"""A file becomes a prepared document, or a reason why there is none: alike in this process and in a worker's."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final

from indexer.chunking import ChunkingSettings
from indexer.files import SourceFile
from indexer.parsing import PARSING_VERSION, parse_file
from indexer.preparing import PreparedDocument, prepare_document
from indexer.records import Document, ParsedDocument
from language.analysis import Analyzer, open_analyzer
from models.protocols import TokenCounter
from settings import NakhodkaError, Settings

logger = logging.getLogger(__name__)

PARSING: Final = "parsing"
CUTTING_AND_ANALYSING: Final = "cutting and analysing"

ParseFile = Callable[[SourceFile, bytes], tuple[str, ParsedDocument]]


class PreparingError(NakhodkaError):
    """Files cannot be prepared at all; no single file is to blame."""


@dataclass(frozen=True, slots=True)
class FileTask:
    """A file to be prepared, and the document it becomes."""

    document_id: str
    file: SourceFile


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What became of a file: `prepared`, or `failure`, which says why not.

    warnings: what its parser noticed. seconds: what each stage took.
    """

    task: FileTask
    prepared: PreparedDocument | None = None
    failure: str | None = None
    warnings: tuple[str, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def passage_count(self) -> int:
        return len(self.prepared.passages) if self.prepared else 0


@dataclass(frozen=True, slots=True)
class FilePreparer:
    """Parses, cuts and analyses files of one collection."""

    collection: str
    tokens: TokenCounter
    chunking: ChunkingSettings
    analyzer: Analyzer
    parse: ParseFile = parse_file

    def prepare(self, task: FileTask) -> FileOutcome:
        """What became of the file. An error is its outcome; only MemoryError is raised, for whoever has the limit."""
        warnings: tuple[str, ...] = ()
        seconds: dict[str, float] = {}
        try:
            with _timed(seconds, PARSING):
                document = self._read(task)
            warnings = document.parsed.warnings
            with _timed(seconds, CUTTING_AND_ANALYSING):
                prepared = prepare_document(document, self.collection, self.tokens, self.chunking, self.analyzer)
        except MemoryError:
            raise
        except Exception as error:
            logger.debug("%s failed", task.file.source, exc_info=True)
            return FileOutcome(task, failure=describe_error(error), warnings=warnings, seconds=seconds)
        return FileOutcome(task, prepared, warnings=warnings, seconds=seconds)

    def _read(self, task: FileTask) -> Document:
        file = task.file
        data = file.path.read_bytes()
        source_type, parsed = self.parse(file, data)
        if parsed.modified is None:
            parsed = replace(parsed, modified=file.modified)
        return Document(task.document_id, file.source, file.root, source_type, hash_content(data), parsed)


@dataclass(frozen=True, slots=True)
class PreparerRecipe:
    """What a `FilePreparer` is made of, in a form that can be sent to another process.

    parse: a function at the top of a module; its name is what is sent.
    fingerprint: of the analysis; a user's dictionaries are read again over there and must be the same.
    """

    settings: Settings
    collection: str
    tokens: TokenCounter
    fingerprint: str
    parse: ParseFile = parse_file

    def open(self) -> FilePreparer:
        """The preparer. Raises PreparingError when the analysis is another one than where the recipe was written."""
        analyzer = open_analyzer(self.settings)
        if analyzer.fingerprint != self.fingerprint:
            raise PreparingError(
                "The analysis is not the one this run began with: a dictionary file, or the program itself, has "
                "changed meanwhile. Start the run again."
            )
        chunking = ChunkingSettings.from_settings(self.settings)
        return FilePreparer(self.collection, self.tokens, chunking, analyzer, self.parse)


def hash_content(data: bytes) -> str:
    """A name for what a file holds; another version of the parsers gives another one."""
    return hashlib.sha256(f"{PARSING_VERSION}:".encode() + data).hexdigest()


def describe_error(error: BaseException) -> str:
    """The error for people: our own and the system's speak for themselves, others are named."""
    return str(error) if isinstance(error, (NakhodkaError, OSError)) else f"{type(error).__name__}: {error}"


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    started = time.perf_counter()
    try:
        yield
    finally:
        seconds[stage] = time.perf_counter() - started
