"""A position inside a token, with its forms and the rules that made them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from language.records import TermKind
from language.rules import Form, make_forms
from language.words import NO_FORMS, WordBuilder, WordForms, drop_repeated, join_forms


class Piece(NamedTuple):
    """A position inside a token; `start` and `end` count from the token's start.

    parts: the spellings among the forms that are only a piece of the whole.
    """

    start: int
    end: int
    kind: TermKind
    forms: WordForms
    parts: tuple[str, ...] = ()


def shift(piece: Piece, start: int) -> Piece:
    """The piece, `start` characters further on."""
    return piece._replace(start=piece.start + start, end=piece.end + start)


def make_whole(
    words: WordBuilder,
    text: str,
    kind: TermKind,
    exact: Iterable[Form],
    parts: Iterable[str] = (),
    *,
    vague: Iterable[Form] = (),
) -> Piece:
    """A piece that covers the token. Lemmas and stems hold the exact forms and those of the words inside.

    vague: parts that say less than a word inside (2.1 of 2.1.3), which are no exact forms.
    """
    whole = drop_repeated(exact)
    spellings = {form.text for form in whole}
    pieces = [part for part in dict.fromkeys(parts) if part not in spellings]
    inner = join_forms([NO_FORMS, *map(words.build_word_forms, pieces)])
    inner = WordForms(*(make_forms((form.text for form in group), "code-part") for group in inner))
    added = tuple(vague)
    forms = join_forms([WordForms(whole, whole, whole), inner, WordForms(added, added, ())])
    every_part = dict.fromkeys(form.text for group in (*inner, added) for form in group if form.text not in spellings)
    return Piece(0, len(text), kind, forms, tuple(every_part))


def join_as_parts(first: Form, piece: Piece, vague: Iterable[Form] = ()) -> Piece:
    """The piece as a code that `first` names: a document is found by the piece's own forms too."""
    whole, added = WordForms((first,), (first,), (first,)), tuple(vague)
    own = dict.fromkeys(form.text for group in (*piece.forms, added) for form in group if form.text != first.text)
    forms = join_forms([whole, piece.forms, WordForms(added, added, ())])
    return piece._replace(kind=TermKind.CODE, forms=forms, parts=tuple(own))
