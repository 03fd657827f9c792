"""Suggestions while somebody types: keys, names for screen readers, focus, text that stays."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from scripts.browsing import NARROW, opened_page

pytestmark = [pytest.mark.browser, pytest.mark.node]

BOX = ".st-key-question input"
LIST = "#nk-suggestions"
OPTION = f"{LIST} [role=option]"


def type_into(tab: Page, text: str) -> None:
    tab.locator(BOX).press_sequentially(text, delay=20)


def test_a_suggestion_is_chosen_by_keys_and_answered(tab: Page, site: str) -> None:
    tab.goto(site)
    box = tab.locator(BOX)
    expect(box).to_be_focused()
    type_into(tab, "как оф")
    expect(tab.locator(OPTION)).to_have_count(2)
    expect(tab.locator(OPTION).first.locator("b")).to_have_text("Как оф")
    expect(box).to_have_attribute("role", "combobox")
    expect(box).to_have_attribute("aria-expanded", "true")

    box.press("ArrowDown")
    box.press("ArrowDown")
    chosen = tab.locator(f"{OPTION}[aria-selected=true]")
    expect(chosen).to_contain_text("Как оформить пропуск")
    expect(box).to_have_attribute("aria-activedescendant", str(chosen.get_attribute("id")))
    expect(box).to_be_focused()
    expect(box).to_have_value("как оф")

    box.press("Enter")
    expect(tab).to_have_url(re.compile(re.escape(quote("Как оформить пропуск").replace("%20", "+"))))
    expect(tab.locator(".nk-card .nk-title").first).to_have_text("Пропуска")
    expect(box).to_have_value("Как оформить пропуск")
    expect(tab.locator(LIST)).to_be_hidden()


def test_a_click_chooses_too(tab: Page, site: str) -> None:
    tab.goto(site)
    type_into(tab, "rfr ja")  # «как оф» in the other layout
    tab.locator(OPTION, has_text="оформить").click()
    expect(tab.locator(BOX)).to_have_value("Как оформить пропуск")
    expect(tab.locator(".nk-card .nk-title").first).to_have_text("Пропуска")


def test_enter_asks_what_was_typed_and_escape_leaves_it(tab: Page, site: str) -> None:
    tab.goto(site)
    box = tab.locator(BOX)
    type_into(tab, "пропу")
    expect(tab.locator(OPTION).first).to_be_visible()
    box.press("ArrowDown")
    box.press("ArrowUp")  # back to the typed text
    expect(tab.locator(f"{OPTION}[aria-selected=true]")).to_have_count(0)
    box.press("Escape")
    expect(tab.locator(LIST)).to_be_hidden()
    expect(box).to_have_attribute("aria-expanded", "false")
    expect(box).to_have_value("пропу")
    type_into(tab, "ск")
    expect(tab.locator(OPTION).first).to_be_visible()
    box.press("Enter")
    expect(tab).to_have_url(re.compile(re.escape(quote("пропуск")) + "$"))
    expect(tab.locator(LIST)).to_be_hidden()


def test_the_list_closes_when_the_box_is_left(tab: Page, site: str) -> None:
    tab.goto(site)
    type_into(tab, "пропу")
    expect(tab.locator(OPTION).first).to_be_visible()
    tab.locator(BOX).press("Tab")
    expect(tab.locator(LIST)).to_be_hidden()
    expect(tab.locator(BOX)).to_have_value("пропу")


def test_typing_goes_on_while_no_answer_comes(tab: Page, site: str) -> None:
    """Neither a slow server nor one that fails takes a letter away, and the question can still be asked."""

    def fail(route: Route) -> None:
        route.abort()

    tab.route("**/suggest?*", fail)
    tab.goto(site)
    type_into(tab, "пропуск")
    expect(tab.locator(BOX)).to_have_value("пропуск")
    expect(tab.locator(LIST)).to_be_hidden()
    tab.locator(BOX).press("Enter")
    expect(tab.locator(".nk-card").first).to_be_visible()


def test_filters_of_the_address_hold_for_suggestions(tab: Page, site: str) -> None:
    tab.goto(f"{site}?q={quote('отпуск')}&type=html")
    expect(tab.locator(".nk-card").first).to_be_visible()
    box = tab.locator(BOX)
    box.fill("")
    with tab.expect_response("**/suggest?*") as answered:
        type_into(tab, "п")
        type_into(tab, "р")
    lines = [line["text"] for line in answered.value.json()["suggestions"]]
    assert lines == ["Премии"]  # «Пропуска» is of a Markdown file


@pytest.mark.parametrize("dark", [False, True])
def test_the_list_fits_a_phone_in_both_themes_and_is_named_in_english(browser: Browser, site: str, dark: bool) -> None:
    with opened_page(browser, NARROW, dark=dark) as tab:
        tab.goto(site + "?ui=en")
        type_into(tab, "как оф")
        expect(tab.locator(OPTION).first).to_be_visible()
        expect(tab.get_by_role("listbox", name="Suggestions")).to_be_visible()
        expect(tab.locator(OPTION).first.locator("small")).to_have_text("section")
        frame = tab.locator(LIST).bounding_box()
        assert frame is not None
        assert frame["x"] >= 0
        assert frame["x"] + frame["width"] <= NARROW[0]
        background = tab.locator(LIST).evaluate("node => getComputedStyle(node).backgroundColor")
        assert (background == "rgb(255, 255, 255)") is not dark
