"""One word, in any script, to its lemmas, stems and exact forms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from language.acronyms import find_acronym_forms
from language.characters import LATIN
from language.cleaning import lower
from language.codes import resolve_mixed_word
from language.dictionaries import EMPTY, Dictionaries
from language.english import find_irregular_lemmas, is_contracted_negation, strip_contraction
from language.lemmas import Reading, find_aspect_partners, read_readings
from language.morphology import is_known, is_russian_word
from language.rules import Form, make_forms
from language.stems import lemmatize_english, stem_english, stem_russian

CACHED_WORDS: Final = 100_000
LONGEST_KNOWN_ACRONYM: Final = 3  # letters: ОС beside оса

# Letters of one script without a capital inside, which is nothing but a word.
PLAIN_WORD: Final = re.compile("[А-Я]?[а-я]+|[А-Я]+|[A-Z]?[a-z]+")
_LATIN_WORD: Final = re.compile(rf"[{LATIN}]+(?:'[{LATIN}]+)*")


class WordForms(NamedTuple):
    """The alternatives of a word in each stream, best first; none is empty."""

    lemmas: tuple[Form, ...]
    stems: tuple[Form, ...]
    exact: tuple[Form, ...]


NO_FORMS: Final = WordForms((), (), ())


def join_forms(forms: Iterable[WordForms]) -> WordForms:
    """All alternatives of `forms` as one word's; a spelling that two rules made stands once, as the first made it."""
    lemmas, stems, exact = (
        drop_repeated(form for group in groups for form in group) for groups in zip(*forms, strict=True)
    )
    return WordForms(lemmas, stems, exact)


def drop_repeated(forms: Iterable[Form]) -> tuple[Form, ...]:
    """The forms without later ones of the same spelling."""
    kept: dict[str, Form] = {}
    for form in forms:
        kept.setdefault(form.text, form)
    return tuple(kept.values())


def make_word_forms(texts: Iterable[str], rule: str) -> WordForms:
    """The same forms in each stream, made by one rule."""
    forms = make_forms(texts, rule)
    return WordForms(forms, forms, forms)


