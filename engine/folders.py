"""Where the local node's files lie, and under which account it runs.

OpenSearch refuses to run as root. A root process starts it as `nobody`, which cannot enter /root or a private temporary
folder, so for root the folders move to /var/cache and /var/lib where the chosen ones are out of its reach.
"""

from __future__ import annotations

import logging
import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path

from engine.errors import NodeStartError
from settings import Settings

logger = logging.getLogger(__name__)

NODE_ACCOUNT = "nobody"
SHARED_CACHE = Path("/var/cache/nakhodka")
SHARED_DATA = Path("/var/lib/nakhodka")


@dataclass(frozen=True, slots=True)
class Account:
    """An account of this machine."""

    name: str
    uid: int
    gid: int


@dataclass(frozen=True, slots=True)
class Folders:
    """cache: what can be made again (the distribution). data: the node's folder, with its indexes."""

    cache: Path
    data: Path


def choose_account() -> Account | None:
    """The account the node must run under; None: the present one will do."""
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam(NODE_ACCOUNT)
    except KeyError as error:
        raise NodeStartError(
            f"OpenSearch does not run as root, and this machine has no account '{NODE_ACCOUNT}'. "
            "Run nakhodka as an ordinary user, or set NAKHODKA_OPENSEARCH_URL to your own OpenSearch."
        ) from error
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def choose_folders(settings: Settings) -> Folders:
    """The folders the settings name, or those for root where the node's account could not reach them."""
    cache, data = settings.cache_dir, settings.data_dir
    if choose_account() is not None:
        cache = _choose_reachable(cache, SHARED_CACHE)
        data = _choose_reachable(data, SHARED_DATA)
    return Folders(cache.expanduser().resolve(), data.expanduser().resolve() / "node")


def is_open_to_all(path: Path) -> bool:
    """Whether every account can enter the folder: each of its parents that exists lets others through.

    >>> is_open_to_all(Path("/usr/lib"))
    True
    """
    resolved = path.expanduser().resolve()
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in (resolved, *resolved.parents) if parent.exists())


def make_folder(path: Path, account: Account | None) -> Path:
    """The folder, made where it is missing. With an account, it and what is new above it can be entered by all."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    try:
        path.mkdir(parents=True, exist_ok=True)
        if account is not None:
            for folder in missing:
                folder.chmod(0o755)
    except OSError as error:
        raise NodeStartError(
            f"Folder '{path}' cannot be made: {error.strerror}. "
            "Set NAKHODKA_CACHE_DIR and NAKHODKA_DATA_DIR to folders you may write."
        ) from error
    return path


def give_to(path: Path, account: Account | None) -> None:
    """Makes the account the owner of the folder or file; of all inside it where the folder belonged to another."""
    if account is None or path.stat().st_uid == account.uid:
        return
    for folder, _, files in os.walk(path):
        for name in files:
            os.chown(Path(folder) / name, account.uid, account.gid, follow_symlinks=False)
        os.chown(folder, account.uid, account.gid)
    os.chown(path, account.uid, account.gid)


def _choose_reachable(path: Path, shared: Path) -> Path:
    if is_open_to_all(path):
        return path
    logger.debug("%s is closed to the account the node runs under; using %s", path, shared)
    return shared
