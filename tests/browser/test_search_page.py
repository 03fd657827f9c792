"""What only a browser can tell: history, scripts, sizes, colours, what is fetched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from scripts.browsing import NARROW, opened_page

pytestmark = [pytest.mark.browser, pytest.mark.node]

CARD = ".nk-card"
BOX = ".st-key-question input"
READABLE_CONTRAST = 4.5  # WCAG 2.2, 1.4.3, for text of ordinary size


def ask(tab: Page, question: str) -> None:
    tab.locator(BOX).fill(question)
    tab.locator(BOX).press("Enter")


def find(site: str, question: str, **params: str) -> str:
    return site + "?" + "&".join(f"{name}={quote(value)}" for name, value in {"q": question, **params}.items())


def test_ask_open_the_passage_and_come_back(tab: Page, site: str) -> None:
    tab.goto(site)
    expect(tab.locator(BOX)).to_be_focused()
    ask(tab, "сколько дней отпуск")
    title = tab.locator(f"{CARD} .nk-title", has_text="Положение об отпусках")
    expect(title).to_be_visible()
    expect(tab.locator(".nk-snippet mark").first).to_be_visible()

    title.click()
    passage = tab.locator(".nk-passage")
    expect(passage).to_contain_text("28 календарных дней")
    expect(passage).to_be_in_viewport()

    tab.go_back()
    expect(title).to_be_visible()
    expect(tab.locator(BOX)).to_have_value("сколько дней отпуск")
    expect(tab.locator(".nk-document")).to_have_count(0)


def test_back_and_forward_show_what_the_address_says(tab: Page, site: str) -> None:
    """F3"""
    tab.goto(site)
    for question in ("отпуск", "премия"):
        ask(tab, question)
        expect(tab).to_have_url(re.compile(re.escape(quote(question))))
        expect(tab.locator(CARD).first).to_be_visible()
    first = tab.locator(f"{CARD} .nk-title").first
    expect(first).to_have_text("Премии")

    tab.go_back()
    expect(tab).to_have_url(re.compile(re.escape(quote("отпуск"))))
    expect(tab.locator(BOX)).to_have_value("отпуск")
    expect(first).to_have_text("Положение об отпусках")

    tab.go_forward()
    expect(tab.locator(BOX)).to_have_value("премия")
    expect(first).to_have_text("Премии")

    tab.go_back()
    tab.go_back()
    expect(tab.locator(".nk-hero")).to_be_visible()
    expect(tab.locator(BOX)).to_have_value("")


def test_a_filter_is_in_the_address_and_back_takes_it_off(tab: Page, site: str) -> None:
    """F1, F3"""
    tab.goto(find(site, "отпуск"))
    expect(tab.locator(CARD).first).to_be_visible()
    chip = tab.get_by_role("radio", name="Веб-страница").or_(tab.get_by_role("button", name="Веб-страница"))
    chip.first.click()
    expect(tab).to_have_url(re.compile("type=html"))
    expect(tab.locator(CARD)).to_have_count(1)
    tab.reload()
    expect(tab.locator(CARD)).to_have_count(1)
    tab.go_back()
    expect(tab.locator(".nk-title", has_text="Положение об отпусках")).to_be_visible()


def test_what_is_being_typed_survives_another_click(tab: Page, site: str) -> None:
    """F7"""
    tab.goto(find(site, "отпуск"))
    expect(tab.locator(CARD).first).to_be_visible()
    tab.locator(BOX).fill("недописан")
    tab.locator(".nk-languages a").click()
    expect(tab.locator(".nk-count")).to_contain_text("found")
    expect(tab.locator(BOX)).to_have_value("недописан")
    expect(tab).to_have_url(re.compile(re.escape(quote("отпуск"))))


def test_the_language_is_switched_and_stays_in_the_address(tab: Page, site: str) -> None:
    tab.goto(find(site, "отпуск"))
    expect(tab.locator(".nk-count")).to_contain_text("Найдено")
    tab.locator(".nk-languages a").click()
    expect(tab.locator(".nk-count")).to_contain_text("found")
    tab.reload()
    expect(tab.locator(".nk-count")).to_contain_text("found")


def test_pages_follow_each_other(tab: Page, site: str) -> None:
    tab.goto(find(site, "насосная станция", mode="lexical"))
    expect(tab.locator(CARD)).to_have_count(10)
    tab.locator(".nk-pages a", has_text="3").click()
    expect(tab.locator(CARD)).to_have_count(5)
    expect(tab.locator(".nk-here")).to_have_text("3")


def test_nothing_from_documents_or_questions_is_executed(tab: Page, site: str) -> None:
    """F4"""
    dialogs: list[str] = []
    tab.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    tab.goto(find(site, "договор <img src=x onerror=alert(1)> <script>alert(2)</script>"))
    title = tab.locator(".nk-title", has_text="Договор")
    expect(title).to_contain_text("<img")
    title.click()
    expect(tab.locator(".nk-text")).to_contain_text("<script>")
    expect(tab.locator(".nk-text")).to_contain_text("от $5 до $10 и **жирный**")
    assert tab.locator("[data-testid=stMain] img, [data-testid=stMain] script, .katex").count() == 0
    assert "broken" not in tab.title()
    assert dialogs == []


def test_stages_are_behind_one_click(tab: Page, site: str) -> None:
    tab.goto(find(site, "отпуск"))
    tab.locator(".nk-why summary").first.click()
    expect(tab.locator(".nk-step").first).to_be_visible()
    tab.locator(".nk-how summary").click()
    expect(tab.locator(".nk-stages")).to_contain_text("Слияние")


def test_a_link_to_a_passage_is_copied(tab: Page, site: str) -> None:
    tab.goto(find(site, "отпуск"))
    tab.locator(".nk-copy").first.click()
    expect(tab.locator(".nk-copy").first).to_have_text("Скопировано")
    copied = tab.evaluate("navigator.clipboard.readText()")
    tab.goto(copied)
    expect(tab.locator(".nk-passage")).to_be_visible()


def test_nothing_is_fetched_from_elsewhere(tab: Page, site: str) -> None:
    foreign: list[str] = []
    tab.on("request", lambda request: None if is_own(request.url, site) else foreign.append(request.url))
    tab.goto(find(site, "отпуск"))
    expect(tab.locator(CARD).first).to_be_visible()
    tab.locator(f"{CARD} .nk-title").first.click()
    expect(tab.locator(".nk-document")).to_be_visible()
    assert foreign == []


def is_own(url: str, site: str) -> bool:
    return url.startswith((site, site.replace("http:", "ws:"), "data:", "blob:"))


@pytest.mark.parametrize("params", [{}, {"q": "отпуск"}, {"q": "отпуск", "doc": "it/hostile.txt"}])
def test_a_phone_needs_no_sideways_scrolling(browser: Browser, site: str, params: dict[str, str]) -> None:
    with opened_page(browser, NARROW) as tab:
        tab.goto(site + "?" + "&".join(f"{name}={quote(value)}" for name, value in params.items()))
        expect(tab.locator(".nk-hero, .nk-card, .nk-document").first).to_be_visible()
        wide = tab.evaluate("""() => [...document.querySelectorAll('[data-testid=stMain] *')]
            .filter(node => node.getBoundingClientRect().right > window.innerWidth + 1).length""")
        assert wide == 0
        assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("dark", [False, True])
def test_text_can_be_read_in_both_themes(browser: Browser, site: str, dark: bool) -> None:
    with opened_page(browser, dark=dark) as tab:
        tab.goto(find(site, "отпуск"))
        expect(tab.locator(CARD).first).to_be_visible()
        page = read_color(tab, ".stApp", "backgroundColor")
        assert (luminance(page) < 0.1) is dark
        card = read_color(tab, CARD, "backgroundColor")
        for selector, background in (
            (".nk-title", card),
            (".nk-snippet", card),
            (".nk-fact", card),
            (".nk-count", page),
        ):
            assert contrast(read_color(tab, selector, "color"), background) >= READABLE_CONTRAST, selector
        marked = read_color(tab, ".nk-snippet mark", "backgroundColor")
        assert contrast(read_color(tab, ".nk-snippet mark", "color"), marked) >= READABLE_CONTRAST


def read_color(tab: Page, selector: str, name: str) -> Sequence[float]:
    """Red, green, blue from 0 to 1."""
    value = tab.locator(selector).first.evaluate(f"node => getComputedStyle(node).{name}")
    return [int(number) / 255 for number in re.findall(r"\d+", value)[:3]]


def luminance(color: Sequence[float]) -> float:
    """Relative luminance. Source: WCAG 2.2."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """Contrast ratio, 1 to 21. Source: WCAG 2.2."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
