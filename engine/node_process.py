"""The process of a local node: how it is launched and how it is asked whether it is there."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
from pathlib import Path
from typing import Any

from engine.errors import NodeStartError
from engine.folders import Account
from engine.java import Java
from engine.node_files import NodeFiles
from engine.processes import LOOPBACK

PROBE_TIMEOUT_SECONDS = 5.0


def open_node_process(
    files: NodeFiles, home: Path, java: Java, account: Account | None, *, heap_mb: int
) -> subprocess.Popen[bytes]:
    """The node's process, launched under the account. It is not ready yet, and it outlives this one."""
    command = [str(home / "bin" / "opensearch"), "-p", str(files.pid_file)]
    identity: dict[str, Any] = {}
    if account is not None:
        identity = {"user": account.uid, "group": account.gid, "extra_groups": []}
    try:
        with files.console.open("ab") as console:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                command,
                cwd=home,
                env=build_environment(files, java, heap_mb),
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C in the terminal must not reach a node that runs in the background
                **identity,
            )
    except OSError as error:
        raise NodeStartError(
            f"'{command[0]}' cannot be executed: {error.strerror}. Its folder must allow programs to run "
            "(no noexec mount): set NAKHODKA_CACHE_DIR to another, or NAKHODKA_OPENSEARCH_URL to your OpenSearch."
        ) from error
    return process


def build_environment(files: NodeFiles, java: Java, heap_mb: int) -> dict[str, str]:
    """The node's environment. Of ours it gets the PATH: no password, no options meant for other Java programs."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(files.folder),
        "LC_ALL": "C.UTF-8",  # else Java cannot open a path with Cyrillic letters
        "OPENSEARCH_JAVA_HOME": str(java.home),
        "OPENSEARCH_JAVA_OPTS": f"-Xms{heap_mb}m -Xmx{heap_mb}m",
        "OPENSEARCH_PATH_CONF": str(files.config),
        "OPENSEARCH_TMPDIR": str(files.temporary),
    }


def send_probe(port: int, path: str) -> dict[str, Any] | None:
    """The JSON object a local port answers to GET `path`; None where there is no such answer. Never raises or logs."""
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=PROBE_TIMEOUT_SECONDS)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        content = json.loads(response.read())
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()
    return content if response.status == 200 and isinstance(content, dict) else None
