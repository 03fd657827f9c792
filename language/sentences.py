"""Where sentences end in Russian, English and Chinese text.

Every place where one may end is shown to `RULES` in order; the first rule with an answer wins.
The shape follows razdel (https://github.com/natasha/razdel): rules as a list one can read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from language.abbreviations import AMBIGUOUS, LEADING, LETTERED, NUMBERED, PLACE, TRAILING

CONTEXT: Final = 48  # characters a rule sees on each side
WORD_CHARACTERS: Final = 16  # no abbreviation is longer
LABEL_ENDS: Final = "0123456789IVXivx"
LINE_ENDS: Final = tuple(";:,.!?…)")
OPENERS: Final = "«„“\"'‘([{-–—*_ "


_BOUNDARY: Final = re.compile(
    r"(?P<blank>\n[^\S\n]*+\n\s*+)"
    r"|(?P<item>\n\s*+)(?=(?:[-*+•–—]|\d{1,3}[.)]|[^\W\d_]\))\s)"
    r"|(?P<han>[。！？；]++[”’」』）】》\"]*+|(?<=[\u4e00-\u9fff])[!?]++(?=[\u4e00-\u9fff])"
    r"|…{2,}+(?=[\u4e00-\u9fff”’」』])[”’」』]*+)\s*+"
    r"|(?<![.!?…])(?P<end>[.!?…]++)[»”“\"'’)\]}*_]*+(?:\[\d{1,3}\])*+(?:\s++|\Z)"
)
_LEFT_WORD: Final = re.compile(r"(?:^|(?<=[\s(«\"„\[,;:]))((?:[^\W\d_]{1,12}[.-]){0,3}[^\W_]{1,12})\Z")
_LIST_ITEM: Final = re.compile(r"(?:[-*+•–—]|\d{1,3}[.)]|[^\W\d_]\))\s")
_NUMBER_BEFORE: Final = re.compile(r"\d\s?(?:(?:кв|куб|пог|тыс|млн|млрд)\.?\s?)?\Z")
_INITIAL: Final = re.compile(r"(?:\A|[\s(«\"„.]|\.-)([^\W\d_])\Z")
_LETTER_NAME: Final = re.compile(rf"\b(?:{LETTERED})\w{{0,5}}\.?\s[^\W\d_]\Z", re.IGNORECASE)
# Surnames by their endings, before initials (Смирновой Е. В.) and after them (Е. В. Смирновой).
_SURNAME: Final = (
    r"[А-ЯЁ][а-яё]+(?:[оеё]в|[иы]н|[сц]к|енк|чук|юк|ян|дзе|швили)(?:а|у|е|ы|о|ым|ой|ых|ий|ая|ого|ому|им|ую)?"
)
_SURNAME_BEFORE: Final = re.compile(rf"(?<!\w){_SURNAME}\s[А-ЯЁ]\.\s?[А-ЯЁ]\Z")
_SURNAME_AFTER: Final = re.compile(rf"{_SURNAME}\b")
# A number or a numbered name that opens a line or follows the end of a sentence: '5.2', 'Глава 2', '§ 5', 'IV'
_LABEL: Final = re.compile(
    rf"(?P<head>\A|\n|[!?…][»”\"')\]]*\s|[^\W_]{{5,}}[»”\"')\]]*\.[»”\"')\]]*\s)[\s#>*_-]*"
    rf"(?:(?:(?:{NUMBERED})\.?|§)\s?\d{{1,3}}(?:\.\d{{1,3}}){{0,4}}|\d{{1,3}}(?:\.\d{{1,3}}){{0,4}}|[IVX]{{1,5}})\Z",
    re.IGNORECASE,
)
_UNIT_LETTER: Final = re.compile(r"\d\s?[ВАКФНГ]\Z")
_NEXT_INITIAL: Final = re.compile(r"[^\W\d_]\.")
_MIXED_CASE: Final = re.compile(r"[a-z][A-Z]")
_LATIN_WORD: Final = re.compile(r"[a-z]{3,}")
_RUSSIAN_WORD: Final = re.compile(r"[а-яё]{5,}[»”\")]?\Z")
_STREET: Final = re.compile(r"[a-z,]\s[A-Z][a-z]+\sSt\Z")
_AND_OTHERS: Final = re.compile(r"(?<!\w)[ии]\s+пр\Z", re.IGNORECASE)
_PAIRS: Final = (("«", "»"), ("„", "“"), ("(", ")"))
_GOES_ON: Final = re.compile(r"[,;:]?\s*[a-zа-яё]|[,;]")
_COMPOUND: Final = re.compile(r"\b([тин])\.\s?([едкпнэо])\Z", re.IGNORECASE)


class Boundary(NamedTuple):
    """A place where a sentence may end.

    kind: 'blank' (an empty line), 'item' (a line that begins like one of a list), 'han' (Chinese punctuation) or 'end'
        (. ! ? …).
    before: text up to the mark; mark: the marks themselves; space: closing quotes and brackets, notes, white space;
    after: text from the next word on.
    word: the word before the mark, lower-case, compounds without spaces: 'т.е' for 'т. е'.
    opening: the first character of the next sentence behind quotes, brackets and dashes.
    """

    kind: str
    before: str
    mark: str
    space: str
    after: str
    word: str
    opening: str


Rule = Callable[[Boundary], bool | None]


def _blank_line(boundary: Boundary) -> bool | None:
    return True if boundary.kind == "blank" or boundary.space.count("\n") > 1 else None


def _chinese_mark(boundary: Boundary) -> bool | None:
    return True if boundary.kind == "han" else None


def _end_of_text(boundary: Boundary) -> bool | None:
    return True if not boundary.after else None


def _item_line(boundary: Boundary) -> bool | None:
    """«документы:\\n- паспорт»; a wrapped line may begin with a dash or a number too, after a word."""
    if boundary.kind != "item":
        return None
    line = boundary.before.rpartition("\n")[2]
    return boundary.after[0] in "-*+•" or line.rstrip().endswith(LINE_ENDS) or bool(_LIST_ITEM.match(line.lstrip()))


def _list_item_follows(boundary: Boundary) -> bool | None:
    return True if "\n" in boundary.space and _LIST_ITEM.match(boundary.after) else None


def _label(boundary: Boundary) -> bool | None:
    """«5. Критерии», «Глава 2. Сроки»: a number that opens its line or sentence counts, it does not end."""
    if boundary.mark != "." or boundary.before[-1:] not in LABEL_ENDS:
        return None
    label = _LABEL.search(boundary.before)
    if label is None:
        return None
    return None if label["head"].rstrip(" .").lower() in LEADING else False


def _number_sign_follows(boundary: Boundary) -> bool | None:
    """«2024 г. № 17», «исх. № 4»"""
    return False if _is_known(boundary) and boundary.opening in {"№", "§"} else None


def _name_follows(boundary: Boundary) -> bool | None:
    """«сломан. iPad», «остановлена. systemd»: names of products begin sentences in lower case."""
    if _is_known(boundary) or boundary.opening != boundary.after[:1]:
        return None
    if _MIXED_CASE.match(boundary.after):
        return True
    return True if _LATIN_WORD.match(boundary.after) and _RUSSIAN_WORD.search(boundary.before) else None


def _lower_case_follows(boundary: Boundary) -> bool | None:
    return False if boundary.opening.islower() else None


def _inside_pair(boundary: Boundary) -> bool | None:
    """«Что? Где? Когда?» идёт: quotes or brackets that close soon, within a sentence that goes on behind them."""
    for opener, closer in _PAIRS:
        opened, closed = boundary.before.rfind(opener), boundary.after.find(closer)
        if opened < 0 or closed < 0 or boundary.before.rfind(closer) > opened or closer in boundary.space:
            continue
        if opener not in boundary.after[:closed] and (opener == "(" or _GOES_ON.match(boundary.after, closed + 1)):
            return False
    return None


def _strong_mark(boundary: Boundary) -> bool | None:
    return True if boundary.mark != "." else None


def _initials(boundary: Boundary) -> bool | None:
    """«А. С. Пушкин», «J. Smith»; but «точку M. Найдите»: a Latin letter in Russian text is a symbol."""
    letter = _INITIAL.search(boundary.before, max(0, len(boundary.before) - 3))
    if letter is None or not letter[1].isupper() or not boundary.opening.isalpha():
        return None
    return False if letter[1].isascii() == boundary.opening.isascii() else None


def _initials_last(boundary: Boundary) -> bool | None:
    """«подписал Иванов И. И. Копию»: the surname stands before its initials, and none follows."""
    if not _ends_with_initial(boundary) or not _SURNAME_BEFORE.search(boundary.before):
        return None
    return None if _SURNAME_AFTER.match(boundary.after) else True


def _letter_name(boundary: Boundary) -> bool | None:
    """«вариант Б. Нажмите», «220 В. Частота»; but «1837 А. С. Пушкин»."""
    if not _ends_with_initial(boundary):
        return None
    is_unit = _UNIT_LETTER.search(boundary.before) and not _NEXT_INITIAL.match(boundary.after)
    return True if is_unit or _LETTER_NAME.search(boundary.before) else None


def _abbreviation_before_number(boundary: Boundary) -> bool | None:
    """«рис. 5», «5 руб. 20 коп.»"""
    return False if _is_known(boundary) and boundary.opening.isdigit() else None


def _unit_after_number(boundary: Boundary) -> bool | None:
    """«5 м. Затем», but «м. Пушкинская»."""
    if boundary.word not in AMBIGUOUS:
        return None
    number = boundary.before[: len(boundary.before) - len(boundary.word)]
    return True if _NUMBER_BEFORE.search(number) else None


def _place(boundary: Boundary) -> bool | None:
    """«в г. Москве»: without a number before it, г. is a town."""
    return False if boundary.word in PLACE else None


def _may_be_last(boundary: Boundary) -> bool | None:
    """«соль и пр. Всё», but «пр. Мира»; "on Main St. She", but "St. Petersburg"."""
    if boundary.word not in {"пр", "st"}:
        return None
    return True if _AND_OTHERS.search(boundary.before) or _STREET.search(boundary.before) else None


def _leading_abbreviation(boundary: Boundary) -> bool | None:
    return False if boundary.word in LEADING else None


def _default(boundary: Boundary) -> bool | None:
    return bool(boundary.mark)


RULES: Final[tuple[Rule, ...]] = (
    _blank_line,
    _chinese_mark,
    _end_of_text,
    _item_line,
    _list_item_follows,
    _label,
    _number_sign_follows,
    _name_follows,
    _lower_case_follows,
    _inside_pair,
    _strong_mark,
    _initials_last,
    _letter_name,
    _initials,
    _abbreviation_before_number,
    _unit_after_number,
    _place,
    _may_be_last,
    _leading_abbreviation,
    _default,
)


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of every sentence; spaces after one belong to it, so that the spans joined give back `text`.

    >>> [text[start:end] for text in ["См. рис. 5. Он поэт? Да."] for start, end in split_sentences(text)]
    ['См. рис. 5. ', 'Он поэт? ', 'Да.']
    """
    spans = []
    start = 0
    for end in _iter_ends(text):
        if end > start:
            spans.append((start, end))
            start = end
    if start < len(text):
        spans.append((start, len(text)))
    return spans


