"""nakhodka ui"""

from __future__ import annotations

import subprocess
import sys
from typing import Annotated

import typer

from cli.engine import ensure_engine
from cli.output import console
from settings import read_settings


def run_ui(
    port: Annotated[int | None, typer.Option(min=1, max=65_535, help="Port (NAKHODKA_UI_PORT).")] = None,
    address: Annotated[
        str | None, typer.Option(help="Address to listen on (NAKHODKA_UI_ADDRESS); 0.0.0.0 for everybody.")
    ] = None,
) -> None:
    """Serve the search page until Ctrl-C."""
    from ui.server import build_command, check_address

    settings = read_settings()
    chosen_port, chosen_address = port or settings.ui_port, address or settings.ui_address
    check_address(chosen_address, chosen_port)
    ensure_engine(settings)
    shown = "localhost" if chosen_address in {"127.0.0.1", "0.0.0.0", "::"} else chosen_address
    console.print(f"The page is at http://{shown}:{chosen_port} (Ctrl-C ends it)", markup=False, soft_wrap=True)
    process = subprocess.Popen(build_command(chosen_address, chosen_port))
    try:
        code = process.wait()
    except KeyboardInterrupt:  # the terminal has told the page as well
        process.wait()
        return
    sys.exit(code)
