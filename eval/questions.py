"""Questions of a test set: a file with one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from eval.problems import Problem, raise_problems, read_lines
from eval.records import Answer, Located, Question

SPLITS: Final = ("tune", "test")
TEXT_FIELDS: Final = ("id", "question", "type", "language", "split")


def read_questions(path: Path) -> list[Question]:
    """The questions in the order of the file. Raises TestSetError with every faulty line."""
    return [located.value for located in locate_questions(path)]


def locate_questions(path: Path) -> list[Located[Question]]:
    """The questions, each with its line. Raises TestSetError with every faulty line."""
    found: list[Located[Question]] = []
    problems: list[Problem] = []
    for number, line in read_lines(path):
        values, faults = _parse_line(line)
        problems.extend(Problem(path, number, fault) for fault in faults)
        if not faults:
            found.append(Located(path, number, _build_question(values)))
    problems.extend(_iter_repeated(found))
    raise_problems(sorted(problems, key=lambda problem: problem.line))
    return found


def _parse_line(line: str) -> tuple[dict[str, Any], list[str]]:
    try:
        values = json.loads(line)
    except json.JSONDecodeError as error:
        return {}, [f"is not valid JSON: {error.msg} at character {error.pos + 1}"]
    if not isinstance(values, dict):
        return {}, [f"is no JSON object but {type(values).__name__}"]
    return values, list(_iter_faults(values))


def _iter_faults(values: dict[str, Any]) -> Iterator[str]:
    for name in TEXT_FIELDS:
        value = values.get(name)
        if name not in values:
            yield f"has no '{name}'"
        elif not isinstance(value, str) or not value.strip():
            yield f"'{name}' is {value!r}, it must be a text"
    if len(str(values.get("id", "")).split()) > 1:
        yield f"'id' is {values['id']!r}: spaces would break files of judgments and runs"
    if isinstance(values.get("split"), str) and values["split"] not in SPLITS:
        yield f"'split' is {values['split']!r}, it must be one of {', '.join(SPLITS)}"
    if not isinstance(values.get("answerable"), bool):
        yield f"'answerable' is {values.get('answerable')!r}, it must be true or false"
    yield from _iter_answer_faults(values.get("answers"))


def _iter_answer_faults(answers: Any) -> Iterator[str]:
    if not isinstance(answers, list):
        yield f"'answers' is {answers!r}, it must be a list"
        return
    for place, answer in enumerate(answers, start=1):
        fields = answer if isinstance(answer, dict) else {}
        for name in ("document_id", "text"):
            if not isinstance(fields.get(name), str) or not fields[name].strip():
                yield f"answer {place} has no text under '{name}'"


def _build_question(values: dict[str, Any]) -> Question:
    answers = tuple(Answer(answer["document_id"], answer["text"]) for answer in values["answers"])
    texts = {name: values[name] for name in TEXT_FIELDS}
    return Question(**texts, answerable=values["answerable"], answers=answers)


def _iter_repeated(found: Sequence[Located[Question]]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for path, line, question in found:
        if question.id in first:
            yield Problem(path, line, f"id '{question.id}' stands in line {first[question.id]} already")
        first.setdefault(question.id, line)
