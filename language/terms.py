"""One token to its pieces, each a position with its forms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from language.atoms import Atom, iter_atoms, settle_small_digits
from language.chinese import segment_chinese
from language.cleaning import lower
from language.codes import build_code_forms, canonise_code, find_parts, normalise_hyphens
from language.records import TermKind
from language.tokenising import Shape
from language.words import WordForms, build_hyphenated_forms, build_word_forms, join_forms

LONGEST_FORM: Final = 200  # UTF-16 units; the engine's whitespace tokenizer splits after 255
_LONGEST_WHOLE: Final = 100  # characters: a longer run of joined words is not looked for as a whole
_LONGEST_CACHED: Final = 64
_CACHED_TOKENS: Final = 200_000

_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)?")
_ORDINAL: Final = re.compile(
    r"(?P<number>\d+)[-–]?(?:й|я|е|го|му|м|х|ми|ти|и|ая|ое|ые|ый|ой|ю|ую|ых|ым|ыми|th|st|nd|rd)"
)
_SHORT_NAME: Final = re.compile(r"[^\W\d_]{1,4}|.*\d.*")
_ADDRESS_SEGMENT: Final = re.compile(r"[^/\\?&=#@:+%,;~]+")


class Piece(NamedTuple):
    """A position inside a token; `start` and `end` count from the token's start."""

    start: int
    end: int
    kind: TermKind
    forms: WordForms
    parts: tuple[str, ...] = ()


def build_pieces(shape: Shape, text: str) -> tuple[Piece, ...]:
    """The pieces of a token of cleaned text with its capitals, in order, without overlaps; never empty."""
    if shape is Shape.HAN:
        return tuple(_iter_chinese(text))
    return _build_cached(shape, text) if len(text) <= _LONGEST_CACHED else _build(shape, text)


@lru_cache(maxsize=_CACHED_TOKENS)
def _build_cached(shape: Shape, text: str) -> tuple[Piece, ...]:
    return _build(shape, text)


def _build(shape: Shape, text: str) -> tuple[Piece, ...]:
    match shape:
        case Shape.RUN | Shape.HAN:
            pieces = _build_run(text)
        case Shape.SPACED:
            pieces = [_build_spaced(text)]
        case Shape.GROUPED:
            groups = text.split(" ")
            pieces = [_make_whole(text, TermKind.NUMBER, ["".join(groups)], groups)]
        case Shape.SYMBOL:
            pieces = [_build_symbol(text)]
        case Shape.SIGNED:
            pieces = [_build_signed(text)]
        case Shape.OPTION:
            option = lower(text)
            pieces = [_make_whole(text, TermKind.CODE, [option, option.lstrip("-")], find_parts(option))]
        case Shape.URL | Shape.EMAIL | Shape.PATH:
            pieces = [_build_address(text)]
    return tuple(map(_limit_piece, pieces))


def _iter_chinese(text: str) -> Iterator[Piece]:
    for word in segment_chinese(text):
        forms = (word.text, *word.inner)
        yield _limit_piece(Piece(word.start, word.end, TermKind.WORD, WordForms(forms, forms, (word.text,))))


# One position


def _make_whole(text: str, kind: TermKind, exact: Iterable[str], parts: Iterable[str]) -> Piece:
    """A piece that covers the token. Lemmas and stems hold the exact forms and those of the words inside."""
    whole = tuple(dict.fromkeys(exact))
    pieces = [part for part in dict.fromkeys(parts) if part not in whole]
    inner = join_forms([WordForms((), (), ()), *(build_word_forms(part) for part in pieces)])
    forms = join_forms([WordForms(whole, whole, whole), inner])
    every_part = dict.fromkeys(form for group in inner for form in group if form not in whole)
    return Piece(0, len(text), kind, forms, tuple(every_part))


def _build_spaced(text: str) -> Piece:
    """E 1042: found as the code, and asked for by its words as well, because somebody wrote them apart."""
    letters, number = lower(normalise_hyphens(text)).split(" ")
    exact = [*build_code_forms(f"{letters}-{number}").exact, *build_code_forms(number).exact]
    return _make_whole(text, TermKind.CODE, [*exact, letters] if len(letters) > 1 else exact, ())


