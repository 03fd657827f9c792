"""Tokens of numbers, and of what stands beside a number, to their pieces."""

from __future__ import annotations

import re
from typing import Final

from language.cleaning import lower
from language.codes import build_code_forms, normalise_hyphens
from language.dates import parse_date
from language.numbers import (
    ORDINAL,
    canonise_number,
    list_fraction_spellings,
    split_dimension,
    split_range,
)
from language.phones import list_phone_spellings
from language.pieces import Piece, join_as_parts, make_whole, shift
from language.records import TermKind
from language.references import NUMERO, REFERENCES, SIGN_WORDS
from language.rules import Form, make_forms
from language.tokenising import split_period
from language.units import LETTER_UNITS, name_unit
from language.words import NO_FORMS, WordBuilder, WordForms, join_forms, make_word_forms

_WORD_OR_NUMBER: Final = re.compile(r"\d+(?:-?[^\W\d_年月日号號]+)?|[年月日号號]|[^\W\d_]+")
_GROUPS: Final = re.compile("[ ']")


class NumberBuilder:
    """Builds the pieces of numbers. Each function takes a token of cleaned text with its capitals."""

    def __init__(self, words: WordBuilder) -> None:
        self._words = words

    def build_number(self, text: str) -> Piece:
        """A plain number, an ordinal (3-й, 3rd: also 3) or a fraction (½)."""
        written = lower(normalise_hyphens(text))
        fraction = list_fraction_spellings(written)
        ordinal = ORDINAL.fullmatch(written)
        if fraction:
            forms = [Form(fraction[0], "number"), *make_forms(fraction[1:], "fraction")]
        elif ordinal:
            forms = [Form(ordinal["number"], "number"), Form(f"{ordinal['number']}-й", "ordinal")]
        else:
            forms = [Form(canonise_number(written), "number")]
        return make_whole(self._words, text, TermKind.NUMBER, forms)

    def build_counted(self, text: str) -> list[Piece]:
        """A number or a range that is glued to its unit."""
        return self.build_range(text) if split_range(text) else [self.build_number(text)]

    def build_range(self, text: str) -> list[Piece]:
        """5–10: both numbers, the first also as 5-10, so that «от 5 до 10» is found as well."""
        first, last = split_range(text) or (text, text)
        pieces = [self.build_number(first), shift(self.build_number(last), len(text) - len(last))]
        whole = make_word_forms([normalise_hyphens(text).replace(",", ".")], "range")
        pieces[0] = pieces[0]._replace(forms=join_forms([whole, pieces[0].forms]))
        return pieces

    def build_grouped(self, text: str) -> list[Piece]:
        """12 000, or two such numbers with a dash between them."""
        return [shift(self._build_groups(match.group()), match.start()) for match in re.finditer("[^–-]+", text)]

    def _build_groups(self, text: str) -> Piece:
        """Groups that end in zeros are one number. Of others each may have been meant: "комнаты 101 102" asks for both,
        a table's "5 100 200" is found by its columns."""
        number = Form(canonise_number(text), "digit-groups")
        groups = _GROUPS.split(text)
        if groups[-1].endswith("00") or not groups[-1].isdecimal() or "'" in text:
            return make_whole(self._words, text, TermKind.NUMBER, [number])
        if len(groups[0]) < 3 or groups[-1].endswith("0"):
            return make_whole(self._words, text, TermKind.NUMBER, [number], groups)
        return make_whole(self._words, text, TermKind.NUMBER, [number, *make_forms(groups, "number")])

    def build_comma_grouped(self, text: str) -> list[Piece]:
        """12,000.50: commas between groups, a point before the decimals."""
        return [make_whole(self._words, text, TermKind.NUMBER, [Form(text.replace(",", ""), "digit-groups")])]

    def build_dimension(self, text: str) -> list[Piece]:
        """10×15: one size; a document is found by its numbers too."""
        numbers = split_dimension(text)
        return [make_whole(self._words, text, TermKind.NUMBER, [Form("x".join(numbers), "dimension")], numbers)]

    def build_negative(self, text: str) -> list[Piece]:
        """−5: with its sign, and without it, because a dash may stand for a list."""
        number = canonise_number(text.removeprefix("-"))
        return [make_whole(self._words, text, TermKind.NUMBER, [Form("-" + number, "sign"), Form(number, "number")])]

    def build_phone(self, text: str) -> list[Piece]:
        """The digits of a telephone number; its last seven are a part."""
        whole, parts = list_phone_spellings(text)
        return [make_whole(self._words, text, TermKind.CODE, make_forms(whole, "phone"), parts)]

    # Dates

    def build_date(self, text: str) -> list[Piece]:
        """A date's words and numbers, the first also as 2024-02-01; a period's two dates."""
        first, *rest = split_period(text)
        pieces = self._build_one_date(first)
        for last in rest:
            pieces.extend(shift(piece, len(text) - len(last)) for piece in self._build_one_date(last))
        return pieces

    def _build_one_date(self, text: str) -> list[Piece]:
        day = parse_date(text) or text
        month = [Form(day[:7], "date-month")] if len(day) > 7 else []
        if re.fullmatch(r"[\d./-]+", text):
            kind = TermKind.CODE if month else TermKind.NUMBER
            forms = [Form(day, "date"), Form(text, "as-written")]
            return [make_whole(self._words, text, kind, forms, [day[:4]], vague=month)]
        matches = list(_WORD_OR_NUMBER.finditer(text))
        first, *rest = [shift(self._build_date_part(match.group()), match.start()) for match in matches]
        if month:
            return [join_as_parts(Form(day, "date"), first, month), *rest]
        return [first._replace(forms=join_forms([first.forms, make_word_forms([day], "date")])), *rest]

    def _build_date_part(self, text: str) -> Piece:
        if text[0].isdecimal():
            return self.build_number(text)
        return Piece(0, len(text), TermKind.WORD, self._words.build_word_forms(text))

    # Units, and what stands before a number

    def build_unit(self, text: str) -> list[Piece]:
        """The unit as it is written and by its name: кг, килограмм."""
        return [self._build_unit(text, name_unit(text, after_number=True))]

    def _build_unit(self, text: str, name: str | None) -> Piece:
        written = make_word_forms([lower(text).replace(" ", "")], "as-written")
        kind = TermKind.WORD if text[0].isalpha() else TermKind.SYMBOL
        return Piece(0, len(text), kind, join_forms([written, self.find_unit_forms(name)]))

    def find_unit_forms(self, name: str | None) -> WordForms:
        """The forms that every spelling of a unit has in common, none where there is no unit: those of its name."""
        if name is None:
            return NO_FORMS
        if name.isascii():  # m2
            return make_word_forms([name], "unit")
        return self._name_forms(name, "unit")

    def _name_forms(self, name: str, rule: str) -> WordForms:
        """Lemma and stem of a word that is meant and not written."""
        forms = self._words.build_word_forms(name)
        return WordForms((Form(name, rule),), (Form(forms.stems[0].text, rule),), ())

    def build_lettered(self, text: str) -> list[Piece]:
        """220 V is a number and a unit; 220В, which may be a house, the same as a code. All are found by 220в."""
        number, letter = text[:-1].rstrip(" "), text[-1]
        shared, name = LETTER_UNITS[letter]
        canonical = canonise_number(number)
        common = Form(canonical + shared, "unit")
        if text[-2] != " " and letter != "V":
            spellings = make_forms(build_code_forms(text).exact, "code")
            return [make_whole(self._words, text, TermKind.CODE, [*spellings, common], [canonical, name])]
        first = make_whole(self._words, number, TermKind.NUMBER, [Form(canonical, "number"), common])
        return [first, shift(self._build_unit(letter, name), len(text) - 1)]

    def build_number_sign(self, text: str) -> list[Piece]:
        """№, N, No. and # before a number are one sign."""
        sign = make_word_forms([NUMERO], "number-sign")
        return [Piece(0, len(text), TermKind.SYMBOL, join_forms([sign, self.find_sign_forms(NUMERO)]))]

    def find_sign_forms(self, sign: str) -> WordForms:
        """The word that a sign stands for, none for most: параграф for §."""
        name = SIGN_WORDS.get(sign)
        return self._name_forms(name, "reference") if name else NO_FORMS

    def build_reference(self, text: str) -> list[Piece]:
        """ст. 15: the abbreviation and its word."""
        written = make_word_forms([lower(text)], "as-written")
        name = self._name_forms(REFERENCES[lower(text)], "reference")
        return [Piece(0, len(text), TermKind.WORD, join_forms([written, name]))]
