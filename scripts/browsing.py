"""Debian's Chromium, driven by Playwright: for the tests of the page and for its pictures."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE: Final = (1280, 900)
NARROW: Final = (390, 844)
PATIENCE_MS: Final = 60_000  # the first page imports everything: half a minute on a busy machine


def find_chromium() -> str | None:
    """The path of the browser, None where none is installed."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def opened_browser(path: str) -> Iterator[Browser]:
    """The browser, closed afterwards."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened_page(
    browser: Browser, size: tuple[int, int] = WIDE, *, dark: bool = False, scale: float = 1
) -> Iterator[Page]:
    """A tab of its own visitor, of the size of a desk's or a phone's screen."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        device_scale_factor=scale,
        locale="ru-RU",
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.set_default_timeout(PATIENCE_MS)
    try:
        yield context.new_page()
    finally:
        context.close()
