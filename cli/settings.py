"""nakhodka settings"""

from __future__ import annotations

from typing import Annotated

import typer

from cli.output import print_json, print_table
from settings import list_effective_settings, read_settings


def show_settings(as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False) -> None:
    """Print the settings in force and where each came from."""
    rows = list_effective_settings(read_settings())
    if as_json:
        print_json({row.name: {"value": row.value, "source": row.source} for row in rows})
    else:
        print_table(["setting", "value", "from", "meaning"], [list(row) for row in rows])
