"""The language of passages and questions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.detection import Script, detect_language, iter_script_runs
from language.records import Language

RU, EN, ZH, OTHER = Language.RUSSIAN, Language.ENGLISH, Language.CHINESE, Language.OTHER

DETECTION_TABLE = [
    ("отпуск", RU),
    ("Как настроить docker compose", RU),
    ("установка postgresql replication slot", RU),
    ("Чтобы собрать образ, выполните команду docker build --no-cache -t registry/app:latest . и дождитесь конца", RU),
    ("Ошибка E-1042", RU),
    ("how to configure docker compose", EN),
    ("The word «отпуск» means leave, and every employee of the company is entitled to it", EN),
    ("错误代码E-1042，见 ГОСТ 12.0.004-2015", ZH),
    ("如何配置 docker compose", ZH),
    ("E-1042", OTHER),
    ("2024", OTHER),
    ("🏖️", OTHER),
    ("https://example.com/page ivan@example.com", OTHER),
    ("", OTHER),
    ("これはテストです", OTHER),
    ("καλημέρα κόσμε", OTHER),
]


@pytest.mark.parametrize(("text", "language"), DETECTION_TABLE)
def test_language_follows_the_scripts(text: str, language: Language) -> None:
    assert detect_language(text) is language


@pytest.mark.parametrize("text", ["E-1042", "", "12 000", "🏖️"])
def test_text_without_words_gets_the_given_default(text: str) -> None:
    assert detect_language(text, default=RU) is RU


def test_default_does_not_overrule_words() -> None:
    assert detect_language("docker", default=RU) is EN


@given(st.text(max_size=60))
def test_script_runs_cover_the_text(text: str) -> None:
    assert "".join(text[run.start : run.end] for run in iter_script_runs(text)) == text


def test_script_changes_inside_a_word_are_seen() -> None:
    runs = [run.script for run in iter_script_runs("webсайт服务1")]
    assert runs == [Script.LATIN, Script.CYRILLIC, Script.HAN, Script.OTHER]
