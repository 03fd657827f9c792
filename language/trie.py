"""The Russian dictionary letter by letter: which letters may follow a beginning, and which beginnings are words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final

from language.morphology import load_analyzer

Node = int  # a beginning of dictionary words; different beginnings with the same endings share one

ROOT: Final[Node] = 0
WORD_END: Final = 0x01  # what pymorphy3 writes between a word and its grammar
CACHED_NODES: Final = 100_000
_HYPHEN: Final = ord("-")
_LETTER_LEADS: Final = (0xD0, 0xD1)  # the first bytes of Cyrillic letters in UTF-8


@lru_cache(maxsize=CACHED_NODES)
def read_children(node: Node) -> Mapping[str, tuple[Node, ...]]:
    """The letters that may follow, each with the nodes they lead to: е leads on as е and as ё."""
    children: dict[str, tuple[Node, ...]] = {}
    for letter, child in _iter_letters(node):
        folded = "е" if letter == "ё" else letter
        children[folded] = (*children.get(folded, ()), child)
    return children


@lru_cache(maxsize=CACHED_NODES)
def is_word_end(node: Node) -> bool:
    """Whether a word ends here."""
    return _read_words().dct.follow_char(WORD_END, node) is not None


def follow(nodes: tuple[Node, ...], letters: str) -> tuple[Node, ...]:
    """The nodes that `letters` lead to from any of `nodes`; none where no word goes on so."""
    for letter in letters:
        nodes = tuple(child for node in nodes for child in read_children(node).get(letter, ()))
        if not nodes:
            break
    return nodes


def _iter_letters(node: Node) -> Iterator[tuple[str, Node]]:
    follow_char = _read_words().dct.follow_char
    for label, child in _iter_labels(node):
        if label in _LETTER_LEADS:
            for second, letter_end in _iter_labels(child):
                yield bytes((label, second)).decode(), letter_end
        elif label == _HYPHEN and follow_char(label, node) is not None:
            yield "-", child


def _iter_labels(node: Node) -> Iterator[tuple[int, Node]]:
    words = _read_words()
    label = words.guide.child(node)
    while label:
        child = words.dct.follow_char(label, node)
        if child is None:
            return
        yield label, child
        label = words.guide.sibling(child)


@cache
def _read_words() -> Any:
    """The words of pymorphy3's dictionary as DAWG2-Python reads them, whose nodes can be walked."""
    words = load_analyzer().dictionary.words
    if hasattr(words, "dct"):
        return words
    from dawg_python import RecordDAWG  # where the compiled reader is installed, pymorphy3 prefers it

    return RecordDAWG(words.DATA_FORMAT).load(f"{load_analyzer().dictionary.path}/words.dawg")
