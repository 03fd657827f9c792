"""Where the node's files lie for root and for everybody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import folders as folders_module
from engine.folders import Account, choose_folders, is_open_to_all, make_folder
from settings import Settings, read_settings

NOBODY = Account("nobody", 65534, 65534)


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """A folder other accounts cannot enter."""
    folder = tmp_path / "private"
    folder.mkdir()
    folder.chmod(0o700)
    return folder


def make_settings(folder: Path) -> Settings:
    return read_settings(cache_dir=folder / "cache", data_dir=folder / "data")


def test_ordinary_user_gets_the_folders_of_the_settings(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders_module, "choose_account", lambda: None)
    folders = choose_folders(make_settings(closed))
    assert folders.cache == (closed / "cache").resolve()
    assert folders.data == (closed / "data" / "node").resolve()


def test_root_gets_shared_folders_where_the_node_could_not_enter(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders_module, "choose_account", lambda: NOBODY)
    folders = choose_folders(make_settings(closed))
    assert folders.cache == folders_module.SHARED_CACHE
    assert folders.data == folders_module.SHARED_DATA / "node"


def test_root_keeps_folders_the_node_can_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders_module, "choose_account", lambda: NOBODY)
    folders = choose_folders(make_settings(Path("/srv/not-there-yet")))
    assert folders.cache == Path("/srv/not-there-yet/cache")


def test_folder_below_a_closed_one_is_closed(closed: Path) -> None:
    (closed / "open").mkdir(mode=0o755)
    assert not is_open_to_all(closed / "open")
    assert not is_open_to_all(closed / "missing" / "deeper")


def test_new_folders_can_be_entered_by_all_for_the_nodes_account(tmp_path: Path) -> None:
    made = make_folder(tmp_path / "a" / "b", NOBODY)
    assert made.is_dir()
    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "a", made)] == [0o755, 0o755]
