"""What stands before a number and says what it counts: № 44, п. 5.1, ст. 15, § 5."""

from __future__ import annotations

from typing import Final

from language.characters import WORD

# Abbreviations that before a number mean these words: «п. 5.1» is found by «пункт 5.1».
REFERENCES: Final = {
    "п": "пункт",
    "пп": "подпункт",
    "подп": "подпункт",
    "ст": "статья",
    "ч": "часть",
    "гл": "глава",
    "разд": "раздел",
    "рис": "рисунок",
    "табл": "таблица",
    "прил": "приложение",
    "стр": "страница",
    "абз": "абзац",
}
SIGN_WORDS: Final = {"§": "параграф", "№": "номер"}
NUMERO: Final = "№"

# №, N 44, No. 44, #44: one sign. "No 44" without a point is a negation.
NUMBER_SIGN: Final = rf"№{{1,2}}|(?<![{WORD}.'-])N(?:[oо]?\.(?= ?\d)|(?= \d))|(?<![{WORD}&#])#(?=\d)"
_ABBREVIATIONS: Final = "|".join(
    f"[{name[0]}{name[0].upper()}]{name[1:]}" for name in sorted(REFERENCES, key=len, reverse=True)
)
REFERENCE: Final = rf"(?<![{WORD}.-])(?:{_ABBREVIATIONS})(?=\.? ?\d)"
