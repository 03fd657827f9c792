"""Questions on error codes, made from a small archive of the same form."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from benchmarks.error_codes import ARCHIVE, SPELLINGS, build_questions, find_codes, read_error_pages
from benchmarks.word_sets import read_cpp_errors
from models.loading import load_embedder
from settings import HASH_MODEL, read_settings

PAGE = """---
title: Ошибка компилятора {title}
f1_keywords:
{keywords}
---
# Ошибка компилятора {title}

Текст об ошибке {title}.
"""
PAGES = {"errors/c2065.md": ["C2065"], "tools/lnk2019.md": ["LNK2019"], "errors/many.md": ["C3001", "C3002"]}


def write_archive(folder: Path) -> None:
    path = folder / ARCHIVE
    path.parent.mkdir(parents=True)
    with tarfile.open(path, "w:xz") as archive:
        for name, codes in PAGES.items():
            text = PAGE.format(title=codes[0], keywords="\n".join(f"- {code}" for code in codes))
            data = text.replace("\n", "\r\n").encode("utf-8-sig")
            member = tarfile.TarInfo(f"docs/error-messages/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        archive.addfile(tarfile.TarInfo("docs/other/page.md"))


def test_page_with_one_code_is_its_answer(tmp_path: Path) -> None:
    write_archive(tmp_path)
    pages = read_error_pages(tmp_path)
    assert pages is not None
    assert [page.source for page in pages] == sorted(PAGES)
    assert find_codes(pages) == {"C2065": "errors/c2065.md", "LNK2019": "tools/lnk2019.md"}


def test_questions_are_asked_of_the_pages(tmp_path: Path) -> None:
    write_archive(tmp_path)
    settings = read_settings(embedding_model=HASH_MODEL)
    word_set = read_cpp_errors(tmp_path, settings, load_embedder(settings))
    assert word_set is not None
    assert {passage.document_id for passage in word_set.passages} == set(PAGES)
    assert word_set.judgments == {"cpp-c2065": {"errors/c2065.md": 1}, "cpp-lnk2019": {"tools/lnk2019.md": 1}}


def test_absent_archive_is_no_set(tmp_path: Path) -> None:
    assert read_error_pages(tmp_path) is None


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ("as written", "LNK2019"),
        ("lower case", "lnk2019"),
        ("space", "LNK 2019"),
        ("space, lower case", "lnk 2019"),
        ("hyphen", "LNK-2019"),
        ("dash, lower case", "lnk–2019"),
        ("Cyrillic capitals", "LNК2019"),
        ("Cyrillic small letters", "lnk2019"),
    ],
)
def test_spellings_of_a_code(spelling: str, expected: str) -> None:
    assert SPELLINGS[spelling]("LNK2019") == expected


def test_every_spelling_is_asked_about_equally_often() -> None:
    codes = [f"C{number}" for number in range(2000, 2400)]
    asked = build_questions(codes, 160)
    assert asked == build_questions(list(reversed(codes)), 160)
    assert len({question.id for question, _ in asked}) == 160
    assert [sum(question.type == name for question, _ in asked) for name in SPELLINGS] == [20] * len(SPELLINGS)
    for question, code in asked:
        assert SPELLINGS[question.type](code) in question.question


def test_spelling_that_changes_nothing_is_passed_over() -> None:
    asked = build_questions([f"LNU{number}" for number in range(2000, 2100)], 80)
    assert not [question for question, _ in asked if question.type.startswith("Cyrillic")]
