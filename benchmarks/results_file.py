"""Figures of a benchmark with the date and the machine they were measured on."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from models.processor import count_cores, read_processor_flags

RESULTS: Final = Path(__file__).with_name("results")
PACKAGES: Final = ("nakhodka", "numpy", "onnxruntime", "opensearch-py", "pymorphy3")
WANTED_FLAGS: Final = frozenset({"avx2", "avx512f", "avx512_vnni", "avx512_bf16", "amx_int8"})


def describe_today() -> str:
    """The date, ISO 8601."""
    return datetime.now(UTC).date().isoformat()


def describe_machine() -> dict[str, Any]:
    """Processor, cores in use, memory, versions."""
    return {
        "processor": _read_processor_name(),
        "flags": sorted(WANTED_FLAGS & read_processor_flags()),
        "cores": count_cores(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "python": platform.python_version(),
        "packages": {name: version(name) for name in PACKAGES},
    }


def read_results(path: Path) -> dict[str, Any]:
    """The figures saved there, none where there is no file."""
    if not path.is_file():
        return {}
    values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return values


def write_results(path: Path, figures: Mapping[str, Any]) -> None:
    """Saves figures so that a difference can be read line by line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_table(columns: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown.

    >>> print(write_table(["a"], [["1"]]))
    | a |
    | --- |
    | 1 |
    """
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _read_processor_name() -> str:
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())
