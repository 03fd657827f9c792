"""Files prepared in worker processes: the same results in the same order, a bad file costs itself only, nothing stays
behind."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from indexer.chunking import ChunkingSettings
from indexer.file_preparing import FileOutcome, FilePreparer, FileTask, PreparerRecipe, PreparingError
from indexer.files import SourceFile, find_files
from indexer.parsing import parse_file
from indexer.prefetching import prefetch
from indexer.workers import PoolLimits, PreparingHere, PreparingPool, choose_workers, open_preparing
from indexer.workers.choosing import HERE_BYTES
from language.analysis import open_analyzer
from models.loading import load_embedder
from settings import HASH_MODEL, Settings, read_settings
from tests.indexer import misbehaving

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = read_settings(embedding_model=HASH_MODEL, passage_tokens=32, passage_min_tokens=0)
GONE_SECONDS = 20.0  # for a process to vanish; it takes milliseconds


def write_tasks(folder: Path, files: Mapping[str, str]) -> list[FileTask]:
    """Tasks for the files in the order given."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    found = {file.source: file for file in find_files([folder], max_bytes=2**30) if isinstance(file, SourceFile)}
    return [FileTask(name, found[name]) for name in files]


def write_recipe(settings: Settings = SETTINGS, parse: object = misbehaving.parse, **changes: object) -> PreparerRecipe:
    values = {
        "settings": settings,
        "collection": "main",
        "tokens": load_embedder(settings).token_counter(),
        "fingerprint": open_analyzer(settings).fingerprint,
        "parse": parse,
    }
    return PreparerRecipe(**{**values, **changes})  # type: ignore[arg-type]


def make_pool(recipe: PreparerRecipe | None = None, **limits: float) -> PreparingPool:
    values = {"workers": 1, "timeout_seconds": 60.0, "memory_mb": 0, "ahead": 512, **limits}
    return PreparingPool(recipe or write_recipe(), PoolLimits(**values))  # type: ignore[arg-type]


def prepare(tasks: Sequence[FileTask], **limits: float) -> list[FileOutcome]:
    with make_pool(**limits) as pool:
        return list(pool.iter_outcomes(tasks))


