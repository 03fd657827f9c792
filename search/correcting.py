"""Questions typed in the wrong layout or with typos. A word is touched only when the index does not have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from language.analysis import analyze
from language.cleaning import clean
from language.layout import type_in_latin, type_in_russian
from language.lemmas import is_known
from search.vocabulary import MOST_WORDS, Vocabulary

_LATIN_TYPED: Final = re.compile(r"[A-Za-z`\[\];',.~{}:\"<>-]+")
_RUSSIAN_TYPED: Final = re.compile(r"[А-Яа-яЁё-]+")
_LATIN_WORD: Final = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*")
_RUSSIAN_WORD: Final = re.compile(r"[А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*")
_WORD: Final = re.compile(r"[^\W\d_]+", re.UNICODE)
_END_PUNCTUATION: Final = ".,;:'\""
_END_MARKS: Final = "?!)"  # no letters in either layout
TELLING_LETTERS: Final = 3  # two letters make a word in either layout too often
SURE_LETTERS: Final = 5  # a shorter word of the dictionary (net → туе) must stand in the index too
SHORTEST_CORRECTED: Final = 4
LETTERS_FOR_TWO_TYPOS: Final = 9  # characters, never bytes: a Cyrillic letter has two


class CorrectionKind(StrEnum):
    """What was wrong."""

    LAYOUT = "layout"
    SPELLING = "spelling"


class Correction(NamedTuple):
    """A word of the question that was searched otherwise than it was written."""

    kind: CorrectionKind
    original: str
    corrected: str


def correct_question(text: str, vocabulary: Vocabulary) -> tuple[str, tuple[Correction, ...]]:
    """The question as it was probably meant, and what was changed; layout first, then spelling."""
    chunks = text.split()
    layout = _repair_layout(chunks, vocabulary)
    repaired = " ".join(layout.get(place, chunk) for place, chunk in enumerate(chunks))
    corrections = [Correction(CorrectionKind.LAYOUT, chunks[place], layout[place]) for place in sorted(layout)]
    spelling = _repair_spelling(repaired, vocabulary)
    corrections.extend(Correction(CorrectionKind.SPELLING, old, new) for old, new in spelling.items())
    corrected = _WORD.sub(lambda match: spelling.get(match[0], match[0]), repaired)
    return corrected, tuple(corrections)


class _Proposal(NamedTuple):
    """What a chunk gives in the other layout. `is_word`: a word that the dictionary has."""

    place: int
    original: str
    converted: str
    to_russian: bool
    is_word: bool


def _repair_layout(chunks: Sequence[str], vocabulary: Vocabulary) -> dict[int, str]:
    """New spellings by place. A chunk is converted when the index lacks it and the other layout makes a word of it;
    once one is, short words follow it, and where most are words, so do the chunks that tell nothing (names)."""
    proposals = [proposal for place, chunk in enumerate(chunks) for proposal in _propose(place, chunk)]
    telling = [proposal for proposal in proposals if len(proposal.converted) >= TELLING_LETTERS]
    if not any(proposal.is_word or not proposal.to_russian for proposal in telling):
        return {}
    forms = {form for p in telling for form in (_normalise(p.original), _normalise(p.converted))}
    counts = vocabulary.count(sorted(forms)[:MOST_WORDS])
    repaired: dict[int, str] = {}
    for to_russian in (True, False):
        same_way = [proposal for proposal in telling if proposal.to_russian is to_russian]
        sure = [proposal for proposal in same_way if _is_sure(proposal, counts)]
        if not sure:
            continue
        repaired |= {proposal.place: proposal.converted for proposal in sure}
        mostly = 2 * sum(proposal.is_word or proposal in sure for proposal in same_way) >= len(same_way)
        for proposal in proposals:
            follows = proposal.to_russian is to_russian and (proposal.is_word or mostly)
            if follows and not counts.get(_normalise(proposal.original), 0):
                repaired[proposal.place] = proposal.converted
    return repaired


def _propose(place: int, written: str) -> Iterator[_Proposal]:
    chunk = written.rstrip(_END_MARKS)
    if _LATIN_TYPED.fullmatch(chunk):
        for typed in dict.fromkeys((chunk, chunk.rstrip(_END_PUNCTUATION))):
            converted = type_in_russian(typed)
            if _RUSSIAN_WORD.fullmatch(converted):
                is_word = all(is_known(part) for part in _normalise(converted).split("-"))
                if is_word or typed == chunk.rstrip(_END_PUNCTUATION):
                    yield _Proposal(place, chunk, converted, to_russian=True, is_word=is_word)
                    return
    elif _RUSSIAN_TYPED.fullmatch(chunk) and not is_known(_normalise(chunk)):
        converted = type_in_latin(chunk)
        if _LATIN_WORD.fullmatch(converted):
            yield _Proposal(place, chunk, converted, to_russian=False, is_word=False)


def _is_sure(proposal: _Proposal, counts: dict[str, int]) -> bool:
    if counts.get(_normalise(proposal.original), 0):
        return False
    if proposal.is_word and len(proposal.converted) >= SURE_LETTERS:
        return True
    # There is no English dictionary here: a Latin word must be one of the index.
    return (proposal.is_word or not proposal.to_russian) and counts.get(_normalise(proposal.converted), 0) > 0


def _repair_spelling(text: str, vocabulary: Vocabulary) -> dict[str, str]:
    """Words that neither the dictionary nor the index has, each with the nearest frequent word of the index."""
    suspects = [word for word in dict.fromkeys(_WORD.findall(text)) if _is_suspect(word)]
    if not suspects:
        return {}
    counts = vocabulary.count([_normalise(word) for word in suspects][:MOST_WORDS])
    missing = [word for word in suspects if counts.get(_normalise(word)) == 0]
    if not missing:
        return {}
    suggestions = vocabulary.suggest([_normalise(word) for word in missing])
    corrected = {}
    for word in missing:
        normal = _normalise(word)
        allowed = 2 if len(normal) >= LETTERS_FOR_TWO_TYPOS else 1
        ranked = sorted(
            (distance, -suggestion.passages, suggestion.word)
            for suggestion in suggestions[normal]
            if (distance := measure_distance(normal, suggestion.word)) <= allowed and suggestion.word.isalpha()
        )
        if ranked:
            corrected[word] = ranked[0][2]
    return corrected


def _is_suspect(word: str) -> bool:
    return len(word) >= SHORTEST_CORRECTED and not is_known(_normalise(word)) and not _has_other_script(word)


def _has_other_script(word: str) -> bool:
    """Han words are segmented, not spelt; a word of two scripts is a code."""
    return not (_LATIN_WORD.fullmatch(word) or _RUSSIAN_WORD.fullmatch(word))


def _normalise(word: str) -> str:
    """The word as the exact field has it."""
    terms = analyze(word).terms
    return terms[0].exact[0] if len(terms) == 1 else clean(word).text


def measure_distance(one: str, other: str) -> int:
    """Typos between two words: letters left out, put in or replaced, and neighbours swapped (optimal string alignment).

    Source: Damerau 1964, doi:10.1145/363958.363994.

    >>> measure_distance("настрйоки", "настройки"), measure_distance("шлюс", "шлюз")
    (1, 1)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        previous, row, older = row, [i], before
        for j, other_letter in enumerate(other, start=1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (letter != other_letter))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == other_letter:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        before = previous
    return row[-1]