def explain_boundaries(text: str) -> list[tuple[int, str, bool]]:
    """For every place where a sentence may end: its offset, the rule that answered, and whether it ends there."""
    return [(end, *_judge(boundary)) for end, boundary in _iter_boundaries(text)]


def _iter_ends(text: str) -> Iterator[int]:
    for end, boundary in _iter_boundaries(text):
        if _judge(boundary)[1]:
            yield end


def _iter_boundaries(text: str) -> Iterator[tuple[int, Boundary]]:
    for match in _BOUNDARY.finditer(text):
        kind = match.lastgroup or ""
        mark = match[kind]
        space = text[match.end(kind) : match.end()]
        before = text[max(0, match.start() - CONTEXT) : match.start()]
        after = text[match.end() : match.end() + CONTEXT]
        opening = after.lstrip(OPENERS)[:1]
        yield match.end(), Boundary(kind, before, mark, space, after, _read_word(before, mark), opening)


def _ends_with_initial(boundary: Boundary) -> bool:
    before = boundary.before
    return boundary.mark == "." and before[-1:].isupper() and not before[-2:-1].isalnum()


def _is_known(boundary: Boundary) -> bool:
    return boundary.word in LEADING or boundary.word in TRAILING


def _read_word(before: str, mark: str) -> str:
    if mark != ".":
        return ""
    compound = _COMPOUND.search(before, max(0, len(before) - 5))
    if compound is not None:
        return f"{compound[1]}.{compound[2]}".lower()
    match = _LEFT_WORD.search(before, max(0, len(before) - WORD_CHARACTERS))
    return match[1].lower() if match else ""


def _judge(boundary: Boundary) -> tuple[str, bool]:
    for rule in RULES:
        answer = rule(boundary)
        if answer is not None:
            return rule.__name__.strip("_"), answer
    return "none", True
