"""The page as Streamlit runs it, with a searcher that counts."""

from __future__ import annotations

import pytest

from engine.errors import EngineUnavailableError
from mappings.meta import IndexMismatchError
from search.correcting import Correction, CorrectionKind
from search.records import Filter, Mode, Understood
from settings import NakhodkaError, SettingsError
from tests.ui.conftest import (
    HOSTILE,
    Page,
    follow,
    make_hit,
    make_passage,
    make_results,
    notice,
    read_html,
    run,
)


def test_an_opened_page_searches_nothing(page: Page) -> None:
    """F8"""
    session = page.visit()
    assert "Попробуйте спросить" in read_html(session)
    assert page.searcher.requests == []


def test_typing_searches_nothing_before_the_button(page: Page) -> None:
    """F8"""
    session = page.visit()
    session.text_input(key="question").input("отпуск")
    assert page.searcher.requests == []
    session.button(key="ask-button").click()
    run(session)
    assert [request.question for request in page.searcher.requests] == ["отпуск"]
    assert session.query_params["q"] == "отпуск"


def test_results_stay_when_other_things_are_clicked(page: Page) -> None:
    """F1, F8: a filter searches once, a document and the way back search nothing."""
    session = page.visit(q="отпуск")
    assert "nk-card" in read_html(session)

    session.get("button_group")[1].set_value(["markdown"])
    run(session)
    assert "nk-card" in read_html(session)
    assert "Сбросить фильтры" in read_html(session)
    assert len(page.searcher.requests) == 2
    assert page.searcher.requests[1].filters == (Filter("type", ("markdown",)),)

    follow(session, q="отпуск", type="markdown", doc="doc1.md", passage="doc1.md#1.0")
    assert "nk-document" in read_html(session)
    follow(session, q="отпуск", type="markdown")
    assert "nk-card" in read_html(session)
    follow(session, q="отпуск", type="markdown", ui="en")
    assert "1 document found" in read_html(session)
    assert len(page.searcher.requests) == 2


def test_a_run_without_changes_searches_nothing(page: Page) -> None:
    """F1"""
    session = page.visit(q="отпуск")
    run(session)
    run(session)
    assert len(page.searcher.requests) == 1


def test_widgets_show_what_the_address_says(page: Page) -> None:
    """F3: Back gives another address to the same session."""
    session = page.visit(q="отпуск", mode="lexical", language="ru")
    assert session.text_input(key="question").value == "отпуск"
    follow(session, q="премия", type="html")
    assert session.text_input(key="question").value == "премия"
    assert session.session_state["mode"] is Mode.HYBRID
    assert session.session_state["types"] == ["html"]
    assert session.session_state["languages"] == []
    assert page.searcher.requests[-1].question == "премия"


def test_a_new_question_begins_at_the_first_page_and_keeps_the_filters(page: Page) -> None:
    session = page.visit(q="отпуск", page="3", type="html", exact="1")
    assert page.searcher.requests[-1].offset == 20
    session.text_input(key="question").input("премия")
    session.button(key="ask-button").click()
    run(session)
    request = page.searcher.requests[-1]
    assert (request.offset, request.filters, request.correct) == (0, (Filter("type", ("html",)),), True)


def test_sessions_with_different_filters_do_not_share_answers(page: Page) -> None:
    """F6"""
    page.searcher.answer = lambda request: make_results(
        request.question, [make_hit(title="Для " + (request.filters[0].values[0] if request.filters else "всех"))]
    )
    first, second, third = page.visit(q="а"), page.visit(q="а", type="html"), page.visit(q="а", type="text")
    assert [name in read_html(each) for each, name in ((first, "Для всех"), (second, "Для html"))] == [True, True]
    assert "Для html" not in read_html(third)
    assert "Для text" in read_html(third)
    assert len(page.searcher.requests) == 3


def test_the_same_question_of_another_visitor_is_answered_from_memory(page: Page) -> None:
    page.visit(q="отпуск")
    assert "nk-card" in read_html(page.visit(q="отпуск"))
    assert len(page.searcher.requests) == 1


def test_a_new_index_version_is_searched_anew(page: Page) -> None:
    """F6"""
    session = page.visit(q="отпуск")
    page.backend.versions["demo"] = "nakhodka.demo.000002"
    run(session)
    assert len(page.searcher.requests) == 2


def test_an_answer_with_a_part_missing_is_not_kept(page: Page) -> None:
    """F6: the outage may be over at the next try."""
    page.searcher.answer = lambda request: make_results(request.question, notices=notice("leg_failed"))
    session = page.visit(q="отпуск")
    assert "Одна из частей поиска не ответила" in read_html(session)
    page.searcher.answer = lambda request: make_results(request.question, [make_hit()])
    run(session)
    assert "nk-card" in read_html(session)
    assert "nk-notice" not in read_html(session)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (EngineUnavailableError("Nothing answers at <url>."), "Поисковый движок не отвечает"),
        (IndexMismatchError("Built with another model."), "Коллекцию нужно собрать заново"),
        (SettingsError("A wrong value."), "Поиск не удался"),
    ],
)
def test_an_error_is_explained_and_can_be_tried_again(page: Page, error: NakhodkaError, said: str) -> None:
    """F6: the error is not kept either."""
    answer = page.searcher.answer

    def fail(request: object) -> None:
        raise error

    page.searcher.answer = fail  # type: ignore[assignment]
    session = page.visit(q="отпуск")
    assert said in read_html(session)
    assert "<url>" not in read_html(session)
    page.searcher.answer = answer
    session.button(key="retry-button").click()
    run(session)
    assert "nk-card" in read_html(session)
    assert "nk-error" not in read_html(session)


