"""What the documentation says is true: commands exist, the settings table is complete, the rooms are in their order."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import typer.main

from cli.app import app
from settings import list_effective_settings, read_settings
from settings.reading import write_settings_table

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "README.ru.md", *sorted((ROOT / "docs").glob("*.md"))]


def list_commands() -> set[str]:
    command = typer.main.get_command(app)
    names = set(command.commands)  # type: ignore[attr-defined]
    for name, group in command.commands.items():  # type: ignore[attr-defined]
        names |= {f"{name} {child}" for child in getattr(group, "commands", {})}
    return names


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_options_exist(page: Path) -> None:
    command = typer.main.get_command(app)
    options = {
        option
        for child in command.commands.values()  # type: ignore[attr-defined]
        for parameter in child.params
        for option in (*parameter.opts, *parameter.secondary_opts)
    }
    text = page.read_text(encoding="utf-8")
    known = list_commands()
    for line in re.findall(r"nakhodka ((?:[a-z]+)(?:[^\n`]*))", text):
        assert line.split()[0] in known, line
        for option in re.findall(r"(?<=\s)--[a-z-]+", line):
            assert option in options, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_settings_named_in_the_documentation_exist(page: Path) -> None:
    known = {"NAKHODKA_" + row.name.upper().replace(".", "__") for row in list_effective_settings(read_settings())}
    known |= {"NAKHODKA_CONFIG", "NAKHODKA_SHARED_DATA"}
    assert set(re.findall(r"NAKHODKA_[A-Z0-9_]*[A-Z0-9]", page.read_text(encoding="utf-8"))) <= known


def test_settings_table_is_complete(request: pytest.FixtureRequest) -> None:
    path = ROOT / "docs" / "settings.md"
    table = write_settings_table()
    if request.config.getoption("--update-golden"):
        path.write_text(table, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == table


def test_rooms_in_the_readme_are_the_ones_that_are_checked() -> None:
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    rooms = {room.strip() for layer in contract["contracts"][0]["layers"] for room in layer.split("|")}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert rooms <= set(re.findall(r"^    ([a-z]+)/ ", readme, flags=re.MULTILINE))
    assert all((ROOT / room / "__init__.py").is_file() for room in rooms)
