"""Writes the README's picture of the page from a page that runs.

make demo                                    in one terminal
.venv/bin/python scripts/take_screenshot.py  in another
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1]))

from scripts.browsing import find_chromium, opened_browser, opened_page

PICTURE: Final = Path(__file__).parents[1] / "docs" / "images" / "search-page.png"
SIZE: Final = (1120, 880)
SCALE: Final = 1.5
WARM_UP: Final = {"exact": "1"}  # the first answer also loads models and dictionaries: that is not the time of a search
LARGEST_BYTES: Final = 400_000  # the README is read over slow lines too


def main() -> None:
    """Takes the picture and says where it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", default="http://localhost:8501/", help="where the page is")
    parser.add_argument("--question", default="как вернуть деньги за подписку", help="what is asked")
    parser.add_argument("--dark", action="store_true", help="in the dark theme")
    parser.add_argument("--output", type=Path, default=PICTURE, help="the PNG file")
    options = parser.parse_args()
    path = find_chromium()
    if path is None:
        sys.exit("No Chromium was found. Install it: scripts/install_browser.sh")
    take_screenshot(path, options.address, options.question, options.output, dark=options.dark)
    size = options.output.stat().st_size
    if size > LARGEST_BYTES:
        sys.exit(f"{options.output} has {size:,} bytes, more than {LARGEST_BYTES:,}. Lower SCALE in this script.")
    sys.stdout.write(f"{options.output} ({size:,} bytes)\n")


def take_screenshot(path: str, address: str, question: str, output: Path, *, dark: bool) -> None:
    """Asks the question and writes what is seen, with the first hit's ranks opened."""
    output.parent.mkdir(parents=True, exist_ok=True)
    with opened_browser(path) as browser, opened_page(browser, SIZE, dark=dark, scale=SCALE) as tab:
        for params in ({"q": question, **WARM_UP}, {"q": question}):
            tab.goto(f"{address.rstrip('/')}/?{urlencode(params)}")
            tab.locator(".nk-card").first.wait_for()
        tab.locator(".nk-why summary").first.click()
        tab.locator(".nk-step").first.wait_for()
        tab.mouse.move(0, 0)
        tab.screenshot(path=output)


if __name__ == "__main__":
    main()
