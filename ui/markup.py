"""Text that other people wrote as HTML that does nothing but show it. Every value passes through here."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence

from search.records import Stretch


def escape(text: object) -> str:
    """The text with everything that HTML could take for markup made harmless, also inside attributes.

    >>> escape('<img src="x">')
    '&lt;img src=&quot;x&quot;&gt;'
    """
    return html.escape(str(text), quote=True)


def mark(text: str, matches: Iterable[Stretch], *, start: int = 0, end: int | None = None) -> str:
    """HTML of `text[start:end]` with the matches inside it marked.

    The text is cut at the offsets first and each piece is escaped by itself, so no marker of the document's own can
    be mistaken for ours.

    >>> mark("<b>кот</b>", [(3, 6)])
    '&lt;b&gt;<mark>кот</mark>&lt;/b&gt;'
    """
    last = len(text) if end is None else end
    return "".join(
        f"<mark>{escape(piece)}</mark>" if marked else escape(piece)
        for piece, marked in _iter_pieces(text, sorted(matches), start, last)
    )


def write_link(address: str, content: str, *, class_: str, title: str = "", **data: str) -> str:
    """A link of the page. `address` is one of View.write_link; `content` is HTML already."""
    attributes = [f'class="{class_}"', f'href="{escape(address)}"', 'target="_self"']
    if title:
        attributes.append(f'title="{escape(title)}"')
    attributes.extend(f'data-{name}="{escape(value)}"' for name, value in data.items())
    return f"<a {' '.join(attributes)}>{content}</a>"


def _iter_pieces(text: str, matches: Sequence[Stretch], start: int, end: int) -> Iterator[tuple[str, bool]]:
    place = start
    for first, last in matches:
        opens, closes = max(first, place), min(last, end)
        if opens >= closes:
            continue
        if opens > place:
            yield text[place:opens], False
        yield text[opens:closes], True
        place = closes
    if place < end:
        yield text[place:end], False
