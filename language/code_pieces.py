"""Tokens of codes, addresses, options and signs to their pieces."""

from __future__ import annotations

import re
from typing import Final

from language.cleaning import lower
from language.codes import build_code_forms, find_parts, list_version_prefixes, normalise_hyphens
from language.identifiers import join_words
from language.pieces import Piece, make_whole
from language.records import TermKind
from language.rules import Form, make_forms
from language.words import WordBuilder

_ADDRESS_SEGMENT: Final = re.compile(r"[^/\\?&=#@:+%,;~]+")
_MOST_SEGMENTS: Final = 24


class CodeBuilder:
    """Builds the pieces of codes. Each function takes a token of cleaned text with its capitals."""

    def __init__(self, words: WordBuilder) -> None:
        self._words = words

    def build_code(self, text: str) -> Piece:
        """E-1042, 12.0.004-2015, CURLOPT_URL, v2.1.3: the whole, and its words and numbers as parts."""
        prefixes = make_forms(list_version_prefixes(text), "version-prefix")
        parts = build_code_forms(text).parts
        return make_whole(self._words, text, TermKind.CODE, make_code_forms(text), parts, vague=prefixes)

    def build_spaced(self, text: str) -> list[Piece]:
        """E 1042: found as the code, and asked for by its words as well, because somebody wrote them apart."""
        letters, number = lower(normalise_hyphens(text)).split(" ")
        joined = make_forms(build_code_forms(f"{letters}-{number}").exact, "spaced-code")
        words = [Form(letters, "as-written")] if len(letters) > 1 else []
        return [make_whole(self._words, text, TermKind.CODE, [*joined, *make_code_forms(number), *words])]

    def build_option(self, text: str) -> list[Piece]:
        """--no-cache: with its hyphens, without those before it, and in one word."""
        option = lower(text)
        bare = option.lstrip("-")
        forms = [Form(option, "as-written"), *make_forms([bare, join_words(bare)], "address")]
        return [make_whole(self._words, text, TermKind.CODE, forms, find_parts(text))]

    def build_signed(self, text: str) -> list[Piece]:
        """C++17: also C++, in Latin letters."""
        written = lower(text).replace("с", "c")
        name = written.rstrip("0123456789") if "+" in written else written
        forms = [Form(written, "as-written"), Form(name, "address")]
        return [make_whole(self._words, text, TermKind.CODE, forms, find_parts(written))]

    def build_address(self, text: str) -> list[Piece]:
        """An address or a path: whole, without its protocol, and its segments and words as parts."""
        bare_text = re.sub(r"^\w+://", "", text.rstrip("/"))
        written, bare = lower(text).rstrip("/"), lower(bare_text)
        segments = [segment for segment in _ADDRESS_SEGMENT.findall(bare)[:_MOST_SEGMENTS] if len(segment) > 1]
        words = [part for part in find_parts(bare_text) if len(part) > 1]
        forms = [Form(written, "as-written"), *make_forms(filter(None, [bare]), "address")]
        return [make_whole(self._words, text, TermKind.CODE, forms, [*segments, *words])]


def make_code_forms(text: str) -> tuple[Form, ...]:
    """The spellings of a code; the one it is written in is no rule's work."""
    written = normalise_hyphens(lower(text)).strip("-")
    return tuple(Form(form, "as-written" if form == written else "code") for form in build_code_forms(text).exact)
