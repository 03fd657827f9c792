"""Questions a visitor may begin with."""

from __future__ import annotations

from typing import Final

from ui.cards import GO
from ui.markup import escape, write_link
from ui.state import View
from ui.texts import Texts

DEMO: Final = "demo"
# For the demo documents, which ship with the product; one for each of the things people ask in.
DEMO_QUESTIONS: Final = (
    "как вернуть деньги за подписку",
    "что означает E-1042",
    "сколько дней отпуска",
    "можно ли работать из другого города",
    "request rate limit",
    "如何退款",
)


def write_examples(collection: str, view: View, texts: Texts) -> str:
    """HTML of the example questions of the demo collection; for others a hint at what can be asked."""
    if collection != DEMO:
        return f'<p class="nk-hint">{escape(texts["hint"])}</p>'
    links = "".join(
        write_link(view.write_link(question=question), escape(question), class_=f"nk-example {GO}")
        for question in DEMO_QUESTIONS
    )
    return f'<div class="nk-examples"><p>{escape(texts["examples"])}</p>{links}</div>'
