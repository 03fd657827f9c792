"""OpenSearch itself: three archives from the Maven repository, unpacked once for each version.

Source of the archives: the artifacts OpenSearch publishes for the tests of its plugins. The k-NN plugin comes without
its native libraries, so such a node knows Lucene's vector search only (see `engine.fatal_mappings`).
"""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from engine.errors import DistributionError
from engine.folders import choose_account, make_folder
from engine.locks import hold_lock

logger = logging.getLogger(__name__)

VERSION = "3.6.0"
MAVEN_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
MAVEN_TIMEOUT_SECONDS = 1800
NEEDED_MB = 700  # archives 180, Maven's own copies 180, unpacked 225, and some air
INSTEAD = "or set NAKHODKA_OPENSEARCH_URL to your own OpenSearch"


@dataclass(frozen=True, slots=True)
class Artifact:
    """An archive: its coordinate, the file Maven makes of it, where it is unpacked, a file that must be inside."""

    coordinate: str
    file_name: str
    folder: str
    expected: str
    megabytes: int


ARTIFACTS = (
    Artifact(
        f"org.opensearch.distribution.integ-test-zip:opensearch:{VERSION}:zip",
        f"opensearch-{VERSION}.zip",
        "",
        f"opensearch-{VERSION}/bin/opensearch",
        162,
    ),
    Artifact(
        f"org.opensearch.plugin:opensearch-knn:{VERSION}.0:zip",
        f"opensearch-knn-{VERSION}.0.zip",
        f"opensearch-{VERSION}/plugins/opensearch-knn",
        "plugin-descriptor.properties",
        6,
    ),
    Artifact(
        f"org.opensearch.plugin:neural-search:{VERSION}.0:zip",
        f"neural-search-{VERSION}.0.zip",
        f"opensearch-{VERSION}/plugins/opensearch-neural-search",
        "plugin-descriptor.properties",
        12,
    ),
)
EXPECTED_FILES = (
    "bin/opensearch",
    "config/jvm.options",
    f"lib/opensearch-{VERSION}.jar",
    "plugins/opensearch-knn/plugin-descriptor.properties",
    "plugins/opensearch-neural-search/plugin-descriptor.properties",
)


def locate_distribution(cache_dir: Path) -> Path:
    """The folder the distribution is unpacked into, whether it is there or not."""
    return cache_dir / "opensearch" / VERSION


def is_unpacked(home: Path) -> bool:
    """Whether a whole distribution lies in `home`."""
    return all((home / name).is_file() for name in EXPECTED_FILES)


def ensure_distribution(cache_dir: Path) -> Path:
    """The distribution's folder; what is missing is fetched and unpacked. Two processes at once do it once.

    Raises DistributionError with the remedy: no Maven, no space, no answer from the repository, a broken archive.
    """
    home = locate_distribution(cache_dir)
    if is_unpacked(home):
        return home
    parent = make_folder(home.parent, choose_account())
    with hold_lock(parent / ".lock", "fetching OpenSearch"):
        if not is_unpacked(home):
            _remove_leftovers(parent, home)
            _install(parent, home)
    return home


def fetch_artifact(artifact: Artifact, folder: Path) -> Path:
    """The archive in `folder`, fetched by Maven and found whole."""
    logger.info("Fetching %s (%d MB)", artifact.file_name, artifact.megabytes)
    output = _run_maven(artifact, folder)
    if output is not None:
        # A look-up that failed once is remembered by Maven; -U asks again.
        output = _run_maven(artifact, folder, "-U")
    if output is not None:
        raise DistributionError(
            f"Maven could not fetch {artifact.coordinate}. Its last lines:\n{_take_last_lines(output)}\n"
            f"Check the network and the mirror in Maven's settings.xml and try again, {INSTEAD}."
        )
    archive = folder / artifact.file_name
    verify_archive(archive, artifact)
    return archive


def verify_archive(archive: Path, artifact: Artifact) -> None:
    """Passes when the archive is a whole zip with the expected file inside; raises DistributionError otherwise."""
    try:
        with zipfile.ZipFile(archive) as content:
            broken = content.testzip()
            content.getinfo(artifact.expected)
    except (OSError, zipfile.BadZipFile, KeyError, EOFError) as error:
        broken = str(error)
    if broken is not None:
        raise DistributionError(
            f"The archive {artifact.file_name} is damaged ({broken}). Delete Maven's copy of it "
            f"({artifact.coordinate} in the local repository, usually ~/.m2/repository) and try again, {INSTEAD}."
        )


def unpack(archive: Path, folder: Path) -> None:
    """Unpacks a zip with the permission to execute; everybody may read, since the node may run as another account."""
    with zipfile.ZipFile(archive) as content:
        for entry in content.infolist():
            path = Path(content.extract(entry, folder))
            is_program = (entry.external_attr >> 16) & 0o111
            path.chmod(0o755 if entry.is_dir() or is_program else 0o644)
    for parent, _, _ in os.walk(folder):
        Path(parent).chmod(0o755)


def _install(parent: Path, home: Path) -> None:
    _check_space(parent)
    _check_maven()
    try:
        with tempfile.TemporaryDirectory(prefix=".partial-", dir=parent) as name:
            work = Path(name)
            for artifact in ARTIFACTS:
                archive = fetch_artifact(artifact, work)
                unpack(archive, work / artifact.folder)
                archive.unlink()
            (work / f"opensearch-{VERSION}").rename(home)
    except OSError as error:
        raise DistributionError(
            f"OpenSearch could not be unpacked into {home}: {error}. "
            f"Set NAKHODKA_CACHE_DIR to a folder with {NEEDED_MB} MB of space, {INSTEAD}."
        ) from error
    logger.info("OpenSearch %s is in %s", VERSION, home)


def _remove_leftovers(parent: Path, home: Path) -> None:
    """Deletes what an interrupted run left. The lock is held, so nobody works in these folders."""
    for folder in [*parent.glob(".partial-*"), home]:
        shutil.rmtree(folder, ignore_errors=True)


def _check_space(folder: Path) -> None:
    free_mb = shutil.disk_usage(folder).free // 2**20
    if free_mb < NEEDED_MB:
        raise DistributionError(
            f"OpenSearch needs {NEEDED_MB} MB in {folder}, {free_mb} MB are free. Free some space, "
            f"set NAKHODKA_CACHE_DIR to another disk, {INSTEAD}."
        )


def _check_maven() -> None:
    if shutil.which("mvn") is None:
        raise DistributionError(
            "The local OpenSearch is fetched with Maven, and there is no mvn on the PATH. "
            f"Install it (Debian: apt-get install maven), {INSTEAD}."
        )


def _run_maven(artifact: Artifact, folder: Path, *options: str) -> str | None:
    """None where Maven did its work, else what it printed."""
    command = ["mvn", "-q", "-B", *options, MAVEN_PLUGIN, f"-Dartifact={artifact.coordinate}"]
    command += [f"-DoutputDirectory={folder}", "-Dmdep.useBaseVersion=true"]
    try:
        result = subprocess.run(
            command,
            cwd=folder,  # no pom of somebody else's project
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=MAVEN_TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"no end after {MAVEN_TIMEOUT_SECONDS} seconds"
    is_done = result.returncode == 0 and (folder / artifact.file_name).is_file()
    return None if is_done else f"{result.stdout}\nexit code {result.returncode}"


def _take_last_lines(output: str, count: int = 12) -> str:
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    return "\n".join(lines[-count:])
