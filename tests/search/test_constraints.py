"""What operators ask of passages: clauses, values of filters, limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from language.analysis import DEFAULT, analyze
from language.records import Language, Term
from language.synonyms import SynonymMatch
from mappings.fields import Stream
from search.asking import Asked, build_asked
from search.constraints import MOST_POSITIONS, Constraints, build_constraints
from search.filter_values import find_values, settle_filters
from search.index_facts import Clause, FacetValue, build_count_clauses_body
from search.operators import parse_operators
from search.queries import build_lexical_query, choose_lexical_weight
from search.records import Filter
from search.understanding import CLAUSES_OF_A_POSITION, understand
from settings import read_settings

VALUES = {
    "type": [FacetValue("markdown", 46), FacetValue("docx", 3)],
    "language": [FacetValue("ru", 40), FacetValue("en", 9)],
    "tag": [FacetValue("приказ", 5), FacetValue("Приказ", 1), FacetValue("учёт", 2)],
}


class FakeFacts:
    """An index that knows some values; clauses that hold one of `missing` leave nothing."""

    def __init__(self, missing: Sequence[str] = ()) -> None:
        self.missing = missing
        self.requests = 0

    def list_values(self) -> Mapping[str, Sequence[FacetValue]]:
        self.requests += 1
        return VALUES

    def count(self, clauses: Sequence[Clause], filters: Sequence[Clause]) -> list[int]:
        self.requests += 1
        return [0 if any(text in str(clause) for text in self.missing) else 1 for clause in clauses]


QUESTIONS = {
    Language.RUSSIAN: "сколько дней отпуска положено инженеру",
    Language.CHINESE: "员工每年可以休多少天带薪年假",
}


def build(question: str, facts: FakeFacts | None = None) -> Constraints:
    return build_constraints(parse_operators(question), DEFAULT, facts or FakeFacts(), [])


def codes(constraints: Constraints) -> list[str]:
    return [notice.code for notice in constraints.notices]


def test_clauses_of_every_operator(golden: Callable[[str, Any], None]) -> None:
    question = 'перенос "28 дней" -учебный -"по уходу" +аванс тип:ворд -язык:английский создан:2024 источник:hr/Ёж.md'
    constraints = build(question)
    golden("operators", {"filters": list(constraints.filters), "scoring": list(constraints.scoring)})


def test_lexical_query_with_alternatives_and_synonyms(golden: Callable[[str, Any], None]) -> None:
    analysis = analyze("срок отпуск отгул")
    leave, code = analyze("каникулы").terms, analyze("трудовой кодекс").terms
    synonyms = (SynonymMatch(0, 1, code, "", 1), SynonymMatch(1, 2, leave, "", 2))
    asked = build_asked(analysis, [[(5, 11), (12, 17)]], synonyms)
    golden("lexical_alternatives", build_lexical_query(asked, []))


def test_count_of_clauses(golden: Callable[[str, Any], None]) -> None:
    golden("count_clauses", build_count_clauses_body([{"term": {"tags": "кадры"}}], [{"term": {"language": "ru"}}]))


def test_without_operators_the_index_is_not_asked() -> None:
    facts = FakeFacts()
    understand("сколько дней отпуска", read_settings(), DEFAULT, facts=facts)
    assert facts.requests == 0


def test_a_phrase_is_looked_for_as_written_first() -> None:
    assert "body_exact" in str(build('"ежегодный отпуск"').filters)
    assert "body_lemma" not in str(build('"ежегодный отпуск"').filters)


def test_a_phrase_that_stands_in_other_forms_only_is_found_by_them_and_told() -> None:
    constraints = build('"ежегодного отпуска"', FakeFacts(["_exact"]))
    assert "body_lemma" in str(constraints.filters)
    assert codes(constraints) == ["phrase_inflected"]


@pytest.mark.parametrize("question", ['"ежегодный отпуск"', "+отпуск", '"ежегодный отпуск" OR отгул'])
def test_what_no_passage_has_is_no_condition_and_told(question: str) -> None:
    constraints = build(question, FakeFacts(["body"]))
    assert constraints.filters == ()
    assert codes(constraints) == ["phrase_missing"]


def test_alternatives_of_words_alone_are_no_condition() -> None:
    assert build("отпуск OR отгул").filters == ()


def test_what_is_left_out_is_left_out_in_every_form() -> None:
    (clause,) = build('-"по уходу"').filters
    (inner,) = clause["bool"]["must_not"]
    assert {"match_phrase"} == {name for part in inner["bool"]["should"] for name in part}
    assert "_exact" not in str(clause)


def test_words_in_quotation_marks_in_a_sentence_only_rank_higher() -> None:
    constraints = build("Кто ввёл название «тёмная материя»?")
    assert constraints.filters == ()
    assert len(constraints.scoring) == 1


@pytest.mark.parametrize(
    ("question", "filters", "told"),
    [
        ("тип:markdown", [{"terms": {"source_type": ["markdown"]}}], []),
        ("тип:Word", [{"terms": {"source_type": ["docx"]}}], []),
        ("тип:приказ", [{"terms": {"tags": ["приказ", "Приказ"]}}], []),
        ("тег:учет", [{"terms": {"tags": ["учёт"]}}], []),
        ("язык:Русский", [{"terms": {"language": ["ru"]}}], []),
        ("тип:pdf", [], ["unknown_filter_value"]),
        ("-тип:pdf", [], ["unknown_filter_value"]),
        ("тип:pdf,ворд", [{"terms": {"source_type": ["docx"]}}], ["unknown_filter_value"]),
        ("-тип:ворд", [{"bool": {"must_not": [{"terms": {"source_type": ["docx"]}}]}}], []),
        (
            "тип:ворд тип:markdown",
            [
                {
                    "bool": {
                        "should": [{"terms": {"source_type": ["docx"]}}, {"terms": {"source_type": ["markdown"]}}],
                        "minimum_should_match": 1,
                    }
                }
            ],
            [],
        ),
        ("создан:2024", [{"range": {"created": {"gte": "2024-01-01", "lte": "2024-12-31||/d"}}}], []),
    ],
)
def test_filters_in_a_question(question: str, filters: list[Clause], told: list[str]) -> None:
    constraints = build(f"отпуск {question}")
    assert (list(constraints.filters), codes(constraints)) == (filters, told)


def test_a_value_that_no_document_has_is_searched_as_text() -> None:
    constraints = build("отпуск тип:регламент быстро")
    assert [part.text for part in constraints.parts] == ["отпуск", "регламент", "быстро"]
    assert "markdown, docx" in constraints.notices[0].message


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
        ("type", "DOCX", ("docx",)),
        ("type", " ворд ", ("docx",)),
        ("type", "пдф", ()),
        ("language", "English", ("en",)),
        ("language", "中文", ()),
        ("tag", "УЧЕТ", ("учёт",)),
        ("tag", "ворд", ()),
    ],
)
def test_values_as_people_write_them(field: str, value: str, found: tuple[str, ...]) -> None:
    assert find_values(field, value, VALUES[field]) == found


def test_a_filter_of_the_request_with_an_unknown_value_stays_and_is_told() -> None:
    filters, notices = settle_filters((Filter("type", ("DOCX", "pdf")), Filter("source", ("a.md",))), FakeFacts())
    assert filters == (Filter("type", ("docx", "pdf")), Filter("source", ("a.md",)))
    assert [notice.code for notice in notices] == ["unknown_filter_value"]
    assert "'pdf'" in notices[0].message
    assert "markdown, docx" in notices[0].message


def count_clauses(query: Any) -> int:
    """Words in queries, as the engine counts them: each alternative of each position in each field."""
    if isinstance(query, Mapping):
        text = query.get("query")
        if isinstance(text, str):
            return sum(len(position.split("|")) for position in text.split())
        return sum(map(count_clauses, query.values()))
    return sum(map(count_clauses, query)) if isinstance(query, list) else 0


@pytest.mark.parametrize(
    "question",
    [
        " ".join(f"слово{number} стали" for number in range(400)),
        " ".join(f'"{number} слов стали под номером {number}"' for number in range(100)),
        " ".join(f"-слово{number}" for number in range(300)) + " отпуск",
        " OR ".join(f"слово{number}" for number in range(300)),
        '"' + "стали " * 45 + '" отпуск -"' + "стали " * 45 + '"',
        " ".join(f"+стали{number}" for number in range(100)),
        "как назвать " + " ".join(f'"стали {number}"' for number in range(100)) + "?",
    ],
)
def test_queries_stay_below_the_engine_s_limit_of_clauses(question: str) -> None:
    understood = understand(question, read_settings(), DEFAULT, facts=FakeFacts())
    constraints = understood.constraints
    lexical = build_lexical_query(understood.asked, constraints.filters, constraints.scoring)
    assert 0 < count_clauses(lexical) <= 1024
    assert constraints.positions <= MOST_POSITIONS
    assert 900 - CLAUSES_OF_A_POSITION * MOST_POSITIONS > 0


def test_a_document_with_what_was_written_has_everything_that_one_with_the_synonym_has() -> None:
    """The synonym stands at the position of the word, and the word alone is asked once more."""
    analysis = analyze("отпуск")
    asked = build_asked(analysis, synonyms=[SynonymMatch(0, 1, analyze("каникулы").terms, "", 1)])
    query = build_lexical_query(asked, [])
    assert query is not None
    both, alone = query["bool"]["must"][0]["bool"]["should"][0]["dis_max"]["queries"][0]["bool"]["should"]
    assert both["match"]["body_lemma"]["query"] == "отпуск|каникулы"
    assert alone["match"]["body_lemma"]["query"] == "отпуск"


def test_synonyms_are_told_and_marked() -> None:
    class WithSynonyms(type(DEFAULT)):  # type: ignore[misc]
        def find_synonyms(self, analysis: Any) -> tuple[SynonymMatch, ...]:
            return (SynonymMatch(0, 1, analyze("трудовой кодекс").terms, "тк, трудовой кодекс", 4),)

    question = understand("ТК срок", read_settings(), WithSynonyms(), facts=FakeFacts())
    assert [synonym._asdict() for synonym in question.understood.synonyms] == [
        {"original": "ТК", "replacement": "трудовой кодекс", "rule": "тк, трудовой кодекс", "line": 4}
    ]
    assert [term.surface for term in question.extra_terms] == ["трудовой", "кодекс"]
    assert "line 4" in question.describe()["synonyms"]
    quoted = understand('"ТК" срок', read_settings(), WithSynonyms(), facts=FakeFacts())
    assert quoted.synonyms == ()


def test_a_group_of_alternatives_is_one_thing_that_is_looked_up() -> None:
    asked = understand("отпуск OR отгул OR больничный", read_settings(), DEFAULT, facts=FakeFacts()).asked
    assert (asked.size, [len(group) for group in asked.groups]) == (1, [3])
    one = build_asked(analyze("отпуск"))
    weights = {choose_lexical_weight(each, Language.RUSSIAN, read_settings()) for each in (asked, one)}
    assert len(weights) == 1


def test_the_lexical_leg_weighs_more_for_chinese_and_for_what_is_looked_up() -> None:
    settings = read_settings()
    asked = {language: build_asked(analyze(text)) for language, text in QUESTIONS.items()}
    weights = {language: choose_lexical_weight(each, language, settings) for language, each in asked.items()}
    assert settings.weight_lexical == weights[Language.RUSSIAN] < weights[Language.CHINESE]
    code = build_asked(analyze("что значит ошибка E-1042 на стенде"))
    assert choose_lexical_weight(code, Language.RUSSIAN, settings) > weights[Language.CHINESE]
    sentence = build_asked(analyze("how do I reset my password"))
    assert choose_lexical_weight(sentence, Language.ENGLISH, settings) == settings.weight_lexical
    vector_alone = settings.model_copy(update={"weight_lexical": 0.0})
    assert choose_lexical_weight(code, Language.RUSSIAN, vector_alone) == 0


def test_operators_can_be_switched_off() -> None:
    question = understand('"отпуск" -учебный тип:pdf', read_settings(), DEFAULT)
    assert question.text == '"отпуск" -учебный тип:pdf'
    assert question.operators == ()


def test_words_repeated_again_and_again_are_embedded_once() -> None:
    question = understand("насос " * 333, read_settings(), DEFAULT)
    assert question.text == "насос"
    assert [notice.code for notice in question.notices] == ["question_cut"]


def test_what_asks_for_nothing_is_empty() -> None:
    assert Asked(()).is_empty
    terms: tuple[Term, ...] = analyze("отпуск").terms
    assert not Asked(terms).is_empty
    assert terms[0].whole_forms(Stream.LEMMA) == ("отпуск",)
