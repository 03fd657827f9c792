"""Fetching and unpacking, with a Maven of the test's own on the PATH."""

from __future__ import annotations

import shutil
import stat
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine import distribution
from engine.distribution import ARTIFACTS, VERSION, ensure_distribution, is_unpacked, locate_distribution, unpack
from engine.errors import DistributionError

CONTENTS = (
    {
        f"opensearch-{VERSION}/bin/opensearch": 0o755,
        f"opensearch-{VERSION}/config/jvm.options": 0o640,
        f"opensearch-{VERSION}/lib/opensearch-{VERSION}.jar": 0o640,
    },
    {"plugin-descriptor.properties": 0o640},
    {"plugin-descriptor.properties": 0o640},
)


class FakeMaven:
    """A program `mvn` that copies archives out of `repository` and writes down how it was called."""

    def __init__(self, folder: Path) -> None:
        self.repository = folder / "repository"
        self.calls = folder / "calls"
        self.folder = folder / "bin"
        self.repository.mkdir()
        self.folder.mkdir()
        self.calls.touch()
        for artifact, content in zip(ARTIFACTS, CONTENTS, strict=True):
            write_zip(self.repository / artifact.file_name, content)
        self.write("exit 0")

    def write(self, first_line: str) -> None:
        """Writes the program; `first_line` may end it early. The variables: $artifact, $out, $all."""
        program = self.folder / "mvn"
        program.write_text(
            f'#!/bin/sh\nall="$*"; echo "$all" >> {self.calls}\n'
            'for word in "$@"; do case "$word" in\n'
            "  -Dartifact=*) artifact=${word#-Dartifact=};; -DoutputDirectory=*) out=${word#-DoutputDirectory=};;\n"
            "esac; done\n"
            'name=$(echo "$artifact" | cut -d: -f2)\n'
            f'copy() {{ cp {self.repository}/"$name"-{VERSION}*.zip "$out"; }}\n'
            f"{'copy; ' if first_line == 'exit 0' else ''}{first_line}\n"
        )
        program.chmod(0o755)

    def count_calls(self) -> int:
        return len(self.calls.read_text().splitlines())


def write_zip(path: Path, content: dict[str, int]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, mode in content.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = mode << 16
            archive.writestr(entry, f"content of {name}")


@pytest.fixture
def maven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeMaven:
    fake = FakeMaven(tmp_path)
    monkeypatch.setenv("PATH", f"{fake.folder}:/usr/bin:/bin")
    return fake


def test_distribution_is_fetched_and_unpacked_whole(maven: FakeMaven, tmp_path: Path) -> None:
    home = ensure_distribution(tmp_path / "cache")
    assert home == locate_distribution(tmp_path / "cache")
    assert is_unpacked(home)
    assert maven.count_calls() == 3
    assert [path.name for path in home.parent.iterdir() if path.name != ".lock"] == [VERSION]


def test_second_time_nothing_is_fetched(maven: FakeMaven, tmp_path: Path) -> None:
    ensure_distribution(tmp_path)
    ensure_distribution(tmp_path)
    assert maven.count_calls() == 3


def test_two_processes_at_once_fetch_it_once(maven: FakeMaven, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        homes = list(pool.map(ensure_distribution, [tmp_path, tmp_path]))
    assert homes[0] == homes[1]
    assert maven.count_calls() == 3


def test_programs_stay_executable_and_all_files_readable(maven: FakeMaven, tmp_path: Path) -> None:
    home = ensure_distribution(tmp_path)
    assert stat.S_IMODE((home / "bin" / "opensearch").stat().st_mode) == 0o755
    assert stat.S_IMODE((home / "config" / "jvm.options").stat().st_mode) == 0o644


def test_failed_lookup_is_asked_again_past_mavens_memory(maven: FakeMaven, tmp_path: Path) -> None:
    maven.write('case "$all" in *" -U "*) copy; exit 0;; esac; exit 1')
    assert is_unpacked(ensure_distribution(tmp_path))
    assert maven.count_calls() == 6


def test_failure_shows_mavens_last_lines_and_leaves_nothing(maven: FakeMaven, tmp_path: Path) -> None:
    maven.write("i=0; while [ $i -lt 50 ]; do echo line $i; i=$((i+1)); done; echo Could not resolve; exit 1")
    with pytest.raises(DistributionError) as caught:
        ensure_distribution(tmp_path / "cache")
    message = str(caught.value)
    assert "Could not resolve" in message
    assert "line 49" in message
    assert "line 5\n" not in message
    assert "NAKHODKA_OPENSEARCH_URL" in message
    assert [path.name for path in (tmp_path / "cache" / "opensearch").iterdir()] == [".lock"]


def test_success_without_a_file_is_a_failure(maven: FakeMaven, tmp_path: Path) -> None:
    maven.write("exit 0 # nothing copied")
    with pytest.raises(DistributionError, match="could not fetch"):
        ensure_distribution(tmp_path)


@pytest.mark.parametrize("damage", ["cut", "changed", "other content", "no zip"])
def test_damaged_archive_is_not_unpacked(maven: FakeMaven, tmp_path: Path, damage: str) -> None:
    archive = maven.repository / ARTIFACTS[0].file_name
    content = archive.read_bytes()
    if damage == "cut":
        archive.write_bytes(content[: len(content) // 2])
    elif damage == "changed":
        archive.write_bytes(content.replace(b"content of", b"c0ntent of", 1))
    elif damage == "no zip":
        archive.write_bytes(b"<html>404</html>")
    else:
        write_zip(archive, {"something/else": 0o644})
    with pytest.raises(DistributionError, match="is damaged"):
        ensure_distribution(tmp_path / "cache")
    assert not is_unpacked(locate_distribution(tmp_path / "cache"))


def test_leftovers_of_an_interrupted_run_are_replaced(maven: FakeMaven, tmp_path: Path) -> None:
    home = locate_distribution(tmp_path)
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "opensearch").write_text("half")
    (home.parent / ".partial-abc").mkdir()
    assert is_unpacked(ensure_distribution(tmp_path))
    assert not (home.parent / ".partial-abc").exists()


def test_missing_file_makes_the_distribution_incomplete(maven: FakeMaven, tmp_path: Path) -> None:
    home = ensure_distribution(tmp_path)
    shutil.rmtree(home / "plugins" / "opensearch-knn")
    assert not is_unpacked(home)


def test_machine_without_maven_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DistributionError, match="apt-get install maven"):
        ensure_distribution(tmp_path)


def test_full_disk_is_noticed_before_anything_is_fetched(
    maven: FakeMaven, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distribution, "NEEDED_MB", 10**9)
    with pytest.raises(DistributionError, match="NAKHODKA_CACHE_DIR"):
        ensure_distribution(tmp_path)
    assert maven.count_calls() == 0


def test_archive_cannot_write_outside_its_folder(tmp_path: Path) -> None:
    write_zip(tmp_path / "evil.zip", {"../outside": 0o644, "inside": 0o644})
    unpack(tmp_path / "evil.zip", tmp_path / "target")
    assert not (tmp_path / "outside").exists()
