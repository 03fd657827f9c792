"""YAML at the head of a Markdown file."""

from __future__ import annotations

import re
from datetime import date
from typing import Any, Final

import yaml

_TAG: Final = "tag:yaml.org,2002:"
# Plain words that are not strings: the pattern, and the characters one may begin with ("" for an empty value).
_PLAIN: Final = (
    ("null", r"(?:~|null|Null|NULL|)\Z", ["~", "n", "N", ""]),
    ("bool", r"(?:true|True|TRUE|false|False|FALSE)\Z", list("tTfF")),
    ("int", r"[-+]?(?:0|[1-9][0-9]*)\Z", list("-+0123456789")),
    ("float", r"[-+]?(?:0|[1-9][0-9]*)\.[0-9]+\Z", list("-+0123456789")),
    (
        "timestamp",
        r"\d{4}-\d\d-\d\d(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)?\Z",
        list("0123456789"),
    ),
)


class FrontMatterError(ValueError):
    """The YAML cannot be read; the message says where."""


class _Loader(yaml.SafeLoader):
    """YAML without its surprises: `no` stays a word, 012 and 1.10 keep their digits, aliases are refused."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):  # a few lines of aliases grow to gigabytes
            raise yaml.YAMLError("aliases (*name) are not read")
        node: yaml.Node | None = super().compose_node(parent, index)
        return node


def _construct_decimal(loader: _Loader, node: yaml.ScalarNode) -> float | str:
    text = str(loader.construct_scalar(node))
    return float(text) if str(float(text)) == text else text


def _construct_time(loader: _Loader, node: yaml.ScalarNode) -> date | str:
    try:
        value: date = loader.construct_yaml_timestamp(node)
    except ValueError:  # 2024-13-45
        return str(loader.construct_scalar(node))
    return value


for _name, _pattern, _first in _PLAIN:
    _Loader.add_implicit_resolver(_TAG + _name, re.compile(_pattern), _first)
_Loader.add_constructor(_TAG + "float", _construct_decimal)
_Loader.add_constructor(_TAG + "timestamp", _construct_time)


def parse_front_matter(content: str) -> dict[Any, Any] | None:
    """The mapping between the two lines of dashes; None where it is no mapping.

    Raises FrontMatterError for broken YAML.
    """
    try:
        value = yaml.load(content, Loader=_Loader)  # noqa: S506  # it derives from SafeLoader
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise FrontMatterError(" ".join(str(error).split())) from error
    return value if isinstance(value, dict) else None
