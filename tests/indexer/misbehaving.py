"""A parser that does what its file says; worker processes find it by its name."""

from __future__ import annotations

import ctypes
import logging
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from indexer.errors import ParseError
from indexer.files import SourceFile
from indexer.parsing import parse_file
from indexer.records import ParsedDocument

logger = logging.getLogger(__name__)


def parse(file: SourceFile, data: bytes) -> tuple[str, ParsedDocument]:
    """The document, after what the first line asks for: `!exit`, for example."""
    first_line = data.decode().partition("\n")[0]
    if first_line.startswith("!"):
        ACTS[first_line](file.path)
    source_type, parsed = parse_file(file, data)
    if first_line == "!unwritable":
        parsed = replace(parsed, metadata={"function": lambda: None})
    return source_type, parsed


def raise_error(path: Path) -> None:
    raise ParseError("page 3 is torn")


def exhaust_memory(path: Path) -> None:
    hoard = []
    while True:
        hoard.append(bytearray(10_000_000))


def hang_in_c(path: Path) -> None:
    """Holds the interpreter's lock: neither a thread nor a signal handler of the process runs."""
    re.match("(a+)+$", "a" * 60 + "b")


def hang_with_child(path: Path) -> None:
    child = subprocess.Popen(["sleep", "1000"])
    path.with_suffix(".child").write_text(f"{os.getpid()} {child.pid}")
    time.sleep(1000)


def make_noise(path: Path) -> None:
    print("printed")  # noqa: T201
    print("printed", file=sys.stderr)  # noqa: T201
    os.write(1, b"written")
    warnings.warn("warned", stacklevel=1)
    logger.warning("logged from %s", path.name)


def mark_start(path: Path) -> None:
    path.with_suffix(".started").touch()


def wait_for_others(path: Path) -> None:
    """Until another worker has begun a file, and then long enough for many more."""
    while not list(path.parent.glob("*.started")):
        time.sleep(0.01)
    time.sleep(1)


ACTS: dict[str, Callable[[Path], None]] = {
    "!raise": raise_error,
    "!unwritable": lambda path: None,
    "!quit": lambda path: sys.exit(4),
    "!exit": lambda path: os._exit(3),
    "!kill": lambda path: os.kill(os.getpid(), signal.SIGKILL),
    "!segfault": lambda path: ctypes.string_at(0),  # type: ignore[dict-item, return-value]
    "!memory": exhaust_memory,
    "!hang": hang_in_c,
    "!child": hang_with_child,
    "!noise": make_noise,
    "!start": mark_start,
    "!wait": wait_for_others,
}
