"""What a run has to do: the folder compared with the live version. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from indexer.report import Failure
from indexer.versions import DocumentState


@dataclass(frozen=True, slots=True)
class FoundDocument:
    """A readable file of an indexed folder with the hash of its content."""

    document_id: str
    source: str
    root: str
    content_hash: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Document ids by what happens to them.

    kept: documents of folders that this run does not look at. conflicts: files whose id belongs to another folder.
    """

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    conflicts: tuple[Failure, ...] = field(default_factory=tuple)

    @property
    def has_changes(self) -> bool:
        return bool(self.new or self.changed or self.removed)


def build_plan(
    found: Iterable[FoundDocument], live: Mapping[str, DocumentState], roots: Iterable[str], existing_roots: set[str]
) -> Plan:
    """The plan for a run over `roots`, given the documents of the live version.

    roots: the folders that were looked through as a whole; a file that was named alone says nothing of its neighbours.
    existing_roots: roots of live documents that still exist on disk. A document of a folder that is gone may be taken
    over by the same id in another folder; one of an existing folder with other content is a conflict.
    """
    visited = set(roots)
    by_kind: dict[str, list[str]] = {"new": [], "changed": [], "unchanged": []}
    conflicts = []
    seen: dict[str, FoundDocument] = {}
    for document in found:
        first = seen.setdefault(document.document_id, document)
        known = live.get(document.document_id)
        if first is not document:
            conflicts.append(_describe_conflict(document, first.root))
        elif known is None:
            by_kind["new"].append(document.document_id)
        elif known.content_hash == document.content_hash:
            by_kind["unchanged"].append(document.document_id)
        elif known.root != document.root and known.root not in visited and known.root in existing_roots:
            conflicts.append(_describe_conflict(document, known.root))
        else:
            by_kind["changed"].append(document.document_id)
    others = [state for state in live.values() if state.document_id not in seen]
    return Plan(
        new=tuple(by_kind["new"]),
        changed=tuple(by_kind["changed"]),
        unchanged=tuple(by_kind["unchanged"]),
        removed=tuple(state.document_id for state in others if state.root in visited),
        kept=tuple(state.document_id for state in others if state.root not in visited)
        + tuple(failure.source for failure in conflicts if failure.source in live),
        conflicts=tuple(conflicts),
    )


def _describe_conflict(document: FoundDocument, owner: str) -> Failure:
    return Failure(
        document.source,
        f"its id '{document.document_id}' belongs to a document of {owner}. "
        "Index the folder above both, or give this one a collection of its own with --collection NAME.",
    )