def test_a_collection_that_is_gone_is_an_error_not_a_crash(page: Page) -> None:
    assert "Такой коллекции нет" in read_html(page.visit(q="отпуск", collection="gone"))


def test_without_documents_the_page_says_how_to_bring_them_in(page: Page) -> None:
    page.backend.versions.clear()
    assert "nakhodka index PATH" in read_html(page.visit())


def test_equal_titles_and_ten_results_then_one(page: Page) -> None:
    """F7: no widget has a hit's title as its key, and nothing of the longer list stays behind."""
    ten = [make_hit(rank, make_passage(f"same.md#1.{rank}"), document_id="same.md") for rank in range(1, 11)]
    page.searcher.answer = lambda request: make_results(request.question, ten)
    session = page.visit(q="много")
    assert read_html(session).count('class="nk-card"') == 10
    page.searcher.answer = lambda request: make_results(request.question, [make_hit()])
    follow(session, q="один")
    assert read_html(session).count('class="nk-card"') == 1


def test_what_documents_and_questions_hold_is_text(page: Page) -> None:
    """F4"""
    hostile = make_hit(
        1,
        make_passage("p#1.0", HOSTILE, [(4, 7), (48, 55)], heading_path=(HOSTILE,), language="<b>"),
        make_passage("p#1.1", HOSTILE, heading_path=(HOSTILE,)),
        document_id=HOSTILE,
        title=HOSTILE,
        source=HOSTILE,
        source_type="<i>",
    )
    understood = Understood("ru", HOSTILE, (Correction(CorrectionKind.SPELLING, "a", "b"),))
    page.searcher.answer = lambda request: make_results(
        request.question, [hostile], notices=((notice("new_code")[0]._replace(message=HOSTILE)),), understood=understood
    )
    for written in (
        read_html(page.visit(q=HOSTILE)),
        read_html(page.visit(q=HOSTILE, doc=HOSTILE, passage=HOSTILE, type=HOSTILE)),
        read_html(page.visit(q=HOSTILE, collection=HOSTILE)),
    ):
        assert "<img src" not in written
        assert "<script" not in written
        assert "&lt;script&gt;" in written
        assert "<b>&lt;" not in written.replace("<b>«&lt;", "")
        assert "<i>" not in written.replace('<i class="on"></i>', "").replace('<i class="off"></i>', "")


def test_a_document_opens_with_its_passage_marked(page: Page) -> None:
    session = page.visit(q="отпуск", doc="doc1.md", passage="doc1.md#1.0")
    written = read_html(session)
    assert '<section class="nk-passage nk-target"><p>Ежегодный <mark>отпуск</mark> длится' in written
    assert "К результатам" in written
    assert page.searcher.requests == []


def test_a_document_opens_without_a_passage_and_when_the_passage_is_of_another(page: Page) -> None:
    assert "nk-target" not in read_html(page.visit(doc="doc1.md"))
    assert "nk-target" not in read_html(page.visit(doc="doc1.md", passage="doc2.md#1.0"))


def test_a_document_that_is_gone_is_said_to_be_gone(page: Page) -> None:
    assert "Этого документа больше нет" in read_html(page.visit(doc="gone.md", q="отпуск"))


def test_the_corrected_question_is_shown_with_the_way_back(page: Page) -> None:
    """A14"""
    corrections = (Correction(CorrectionKind.LAYOUT, "jngecr", "отпуск"),)
    page.searcher.answer = lambda request: make_results(
        request.question,
        [make_hit()],
        understood=Understood("ru", "отпуск", corrections) if request.correct else Understood("ru", "jngecr"),
    )
    session = page.visit(q="jngecr")
    assert "Показаны результаты для <b>«отпуск»</b>" in read_html(session)
    assert 'href="?q=jngecr&amp;exact=1"' in read_html(session)
    follow(session, q="jngecr", exact="1")
    assert page.searcher.requests[-1].correct is False
    assert "Показаны результаты" not in read_html(session)


def test_nothing_found_offers_what_can_be_done(page: Page) -> None:
    page.searcher.answer = lambda request: make_results(request.question)
    written = read_html(page.visit(q="абракадабра", mode="lexical", type="html"))
    assert "Ничего не нашлось" in written
    assert 'href="?q=%D0%B0%D0%B1%D1%80%D0%B0%D0%BA%D0%B0%D0%B4%D0%B0%D0%B1%D1%80%D0%B0&amp;mode=lexical"' in written
    assert "искать и по словам, и по смыслу" in written
    assert "снять фильтры" not in read_html(page.visit(q="абракадабра"))


@pytest.mark.parametrize("language", ["ru", "en"])
def test_both_languages_say_everything(page: Page, language: str) -> None:
    many = [make_hit(rank, make_passage(f"{rank}#1.0"), make_passage(f"{rank}#1.1")) for rank in range(1, 4)]
    page.searcher.answer = lambda request: make_results(request.question, many, total=45)
    written = read_html(page.visit(q="отпуск", ui=language, page="2"))
    said = {
        "ru": ("Найдено: 45 документов", "87\u00a0мс", "15\u00a0января 2025", "ещё 1 фрагмент", "страница 2 из 5"),
        "en": ("45 documents found", "87\u00a0ms", "January\u00a015, 2025", "1 more passage", "page 2 of 5"),
    }
    assert [text for text in said[language] if text not in written] == []


def test_another_collection_drops_the_filters_of_this_one(page: Page) -> None:
    session = page.visit(q="отпуск", type="html")
    session.selectbox(key="collection").set_value("other")
    run(session)
    assert page.searcher.requests[-1].collections == ("other",)
    assert page.searcher.requests[-1].filters == ()