def _build_symbol(text: str) -> Piece:
    is_modified = len(text) > 1 and not "\U0001f1e6" <= text[0] <= "\U0001f1ff"  # a flag is two letters
    return _make_whole(text, TermKind.SYMBOL, [text, text[0]] if is_modified else [text], ())


def _build_signed(text: str) -> Piece:
    written = lower(text).replace("с", "c")
    name = written.rstrip("0123456789") if "+" in written else written
    return _make_whole(text, TermKind.CODE, [written, name], find_parts(written))


def _build_address(text: str) -> Piece:
    written = lower(text).rstrip("/")
    bare = re.sub(r"^\w+://", "", written)
    segments = [segment for segment in _ADDRESS_SEGMENT.findall(bare)[:24] if len(segment) > 1]
    words = [part for part in find_parts(bare) if len(part) > 1]
    return _make_whole(text, TermKind.CODE, [written, bare] if bare else [written], [*segments, *words])


def _build_number(text: str) -> Piece:
    written = lower(normalise_hyphens(text))
    ordinal = _ORDINAL.fullmatch(written)
    number = ordinal["number"] if ordinal else written.replace(",", ".")
    return _make_whole(text, TermKind.NUMBER, [number, written], ())


def _build_word(text: str) -> Piece:
    forms = build_word_forms(text.strip("_"))
    if text != text.strip("_"):
        forms = forms._replace(exact=(*forms.exact, lower(text)))
    return Piece(0, len(text), TermKind.WORD, forms)


# A run of letters and digits: one position, or several with the whole at the first


def _build_run(text: str) -> list[Piece]:
    settled = settle_small_digits(text)
    atoms = list(iter_atoms(settled))
    pieces = [_shift(_build_atom(atom.text), atom.start) for atom in atoms]
    if not pieces:
        return [_build_word(text)]
    if len(pieces) > 1 and len(settled) <= _LONGEST_WHOLE:
        pieces[0] = _add_whole(pieces[0], settled, atoms)
    return pieces


def _build_atom(text: str) -> Piece:
    if _NUMBER.fullmatch(text) or _ORDINAL.fullmatch(lower(text)):
        return _build_number(text)
    if re.search(r"\d", text) or "_" in text.strip("_"):
        code = build_code_forms(text)
        return _make_whole(text, TermKind.CODE, code.exact, code.parts)
    return _build_word(text)


def _shift(piece: Piece, start: int) -> Piece:
    return piece._replace(start=piece.start + start, end=piece.end + start)


def _add_whole(first: Piece, text: str, atoms: list[Atom]) -> Piece:
    """The first piece of a compound, with the forms of the whole: интернет, интернет-магазин, интернетмагазин."""
    written = normalise_hyphens(lower(text))
    if re.search(r"[./&_]", text):
        whole = WordForms((written,), (written,), (written,))
    else:
        whole = build_hyphenated_forms([lower(atom.text) for atom in atoms], written)
    if first.kind is TermKind.CODE or not _is_slashed_name(text, atoms):
        return first._replace(forms=join_forms([first.forms, whole]))
    canonical = canonise_code(written)
    code = WordForms((canonical,), (canonical,), (canonical,))
    return first._replace(kind=TermKind.CODE, forms=join_forms([code, whole, first.forms]))


def _is_slashed_name(text: str, atoms: list[Atom]) -> bool:
    """AC/DC, R&D, 123/45-ОД: short capitals or numbers with a slash between them; not км/ч."""
    is_capital = text == text.upper() and all(_SHORT_NAME.fullmatch(atom.text) for atom in atoms)
    return is_capital and re.search("[/&]", text) is not None


# Limits of the engine


def _limit_piece(piece: Piece) -> Piece:
    lemmas, stems, exact = map(_limit_forms, piece.forms)
    return piece._replace(forms=WordForms(lemmas, stems, exact), parts=_limit_forms(piece.parts))


def _limit_forms(forms: tuple[str, ...]) -> tuple[str, ...]:
    if all(len(form) <= LONGEST_FORM // 2 and "|" not in form for form in forms):
        return forms
    return tuple(dict.fromkeys(_limit_form(form) for form in forms))


def _limit_form(form: str) -> str:
    units = form[:LONGEST_FORM].replace("|", "_").encode("utf-16-le", "ignore")[: LONGEST_FORM * 2]
    return units.decode("utf-16-le", "ignore")
