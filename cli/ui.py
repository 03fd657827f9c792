"""nakhodka ui"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from cli.engine import ensure_engine
from cli.output import console
from settings import read_settings

EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared with, not listened on


def run_ui(
    port: Annotated[int | None, typer.Option(min=1, max=65_535, help="Port (NAKHODKA_UI_PORT).")] = None,
    address: Annotated[
        str | None, typer.Option(help="Address to listen on (NAKHODKA_UI_ADDRESS); 0.0.0.0 for everybody.")
    ] = None,
) -> None:
    """Serve the search page until Ctrl-C. The local node is started where it is needed."""
    from ui.server import build_command, check_address

    settings = read_settings()
    chosen_port, chosen_address = port or settings.ui_port, address or settings.ui_address
    check_address(chosen_address, chosen_port)
    ensure_engine(settings)
    shown = "localhost" if chosen_address in EVERYWHERE | {"127.0.0.1"} else chosen_address
    console.print(f"The page is at http://{shown}:{chosen_port} until Ctrl-C.", markup=False, soft_wrap=True)
    sys.stdout.flush()
    command = build_command(chosen_address, chosen_port)
    os.execv(command[0], command)  # noqa: S606 - the process becomes the page, so that signals reach it and nobody else
