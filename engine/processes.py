"""Processes and ports of this machine: who runs, who listens."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import time
from pathlib import Path

PROC = Path("/proc")
LOOPBACK = "127.0.0.1"
LISTENING = "0A"  # state TCP_LISTEN in /proc/net/tcp
COMMAND_LINE_TRIES = 100
COMMAND_LINE_PAUSE_SECONDS = 0.02
ENDED_STATES = frozenset("ZXx")  # in /proc/PID/stat: zombie, dead


def read_command_line(pid: int) -> str:
    """The command a process was started with; empty where there is none, or where it ended and was not reaped yet.

    While a process becomes another program, or gives back its memory at its end, it has none for a moment; so a
    living process is asked again.
    """
    for _ in range(COMMAND_LINE_TRIES):
        command = _read_command_line_once(pid)
        if command or not is_alive(pid):
            return command
        time.sleep(COMMAND_LINE_PAUSE_SECONDS)
    return ""


def is_alive(pid: int) -> bool:
    """Whether the process has not ended. One that ended and was not reaped by its parent yet counts as ended.

    Its first thread may be over while others still hold ports and files: then it lives.
    """
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # another account's, so it is there
    try:
        status = (PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return not PROC.is_dir()
    columns = status.rpartition(")")[2].split()  # from the third column on; the second may hold spaces
    return columns[0] not in ENDED_STATES or int(columns[17]) > 1


def is_port_free(port: int) -> bool:
    """Whether nobody listens on the port of 127.0.0.1."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port just left may be taken again
        try:
            probe.bind((LOOPBACK, port))
        except OSError as error:
            if error.errno in {errno.EADDRINUSE, errno.EACCES}:
                return False
            raise
    return True


def find_free_ports(count: int) -> list[int]:
    """Different ports of 127.0.0.1 nobody listens on now."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind((LOOPBACK, 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def describe_listener(port: int) -> str | None:
    """The program that listens on the port, e.g. `process 812 (python3 -m http.server)`; None where it is hidden."""
    inodes = _read_listening_inodes(port)
    for folder in PROC.glob("[0-9]*"):
        if inodes & _read_socket_inodes(folder / "fd"):
            return f"process {folder.name} ({read_command_line(int(folder.name))[:80]})"
    return None


def _read_command_line_once(pid: int) -> str:
    if PROC.is_dir():
        try:
            return (PROC / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        except OSError:
            return ""
    command = ["ps", "-ww", "-o", "command=", "-p", str(pid)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _read_listening_inodes(port: int) -> set[str]:
    inodes = set()
    for name in ("tcp", "tcp6"):
        try:
            rows = (PROC / "net" / name).read_text().splitlines()[1:]
        except OSError:
            continue
        for row in rows:
            columns = row.split()
            if columns[3] == LISTENING and int(columns[1].rsplit(":", 1)[1], 16) == port:
                inodes.add(columns[9])
    return inodes


def _read_socket_inodes(folder: Path) -> set[str]:
    inodes = set()
    try:
        for link in os.scandir(folder):
            target = os.readlink(link.path)  # noqa: PTH115 - Path.readlink is slower, and there are thousands
            inodes.add(target.removeprefix("socket:[").removesuffix("]"))
    except OSError:
        pass  # another account's process, or one that has just ended
    return inodes
