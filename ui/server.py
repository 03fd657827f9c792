"""The command that serves the page."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from settings import NakhodkaError

APP: Final = Path(__file__).parent / "serving.py"
FONT: Final = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"

# Nothing is fetched from or sent to anywhere but the visitor's browser.
OPTIONS: Final[Mapping[str, str]] = {
    "server.headless": "true",
    "server.fileWatcherType": "none",
    "server.enableStaticServing": "false",
    "server.showEmailPrompt": "false",
    "server.maxUploadSize": "1",
    "browser.gatherUsageStats": "false",
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
    "client.showErrorLinks": "false",
    "client.showSidebarNavigation": "false",
    "runner.magicEnabled": "false",
    "logger.level": "warning",
    "theme.font": FONT,
    "theme.baseRadius": "10px",
    "theme.light.primaryColor": "#0b6e69",
    "theme.light.backgroundColor": "#ffffff",
    "theme.light.secondaryBackgroundColor": "#f3f5f6",
    "theme.light.textColor": "#1a2026",
    "theme.light.borderColor": "#d9dee3",
    "theme.dark.primaryColor": "#3fb8ae",
    "theme.dark.backgroundColor": "#121518",
    "theme.dark.secondaryBackgroundColor": "#1b2025",
    "theme.dark.textColor": "#e7eaed",
    "theme.dark.borderColor": "#2f363d",
}


class AddressBusyError(NakhodkaError):
    """The page cannot listen where it should."""


def build_command(address: str, port: int) -> list[str]:
    """The command that serves the page at an address and port until it is interrupted."""
    options = {**OPTIONS, "server.address": address, "server.port": str(port)}
    flags = [f"--{name}={value}" for name, value in options.items()]
    return [sys.executable, "-m", "streamlit", "run", str(APP), *flags]


def check_address(address: str, port: int) -> None:
    """Passes when the page can listen there; raises AddressBusyError with what to set otherwise."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port just left may be taken again
        try:
            probe.bind((address, port))
        except OSError as error:
            raise AddressBusyError(_explain(error, address, port)) from error


def _explain(error: OSError, address: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} of {address} is busy: another program listens there, perhaps another `nakhodka ui`. "
            "End it, or name a free port: nakhodka ui --port 8502 (or NAKHODKA_UI_PORT=8502)"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the administrator. Name one above 1023: nakhodka ui --port 8501"
    return (
        f"The page cannot listen on '{address}' ({error.strerror or error}). Name an address of this machine: "
        "nakhodka ui --address 127.0.0.1 (or NAKHODKA_UI_ADDRESS)"
    )
