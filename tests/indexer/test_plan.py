"""What a run has to do."""

from __future__ import annotations

from indexer.plan import FoundDocument, build_plan
from indexer.versions import DocumentState


def found(name: str, content: str = "1", root: str = "/a") -> FoundDocument:
    return FoundDocument(name, name, root, content)


def live(*names: str, content: str = "1", root: str = "/a") -> dict[str, DocumentState]:
    return {name: DocumentState(name, name, root, content, 1) for name in names}


def test_first_run_is_all_new() -> None:
    plan = build_plan([found("x"), found("y")], {}, ["/a"], set())
    assert (plan.new, plan.has_changes) == (("x", "y"), True)


def test_equal_content_is_unchanged_and_nothing_has_to_be_done() -> None:
    plan = build_plan([found("x")], live("x"), ["/a"], {"/a"})
    assert (plan.unchanged, plan.has_changes) == (("x",), False)


def test_changed_new_and_deleted_are_told_apart() -> None:
    """C10: renamed is new under one name and removed under the other."""
    plan = build_plan([found("x", "2"), found("new")], live("x", "old"), ["/a"], {"/a"})
    assert (plan.changed, plan.new, plan.removed) == (("x",), ("new",), ("old",))


def test_documents_of_other_folders_are_kept() -> None:
    plan = build_plan([found("x")], live("x") | live("z", root="/b"), ["/a"], {"/a", "/b"})
    assert (plan.kept, plan.removed) == (("z",), ())


def test_same_name_in_another_existing_folder_is_a_conflict_and_the_old_one_stays() -> None:
    plan = build_plan([found("x", "2")], live("x", root="/b"), ["/a"], {"/a", "/b"})
    assert [conflict.source for conflict in plan.conflicts] == ["x"]
    assert "/b" in plan.conflicts[0].reason
    assert (plan.kept, plan.changed) == (("x",), ())


def test_a_moved_folder_takes_its_documents_over() -> None:
    plan = build_plan([found("x", "2")], live("x", root="/gone"), ["/a"], {"/a"})
    assert (plan.changed, plan.conflicts) == (("x",), ())


def test_two_folders_of_one_run_with_the_same_name_are_a_conflict() -> None:
    plan = build_plan([found("x"), found("x", "2", "/b")], {}, ["/a", "/b"], set())
    assert (plan.new, len(plan.conflicts)) == (("x",), 1)


def test_a_file_named_alone_leaves_its_neighbours() -> None:
    plan = build_plan([found("x", "2")], live("x", "y"), [], {"/a"})
    assert (plan.changed, plan.removed, plan.kept, plan.conflicts) == (("x",), (), ("y",), ())
