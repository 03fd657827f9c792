"""Finding a Java that runs OpenSearch."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import java as java_module
from engine.errors import JavaMissingError
from engine.java import examine_java, find_java, parse_java_version

VERSIONS = [
    ('openjdk version "21.0.4" 2026-07-16 LTS', 21),
    ('openjdk version "17.0.15" 2026-04-15\nOpenJDK Runtime Environment (build 17.0.15+6-Debian-1deb12u1)', 17),
    ('java version "1.8.0_392"', 8),
    ('openjdk version "25" 2026-09-16', 25),
    ('openjdk version "26-ea" 2027-03-17', 26),
    ('Picked up JAVA_TOOL_OPTIONS: -Xmx1g\nopenjdk version "21.0.1"', 21),
    ("Error: could not open jvm.cfg", None),
    ("", None),
]


@pytest.mark.parametrize(("output", "version"), VERSIONS)
def test_version_is_read_from_what_java_prints(output: str, version: int | None) -> None:
    assert parse_java_version(output) == version


def make_java(home: Path, version: str, *, modules: bool = True) -> Path:
    """A folder whose bin/java prints a version, and fails when asked for modules it lacks."""
    program = home / "bin" / "java"
    program.parent.mkdir(parents=True)
    refusal = "" if modules else 'case "$1" in --add-modules) echo "Module not found" >&2; exit 1;; esac\n'
    program.write_text(f"#!/bin/sh\n{refusal}echo 'openjdk version \"{version}\"' >&2\n")
    program.chmod(0o755)
    return home


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a machine's Javas, empty; nothing of the real machine is seen."""
    monkeypatch.setattr(java_module, "JAVA_FOLDERS", (tmp_path / "jvm",))
    monkeypatch.setattr(java_module, "MAC_FOLDER", tmp_path / "none")
    monkeypatch.setattr(java_module, "choose_account", lambda: None)
    return tmp_path


def test_newest_tried_java_of_the_machine_is_taken(machine: Path) -> None:
    for version in ("17.0.1", "21.0.4", "25.0.1", "29"):
        make_java(machine / "jvm" / version, version)
    assert find_java({"PATH": ""}).version == 25


def test_untried_newer_java_is_better_than_none(machine: Path) -> None:
    make_java(machine / "jvm" / "29", "29")
    assert find_java({"PATH": ""}).version == 29


@pytest.mark.parametrize("variable", ["OPENSEARCH_JAVA_HOME", "JAVA_HOME"])
def test_named_java_wins(machine: Path, variable: str) -> None:
    make_java(machine / "jvm" / "25", "25")
    named = make_java(machine / "own", "21.0.4")
    assert find_java({variable: str(named), "PATH": ""}).home == named


def test_named_java_that_is_too_old_is_passed_over(machine: Path) -> None:
    make_java(machine / "jvm" / "25", "25")
    named = make_java(machine / "own", "17.0.1")
    assert find_java({"JAVA_HOME": str(named), "PATH": ""}).version == 25


def test_java_on_the_path_is_found_through_its_link(machine: Path) -> None:
    home = make_java(machine / "elsewhere", "21")
    (machine / "bin").mkdir()
    (machine / "bin" / "java").symlink_to(home / "bin" / "java")
    assert find_java({"PATH": str(machine / "bin")}).home.resolve() == home.resolve()


def test_java_without_the_needed_modules_is_refused(machine: Path) -> None:
    home = make_java(machine / "stripped", "25", modules=False)
    assert "jdk.incubator.vector" in (examine_java(home).problem or "")


def test_java_closed_to_the_nodes_account_is_refused(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = make_java(machine / "closed", "25")
    home.chmod(0o700)
    monkeypatch.setattr(java_module, "choose_account", object)
    assert "closed" in (examine_java(home).problem or "")


def test_error_names_every_java_found_and_the_remedy(machine: Path) -> None:
    make_java(machine / "jvm" / "old", "17.0.15")
    broken = machine / "jvm" / "broken" / "bin" / "java"
    broken.parent.mkdir(parents=True)
    broken.write_text("not a program")
    with pytest.raises(JavaMissingError) as caught:
        find_java({"PATH": ""})
    message = str(caught.value)
    assert f"{machine / 'jvm' / 'old'} is Java 17" in message
    assert f"{machine / 'jvm' / 'broken'} does not run" in message
    assert "OPENSEARCH_JAVA_HOME" in message


def test_error_on_a_machine_without_java(machine: Path) -> None:
    with pytest.raises(JavaMissingError, match="Found: none"):
        find_java({"PATH": ""})
