"""Walks a page's tree in reading order and tells the writer what stands there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborNode

from indexer.parsing.pagewriter import Page, PageWriter
from indexer.records import BlockKind


def _words(names: str) -> frozenset[str]:
    return frozenset(names.split())


# Never read: no text for people, or a second version of it.
INVISIBLE: Final = _words(
    "head script style template noscript svg iframe object canvas audio video noframes noembed datalist select"
)
FURNITURE: Final = _words("nav footer aside")  # around the document, on every page of a site
HEADINGS: Final = _words("h1 h2 h3 h4 h5 h6")
PREFORMATTED: Final = _words("pre listing xmp plaintext textarea")
LISTS: Final = _words("ul ol menu dir dl")
ITEMS: Final = _words("li dt dd")
# Begin and end a line.
BLOCKS: Final = _words(
    "html body p div section article main header nav footer aside hgroup address blockquote center details summary"
    " dialog fieldset legend figure figcaption form table caption thead tbody tfoot tr td th hr search"
)
LINE_BREAKERS: Final = HEADINGS | PREFORMATTED | LISTS | ITEMS | BLOCKS
LAYOUT_SIGNS: Final = "table, h1, h2, h3, h4, h5, h6, pre"


@dataclass(slots=True)
class _List:
    ordered: bool
    number: int


def walk_page(root: LexborNode, *, with_furniture: bool) -> Page:
    """The page's readable text; `with_furniture` takes in navigation, footers and asides."""
    return _Walk(INVISIBLE if with_furniture else INVISIBLE | FURNITURE).write(root)


class _Walk:
    """One pass without recursion: broken pages nest thousands of elements."""

    def __init__(self, skipped: frozenset[str]) -> None:
        self._skipped = skipped
        self._writer = PageWriter()
        self._lists: list[_List] = []
        self._marker = ""  # of the item whose first line is not written yet
        self._heading = 0  # level of the heading that is open and has no text yet
        self._quotes = 0
        self._raw = 0

    def write(self, root: LexborNode) -> Page:
        node: LexborNode | None = root
        while node is not None:
            if self._enter(node) and (child := node.first_child) is not None:
                node = child
                continue
            node = self._leave_to_next(node, root)
        self._flush()
        return self._writer.finish()

    def _leave_to_next(self, node: LexborNode, root: LexborNode) -> LexborNode | None:
        current: LexborNode | None = node
        while current is not None:
            self._leave(current)
            if current.mem_id == root.mem_id:  # `==` would compare the HTML of both
                return None
            if current.next is not None:
                return current.next
            current = current.parent
        return None

    def _enter(self, node: LexborNode) -> bool:
        """Reads the beginning of `node`; whether its children are to be read."""
        tag = node.tag or ""
        if node.is_text_node:
            self._add(node.text_content or "")
            return False
        if not node.is_element_node or tag in self._skipped or is_hidden(node):
            return False
        if tag == "br":
            self._writer.add_raw("\n")
        elif tag == "table" and not is_layout(node):
            self._flush()
            self._write_table(node)
            return False
        elif tag in LINE_BREAKERS:
            self._flush()
            self._open(node, tag)
        return True

    def _add(self, text: str) -> None:
        if self._raw:
            self._writer.add_raw(text)
        else:
            self._writer.add_text(text)

    def _open(self, node: LexborNode, tag: str) -> None:
        if tag in HEADINGS:
            self._heading = int(tag[1])
        elif tag in LISTS:
            self._lists.append(_List(tag == "ol", _read_number(node, "start", 1)))
        elif tag in ITEMS:
            self._marker = self._next_marker(node, tag)
        elif tag in PREFORMATTED:
            self._raw += 1
        elif tag == "blockquote":
            self._quotes += 1

    def _next_marker(self, node: LexborNode, tag: str) -> str:
        current = self._lists[-1] if self._lists else None
        if tag == "dd":
            return "  "
        if current is None or not current.ordered:
            return "- "
        number = _read_number(node, "value", current.number)
        current.number = number + 1
        return f"{number}. "

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag in self._skipped or not node.is_element_node or is_hidden(node) or tag == "br":
            return
        if tag in LINE_BREAKERS:
            self._flush()
            self._close(tag)

    def _close(self, tag: str) -> None:
        if tag in HEADINGS and self._heading:
            self._writer.write_heading(self._heading, "")
            self._heading = 0
        elif tag in LISTS:
            self._lists.pop()
            if not self._lists:
                self._writer.close_list()
        elif tag in ITEMS:
            self._marker = ""
        elif tag in PREFORMATTED:
            self._raw -= 1
        elif tag == "blockquote":
            self._quotes -= 1

    def _flush(self) -> None:
        """Writes the running text as what it is here: code, a line of a list, a quotation, a paragraph."""
        text = self._writer.take_raw() if self._raw else self._writer.take_inline()
        if not text:
            return
        if self._heading:  # a heading that was never closed holds the rest of the page: it ends with its first line
            self._writer.write_heading(self._heading, text)
            self._heading = 0
        elif self._lists or self._marker:
            self._write_item(text)
        else:
            kind = BlockKind.CODE if self._raw else BlockKind.QUOTE if self._quotes else BlockKind.PARAGRAPH
            self._writer.write_block(kind, text)

    def _write_item(self, text: str) -> None:
        """The first line of an item has its marker, what follows stands under it."""
        self._writer.write_list_line(self._marker or "  ", max(0, len(self._lists) - 1), text)
        self._marker = ""

    def _write_table(self, table: LexborNode) -> None:
        for caption in table.css("caption"):
            self._writer.add_text(read_inline(caption, self._skipped))
            self._flush()
        rows = (write_row(row, self._skipped) for row in table.css("tr"))
        text = "\n".join(row for row in rows if row)
        if self._lists:
            self._write_item(text)
        else:
            self._writer.write_block(BlockKind.TABLE, text)


