"""The analyzers in use: the one without a user's files, and the one that the settings ask for."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from language.analyzer import Analyzer
from language.dictionaries import Dictionaries
from language.dictionary_files import read_chinese_words, read_protected_words, read_synonyms
from language.records import Analysis, Language
from settings import Settings

__all__ = [
    "DEFAULT",
    "EXPLAIN_COLUMNS",
    "Analyzer",
    "analyze",
    "explain",
    "open_analyzer",
    "read_dictionaries",
]

EXPLAIN_COLUMNS = ("term", "offsets", "kind", "lemmas", "stems", "exact", "parts")
MOST_OPENED: Final = 8

DEFAULT: Final = Analyzer()

Paths = tuple[Path | None, Path | None, Path | None]
Stamp = tuple[int, int] | None  # time of the last change in nanoseconds, bytes; None: no file


@dataclass(frozen=True, slots=True)
class _Opened:
    """An analyzer and the state of the files it was read from."""

    analyzer: Analyzer
    stamps: tuple[Stamp, ...]


_opened: dict[Paths, _Opened] = {}
_opening = threading.Lock()


def open_analyzer(settings: Settings) -> Analyzer:
    """The analyzer with the files that the settings name; files that have changed since are read again.

    Called for every question: it costs a `stat` for each file that is set. Raises DictionaryFileError for a file that
    cannot be read or has faulty lines.
    """
    paths = (settings.synonyms_file, settings.protected_words_file, settings.chinese_words_file)
    if paths == (None, None, None):
        return DEFAULT
    stamps = tuple(map(_read_stamp, paths))
    with _opening:
        opened = _opened.get(paths)
        if opened is None or opened.stamps != stamps:
            opened = _Opened(_read_analyzer(settings, opened.analyzer if opened else DEFAULT), stamps)
            while len(_opened) >= MOST_OPENED:
                del _opened[next(iter(_opened))]
            _opened[paths] = opened
        return opened.analyzer


def read_dictionaries(settings: Settings) -> Dictionaries:
    """What the files that the settings name hold. Raises DictionaryFileError."""
    return _read_analyzer(settings, DEFAULT).dictionaries


def analyze(text: str, language: Language | None = None) -> Analysis:
    """What an analyzer without a user's files makes of `text`: see `Analyzer.analyze`."""
    return DEFAULT.analyze(text, language)


def explain(text: str, language: Language | None = None) -> list[tuple[str, ...]]:
    """A row for every term of `text`, for people to read; its columns are `EXPLAIN_COLUMNS`.

    >>> explain("Ошибка E-1042")[1]
    ('E-1042', '7-13', 'code', 'e1042 e-1042 1042', 'e1042 e-1042 1042', 'e1042 e-1042 1042', '1042')
    """
    return [
        (
            term.surface,
            f"{term.start}-{term.end}",
            term.kind.value,
            *(" ".join(forms) for forms in (term.lemmas, term.stems, term.exact, term.parts)),
        )
        for term in analyze(text, language).terms
    ]


def _read_analyzer(settings: Settings, known: Analyzer) -> Analyzer:
    """The analyzer of the files; it shares the terms of `known` where they have not changed."""
    protected = settings.protected_words_file
    chinese = settings.chinese_words_file
    words = Dictionaries(
        protected=read_protected_words(protected) if protected else frozenset(),
        chinese_words=read_chinese_words(chinese) if chinese else (),
    )
    is_same = (words.protected, words.chinese_words) == (known.dictionaries.protected, known.dictionaries.chinese_words)
    analyzer = known if is_same else Analyzer(words)
    synonyms = settings.synonyms_file
    return analyzer.with_synonyms(read_synonyms(synonyms, analyzer.analyze) if synonyms else ())


def _read_stamp(path: Path | None) -> Stamp:
    try:
        status = path.stat() if path else None
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size) if status else None
