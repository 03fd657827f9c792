"""The typical questions of a collection: suggested while somebody types, no documents, kept when documents change."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from engine import indexes
from engine.connection import Engine
from engine.errors import translate_errors
from indexer.bulk import BulkSender
from indexer.locking import lock_collection
from indexer.suggestions import LONGEST_LINE, prepare_line, prepare_questions
from indexer.versions import LiveVersion, Versions
from language.analysis import open_analyzer
from mappings import fields
from mappings.fields import Kind
from mappings.meta import Expected, IndexMismatchError, check_searchable
from mappings.names import name_question
from settings import NakhodkaError, Settings

MOST_QUESTIONS: Final = 10_000  # as many as the engine gives in one answer
SHOWN_PROBLEMS: Final = 20


class QuestionFileError(NakhodkaError):
    """A file of questions has faulty lines; nothing was changed."""


class QuestionList:
    """The questions of one collection's live index version."""

    def __init__(self, engine: Engine, settings: Settings, collection: str) -> None:
        self._engine = engine
        self._settings = settings
        self._collection = collection
        self._versions = Versions(engine, settings, collection)
        self._analyzer = open_analyzer(settings)

    def read(self) -> list[str]:
        """The questions in the order of the file they came from."""
        return read_questions(self._engine, self._find_live().index)

    def replace(self, questions: Sequence[str]) -> int:
        """Puts these questions in the place of those there were; how many different ones there are now.

        Raises NakhodkaError when the collection does not exist or another run is changing it, IndexMismatchError when
        it has to be built again first.
        """
        lines = prepare_questions(questions, self._collection, self._analyzer)
        with lock_collection(self._settings, self._collection):
            live = self._find_live()
            self._check(live)
            with BulkSender(self._engine, live.index, self._settings) as sender:
                for line in lines:
                    sender.add(name_question(line.ordinal), line.as_source())
            if sender.refusals:
                raise NakhodkaError(
                    f"The engine refused {len(sender.refusals)} of {len(lines)} questions. "
                    f"First: {sender.refusals[0].reason}. Run the command again."
                )
            self._delete_from(live.index, len(lines))
        return len(lines)

    def _find_live(self) -> LiveVersion:
        live = self._versions.find_live()
        if live is None:
            raise NakhodkaError(
                f"Collection '{self._collection}' does not exist, and questions belong to one. Build it with: "
                f"nakhodka index PATH --collection {self._collection}"
            )
        return live

    def _check(self, live: LiveVersion) -> None:
        if live.meta is None:
            raise IndexMismatchError(
                f"Index '{live.index}' was not built by this version of Nakhodka. "
                f"Build it again with: nakhodka index PATH --collection {self._collection}"
            )
        expected = Expected(self._analyzer.fingerprint, live.meta.embedding, live.meta.chunking)
        check_searchable(live.index, live.meta, expected)

    def _delete_from(self, index: str, first: int) -> None:
        """Removes what a longer list before has left behind."""
        indexes.refresh(self._engine, index)
        with translate_errors(self._engine.url):
            self._engine.client.delete_by_query(index=index, body=build_delete_questions_body(first))
        indexes.refresh(self._engine, index)


def read_questions(engine: Engine, index: str) -> list[str]:
    """The questions of an index version in their order."""
    with translate_errors(engine.url):
        answer = engine.client.search(index=index, body=build_questions_body())
    return [hit["_source"][fields.SUGGESTION] for hit in answer["hits"]["hits"]]


def read_question_file(path: Path, settings: Settings) -> list[str]:
    """The different questions of a file with one on each line, in order; blank lines are passed over.

    Raises QuestionFileError with every line that is no UTF-8 text, too long, or without a word.
    """
    try:
        data = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    except OSError as error:
        raise QuestionFileError(f"'{path}' cannot be read: {error.strerror}. Name another file.") from error
    analyzer = open_analyzer(settings)
    questions: dict[str, str] = {}
    problems: list[str] = []
    for number, raw in enumerate(data.split(b"\n"), start=1):
        if not raw.strip():
            continue
        try:
            text = raw.decode().strip()
        except UnicodeDecodeError as error:
            problems.append(f"{path}:{number}: is not UTF-8 text ({error.reason} at byte {error.start})")
            continue
        if not text:
            continue
        line = prepare_line(text, analyzer)
        if line is None:
            problems.append(f"{path}:{number}: {_explain(text)}")
        else:
            questions.setdefault(line.key, line.text)
    _raise_problems(path, problems, len(questions))
    return list(questions.values())


def build_questions_body() -> dict[str, Any]:
    """The search that reads a collection's questions."""
    return {
        "size": MOST_QUESTIONS,
        "query": {"term": {fields.KIND: Kind.QUESTION.value}},
        "sort": [{fields.ORDINAL: "asc"}],
        "_source": [fields.SUGGESTION],
        "track_total_hits": False,
    }


def build_delete_questions_body(first: int) -> dict[str, Any]:
    """The `_delete_by_query` that removes questions from place `first` (from 0) on."""
    return {
        "query": {
            "bool": {
                "filter": [
                    {"term": {fields.KIND: Kind.QUESTION.value}},
                    {"range": {fields.ORDINAL: {"gte": first}}},
                ]
            }
        }
    }


def _explain(text: str) -> str:
    if len(text) > LONGEST_LINE:
        return f"has {len(text)} characters; a question has at most {LONGEST_LINE}"
    return f"'{text}' has no word that could be asked for"


def _raise_problems(path: Path, problems: Sequence[str], questions: int) -> None:
    if problems:
        shown = list(problems[:SHOWN_PROBLEMS])
        if len(problems) > SHOWN_PROBLEMS:
            shown.append(f"and {len(problems) - SHOWN_PROBLEMS} more")
        raise QuestionFileError("Nothing was changed.\n" + "\n".join(shown))
    if questions > MOST_QUESTIONS:
        raise QuestionFileError(
            f"'{path}' has {questions:,} questions; a collection takes {MOST_QUESTIONS:,}. Keep the typical ones."
        )
    if not questions:
        raise QuestionFileError(f"'{path}' has no question. To remove a collection's questions: --clear")
