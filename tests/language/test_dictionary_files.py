"""A user's own files: what they change, and what is said of faulty ones."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from language.analysis import DEFAULT, Analyzer, open_analyzer, read_dictionaries
from language.dictionaries import Dictionaries
from language.dictionary_files import MOST_PHRASE_WORDS, MOST_PHRASES, DictionaryFileError
from settings import Settings, read_settings

Write = Callable[..., Settings]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Settings with the files of the given contents: `write(synonyms="а, б")`."""

    def write_files(**contents: str | bytes) -> Settings:
        files = {}
        for name, content in contents.items():
            path = tmp_path / f"{name}.txt"
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            files[f"{name}_file"] = path
        return read_settings(**files)

    return write_files


def find(settings: Settings, question: str) -> list[tuple[str, str, int]]:
    """For every match: the words of the question, those of the replacement, the line."""
    analyzer = open_analyzer(settings)
    analysis = analyzer.analyze(question)
    return [
        (
            " ".join(term.surface for term in analysis.terms[match.first : match.last]),
            " ".join(term.surface for term in match.replacement),
            match.line,
        )
        for match in analyzer.find_synonyms(analysis)
    ]


SYNONYMS = """\ufeff# наши сокращения
отпуск, каникулы   # обе стороны

КПП => коробка передач, контрольно-пропускной пункт
рабочее место, РМ
C# => си шарп
оплатить → внести оплату
"""


SYNONYM_TABLE = [
    # question | (words, replacement, line)
    ("график отпусков", [("отпусков", "каникулы", 2)]),
    ("КАНИКУЛЫ", [("КАНИКУЛЫ", "отпуск", 2)]),
    ("Ремонт КПП", [("КПП", "коробка передач", 4), ("КПП", "контрольно пропускной пункт", 4)]),
    ("коробка передач", []),
    ("на рабочем месте", [("рабочем месте", "РМ", 5)]),
    ("рабочем столе", []),
    ("место рабочее", []),
    ("книга по C#", [("C#", "си шарп", 6)]),
    ("как оплачивали счёт", [("оплачивали", "внести оплату", 7)]),
    ("рабочее место, отпуск", [("рабочее место", "РМ", 5), ("отпуск", "каникулы", 2)]),
    ("", []),
]


@pytest.mark.parametrize(("question", "expected"), SYNONYM_TABLE)
def test_question_is_asked_with_its_synonyms_too(
    question: str, expected: list[tuple[str, str, int]], write: Write
) -> None:
    assert find(write(synonyms=SYNONYMS), question) == expected


def test_match_names_its_rule_and_its_place(write: Write) -> None:
    analyzer = open_analyzer(write(synonyms="рабочее место, РМ # кратко"))
    (match,) = analyzer.find_synonyms(analyzer.analyze("на рабочем месте"))
    assert (match.first, match.last, match.rule, match.line) == (1, 3, "рабочее место, РМ", 1)


FAULT_TABLE = [
    # faulty line | what is said of it
    ("договор", "has one phrase"),
    ("договор,", "has an empty phrase"),
    ("=> договор", "has an empty phrase"),
    ("договор =>", "has an empty phrase"),
    ("а => б => в", "has two arrows"),
    ("договор, договоры", "has 'договор' twice"),
    ("договор => договора", "maps 'договор' to itself"),
    ("договор => соглашение, соглашения", "has 'соглашение' twice"),
    ("договор, —", "has '—', which holds no word"),
    ("договор => " + "слово " * (MOST_PHRASE_WORDS + 1), f"write at most {MOST_PHRASE_WORDS}"),
    (", ".join(f"слово{n}" for n in range(MOST_PHRASES + 1)), f"write at most {MOST_PHRASES}"),
]


@pytest.mark.parametrize(("line", "problem"), FAULT_TABLE)
def test_faulty_line_of_synonyms_is_named_with_its_number(line: str, problem: str, write: Write) -> None:
    settings = write(synonyms=f"# сначала комментарий\n{line}\n")
    with pytest.raises(DictionaryFileError) as raised:
        open_analyzer(settings)
    assert f"line 2: '{line.strip()}' {problem}" in str(raised.value) or problem in str(raised.value)
    assert "synonyms.txt" in str(raised.value)


def test_all_faulty_lines_are_told_at_once(write: Write) -> None:
    settings = write(synonyms="один\nа, б\nб => в\nдва =>\n")
    with pytest.raises(DictionaryFileError) as raised:
        read_dictionaries(settings)
    message = str(raised.value)
    assert "has 3 faulty lines" in message
    assert "line 1: 'один'" in message
    assert "line 3: 'б => в' gives synonyms of 'б', which line 2 does too: join the two lines" in message
    assert "line 4: 'два =>'" in message


