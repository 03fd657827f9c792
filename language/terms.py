"""One token to its pieces, each a position with its forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from language.acronyms import find_ambiguous_forms
from language.atoms import Atom, iter_atoms, settle_small_digits
from language.chinese import ChineseWord, segment_chinese
from language.cleaning import lower
from language.code_pieces import CodeBuilder
from language.codes import canonise_code, normalise_hyphens, resolve_mixed_word
from language.dictionaries import EMPTY, Dictionaries
from language.identifiers import SHORTEST_BRAND_PART, is_identifier, split_camel
from language.latin_endings import InflectedLatin, split_latin_ending
from language.morphology import is_known
from language.number_pieces import NumberBuilder
from language.numbers import ORDINAL, PLAIN_NUMBER, list_fraction_spellings, split_range
from language.pieces import Piece, join_as_parts, make_whole, shift
from language.records import TermKind
from language.rules import Form, check_groups, keep_active, make_forms
from language.tokenising import Shape
from language.units import name_unit
from language.words import NO_FORMS, PLAIN_WORD, WordBuilder, WordForms, drop_repeated, join_forms, make_word_forms

LONGEST_FORM: Final = 200  # UTF-16 units; the engine's whitespace tokenizer splits after 255
_LONGEST_WHOLE: Final = 100  # characters: a longer run of joined words is not looked for as a whole
_LONGEST_CACHED: Final = 64
_CACHED_TOKENS: Final = 100_000

_SHORT_NAME: Final = re.compile(r"[^\W\d_]{1,4}|.*\d.*")


class BuiltPiece(NamedTuple):
    """A piece as terms take it: spellings in each stream, parts, and each form with the rule that made it."""

    start: int
    end: int
    kind: TermKind
    lemmas: tuple[str, ...]
    stems: tuple[str, ...]
    exact: tuple[str, ...]
    parts: tuple[str, ...]
    origins: tuple[tuple[str, str], ...]


class TermBuilder:
    """Tokens to pieces, with a user's dictionaries, without the rule groups `without`. Thread-safe.

    Pieces of a token are kept: nothing is computed twice for a word, and all its terms share their forms.
    """

    def __init__(self, dictionaries: Dictionaries = EMPTY, without: Collection[str] = ()) -> None:
        self._without = check_groups(without)
        if "user-dictionaries" in self._without:
            dictionaries = EMPTY
        self._protected = dictionaries.protected
        self._chinese_words = dictionaries.chinese_words
        self._words = WordBuilder(dictionaries, self._without)
        self._inflects = "latin-endings" not in self._without
        self._numbers = numbers = NumberBuilder(self._words)
        self._codes = codes = CodeBuilder(self._words)
        self._builders: dict[Shape, Callable[[str], list[Piece]]] = {
            Shape.DATE: numbers.build_date,
            Shape.PHONE: numbers.build_phone,
            Shape.DIMENSION: numbers.build_dimension,
            Shape.GROUPED: numbers.build_grouped,
            Shape.COMMA_GROUPED: numbers.build_comma_grouped,
            Shape.NEGATIVE: numbers.build_negative,
            Shape.LETTERED: numbers.build_lettered,
            Shape.NUMBER_SIGN: numbers.build_number_sign,
            Shape.REFERENCE: numbers.build_reference,
            Shape.UNIT: numbers.build_unit,
            Shape.COUNTED: numbers.build_counted,
            Shape.SPACED: codes.build_spaced,
            Shape.SIGNED: codes.build_signed,
            Shape.OPTION: codes.build_option,
            Shape.URL: codes.build_address,
            Shape.EMAIL: codes.build_address,
            Shape.PATH: codes.build_address,
            Shape.SYMBOL: self._build_symbol,
            Shape.RUN: self._build_run,
        }
        self._build_cached = lru_cache(maxsize=_CACHED_TOKENS)(self._build_finished)

    def build_pieces(self, shape: Shape, text: str) -> tuple[BuiltPiece, ...]:
        """The pieces of a token of cleaned text with its capitals, in order, without overlaps; never empty."""
        if shape is Shape.HAN:
            words = segment_chinese(text, self._chinese_words, folding="chinese-folding" not in self._without)
            return tuple(self._finish(_build_chinese(word, text[word.start : word.end])) for word in words)
        return self._build_cached(shape, text) if len(text) <= _LONGEST_CACHED else self._build_finished(shape, text)

    def build_acronym(self, text: str) -> tuple[BuiltPiece, ...]:
        """The piece of an acronym that could be a preposition: ПО, whose question does not ask for «по»."""
        acronym, word = find_ambiguous_forms(text)
        forms = (acronym, word)
        return (self._finish(Piece(0, len(text), TermKind.WORD, WordForms(forms, forms, forms), (word.text,))),)

    def _build_finished(self, shape: Shape, text: str) -> tuple[BuiltPiece, ...]:
        return tuple(map(self._finish, self._build(shape, text)))

    def _build(self, shape: Shape, text: str) -> list[Piece]:
        if lower(text) in self._protected:
            return [Piece(0, len(text), TermKind.WORD, make_word_forms([lower(text)], "protected-word"))]
        return self._builders[shape](text)

    def _build_symbol(self, text: str) -> list[Piece]:
        is_modified = len(text) > 1 and not "\U0001f1e6" <= text[0] <= "\U0001f1ff"  # a flag is two letters
        plain = [Form(text[0], "symbol")] if is_modified else []
        piece = make_whole(self._words, text, TermKind.SYMBOL, [Form(text, "as-written"), *plain])
        return [piece._replace(forms=join_forms([piece.forms, self._numbers.find_sign_forms(text)]))]

    # A run of letters and digits: one position, or several with the whole at the first

    def _build_run(self, text: str) -> list[Piece]:
        if PLAIN_WORD.fullmatch(text):  # most words: nothing below has anything to say of them
            return [self._build_word(text)]
        settled = settle_small_digits(text)
        if split_range(settled):
            return self._numbers.build_range(settled)
        if list_fraction_spellings(settled):
            return [self._numbers.build_number(settled)]
        atoms = list(iter_atoms(settled, inflected=self._inflects))
        pieces = [shift(piece, atom.start) for atom in atoms for piece in self._build_atom(atom.text)]
        if not pieces:
            return [self._build_word(text)]
        if len(atoms) > 1 and len(settled) <= _LONGEST_WHOLE:
            pieces[0] = self._add_whole(pieces[0], settled, atoms)
        return pieces

    def _build_atom(self, text: str) -> list[Piece]:
        if PLAIN_NUMBER.fullmatch(text) or ORDINAL.fullmatch(lower(text)) or list_fraction_spellings(text):
            return [self._numbers.build_number(text)]
        inflected = split_latin_ending(text) if self._inflects else None
        if inflected is not None:
            return [self._build_inflected(text, inflected)]
        if re.search(r"\d", text) or "_" in text.strip("_"):
            return [self._codes.build_code(text)]
        words = split_camel(text)
        if len(words) > 1 and not resolve_mixed_word(text) and not is_known(lower(text)):  # вАжный: a stressed vowel
            return self._build_camel(text, words)
        return [self._build_word(text)]

    def _build_word(self, text: str) -> Piece:
        bare = text.strip("_")
        unit = self._numbers.find_unit_forms(name_unit(bare, after_number=False))
        forms = self._words.build_word_forms(bare)
        if unit != NO_FORMS:
            forms = join_forms([forms, unit])
        if text != bare:
            forms = forms._replace(exact=(*forms.exact, Form(lower(text), "as-written")))
        return Piece(0, len(text), TermKind.WORD, forms)

    def _build_inflected(self, text: str, inflected: InflectedLatin) -> Piece:
        """API-шка: the word without its ending, as it is written, and, in look-alikes, as it is read in one script."""
        pieces = self._build_run(inflected.base)
        base = join_forms(piece.forms for piece in pieces)
        named = WordForms(*(make_forms((form.text for form in group), "latin-ending") for group in base))
        own = WordForms((), (), (Form(lower(text), "as-written"),))
        if not inflected.joint and resolve_mixed_word(text):
            own = self._words.build_word_forms(text)
        parts = tuple(part for piece in pieces for part in piece.parts)
        return Piece(0, len(text), TermKind.WORD, join_forms([own, named]), parts)

    def _build_camel(self, text: str, words: tuple[str, ...]) -> list[Piece]:
        """getUserName: a code, and its words in their places. GitHub: a word, found by its long parts too."""
        if is_identifier(words):
            pieces: list[Piece] = []
            for word in words:
                start = pieces[-1].end if pieces else 0
                pieces.append(shift(self._build_word(word), start))
            pieces[0] = join_as_parts(Form(lower(text), "identifier"), pieces[0])
            return pieces
        whole = self._build_word(text)
        parts = [self._words.build_word_forms(word) for word in words if len(word) >= SHORTEST_BRAND_PART]
        inner = [WordForms(*(make_forms((f.text for f in group), "identifier") for group in forms)) for forms in parts]
        forms = join_forms([whole.forms, *inner])
        own = {form.text for group in whole.forms for form in group}
        added = dict.fromkeys(form.text for group in forms for form in group if form.text not in own)
        return [whole._replace(forms=forms, parts=tuple(added))]

    def _add_whole(self, first: Piece, text: str, atoms: list[Atom]) -> Piece:
        """The first piece of a compound, with the forms of the whole: интернет, интернет-магазин, интернетмагазин."""
        written = normalise_hyphens(lower(text))
        if re.search(r"[./&_:>]", text):
            whole = make_word_forms([written], "compound")
        else:
            whole = self._words.build_hyphenated_forms([lower(atom.text) for atom in atoms], written)
        if first.kind is TermKind.CODE or not _is_slashed_name(text, atoms):
            return first._replace(forms=join_forms([first.forms, whole]))
        code = make_word_forms([canonise_code(written)], "code")
        return first._replace(kind=TermKind.CODE, forms=join_forms([code, whole, first.forms]))

    # What is left out, and the limits of the engine

    def _finish(self, piece: Piece) -> BuiltPiece:
        """The piece with the forms that are in force, never none, each short enough for the engine."""
        start, end, kind, forms, parts = piece
        lemmas, stems, exact = (self._limit(group) for group in forms)
        origins = tuple(dict.fromkeys((form.text, form.rule) for form in (*lemmas, *stems, *exact)))
        kept = {form for form, _ in origins}
        limited = dict.fromkeys(_limit_text(part) for part in parts)
        return BuiltPiece(
            start,
            end,
            kind,
            _write(lemmas),
            _write(stems),
            _write(exact),
            tuple(part for part in limited if part in kept),
            origins,
        )

    def _limit(self, forms: tuple[Form, ...]) -> tuple[Form, ...]:
        active = keep_active(forms, self._without) or forms[:1] if self._without else forms
        if all(len(form.text) <= LONGEST_FORM // 2 and "|" not in form.text for form in active):
            return active
        return drop_repeated(Form(_limit_text(form.text), form.rule) for form in active)


def _write(forms: Iterable[Form]) -> tuple[str, ...]:
    return tuple(form.text for form in forms)


def _build_chinese(word: ChineseWord, written: str) -> Piece:
    whole = Form(word.text, "chinese-word" if word.text == written else "simplified")
    forms = (whole, *make_forms(word.inner, "chinese-sub-word"))
    return Piece(word.start, word.end, TermKind.WORD, WordForms(forms, forms, (whole,)))


def _is_slashed_name(text: str, atoms: list[Atom]) -> bool:
    """AC/DC, R&D, 123/45-ОД: short capitals or numbers with a slash between them; not км/ч."""
    is_capital = text == text.upper() and all(_SHORT_NAME.fullmatch(atom.text) for atom in atoms)
    return is_capital and re.search("[/&]", text) is not None


def _limit_text(text: str) -> str:
    units = text[:LONGEST_FORM].replace("|", "_").encode("utf-16-le", "ignore")[: LONGEST_FORM * 2]
    return units.decode("utf-16-le", "ignore")
