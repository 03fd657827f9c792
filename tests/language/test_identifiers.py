"""Names of programs' functions, options, paths and versions: whole and in parts."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.analysis import analyze
from language.codes import LOOKALIKES, list_version_prefixes
from language.identifiers import is_identifier, split_camel
from mappings.fields import Stream
from tests.language.matching import finds, list_forms

CAMEL_TABLE = [
    ("getUserName", "get User Name"),
    ("HTTPServer", "HTTP Server"),
    ("HttpServerFactory", "Http Server Factory"),
    ("ПолучитьИмяФайла", "Получить Имя Файла"),
    ("JavaScript", "Java Script"),
    ("iPhone", "i Phone"),
    ("APIs", "APIs"),
    ("Docker", "Docker"),
    ("СКУД", "СКУД"),
    ("word", "word"),
]


@pytest.mark.parametrize(("name", "words"), CAMEL_TABLE)
def test_name_in_humps_is_cut_into_words(name: str, words: str) -> None:
    assert " ".join(split_camel(name)) == words


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *[(name, True) for name in ("getUserName", "maxConnections", "HttpServerFactory", "ПолучитьИмяФайла")],
        *[(name, False) for name in ("JavaScript", "GitHub", "iPhone", "macOS", "Docker", "ВкусВилл")],
    ],
)
def test_identifier_is_told_from_a_brand(name: str, expected: bool) -> None:
    assert is_identifier(split_camel(name)) is expected


FOUND_TABLE = [
    # question | found | missed
    ("get_user_name", ["getUserName()", "GET_USER_NAME", "getusername"], ["get", "user name"]),
    ("user name", ["getUserName", "get_user_name", "UserNames in_user"], ["username", "getUser"]),
    ("max_connections", ["maxConnections", "MAX_CONNECTIONS = 5", "--max-connections"], ["connections", "max"]),
    ("maxconnections", ["maxConnections", "max_connections", "--max-connections"], ["connections"]),
    ("connection", ["maxConnections", "max_connections", "--max-connections"], ["max"]),
    ("CURLOPT_URL", ["CURLOPT_URL", "curlopt_url"], ["CURLOPT", "url"]),
    ("url", ["CURLOPT_URL"], ["curl"]),
    ("--no-cache", ["docker build --no-cache -t app"], ["cache"]),
    ("no-cache", ["--no-cache"], ["cache"]),
    ("std::vector", ["std::vector<int>"], ["std"]),
    ("vector", ["std::vector", "ptr->vector"], ["std"]),
    ("array_map", ["array_map()"], ["array"]),
    ("server", ["HTTPServer2", "HttpServer"], ["http"]),
    ("GitHub", ["github.com", "GitHub"], ["git", "hub"]),
    ("github", ["GitHub"], ["git"]),
    ("имя файла", ["ПолучитьИмяФайла"], ["имя"]),
    ("nginx.conf", ["/etc/nginx/nginx.conf", "src/nginx.conf"], ["nginx"]),
    ("System32", ["C:\\Windows\\System32"], ["System"]),
    ("share", ["\\\\server\\share\\doc.txt"], ["server"]),
    ("\\\\server\\share", ["\\\\server\\share"], ["server share"]),
    ("ivan.petrov@example.ru", ["пишите на ivan.petrov@example.ru."], ["ivan petrov"]),
    ("example.ru", ["ivan.petrov@example.ru", "https://example.ru/a"], ["example.com"]),
    ("https://example.ru/a", ["http://example.ru/a/", "example.ru/a"], ["example.ru/b"]),
    ("v2.1.3", ["2.1.3", "версия 2.1.3", "V2.1.3"], ["2.1", "2.1.4", "12.1.3"]),
    ("2.1.3", ["v2.1.3", "2.1.3-beta1"], ["2.1"]),
    ("2.1", ["2.1.3", "v2.1.3", "2.1"], ["2.10", "12.1.3"]),
    ("192.168.1.10", ["192.168.1.10"], ["192.168.1.1"]),
]


@pytest.mark.parametrize(("question", "found", "missed"), FOUND_TABLE)
def test_names_are_found_whole_and_in_parts(question: str, found: list[str], missed: list[str]) -> None:
    assert [document for document in [*found, *missed] if finds(question, document)] == found


def test_identifier_asks_for_its_words_beside_the_whole() -> None:
    asked = analyze("getUserName").terms
    assert [term.whole_forms(Stream.EXACT) for term in asked] == [("getusername",), ("user",), ("name",)]


def test_shorter_version_is_no_exact_form_of_a_longer_one() -> None:
    (term,) = analyze("v2.1.3").terms
    assert term.exact == ("2.1.3", "v2.1.3")
    assert "2.1" in term.lemmas
    assert term.parts == ("2.1",)


@pytest.mark.parametrize("text", ["01.02.2024", "2.1", "1.2.3.4.5.6", "абв"])
def test_other_numbers_have_no_version_prefix(text: str) -> None:
    assert list_version_prefixes(text) == ()


def test_capital_that_marks_the_stress_is_no_hump() -> None:
    assert [term.lemmas[0] for term in analyze("дОговор вАжный звонИт").terms] == ["договор", "важный", "звонить"]


def test_single_figure_of_a_code_is_no_part() -> None:
    assert "2" not in list_forms("HTTPServer2 м² MP3 v2")


HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\u2043"
TWO_LOOKS = {latin.upper(): (latin.upper(), cyrillic.upper()) for cyrillic, latin in LOOKALIKES.items()}


@given(
    st.text(st.sampled_from(sorted(TWO_LOOKS)), min_size=2, max_size=3),
    st.integers(10, 99999),
    st.sampled_from(HYPHENS),
    st.data(),
)
def test_look_alikes_and_hyphens_of_a_code_share_one_form(
    letters: str, number: int, sign: str, data: st.DataObject
) -> None:
    mixed = "".join(data.draw(st.sampled_from(TWO_LOOKS[letter])) for letter in letters)
    assert list(analyze(f"код {mixed}{sign}{number} тут").iter_codes()) == [f"{letters.lower()}{number}"]


def test_all_look_alike_spellings_of_one_code_meet() -> None:
    spellings = {"".join(choice) + "-1042" for choice in product(*(TWO_LOOKS[letter] for letter in "TEC"))}
    assert {next(analyze(spelling).iter_codes()) for spelling in spellings} == {"tec1042"}


@pytest.mark.parametrize(
    ("question", "document"),
    [
        pytest.param("E1042", "E - 1042", marks=pytest.mark.xfail(reason="spaces on both sides of the hyphen")),
        pytest.param("username", "user name", marks=pytest.mark.xfail(reason="joined words are not taken apart")),
        pytest.param("2.1.x", "2.1.3", marks=pytest.mark.xfail(reason="a pattern of versions")),
        pytest.param("script", "javascript", marks=pytest.mark.xfail(reason="humps are lost in lower case")),
    ],
)
def test_known_errors(question: str, document: str) -> None:
    assert finds(question, document)
