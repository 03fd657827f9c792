"""Hits as cards, the line above them and the pages below. All of it is HTML made here; every value is escaped."""

from __future__ import annotations

import math
from typing import Final

from search.records import Hit, Mode, PassageHit, SearchResults
from search.searcher import FUSION, SECOND_STAGE
from ui.expert import write_hit_stages, write_search_stages
from ui.markup import escape, write_link
from ui.notices import write_notices
from ui.prose import write_snippet
from ui.state import View
from ui.texts import Texts
from ui.tips import write_operators, write_tips
from ui.wording import format_day, format_duration

BARS: Final = 5
GO: Final = "nk-go"  # the class of links that the page follows without loading itself anew
TYPE_SIGNS: Final = {"markdown": "MD", "html": "WEB", "text": "TXT", "docx": "DOC"}
PAGES_AROUND: Final = 2


def write_results(results: SearchResults, view: View, texts: Texts, size: int) -> str:
    """HTML of an answer: notices, what was searched, the cards, the pages, how it was searched."""
    if not results.hits:
        nothing = _write_nothing(results, view, texts)
        return f'<div class="nk-results">{_write_head(results, view, texts, size)}{nothing}</div>'
    top = find_top_score(results)
    cards = "".join(_write_card(hit, top, view, texts) for hit in results.hits)
    return (
        f'<div class="nk-results">{_write_head(results, view, texts, size)}<ol class="nk-cards">{cards}</ol>'
        f"{_write_pages(count_pages(results.total, size), view, texts)}"
        f'<details class="nk-how"><summary>{escape(texts["how"])}</summary>{write_search_stages(results, texts)}'
        f"</details>{write_tips(texts)}</div>"
    )


def count_pages(total: int, size: int) -> int:
    """How many pages so many documents fill."""
    return max(1, math.ceil(total / size))


def find_top_score(results: SearchResults) -> float:
    """The best score of the whole answer, which on a later page is that of no hit shown."""
    scores = [hit.score for hit in results.hits]
    for stage in results.trace.stages:
        if stage.name in {FUSION, SECOND_STAGE} and stage.candidates:
            scores = [stage.candidates[0].score]
    return max(scores)


def count_bars(score: float, top: float) -> int:
    """Bars of 1 to 5: how near the score is to the best one, which has all."""
    if top <= 0:
        return 1
    return min(BARS, max(1, round(BARS * score / top)))


def name_evidence(passage: PassageHit) -> str:
    """Which legs found the passage."""
    if passage.stages.lexical and passage.stages.vector:
        return "both"
    return "lexical" if passage.stages.lexical else "vector"


def _write_head(results: SearchResults, view: View, texts: Texts, size: int) -> str:
    parts = [_write_corrections(results, view, texts), write_operators(results.understood.operators, texts)]
    parts.append(write_notices(results.notices, texts))
    if results.hits:
        found = texts.fill("found", documents=texts.count(results.total, "documents"))
        time = texts.fill("in_time", time=format_duration(results.took_ms["total"], texts.language))
        pages = count_pages(results.total, size)
        page = f" · {texts.fill('page_of', page=view.page, pages=pages)}" if pages > 1 else ""
        clear = _write_clear(view, texts)
        parts.append(f'<p class="nk-count" role="status">{escape(found)} {escape(time + page)}{clear}</p>')
    return "".join(parts)


def _write_clear(view: View, texts: Texts) -> str:
    if not view.is_filtered:
        return ""
    return " · " + write_link(view.write_link(types=(), languages=(), page=1), escape(texts["clear"]), class_=GO)


def _write_corrections(results: SearchResults, view: View, texts: Texts) -> str:
    if not results.understood.corrections:
        return ""
    kinds = dict.fromkeys(texts[f"corrected.{each.kind.value}"] for each in results.understood.corrections)
    link = write_link(view.write_link(as_written=True, page=1), f"«{escape(view.question)}»", class_=GO)
    return (
        f'<p class="nk-corrected">{escape(texts["corrected"])} <b>«{escape(results.understood.text)}»</b>'
        f" ({escape(', '.join(kinds))})"
        f"<br><small>{escape(texts['as_written'])} {link}</small></p>"
    )


def _write_card(hit: Hit, top: float, view: View, texts: Texts) -> str:
    best = hit.best
    address = _write_address(hit, best, view)
    title = write_link(address, escape(hit.title or hit.source), class_=f"nk-title {GO}")
    return (
        f'<li class="nk-card"><div class="nk-path">{_write_sign(hit.source_type, texts)}{_write_path(hit, best)}</div>'
        f'<h3>{title}</h3><p class="nk-snippet">{_write_snippet(hit, best)}</p>'
        f'<div class="nk-foot">{_write_relevance(hit, top, texts)}{_write_facts(hit, texts)}'
        f"{_write_copy(address, texts)}</div>"
        f'<div class="nk-more">{_write_more(hit, view, texts)}'
        f'<details class="nk-why"><summary>{escape(texts["why"])}</summary>{write_hit_stages(hit, texts)}</details>'
        "</div></li>"
    )


def _write_address(hit: Hit, passage: PassageHit, view: View) -> str:
    return view.write_link(document=hit.document_id, passage=passage.passage_id, collection=hit.collection)


