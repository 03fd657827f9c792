"""What this machine can do: cores, processor flags, accelerators; asked without importing torch where possible."""

from __future__ import annotations

import functools
import os
import platform
import sys
from pathlib import Path
from typing import Final, Literal

from models.errors import ModelError
from settings import Settings

Precision = Literal["float32", "float16", "bfloat16", "int8"]

BFLOAT16_FLAGS: Final = frozenset({"avx512_bf16", "amx_bf16", "bf16"})  # bf16: ARM
INT8_FLAGS: Final = frozenset({"avx512_vnni", "avx_vnni", "amx_int8", "asimddp"})  # asimddp: ARM
CGROUP_LIMIT: Final = Path("/sys/fs/cgroup/cpu.max")
GPU_SIGNS: Final = ("/dev/nvidia0", "/dev/nvidiactl", "/dev/dxg", "/dev/kfd")  # Linux, WSL, AMD


def choose_threads(settings: Settings) -> int:
    """Threads for models in this process: as asked, or the cores divided among the processes that run models."""
    return settings.model_threads or max(1, count_cores() // settings.model_workers)


def count_cores() -> int:
    """Cores this process may use: its affinity, and the limit of its container."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = CGROUP_LIMIT.read_text().split()
        return max(1, min(cores, int(quota) // int(period)))
    except (OSError, ValueError):  # no cgroup v2, or "max": no limit
        return cores


def set_torch_threads(threads: int) -> None:
    """Limits torch to `threads`; before torch is imported also by the variable its OpenMP reads."""
    if "torch" not in sys.modules:
        os.environ.setdefault("OMP_NUM_THREADS", str(threads))
    import torch

    torch.set_num_threads(threads)


@functools.cache
def read_processor_flags() -> frozenset[str]:
    """The processor's abilities as Linux lists them; empty where that list is not at hand."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return frozenset()
    names = ("flags", "Features")  # x86, ARM
    return frozenset(next((line.partition(":")[2] for line in lines if line.startswith(names)), "").split())


def multiplies_bfloat16() -> bool:
    """Whether bfloat16 is native: emulated it is nine times slower than float32 (2.7 against 16 passages a second)."""
    return bool(read_processor_flags() & BFLOAT16_FLAGS)


def multiplies_int8_exactly() -> bool:
    """Whether sums of 8-bit products cannot overflow: plain AVX2 adds pairs in 16 bits and saturates."""
    return platform.machine() in {"arm64", "aarch64"} or bool(read_processor_flags() & INT8_FLAGS)


def choose_device(asked: str) -> str:
    """'cuda', 'cuda:1', 'mps' or 'cpu'. Raises ModelError when the accelerator asked for is not there."""
    if asked == "cpu" or (asked == "auto" and not _may_have_accelerator()):
        return "cpu"
    import torch

    if asked == "auto":
        if torch.cuda.is_available():
            return "cuda"
        return "mps" if torch.backends.mps.is_available() else "cpu"
    if asked.startswith("cuda"):
        count = torch.cuda.device_count() if torch.cuda.is_available() else 0
        if int(asked.partition(":")[2] or 0) >= count:
            raise ModelError(f"NAKHODKA_DEVICE={asked}, but torch sees {count} CUDA devices. Set it to cpu or auto.")
    elif not torch.backends.mps.is_available():
        raise ModelError(f"NAKHODKA_DEVICE={asked}, but torch finds no such device. Set it to cpu or auto.")
    return asked


def choose_precision(asked: str, device: str) -> Precision:
    """The number format on `device`. Raises ModelError for one the device does not have."""
    on_cpu = device == "cpu"
    match asked:
        case "auto":
            return "int8" if on_cpu else "float16" if device.startswith("cuda") else "float32"
        case "int8" if not on_cpu:
            raise ModelError(
                f"NAKHODKA_PRECISION=int8 runs on a CPU only, the device is {device}. Use float16 or auto."
            )
        case "float16" if on_cpu:
            raise ModelError("NAKHODKA_PRECISION=float16 needs an accelerator, the device is cpu. Use int8 or float32.")
        case "float32" | "float16" | "bfloat16" | "int8":
            return asked
    raise ModelError(f"NAKHODKA_PRECISION={asked} is not known. Use auto, float32, float16, bfloat16 or int8.")


def _may_have_accelerator() -> bool:
    """False only where none can be: importing torch to ask costs seconds."""
    return sys.platform == "darwin" or any(Path(sign).exists() for sign in GPU_SIGNS) or sys.platform == "win32"
