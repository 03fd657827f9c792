"""Numbers, dates and plural forms as a Russian or an English reader writes them."""

from __future__ import annotations

import datetime
from typing import Final

NO_BREAK: Final = "\u00a0"
# fmt: off
MONTHS: Final = {
    "ru": (
        "января", "февраля", "марта", "апреля", "мая", "июня",
        "июля", "августа", "сентября", "октября", "ноября", "декабря",
    ),
    "en": (
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ),
}
# fmt: on
MILLISECONDS: Final = {"ru": "мс", "en": "ms"}
SECONDS: Final = {"ru": "с", "en": "s"}


def choose_plural(number: int, forms: tuple[str, ...], language: str) -> str:
    """The form that belongs to the number: Russian has three (1, 2–4, 5 and more), English two.

    >>> [choose_plural(n, ("документ", "документа", "документов"), "ru") for n in (1, 2, 5, 11, 21, 112)]
    ['документ', 'документа', 'документов', 'документов', 'документ', 'документов']
    """
    if language != "ru":
        return forms[0] if number == 1 else forms[-1]
    last, last_two = number % 10, number % 100
    if last == 1 and last_two != 11:
        return forms[0]
    return forms[1] if 2 <= last <= 4 and not 12 <= last_two <= 14 else forms[2]


def format_number(number: int, language: str) -> str:
    """The number with its thousands apart; in Russian numbers of four digits are written without a gap.

    >>> format_number(12345, "en"), format_number(1234, "ru")
    ('12,345', '1234')
    """
    if language != "ru":
        return f"{number:,}"
    return str(number) if number < 10_000 else f"{number:,}".replace(",", NO_BREAK)


def format_decimal(number: float, digits: int, language: str) -> str:
    """The number with so many digits after the comma (Russian) or point (English).

    >>> format_decimal(0.5, 2, "ru")
    '0,50'
    """
    text = f"{number:.{digits}f}"
    return text.replace(".", ",") if language == "ru" else text


def format_duration(milliseconds: float, language: str) -> str:
    """Milliseconds below a second, else seconds.

    >>> format_duration(1234, "ru"), format_duration(87.4, "en")
    ('1,2\\xa0с', '87\\xa0ms')
    """
    if milliseconds >= 1000:
        return f"{format_decimal(milliseconds / 1000, 1, language)}{NO_BREAK}{SECONDS[language]}"
    digits = 0 if milliseconds >= 10 else 1
    return f"{format_decimal(milliseconds, digits, language)}{NO_BREAK}{MILLISECONDS[language]}"


def format_day(moment: str | None, language: str) -> str | None:
    """The day of an ISO date or time in words; None where there is none or it cannot be read.

    >>> format_day("2026-11-30T20:56:06+00:00", "ru"), format_day("2026-11-30", "en")
    ('30\\xa0ноября 2026', 'November\\xa030, 2026')
    """
    try:
        day = datetime.datetime.fromisoformat(moment) if moment else None
    except ValueError:
        return None
    if day is None:
        return None
    month = MONTHS[language][day.month - 1]
    if language == "ru":
        return f"{day.day}{NO_BREAK}{month} {day.year}"
    return f"{month}{NO_BREAK}{day.day}, {day.year}"