def _write_sign(source_type: str, texts: Texts) -> str:
    sign = TYPE_SIGNS.get(source_type, source_type[:4].upper())
    name = texts.get(f"type.{source_type}", source_type)
    return f'<span class="nk-sign nk-sign-{escape(sign.lower())}" title="{escape(name)}">{escape(sign)}</span>'


def _write_path(hit: Hit, passage: PassageHit) -> str:
    """Where the passage stands: folder and file, then the headings above it that are not the title itself."""
    headings = [heading for heading in passage.heading_path if heading and heading != hit.title]
    crumbs = [
        f'<span class="nk-file">{escape(hit.source)}</span>',
        *(f"<span>{escape(each)}</span>" for each in headings),
    ]
    return f'<span class="nk-crumbs">{"".join(crumbs)}</span>'


def _write_snippet(hit: Hit, passage: PassageHit) -> str:
    headings = (*passage.heading_path, hit.title)
    return write_snippet(passage.snippet, passage.snippet_matches, hit.source_type, headings)


def _write_relevance(hit: Hit, top: float, texts: Texts) -> str:
    bars = count_bars(hit.score, top)
    evidence = name_evidence(hit.best)
    drawn = "".join(f'<i class="{"on" if place < bars else "off"}"></i>' for place in range(BARS))
    label = escape(texts.fill("relevance", bars=bars))
    return (
        f'<span class="nk-bars" role="img" aria-label="{label}" title="{label}">{drawn}</span>'
        f'<span class="nk-evidence" title="{escape(texts["evidence.help"])}">'
        f"{escape(texts[f'evidence.{evidence}'])}</span>"
    )


def _write_facts(hit: Hit, texts: Texts) -> str:
    best = hit.best
    day = format_day(hit.created or hit.modified, texts.language)
    page = texts.fill("page_number", page=best.page) if best.page else None
    facts = [day, texts.get(f"language.{best.language}", best.language), page]
    return "".join(f'<span class="nk-fact">{escape(fact)}</span>' for fact in facts if fact)


def _write_copy(address: str, texts: Texts) -> str:
    label = f"<span>{escape(texts['copy'])}</span>"
    return write_link(address, label, class_="nk-copy", title=texts["copy.help"], copied=texts["copied"])


def _write_more(hit: Hit, view: View, texts: Texts) -> str:
    """The document's other passages, folded."""
    others = hit.passages[1:]
    if not others:
        return ""
    items = "".join(
        f"<li>{write_link(_write_address(hit, passage, view), _write_place(hit, passage), class_=GO)}"
        f"<p>{_write_snippet(hit, passage)}</p></li>"
        for passage in others
    )
    label = escape(texts.count(len(others), "more_passages"))
    return f'<details class="nk-others"><summary>{label}</summary><ul>{items}</ul></details>'


def _write_place(hit: Hit, passage: PassageHit) -> str:
    return escape(passage.heading_path[-1] if passage.heading_path else hit.title or hit.source)


def _write_pages(pages: int, view: View, texts: Texts) -> str:
    if pages < 2:
        return ""
    near = range(max(1, view.page - PAGES_AROUND), min(pages, view.page + PAGES_AROUND) + 1)
    shown = sorted({1, pages, *near})
    links = []
    for place, page in enumerate(shown):
        if place and page > shown[place - 1] + 1:
            links.append('<span class="nk-gap">…</span>')
        links.append(_write_page_link(page, str(page), view))
    if view.page > 1:
        links.insert(0, _write_page_link(view.page - 1, f"← {texts['previous']}", view))
    if view.page < pages:
        links.append(_write_page_link(view.page + 1, f"{texts['next']} →", view))
    return f'<nav class="nk-pages" aria-label="{escape(texts["pages"])}">{"".join(links)}</nav>'


def _write_page_link(page: int, label: str, view: View) -> str:
    if page == view.page:
        return f'<span class="nk-here" aria-current="page">{escape(label)}</span>'
    return write_link(view.write_link(page=page), escape(label), class_=GO)


def _write_nothing(results: SearchResults, view: View, texts: Texts) -> str:
    """Nothing was found: why that may be, and links to what can be done."""
    if view.page > 1:
        back = write_link(view.write_link(page=1), escape(texts["nothing.first_page"]), class_=GO)
        return f'<div class="nk-state"><h2>{escape(texts["nothing.page"])}</h2><p>{back}</p></div>'
    remedies = []
    if view.is_filtered:
        remedies.append(
            write_link(view.write_link(types=(), languages=()), escape(texts["nothing.filters"]), class_=GO)
        )
    if results.understood.operators:
        remedies.append(escape(texts["nothing.operators"]))
    if view.mode is not Mode.HYBRID:
        remedies.append(write_link(view.write_link(mode=Mode.HYBRID), escape(texts["nothing.mode"]), class_=GO))
    if view.as_written:
        link = write_link(view.write_link(as_written=False), escape(texts["try_correction"]), class_=GO)
        remedies.append(link)
    remedies.extend(escape(texts[name]) for name in ("nothing.words", "nothing.spelling"))
    items = "".join(f"<li>{remedy}</li>" for remedy in remedies)
    return (
        f'<div class="nk-state"><div class="nk-state-icon">?</div><h2>{escape(texts["nothing"])}</h2>'
        f"<p>{escape(texts['nothing.hint'])}</p><ul>{items}</ul></div>{write_tips(texts)}"
    )
