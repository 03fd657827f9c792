"""Questions as people spoil them: another layout, typos, ё, look-alikes, capitals, no punctuation, Latin letters.

Each is a pure function of the text and a random source, and returns the text unchanged where it does not apply. The
tables are this module's own: what is measured must not be what it is measured with.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Final, NamedTuple

from benchmarks.term_streams import load_morphology

LONG_WORD: Final = 6  # letters
SEED: Final = 20261130

# Keys from left to right, row by row, with what Shift gives after them.
_LATIN_KEYS: Final = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./~QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?@#$^&"
_RUSSIAN_KEYS: Final = 'ёйцукенгшщзхъфывапролджэячсмитьбю.ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,"№;:?'
_TO_RUSSIAN: Final = dict(zip(_LATIN_KEYS, _RUSSIAN_KEYS, strict=True))
_TO_LATIN: Final = dict(zip(_RUSSIAN_KEYS, _LATIN_KEYS, strict=True))
_ROWS: Final = (
    ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"),
)
_ALPHABETS: Final = ("abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщъыьэюя")
_LOOKALIKES: Final = dict(zip("ABCEHKMOPTXYaceopxy", "АВСЕНКМОРТХУасеорху", strict=True))
# After GOST R 52535.1, as in passports; ё as yo, which people write.
_TRANSLITERATION: Final = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya".split(" "),
        strict=True,
    )
)

_CYRILLIC: Final = re.compile("[А-Яа-яЁё]")
_LETTER: Final = re.compile("[A-Za-zА-Яа-яЁё]")
_WORD: Final = re.compile(r"(?<![\w-])(?:[A-Za-z]+|[А-Яа-яЁё]+)(?![\w-])")
_YO_WORD: Final = re.compile("[А-Яа-яЁё]+")
_CODE: Final = re.compile(r"[^\W_]+(?:[-–./][^\W_]+)*")
_PUNCTUATION: Final = re.compile(r"(?<!\w)[^\w\s]+|[^\w\s]+(?!\w)|[。，、；：？！（）《》“”「」…·]")
_KEPT: Final = re.compile(r"[+#%№§$€₽°&@/\\~*=<>_-]")  # signs that mean something: C++, --option, 5 %


class Perturbation(NamedTuple):
    """A way of spoiling questions in some languages. least_share: of the clean MRR that must be left."""

    name: str
    languages: frozenset[str]
    least_share: float
    spoil: Callable[[str, random.Random], str]


def perturb(perturbation: Perturbation, text: str, question_id: str, language: str) -> str:
    """The spoilt question, always the same for an id; the text itself where the language is not concerned."""
    if language not in perturbation.languages:
        return text
    return perturbation.spoil(text, random.Random(f"{SEED}:{perturbation.name}:{question_id}"))


def type_in_other_layout(text: str, _: random.Random | None = None) -> str:
    """What the same keys give when the layouts are mixed up; signs belong to the layout of the letter before them.

    >>> type_in_other_layout("Как, где docker?")
    'Rfr? ult вщслук,'
    """
    first = _LETTER.search(text)
    is_russian = first is not None and _CYRILLIC.match(first[0]) is not None
    typed = []
    for sign in text:
        if _LETTER.match(sign):
            is_russian = _CYRILLIC.match(sign) is not None
        typed.append((_TO_LATIN if is_russian else _TO_RUSSIAN).get(sign, sign))
    return "".join(typed)


def mistype_long_words(text: str, source: random.Random) -> str:
    """One typo in every word of six letters and more of one script; words with digits or hyphens stay."""
    return _WORD.sub(lambda match: mistype(match[0], source) if len(match[0]) >= LONG_WORD else match[0], text)


def mistype(word: str, source: random.Random) -> str:
    """The word with a neighbouring key, without a letter, with one too many, or with two swapped: equally often."""
    kinds = (_replace_letter, _drop_letter, _insert_letter, _swap_letters)
    return source.choice(kinds)(word, source)


def swap_yo(text: str, _: random.Random | None = None) -> str:
    """Every ё as е; where there is none, ё in the words that the dictionary writes with it.

    >>> swap_yo("ещё ёлка"), swap_yo("Елка еще раз")
    ('еще елка', 'Ёлка ещё раз')
    """
    if "ё" in text.lower():
        return text.replace("ё", "е").replace("Ё", "Е")
    return _YO_WORD.sub(lambda match: _write_with_yo(match[0]), text)


def mix_lookalikes(text: str, _: random.Random | None = None) -> str:
    """Codes (letters and digits together) with letters of the other script that look the same.

    >>> mix_lookalikes("ошибка E-1042 на ТМ-210 в 2024 году")
    'ошибка Е-1042 на TM-210 в 2024 году'
    """
    return _CODE.sub(lambda match: _swap_scripts(match[0]) if is_code(match[0]) else match[0], text)


def is_code(word: str) -> bool:
    """Whether a run holds both a digit and a capital of a code, Latin or Cyrillic: E-1042, ТМ-210; not 3-й."""
    return re.search(r"\d", word) is not None and re.search("[A-ZА-Я]", word) is not None


def write_in_capitals(text: str, _: random.Random | None = None) -> str:
    """All capitals."""
    return text.upper()


def drop_punctuation(text: str, _: random.Random | None = None) -> str:
    """Without the marks between words; those inside words and numbers stay, and so do signs that name something.

    >>> drop_punctuation("«Где, например, 5,5 %?» — спросил он."), drop_punctuation("什么时候？")
    ('Где например 5,5 % спросил он', '什么时候')
    """
    bare = _PUNCTUATION.sub(lambda match: "".join(_KEPT.findall(match[0])) or " ", text)
    return " ".join(bare.split())


def transliterate(text: str, _: random.Random | None = None) -> str:
    """Russian in Latin letters.

    >>> transliterate("Договор о щёлочи, docker")
    'Dogovor o shchyolochi, docker'
    """
    return "".join(_write_latin(letter) for letter in text)


RUSSIAN: Final = frozenset({"ru"})
BOTH: Final = frozenset({"ru", "en"})
ALL: Final = frozenset({"ru", "en", "zh"})
PERTURBATIONS: Final = (
    Perturbation("a wrong layout", BOTH, 0.97, type_in_other_layout),
    Perturbation("b typo per long word", BOTH, 0.90, mistype_long_words),
    Perturbation("c ё/е swapped", RUSSIAN, 0.97, swap_yo),
    Perturbation("d look-alikes in codes", ALL, 0.97, mix_lookalikes),
    Perturbation("e all capitals", ALL, 0.97, write_in_capitals),
    Perturbation("f no punctuation", ALL, 0.97, drop_punctuation),
    Perturbation("g transliterated", RUSSIAN, 0.90, transliterate),
)


# Typos


def _replace_letter(word: str, source: random.Random) -> str:
    place = source.randrange(len(word))
    neighbour = source.choice(find_neighbours(word[place].lower()))
    return word[:place] + _like(word[place], neighbour) + word[place + 1 :]


def find_neighbours(letter: str) -> str:
    """The letters on the keys around it, in the same layout.

    >>> find_neighbours("a"), find_neighbours("ю")
    ('qwsz', 'джб')
    """
    for rows in _ROWS:
        for number, row in enumerate(rows):
            place = row.find("е" if letter == "ё" else letter)
            if place >= 0:
                above = rows[number - 1][place : place + 2] if number > 0 else ""
                below = rows[number + 1][max(place - 1, 0) : place + 1] if number < len(rows) - 1 else ""
                around = above + row[max(place - 1, 0) : place] + row[place + 1 : place + 2] + below
                return "".join(dict.fromkeys(around))
    raise ValueError(f"'{letter}' is on no letter key.")


def _drop_letter(word: str, source: random.Random) -> str:
    place = source.randrange(len(word))
    return word[:place] + word[place + 1 :]


def _insert_letter(word: str, source: random.Random) -> str:
    place = source.randrange(len(word) + 1)
    beside = word[min(place, len(word) - 1)]
    alphabet = _ALPHABETS[_CYRILLIC.match(beside) is not None]
    return word[:place] + _like(beside, source.choice(alphabet)) + word[place:]


def _swap_letters(word: str, source: random.Random) -> str:
    places = [place for place in range(len(word) - 1) if word[place].lower() != word[place + 1].lower()]
    if not places:
        return _drop_letter(word, source)
    place = source.choice(places)
    first, second = word[place], word[place + 1]
    return word[:place] + _like(first, second) + _like(second, first) + word[place + 2 :]


def _like(model: str, letter: str) -> str:
    return letter.upper() if model.isupper() else letter.lower()


# Letters


def _write_with_yo(word: str) -> str:
    spelt = str(load_morphology().parse(word.lower())[0].word)
    if "ё" not in spelt or len(spelt) != len(word):
        return word
    return "".join(_like(model, letter) for model, letter in zip(word, spelt, strict=True))


def _swap_scripts(code: str) -> str:
    back = {cyrillic: latin for latin, cyrillic in _LOOKALIKES.items()}
    return "".join(_LOOKALIKES.get(letter) or back.get(letter) or letter for letter in code)


def _write_latin(letter: str) -> str:
    written = _TRANSLITERATION.get(letter.lower(), letter)
    return written.capitalize() if letter.isupper() else written
