"""What of a question is an operator. A row: the question, what is searched, the operators as 'kind text'."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from search.operator_tokens import MOST_OPERATORS, OperatorKind
from search.operators import Operator, join_parts, locate_parts, parse_operators

PHRASES = [
    ('"ежегодный отпуск"', "ежегодный отпуск", ["phrase ежегодный отпуск"]),
    ("«ежегодный отпуск»", "ежегодный отпуск", ["phrase ежегодный отпуск"]),
    ("“annual leave” days", "annual leave days", ["phrase annual leave"]),
    ("„отпуск за свой счёт“", "отпуск за свой счёт", ["phrase отпуск за свой счёт"]),
    ("「数据库」备份", "数据库 备份", ["phrase 数据库"]),
    ("退款“三天”内", "退款 三天 内", ["phrase 三天"]),
    ('"E-1042"?', "E-1042?", ["phrase E-1042"]),
    ('как -учебный "28 дней" отпуска', "как 28 дней отпуска", ["excluded учебный", "phrase 28 дней"]),
    ('перенос "28 дней" отпуска', "перенос 28 дней отпуска", ["phrase 28 дней"]),
    ('"отпуск"', "отпуск", ["phrase отпуск"]),
    ('" отпуск "', "отпуск", ["phrase отпуск"]),
    ('"один", "два"', "один, два", ["phrase один", "phrase два"]),
    ('("один два")', "(один два)", ["phrase один два"]),
    ('"E-1042"', "E-1042", ["phrase E-1042"]),
    ('+"точная фраза"', "точная фраза", ["phrase точная фраза"]),
    ('"один -два тип:pdf"', "один -два тип:pdf", ["phrase один -два тип:pdf"]),
    ("«Положение „Об отпусках“»", "Положение „Об отпусках“", ["phrase Положение „Об отпусках“"]),
]
MENTIONS = [
    ("Кто ввёл название «кислород»?", "Кто ввёл название кислород?", ["mention кислород"]),
    ("как настроить «автоответ на почте»", "как настроить автоответ на почте", ["mention автоответ на почте"]),
    ("в каком городе выходила газета «Колокол»", "в каком городе выходила газета Колокол", ["mention Колокол"]),
    ('what is "annual leave"', "what is annual leave", ["mention annual leave"]),
    ("有多少个国家包含“亚马逊”？", "有多少个国家包含 亚马逊？", ["mention 亚马逊"]),
    ('как оформить +"без содержания"', "как оформить без содержания", ["phrase без содержания"]),
]
EXCLUDED = [
    ("отпуск -декретный", "отпуск", ["excluded декретный"]),
    ("-декретный отпуск", "отпуск", ["excluded декретный"]),
    ("отпуск \u2212декретный", "отпуск", ["excluded декретный"]),
    ('отпуск -"по уходу"', "отпуск", ["excluded по уходу"]),
    ("отпуск -«по уходу»", "отпуск", ["excluded по уходу"]),
    ("отпуск -декретный -учебный", "отпуск", ["excluded декретный", "excluded учебный"]),
    ("отпуск -декретный, учебный", "отпуск , учебный", ["excluded декретный"]),
    ("ошибка -E-1042", "ошибка", ["excluded E-1042"]),
    ("leave -maternity", "leave", ["excluded maternity"]),
    ("备份 -数据库", "备份", ["excluded 数据库"]),
    ("-отпуск", "", ["excluded отпуск"]),
    ("магазин -интернет-магазин", "магазин", ["excluded интернет-магазин"]),
]
REQUIRED = [
    ("отпуск +перенос", "отпуск перенос", ["required перенос"]),
    ("+договор аренды", "договор аренды", ["required договор"]),
    ("отпуск +«за свой счёт»", "отпуск за свой счёт", ["phrase за свой счёт"]),
]
FILTERS = [
    ("приказ тип:pdf", "приказ", ["filter type=pdf"]),
    ("тип:приказ отпуск", "отпуск", ["filter type=приказ"]),
    ("ТИП:PDF отпуск", "отпуск", ["filter type=PDF"]),
    ("отпуск type:html", "отпуск", ["filter type=html"]),
    ("отпуск язык:английский", "отпуск", ["filter language=английский"]),
    ("отпуск language:en", "отпуск", ["filter language=en"]),
    ("отпуск тег:кадры", "отпуск", ["filter tag=кадры"]),
    ("отпуск метка:кадры", "отпуск", ["filter tag=кадры"]),
    ("отпуск tag:hr", "отпуск", ["filter tag=hr"]),
    ("отпуск источник:hr/отпуск.md", "отпуск", ["filter source=hr/отпуск.md"]),
    ("отпуск source:faq", "отпуск", ["filter source=faq"]),
    ("отпуск дата:2024", "отпуск", ["filter modified=2024"]),
    ("отпуск изменён:2024-05", "отпуск", ["filter modified=2024-05"]),
    ("отпуск изменен:31.05.2024", "отпуск", ["filter modified=31.05.2024"]),
    ("отпуск modified:2024..2025", "отпуск", ["filter modified=2024..2025"]),
    ("отпуск дата:2024..", "отпуск", ["filter modified=2024.."]),
    ("отпуск дата:..2024", "отпуск", ["filter modified=..2024"]),
    ("отпуск создан:>=2024-01-01", "отпуск", ["filter created=>=2024-01-01"]),
    ("отпуск created:<2024", "отпуск", ["filter created=<2024"]),
    ('отпуск тип:"служебная записка"', "отпуск", ["filter type=служебная записка"]),
    ("отпуск тег:«отдел кадров»", "отпуск", ["filter tag=отдел кадров"]),
    ("отпуск тип:pdf,docx", "отпуск", ["filter type=pdf|docx"]),
    ("отпуск тип:pdf OR тип:docx", "отпуск", ["filter type=pdf|docx"]),
    ("отпуск тип:pdf тип:docx", "отпуск", ["filter type=pdf", "filter type=docx"]),
    ("отпуск -тип:pdf", "отпуск", ["filter not type=pdf"]),
    ("отпуск тип:pdf, быстро", "отпуск , быстро", ["filter type=pdf"]),
]
EITHER = [
    ("отпуск OR больничный", "отпуск больничный", ["either отпуск OR больничный"]),
    ("отпуск ИЛИ больничный", "отпуск больничный", ["either отпуск ИЛИ больничный"]),
    ("отпуск | больничный", "отпуск больничный", ["either отпуск | больничный"]),
    ("перенос отпуск OR больничный", "перенос отпуск больничный", ["either отпуск OR больничный"]),
    ("a OR b OR c", "a b c", ["either a OR b OR c"]),
    ('"за свой счёт" OR отгул', "за свой счёт отгул", ['either "за свой счёт" OR отгул', "phrase за свой счёт"]),
    ("(отпуск OR больничный) перенос", "(отпуск больничный) перенос", ["either (отпуск OR больничный)"]),
    ("API OR SDK", "API SDK", ["either API OR SDK"]),
    ("один OR два и три OR четыре", "один два и три четыре", ["either один OR два", "either три OR четыре"]),
]
TEXT = [
    "", "   ", "сколько дней отпуска", "интернет-магазин", "E-1042", "docker build --no-cache", "rm -rf", "ls -la",
    "gcc -O2", "chmod +x", "Москва - Петербург", "отпуск -", "- отпуск", "-", "--", "+", "-5 градусов",
    "+7 495 123-45-67",
    "C++", "C#", '"незакрытая кавычка', "«незакрытая", "незакрытая»", '""', "«»", '" "', '"?!"', 'монитор 27" и 24"',
    'a="b"', "http://example.com/a?b=c", r"C:\x", "12:30", "std::vector", "a:b", "тип:", "тип :pdf", "тип: pdf",
    "type::x", "прототип:pdf", "тип:-", "коллекция:demo", "access:hr", "дата:вчера", "дата:2024-13", "дата:..",
    "OR", "ИЛИ", "|", "отпуск OR", "OR отпуск", "отпуск OR OR больничный", "отпуск или больничный", "leave or pay",
    "a|b", "a || b".replace("||", "or"), "ОТПУСК ИЛИ БОЛЬНИЧНЫЙ ЗА ГОД", "AND", "NOT отпуск", "отпуск AND больничный",
    "(отпуск)", "[2024 TO", "foo~", "п. 3/2", "Кот-д'Ивуар", "'одинарные кавычки'", "d\u2019Artagnan", "-Dfoo=bar",
    "-?", "*", "\\", "🏖️", "отпуск–больничный", "–отпуск", "x -- y", "(-слово)", "5-й", "ghbrfp", "50% скидка", "@user",
    "(тип:pdf)", "\x00", "a\ud800b", "тип:,", 'ключ:"значение"', "№5", "слово-", "«а» b»".replace("«а» ", ""),
]  # fmt: skip


def describe(operator: Operator) -> str:
    if operator.kind is OperatorKind.FILTER:
        sign = "not " if operator.negated else ""
        return f"filter {sign}{operator.field}={'|'.join(operator.values)}"
    return f"{operator.kind.value} {operator.text}"


@pytest.mark.parametrize(
    ("question", "text", "operators"), [*PHRASES, *MENTIONS, *EXCLUDED, *REQUIRED, *FILTERS, *EITHER]
)
def test_operators_are_taken_out_of_the_text(question: str, text: str, operators: list[str]) -> None:
    parsed = parse_operators(question)
    assert (parsed.text, [describe(operator) for operator in parsed.operators]) == (text, operators)


@pytest.mark.parametrize("question", TEXT)
def test_everything_else_is_text(question: str) -> None:
    parsed = parse_operators(question)
    assert (parsed.text, parsed.operators) == (" ".join(question.split()), ())


def test_offsets_point_at_what_was_recognised() -> None:
    question = 'отпуск  -декретный "28 дней" тип:pdf'
    stretches = [question[operator.start : operator.end] for operator in parse_operators(question).operators]
    assert stretches == ["-декретный", '"28 дней"', "тип:pdf"]


def test_alternatives_know_their_group() -> None:
    parts = parse_operators("перенос отпуск OR больничный и a OR b").parts
    assert [(part.text, part.alternative) for part in parts if part.alternative is not None] == [
        ("отпуск", 0),
        ("больничный", 0),
        ("a", 1),
        ("b", 1),
    ]


def test_after_many_operators_the_rest_is_text() -> None:
    parsed = parse_operators("отпуск" + " -слово" * 100)
    assert len(parsed.operators) == MOST_OPERATORS
    assert parsed.text.count("-слово") == 100 - MOST_OPERATORS


TYPED = st.lists(
    st.sampled_from(
        ["отпуск", "E-1042", "-", "+", '"', "«", "»", "“", "”", "тип:", "дата:", "2024", "..", "OR", "ИЛИ", "|", " ",
         "  ", "(", ")", ",", ".", "pdf", "数据", ":", "--", "x", "\n", "\u2212", "'", "„"]
    ),
    max_size=30,
).map("".join)  # fmt: skip


@given(st.one_of(TYPED, st.text(max_size=80)))
@example('"a" "b"c"')
def test_nothing_typed_is_lost(question: str) -> None:
    """Every character that is no space lies in an operator or in a part, and parts and operators stand in order."""
    parsed = parse_operators(question)
    covered: set[int] = set()
    for start, end in [(o.start, o.end) for o in parsed.operators] + [(p.start, p.end) for p in parsed.parts]:
        assert 0 <= start < end <= len(question)
        covered.update(range(start, end))
    assert all(character.isspace() for place, character in enumerate(question) if place not in covered)
    starts = [part.start for part in parsed.parts]
    assert starts == sorted(starts)
    assert all(question[part.start : part.end] == part.text for part in parsed.parts)


@given(st.one_of(TYPED, st.text(max_size=80)))
def test_parts_are_found_again_in_the_joined_text(question: str) -> None:
    parts = parse_operators(question).parts
    joined = join_parts(parts)
    assert [joined[start:end] for start, end in locate_parts(parts)] == [part.text for part in parts]


@given(st.text(alphabet='ab -+"«»:()|', max_size=60).filter(lambda text: not parse_operators(text).operators))
def test_a_question_without_operators_is_searched_as_it_is(question: str) -> None:
    assert parse_operators(question).text == " ".join(question.split())