def test_files_that_cannot_be_read_are_named_with_the_remedy(write: Write, tmp_path: Path) -> None:
    with pytest.raises(DictionaryFileError, match=r"nothing\.txt' cannot be read .*unset the setting"):
        open_analyzer(read_settings(synonyms_file=tmp_path / "nothing.txt"))
    with pytest.raises(DictionaryFileError, match="not UTF-8 in line 2"):
        open_analyzer(write(synonyms="а, б\n".encode() + "отпуск, каникулы".encode("cp1251")))


def test_too_many_entries_are_refused(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("language.dictionary_files.MOST_ENTRIES", 2)
    with pytest.raises(DictionaryFileError, match="3 entries"):
        open_analyzer(write(protected_words="а\nб\nв"))
    monkeypatch.setattr("language.dictionary_files.MOST_BYTES", 3)
    with pytest.raises(DictionaryFileError, match="more than 3 bytes"):
        open_analyzer(write(protected_words="аб\n"))


def test_protected_words_keep_their_form(write: Write) -> None:
    analyzer = open_analyzer(write(protected_words="Стали\nинтернет-магазина\nПоиск+ # наш продукт\n"))
    assert [term.lemmas for term in analyzer.analyze("стали СТАЛИ договоры интернет-магазина").terms] == [
        ("стали",),
        ("стали",),
        ("договор",),
        ("интернет-магазина",),
    ]


@pytest.mark.parametrize(
    ("line", "problem"), [("два слова", "several words"), ("—", "no letter"), ("я" * 101, "longer")]
)
def test_faulty_protected_word_is_named(line: str, problem: str, write: Write) -> None:
    with pytest.raises(DictionaryFileError, match=f"line 1: .*{problem}"):
        open_analyzer(write(protected_words=line))


def test_chinese_words_are_kept_whole(write: Write) -> None:
    text = "云知声平台"
    words = [term.surface for term in DEFAULT.analyze(text).terms]
    analyzer = open_analyzer(write(chinese_words="云知声平台 5 n\n"))
    assert words != [text]
    assert [term.surface for term in analyzer.analyze(text).terms] == [text]
    assert [term.surface for term in DEFAULT.analyze(text).terms] == words


@pytest.mark.parametrize("line", ["ens", "龘", "T恤", "слово"])
def test_entry_that_is_no_chinese_word_is_refused(line: str, write: Write) -> None:
    with pytest.raises(DictionaryFileError, match="is no Chinese word"):
        open_analyzer(write(chinese_words=line))


def test_latin_entry_cuts_no_word() -> None:
    analyzer = Analyzer(Dictionaries(chinese_words=("ens",)))
    assert [term.exact[0] for term in analyzer.analyze("license服务器").terms] == ["license", "服务器"]


def rewrite(path: Path, content: str) -> None:
    path.write_text(content, encoding="utf-8")
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000))  # as a later change would have it


def test_change_of_synonyms_works_at_once_and_leaves_the_fingerprint(write: Write) -> None:
    settings = write(synonyms="отпуск, каникулы")
    before = open_analyzer(settings)
    assert open_analyzer(settings) is before
    rewrite(settings.synonyms_file or Path(), "отпуск, отдых")
    assert find(settings, "отпуск") == [("отпуск", "отдых", 1)]
    assert open_analyzer(settings).fingerprint == before.fingerprint == DEFAULT.fingerprint


def test_change_of_protected_words_changes_the_fingerprint(write: Write) -> None:
    settings = write(protected_words="стали")
    before = open_analyzer(settings).fingerprint
    rewrite(settings.protected_words_file or Path(), "стали\nбанка")
    assert len({DEFAULT.fingerprint, before, open_analyzer(settings).fingerprint}) == 3


def test_order_and_comments_of_protected_words_leave_the_fingerprint(write: Write) -> None:
    before = open_analyzer(write(protected_words="стали\nбанка")).fingerprint
    assert open_analyzer(write(protected_words="# слова\nбанка\nстали\nСтали\n")).fingerprint == before


def test_faulty_change_is_told_and_the_next_good_one_is_taken(write: Write) -> None:
    settings = write(synonyms="отпуск, каникулы")
    open_analyzer(settings)
    rewrite(settings.synonyms_file or Path(), "отпуск")
    with pytest.raises(DictionaryFileError):
        open_analyzer(settings)
    rewrite(settings.synonyms_file or Path(), "отпуск, отдых и покой")
    assert find(settings, "отпуск") == [("отпуск", "отдых и покой", 1)]


def test_without_files_the_default_analyzer_is_opened() -> None:
    assert open_analyzer(read_settings()) is DEFAULT
