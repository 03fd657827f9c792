"""Bytes to text: which encoding a file without a declaration is written in.

UTF-8 proves itself. The legacy encodings (cp1251, koi8-r, cp866, gb18030) decode nearly any bytes, so each candidate's
text is scored by how much it looks like language: frequent letter pairs, capitals only where they belong, punctuation
instead of box drawing. mac-cyrillic is no candidate: it differs from cp1251 in capitals only and wins by accident.
"""

from __future__ import annotations

import codecs
import itertools
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from indexer.errors import ParseError

BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),  # before UTF-16: its mark begins with the same bytes
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# In order of preference where scores are equal.
LEGACY: Final = ("cp1251", "koi8-r", "cp866", "gb18030", "utf-16-le", "utf-16-be")

SAMPLE_CHARACTERS: Final = 20_000  # of the characters outside ASCII; more does not change the answer
PLAUSIBLE: Final = 0.15  # junk scores below 0, Russian and Chinese prose above 0.5
CERTAIN: Final = 0.35
CERTAIN_MARGIN: Final = 0.25  # to the next candidate
CERTAIN_CHARACTERS: Final = 10  # a few letters fit more than one encoding


def _read_pairs(letters: str) -> frozenset[str]:
    return frozenset(re.findall("..", letters))


# Letter pairs inside Russian words, most frequent first: these 200 make up 88 % of all pairs.
PAIRS: Final = _read_pairs(
    "стниенратопоанолнаноовроеррееттекопрликальатлетаодныосоротесисдамеготиитсоваалвозаияиеобченедетрелимвери"
    "оптьомогляланндоикциинтвеммалокиакииавпеследойазонсесимоскассаарвынтьнокилмисявитсспыхпидламачбоизыезнкл"
    "руозчапаирацдибыейаечижеурвлфиексуадрсапичнсоетулюифупднбаидрыуюврийщеегзоивдушиожктлуусевжнучздыйабграя"
    "ьзунщииххомяымючшемуудиювнезцечтукндеертжизубркуахрмзвицулгирвтыфоэтяеютбепуутнуксющажай"
)
INITIALS: Final = frozenset("пвсоидкнрзмбтугчафеэяцл")
# The most frequent characters of Chinese prose: 61 % of it.
HAN: Final = frozenset(
    "的年一是为在大中有国于人地和以学时个上后及成部日公么什会与分月线之本名不作了出西生区海主用斯长行多发站路东其方体南被亚道物北家位而色港小下新由前第球可代法尔特"
    "到他等里至子哪三电车动所加现来文市内马台山鱼要最龙香同因通期自高开天建赛间并场外号得经世称度对利目美化平德州或种队民教军入工当业全立水也巴语王理克类式广司布"
    "岛政员原合都能华二事此性两科设这过罗定士鳍任面太头拉尼系湾数制使条明食相金机少十进者约重将米城达但英正比河安形关四次联力门运战属古洲常品星兰院铁传乐表音元交"
    "型林口起列无务字如视从基县阿曾带影非们向白界心共保角些郡陆处量黄格流首统较近产则又省总受计纪江意治足花说齿点单实演身改集具提结包红"
)
HAN_PUNCTUATION: Final = frozenset("，。！？；：、（）《》“”‘’…—【】「」·")
TYPOGRAPHY: Final = frozenset("\u00a0«»–—“”„’‘…№§°±•·©®™")

# How files begin that are no text: PDF, ZIP (DOCX, XLSX), PNG, GIF, JPEG, ELF, gzip, old Office, RAR, 7z, SQLite.
MAGIC: Final = (
    b"%PDF-",
    b"PK\x03\x04",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"\x7fELF",
    b"\x1f\x8b",
    b"\xd0\xcf\x11\xe0",
    b"Rar!",
    b"7z\xbc\xaf",
    b"SQLite format",
)
CONTROL_SHARE: Final = 0.02  # a text has a stray control character at most

_CONTROLS: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_OUTSIDE_ASCII: Final = re.compile(r"[^\x00-\x7f]")


class Decoded(NamedTuple):
    """A file's text without byte order mark; `certain` is False where another encoding would fit nearly as well."""

    text: str
    encoding: str
    certain: bool


class _Scored(NamedTuple):
    score: float
    evidence: int  # characters outside ASCII
    encoding: str
    text: str


def decode(data: bytes) -> Decoded:
    """The text of `data` with the encoding found for it.

    Raises ParseError where no known encoding gives readable text; nothing is ever dropped or replaced.

    >>> decode("ПРИКАЗ ОБ УТВЕРЖДЕНИИ ПОРЯДКА".encode("koi8-r"))
    Decoded(text='ПРИКАЗ ОБ УТВЕРЖДЕНИИ ПОРЯДКА', encoding='koi8-r', certain=True)
    """
    marked = _decode_marked(data)
    if marked is not None:
        return marked
    if not _CONTROLS.search(data.decode("latin-1")):
        text = try_decode(data, "utf-8")
        if text is not None:
            return Decoded(text, "utf-8", certain=True)
    return _choose(data)


def try_decode(data: bytes, encoding: str) -> str | None:
    """The text where every byte of `data` fits `encoding`, otherwise None."""
    try:
        return data.decode(encoding)
    except (UnicodeError, LookupError):
        return None


