"""A question as it is searched: cleaned, cut to a sensible length, with its language and its terms."""

from __future__ import annotations

from dataclasses import dataclass

from language.analysis import Analyzer
from language.records import Analysis
from mappings.fields import Stream
from search.correcting import Correction, correct_question
from search.records import Notice, Understood
from search.vocabulary import Vocabulary
from settings import Settings


@dataclass(frozen=True, slots=True)
class Question:
    """A question ready for the legs.

    text: what is embedded; empty when nothing was asked.
    analysis: its terms; none when it holds nothing but punctuation.
    """

    text: str
    analysis: Analysis
    notices: tuple[Notice, ...]
    corrections: tuple[Correction, ...] = ()

    @property
    def understood(self) -> Understood:
        return Understood(self.analysis.language.value, self.text, self.corrections)

    def describe(self) -> dict[str, str]:
        """The question's terms in each spelling, for the trace."""
        return {stream.value: self.analysis.write_stream(stream) for stream in Stream}


def understand(question: str, settings: Settings, analyzer: Analyzer, vocabulary: Vocabulary | None = None) -> Question:
    """The question with single spaces, its language and its terms; notices say what was cut or corrected.

    vocabulary: the words of the index; None: the question is taken as it is written.
    """
    text = " ".join(question.split())
    notices = []
    if len(text) > settings.max_question_characters:
        text = text[: settings.max_question_characters]
        notices.append(
            Notice("question_cut", f"Only the first {settings.max_question_characters} characters were searched.")
        )
    corrections: tuple[Correction, ...] = ()
    if vocabulary is not None:
        text, corrections = correct_question(text, vocabulary)
    analysis = analyzer.analyze(text)
    if not analysis.terms:
        message = "Nothing to look for was written." if not text else f"'{text}' holds no word, number or code."
        notices.append(Notice("empty_question", message))
    return Question(text, analysis, tuple(notices), corrections)