def is_hidden(node: LexborNode) -> bool:
    """Whether the page hides it for good; `until-found` waits to be searched."""
    attributes = node.attributes
    return "hidden" in attributes and attributes["hidden"] != "until-found"


def is_layout(table: LexborNode) -> bool:
    """Whether the table arranges a page instead of holding data."""
    inner = any(node.mem_id != table.mem_id for node in table.css(LAYOUT_SIGNS))
    return inner or all(sum(1 for _ in _iter_cells(row)) < 2 for row in table.css("tr"))


def write_row(row: LexborNode, skipped: frozenset[str]) -> str:
    """The cells on one line, `a | b`; empty where all of them are."""
    cells = [read_inline(cell, skipped) for cell in _iter_cells(row) if not is_hidden(cell)]
    return " | ".join(cells) if any(cells) else ""


def read_inline(node: LexborNode, skipped: frozenset[str]) -> str:
    """All text below `node` on one line."""
    writer = PageWriter()
    current = node.first_child
    while current is not None:
        if current.is_text_node:
            writer.add_text(current.text_content or "")
        elif current.tag in LINE_BREAKERS or current.tag == "br":
            writer.add_text(" ")
        closed = not current.is_element_node or (current.tag or "") in skipped or is_hidden(current)
        current = _next_below(current, node, descend=not closed)
    return " ".join(writer.take_inline().split())


def _next_below(current: LexborNode, top: LexborNode, *, descend: bool) -> LexborNode | None:
    """The node after `current` in reading order, inside `top`."""
    if descend and current.first_child is not None:
        return current.first_child
    node: LexborNode | None = current
    while node is not None and node.mem_id != top.mem_id:
        if node.next is not None:
            return node.next
        node = node.parent
    return None


def _iter_cells(row: LexborNode) -> Iterator[LexborNode]:
    cell = row.first_child
    while cell is not None:
        if cell.tag in {"td", "th"}:
            yield cell
        cell = cell.next


def _read_number(node: LexborNode, attribute: str, default: int) -> int:
    value = (node.attributes.get(attribute) or "").strip()
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else default
