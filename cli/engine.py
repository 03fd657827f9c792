"""nakhodka engine up | down | status | logs"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from cli.output import console, print_table
from engine.connection import connect
from engine.local_node import LocalNode, NodeState
from settings import NakhodkaError, Settings, read_settings

app = typer.Typer(help="The local OpenSearch node.", no_args_is_help=True)


@app.command("up")
def start_engine() -> None:
    """Start the local node (fetched once), or check the OpenSearch that NAKHODKA_OPENSEARCH_URL names."""
    settings = read_settings()
    ensure_engine(settings)
    with connect(settings, wait_seconds=settings.engine_start_timeout_seconds) as engine:
        console.print(f"OpenSearch {engine.info.version} answers at {engine.url}")


@app.command("down")
def stop_engine() -> None:
    """Stop the local node."""
    settings = read_settings()
    if settings.opensearch_url:
        console.print(f"OpenSearch at {settings.opensearch_url} was not started by this command; it is left running.")
        return
    LocalNode.from_settings(settings).stop()
    console.print("The local node is stopped.")


@app.command("status")
def show_status() -> None:
    """Print what is known of the engine; exit 1 when it is not running."""
    settings = read_settings()
    if settings.opensearch_url:
        with connect(settings) as engine:
            console.print(f"OpenSearch {engine.info.version} answers at {engine.url}")
        return
    status = LocalNode.from_settings(settings).status()
    rows = [[name.replace("_", " "), "-" if value is None else str(value)] for name, value in asdict(status).items()]
    print_table(["local node", ""], rows)
    if status.state is not NodeState.RUNNING:
        raise typer.Exit(1)


@app.command("logs")
def show_logs(lines: Annotated[int, typer.Option(min=1, help="How many of the last lines.")] = 50) -> None:
    """Print the last lines of the local node's log."""
    settings = read_settings()
    if settings.opensearch_url:
        raise NakhodkaError(f"The log of {settings.opensearch_url} is kept where that OpenSearch runs.")
    for line in LocalNode.from_settings(settings).read_log(lines):
        console.print(line, markup=False, soft_wrap=True)


def ensure_engine(settings: Settings) -> None:
    """Starts the local node unless an OpenSearch is named by URL."""
    if settings.opensearch_url is None:
        LocalNode.from_settings(settings).start()
