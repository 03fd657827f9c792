"""The command that serves the page."""

from __future__ import annotations

import importlib.resources
import re
import socket
import subprocess
from pathlib import Path

import pytest
from streamlit import config
from typer.testing import CliRunner

from cli.app import app
from ui.server import APP, OPTIONS, AddressBusyError, build_command, check_address

ROOT = Path(__file__).parents[2]


def test_the_command_listens_where_it_is_told_and_tells_nobody() -> None:
    command = build_command("127.0.0.1", 8600)
    assert str(APP) in command
    for flag in ("--server.address=127.0.0.1", "--server.port=8600", "--browser.gatherUsageStats=false"):
        assert flag in command


def test_every_option_is_one_that_streamlit_knows() -> None:
    assert [name for name in OPTIONS if name not in config.get_config_options()] == []


def test_a_busy_port_is_named_with_the_setting() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(AddressBusyError, match=f"Port {port} of 127.0.0.1 is busy.*NAKHODKA_UI_PORT"):
            check_address("127.0.0.1", port)
        result = CliRunner().invoke(app, ["ui", "--port", str(port)])
        assert isinstance(result.exception, AddressBusyError)
    check_address("127.0.0.1", port)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(AddressBusyError, match=r"cannot listen on '192\.0\.2\.1'.*NAKHODKA_UI_ADDRESS"):
        check_address("192.0.2.1", 8600)


def test_the_static_files_load_nothing_from_anywhere() -> None:
    """Addresses of namespaces are names, nothing is fetched from them."""
    for file in (importlib.resources.files("ui") / "static").iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|@import|src\s*=", text), file.name


def test_without_a_browser_and_without_root_the_installer_says_so_and_goes_on(tmp_path: Path) -> None:
    for name in ("bash", "id"):
        (tmp_path / name).symlink_to(Path("/usr/bin") / name)
    done = subprocess.run(
        ["/bin/bash", str(ROOT / "scripts" / "install_browser.sh")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.count("\n") == 1
    assert "browser tests will be skipped" in done.stdout
