"""What `nakhodka doctor` says of the models. Loads nothing heavy and fetches nothing."""

from __future__ import annotations

from typing import NamedTuple

from models.errors import ModelError
from models.model_source import find_model
from models.packaged import find_data_file
from models.processor import choose_device, choose_precision
from settings import HASH_MODEL, PACKAGED_MODEL, Settings


class ModelCheck(NamedTuple):
    """What was looked at and found; `remedy` where not ok."""

    name: str
    ok: bool | None
    detail: str
    remedy: str = ""


def run_model_checks(settings: Settings) -> list[ModelCheck]:
    """The embedding model and the reranker: are they there, and where would they run."""
    checks = [_check_embedding(settings)]
    if settings.reranker not in {"late-interaction", "none"}:
        checks.append(_check_local("Reranker", settings.reranker, settings.reranker_revision, settings))
    return checks


def _check_embedding(settings: Settings) -> ModelCheck:
    name = settings.embedding_model
    if name == HASH_MODEL:
        detail = "'hash' knows no meaning: it is for tests"
        return ModelCheck("Embedding model", False, detail, f"unset NAKHODKA_EMBEDDING_MODEL, or set {PACKAGED_MODEL}")
    if name != PACKAGED_MODEL:
        return _check_local("Embedding model", name, settings.embedding_revision, settings)
    try:
        find_data_file()
    except ModelError as error:
        return ModelCheck("Embedding model", False, str(error), "install the locked dependencies: make setup")
    return ModelCheck("Embedding model", True, _describe_place(name, settings))


def _check_local(what: str, name: str, revision: str | None, settings: Settings) -> ModelCheck:
    """Whether a model is on this machine; a hub is not asked."""
    try:
        find_model(name, revision, settings.model_copy(update={"hub_access": False}))
    except ModelError as error:
        if settings.hub_access:
            return ModelCheck(what, None, f"{name}: not on this machine yet; it will be fetched")
        return ModelCheck(what, False, str(error), "give a local path, or allow the hub: NAKHODKA_HUB_ACCESS=true")
    return ModelCheck(what, True, _describe_place(name, settings))


def _describe_place(name: str, settings: Settings) -> str:
    device = choose_device(settings.device)
    return f"{name} on {device}, {choose_precision(settings.precision, device)}"
