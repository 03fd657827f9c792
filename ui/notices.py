"""What went otherwise than it should, told in the language of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import EngineAccessError, EngineUnavailableError, EngineUnsuitableError
from mappings.meta import IndexMismatchError
from search.backend import CollectionMissingError
from search.records import Notice
from settings import NakhodkaError
from ui.markup import escape
from ui.texts import RU, Texts

# The messages of notices are English; these say the same. One without a translation is shown as it is.
_RUSSIAN: Final[Mapping[str, str]] = {
    "vector_leg_off": "Искали только по словам: модель, которая сравнивает смысл, не загружена.",
    "second_stage_off": "Порядок предварительный: модель, которая уточняет его, не загружена.",
    "second_stage_partial": "Порядок уточнён не для всех результатов: не хватило времени или данных.",
    "leg_failed": "Одна из частей поиска не ответила, показано найденное остальными.",
    "leg_timed_out": "Одна из частей поиска не уложилась во время, показано то, что она успела найти.",
    "question_cut": "Запрос длинный, искали по его началу.",
    "question_truncated": "Запрос длинный, по смыслу искали по его началу.",
    "hits_vanished": "Часть документов исчезла, пока собирался ответ. Повторите запрос.",
    "only_operators": "В запросе есть только условия. Добавьте слово из того, что ищете.",
    "unknown_filter_value": "Такого значения нет ни у одного документа.",
    "phrase_inflected": "Точно таких слов подряд нигде нет, показаны места, где они стоят в других формах.",
    "phrase_missing": "Таких слов подряд нигде нет, поэтому искали по словам.",
    "operators_cut": "Условий в запросе слишком много, часть из них не учтена.",
    "operators_too_narrow": "Всем условиям запроса сразу не отвечает ничего. Уберите одно из них.",
    "empty_question": "В запросе нет ни слова, ни числа, ни кода.",
}


def write_notices(notices: tuple[Notice, ...], texts: Texts) -> str:
    """HTML of the notices, each with its exact message where the text above it is a translation."""
    return "".join(_write_notice(notice, texts) for notice in notices)


def write_error(error: NakhodkaError, texts: Texts) -> str:
    """HTML of an error: what it means for the visitor first, the exact message below."""
    kind = choose_error_kind(error)
    return (
        f'<div class="nk-state nk-error" role="alert"><div class="nk-state-icon">!</div>'
        f"<h2>{escape(texts[f'error.{kind}'])}</h2><p>{escape(texts[f'error.{kind}.hint'])}</p>"
        f"<details><summary>{escape(texts['details'])}</summary><pre>{escape(error)}</pre></details></div>"
    )


def choose_error_kind(error: NakhodkaError) -> str:
    """The name of the text that explains the error."""
    if isinstance(error, EngineUnavailableError | EngineAccessError | EngineUnsuitableError):
        return "engine"
    if isinstance(error, IndexMismatchError):
        return "index"
    return "collection" if isinstance(error, CollectionMissingError) else "other"


def _write_notice(notice: Notice, texts: Texts) -> str:
    translated = _RUSSIAN.get(notice.code) if texts.language == RU else None
    title = f' title="{escape(notice.message)}"' if translated else ""
    return f'<div class="nk-notice" role="status"{title}>{escape(translated or notice.message)}</div>'
