"""The folder of one local node: its configuration, data, logs and process id.

Every node has a configuration of its own, so that several run from one distribution.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from engine.folders import Account, give_to, make_folder
from engine.processes import LOOPBACK

logger = logging.getLogger(__name__)

CLUSTER_NAME = "nakhodka"
FULL_DISK_SHARE = 0.95  # OpenSearch's own flood stage

# Heap sizes, and options that write into the distribution's folder, which the node's account may not.
UNWANTED_JVM_OPTIONS = ("-Xms", "-Xmx", "HeapDump", "ErrorFile", "Xlog:gc", "Xloggc", "PrintGC", "GCLogFile")

STACK_FRAMES = ("at ", "...", "V  [", "C  [", "J ", "j ")

# One plain log that cannot outgrow 64 MB; the distribution's own file writes ten and repeats all on the console.
LOG_CONFIGURATION = """\
status = error
appender.rolling.type = RollingFile
appender.rolling.name = rolling
appender.rolling.fileName = ${sys:opensearch.logs.base_path}/${sys:opensearch.logs.cluster_name}.log
appender.rolling.filePattern = ${sys:opensearch.logs.base_path}/${sys:opensearch.logs.cluster_name}-%i.log.gz
appender.rolling.layout.type = PatternLayout
appender.rolling.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] %m%n
appender.rolling.policies.type = Policies
appender.rolling.policies.size.type = SizeBasedTriggeringPolicy
appender.rolling.policies.size.size = 16MB
appender.rolling.strategy.type = DefaultRolloverStrategy
appender.rolling.strategy.max = 3
rootLogger.level = info
rootLogger.appenderRef.rolling.ref = rolling
"""


@dataclass(frozen=True, slots=True)
class NodeFiles:
    """Where the parts of a node lie below `folder`."""

    folder: Path

    @property
    def config(self) -> Path:
        return self.folder / "config"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def logs(self) -> Path:
        return self.folder / "logs"

    @property
    def snapshots(self) -> Path:
        return self.folder / "snapshots"

    @property
    def temporary(self) -> Path:
        """Java's temporary folder. The start script breaks at a space in this one path, so then it lies elsewhere."""
        inside = self.folder / "tmp"
        if not any(character.isspace() for character in str(inside)):
            return inside
        return Path(tempfile.gettempdir()) / f"nakhodka-node-{zlib.crc32(str(self.folder).encode()):08x}"

    @property
    def pid_file(self) -> Path:
        return self.folder / "node.pid"

    @property
    def lock_file(self) -> Path:
        return self.folder / "start.lock"

    @property
    def log(self) -> Path:
        return self.logs / f"{CLUSTER_NAME}.log"

    @property
    def console(self) -> Path:
        """What the start script and Java print before logging works: a wrong option, a missing module."""
        return self.logs / "console.log"


def build_node_settings(files: NodeFiles, *, port: int, transport_port: int) -> dict[str, Any]:
    """The content of opensearch.yml."""
    return {
        "cluster.name": CLUSTER_NAME,
        "node.name": "local",
        "discovery.type": "single-node",
        "network.host": LOOPBACK,
        "http.port": port,
        "transport.port": transport_port,
        "path.data": str(files.data),
        "path.logs": str(files.logs),
        "path.repo": [str(files.snapshots)],
        # A write to an alias that is not there must fail instead of making an index of that name.
        "action.auto_create_index": False,
        # Else a disk 95 % full, however large, makes every index read-only.
        "cluster.routing.allocation.disk.threshold_enabled": False,
    }


def build_jvm_options(distribution: str) -> str:
    """The distribution's jvm.options without heap sizes and without files written next to the program.

    >>> build_jvm_options("# heap\\n-Xms1g\\n11-:-XX:+UseG1GC\\n9-:-Xlog:gc*:file=logs/gc.log")
    '11-:-XX:+UseG1GC\\n'
    """
    kept = [
        line
        for line in distribution.splitlines()
        if line.strip() and not line.startswith("#") and not any(option in line for option in UNWANTED_JVM_OPTIONS)
    ]
    return "\n".join(kept) + "\n"


def write_node_files(files: NodeFiles, home: Path, account: Account | None, *, port: int, transport_port: int) -> None:
    """Writes the configuration, makes the folders, and gives all of it to the account the node runs under."""
    folders = (files.folder, files.config, files.data, files.logs, files.snapshots, files.temporary)
    for folder in folders:
        make_folder(folder, account)
    node_settings = build_node_settings(files, port=port, transport_port=transport_port)
    contents = {
        "opensearch.yml": yaml.safe_dump(node_settings, sort_keys=False, allow_unicode=True),
        "jvm.options": build_jvm_options((home / "config" / "jvm.options").read_text(encoding="utf-8")),
        "log4j2.properties": LOG_CONFIGURATION,
    }
    for name, content in contents.items():
        (files.config / name).write_text(content, encoding="utf-8")
        give_to(files.config / name, account)
    files.console.write_bytes(b"")
    for path in (*folders, files.console):
        give_to(path, account)
    _warn_about_disk(files.data)


def read_configured_port(files: NodeFiles) -> int | None:
    """The HTTP port the node was last started with; None where it never was."""
    try:
        content = yaml.safe_load((files.config / "opensearch.yml").read_text(encoding="utf-8"))
        return int(content["http.port"])
    except (OSError, yaml.YAMLError, KeyError, TypeError, ValueError):
        return None


def read_pid(files: NodeFiles) -> int | None:
    """The process id in the node's file; None where there is no file or no number in it."""
    try:
        return int(files.pid_file.read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        return None


def write_pid(files: NodeFiles, pid: int, account: Account | None) -> None:
    """Writes the process id before the node does, so that a start in progress is seen. The node writes the same id."""
    files.pid_file.write_text(str(pid), encoding="ascii")
    give_to(files.pid_file, account)


def remove_pid(files: NodeFiles) -> None:
    """Removes the process id's file, if there is one."""
    with contextlib.suppress(OSError):
        files.pid_file.unlink(missing_ok=True)


def read_last_lines(path: Path, count: int) -> list[str]:
    """The last lines of a text file, oldest first; none where it cannot be read."""
    try:
        with path.open("rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - 400 * count - 4096))
            return file.read().decode("utf-8", errors="replace").splitlines()[-count:]
    except OSError:
        return []


def read_start_lines(files: NodeFiles, count: int) -> list[str]:
    """What a start that failed left behind, without stack frames: the console's last lines, then the log's.

    A log older than the configuration is of an earlier run and says nothing about this one.
    """
    lines = read_last_lines(files.console, 10 * count)
    if files.log.exists() and files.log.stat().st_mtime >= (files.config / "opensearch.yml").stat().st_mtime:
        lines += read_last_lines(files.log, 10 * count)
    return [line for line in lines if line.strip() and not line.lstrip().startswith(STACK_FRAMES)][-count:]


def _warn_about_disk(folder: Path) -> None:
    usage = shutil.disk_usage(folder)
    used = 1 - usage.free / usage.total
    if used > FULL_DISK_SHARE:
        logger.warning(
            "The disk of %s is %.0f %% full (%d MB free). The local node writes on until it is full: free some space.",
            folder, used * 100, usage.free // 2**20,
        )  # fmt: skip
