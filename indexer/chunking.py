"""A parsed document cut into passages for search.

A passage stands under one heading path and holds whole blocks where they fit. Its body is a slice of the text and
begins with the section's heading line, so that every line of a file (front matter aside) is in some passage. A heading
never ends a passage, except after the last content of a document whose last sections are empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from indexer.measure import Measure
from indexer.packing import pack_blocks
from indexer.pieces import Span
from indexer.records import ParsedDocument, Passage
from indexer.sections import Section, build_sections, join_small
from indexer.spans import has_content, trim_blank_lines
from models.protocols import TokenCounter
from settings import Settings, SettingsError

__all__ = ["CHUNKING_VERSION", "ChunkingSettings", "TokenCounter", "build_passage_text", "split_document"]

CHUNKING_VERSION: Final = 2  # raised when the same document would be cut differently
PREFIX_SHARE: Final = 3  # the heading prefix takes at most one third of a passage
ROUNDS: Final = 8  # a slice may have a token more than the same stretch has inside its block


@dataclass(frozen=True, slots=True)
class ChunkingSettings:
    """How documents are cut. Raises SettingsError where the values contradict each other.

    max_tokens: most model tokens in a passage, heading prefix included.
    overlap: share of a passage that the next one repeats, 0 to 0.5.
    min_tokens: smaller sections are joined.
    """

    max_tokens: int = 400
    overlap: float = 0.15
    min_tokens: int = 60

    def __post_init__(self) -> None:
        if self.max_tokens < 1:
            raise SettingsError(f"passage_tokens = {self.max_tokens}: a passage needs at least one token.")
        if not 0 <= self.overlap <= 0.5:
            raise SettingsError(f"passage_overlap = {self.overlap}: it is a share of a passage, from 0 to 0.5.")
        if not 0 <= self.min_tokens < self.max_tokens:
            raise SettingsError(
                f"passage_min_tokens = {self.min_tokens}: it must be from 0 to less than passage_tokens "
                f"({self.max_tokens})."
            )

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        return cls(settings.passage_tokens, settings.passage_overlap, settings.passage_min_tokens)

    def as_dict(self) -> dict[str, Any]:
        """What an index version keeps: two equal dictionaries cut every document alike."""
        return {"version": CHUNKING_VERSION, **asdict(self)}


@dataclass(frozen=True, slots=True)
class _Prefix:
    """The headings before a passage: their text, its tokens, and how many outermost ones are left out."""

    text: str
    tokens: int
    dropped: int


@dataclass(slots=True)
class _Cut:
    """A section with the room its passages have and the spans they got."""

    section: Section
    prefix: _Prefix
    room: int
    spans: list[Span]


def split_document(parsed: ParsedDocument, tokens: TokenCounter, settings: ChunkingSettings) -> list[Passage]:
    """The document's passages in order: starts and ends strictly increase, `text[start:end] == body` for each.

    Every passage has at most `settings.max_tokens` with its prefix, unless a single token is longer. No passage is
    without content or repeats only what another one says.
    """
    measure = Measure(parsed.text, parsed.blocks, tokens)
    sections = join_small(build_sections(parsed.blocks, measure), settings.min_tokens, settings.max_tokens)
    prefixes = _measure_prefixes([section.path for section in sections], tokens, settings)
    cuts = []
    for section in sections:
        prefix = prefixes[section.path]
        cuts.append(_Cut(section, prefix, max(1, settings.max_tokens - prefix.tokens), []))
    _cut_to_fit(parsed.text, cuts, measure, tokens, settings)
    return [
        Passage(ordinal, start, end, parsed.text[start:end], cut.section.path, None, cut.prefix.dropped)
        for ordinal, (cut, (start, end)) in enumerate((cut, span) for cut in cuts for span in cut.spans)
    ]


def build_passage_text(passage: Passage) -> str:
    """What is embedded: the headings, outermost first, then the body.

    >>> build_passage_text(Passage(0, 0, 5, "28 дн", ("Отпуск", "Длительность")))
    '[Отпуск > Длительность] 28 дн'
    """
    return build_prefix(passage.heading_path[passage.dropped_headings :]) + passage.body


def build_prefix(path: Sequence[str]) -> str:
    return f"[{' > '.join(path)}] " if path else ""


def _measure_prefixes(
    paths: Iterable[tuple[str, ...]], tokens: TokenCounter, settings: ChunkingSettings
) -> dict[tuple[str, ...], _Prefix]:
    distinct = list(dict.fromkeys(paths))
    counts = tokens.count_tokens([build_prefix(path) for path in distinct])
    prefixes = {}
    for path, count in zip(distinct, counts, strict=True):
        dropped = 0
        while count > settings.max_tokens // PREFIX_SHARE:
            dropped += 1
            count = tokens.count_tokens([build_prefix(path[dropped:])])[0]  # noqa: PLW2901
        prefixes[path] = _Prefix(build_prefix(path[dropped:]), count, dropped)
    return prefixes


def _cut_to_fit(
    text: str, cuts: Sequence[_Cut], measure: Measure, tokens: TokenCounter, settings: ChunkingSettings
) -> None:
    """Fills in the spans; what is still too long when counted as it will be embedded is cut again with less room."""
    pending = list(cuts)
    for _ in range(ROUNDS):
        for cut in pending:
            cut.spans = list(_iter_spans(text, cut, measure, settings.overlap))
        counts = iter(
            tokens.count_tokens([cut.prefix.text + text[slice(*span)] for cut in pending for span in cut.spans])
        )
        longest = [max((next(counts) for _ in cut.spans), default=0) for cut in pending]
        too_long = [(cut, most) for cut, most in zip(pending, longest, strict=True) if most > settings.max_tokens]
        for cut, most in too_long:
            cut.room = max(1, cut.room - (most - settings.max_tokens))
        pending = [cut for cut, _ in too_long]
        if not pending:
            return


def _iter_spans(text: str, cut: _Cut, measure: Measure, overlap: float) -> Iterator[Span]:
    blocks = cut.section.blocks
    whole = trim_blank_lines(text, blocks[0].start, blocks[-1].end)
    spans = [whole] if measure.size(*whole) <= cut.room else pack_blocks(text, blocks, measure, cut.room, overlap)
    for span in spans:
        start, end = trim_blank_lines(text, *span)
        if has_content(text, start, end):
            yield start, end
