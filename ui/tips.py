"""What one can write in a question beside words, and what of it was recognised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from search.operator_tokens import OperatorKind
from search.operators import Operator
from ui.markup import escape
from ui.texts import Texts

TIPS: Final = ("phrase", "excluded", "required", "either", "filter", "source", "date")


def write_tips(texts: Texts) -> str:
    """HTML of the help: an example and what it does, for each operator."""
    rows = "".join(
        f"<dt>{_write_examples(texts[f'tips.{name}.example'])}</dt><dd>{escape(texts[f'tips.{name}'])}</dd>"
        for name in TIPS
    )
    return (
        f'<details class="nk-tips"><summary>{escape(texts["tips"])}</summary><dl>{rows}</dl>'
        f"<p>{escape(texts['tips.rest'])}</p></details>"
    )


def write_operators(operators: Sequence[Operator], texts: Texts) -> str:
    """HTML of the operators of a question, each with its meaning; to drop one, the question is edited."""
    if not operators:
        return ""
    chips = "".join(f"<li>{_write_operator(operator, texts)}</li>" for operator in operators)
    return f'<ul class="nk-operators" aria-label="{escape(texts["operators"])}">{chips}</ul>'


def _write_operator(operator: Operator, texts: Texts) -> str:
    value = " · ".join(operator.values) or operator.text
    return f"<span>{escape(name_operator(operator, texts))}</span> <b>{escape(value)}</b>"


def name_operator(operator: Operator, texts: Texts) -> str:
    """What the operator does, in a word or two."""
    if operator.kind is not OperatorKind.FILTER:
        return texts[f"operator.{operator.kind.value}"]
    name = texts[f"operator.{operator.field}"]
    return texts.fill("operator.not", field=name) if operator.negated else name


def _write_examples(examples: str) -> str:
    return " ".join(f"<code>{escape(example)}</code>" for example in examples.split("  "))
