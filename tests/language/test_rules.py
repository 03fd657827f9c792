"""Rules are named, in order, and can be left out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from language.analysis import Analyzer, analyze
from language.rules import BASIS, RULE_GROUPS, RULES, RULES_BY_NAME, RuleGroupError
from mappings.fields import Stream

EVERYTHING = (
    "Догово\u0301р о подъёме стали, Петровна оплачивает ПО E-1042, Г\u004f\u0043\u0054, приёма на работу 12 000 5,5 кг "
    "中华人民共和国 интернет-магазина getUserName http://a.ru/b API-шка 5 мая 2024 г. John's policies café C++17 "
    "資料庫 § 5"
)


def test_names_are_different_and_each_rule_is_explained_by_an_instance() -> None:
    assert len(RULES_BY_NAME) == len(RULES)
    for rule in RULES:
        assert rule.explanation.endswith(".")
        assert rule.group == BASIS or rule.group in RULE_GROUPS


@pytest.mark.parametrize("text", [EVERYTHING])
def test_every_form_names_a_rule(text: str) -> None:
    for term in analyze(text).terms:
        made = {form for form, _ in term.origins}
        assert made == {form for stream in Stream for form in term.forms(stream)}
        assert {rule for _, rule in term.origins} <= set(RULES_BY_NAME)


@pytest.mark.parametrize("group", RULE_GROUPS)
def test_group_left_out_makes_no_form(group: str) -> None:
    terms = Analyzer(without={group}).analyze(EVERYTHING).terms
    assert terms
    made = {RULES_BY_NAME[rule].group for term in terms if len(term.origins) > 1 for _, rule in term.origins}
    assert all(term.forms(stream) for term in terms for stream in Stream)
    if group != "cleaning":
        assert group not in made


@settings(max_examples=25)
@given(st.text(max_size=40), st.sets(st.sampled_from(RULE_GROUPS)))
def test_any_groups_may_be_left_out_of_any_text(text: str, without: set[str]) -> None:
    position = 0
    for term in Analyzer(without=without).analyze(text).terms:
        assert position <= term.start < term.end <= len(text)
        position = term.end
        assert all(term.forms(stream) for stream in Stream)


LEFT_OUT = [
    # group | text | a form that is lost or that takes its place
    ("lemma-alternatives", "стали", "сталь", None),
    ("patronymics", "Петровны", "петровна", "петрович"),
    ("aspect-pairs", "оплачивать", "оплатить", None),
    ("stem-repairs", "объема", "объем", None),
    ("function-word-guard", "доем", None, "до"),
    ("look-alikes", "Г\u004f\u0043\u0054", "гост", None),
    ("compounds", "интернет-магазин", "интернетмагазин", None),
    ("code-parts", "E-1042", "1042", None),
    ("code-forms", "E-1042", "e1042", None),
    ("cleaning", "догово\u0301р", "договор", None),
]


@pytest.mark.parametrize(("group", "text", "lost", "instead"), LEFT_OUT)
def test_rule_left_out_is_missed(group: str, text: str, lost: str | None, instead: str | None) -> None:
    whole, rest = (
        {form for term in analyzer.analyze(text).terms for stream in Stream for form in term.forms(stream)}
        for analyzer in (Analyzer(), Analyzer(without={group}))
    )
    if lost and group != "stem-repairs":
        assert lost in whole
        assert lost not in rest
    if group == "stem-repairs":
        assert [
            form for form, rule in Analyzer(without={group}).analyze(text).terms[0].origins if rule == "noun-base"
        ] == []
    if instead:
        assert instead in rest
        assert instead not in whole


def test_unknown_group_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RuleGroupError, match=r"'lemas'.*lemma-alternatives"):
        Analyzer(without={"lemas"})
