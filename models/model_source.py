"""Where a model lies on this machine: the packaged one, a folder, or the cache of a hub."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from models.errors import ModelError
from models.packaged import REVISION, unpack_packaged_model
from settings import PACKAGED_MODEL, Settings

logger = logging.getLogger(__name__)

MODEL_FILES: Final = ("*.json", "*.txt", "*.model", "*.safetensors")
OLD_WEIGHTS: Final = "pytorch_model*.bin"
INDEX_FILES: Final = ("model.safetensors.index.json", "pytorch_model.bin.index.json")
SINGLE_WEIGHTS: Final = ("model.safetensors", "pytorch_model.bin")
SAMPLES, SAMPLE_BYTES = 16, 65_536


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A model that lies in `path`; `revision` changes whenever its files do."""

    name: str
    path: Path
    revision: str


def find_model(name: str, revision: str | None, settings: Settings) -> ModelSource:
    """The folder of model `name`. Raises ModelError at once when it is not on this machine (and may not be fetched),
    or when the folder lacks a file."""
    if name == PACKAGED_MODEL:
        return ModelSource(name, unpack_packaged_model(settings.cache_dir), REVISION)
    folder = Path(name).expanduser()
    if folder.is_dir():
        _refuse_broken(folder)
        return ModelSource(name, folder.resolve(), fingerprint_folder(folder))
    if _looks_like_path(name):
        raise ModelError(f"Model folder '{name}' does not exist. Give the folder of a model, or '{PACKAGED_MODEL}'.")
    snapshot = _find_snapshot(name, revision, fetch=settings.hub_access)
    _refuse_broken(snapshot)
    return ModelSource(name, snapshot, snapshot.name)


def go_offline() -> None:
    """Keeps the hub's library from the network for the rest of the process."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    constants = sys.modules.get("huggingface_hub.constants")
    if constants is not None:  # it read the variable when it was imported
        constants.HF_HUB_OFFLINE = True  # type: ignore[attr-defined]


def find_missing_file(folder: Path) -> str | None:
    """The file without which the model in `folder` cannot be loaded; None when nothing is missing."""
    needed = ["config.json"]
    for index in INDEX_FILES:
        if (folder / index).is_file():
            needed += sorted(set(_read_json(folder / index).get("weight_map", {}).values()))
            break
    else:
        if not any((folder / name).is_file() for name in SINGLE_WEIGHTS):
            needed.append(SINGLE_WEIGHTS[0])
    if not any((folder / name).is_file() for name in ("tokenizer.json", "vocab.txt", "sentencepiece.bpe.model")):
        needed.append("tokenizer.json")
    return next((name for name in needed if not (folder / name).is_file()), None)


def fingerprint_folder(folder: Path) -> str:
    """A hash of the model's files that stays the same when the folder is moved or copied.

    Of each file its size and 16 stretches of 64 KiB are read: training changes all weights, so the rest adds nothing.
    """
    digest = hashlib.sha256()
    for path in sorted(_iter_model_files(folder)):
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            for sample in range(SAMPLES):
                file.seek(max(0, size - SAMPLE_BYTES) * sample // (SAMPLES - 1))
                digest.update(file.read(SAMPLE_BYTES))
                if size <= SAMPLE_BYTES:
                    break
    return digest.hexdigest()[:12]


def _iter_model_files(folder: Path) -> Iterator[Path]:
    for pattern in (*MODEL_FILES, OLD_WEIGHTS):
        yield from (path for path in folder.rglob(pattern) if path.is_file())


def _refuse_broken(folder: Path) -> None:
    modules = folder / "modules.json"
    first = next((module["path"] for module in _read_json_list(modules)), "") if modules.is_file() else ""
    missing = find_missing_file(folder / first)
    if missing is not None:
        raise ModelError(f"Model folder '{folder}' lacks '{missing}'. Copy the model there again.")


def _read_json(path: Path) -> dict[str, dict[str, str]]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"'{path}' cannot be read: {error}. Copy the model there again.") from error
    return content if isinstance(content, dict) else {}


def _read_json_list(path: Path) -> list[dict[str, str]]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"'{path}' cannot be read: {error}. Copy the model there again.") from error
    return [entry for entry in content if isinstance(entry, dict)] if isinstance(content, list) else []


def _looks_like_path(name: str) -> bool:
    """Hub ids are `name` or `owner/name`."""
    return name.startswith((".", "~", os.sep)) or "\\" in name or name.count("/") > 1


def _find_snapshot(name: str, revision: str | None, *, fetch: bool) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError

    try:
        if not fetch:
            return Path(snapshot_download(name, revision=revision, local_files_only=True))
        logger.info("Fetching model '%s' from the hub where the cache lacks it", name)
        snapshot = Path(snapshot_download(name, revision=revision, allow_patterns=list(MODEL_FILES)))
        if any(snapshot.rglob("*.safetensors")):
            return snapshot
        return Path(snapshot_download(name, revision=revision, allow_patterns=[*MODEL_FILES, OLD_WEIGHTS]))
    except HFValidationError as error:
        raise ModelError(f"'{name}' is neither a folder nor a model id: {error}") from error
    except Exception as error:  # the library raises its own, those of its transport, and OSError
        raise ModelError(_explain_absence(name, fetch, error)) from error


def _explain_absence(name: str, fetch: bool, error: Exception) -> str:
    if fetch:
        return f"Model '{name}' could not be fetched: {error}. Check the network, or give the folder of a model."
    from huggingface_hub.constants import HF_HUB_CACHE

    return (
        f"Model '{name}' is neither a folder nor in the cache '{HF_HUB_CACHE}', and the network is not used. "
        f"Copy it there, set NAKHODKA_HUB_ACCESS=true once, or use '{PACKAGED_MODEL}'."
    )
