"""From folders to a live index version: find, plan, parse, cut, analyse, embed, send, check, move the alias."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.connection import Engine
from indexer.bulk import BulkSender
from indexer.chunking import ChunkingSettings
from indexer.embedding import EmbeddedPassage, PassageEmbedding, describe_token_vectors
from indexer.file_preparing import FileOutcome, FilePreparer, FileTask, ParseFile, PreparerRecipe, hash_content
from indexer.files import MEBIBYTE, Skipped, SourceFile, find_files
from indexer.locking import lock_collection
from indexer.parsing import parse_file
from indexer.plan import FoundDocument, Plan, build_plan
from indexer.prefetching import prefetch
from indexer.preparing import PreparedPassage
from indexer.progress import Progress, SilentProgress
from indexer.questions import read_questions
from indexer.report import Failure, IndexReport
from indexer.suggestions import prepare_questions
from indexer.versions import DocumentState, LiveVersion, Versions, build_meta
from indexer.workers import Preparing, open_preparing
from indexer.workers.choosing import PREPARED_AHEAD
from language.analysis import open_analyzer
from mappings.entries import build_passage_entry
from mappings.meta import Expected
from mappings.names import name_document, name_document_entry, name_question, name_suggestion
from models.protocols import Embedder
from settings import NakhodkaError, Settings
from settings.model import SECRETS

FILES: Final = "files"
PASSAGES: Final = "passages"


class IndexingError(NakhodkaError):
    """A run cannot begin or must not go live; the live index is as it was."""


class RefusedError(IndexingError):
    """The engine refused entries, so the new version did not go live; `report` lists them."""

    exit_code = 4

    def __init__(self, message: str, report: IndexReport) -> None:
        super().__init__(message)
        self.report = report


def _is_unicode(name: str) -> bool:
    """Whether a file's name can be stored; one in another encoding has lone surrogates here."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Work:
    """What one run knows before it writes.

    files: the readable files by document id. copied_from: the version from which unchanged documents are copied.
    questions: the collection's typical questions; no file of the folders has them, so they are taken along.
    """

    files: dict[str, SourceFile]
    hashes: dict[str, str]
    plan: Plan
    states: dict[str, DocumentState]
    copied_from: str | None
    questions: list[str]

    @property
    def copied(self) -> tuple[str, ...]:
        return (*self.plan.unchanged, *self.plan.kept) if self.copied_from else ()

    @property
    def parsed(self) -> list[str]:
        """Documents to be read, in an order that depends on their ids alone and mixes folders: the basis of the token
        vectors is fitted to the first passages."""
        fresh = [*self.plan.new, *self.plan.changed]
        todo = fresh if self.copied_from else [*fresh, *self.plan.unchanged]
        return sorted(todo, key=lambda document_id: hashlib.sha256(document_id.encode()).digest())

    @property
    def tasks(self) -> list[FileTask]:
        return [FileTask(document_id, self.files[document_id]) for document_id in self.parsed]


class Indexer:
    """Brings collections in step with folders."""

    def __init__(
        self,
        engine: Engine,
        settings: Settings,
        embedder: Embedder,
        *,
        parse: ParseFile = parse_file,
        here: bool | None = None,
    ) -> None:
        """parse: reads a file; a function at the top of a module, since worker processes find it by its name.
        here: whether files are prepared in this process; None: only where they are few and harmless."""
        self.engine = engine
        self.settings = settings
        self.embedder = embedder
        self.parse = parse
        self.here = here
        self.chunking = ChunkingSettings.from_settings(settings)
        self.analyzer = open_analyzer(settings)
        self.expected = Expected(
            analysis=self.analyzer.fingerprint,
            embedding=embedder.identity.as_dict(),
            chunking=self.chunking.as_dict(),
            token_vectors=describe_token_vectors(settings, embedder),
        )

    def index(
        self,
        paths: Sequence[Path],
        collection: str,
        *,
        progress: Progress | None = None,
        allow_refused: bool = False,
    ) -> IndexReport:
        """What the run did. Afterwards the collection holds exactly the documents of `paths`, besides those of folders
        that an earlier run indexed and this one does not name.

        A new version is filled beside the live one and takes its place at once; whatever interrupts the run before
        that leaves the live version as it was. Unchanged documents are copied, not embedded again.

        Raises IndexingError when nothing may be changed, RefusedError (with the report) when the engine refused
        entries and `allow_refused` is false, EngineError when the engine is gone.
        """
        with lock_collection(self.settings, collection):
            run = _Run(self, collection, progress or SilentProgress(), allow_refused=allow_refused)
            return run.index([path.resolve() for path in paths])


