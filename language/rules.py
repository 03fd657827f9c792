"""The rules of the analysis in the order in which they apply, each with an instance, and the groups one can leave out.

Every form of a term names the rule that made it, so that a person can see why a word was found. A group of rules is
left out (`Analyzer(without={"aspect-pairs"})`) to measure what it is worth; the rules of `BASIS` always apply.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from settings import NakhodkaError

BASIS: Final = "basis"


class RuleGroupError(NakhodkaError):
    """A group of rules was named that does not exist."""


class Rule(NamedTuple):
    """A named rule. `explanation` ends with an instance."""

    name: str
    group: str
    explanation: str


class Form(NamedTuple):
    """A spelling that a term is searched by, and the name of the rule that made it."""

    text: str
    rule: str


RULES: Final = (
    # The text before it is cut
    Rule("composed-letters", "cleaning", "A letter and its mark are one character: и + breve is й."),
    Rule("stress-marks", "cleaning", "Stress marks are taken off, those on Latin letters kept: догово́р is договор."),
    Rule("invisible-characters", "cleaning", "Soft hyphens, zero-width signs and byte order marks inside words go."),
    Rule("yo", "cleaning", "ё is written е: ёж is found by еж."),
    Rule("same-signs", "cleaning", "Every kind of space, hyphen, apostrophe and width is one: Ｅ‑１ is E-1."),
    # Words
    Rule("as-written", BASIS, "The word in lower case: Договором is договором."),
    Rule("protected-word", "user-dictionaries", "A word of the user's list is neither stemmed nor lemmatised."),
    Rule("look-alikes", "look-alikes", "A word in two scripts is read in one: ГOCT with Latin O, C, T is гост."),
    Rule("russian-lemma", BASIS, "The dictionary form of the likeliest reading: договором is договор."),
    Rule("other-reading", "lemma-alternatives", "Dictionary forms of further readings: стали is стать and сталь."),
    Rule("patronymic", "patronymics", "A woman's patronymic is its own word: Петровны is петровна, not петрович."),
    Rule("aspect-pair", "aspect-pairs", "A verb's partner in the other aspect: оплачивать also as оплатить."),
    Rule("acronym", "acronyms", "A word of capitals also stands as it is: ОС is оса and ос, СКУДом is скуд."),
    Rule("ambiguous-acronym", "acronyms", "ПО, ТО, ОТ among small letters are no prepositions: ПО is ^по."),
    Rule("snowball", BASIS, "The stem of Snowball: электронный is электрон."),
    Rule("noun-base", "stem-repairs", "A noun keeps its base where Snowball cuts it: объема is объем, not объ."),
    Rule("function-word-guard", "function-word-guard", "No content word becomes a preposition: приём is not при."),
    Rule("english-lemma", BASIS, "The singular of an English word: policies is policy."),
    Rule("without-accents", BASIS, "A Latin word without accents and apostrophes: café is cafe, O'Reilly is oreilly."),
    Rule("irregular-form", "irregular-english", "English forms that follow no rule: went is go, indices is index."),
    Rule("contracted-negation", "contractions", "A negation stays one: don't and cannot are not."),
    Rule("latin-ending", "latin-endings", "A Latin word with a Russian ending is that word: API-шка is api."),
    Rule("compound", "compounds", "Words joined by hyphens, also as one: интернет-магазина is интернет-магазин."),
    # Numbers and codes
    Rule("number", BASIS, "A number with a point: 5,5 is 5.5, 3-й is 3."),
    Rule("ordinal", "numbers", "An ordinal has one ending: 3-го and 3rd are 3-й."),
    Rule("fraction", "numbers", "A simple fraction is also a decimal: ½ and 1/2 are 0.5."),
    Rule("digit-groups", "numbers", "Digit groups are joined: 12 000, 12'000 and 12,000 in English are 12000."),
    Rule("range", "numbers", "A range is its two numbers and the whole: 5–10 is 5, 10 and 5-10."),
    Rule("dimension", "numbers", "Every multiplication sign is one: 10 х 15 is 10x15."),
    Rule("sign", "numbers", "A negative number keeps its sign: −5 is -5 and 5."),
    Rule("date", "dates", "A date is also written one way: 1 февраля 2024 г. is 2024-02-01."),
    Rule("date-month", "dates", "A date is found by its month: 01.02.2024 by «февраль 2024»."),
    Rule("phone", "phones", "A telephone number is its digits: 8 (495) 123-45-67 is 4951234567."),
    Rule("unit", "units", "A unit also goes by its name: кг and kg are килограмм, ₽ is рубль."),
    Rule("number-sign", "references", "№, N, No. and # before a number are one sign: #44 is № 44."),
    Rule("reference", "references", "An abbreviation before a number is its word: ст. 15 is статья 15."),
    Rule("code", "code-forms", "The canonical spelling of a code: Е–1042 and E 1042 are e1042."),
    Rule("spaced-code", "spaced-codes", "Letters and a number apart are a code: E 1042 is e1042."),
    Rule("identifier", "identifiers", "A name in humps is also its words: getUserName is get, user, name."),
    Rule("version-prefix", "code-parts", "A dotted number is found by its beginning: 2.1.3 by 2.1."),
    Rule("code-part", "code-parts", "The words and numbers inside a code or an address: 1042 in E-1042."),
    Rule("address", "code-forms", "An address without its protocol, a name without its version: C++17 is c++."),
    Rule("symbol", BASIS, "A sign that means something: §, №, an emoji without its colour."),
    # Chinese
    Rule("chinese-word", BASIS, "A word of a run of Han characters: 我爱北京 is 我, 爱, 北京."),
    Rule("simplified", "chinese-folding", "Traditional characters are written as simplified ones: 資料庫 is 资料库."),
    Rule("chinese-sub-word", "chinese-sub-words", "Dictionary words inside a longer one: 人民 in 中华人民共和国."),
    # Beside the whole words
    Rule("coarse", "coarse-words", "A word cut short, so that relatives meet, counts a little: московский is моско."),
    # Limits
    Rule("cut", BASIS, "A form of more than 200 characters is cut there."),
)

RULES_BY_NAME: Final = {rule.name: rule for rule in RULES}
RULE_GROUPS: Final = tuple(dict.fromkeys(rule.group for rule in RULES if rule.group != BASIS))


def check_groups(groups: Collection[str]) -> frozenset[str]:
    """The groups as a set. Raises RuleGroupError for a name that is none."""
    unknown = sorted(set(groups) - set(RULE_GROUPS))
    if unknown:
        raise RuleGroupError(f"Unknown rule group '{unknown[0]}'. Known groups: {', '.join(RULE_GROUPS)}.")
    return frozenset(groups)


def make_forms(texts: Iterable[str], rule: str) -> tuple[Form, ...]:
    """A form of each text, all made by one rule."""
    return tuple(Form(text, rule) for text in texts)


def keep_active(forms: Iterable[Form], without: Collection[str]) -> tuple[Form, ...]:
    """The forms whose rule's group is not left out."""
    return tuple(form for form in forms if RULES_BY_NAME[form.rule].group not in without)