def list_children() -> set[int]:
    """Processes this one has started, zombies included."""
    children = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            children.add(int(status.parent.name))
    return children


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def wait_until_gone(processes: Sequence[int]) -> list[int]:
    """Those that are still there in the end."""
    deadline = time.monotonic() + GONE_SECONDS
    while (left := [process for process in processes if is_running(process)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def forget_time(outcome: FileOutcome) -> FileOutcome:
    prepared = outcome.prepared
    if prepared is not None:
        prepared = dataclasses.replace(prepared, stored=dataclasses.replace(prepared.stored, indexed=""))
    return dataclasses.replace(outcome, prepared=prepared, seconds={})


DOCUMENTS = {
    "отпуск.md": "# Отпуск\n\n## Перенос\n\nОтпуск переносят по заявлению.\n\n" + "Ещё о переносе отпуска. " * 60,
    "codes.html": "<html><title>Коды</title><body><h1>Коды</h1><p>E-1042: нет связи с ГОСТ 12.0.004</p></body></html>",
    "中文.txt": "中华人民共和国的错误代码 E-1042。" * 5,
    "doubtful.txt": "Стан\u0301ок и ёжик\n" * 3,
    "broken.md": "---\naccess: {\n---\n\nтекст\n",
    "empty.txt": "",
    **{f"{number}.md": f"# Глава {number}\n\n" + f"слово {number} о сборке станков " * number for number in range(20)},
}


def test_workers_give_what_one_process_gives(tmp_path: Path) -> None:
    """Ids, terms, offsets, warnings and failures are equal, in the same order."""
    tasks = write_tasks(tmp_path, DOCUMENTS)
    chunking = ChunkingSettings.from_settings(SETTINGS)
    preparer = FilePreparer("main", load_embedder(SETTINGS), chunking, open_analyzer(SETTINGS))
    here = list(PreparingHere(preparer).iter_outcomes(tasks))
    with make_pool(write_recipe(parse=parse_file), workers=2) as pool:
        there = list(pool.iter_outcomes(tasks))
    assert list(map(forget_time, there)) == list(map(forget_time, here))
    assert [outcome.task for outcome in there] == tasks
    assert sum(outcome.passage_count for outcome in there) > 50
    assert [outcome.task.document_id for outcome in there if outcome.failure] == ["broken.md"]
    assert all("parsing" in outcome.seconds for outcome in there)
    assert pool.peak_memory_mb > 20


FAILURES = {
    "raises": ("!raise", "page 3 is torn"),
    "unwritable": ("!unwritable", "AttributeError: Can't pickle"),
    "quits": ("!quit", "its worker ended with exit code 4"),
    "exits": ("!exit", "its worker ended with exit code 3"),
    "killed": ("!kill", "its worker died with signal 9 (SIGKILL)"),
    "segfault": ("!segfault", "its worker died with signal 11 (SIGSEGV)"),
    "memory": ("!memory", "ran out of memory: it may take 300 MiB (NAKHODKA_WORKER_MEMORY_MB)"),
    "hang": ("!hang", "timed out after 2 s (NAKHODKA_FILE_TIMEOUT_SECONDS)"),
}


def test_bad_file_costs_itself_only(tmp_path: Path) -> None:
    files = {}
    for name, (act, _) in FAILURES.items():
        files |= {f"{name}.txt": f"{act}\nтекст", f"after-{name}.txt": "Хороший текст"}
    outcomes = prepare(write_tasks(tmp_path, files), timeout_seconds=2, memory_mb=300)
    assert [outcome.task.document_id for outcome in outcomes] == list(files)
    failed = {outcome.task.document_id: outcome.failure for outcome in outcomes if outcome.failure}
    assert list(failed) == [f"{name}.txt" for name in FAILURES]
    assert [
        failure
        for failure, (_, reason) in zip(failed.values(), FAILURES.values(), strict=True)
        if not failure.startswith(reason)
    ] == []
    assert all(outcome.passage_count == 1 for outcome in outcomes if not outcome.failure)


def test_what_a_hanging_parser_started_ends_with_it(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path, {"a.txt": "!child"})
    assert "timed out" in (prepare(tasks, timeout_seconds=1)[0].failure or "")
    assert wait_until_gone([int(number) for number in (tmp_path / "a.child").read_text().split()]) == []


def test_slow_file_does_not_change_the_order_and_holds_back_the_others(tmp_path: Path) -> None:
    """At most `ahead` passages wait for their turn, besides what the workers have in hand."""
    quick = {f"{number}.txt": "!start\n" + "слово " * 100 for number in range(40)}
    tasks = write_tasks(tmp_path, {"slow.txt": "!wait\n", **quick})
    with make_pool(workers=2, ahead=12) as pool:
        outcomes = pool.iter_outcomes(tasks)
        first = next(outcomes)
        begun = len(list(tmp_path.glob("*.started")))
        rest = list(outcomes)
    assert [outcome.task for outcome in (first, *rest)] == tasks
    each = rest[0].passage_count
    assert each >= 3
    assert 1 <= begun <= 12 // each + 4


def test_nothing_stays_when_the_user_stops_early(tmp_path: Path) -> None:
    before = list_children()
    tasks = write_tasks(tmp_path, {f"{number}.txt": "Текст" for number in range(9)})
    with make_pool(workers=2) as pool:
        next(pool.iter_outcomes(tasks))
        assert len(list_children() - before) == 2
    assert list_children() == before


def test_stop_wakes_whoever_waits_for_a_hanging_file(tmp_path: Path) -> None:
    before = list_children()
    tasks = write_tasks(tmp_path, {"good.txt": "Текст", "hang.txt": "!hang"})
    with make_pool() as pool:
        outcomes = prefetch(pool.iter_outcomes(tasks), 8, pool.stop)
        assert next(outcomes).task.document_id == "good.txt"
        outcomes.close()
    assert list_children() == before
    assert not [thread for thread in threading.enumerate() if thread.name == "prefetch"]


def test_a_stopped_pool_does_not_pass_for_a_finished_one(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path, {"a.txt": "Текст", "b.txt": "!hang"})
    with make_pool() as pool:
        outcomes = pool.iter_outcomes(tasks)
        next(outcomes)
        pool.stop()
        with pytest.raises(PreparingError, match="stopped"):
            next(outcomes)


SCRIPT = """
import os, sys
from pathlib import Path
folder = Path(sys.argv[1])
with (folder / "imports").open("a") as file:
    file.write("once ")
from tests.indexer.test_workers import make_pool, write_tasks
from indexer.prefetching import prefetch
tasks = write_tasks(folder, {"a.txt": "Текст", "b.txt": "!child"})
with make_pool() as pool:
    for outcome in prefetch(pool.iter_outcomes(tasks), 8, pool.stop):
        print(outcome.task.document_id, flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_workers_end_with_their_program(tmp_path: Path, number: signal.Signals) -> None:
    """However it ends; and they do not run the program's own script, which has no guard here."""
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(SCRIPT), encoding="utf-8")
    program = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        child = tmp_path / "b.child"
        while not (child.exists() and child.read_text()) and program.poll() is None:
            time.sleep(0.05)
        program.send_signal(number)
        printed, errors = program.communicate(timeout=60)
    finally:
        program.kill()
    assert program.returncode == -number, errors
    assert printed.split() == ["a.txt"]
    assert (tmp_path / "imports").read_text() == "once "
    assert wait_until_gone([int(process) for process in child.read_text().split()]) == []


def test_workers_say_nothing_but_log_records(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    (outcome,) = prepare(write_tasks(tmp_path, {"a.txt": "!noise"}))
    assert outcome.failure is None
    assert [record.getMessage() for record in caplog.records] == ["logged from a.txt"]
    assert [record.name for record in caplog.records] == ["tests.indexer.misbehaving"]
    assert capfd.readouterr() == ("", "")


def test_works_from_a_thread(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path, {"a.txt": "Текст", "b.txt": "!exit", "c.txt": "Текст"})
    outcomes: list[FileOutcome] = []
    thread = threading.Thread(target=lambda: outcomes.extend(prepare(tasks)))
    thread.start()
    thread.join()
    assert [outcome.failure is None for outcome in outcomes] == [True, False, True]


def test_dictionaries_that_changed_meanwhile_are_refused(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path, {"a.txt": "Текст"})
    with (
        make_pool(write_recipe(fingerprint="another")) as pool,
        pytest.raises(PreparingError, match="changed"),
    ):
        next(pool.iter_outcomes(tasks))


def test_worker_that_cannot_start_is_an_error_and_not_a_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = write_tasks(tmp_path, {"a.txt": "Текст"})
    monkeypatch.setattr("indexer.workers.process.BOOT", "raise SystemExit('no such module')")
    with make_pool() as pool, pytest.raises(PreparingError, match=r"exit code 1\. no such module"):
        next(pool.iter_outcomes(tasks))


def test_few_harmless_files_are_prepared_here(tmp_path: Path) -> None:
    recipe = write_recipe()
    preparer = recipe.open()
    little = write_tasks(tmp_path, {"a.txt": "Текст", "b.md": "# Текст", "c.html": "<p>Текст"})
    much = write_tasks(tmp_path, {"big.txt": "а" * HERE_BYTES})
    assert isinstance(open_preparing(preparer, recipe, little), PreparingHere)
    assert isinstance(open_preparing(preparer, recipe, much), PreparingPool)
    assert isinstance(open_preparing(preparer, recipe, little, here=False), PreparingPool)
    assert isinstance(open_preparing(preparer, recipe, much, here=True), PreparingHere)
    assert open_preparing(preparer, recipe, much).processes == 1  # one file


@pytest.mark.parametrize(
    ("cores", "changes", "workers"),
    [
        (1, {"device": "cpu"}, 1),
        (2, {"device": "cpu"}, 1),
        (16, {"device": "cpu"}, 4),
        (16, {"embedding_model": HASH_MODEL}, 8),
        (2, {"preparing_workers": 5}, 5),
    ],
)
def test_number_of_workers_follows_the_cores(
    monkeypatch: pytest.MonkeyPatch, cores: int, changes: dict[str, object], workers: int
) -> None:
    monkeypatch.setattr("indexer.workers.choosing.count_cores", lambda: cores)
    assert choose_workers(read_settings(**changes)) == workers
