"""What the Russian dictionary of pymorphy3 says of a word: its parses, read as cheaply as they can be."""

from __future__ import annotations

import re
import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from language.cleaning import clean
from language.dawg import open_readers

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer
    from pymorphy3.analyzer import Parse
    from pymorphy3.tagset import OpencorporaTag

LONGEST_WORD: Final = 40  # letters; longer ones are no dictionary words, and guessing their forms is slow

_RUSSIAN_WORD: Final = re.compile("[а-я]+(?:-[а-я]+)*")
_VERBAL: Final = frozenset({"VERB", "INFN", "PRTF", "PRTS", "GRND"})
_LOADING: Final = threading.Lock()


class Facts(NamedTuple):
    """What a tag says, in OpenCorpora's names."""

    part_of_speech: str
    is_imperfective: bool = False
    is_perfective_infinitive: bool = False
    is_surname: bool = False
    is_womans_patronymic: bool = False
    is_abbreviation: bool = False


class WordParse(NamedTuple):
    """One parse of a word: the dictionary form, ё written as е, and its probability (the parses of a word sum to 1)."""

    lemma: str
    facts: Facts
    probability: float
    is_known: bool


def is_russian_word(word: str) -> bool:
    """Whether `word` (lower-case) consists of Russian letters, hyphens between them allowed."""
    return len(word) <= LONGEST_WORD and _RUSSIAN_WORD.fullmatch(word) is not None


def is_known(word: str) -> bool:
    """Whether the dictionary holds `word` itself, without guessing."""
    return is_russian_word(word) and _load_dictionary().has(word)


def is_perfective(verb: str) -> bool:
    """Whether the dictionary has `verb`, ё written as е, as a perfective infinitive."""
    return any(entry.facts.is_perfective_infinitive and entry.lemma == verb for entry in _load_dictionary().find(verb))


def parse_word(word: str, *, keep_patronymics: bool = True) -> list[WordParse]:
    """The parses of a lower-case Russian word, most probable first; empty for a word that is not Russian.

    Lemmas and their shares are those of `MorphAnalyzer.parse`. A dictionary word all of whose parses agree in lemma and
    part of speech is spared the look-up of their probabilities, which is a third of the work.
    keep_patronymics: the lemma of a woman's patronymic is its own nominative: Петровны → петровна, not петрович.
    """
    if not is_russian_word(word):
        return []
    dictionary = _load_dictionary()
    entries = dictionary.find(word) if len(word) > 1 else []
    if not entries or any(entry.facts.is_womans_patronymic for entry in entries):
        return [_read_parse(parse, keep_patronymics) for parse in dictionary.analyzer.parse(word)]
    is_plain = len({(entry.lemma, entry.facts.part_of_speech) for entry in entries}) == 1
    weights = [0] if is_plain else dictionary.find_weights(word, entries)
    total = sum(weights)
    if not total:
        return [WordParse(entry.lemma, entry.facts, 1 / len(entries), True) for entry in entries]
    parses = [
        WordParse(entry.lemma, entry.facts, weight / total, True)
        for entry, weight in zip(entries, weights, strict=True)
    ]
    parses.sort(key=lambda parse: -parse.probability)
    return parses


class _Entry(NamedTuple):
    lemma: str
    tag: str
    facts: Facts


class _Dictionary:
    """pymorphy3's dictionary with readers of its files."""

    def __init__(self, analyzer: MorphAnalyzer) -> None:
        self.analyzer = analyzer
        data = analyzer.dictionary
        self._words, self._probabilities = open_readers(
            data.words, analyzer.prob_estimator.p_t_given_w, Path(data.path)
        )
        self._tags: dict[int, tuple[str, Facts]] = {}

    def find(self, word: str) -> list[_Entry]:
        """The entries of a lower-case word written without ё."""
        data = self.analyzer.dictionary
        found = []
        for written, entries in self._words.iter_entries(word):
            for paradigm, index in entries:
                tag, facts = self._read_tag(paradigm, index)
                lemma = written if index == 0 else data.build_normal_form(paradigm, index, written)
                found.append(_Entry(lemma.replace("ё", "е"), tag, facts))
        return found

    def has(self, word: str) -> bool:
        """Whether it has a lower-case word written without ё."""
        return next(self._words.iter_entries(word), None) is not None

    def find_weights(self, word: str, entries: list[_Entry]) -> list[int]:
        """How often the word has the tag of each entry, in millionths; all 0 where nothing is known of it."""
        return self._probabilities.find(word, [entry.tag for entry in entries])

    def _read_tag(self, paradigm: int, index: int) -> tuple[str, Facts]:
        data = self.analyzer.dictionary
        codes = data.paradigms[paradigm]
        number = codes[len(codes) // 3 + index]
        read = self._tags.get(number)
        if read is None:
            tag = data.gramtab[number]
            read = self._tags[number] = (str(tag), _read_facts(tag))
        return read


def _read_parse(parse: Parse, keep_patronymics: bool) -> WordParse:
    facts = _read_facts(parse.tag)
    lemma = str(parse.normal_form)
    if keep_patronymics and facts.is_womans_patronymic:
        nominative = parse.inflect({"nomn", "sing"})
        lemma = str(nominative.word) if nominative is not None else lemma
    return WordParse(clean(lemma).text, facts, float(parse.score), bool(parse.is_known))


def _read_facts(tag: OpencorporaTag) -> Facts:
    grammemes = tag.grammemes
    part_of_speech = str(tag.POS or "")
    return Facts(
        part_of_speech,
        is_imperfective=part_of_speech in _VERBAL and "impf" in grammemes,
        is_perfective_infinitive={"INFN", "perf"} <= grammemes,
        is_surname="Surn" in grammemes,
        is_womans_patronymic={"Patr", "femn"} <= grammemes,
        is_abbreviation="Abbr" in grammemes,
    )


def load_analyzer() -> MorphAnalyzer:
    """The analyser with its dictionaries, loaded once (about .3 s); it keeps no state between words."""
    return _load_dictionary().analyzer


def _load_dictionary() -> _Dictionary:
    with _LOADING:
        return _read_dictionary()


@cache
def _read_dictionary() -> _Dictionary:
    import pymorphy3

    return _Dictionary(pymorphy3.MorphAnalyzer(lang="ru"))
