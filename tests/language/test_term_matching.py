"""Documents meet questions: the cases of text analysis, with a small matcher instead of an engine."""

from __future__ import annotations

import unicodedata

import pytest

from language.analysis import analyze
from language.records import Analysis, TermKind
from mappings.fields import Stream


def score_match(question: Analysis, document: Analysis) -> float:
    """Terms of the question that the document holds in any stream; a whole code counts for three."""
    score = 0.0
    for term in question.terms:
        if any(_holds(document, stream, term.whole_forms(stream)) for stream in Stream):
            score += 1
        if term.kind is TermKind.CODE and _holds(document, Stream.EXACT, term.exact[:1]):
            score += 2
    return score


def _holds(document: Analysis, stream: Stream, forms: tuple[str, ...]) -> bool:
    return any(set(forms) & set(term.forms(stream)) for term in document.terms)


def rank(question: str, documents: list[str]) -> list[str]:
    """The documents that match at all, best first."""
    scores = {document: score_match(analyze(question), analyze(document)) for document in documents}
    return sorted((document for document in documents if scores[document]), key=lambda document: -scores[document])


FOUND_TABLE = [
    # question | documents it finds | documents it does not find
    ("теплый", ["Тёплый стан", "Теплый пол"], ["Ёж", "Холодный пол"]),
    ("тёплый", ["Тёплый стан", "Теплый пол"], ["Еж"]),
    ("ТЁПЛЫЙ", ["Тёплый стан", "Теплый пол"], ["Ёж"]),
    ("пчёлы", ["пчелы", "Пчела"], ["пчеловод"]),
    ("объём", ["расчёт объёма работ", "объем", "ОБЪЕМОМ"], ["объезд"]),
    ("объема", ["объём поставки"], ["объезд"]),
    ("подъем", ["угол подъёма", "подъёмом"], ["подъезд"]),
    ("водоёма", ["Водоем"], ["водовод"]),
    ("проем", ["ширина проёма"], ["проезд"]),
    ("приём", ["Порядок приёма на работу", "приему"], ["При пожаре звоните 112"]),
    ("заём", ["Договор займа между сотрудником и компанией"], ["За пожаром", "затем"]),
    ("наём", ["Наём персонала", "найма"], ["на работу"]),
    ("отъём", ["отъёма имущества"], ["от пожара"]),
    ("Петровна", ["Иванова Анна Петровна"], ["Пётр Петрович"]),
    ("опора", ["Крепление к опоре ЛЭП"], ["Марка стали 09Г2С"]),
    ("сталь", ["Марка стали 09Г2С"], ["Крепление к опоре ЛЭП"]),
    ("банка", ["банки с краской", "реквизиты банка"], ["банкет"]),
    ("зал", ["перед залом"], ["заливка"]),
    ("договор", ["Догово\u0301р аренды. Замо\u0301к."], ["доклад"]),
    ("замок", ["Догово\u0301р аренды. Замо\u0301к."], ["заметка"]),
    ("электронный документ", ["элек\u00adтрон\u00adный доку\u200bмент\ufeff"], ["мент"]),
    ("рабочий район", [unicodedata.normalize("NFD", "Рабочий район.md")], ["рыба"]),
    ("миксер", ["Миксер кухонный"], ["Микшер звуковой"]),
    ("E-1042", ["Ошибка \u0415-1042", "Ошибка E–1042", "Ошибка E 1042", "e1042"], ["1042 рубля", "Ошибка E-1043"]),
    ("ГОСТ 12.0.004-2015", ["Г\u004f\u0043\u0054 12.0.004-2015"], ["12.0.230-2007"]),
    ("COP", ["COP 27"], ["СОР и мусор"]),
    ("СОР", ["сор и мусор"], ["COP"]),
    ("1042", ["Ошибка E-1042", "1042 рубля"], ["Ошибка E-1043"]),
    ("ГОСТ", ["错误代码E-1042，见 ГОСТ 12.0.004-2015"], ["Г О С Т"]),
    ("错误代码", ["错误代码E-1042，见 ГОСТ 12.0.004-2015"], ["服务器"]),
    ("代码", ["错误代码"], ["服务器"]),
    ("license", ["license服务器"], ["lic ens e"]),
    ("магазин", ["интернет-магазина"], ["маг"]),
    ("интернет-магазин", ["Интернет-магазины"], ["инструкция"]),
    ("wifi", ["Wi-Fi", "wi–fi"], ["wife"]),
    ("Кот-д'Ивуар", ["в Кот-д’Ивуаре", "Ивуар"], ["собака"]),
    ("AC/DC", ["группа AC/DC"], ["dec"]),
    ("C++", ["язык С++", "C++17"], ["C#", "язык C"]),
    ("nginx.conf", ["файл /etc/nginx/nginx.conf"], ["apache.xml"]),
    ("12000 рублей", ["12 000 руб.", "12\u00a0000"], ["12 и 0"]),
    ("5.5", ["5,5 руб."], ["55"]),
    ("м2", ["площадь 20 м²"], ["м3"]),
    ("john", ["John's report"], ["joke"]),
    ("policy", ["company policies"], ["police"]),
    ("🏖️", ["Отпуск 🏖"], ["Отпуск"]),
    ("сообщение", ["SMS-сообщения"], ["сообща"]),
    ("инструкция для охраны труда", ["Инструкция по охране труда"], ["отпуск"]),
]


