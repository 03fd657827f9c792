"""What the terms of an index depend on, as one short string."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from importlib.metadata import version
from typing import Final

from language import codes, lemmas, terms

# To be raised with every change of code that changes the terms of some text; a test compares terms with it.
RULES_VERSION: Final = 1

_PACKAGES: Final = {
    "pymorphy3": "pymorphy3",
    "dictionary": "pymorphy3-dicts-ru",
    "snowball": "snowballstemmer",
    "jieba": "jieba",
}


def build_fingerprint() -> str:
    """The analysis in one line: rules, libraries, a hash of the lists and limits; equal when nothing changed.

    An index is searched only by the analysis it was built with, so its `_meta` keeps this. The hash is of values,
    not of files: a new build of the same version changes nothing. Example:
    `rules=1 pymorphy3=2.0.6 dictionary=2.4.417150.4580142 snowball=3.1.1 jieba=0.42.1 unicode=14.0.0 lists=3f2a9c1e`
    """
    parts = {"rules": str(RULES_VERSION), **{name: version(package) for name, package in _PACKAGES.items()}}
    parts["unicode"] = unicodedata.unidata_version  # decides what is a letter
    parts["lists"] = _hash_lists()
    return " ".join(f"{name}={value}" for name, value in parts.items())


def _hash_lists() -> str:
    values = {
        "not_code_letters": sorted(codes.NOT_CODE_LETTERS),
        "lookalikes": codes.LOOKALIKES,
        "function_parts": sorted(lemmas.FUNCTION_PARTS),
        "lemmas": [lemmas.LONGEST_WORD, lemmas.MOST_LEMMAS, lemmas.MOST_GUESSES],
        "shares": [lemmas.LEAST_SHARE, lemmas.LEAST_SHARE_BESIDE_SURNAME],
        "longest_form": terms.LONGEST_FORM,
    }
    written = json.dumps(values, ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:8]
