"""Who runs and who listens."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest

from engine.processes import describe_listener, find_free_ports, is_alive, is_port_free, read_command_line


@pytest.fixture
def listener() -> socket.socket:
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen()
    return server


def test_port_is_busy_while_somebody_listens(listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    assert not is_port_free(port)
    listener.close()
    assert is_port_free(port)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_listener_is_named_by_process_and_command(listener: socket.socket) -> None:
    with listener:
        described = describe_listener(listener.getsockname()[1])
    assert described is not None
    assert f"process {os.getpid()} (" in described


def test_nobody_listens_on_a_free_port() -> None:
    assert describe_listener(find_free_ports(1)[0]) is None


def test_free_ports_are_different() -> None:
    ports = find_free_ports(5)
    assert len(set(ports)) == 5


def test_process_lives_until_it_ends_even_unreaped() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert is_alive(process.pid)
    assert "input()" in read_command_line(process.pid)
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # ended, and still a zombie
    assert not is_alive(process.pid)
    assert "input()" not in read_command_line(process.pid)
    process.communicate()
    assert not is_alive(process.pid)
