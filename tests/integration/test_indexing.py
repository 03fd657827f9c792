"""Indexing on a real engine: what gets in, what changes, what fails, and that the live index survives."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from engine import indexes
from engine.errors import AliasTakenError
from indexer.indexer import Indexer, IndexingError, RefusedError
from indexer.progress import SilentProgress
from indexer.versions import Versions, build_copy_body, build_delete_body, build_states_body
from language.analysis import open_analyzer
from mappings.entries import StoredDocument
from mappings.names import name_alias, name_all_versions
from models.loading import load_embedder
from search.backend import SearchBackend
from search.records import Mode
from settings import NakhodkaError, read_settings
from tests.integration.conftest import Library

pytestmark = pytest.mark.node

FILES = {
    "hr/otpusk.md": "# Отпуск\n\n## Перенос\n\nОтпуск переносят по заявлению.\n\n## Длительность\n\n28 дней.\n",
    "it/codes.html": "<html><title>Коды</title><body><h1>Коды</h1><p>E-1042: нет связи.</p></body></html>",
    "notes.txt": "Просто заметка о пропусках в здание.",
}


def count_entries(library: Library) -> int:
    return indexes.count(library.engine, name_alias(library.settings, "main"))


def list_versions(library: Library) -> list[str]:
    return indexes.list_indexes(library.engine, name_all_versions(library.settings, "main"))


def fetch_document(library: Library, document_id: str) -> StoredDocument | None:
    backend = SearchBackend(library.engine, library.settings)
    return backend.fetch_document(backend.resolve(["main"])[0], document_id)


def test_every_format_is_found_and_offsets_point_into_the_stored_source(library: Library) -> None:
    report = library.index(FILES)
    assert (report.new, report.failed, report.moved) == (3, [], True)
    for question, document in (
        ("перенос отпуска", "hr/otpusk.md"),
        ("E-1042", "it/codes.html"),
        ("пропуск", "notes.txt"),
    ):
        hit = library.search(question, Mode.LEXICAL).hits[0]
        assert hit.document_id == document
        stored = fetch_document(library, document)
        assert stored is not None
        for passage in hit.passages:
            assert stored.text[passage.start : passage.end] == passage.body


def test_second_run_changes_nothing(library: Library) -> None:
    first = library.index(FILES)
    second = library.index()
    assert (second.moved, second.live, second.unchanged, second.new) == (False, first.live, 3, 0)
    assert second.passages == first.passages


def test_changed_shrunk_deleted_and_renamed_leave_nothing_behind(library: Library) -> None:
    """C10"""
    long_text = "\n\n".join(f"## Глава {n}\n\n{'слово о сборке станка ' * 60}" for n in range(5))
    library.index({**FILES, "long.md": long_text})
    library.write({"long.md": "# Коротко\n\nОдин абзац о сборке.\n"})
    (library.folder / "notes.txt").rename(library.folder / "renamed.txt")
    (library.folder / "it/codes.html").unlink()
    report = library.index()
    assert (report.new, report.changed, report.unchanged, report.removed) == (1, 1, 1, 2)
    assert library.find("E-1042") == []
    assert library.find("пропуск") == ["renamed.txt"]
    hits = library.search("сборка", Mode.LEXICAL).hits
    assert [(hit.document_id, len(hit.passages)) for hit in hits] == [("long.md", 1)]
    lines = 5  # titles and headings that are suggested: three of hr/otpusk.md, one each of the others
    assert report.passages + 3 + lines + _basis_entries(library) == count_entries(library)


def _basis_entries(library: Library) -> int:
    query = {"term": {"kind": "basis"}}
    return indexes.count(library.engine, name_alias(library.settings, "main"), query)


def test_copied_documents_keep_their_vectors(library: Library) -> None:
    library.index(FILES)
    before = library.search("перенос отпуска", Mode.VECTOR).hits
    library.index({"new.txt": "Совсем другое: парковка."})
    after = {hit.document_id: hit for hit in library.search("перенос отпуска", Mode.VECTOR).hits}
    for hit in before:
        assert after[hit.document_id].best.stages.vector is not None
        assert after[hit.document_id].best.stages.vector.score == pytest.approx(hit.best.stages.vector.score, abs=1e-5)


def test_only_the_version_before_is_kept(library: Library) -> None:
    for number in range(4):
        library.index({f"{number}.txt": f"Заметка {number}"})
    assert [index.rpartition(".")[2] for index in list_versions(library)] == ["000003", "000004"]


def test_unreadable_file_is_listed_and_the_rest_goes_live(library: Library) -> None:
    library.write(FILES)
    (library.folder / "broken.md").write_bytes(b"\x00\x01\x02\xff\xfe\x00binary")
    report = library.index()
    assert [entry.source for entry in [*report.failed, *report.skipped]] == ["broken.md"]
    assert report.moved
    assert library.find("пропуск") == ["notes.txt"]


def test_metadata_of_any_shape_is_kept(library: Library) -> None:
    """C15"""
    library.index(
        {
            "1.md": '---\nномер: "2024-31"\n---\n\nтекст',
            "2.md": "---\nсрок: 2024-01-15\n---\n\nтекст",
            "3.md": "---\nсрок: уточняется\n---\n\nтекст",
            "4.md": "---\nавтор: А\n---\n\nтекст",
            "5.md": "---\nавтор:\n  имя: А\n---\n\nтекст",
        }
    )
    metadata = [fetch_document(library, f"{number}.md") for number in range(1, 6)]
    assert [dict(document.metadata) if document else None for document in metadata] == [
        {"номер": "2024-31"},
        {"срок": "2024-01-15"},
        {"срок": "уточняется"},
        {"автор": "А"},
        {"автор": {"имя": "А"}},
    ]


class WrongVectors:
    """An embedder whose vectors have the wrong length for one text."""

    def __init__(self, embedder: Any, word: str) -> None:
        self._embedder = embedder
        self._word = word

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    def embed_passages(self, texts: list[str], *, with_tokens: bool = False) -> Any:
        embedded = self._embedder.embed_passages(texts, with_tokens=with_tokens)
        vectors = [
            vector[:-1] if self._word in text else vector for text, vector in zip(texts, embedded.vectors, strict=True)
        ]
        return type(embedded)(vectors, embedded.token_vectors, embedded.token_counts, embedded.truncated)


def test_refused_entry_keeps_the_new_version_from_going_live(library: Library) -> None:
    """C7"""
    first = library.index(FILES)
    library.write({"new.txt": "Новая заметка", "wrong.txt": "Негодный текст"})
    indexer = Indexer(library.engine, library.settings, WrongVectors(load_embedder(library.settings), "Негодный"))
    with pytest.raises(RefusedError, match=r"1 of \d+ entries rejected. First: id=wrong.txt#2.0") as raised:
        indexer.index([library.folder], "main")
    assert [failure.source for failure in raised.value.report.refused] == ["wrong.txt#2.0"]
    assert library.find("новая заметка", size=1) == ["notes.txt"]  # as before
    assert [first.live] == list_versions(library)

    report = indexer.index([library.folder], "main", allow_refused=True)
    assert [failure.source for failure in report.failed] == ["wrong.txt"]
    assert library.find("новая") == ["new.txt"]
    assert library.find("негодный") == []
    assert fetch_document(library, "wrong.txt") is None


class Interrupting(SilentProgress):
    """Ctrl-C after the first passage."""

    def advance(self, stage: str, count: int = 1) -> None:
        if stage == "passages":
            raise KeyboardInterrupt


def test_interrupted_run_leaves_the_live_version_and_nothing_else(library: Library) -> None:
    first = library.index(FILES)
    library.write({"more.txt": "Ещё заметка о парковке"})
    with pytest.raises(KeyboardInterrupt):
        library.index(progress=Interrupting())
    assert list_versions(library) == [first.live]
    assert library.find("пропуск") == ["notes.txt"]
    assert library.index().new == 1


def test_what_a_crashed_run_left_is_removed_by_the_next(library: Library) -> None:
    first = library.index(FILES)
    versions = Versions(library.engine, library.settings, "main")
    live = versions.find_live()
    assert live is not None
    assert live.meta is not None
    versions.create(live.meta)  # a crash leaves a version that never became live
    assert len(list_versions(library)) == 2
    library.index()
    assert list_versions(library) == [first.live]


def test_searches_go_on_while_versions_change(library: Library) -> None:
    """C11: no failed search and no empty answer while the alias moves and old versions are deleted."""
    library.index(FILES)
    searcher = library.open()
    answers: list[object] = []
    stop = threading.Event()

    def ask() -> None:
        while not stop.is_set():
            try:
                answers.append([hit.document_id for hit in searcher.search(_request("пропуск")).hits])
            except NakhodkaError as error:
                answers.append(error)
            time.sleep(0.02)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        for number in range(3):
            library.index({f"n{number}.txt": f"Парковка {number}"})
    finally:
        stop.set()
        thread.join()
    assert len(answers) > 10
    assert {str(answer) for answer in answers} == {"['notes.txt']"}


def _request(question: str) -> Any:
    from search.records import SearchRequest

    return SearchRequest(question, mode=Mode.LEXICAL)


def test_alias_name_taken_by_an_index_is_a_clear_error(library: Library) -> None:
    library.engine.client.indices.create(index=name_alias(library.settings, "main"))
    with pytest.raises(AliasTakenError, match="is an index, an alias"):
        library.index(FILES)


def test_writing_to_a_missing_alias_does_not_create_an_index(library: Library) -> None:
    """C11"""
    name = name_alias(library.settings, "nothing")
    with pytest.raises(Exception, match="index_not_found"):
        library.engine.client.index(index=name, body={"a": 1})
    assert not library.engine.client.indices.exists(index=name)


def test_other_analysis_or_model_rebuilds_everything(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    library.index(FILES)
    monkeypatch.setitem(open_analyzer(library.settings).__dict__, "fingerprint", "ru-v2")
    report = library.index()
    assert (report.rebuilt_because, report.unchanged, report.moved) == ("the analysis has changed", 3, True)


def test_other_folders_of_the_collection_stay(library: Library, tmp_path: Path) -> None:
    library.index(FILES)
    other = tmp_path / "other"
    other.mkdir()
    (other / "extra.txt").write_text("Столовая открыта с девяти", encoding="utf-8")
    indexer = Indexer(library.engine, library.settings, load_embedder(library.settings))
    report = indexer.index([other], "main")
    assert (report.new, report.kept) == (1, 3)
    assert library.find("столовая") == ["extra.txt"]
    assert library.find("пропуск") == ["notes.txt"]


def test_one_file_named_alone_is_refreshed_and_the_rest_stays(library: Library) -> None:
    library.index(FILES)
    library.write({"notes.txt": "Теперь о парковке."})
    indexer = Indexer(library.engine, library.settings, load_embedder(library.settings))
    report = indexer.index([library.folder / "notes.txt"], "main")
    assert (report.changed, report.kept, report.removed) == (1, 2, 0)
    assert library.find("E-1042") == ["it/codes.html"]
    assert library.find("парковка") == ["notes.txt"]


def test_a_file_name_that_is_not_unicode_costs_that_file_only(library: Library) -> None:
    library.write(FILES)
    (library.folder / os.fsdecode(b"\xef\xf0\xe8\xe2.txt")).write_text("привет", encoding="utf-8")
    report = library.index()
    assert (report.new, [failure.source for failure in report.failed]) == (3, ["\\udcef\\udcf0\\udce8\\udce2.txt"])


def test_an_emptied_folder_is_not_taken_for_a_wish_to_forget(library: Library) -> None:
    library.index({"notes.txt": FILES["notes.txt"]})
    (library.folder / "notes.txt").unlink()
    with pytest.raises(IndexingError, match="holds no document now"):
        library.index()
    assert library.find("пропуск") == ["notes.txt"]


def test_a_folder_without_documents_is_an_error(library: Library) -> None:
    with pytest.raises(IndexingError, match="No document was found"):
        library.index()
    assert list_versions(library) == []


def test_bodies_of_version_requests(golden: Any) -> None:
    golden("states", build_states_body())
    golden("copy", build_copy_body("nakhodka.main.000001", "nakhodka.main.000002", ["a.md"]))
    golden("delete", build_delete_body(["a.md"]))
    golden("alias", indexes.build_alias_move("nakhodka.main", "nakhodka.main.000002", ["nakhodka.main.000001"]))
    golden("count", indexes.build_count(None))


def test_settings_of_bm25_change_the_scores(library: Library) -> None:
    library.index(FILES)
    before = library.search("пропуск", Mode.LEXICAL).hits[0].score
    other = Library(
        library.folder,
        library.engine,
        read_settings(
            **{
                **library.settings.model_dump(exclude={"bm25", "index_prefix"}),
                "index_prefix": library.settings.index_prefix + "b",
                "bm25": {"body_lemma": {"k1": 0.1, "b": 0.0}},
            }
        ),
    )
    other.index()
    assert other.search("пропуск", Mode.LEXICAL).hits[0].score != pytest.approx(before)
