"""Operators and filters on a real engine: in every mode, with the second stage and without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.records import Filter, Mode, SearchRequest
from search.searcher import Searcher
from tests.integration.conftest import Library

pytestmark = pytest.mark.node

FILES = {
    "hr/отпуск.md": "---\ntags: [Приказ]\ncreated: 2024-05-01\n---\n\nЕжегодный отпуск длится 28 дней.",
    "hr/учебный.md": "---\ncreated: 2023-01-10\n---\n\nО предоставлении учебных отпусков работникам.",
    "it/vpn.txt": "Как подключить VPN с домашнего компьютера и взять отпуск.",
    "hr/отгул.txt": "Отгул дают за работу в выходной день.",
    "site/index.html": "<html><body><p>Отпуск за свой счёт, ежегодного отпуска не отменяет.</p></body></html>",
}
EVERYWHERE = [(mode, second) for mode in Mode for second in (True, False)]


def find(searcher: Searcher, question: str, mode: Mode = Mode.HYBRID, **options: Any) -> set[str]:
    return {hit.document_id for hit in searcher.search(SearchRequest(question, mode=mode, **options)).hits}


def tell(searcher: Searcher, question: str, **options: Any) -> list[str]:
    return [notice.code for notice in searcher.search(SearchRequest(question, **options)).notices]


@pytest.fixture
def searcher(library: Library) -> Searcher:
    library.index(FILES)
    return library.open()


@pytest.mark.parametrize(("mode", "second_stage"), EVERYWHERE)
@pytest.mark.parametrize(
    ("question", "allowed"),
    [
        ("отпуск -учебный", set(FILES) - {"hr/учебный.md"}),
        ("отпуск -отпуск", {"hr/отгул.txt"}),
        ('отпуск -"свой счет"', set(FILES) - {"site/index.html"}),
        ('"ежегодный отпуск"', {"hr/отпуск.md"}),
        ('"ежегодного отпуска"', {"site/index.html"}),
        ("«ежегодные отпуска»", {"hr/отпуск.md", "site/index.html"}),
        ("+отгул отпуск", {"hr/отгул.txt"}),
        ('"ежегодный отпуск" OR отгул', {"hr/отпуск.md", "hr/отгул.txt"}),
        ("отпуск тип:html", {"site/index.html"}),
        ("отпуск тип:веб OR тип:TXT", {"site/index.html", "it/vpn.txt", "hr/отгул.txt"}),
        ("отпуск -тип:markdown", {"site/index.html", "it/vpn.txt", "hr/отгул.txt"}),
        ("отпуск тип:приказ", {"hr/отпуск.md"}),
        ("отпуск тег:ПРИКАЗ", {"hr/отпуск.md"}),
        ("отпуск источник:HR/", {"hr/отпуск.md", "hr/учебный.md", "hr/отгул.txt"}),
        ("отпуск источник:Отпуск.md", {"hr/отпуск.md"}),
        ("отпуск создан:2024", {"hr/отпуск.md"}),
        ("отпуск создан:<2024", {"hr/учебный.md"}),
        ("отпуск создан:1999", set()),
    ],
)
def test_an_operator_holds_in_every_leg_and_stage(
    searcher: Searcher, mode: Mode, second_stage: bool, question: str, allowed: set[str]
) -> None:
    results = searcher.search(SearchRequest(question, mode=mode, second_stage=second_stage))
    assert {hit.document_id for hit in results.hits} == allowed or mode is Mode.LEXICAL
    assert {hit.document_id for hit in results.hits} <= allowed
    traced = {candidate.document_id for stage in results.trace.stages for candidate in stage.candidates}
    assert traced <= allowed


def test_what_nothing_has_is_told(searcher: Searcher) -> None:
    assert tell(searcher, '"отпуск дней"') == ["phrase_missing"]
    assert tell(searcher, "«ежегодные отпуска»") == ["phrase_inflected"]
    assert tell(searcher, "отпуск тип:pdf") == ["unknown_filter_value"]
    assert tell(searcher, "-отпуск") == ["only_operators"]
    assert tell(searcher, "тип:html") == ["only_operators"]
    assert tell(searcher, "отпуск создан:1999") == ["operators_too_narrow"]
    assert tell(searcher, "отпуск тип:html") == []


def test_a_missing_phrase_within_a_filter_is_told(searcher: Searcher) -> None:
    """It is counted among what the filters leave, or an empty list would have no reason."""
    assert tell(searcher, '"ежегодный отпуск" тип:html') == ["phrase_inflected"]
    request = {"filters": (Filter("type", ("text",)),)}
    assert tell(searcher, '"28 дней" отпуск', **request) == ["phrase_missing"]


def test_either_alternative_suffices_without_loss(searcher: Searcher, library: Library) -> None:
    library.index({"x.txt": "слово первое", "y.txt": "слово второе", "z.txt": "слово первое второе"})
    fresh = library.open()
    hits = fresh.search(SearchRequest("первое OR второе", mode=Mode.LEXICAL)).hits
    scores = {hit.document_id: hit.score for hit in hits}
    assert scores["x.txt"] == pytest.approx(scores["y.txt"])
    assert scores["z.txt"] <= scores["x.txt"]  # longer, and the second word adds nothing


@pytest.mark.parametrize(
    ("rules", "question", "written", "other"),
    [
        ("отгул, каникулы", "отгул", "Дают отгул весной", "Дают каникулы весной"),
        ("отгул, каникулы", "отгул весной", "Дают отгул весной", "Дают каникулы весной"),
        ("ТК, трудовой кодекс", "ТК", "Читать ТК надо всем", "Трудовой кодекс надо всем"),
        ("ТК, трудовой кодекс", "трудовой кодекс", "Трудовой кодекс надо всем", "Читать ТК надо всем"),
    ],
)
def test_a_synonym_is_found_marked_and_never_ahead_of_what_was_written(
    library: Library, rules: str, question: str, written: str, other: str
) -> None:
    """The words of the synonym are rare, those that were written stand everywhere."""
    file = library.folder.parent / "synonyms.txt"
    file.write_text(rules + "\n", encoding="utf-8")
    settings = library.settings.model_copy(update={"synonyms_file": file})
    many = {f"z{number}.txt": written for number in range(8)}
    library = replace(library, settings=settings)
    library.index({"a.txt": other, **many})
    results = library.search(question, Mode.LEXICAL)
    scores = {hit.document_id: hit.score for hit in results.hits}
    assert set(scores) == {"a.txt", *many}
    assert min(scores[name] for name in many) > scores["a.txt"]
    (synonym_hit,) = [hit for hit in results.hits if hit.document_id == "a.txt"]
    assert synonym_hit.best.matches
    assert results.understood.synonyms[0].line == 1


@pytest.mark.parametrize(("mode", "second_stage"), EVERYWHERE)
def test_values_of_one_field_are_alternatives(searcher: Searcher, mode: Mode, second_stage: bool) -> None:
    once = (Filter("type", ("html", "text")),)
    twice = (Filter("type", ("html",)), Filter("type", ("text",)))
    allowed = {"site/index.html", "it/vpn.txt", "hr/отгул.txt"}
    for filters in (once, twice):
        found = find(searcher, "отпуск", mode, filters=filters, second_stage=second_stage)
        assert found <= allowed
        assert "site/index.html" in found


def test_a_rule_of_access_is_never_widened(library: Library) -> None:
    library.index(
        {
            "d1.md": "---\naccess: [hr]\n---\n\nОтпуск",
            "d2.md": "---\naccess: [it]\n---\n\nОтпуск",
        }
    )
    filters = (Filter("access", ("hr",)), Filter("access", ("it", "hr")))
    assert find(library.open(), "отпуск", filters=filters) == {"d1.md"}


def test_filters_of_a_request_know_no_capitals(searcher: Searcher) -> None:
    assert find(searcher, "отпуск", filters=(Filter("type", ("HTML",)),)) == {"site/index.html"}
    assert find(searcher, "отпуск", filters=(Filter("tag", ("приказ",)),)) == {"hr/отпуск.md"}


def test_a_filter_that_nothing_fits_is_told_with_what_there_is(searcher: Searcher) -> None:
    results = searcher.search(SearchRequest("отпуск", filters=(Filter("type", ("pdf",)),)))
    assert results.hits == ()
    (notice,) = results.notices
    assert notice.code == "unknown_filter_value"
    assert "html" in notice.message


def test_recognised_operators_are_in_the_answer(searcher: Searcher) -> None:
    written = json.loads(json.dumps(searcher.search(SearchRequest('"28 дней" -учебный')).as_dict()))
    assert written["understood"]["operators"] == [
        {"kind": "phrase", "start": 0, "end": 9, "text": "28 дней", "field": None, "values": [], "negated": False},
        {"kind": "excluded", "start": 10, "end": 18, "text": "учебный", "field": None, "values": [], "negated": False},
    ]
    assert written["understood"]["synonyms"] == []
    assert written["understood"]["text"] == "28 дней"


def test_operators_can_be_left_alone(searcher: Searcher) -> None:
    results = searcher.search(SearchRequest("отпуск -учебный", operators=False))
    assert results.understood.operators == ()
    assert "hr/учебный.md" in {hit.document_id for hit in results.hits}


@pytest.mark.parametrize(
    "question",
    [
        "слово стали " * 300,
        " ".join(f'"{number} слов стали под {number}"' for number in range(100)),
        " OR ".join(f"слово{number}" for number in range(300)),
        " ".join(f"-слово{number}" for number in range(300)) + " отпуск",
        "отпуск источник:" + 'ё.*[]()\\"#@&<>~' * 40,
        'отпуск источник:"' + "ёжик" * 70 + '"',
    ],
)
def test_what_is_too_much_for_one_query_is_no_error(searcher: Searcher, question: str) -> None:
    assert "leg_failed" not in tell(searcher, question)


TYPED = st.lists(
    st.sampled_from(
        ["отпуск", "E-1042", " -", " +", '"', "«", "»", " тип:", " язык:", " дата:", " источник:", "2024", "..", " OR ",
         " | ", " ", "(", ")", "html", "数据", "\\", "*", "/", "|", "\x00", "\ud800"]
    ),
    max_size=16,
).map("".join)  # fmt: skip


def test_search_answers_any_string(searcher: Searcher) -> None:
    @settings(max_examples=40, suppress_health_check=list(HealthCheck))
    @given(st.one_of(TYPED, st.text(max_size=60)), st.sampled_from(Mode))
    def answers(question: str, mode: Mode) -> None:
        results = searcher.search(SearchRequest(question, mode=mode))
        json.dumps(results.as_dict(with_trace=True))
        assert not {"leg_failed"} & {notice.code for notice in results.notices}

    answers()


# The name of the live version is kept for a moment


def test_a_version_switched_elsewhere_is_seen_within_a_second(searcher: Searcher, library: Library) -> None:
    assert find(searcher, "парковка", Mode.LEXICAL) == set()
    library.index({"new.txt": "Парковка во дворе."})
    deadline = time.monotonic() + 5  # far more than is promised, for a busy machine
    while not (found := find(searcher, "парковка", Mode.LEXICAL)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert found == {"new.txt"}


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("options", [{}, {"filters": (Filter("type", ("html",)),)}])
def test_a_version_removed_since_it_was_looked_up_is_no_error(
    library: Library, monkeypatch: pytest.MonkeyPatch, mode: Mode, options: dict[str, Any]
) -> None:
    monkeypatch.setattr("search.backend.VERSIONS_KEPT_SECONDS", 3600.0)
    library.index(FILES)
    searcher = library.open()
    assert "site/index.html" in find(searcher, "отпуск", mode)
    library.index({"a.txt": "раз"})
    library.index({"a.txt": "два"})  # the version that the searcher remembers is gone now
    assert "site/index.html" in find(searcher, "отпуск", mode, **options)


def test_a_search_needs_no_request_for_the_version_s_name(searcher: Searcher, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def resolve(engine: object, alias: str) -> list[str]:
        asked.append(alias)
        return ["some.index"]

    monkeypatch.setattr("search.backend.VERSIONS_KEPT_SECONDS", 3600.0)
    monkeypatch.setattr("search.backend.resolve_alias", resolve)
    searcher.backend._versions.clear()
    for _ in range(3):
        searcher.backend.resolve(["main"])
    assert len(asked) == 1


def test_reader_that_leaves_ends_a_search_quietly(library: Library, tmp_path: Path) -> None:
    library.index(FILES)
    questions = tmp_path / "questions.txt"
    questions.write_text("отпуск\n" * 30, encoding="utf-8")
    environment = {
        "NAKHODKA_OPENSEARCH_URL": library.settings.opensearch_url or "",
        "NAKHODKA_INDEX_PREFIX": library.settings.index_prefix,
        "NAKHODKA_EMBEDDING_MODEL": library.settings.embedding_model,
    }
    for arguments in (["--from", str(questions)], ["отпуск"]):
        process = subprocess.Popen(
            [sys.executable, "-c", "from cli import main; main()", "search", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **environment},
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read().decode()
        process.stderr.close()
        assert process.wait() == 0, errors
        assert "Traceback" not in errors
        assert "BrokenPipe" not in errors
