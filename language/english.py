"""English words whose forms no rule of spelling leads back to their lemma, and contractions."""

from __future__ import annotations

import re
from typing import Final

# lemma: its irregular forms. Those after the slash are words of their own too, so that they keep themselves as a lemma.
_IRREGULAR: Final = """
arise: arose arisen; awake: awoke awoken; be: am is are was were been being; bear: bore / borne born; beat: beaten;
become: became; begin: began begun; bend: bent; bind: / bound; bite: bit / bitten; bleed: bled; blow: blew blown;
break: broke / broken; breed: bred; bring: brought; build: built; burn: burnt; buy: bought; catch: caught; choose:
chose chosen; cling: clung; come: came; creep: crept; deal: dealt; dig: dug; do: does did done; draw: drew / drawn;
drink: drank / drunk; drive: drove / driven; eat: ate eaten; fall: fell fallen; feed: / fed; feel: / felt; fight:
fought; find: / found; flee: fled; fling: flung; fly: flew flown flies; forbid: forbade forbidden; foresee: foresaw
foreseen; forget: forgot forgotten; forgive: forgave forgiven; freeze: froze / frozen; get: got gotten; give: gave /
given; go: goes went gone; grind: / ground; grow: grew / grown; hang: hung; have: has had; hear: heard; hide: hid /
hidden; hold: held; keep: kept; kneel: knelt; know: knew / known; lay: laid; lead: / led; lean: leant; learn: learnt;
leave: / left; lend: lent; lie: lain; light: lit; lose: / lost; make: made; mean: / meant; meet: met; mistake: mistook
/ mistaken; mow: mown; overcome: overcame; override: overrode overridden; overwrite: overwrote overwritten; pay: paid;
prove: proven; rebuild: rebuilt; redo: redid redone; resend: resent; rewrite: rewrote rewritten; ride: rode ridden;
ring: rang rung; rise: / rose risen; run: ran; say: said; see: seen / saw; seek: sought; sell: sold; send: sent; sew:
sewn; shake: shook shaken; shine: shone; shoot: shot; show: shown; shrink: shrank shrunk; sing: sang sung; sink: sank
sunk; sit: sat; sleep: slept; slide: slid; speak: spoke spoken; speed: sped; spell: spelt; spend: spent; spin: spun;
spring: sprang sprung; stand: stood; steal: stole stolen; stick: stuck; sting: stung; strike: struck stricken; strive:
strove striven; swear: swore sworn; sweep: swept; swell: swollen; swim: swam swum; swing: swung; take: took taken;
teach: taught; tear: tore torn; tell: told; think: thought; throw: threw thrown; undergo: underwent undergone;
understand: understood; undertake: undertook undertaken; undo: undid undone; unwind: unwound; wake: woke woken; wear:
wore worn; weave: wove woven; weep: wept; win: won; wind: / wound; withdraw: withdrew withdrawn; withhold: withheld;
withstand: withstood; write: wrote / written; man: men; woman: women; child: children; person: people; foot: feet;
tooth: teeth; goose: geese; mouse: mice; louse: lice; ox: oxen; die: dice; leaf: leaves; life: lives; knife: knives;
wife: wives; half: halves; shelf: shelves; self: selves; thief: thieves; wolf: wolves; calf: calves; loaf: loaves;
scarf: scarves; hoof: hooves; elf: elves; index: indices; matrix: matrices; vertex: vertices; vortex: vortices;
appendix: appendices; codex: codices; axis: axes; analysis: analyses; basis: bases; crisis: crises; diagnosis:
diagnoses; hypothesis: hypotheses; parenthesis: parentheses; synthesis: syntheses; thesis: theses; oasis: oases;
ellipsis: ellipses; emphasis: emphases; criterion: criteria; phenomenon: phenomena; automaton: automata; bacterium:
bacteria; curriculum: curricula; memorandum: memoranda; stratum: strata; spectrum: spectra; symposium: symposia;
addendum: addenda; erratum: errata; schema: schemata; stimulus: stimuli; nucleus: nuclei; radius: radii; alumnus:
alumni; fungus: fungi; locus: loci; cactus: cacti; syllabus: syllabi; corpus: corpora; genus: genera; formula:
formulae; antenna: antennae; larva: larvae; good: better best; bad: worse worst; far: farther / further; little: less
least; many: more most
"""
_CONTRACTED: Final = re.compile("'(?:s|re|ve|ll|d|m)$")
# Written without the apostrophe; cant and wont are words of their own that nobody looks for.
_BARE_NEGATIONS: Final = frozenset(
    "dont doesnt didnt cant couldnt wont wouldnt shouldnt isnt arent wasnt werent hasnt havent hadnt cannot".split()
)


def _read_irregular() -> dict[str, tuple[str, ...]]:
    lemmas: dict[str, list[str]] = {}
    for entry in _IRREGULAR.split(";"):
        lemma, _, written = entry.strip().partition(":")
        own, _, shared = written.partition("/")
        for form in own.split():
            lemmas.setdefault(form, []).append(lemma)
        for form in shared.split():
            lemmas.setdefault(form, []).extend((lemma, form))
    return {form: tuple(dict.fromkeys(found)) for form, found in lemmas.items()}


IRREGULAR: Final = _read_irregular()


def find_irregular_lemmas(word: str) -> tuple[str, ...]:
    """The lemmas of an irregular form in lower case, likeliest first; empty for every other word.

    >>> find_irregular_lemmas("children"), find_irregular_lemmas("left"), find_irregular_lemmas("cats")
    (('child',), ('leave', 'left'), ())
    """
    return IRREGULAR.get(word, ())


def is_contracted_negation(word: str) -> bool:
    """Whether a lower-case word holds "not": don't, can't, won't, cannot; not "want".

    >>> is_contracted_negation("don't"), is_contracted_negation("cannot"), is_contracted_negation("want")
    (True, True, False)
    """
    return word.endswith("n't") or word in _BARE_NEGATIONS


def strip_contraction(word: str) -> str:
    """The word before 's, 're, 've, 'll, 'd or 'm: of a possessive its owner, of "we've" the pronoun."""
    return _CONTRACTED.sub("", word) or word
