"""The configuration of a node, and its process id."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.node_files import (
    NodeFiles,
    build_node_settings,
    read_configured_port,
    read_last_lines,
    read_pid,
    read_start_lines,
    remove_pid,
    write_node_files,
    write_pid,
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A distribution with the one file that the configuration is made from."""
    folder = tmp_path / "home"
    (folder / "config").mkdir(parents=True)
    (folder / "config" / "jvm.options").write_text(
        "## heap\n-Xms1g\n-Xmx1g\n11-:-XX:+UseG1GC\n-XX:HeapDumpPath=data\n9-:-Xlog:gc*:file=logs/gc.log\n"
    )
    return folder


def test_node_settings_are_as_reviewed(golden: Callable[[str, Any], None]) -> None:
    files = NodeFiles(Path("/data/node"))
    golden("engine_node_settings", build_node_settings(files, port=9220, transport_port=9320))


def test_written_configuration_is_read_back(home: Path, tmp_path: Path) -> None:
    files = NodeFiles(tmp_path / "узел: «первый» #1")
    write_node_files(files, home, None, port=9555, transport_port=9556)
    written = yaml.safe_load((files.config / "opensearch.yml").read_text(encoding="utf-8"))
    assert written == build_node_settings(files, port=9555, transport_port=9556)
    assert read_configured_port(files) == 9555
    assert all(folder.is_dir() for folder in (files.data, files.logs, files.snapshots, files.temporary))
    shutil.rmtree(files.temporary)


def test_jvm_options_write_nothing_into_the_distribution(home: Path, tmp_path: Path) -> None:
    files = NodeFiles(tmp_path / "node")
    write_node_files(files, home, None, port=1, transport_port=2)
    assert (files.config / "jvm.options").read_text() == "11-:-XX:+UseG1GC\n"


def test_temporary_folder_has_no_space_in_its_path(tmp_path: Path) -> None:
    assert NodeFiles(tmp_path / "node").temporary == tmp_path / "node" / "tmp"
    assert " " not in str(NodeFiles(tmp_path / "my node").temporary)


def test_nodes_with_spaces_in_their_paths_have_different_temporary_folders(tmp_path: Path) -> None:
    assert NodeFiles(tmp_path / "a b").temporary != NodeFiles(tmp_path / "a c").temporary


@pytest.mark.parametrize("content", ["", "abc", "12 34", "\x00"])
def test_damaged_pid_file_names_no_process(tmp_path: Path, content: str) -> None:
    files = NodeFiles(tmp_path)
    files.pid_file.write_text(content)
    assert read_pid(files) is None


def test_pid_is_written_read_and_removed(tmp_path: Path) -> None:
    files = NodeFiles(tmp_path)
    write_pid(files, 4242, None)
    assert read_pid(files) == 4242
    remove_pid(files)
    remove_pid(files)
    assert read_pid(files) is None


@pytest.mark.parametrize("content", [None, "", "- a list", "http.port: many", "{broken"])
def test_unreadable_configuration_has_no_port(tmp_path: Path, content: str | None) -> None:
    files = NodeFiles(tmp_path)
    files.config.mkdir()
    if content is not None:
        (files.config / "opensearch.yml").write_text(content)
    assert read_configured_port(files) is None


def test_last_lines_are_the_newest_in_order(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("".join(f"строка {number}\n" for number in range(10_000)), encoding="utf-8")
    assert read_last_lines(log, 2) == ["строка 9998", "строка 9999"]
    assert read_last_lines(tmp_path / "missing", 2) == []


def test_failed_start_is_told_without_stack_frames_and_older_logs(home: Path, tmp_path: Path) -> None:
    files = NodeFiles(tmp_path / "node")
    files.logs.mkdir(parents=True)
    files.log.write_text("an earlier run\n")
    os.utime(files.log, (1, 1))
    write_node_files(files, home, None, port=1, transport_port=2)
    files.console.write_text("StartupException: no space\n\tat org.opensearch.Node.<init>(Node.java:1)\n\t... 6 more\n")
    assert read_start_lines(files, 5) == ["StartupException: no space"]
    files.log.write_text("this run\n")
    assert read_start_lines(files, 5) == ["StartupException: no space", "this run"]


def test_nearly_full_disk_is_said_in_the_log(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(total=100 * 2**20, used=97 * 2**20, free=3 * 2**20)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with caplog.at_level(logging.WARNING):
        write_node_files(NodeFiles(tmp_path / "node"), home, None, port=1, transport_port=2)
    assert "97 % full" in caplog.text
