"""A question as it was probably meant: the repairs in order, with two requests to the index at most."""

from __future__ import annotations

from collections.abc import Sequence

from search.correcting.chunks import read_chunks
from search.correcting.evidence import Evidence, Wanted
from search.correcting.layout import repair_layout, want_layout
from search.correcting.records import Chunk, Correction, apply_repairs, join_corrections
from search.correcting.spacing import repair_spacing, want_spacing
from search.correcting.spelling import repair_spelling, want_spelling
from search.correcting.transcribing import add_transcriptions, want_counted, want_transcription
from search.correcting.transliterating import repair_transliteration, want_transliteration
from search.vocabulary import Vocabulary


def correct_question(text: str, vocabulary: Vocabulary) -> tuple[str, tuple[Correction, ...]]:
    """The question as it was probably meant, and what was changed; the same text where nothing was.

    A word is replaced only when the index has no passage with it and a dictionary does not know it. What each repair
    asks of the index is gathered first: one request before layout and letters are decided, one for the words after.
    """
    chunks = read_chunks(text)
    evidence = Evidence(vocabulary)
    wanted = Wanted()
    unsettled = want_layout(chunks, wanted) | want_transliteration(chunks, wanted)
    _want_words([chunk for place, chunk in enumerate(chunks) if place not in unsettled], wanted, evidence)
    evidence.ask(wanted)

    chunks, by_layout = apply_repairs(chunks, repair_layout(chunks, evidence))
    chunks, by_letters = apply_repairs(chunks, repair_transliteration(chunks, evidence))
    wanted = Wanted()
    _want_words(chunks, wanted, evidence)
    want_transcription(chunks, wanted, evidence)
    evidence.ask(wanted)

    chunks, by_spacing = apply_repairs(chunks, repair_spacing(chunks, evidence))
    chunks, by_spelling = apply_repairs(chunks, repair_spelling(chunks, evidence))
    chunks, added = apply_repairs(chunks, add_transcriptions(chunks, evidence))
    corrections = join_corrections([*by_layout, *by_letters, *by_spacing, *by_spelling, *added])
    return (" ".join(chunk.text for chunk in chunks) if corrections else text), corrections


def _want_words(chunks: Sequence[Chunk], wanted: Wanted, evidence: Evidence) -> None:
    want_spacing(chunks, wanted)
    want_spelling(chunks, wanted, evidence)
    want_counted(chunks, wanted)
