"""Which files become documents."""

from __future__ import annotations

import os
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import pytest

from indexer.errors import ParseError
from indexer.files import Skipped, SourceFile, find_files

LIMIT = 1000


def write(root: Path, name: str, content: str | bytes = "текст") -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def list_sources(*paths: Path) -> list[str]:
    return [entry.source for entry in find_files(paths, max_bytes=LIMIT) if isinstance(entry, SourceFile)]


def list_skipped(*paths: Path) -> dict[str, str]:
    return {entry.source: entry.reason for entry in find_files(paths, max_bytes=LIMIT) if isinstance(entry, Skipped)}


def test_files_come_sorted_with_relative_names(tmp_path: Path) -> None:
    for name in ("б.md", "a/2.txt", "a/1.HTML", "a.md"):
        write(tmp_path, name)
    assert list_sources(tmp_path) == ["a/1.HTML", "a/2.txt", "a.md", "б.md"]


def test_record_tells_place_size_and_time(tmp_path: Path) -> None:
    path = write(tmp_path, "a.md", "абв")
    os.utime(path, (1_700_000_000, 1_700_000_000))
    [entry] = find_files([tmp_path], max_bytes=LIMIT)
    assert entry == SourceFile(path, "a.md", str(tmp_path), 6, datetime.fromtimestamp(1_700_000_000, UTC))


def test_single_file_is_named_by_its_name(tmp_path: Path) -> None:
    path = write(tmp_path, "a/b.md")
    [entry] = find_files([path], max_bytes=LIMIT)
    assert isinstance(entry, SourceFile)
    assert (entry.source, entry.root) == ("b.md", str(tmp_path / "a"))


def test_names_are_nfc(tmp_path: Path) -> None:
    """A12: macOS writes й as two characters."""
    name = "Рабочий район.md"
    write(tmp_path, unicodedata.normalize("NFD", name))
    assert list_sources(tmp_path) == [name]


def test_hidden_files_are_left_out_silently(tmp_path: Path) -> None:
    write(tmp_path, ".git/a.md")
    write(tmp_path, ".hidden.md")
    assert list(find_files([tmp_path], max_bytes=LIMIT)) == []


def test_skipped_files_have_reasons(tmp_path: Path) -> None:
    write(tmp_path, "photo.jpg")
    write(tmp_path, "Makefile")
    write(tmp_path, "large.md", "x" * (LIMIT + 1))
    write(tmp_path, "zip.txt", b"PK\x03\x04\x00\x00")
    skipped = list_skipped(tmp_path)
    assert skipped["photo.jpg"] == "unknown type '.jpg'"
    assert skipped["Makefile"] == "unknown type 'Makefile'"
    assert skipped["large.md"].startswith("too large")
    assert skipped["zip.txt"] == "binary"


def test_broken_link_is_skipped_with_reason(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to(tmp_path / "missing.md")
    assert list_skipped(tmp_path)["a.md"].startswith("cannot be read")


def test_link_loops_end(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write(root, "a/x.md")
    (root / "a" / "up").symlink_to(root)
    (root / "a" / "out").symlink_to(tmp_path)
    assert list_sources(root) == ["a/x.md"]


def test_linked_folder_outside_is_read_once(tmp_path: Path) -> None:
    write(tmp_path, "shared/x.md")
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "one").symlink_to(tmp_path / "shared")
    (tmp_path / "root" / "two").symlink_to(tmp_path / "shared")
    assert list_sources(tmp_path / "root") == ["one/x.md"]
    assert "two" in list_skipped(tmp_path / "root")


def test_link_inside_gives_the_file_its_own_name_only(tmp_path: Path) -> None:
    target = write(tmp_path, "z.md")
    (tmp_path / "a.md").symlink_to(target)
    assert list_sources(tmp_path) == ["z.md"]


def test_overlapping_paths_give_each_file_once(tmp_path: Path) -> None:
    path = write(tmp_path, "a/b.md")
    assert list_sources(tmp_path, path, tmp_path / "a") == ["a/b.md"]


def test_missing_path_is_named_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=r"no-such.*does not exist"):
        find_files([tmp_path, tmp_path / "no-such"], max_bytes=LIMIT)
