"""The command line: one command, `nakhodka`, with a subcommand for each job."""

from cli.app import main

__all__ = ["main"]
