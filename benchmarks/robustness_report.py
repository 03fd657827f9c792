"""Figures of spoilt questions and how they are printed: what is left of the clean MRR, by words and by both legs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from benchmarks.language_report import SPLITS, align_table
from eval.records import Question
from search.records import Mode

MODES: Final = (Mode.LEXICAL, Mode.HYBRID)
MOST_CHANGED: Final = 0.5  # percent of clean questions that a correction may change
EXAMPLES: Final = 10


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A question as it was written and as it was spoilt, with both reciprocal ranks in a mode."""

    question: Question
    text: str
    clean: float
    spoilt: float


def report_spoilt(entries: Sequence[Spoilt]) -> dict[str, Any]:
    """MRR clean and spoilt and the share that is left, of all questions and of each half; the worst losses.

    share: None where the clean questions find nothing.
    """
    figures: dict[str, Any] = {}
    for name, split in SPLITS.items():
        chosen = [entry for entry in entries if split in {None, entry.question.split}]
        if chosen:
            figures[name] = _report_half(chosen)
    lost = sorted((entry for entry in entries if entry.spoilt < entry.clean), key=lambda e: e.spoilt - e.clean)
    examples = [{"question": entry.question.question, "spoilt": entry.text} for entry in lost[:EXAMPLES]]
    return {**figures, "lost": len(lost), "examples": examples}


def _report_half(entries: Sequence[Spoilt]) -> dict[str, Any]:
    clean, spoilt = fmean(entry.clean for entry in entries), fmean(entry.spoilt for entry in entries)
    share = round(spoilt / clean, 4) if clean else None
    return {"questions": len(entries), "clean": round(clean, 4), "mrr": round(spoilt, 4), "share": share}


def write_tables(name: str, figures: Mapping[str, Any]) -> str:
    """Shares of the clean MRR beside what must be left, then the clean questions that a correction changes."""
    columns = [name, "n", *(f"{mode.value} MRR, % (tune/held-out)" for mode in MODES), "least", "met"]
    table = align_table(columns, list(_iter_rows(figures)))
    percent = figures["changed_percent"]
    met = "met" if percent < MOST_CHANGED else "NOT met"
    heading = (
        f"Clean questions changed by a correction: {len(figures['changed'])} of {figures['clean_questions']:,}, "
        f"{percent:.2f} % (target < {MOST_CHANGED} %: {met})"
    )
    changed = [f"  {entry['id']}: {entry['question']} → {entry['searched']}" for entry in figures["changed"]]
    return "\n".join([table, "", heading, *changed[:EXAMPLES]])


def _iter_rows(figures: Mapping[str, Any]) -> Iterator[list[str]]:
    for perturbation, values in figures["spoilt"].items():
        modes = [values[mode.value] for mode in MODES]
        met = all((mode["all"]["share"] or 0) >= values["least_share"] for mode in modes)
        questions = str(modes[0]["all"]["questions"])
        cells = [_write_mode(mode) for mode in modes]
        yield [perturbation, questions, *cells, f"{values['least_share']:.0%}", "yes" if met else "NO"]


def _write_mode(mode: Mapping[str, Any]) -> str:
    whole = mode["all"]
    shares = [_percent(mode.get(half, {}).get("share")) for half in ("all", "tune", "held-out")]
    return f"{whole['clean']:.3f} → {whole['mrr']:.3f}, {shares[0]} ({shares[1]}/{shares[2]})"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"
