"""Settings read, checked and explained."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, SecretStr, ValidationError

from settings.errors import SettingsError
from settings.model import CONFIG_VARIABLE, PREFIX, SECRETS, Settings, find_config_file


class EffectiveSetting(NamedTuple):
    """One setting as it is in force: `source` names the variable, the file or 'default'."""

    name: str
    value: str
    source: str
    description: str


def read_settings(**overrides: Any) -> Settings:
    """The settings in force; `overrides` (from the command line or a test) win over every source.

    Raises SettingsError naming the setting, its value and what would be right.
    """
    config_file = find_config_file()
    table = _read_config_file(config_file)
    _check_names(os.environ, table, config_file)
    try:
        return Settings(**overrides)
    except ValidationError as error:
        raise SettingsError("\n".join(_iter_complaints(error, table))) from error


def list_effective_settings(settings: Settings) -> list[EffectiveSetting]:
    """Every setting with its value and where it came from; secrets are masked."""
    config_file = find_config_file()
    table = dict(_iter_leaves("", _read_config_file(config_file)))
    rows = []
    for name, value, description in _iter_values("", settings):
        variable = PREFIX + name.upper().replace(".", "__")
        if os.environ.get(variable):
            source = variable
        elif name in table:
            source = str(config_file)
        else:
            source = "default"
        rows.append(EffectiveSetting(name, _show(value), source, description))
    return rows


def write_settings_table() -> str:
    """The documentation of all settings, as Markdown."""
    lines = [
        "# Settings",
        "",
        "Strongest first: environment variables, the file `nakhodka.toml` (in the working directory, or named by",
        "`NAKHODKA_CONFIG`), these defaults. `nakhodka settings` prints what is in force and where it came from.",
        "",
        "| variable | in nakhodka.toml | default | meaning |",
        "| --- | --- | --- | --- |",
    ]
    for name, value, description in _iter_values("", Settings.model_construct()):
        field = Settings.model_fields.get(name)
        computed = field is not None and field.default_factory is not None
        shown = "the user's own folder" if computed else _show(value)
        in_file = "no: a secret" if name in SECRETS else f"`{name}`"
        variable = PREFIX + name.upper().replace(".", "__")
        lines.append(f"| `{variable}` | {in_file} | {shown} | {description} |")
    return "\n".join(lines) + "\n"


def _read_config_file(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"Settings file '{path}' is not valid TOML: {error}.") from error


def _check_names(environment: Mapping[str, str], table: dict[str, Any], config_file: Path | None) -> None:
    """Refuses names nobody reads: a misspelt setting would otherwise silently keep its default."""
    known = {name for name, _, _ in _iter_values("", Settings.model_construct())}
    for variable in environment:
        if variable.startswith(PREFIX) and variable != CONFIG_VARIABLE:
            name = variable.removeprefix(PREFIX).lower().replace("__", ".")
            if name not in known:
                raise SettingsError(f"Unknown setting {variable}.{_suggest(name, known)}")
    for name, _ in _iter_leaves("", table):
        if name in SECRETS:
            raise SettingsError(
                f"'{name}' in {config_file} is a secret: set {PREFIX}{name.upper()} in the environment instead."
            )
        if name not in known:
            raise SettingsError(f"Unknown setting '{name}' in {config_file}.{_suggest(name, known)}")


def _suggest(name: str, known: set[str]) -> str:
    close = difflib.get_close_matches(name, sorted(known), n=1)
    return f" Did you mean '{close[0]}'?" if close else " `nakhodka settings` lists the known ones."


def _iter_leaves(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _iter_leaves(f"{prefix}{key}.", value)
        else:
            yield f"{prefix}{key}", value


def _iter_values(prefix: str, model: BaseModel) -> Iterator[tuple[str, Any, str]]:
    for name, field in type(model).model_fields.items():
        value = getattr(model, name, None)
        if isinstance(value, BaseModel):
            yield from _iter_values(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", value, field.description or ""


def _iter_complaints(error: ValidationError, table: dict[str, Any]) -> Iterator[str]:
    leaves = dict(_iter_leaves("", table))
    for complaint in error.errors():
        name = ".".join(str(part) for part in complaint["loc"])
        message = complaint["msg"].removeprefix("Value error, ")
        if not name:
            yield f"Settings contradict each other: {message}."
            continue
        variable = PREFIX + name.upper().replace(".", "__")
        origin = variable if os.environ.get(variable) else f"'{name}'"
        if origin != variable and name in leaves:
            origin = f"'{name}' in {find_config_file()}"
        shown = "***" if name in SECRETS else repr(complaint.get("input"))
        yield f"{origin} = {shown} is not valid: {message}."


def _show(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, SecretStr):
        return "***"
    return str(value)
