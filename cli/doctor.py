"""nakhodka doctor"""

from __future__ import annotations

from typing import Annotated

import typer

from cli.output import console, print_json, print_table
from engine.checks import Check, run_checks
from models.checks import ModelCheck, run_model_checks
from settings import read_settings

SIGNS = {True: "ok", False: "FAULT", None: "-"}


def run_doctor(as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False) -> None:
    """Check everything the software needs and print what to do about what is missing; exit 1 on a fault."""
    settings = read_settings()
    checks: list[Check | ModelCheck] = [*run_checks(settings), *run_model_checks(settings)]
    if as_json:
        print_json(
            [{"name": check.name, "ok": check.ok, "detail": check.detail, "remedy": check.remedy} for check in checks]
        )
    else:
        rows = [[SIGNS[check.ok], check.name, check.detail, "" if check.ok else check.remedy] for check in checks]
        print_table(["", "what", "found", "remedy"], rows)
    if any(check.ok is False for check in checks):
        raise typer.Exit(1)
    if not as_json:
        console.print("Everything that is needed is there.")
