"""Known-item questions on the error codes of a compiler's documentation: whoever asks for C2065 wants its page.

The pages are `docs/error-messages` of cpp-docs-ru (machine-translated); a page whose front matter names exactly one
code is the answer to that code. Questions are made from the code with the templates below: every way of writing it that
people use, each equally often, in Russian and English. The choice is seeded.
"""

from __future__ import annotations

import random
import re
import tarfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.public_sets import choose_split
from eval.records import Question
from indexer.parsing.markdown import parse_markdown
from indexer.records import ParsedDocument

CPP_ERRORS: Final = "cpp-errors"
ARCHIVE: Final = Path("cpp-docs-ru") / "cpp-docs-ru-md.tar.xz"
PAGES: Final = "docs/error-messages/"
QUESTIONS: Final = 300
SEED: Final = 20261130

TEMPLATES: Final = {
    "ru": (
        "{code}",
        "ошибка {code}",
        "{code} что делать",
        "как исправить {code}",
        "Ошибка компилятора {code}",
        "при сборке выдаёт {code}",
        "почему появляется {code}?",
        "что значит {code}",
        "код ошибки {code}: причина и решение",
        "не собирается проект, {code}",
    ),
    "en": (
        "error {code}",
        "{code} how to fix",
        "what does {code} mean",
        "fatal error {code}",
        "{code} visual studio",
        "getting {code} when building",
    ),
}
_CODE: Final = re.compile(r"[A-Z]{1,4}\d{3,5}")
_CAPITALS: Final = str.maketrans("ABCEHKMOPTXY", "АВСЕНКМОРТХУ")
_SMALL: Final = str.maketrans("aceopxy", "асеорху")


class ErrorPage(NamedTuple):
    """A page of the documentation as the product's parser reads it."""

    source: str
    parsed: ParsedDocument


def _join(joint: str) -> Callable[[str], str]:
    return lambda code: re.sub(r"(?<=[A-Z])(?=\d)", joint, code)


# In the order in which they are dealt out, so that each is asked equally often.
SPELLINGS: Final[dict[str, Callable[[str], str]]] = {
    "as written": str,
    "lower case": str.lower,
    "space": _join(" "),
    "space, lower case": lambda code: _join(" ")(code).lower(),
    "hyphen": _join("-"),
    "dash, lower case": lambda code: _join("–")(code).lower(),
    "Cyrillic capitals": lambda code: code.translate(_CAPITALS),
    "Cyrillic small letters": lambda code: code.lower().translate(_SMALL),
}
PLAIN_SPELLINGS: Final = frozenset({"as written", "lower case"})


def read_error_pages(folder: Path) -> list[ErrorPage] | None:
    """The pages in the order of their paths, None where the archive is absent."""
    path = folder / ARCHIVE
    if not path.is_file():
        return None
    with tarfile.open(path, "r:xz") as archive:
        texts = dict(sorted(_iter_texts(archive)))
    return [ErrorPage(name, parse_markdown(text, Path(name).stem)) for name, text in texts.items()]


def find_codes(pages: Iterable[ErrorPage]) -> dict[str, str]:
    """The page of each code that has a page of its own."""
    found: dict[str, str] = {}
    for page in pages:
        keywords = page.parsed.metadata.get("f1_keywords") or []
        codes = {str(word).upper() for word in keywords if _CODE.fullmatch(str(word).upper())}
        if len(codes) == 1:
            found.setdefault(codes.pop(), page.source)
    return found


def build_questions(codes: Sequence[str], count: int = QUESTIONS) -> list[tuple[Question, str]]:
    """Questions with the code each asks for; the question's type is the spelling of its code.

    A spelling that does not change a code (nothing looks alike in LNK) is passed over for the next one.
    """
    chooser = random.Random(SEED)
    chosen = chooser.sample(sorted(codes), min(count, len(codes)))
    built = []
    for number, code in enumerate(chosen):
        spelling, written = _spell(code, number)
        language = chooser.choice(("ru", "ru", "en"))  # two of three people here ask in Russian
        text = chooser.choice(TEMPLATES[language]).format(code=written)
        id_ = f"cpp-{code.lower()}"
        question = Question(id_, text, spelling, language, answerable=True, split=choose_split(id_), answers=())
        built.append((question, code))
    return built


def _spell(code: str, number: int) -> tuple[str, str]:
    names = list(SPELLINGS)
    dealt = number % len(names)
    written = {name: SPELLINGS[name](code) for name in [*names[dealt:], *names[:dealt]]}
    plain = {code, code.lower()}
    return next((name, text) for name, text in written.items() if name in PLAIN_SPELLINGS or text not in plain)


def _iter_texts(archive: tarfile.TarFile) -> Iterator[tuple[str, str]]:
    for member in archive:
        if member.name.startswith(PAGES) and member.name.endswith(".md"):
            file = archive.extractfile(member)
            if file is not None:
                yield member.name.removeprefix(PAGES), file.read().decode("utf-8-sig")
