"""Words to stems, by Snowball, where Snowball does no harm."""

from __future__ import annotations

import re
import threading
from typing import Final

from language.lemmas import Reading, is_function_word, read_readings
from language.morphology import LONGEST_WORD, is_known
from language.rules import Form

_ENGLISH_WORD: Final = re.compile("[a-z]+(?:'[a-z]+)*")
_LONGEST_GUARDED: Final = (
    7  # letters: простоя is not просто; longer function words (относительно) are no stem of anything
)
_CONSONANTS: Final = "бвгджзклмнпрстфхцчшщ"
# A noun whose forms all begin with its lemma, or with its lemma without the last vowel.
_PLAIN_NOUN: Final = re.compile(f"(?P<base>.*[{_CONSONANTS}])[ао]?")
_PLURAL_RULES: Final = (
    # (ending, what takes its place; several: all are plausible), first that fits wins
    ("sses", ("ss",)),
    ("ches", ("ch", "che")),
    ("shes", ("sh", "she")),
    ("xes", ("x", "xe")),
    ("zes", ("z", "ze")),
    ("ies", ("y", "ie")),
    ("oes", ("o", "oe")),
    ("ss", ("ss",)),
    ("us", ("us",)),
    ("is", ("is",)),
    ("s", ("",)),
)

_local = threading.local()


def _stem(algorithm: str, word: str) -> str:
    """Snowball's stem; each thread has its own stemmers, because they keep the word they work on."""
    stemmer = getattr(_local, algorithm, None)
    if stemmer is None:
        import snowballstemmer

        stemmer = snowballstemmer.stemmer(algorithm)
        setattr(_local, algorithm, stemmer)
    return str(stemmer.stemWord(word))


def stem_russian(word: str, without: frozenset[str] = frozenset()) -> tuple[Form, ...]:
    """The stems of a lower-case Russian word, ё written as е: one for each kind of reading, best first; never empty.

    Snowball takes the end of many nouns for an ending: объем → объ, режим → реж, остров → остр, прием → при.
    A dictionary noun with a plain base therefore has that base as its stem in all its forms, and a content word is
    never cut down to a preposition or another function word. `without` names groups of rules to leave out.

    >>> [stem.text for stem in stem_russian("объема")], [stem.text for stem in stem_russian("договором")]
    (['объем'], ['договор'])
    >>> stem_russian("займу")  # a form of занять and of заем
    (Form(text='займ', rule='snowball'), Form(text='заем', rule='noun-base'))
    """
    readings = read_readings(word, keep_patronymics="patronymics" not in without)
    if "lemma-alternatives" in without:
        readings = readings[:1]
    bases = [None if "stem-repairs" in without else _find_noun_base(word, reading) for reading in readings] or [None]
    plain = (
        _stem_safely(word, guarded="function-word-guard" not in without) if None in bases else Form(word, "snowball")
    )
    stems: dict[str, Form] = {}
    for base in bases:
        stem = Form(base, "noun-base") if base else plain
        stems.setdefault(stem.text, stem)
    return tuple(stems.values())


def _stem_safely(word: str, *, guarded: bool) -> Form:
    if len(word) > LONGEST_WORD:
        return Form(word, "as-written")
    stem = _stem("russian", word) or word
    if guarded and stem != word and _says_too_little(stem) and not is_function_word(word):
        return Form(word, "function-word-guard")
    return Form(stem, "as-written" if stem == word else "snowball")


def _says_too_little(stem: str) -> bool:
    """Whether a stem is one letter or a word of another kind: при of прием. Most stems are no words at all."""
    return len(stem) < 2 or (len(stem) <= _LONGEST_GUARDED and is_known(stem) and is_function_word(stem))


def _find_noun_base(word: str, reading: Reading) -> str | None:
    if not reading.is_known or reading.part_of_speech != "NOUN":
        return None
    plain = _PLAIN_NOUN.fullmatch(reading.lemma)
    if plain is None or len(plain["base"]) < 3 or word[:2] != reading.lemma[:2]:  # лет → год has no common base
        return None
    return plain["base"]


def stem_english(word: str) -> str:
    """The stem of a lower-case word in Latin letters; of a possessive, that of its owner.

    >>> stem_english("john's"), stem_english("indexes")
    ('john', 'index')
    """
    if len(word) > LONGEST_WORD or _ENGLISH_WORD.fullmatch(word) is None:
        return word
    return _stem("english", word) or word


def lemmatize_english(word: str) -> tuple[str, ...]:
    """Singulars of a lower-case word in Latin letters; other words as they are. Never empty.

    After the S-stemmer of Harman 1991, with -es split further. Verbs are left to the stem stream: merging
    'universe' and 'university' is what a lemma must not do.

    >>> lemmatize_english("policies"), lemmatize_english("caches"), lemmatize_english("class")
    (('policy', 'policie'), ('cach', 'cache'), ('class',))
    """
    owner = word.removesuffix("'s")
    if len(owner) < 4 or len(owner) > LONGEST_WORD or _ENGLISH_WORD.fullmatch(owner) is None:
        return (owner or word,)
    for ending, replacements in _PLURAL_RULES:
        if owner.endswith(ending):
            base = owner.removesuffix(ending)
            return tuple(base + replacement for replacement in replacements)
    return (owner,)