def _decode_marked(data: bytes) -> Decoded | None:
    for mark, encoding in BOMS:
        if data.startswith(mark):
            text = try_decode(data, encoding)
            if text is not None:
                return Decoded(text, encoding, certain=True)
    return None


def _choose(data: bytes) -> Decoded:
    ranked = sorted(_iter_candidates(data), key=lambda candidate: -candidate.score)
    utf8 = try_decode(data, "utf-8")
    if not ranked or ranked[0].score < PLAUSIBLE:
        if utf8 is not None and "\0" not in utf8:  # a stray control character in a text that is UTF-8 otherwise
            return Decoded(utf8, "utf-8", certain=len(data) > 2 * CERTAIN_CHARACTERS)
        raise ParseError(_explain(data))
    best = ranked[0]
    margin = best.score - ranked[1].score if len(ranked) > 1 else 1.0
    certain = best.score >= CERTAIN and margin >= CERTAIN_MARGIN and best.evidence >= CERTAIN_CHARACTERS
    return Decoded(best.text, best.encoding, certain)


def _explain(data: bytes) -> str:
    try:
        data.decode("utf-8")
        problem = "holds zero bytes"
    except UnicodeDecodeError as error:
        problem = f"is not UTF-8 (byte {data[error.start]:#04x} at {error.start})"
    tried = ", ".join(LEGACY)
    return f"The text {problem} and none of {tried} makes it readable. Save the file as UTF-8."


def _iter_candidates(data: bytes) -> Iterator[_Scored]:
    has_zero = b"\0" in data
    for encoding in LEGACY:
        wide = encoding.startswith("utf-16")
        if has_zero and not wide:
            continue
        text = try_decode(data, encoding)
        if text is None or _CONTROLS.search(text) is not None:
            continue
        score, evidence = _score_wide(text) if wide else _score(text)
        yield _Scored(score, evidence, encoding, text)


def _score_wide(text: str) -> tuple[float, int]:
    """UTF-16 of a Latin text is ASCII after decoding, so ASCII characters count for it."""
    score, evidence = _score(text)
    ascii_count = sum(character.isascii() for character in text[:SAMPLE_CHARACTERS])
    total = evidence + ascii_count
    return ((score * evidence + ascii_count) / total, total) if total else (0.0, 0)


def _score(text: str) -> tuple[float, int]:
    """How much the characters outside ASCII look like language, at most 1, junk below 0; and how many there are."""
    total = 0.0
    evidence = 0
    for match in itertools.islice(_OUTSIDE_ASCII.finditer(text), SAMPLE_CHARACTERS):
        at = match.start()
        total += _score_character(match[0], text[at - 1 : at] or " ", text[at - 2 : at - 1] or " ")
        evidence += 1
    return (total / evidence if evidence else 0.0), evidence


def _score_character(character: str, before: str, before_that: str) -> float:
    if _is_cyrillic(character):
        return _score_letter(character, before, before_that)
    if character in TYPOGRAPHY or character in HAN_PUNCTUATION or "\uff01" <= character <= "\uff5e":
        return 0.5
    if "\u4e00" <= character <= "\u9fff":
        return 1.0 if character in HAN else 0.0
    return -1.0


def _score_letter(character: str, before: str, before_that: str) -> float:
    if not _is_cyrillic(before):
        if before.isascii() and before.isalpha():
            return -0.5
        return 0.7 if character.lower() in INITIALS else 0.0
    if character.isupper() and before.islower():
        return -1.0  # оПХБЕР
    if character.islower() and before.isupper() and _is_cyrillic(before_that):
        return -1.0  # рТЙчеф
    pair = (before + character).lower().replace("ё", "е")
    return 1.0 if pair in PAIRS else -0.2


def _is_cyrillic(character: str) -> bool:
    """Whether it is a letter of Russian, Ukrainian or Belarusian; the rest of cp1251's letters are rare in texts."""
    return "а" <= character <= "я" or "А" <= character <= "Я" or character in "ёЁіІїЇєЄґҐўЎ"


def looks_binary(sample: bytes) -> bool:
    """Whether a file that begins with `sample` is no text, whatever its name says.

    >>> looks_binary(b"%PDF-1.7 ..."), looks_binary("Текст".encode("utf-16"))
    (True, False)
    """
    if sample.startswith(MAGIC):
        return True
    if _decode_marked(sample[: len(sample) // 4 * 4]) is not None or not sample:
        return False
    controls = len(_CONTROLS.findall(sample.decode("latin-1")))
    if not controls:
        return False
    even = sample[: len(sample) // 2 * 2]
    if any(_reads_as_wide(even, encoding) for encoding in ("utf-16-le", "utf-16-be")):
        return False
    return b"\0" in sample or controls > len(sample) * CONTROL_SHARE


def _reads_as_wide(sample: bytes, encoding: str) -> bool:
    text = try_decode(sample, encoding) or try_decode(sample[:-2], encoding)  # the sample may end inside a pair
    return text is not None and not _CONTROLS.search(text) and _score_wide(text)[0] >= PLAUSIBLE