class _Run:
    """One run over one collection."""

    def __init__(self, indexer: Indexer, collection: str, progress: Progress, *, allow_refused: bool) -> None:
        self._indexer = indexer
        self._settings = indexer.settings
        self._collection = collection
        self._progress = progress
        self._allow_refused = allow_refused
        self._versions = Versions(indexer.engine, indexer.settings, collection)
        self._report = IndexReport(collection)

    def index(self, paths: Sequence[Path]) -> IndexReport:
        with self._report.timed("total"):
            self._versions.delete_unfinished()
            work = self._plan(paths)
            if work.copied_from and not work.plan.has_changes:
                self._note_up_to_date(work)
            else:
                self._build(work)
        return self._report

    # Planning

    def _plan(self, paths: Sequence[Path]) -> _Work:
        with self._report.timed("finding"):
            files = list(self._find(paths))
            hashes = dict(self._hash(files))
            live = self._versions.find_live()
            states = self._versions.read_states(live.index) if live and live.meta else {}
            questions = read_questions(self._indexer.engine, live.index) if live and live.meta else []
        readable = [file for file in files if str(file.path) in hashes]
        plan = build_plan(
            [
                FoundDocument(name_document(file.source), file.source, file.root, hashes[str(file.path)])
                for file in readable
            ],
            states,
            {str(path) for path in paths if path.is_dir()},
            {state.root for state in states.values() if Path(state.root).exists()},
        )
        self._report.failed.extend(plan.conflicts)
        self._report.live = live.index if live else None
        self._refuse_empty(plan, paths)
        by_id: dict[str, SourceFile] = {}
        for file in readable:
            by_id.setdefault(name_document(file.source), file)
        return _Work(by_id, hashes, plan, states, self._choose_copied(live, plan, states), questions)

    def _find(self, paths: Sequence[Path]) -> Iterator[SourceFile]:
        for entry in find_files(paths, max_bytes=self._settings.max_file_mb * MEBIBYTE):
            if not _is_unicode(entry.source):
                shown = entry.source.encode("utf-8", "backslashreplace").decode()
                self._report.failed.append(Failure(shown, "its name is not UTF-8: rename the file"))
            elif isinstance(entry, Skipped):
                self._report.skipped.append(Failure(entry.source, entry.reason))
            else:
                yield entry

    def _hash(self, files: Iterable[SourceFile]) -> Iterator[tuple[str, str]]:
        for file in files:
            try:
                yield str(file.path), hash_content(file.path.read_bytes())
            except OSError as error:
                self._report.failed.append(Failure(file.source, f"cannot be read: {error.strerror or error}"))

    def _refuse_empty(self, plan: Plan, paths: Sequence[Path]) -> None:
        """An empty folder is more often a disk that is not mounted than a wish to forget everything."""
        if plan.new or plan.changed or plan.unchanged or self._report.failed:
            return
        names = ", ".join(str(path) for path in paths)
        if plan.removed:
            raise IndexingError(
                f"{names} holds no document now, but collection '{self._collection}' has {len(plan.removed)} from "
                f"there. If that is meant, remove the collection: nakhodka forget --collection {self._collection}"
            )
        skipped = f" ({len(self._report.skipped)} files were skipped)" if self._report.skipped else ""
        raise IndexingError(f"No document was found in {names}{skipped}. Known types: Markdown, HTML, plain text.")

    def _choose_copied(self, live: LiveVersion | None, plan: Plan, states: dict[str, DocumentState]) -> str | None:
        if live is None:
            return None
        reason = live.explain_rebuild(self._indexer.expected)
        if reason is None:
            return live.index
        self._report.rebuilt_because = reason
        if plan.kept:
            others = sorted({states[id_].root for id_ in plan.kept})
            raise IndexingError(
                f"Everything must be indexed again, since {reason}, but collection '{self._collection}' also holds "
                f"documents of {', '.join(others)}. Name all folders in one command."
            )
        return None

    def _note_up_to_date(self, work: _Work) -> None:
        self._report.unchanged, self._report.kept = len(work.plan.unchanged), len(work.plan.kept)
        self._report.passages = sum(state.passage_count for state in work.states.values())

    # Building

    def _build(self, work: _Work) -> None:
        meta = build_meta(self._indexer.expected, self._indexer.embedder.space)
        index = self._versions.create(meta)
        self._report.removed = len(work.plan.removed)
        try:
            entries = self._fill(index, work)
            with self._report.timed("checking"):
                self._versions.check_count(index, entries)
            self._versions.go_live(index, meta)
        except BaseException:  # Ctrl-C too: what is half done does not stay
            self._versions.discard(index)
            raise
        self._report.live, self._report.moved = index, True

    def _fill(self, index: str, work: _Work) -> int:
        """Fills the version; the number of entries it must hold."""
        entries = self._copy(index, work)
        basis = self._versions.read_basis(work.copied_from) if work.copied_from else None
        embedding = PassageEmbedding(self._indexer.embedder, self._settings, self._report, basis)
        with BulkSender(self._indexer.engine, index, self._settings) as sender:
            for line in prepare_questions(work.questions, self._collection, self._indexer.analyzer):
                sender.add(name_question(line.ordinal), line.as_source())
            self._send_documents(work, embedding, sender)
        if embedding.basis is not None:
            self._versions.write_basis(index, embedding.basis)
            entries += 1
        return entries + sender.sent - self._drop_refused(index, sender)

    def _copy(self, index: str, work: _Work) -> int:
        if not work.copied_from or not work.copied:
            return 0
        with self._report.timed("copying"):
            copied = self._versions.copy_documents(work.copied_from, index, work.copied)
        self._report.unchanged, self._report.kept = len(work.plan.unchanged), len(work.plan.kept)
        self._report.copied_passages = sum(work.states[id_].passage_count for id_ in work.copied)
        self._report.passages += self._report.copied_passages
        return copied

    def _send_documents(self, work: _Work, embedding: PassageEmbedding, sender: BulkSender) -> None:
        tasks = work.tasks
        self._progress.start(FILES, len(tasks))
        self._progress.start(PASSAGES, None)
        with self._open_preparing(tasks) as preparing:
            passages = prefetch(
                self._iter_passages(preparing.iter_outcomes(tasks), work.plan, sender), PREPARED_AHEAD, preparing.stop
            )
            with closing(passages), closing(embedding.iter_embedded(passages)) as embedded:
                self._send_passages(embedded, sender)
            self._report.worker_memory_mb = preparing.peak_memory_mb
        self._progress.finish(PASSAGES)
        self._progress.finish(FILES)
        with self._report.timed("waiting for the engine"):
            sender.finish()

    def _open_preparing(self, tasks: Sequence[FileTask]) -> Preparing:
        indexer = self._indexer
        preparer = FilePreparer(self._collection, indexer.embedder, indexer.chunking, indexer.analyzer, indexer.parse)
        recipe = PreparerRecipe(
            self._settings.model_copy(update=dict.fromkeys(SECRETS)),
            self._collection,
            indexer.embedder.token_counter(),
            indexer.analyzer.fingerprint,
            indexer.parse,
        )
        preparing = open_preparing(preparer, recipe, tasks, here=indexer.here)
        self._report.worker_processes = preparing.processes
        return preparing

    def _send_passages(self, embedded: Iterable[EmbeddedPassage], sender: BulkSender) -> None:
        for passage, vector, token_vectors in embedded:
            with self._report.timed("sending"):
                sender.add(
                    passage.stored.passage_id,
                    build_passage_entry(passage.stored, passage.terms, vector, token_vectors),
                )
            self._report.passages += 1
            self._progress.advance(PASSAGES)

    def _iter_passages(
        self, outcomes: Iterable[FileOutcome], plan: Plan, sender: BulkSender
    ) -> Iterator[PreparedPassage]:
        for outcome in outcomes:
            self._note(outcome)
            self._progress.advance(FILES)
            prepared = outcome.prepared
            if prepared is None:
                continue
            document_id = outcome.task.document_id
            self._count(document_id, plan)
            sender.add(name_document_entry(document_id), prepared.stored.as_source())
            for line in prepared.lines:
                sender.add(name_suggestion(document_id, line.ordinal), line.as_source())
            yield from prepared.passages

    def _note(self, outcome: FileOutcome) -> None:
        source = outcome.task.file.source
        self._report.warnings.extend(Failure(source, warning) for warning in outcome.warnings)
        for stage, seconds in outcome.seconds.items():
            self._report.add_seconds(stage, seconds)
        if outcome.failure is not None:
            self._report.failed.append(Failure(source, outcome.failure))

    def _count(self, document_id: str, plan: Plan) -> None:
        if document_id in plan.new:
            self._report.new += 1
        elif document_id in plan.changed:
            self._report.changed += 1
        else:
            self._report.unchanged += 1

    def _drop_refused(self, index: str, sender: BulkSender) -> int:
        """Removes documents of which the engine refused an entry; the number of their entries that it had taken."""
        if not sender.refusals:
            return 0
        self._report.refused = [Failure(refusal.entry_id, refusal.reason) for refusal in sender.refusals]
        first = self._report.refused[0]
        if not self._allow_refused:
            raise RefusedError(
                f"{len(sender.refusals)} of {len(sender.refusals) + sender.sent:,} entries rejected. "
                f"First: id={first.source}, {first.reason}. The live index is as it was. "
                "To go live without the documents concerned: --allow-refused",
                self._report,
            )
        documents = sorted({refusal.entry_id.rpartition("#")[0] for refusal in sender.refusals})
        self._report.failed.extend(Failure(id_, f"rejected by the engine: {first.reason}") for id_ in documents)
        return self._versions.delete_documents(index, documents)
