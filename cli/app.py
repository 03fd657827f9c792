"""The command `nakhodka`: its subcommands, and what becomes of errors."""

from __future__ import annotations

import logging
import sys
from typing import Annotated

import typer

from cli import analyze, demo, doctor, engine, forget, index, questions, search, settings, suggest, ui
from cli.eval import run_eval
from cli.output import print_error
from settings import NakhodkaError

INTERRUPTED = 130  # as shells report a program ended by Ctrl-C

app = typer.Typer(
    name="nakhodka",
    help="Search over a company's own documents: Russian first, also English and Chinese, on OpenSearch.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def configure(
    debug: Annotated[bool, typer.Option("--debug", help="Show log messages and tracebacks.")] = False,
) -> None:
    """Search over a company's own documents: Russian first, also English and Chinese, on OpenSearch."""
    configure_logging(debug=debug)


app.command("doctor")(doctor.run_doctor)
app.command("settings")(settings.show_settings)
app.add_typer(engine.app, name="engine")
app.command("index")(index.index)
app.command("forget")(forget.forget)
app.command("search")(search.search)
app.command("suggest")(suggest.suggest)
app.command("questions")(questions.manage_questions)
app.command("analyze")(analyze.analyze_text)
app.command("eval")(run_eval)
app.command("demo")(demo.run_demo)
app.command("ui")(ui.run_ui)


def main() -> None:
    """Runs the command line: one line for an error, a traceback only with --debug."""
    try:
        app()
    except NakhodkaError as error:
        _fail(error)
    except KeyboardInterrupt:
        print_error("Interrupted.")
        sys.exit(INTERRUPTED)


def configure_logging(*, debug: bool) -> None:
    """Sends log messages to the standard error: warnings, or everything with --debug."""
    logging.basicConfig(
        level=logging.DEBUG if debug else logging.WARNING,
        format="%(levelname)s %(name)s: %(message)s",
        stream=sys.stderr,
        force=True,
    )
    for noisy in ("urllib3", "opensearch", "transformers", "sentence_transformers", "jieba", "httpx"):
        logging.getLogger(noisy).setLevel(logging.WARNING if debug else logging.ERROR)


def _fail(error: NakhodkaError) -> None:
    if logging.getLogger().isEnabledFor(logging.DEBUG):
        logging.getLogger(__name__).debug("The command failed", exc_info=error)
    print_error(str(error))
    sys.exit(error.exit_code)
