"""One word, in any script, to its lemmas, stems and exact forms."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from language.characters import LATIN
from language.cleaning import lower
from language.codes import resolve_mixed_word
from language.lemmas import CACHED_WORDS, RussianLemmatizer, is_russian_word
from language.stems import lemmatize_english, stem_english, stem_russian

_LATIN_WORD: Final = re.compile(rf"[{LATIN}]+(?:'[{LATIN}]+)*")
_LEMMATIZER: Final = RussianLemmatizer()


class WordForms(NamedTuple):
    """The alternatives of a word in each stream, best first; none is empty."""

    lemmas: tuple[str, ...]
    stems: tuple[str, ...]
    exact: tuple[str, ...]


@lru_cache(maxsize=CACHED_WORDS)
def build_word_forms(word: str) -> WordForms:
    """The forms of a cleaned word with its capitals.

    >>> build_word_forms("Опоре")
    WordForms(lemmas=('опора', 'опор'), stems=('опор',), exact=('опоре',))
    """
    spellings = resolve_mixed_word(word)
    if not spellings:
        return _build_plain_forms(lower(word))
    return join_forms([*map(_build_plain_forms, spellings), WordForms((), (), (lower(word),))])


def join_forms(forms: list[WordForms]) -> WordForms:
    """All alternatives of `forms` as one word's, without repetitions."""
    lemmas, stems, exact = (
        tuple(dict.fromkeys(form for group in groups for form in group)) for groups in zip(*forms, strict=True)
    )
    return WordForms(lemmas, stems, exact)


def _build_plain_forms(word: str) -> WordForms:
    if is_russian_word(word):
        return WordForms(_LEMMATIZER.lemmatize(word), stem_russian(word), (word,))
    if _LATIN_WORD.fullmatch(word):
        return _build_latin_forms(word)
    return WordForms((word,), (word,), (word,))


def _build_latin_forms(word: str) -> WordForms:
    """Forms of a Latin word, also without accents (café: cafe) and apostrophes (john's: john, o'reilly: oreilly)."""
    bare = _strip_accents(word)
    unquoted = bare.removesuffix("'s").replace("'", "")
    lemmas = tuple(dict.fromkeys(form for spelling in (word, bare) for form in lemmatize_english(spelling)))
    stems = tuple(dict.fromkeys(map(stem_english, (word, bare))))
    return WordForms(lemmas, stems, tuple(dict.fromkeys(form for form in (word, bare, unquoted) if form)))


def _strip_accents(word: str) -> str:
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)) or word


def build_hyphenated_forms(words: list[str], written: str) -> WordForms:
    """The forms of several words written as one (интернет-магазина): with its hyphens, and joined.

    >>> build_hyphenated_forms(["интернет", "магазина"], "интернет-магазина").lemmas
    ('интернет-магазин', 'интернетмагазин')
    """
    if is_russian_word(written):
        wholes = [*_LEMMATIZER.lemmatize(written)[:1]]
        stem = "-".join([*words[:-1], stem_russian(words[-1])[0]])
    else:
        last = build_word_forms(words[-1])
        head = written.removesuffix(words[-1])
        wholes = [head + last.lemmas[0]]
        stem = head + last.stems[0]
    return WordForms(_with_joined(wholes), _with_joined([stem]), _with_joined([written]))


def _with_joined(forms: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*forms, *(re.sub("['-]", "", form) for form in forms)]))
