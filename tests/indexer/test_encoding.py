"""Bytes to text: B20."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.encoding import decode, looks_binary
from indexer.errors import ParseError

SENTENCE = "ПРИКАЗ ОБ УТВЕРЖДЕНИИ ПОРЯДКА"
SIX = ["cp1251", "koi8-r", "cp866", "utf-8", "utf-8-sig", "utf-16"]


@pytest.mark.parametrize("encoding", [*SIX, "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [SENTENCE, SENTENCE.lower()])
def test_sentence_is_right_in_every_encoding(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding))
    assert (decoded.text, decoded.certain) == (text, True)


@pytest.mark.parametrize("encoding", [*SIX, "utf-16-le", "utf-16-be"])
def test_six_letters_are_right_or_said_to_be_uncertain(encoding: str) -> None:
    decoded = decode("Привет".encode(encoding))
    assert decoded.text == "Привет" or not decoded.certain


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r", "cp866"])
def test_short_legacy_text_is_uncertain(encoding: str) -> None:
    assert not decode("Привет".encode(encoding)).certain


CHINESE = "系统管理员可以在设置页面中修改用户的密码，并且查看所有的登录记录。"


@pytest.mark.parametrize("encoding", ["gb18030", "utf-16-le", "utf-16-be"])
def test_chinese_is_recognised(encoding: str) -> None:
    assert decode(CHINESE.encode(encoding)).text == CHINESE


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Код ошибки E-1042: «нет связи» — 5 руб.\r\nСмотри раздел № 3.", "cp1251"),
        ("Порядок учёта рабочего времени\tГОСТ 12.0.004-2015", "koi8-r"),
        ("Приложение к договору аренды нежилого помещения", "cp866"),
        ("Про затвердження порядку обліку її майна", "cp1251"),
    ],
)
def test_mixed_text_is_right(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)).text == text


def test_mac_cyrillic_is_never_guessed() -> None:
    assert decode(SENTENCE.lower().encode("cp1251")).encoding == "cp1251"


def test_damaged_utf8_is_refused_with_the_place_and_the_remedy() -> None:
    data = "Русский текст".encode() + b"\xff" + " и ещё немного русского текста".encode()
    with pytest.raises(ParseError, match=r"0xff at 25.*Save the file as UTF-8"):
        decode(data)


def test_empty_file_is_empty_text() -> None:
    assert decode(b"") == ("", "utf-8", True)


@given(st.text())
def test_marked_utf8_always_comes_back(text: str) -> None:
    assert decode(text.encode("utf-8-sig")) == (text, "utf-8-sig", True)


@given(st.binary(max_size=200))
def test_any_bytes_decode_completely_or_are_refused(data: bytes) -> None:
    try:
        decoded = decode(data)
    except ParseError:
        return
    if decoded.encoding != "utf-16":  # whose mark is written in the machine's own order
        assert decoded.text.encode(decoded.encoding) == data


@pytest.mark.parametrize(
    ("sample", "binary"),
    [
        (b"%PDF-1.7\n1 0 obj", True),
        (b"PK\x03\x04\x14\x00", True),
        (b"\x89PNG\r\n\x1a\n", True),
        (bytes(range(256)) * 4, True),
        (b"", False),
        ("Текст".encode(), False),
        ("Текст".encode("utf-16"), False),
        ("Текст приказа о порядке".encode("utf-16-le"), False),
        ("Plain English text".encode("utf-16-be"), False),
        (SENTENCE.encode("cp866"), False),
        (b"log line\x1b[0m\n\x0cnext page", False),
    ],
)
def test_binary_content_is_told_from_text(sample: bytes, binary: bool) -> None:
    assert looks_binary(sample) is binary
