"""Folders that are made once."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import pytest

from models.errors import ModelError
from models.folders import MANIFEST, find_fault, make_folder_once


def fill(folder: Path) -> None:
    (folder / "a.txt").write_text("whole")
    (folder / "deep").mkdir()
    (folder / "deep" / "b.txt").write_text("too")


def test_folder_is_made_with_all_its_files(tmp_path: Path) -> None:
    target = make_folder_once(tmp_path / "models" / "m", fill)
    assert find_fault(target) is None
    assert (target / "deep" / "b.txt").read_text() == "too"


def test_whole_folder_is_not_made_again(tmp_path: Path) -> None:
    make_folder_once(tmp_path / "m", fill)
    make_folder_once(tmp_path / "m", lambda folder: pytest.fail("was made again"))


def test_failed_build_leaves_nothing_behind(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        fill(folder)
        raise ModelError("no")

    with pytest.raises(ModelError, match="no"):
        make_folder_once(tmp_path / "m", fail)
    assert [path.name for path in tmp_path.iterdir()] == ["m.lock"]


def test_folder_without_manifest_is_not_taken_for_whole(tmp_path: Path) -> None:
    """A process killed while it wrote into the target itself, or a folder copied in part."""
    fill_target = tmp_path / "m"
    fill_target.mkdir()
    fill(fill_target)
    assert find_fault(fill_target) == f"{MANIFEST} is missing"
    make_folder_once(fill_target, fill)
    assert find_fault(fill_target) is None


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda path: path.unlink(), "a.txt is missing"),
        (lambda path: path.write_text("cut"), "a.txt has 3 bytes instead of 5"),
    ],
)
def test_broken_folder_is_reported_with_path_and_file_and_made_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: object, words: str
) -> None:
    target = make_folder_once(tmp_path / "m", fill)
    damage(target / "a.txt")  # type: ignore[operator]
    with caplog.at_level(logging.WARNING):
        make_folder_once(target, fill)
    assert str(target) in caplog.text
    assert words in caplog.text
    assert (target / "a.txt").read_text() == "whole"


def test_leftovers_of_a_killed_process_are_removed(tmp_path: Path) -> None:
    stale = tmp_path / ".m.killed"
    stale.mkdir()
    make_folder_once(tmp_path / "m", fill)
    assert not stale.exists()


def test_two_at_once_make_it_once(tmp_path: Path) -> None:
    """Locks belong to open files, so threads exclude each other as processes do."""
    builds = []
    together = threading.Barrier(2)

    def build(folder: Path) -> None:
        builds.append(folder)
        fill(folder)

    def run() -> None:
        together.wait()
        make_folder_once(tmp_path / "m", build)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(builds) == 1
    assert find_fault(tmp_path / "m") is None


def test_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ModelError, match="NAKHODKA_CACHE_DIR"):
        make_folder_once(tmp_path / "file" / "m", fill)
