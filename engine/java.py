"""A Java that can run OpenSearch 3."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.errors import JavaMissingError
from engine.folders import choose_account, is_open_to_all

OLDEST_JAVA = 21
NEWEST_TRIED_JAVA = 25  # newer ones are taken last: Lucene leans on internals that a release may move
NEEDED_MODULES = "jdk.incubator.vector,jdk.localedata"  # stripped runtimes lack them; then no index can be created
JAVA_VARIABLES = ("OPENSEARCH_JAVA_HOME", "JAVA_HOME")
JAVA_FOLDERS = (Path("/usr/lib/jvm"), Path("/usr/java"), Path("/opt/java"))
MAC_FOLDER = Path("/Library/Java/JavaVirtualMachines")

_VERSION = re.compile(r'version "(?:1\.)?(\d+)')


@dataclass(frozen=True, slots=True)
class Java:
    """A Java home and its feature version, e.g. 21. `problem` says why it cannot run the node, None: it can."""

    home: Path
    version: int
    problem: str | None = None


def parse_java_version(output: str) -> int | None:
    """The feature version out of what `java -version` prints; None where it is not there.

    >>> parse_java_version('openjdk version "21.0.4" 2026-07-16'), parse_java_version('java version "1.8.0_392"')
    (21, 8)
    """
    found = _VERSION.search(output)
    return int(found.group(1)) if found else None


def find_java(environment: Mapping[str, str] | None = None) -> Java:
    """The Java to run the node with: the one a variable names, else the newest that was tried with OpenSearch.

    Raises JavaMissingError naming every Java that was found and why it will not do.
    """
    found: list[Java] = []
    for home, is_named in iter_java_homes(os.environ if environment is None else environment):
        java = examine_java(home)
        if java.problem is None and is_named:
            return java
        found.append(java)
    suitable = [java for java in found if java.problem is None]
    if not suitable:
        raise JavaMissingError(_describe_missing(found))
    return max(suitable, key=lambda java: (java.version <= NEWEST_TRIED_JAVA, java.version))


def iter_java_homes(environment: Mapping[str, str]) -> Iterator[tuple[Path, bool]]:
    """Java homes of this machine, each once, and whether a variable names it."""
    seen: set[Path] = set()
    for home, is_named in _iter_candidates(environment):
        resolved = home.resolve()
        if resolved not in seen and (home / "bin" / "java").exists():
            seen.add(resolved)
            yield home, is_named


def examine_java(home: Path) -> Java:
    """The Java in `home` with its version and, where it cannot run the node, the reason."""
    program = home / "bin" / "java"
    version = parse_java_version(_run_java(program))
    if version is None:
        return Java(home, 0, "does not run")
    if version < OLDEST_JAVA:
        return Java(home, version, f"is Java {version}")
    if choose_account() is not None and not is_open_to_all(home):
        return Java(home, version, "is closed to the account the node runs under")
    if parse_java_version(_run_java(program, "--add-modules", NEEDED_MODULES)) is None:
        return Java(home, version, f"is Java {version} without the modules {NEEDED_MODULES}")
    return Java(home, version)


def _iter_candidates(environment: Mapping[str, str]) -> Iterator[tuple[Path, bool]]:
    for variable in JAVA_VARIABLES:
        if environment.get(variable):
            yield Path(environment[variable]), True
    for folder in JAVA_FOLDERS:
        for home in sorted(folder.glob("*")):
            yield home, False
    for home in sorted(MAC_FOLDER.glob("*/Contents/Home")):
        yield home, False
    program = shutil.which("java", path=environment.get("PATH"))
    if program:
        yield Path(program).resolve().parent.parent, False


def _run_java(program: Path, *options: str) -> str:
    try:
        result = subprocess.run(
            [program, *options, "-version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return result.stderr + result.stdout


def _describe_missing(found: list[Java]) -> str:
    seen = "; ".join(f"{java.home} {java.problem}" for java in found) or "none"
    return (
        f"The local OpenSearch needs Java {OLDEST_JAVA} or newer. Found: {seen}. "
        f"Install one (for example: apt-get install openjdk-{OLDEST_JAVA}-jre-headless) and set OPENSEARCH_JAVA_HOME "
        "to its folder, or set NAKHODKA_OPENSEARCH_URL to an OpenSearch that runs elsewhere."
    )