@pytest.mark.parametrize(("question", "found", "missed"), FOUND_TABLE)
def test_question_finds_what_it_means(question: str, found: list[str], missed: list[str]) -> None:
    assert set(rank(question, [*found, *missed])) == set(found)


A15_DOCUMENTS = ["Ошибка E-1042: нет связи", "Ошибка E-1043", "1042 рубля", "ГОСТ 12.0.004-2015", "ГОСТ 12.0.230-2007"]


@pytest.mark.parametrize("question", ["E-1042", "E 1042", "E1042", "e–1042", "\u0415-1042", "ошибка e 1042"])
def test_code_ranks_above_its_number(question: str) -> None:
    assert rank(question, A15_DOCUMENTS)[0] == "Ошибка E-1042: нет связи"


@pytest.mark.parametrize("written", ["E-1042", "E 1042", "E1042", "e–1042", "\u0415\u22121042"])
@pytest.mark.parametrize("asked", ["E-1042", "E 1042", "E1042", "e–1042"])
def test_code_is_found_however_either_side_writes_it(written: str, asked: str) -> None:
    assert rank(asked, ["1042 рубля", f"Ошибка {written} связи"])[0] == f"Ошибка {written} связи"


@pytest.mark.parametrize("question", ["12.0.004-2015", "ГОСТ 12.0.004"])
def test_standard_ranks_above_its_neighbour(question: str) -> None:
    assert rank(question, A15_DOCUMENTS)[0] == "ГОСТ 12.0.004-2015"


def test_surname_is_kept_from_the_first_name() -> None:
    documents = ["Согласовать с Ивановым", "Иван Сидоров", "Иванова Анна Петровна"]
    assert set(rank("Иванов", documents)) == {documents[0], documents[2]}


def test_short_i_is_never_written_as_i() -> None:
    """«бои» is a form of «бой», so their lemmas meet; as they are written they stay apart."""
    written, asked = analyze("тяжёлые бои").terms[1], analyze("бой часов").terms[0]
    assert written.exact == ("бои",)
    assert asked.exact == ("бой",)


@pytest.mark.parametrize(("prefix", "words"), [("ёж", ["Ёж", "Еж", "ежи"]), ("тЕп", ["Тёплый", "Теплый"])])
def test_prefix_meets_both_spellings_of_yo(prefix: str, words: list[str]) -> None:
    asked = analyze(prefix).terms[0].exact[0]
    assert all(analyze(word).terms[0].exact[0].startswith(asked) for word in words)


def test_tokens_of_stressed_text_are_exactly_its_words() -> None:
    assert analyze("Догово\u0301р аренды. Замо\u0301к.").write_stream(Stream.EXACT) == "договор аренды замок"


def test_question_does_not_ask_for_the_parts_of_a_code() -> None:
    analysis = analyze("E-1042")
    assert analysis.write_stream(Stream.EXACT) == "e1042|e-1042|1042"
    assert analysis.terms[0].whole_forms(Stream.EXACT) == ("e1042", "e-1042")