class WordBuilder:
    """Words to forms, with a user's dictionaries, without the rule groups `without`. Thread-safe."""

    def __init__(self, dictionaries: Dictionaries = EMPTY, without: Collection[str] = ()) -> None:
        self._protected = dictionaries.protected
        self._without = frozenset(without)
        self._keep_patronymics = "patronymics" not in self._without
        self._build_plain = lru_cache(maxsize=CACHED_WORDS)(self._build_plain_forms)

    def build_word_forms(self, word: str) -> WordForms:
        """The forms of a cleaned word with its capitals.

        >>> [form.text for form in WordBuilder().build_word_forms("Опоре").lemmas]
        ['опора', 'опор']
        """
        written = lower(word)
        acronym = find_acronym_forms(word)
        if acronym and written not in self._protected:
            return self._add_acronym(self._build_plain(written), acronym, written)
        if PLAIN_WORD.fullmatch(word) or "look-alikes" in self._without:
            return self._build_plain(written)
        spellings = resolve_mixed_word(word)
        if not spellings:
            return self._build_plain(written)
        named = [_rename(self._build_plain(spelling), spelling, "look-alikes") for spelling in spellings]
        return join_forms([*named, WordForms((), (), (Form(written, "as-written"),))])

    def _add_acronym(self, forms: WordForms, acronym: tuple[Form, ...], written: str) -> WordForms:
        """Before what is guessed for a word that the dictionary lacks; after what it says of a short known one.

        A longer known word in capitals is a word: УХОДУ.
        """
        if not is_known(written):
            return WordForms(
                drop_repeated((*acronym, *forms.lemmas)), drop_repeated((*acronym, *forms.stems)), forms.exact
            )
        if len(written) > LONGEST_KNOWN_ACRONYM:
            return forms
        return forms._replace(lemmas=drop_repeated((*forms.lemmas, *acronym)))

    def build_hyphenated_forms(self, words: list[str], written: str) -> WordForms:
        """The forms of several words written as one (интернет-магазина): with its hyphens, and joined.

        >>> forms = WordBuilder().build_hyphenated_forms(["интернет", "магазина"], "интернет-магазина")
        >>> [form.text for form in forms.lemmas]
        ['интернет-магазин', 'интернетмагазин']
        """
        if is_russian_word(written):
            whole = read_readings(written)[0].lemma
            stem = "-".join([*words[:-1], stem_russian(words[-1], self._without)[0].text])
        else:
            last = self.build_word_forms(words[-1])
            head = written.removesuffix(words[-1])
            whole = head + last.lemmas[0].text
            stem = head + last.stems[0].text
        return WordForms(*(make_forms(_with_joined(form), "compound") for form in (whole, stem, written)))

    def _build_plain_forms(self, word: str) -> WordForms:
        if word in self._protected:
            return make_word_forms([word], "protected-word")
        if is_russian_word(word):
            return self._build_russian_forms(word)
        if "ё" in word and "cleaning" in self._without:  # left as it is written, and still known to the dictionary
            return self._build_plain_forms(word.replace("ё", "е"))._replace(exact=(Form(word, "as-written"),))
        if _LATIN_WORD.fullmatch(word):
            return _build_latin_forms(word, self._without)
        return make_word_forms([word], "as-written")

    def _build_russian_forms(self, word: str) -> WordForms:
        return WordForms(
            drop_repeated(self._iter_lemmas(word)), stem_russian(word, self._without), (Form(word, "as-written"),)
        )

    def _iter_lemmas(self, word: str) -> Iterable[Form]:
        """A single letter stays as it is: the dictionary reads it as an abbreviation (д → далее)."""
        readings = read_readings(word, keep_patronymics=self._keep_patronymics)
        if len(word) == 1 or not readings:
            yield Form(word, "as-written")
            return
        if "lemma-alternatives" in self._without:
            readings = readings[:1]
        for rank, reading in enumerate(readings):
            yield Form(reading.lemma, self._name_rule(reading, rank))
        yield from make_forms(find_aspect_partners(readings), "aspect-pair")

    def _name_rule(self, reading: Reading, rank: int) -> str:
        if reading.facts.is_womans_patronymic and self._keep_patronymics:
            return "patronymic"
        return "other-reading" if rank else "russian-lemma"


def _rename(forms: WordForms, spelling: str, rule: str) -> WordForms:
    """The forms with the spelling itself told to come from `rule`."""
    return WordForms(*(tuple(Form(f.text, rule) if f.text == spelling else f for f in group) for group in forms))


def _build_latin_forms(word: str, without: frozenset[str]) -> WordForms:
    """Forms of a Latin word, also without accents (café: cafe) and apostrophes (john's: john, o'reilly: oreilly)."""
    bare = _strip_accents(word)
    base = strip_contraction(bare)
    exact = drop_repeated(
        [Form(word, "as-written"), *make_forms(filter(None, (bare, base.replace("'", ""))), "without-accents")]
    )
    if is_contracted_negation(bare) and "contractions" not in without:
        negation = make_forms(["not"], "contracted-negation")
        return WordForms(negation, negation, exact)
    irregular = find_irregular_lemmas(base) if "irregular-english" not in without else ()
    if irregular:
        stems = make_forms(map(stem_english, irregular), "irregular-form")
        return WordForms(make_forms(irregular, "irregular-form"), drop_repeated(stems), exact)
    owner = word if bare != word else base
    lemmas = [
        *make_forms(lemmatize_english(owner), "english-lemma"),
        *make_forms(lemmatize_english(base), "without-accents"),
    ]
    stems = (Form(stem_english(owner), "snowball"), Form(stem_english(base), "without-accents"))
    return WordForms(drop_repeated(lemmas), drop_repeated(stems), exact)


def _strip_accents(word: str) -> str:
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)) or word


def _with_joined(form: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys([form, re.sub("['-]", "", form)]))
