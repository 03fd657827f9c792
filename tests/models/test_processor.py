"""Threads, devices, number formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from models import processor
from models.errors import ModelError
from models.processor import choose_device, choose_precision, choose_threads, count_cores, multiplies_bfloat16
from settings import read_settings


@pytest.mark.parametrize(("threads", "workers", "expected"), [(0, 1, 4), (0, 2, 2), (0, 9, 1), (3, 2, 3)])
def test_cores_are_shared_among_processes(
    monkeypatch: pytest.MonkeyPatch, threads: int, workers: int, expected: int
) -> None:
    """D11: two workers on four cores get two threads each."""
    monkeypatch.setattr(processor, "count_cores", lambda: 4)
    assert choose_threads(read_settings(model_threads=threads, model_workers=workers)) == expected


@pytest.mark.parametrize(("limit", "expected"), [("200000 100000", 2), ("50000 100000", 1), ("max 100000", 8)])
def test_containers_limit_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, limit: str, expected: int) -> None:
    (tmp_path / "cpu.max").write_text(limit)
    monkeypatch.setattr(processor, "CGROUP_LIMIT", tmp_path / "cpu.max")
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(8)), raising=False)
    assert count_cores() == expected


@pytest.mark.parametrize(
    ("asked", "device", "expected"),
    [
        ("auto", "cpu", "int8"),
        ("auto", "cuda", "float16"),
        ("auto", "cuda:1", "float16"),
        ("auto", "mps", "float32"),
        ("bfloat16", "cuda", "bfloat16"),
        ("float32", "cpu", "float32"),
    ],
)
def test_number_format_suits_the_device(asked: str, device: str, expected: str) -> None:
    assert choose_precision(asked, device) == expected


@pytest.mark.parametrize(("asked", "device"), [("int8", "cuda"), ("float16", "cpu")])
def test_number_format_the_device_lacks_is_refused(asked: str, device: str) -> None:
    with pytest.raises(ModelError, match=f"NAKHODKA_PRECISION={asked}"):
        choose_precision(asked, device)


def test_machine_without_accelerator_is_known_without_asking_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processor, "GPU_SIGNS", ())
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setitem(__import__("sys").modules, "torch", None)  # importing it would raise
    assert choose_device("auto") == "cpu"


def test_accelerator_that_is_not_there_is_refused() -> None:
    with pytest.raises(ModelError, match="NAKHODKA_DEVICE=cuda:77"):
        choose_device("cuda:77")


@pytest.mark.parametrize(("flags", "expected"), [({"avx512_bf16"}, True), ({"avx2", "avx512f"}, False), (set(), False)])
def test_bfloat16_needs_the_processors_flag(monkeypatch: pytest.MonkeyPatch, flags: set[str], expected: bool) -> None:
    monkeypatch.setattr(processor, "read_processor_flags", lambda: frozenset(flags))
    assert multiplies_bfloat16() is expected
