"""Blocks gathered under their headings, and small sections joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from indexer.measure import Measure
from indexer.records import Block, BlockKind


@dataclass(frozen=True, slots=True)
class Section:
    """Consecutive blocks that stand under one heading path.

    blocks: begin with the section's heading lines, and with those of empty sections before it.
    size: tokens from the first block to the last.
    parts: the sections it was joined from; empty for one that was not joined.
    """

    path: tuple[str, ...]
    blocks: tuple[Block, ...]
    size: int
    parts: tuple[Section, ...] = ()


def build_sections(blocks: Iterable[Block], measure: Measure) -> list[Section]:
    """The sections of a document, in order; every block is in one of them.

    A heading with nothing under it goes to the section that follows, at the end of the document to the last one, so
    that no section is without content unless the document is.
    """
    gathered: list[tuple[tuple[str, ...], list[Block]]] = []
    headings: list[Block] = []
    for block in blocks:
        path = tuple(text for text in block.heading_path if text)
        if block.kind is BlockKind.HEADING:
            headings.append(block)
        elif headings or not gathered or gathered[-1][0] != path:
            gathered.append((path, [*headings, block]))
            headings = []
        else:
            gathered[-1][1].append(block)
    if headings and gathered:
        gathered[-1][1].extend(headings)
    elif headings:
        gathered.append((find_common([block.heading_path for block in headings]), headings))
    return [_build_section(path, members, measure) for path, members in gathered]


def _build_section(path: tuple[str, ...], blocks: Sequence[Block], measure: Measure) -> Section:
    return Section(path, tuple(blocks), measure.size(blocks[0].start, blocks[-1].end))


def join_small(sections: Sequence[Section], min_tokens: int, max_tokens: int) -> list[Section]:
    """The sections with those below `min_tokens` joined where that makes a passage worth having.

    Small neighbours under one heading are joined until they have `min_tokens`; what is still small joins the section
    before it when that stands above it. Joined sections have the path they share. Where the sum stays small, or nothing
    is shared, each keeps its own path: its exact place is worth more than a few words of company.
    """
    joined: list[Section] = []
    for section in sections:
        before = joined[-1] if joined else None
        if before is not None and before.size < min_tokens and _can_join(before, section, min_tokens, max_tokens):
            joined[-1] = _join(before, section)
        else:
            joined.append(section)
    return list(_iter_settled(joined, min_tokens, max_tokens))


def _iter_settled(sections: Iterable[Section], min_tokens: int, max_tokens: int) -> Iterator[Section]:
    before: Section | None = None
    for section in sections:
        if before is not None and _is_above(before, section) and _can_join(before, section, min_tokens, max_tokens):
            before = _join(before, section)
            continue
        if before is not None:
            yield from _undo_small(before, min_tokens)
        before = section
    if before is not None:
        yield from _undo_small(before, min_tokens)


def _undo_small(section: Section, min_tokens: int) -> tuple[Section, ...]:
    return section.parts if section.parts and section.size < min_tokens else (section,)


def _is_above(before: Section, section: Section) -> bool:
    return bool(before.path) and section.path[: len(before.path)] == before.path


def _can_join(before: Section, section: Section, min_tokens: int, max_tokens: int) -> bool:
    return (
        section.size < min_tokens
        and before.size + section.size <= max_tokens * 2 // 3  # the prefix takes a third at most
        and bool(find_common([before.path, section.path]))
    )


def _join(before: Section, section: Section) -> Section:
    return Section(
        find_common([before.path, section.path]),
        before.blocks + section.blocks,
        before.size + section.size,
        (before.parts or (before,)) + (section.parts or (section,)),
    )


def find_common(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The headings that all paths begin with.

    >>> find_common([("A", "B", "C"), ("A", "D")])
    ('A',)
    """
    levels = takewhile(lambda texts: len(set(texts)) == 1, zip(*paths, strict=False))
    return tuple(texts[0] for texts in levels if texts[0])
