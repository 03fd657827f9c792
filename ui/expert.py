"""How an answer came about: ranks of a hit in each stage, and what each stage took."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from search.records import Hit, PassageHit, SearchResults, StageScore
from search.trace import StageTrace
from ui.markup import escape
from ui.texts import Texts
from ui.wording import format_decimal, format_duration, format_number

SHOWN_WORDS: Final = 12
LEGS: Final = "legs"
# Stages that have no time of their own in `took_ms`: they run inside the engine, within the stage "legs".
INSIDE_ENGINE: Final = frozenset({"lexical", "vector", "engine_fusion"})
_SKIPPED: Final[Mapping[str, str]] = {"switched off": "skipped.off", "nothing to rescore": "skipped.nothing"}


def write_hit_stages(hit: Hit, texts: Texts) -> str:
    """HTML of the ranks of the hit's best passage in each stage, and of the words that matched."""
    stages = hit.best.stages
    before = stages.fusion or stages.vector or stages.lexical
    steps = [
        _write_step("lexical", stages.lexical, texts),
        _write_step("vector", stages.vector, texts),
        _write_step("fusion", stages.fusion, texts),
        _write_step("second_stage", stages.second_stage, texts, _write_move(before, stages.second_stage, texts)),
        f'<li class="nk-step nk-step-last"><b>{escape(texts["stage.result"])}</b>'
        f'<span class="nk-step-rank">{hit.rank}</span>'
        f"<small>{format_decimal(hit.score, 3, texts.language)}</small></li>",
    ]
    return f'<ol class="nk-steps">{"".join(steps)}</ol>{_write_matched(hit.best, texts)}'


def write_search_stages(results: SearchResults, texts: Texts) -> str:
    """HTML of a table of the stages: what entered and left, and how long each took."""
    rows = "".join(_iter_rows(results, texts))
    heads = "".join(
        f"<th>{escape(texts[name])}</th>" for name in ("stage", "stage.entered", "stage.left", "stage.time")
    )
    return (
        f'<table class="nk-stages"><thead><tr>{heads}<th></th></tr></thead><tbody>{rows}</tbody></table>'
        f"{_write_terms(results, texts)}"
    )


def _write_step(name: str, stage: StageScore | None, texts: Texts, move: str = "") -> str:
    label = f"<b>{escape(texts[f'stage.{name}'])}</b>"
    if stage is None:
        return f'<li class="nk-step nk-step-unseen">{label}<span class="nk-step-rank">–</span></li>'
    score = format_decimal(stage.score, 3, texts.language)
    return (
        f'<li class="nk-step">{label}<span class="nk-step-rank" title="{escape(texts["rank"])}">{stage.rank}{move}'
        f"</span><small>{score}</small></li>"
    )


def _write_move(before: StageScore | None, after: StageScore | None, texts: Texts) -> str:
    """An arrow with how many places the passage moved; nothing where it kept its place."""
    if before is None or after is None or before.rank == after.rank:
        return ""
    places = abs(before.rank - after.rank)
    name, arrow = ("up", "▲") if after.rank < before.rank else ("down", "▼")
    title = escape(texts.fill(name, places=places))
    return f'<span class="nk-move nk-move-{name}" title="{title}">{arrow}{places}</span>'


def _write_matched(passage: PassageHit, texts: Texts) -> str:
    words = list(dict.fromkeys(passage.body[start:end].lower() for start, end in passage.matches))
    if not words:
        return f'<p class="nk-words">{escape(texts["matched.none"])}</p>'
    shown = " ".join(f"<mark>{escape(word)}</mark>" for word in words[:SHOWN_WORDS])
    more = " …" if len(words) > SHOWN_WORDS else ""
    return f'<p class="nk-words">{escape(texts["matched"])}: {shown}{more}</p>'


def _iter_rows(results: SearchResults, texts: Texts) -> Iterator[str]:
    """The stages in the order in which they ran; those inside the engine stand under its own time."""
    traced = {stage.name: stage for stage in results.trace.stages}
    longest = max((took for name, took in results.took_ms.items() if name != "total"), default=0.0) or 1.0
    for name, took_ms in results.took_ms.items():
        if name == "total":
            continue
        yield _write_row(name, traced.get(name), took_ms, took_ms / longest, texts)
        if name == LEGS:
            for inner in (stage for stage in results.trace.stages if stage.name in INSIDE_ENGINE):
                yield _write_row(inner.name, inner, inner.took_ms, inner.took_ms / longest, texts, inside=True)
    for stage in results.trace.stages:
        if stage.skipped and stage.name not in results.took_ms and stage.name not in INSIDE_ENGINE:
            yield _write_row(stage.name, stage, None, 0.0, texts)


def _write_row(
    name: str, stage: StageTrace | None, took_ms: float | None, share: float, texts: Texts, *, inside: bool = False
) -> str:
    entered = format_number(stage.entered, texts.language) if stage and stage.entered else ""
    left = format_number(stage.left, texts.language) if stage else ""
    time = "" if took_ms is None else format_duration(took_ms, texts.language)
    note = f"<small>{escape(_explain(stage.skipped, texts))}</small>" if stage and stage.skipped else ""
    bar = f'<span class="nk-bar" style="width:{max(share, 0.01) * 100:.0f}%"></span>' if took_ms is not None else note
    return (
        f"<tr{' class=nk-inside' if inside else ''}><td>{escape(texts.get(f'stage.{name}', name))}</td>"
        f"<td>{entered}</td><td>{left}</td><td>{time}</td><td>{bar}</td></tr>"
    )


def _explain(skipped: str, texts: Texts) -> str:
    name = _SKIPPED.get(skipped)
    return texts[name] if name else skipped


def _write_terms(results: SearchResults, texts: Texts) -> str:
    detail: Any = next((stage.detail for stage in results.trace.stages if stage.name == "understanding"), None)
    terms = detail.get("lemma") if isinstance(detail, Mapping) else None
    return f'<p class="nk-words">{escape(texts["terms"])}: <code>{escape(terms)}</code></p>' if terms else ""
