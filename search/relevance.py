"""Constants that tune relevance, each with its reason."""

from __future__ import annotations

from typing import Final

from mappings.fields import Part, Stream

# nDCG@10 of the lexical leg alone, on the tuning halves of XQuAD-R ru, zh (sentences) and a FAQ (12,208 sections).
# One word matched as lemma and as stem is one piece of evidence: the better of the two
# counts, the other adds little. Lemmas .7 and stems 1: ru .8314; the other way round .8292; either alone .826, .822.
STREAM_TIE_BREAKER: Final = 0.3
STREAM_BOOSTS: Final = {Stream.LEMMA: 0.7, Stream.STEM: 1.0, Stream.EXACT: 0.3}
# The body field holds the headings already, and short fields score high for little: headings and title counted with .3
# cost the FAQ set a quarter (.248 against .330), with .1 they help a little (.353 against .341).
PART_BOOSTS: Final = {Part.BODY: 1.0, Part.HEADINGS: 0.1, Part.TITLE: 0.1}
# A code names one thing: a passage with it stands above passages that merely share its digits.
CODE_BOOST: Final = 3.0
# Added beside the dis_max: stems cut to five letters and single Han characters (k1 .8, b .9), and in the body the words
# of grammar, which break ties among passages that have the telling ones. Together, tuning halves: XQuAD-R ru +.009, zh
# +.015 (both p < .05), en +.004, FAQ +.002, demo +.034. With k1 .6, b .75 ru gains .012, but the FAQ loses .015.
COARSE_BOOST: Final = 0.6
GRAMMAR_BOOST: Final = 0.1
# The engine counts every alternative in every field as a clause and refuses more than 1024 of them.
MOST_CLAUSES: Final = 900
# Who asks for a code, or for one or two words, looks a word up: the only passage that has it must come first, also
# where the vector leg, which always finds a hundred passages, has not got it. Longer questions keep the usual weights,
# also where most of their words are grammar: "how do I reset my password".
LOOK_UP_TERMS: Final = 2
LOOK_UP_LEXICAL_WEIGHT: Final = 0.6
# For other questions: settings.weight_lexical. Of .2 to .5, .35 is best or within .004 of it on every tuning half
# (XQuAD-R ru, en, zh and a FAQ; .25 before: en -.006, p .01). The model knows Chinese least: on CMRC 2018 (all 4,221
# questions) words alone reach .986, with .25 both together are .009 worse (p .0001), with .45 level (+.001, p .47).
CHINESE_LEXICAL_WEIGHT: Final = 0.45
# A phrase in quotation marks is a condition; beyond that, passages that say it in the body more often come first.
PHRASE_BOOST: Final = 1.0
# A synonym counts 1 / (1 + .25) = .8 of the word that was written.
WRITTEN_BOOST: Final = 0.25
# A synonym of several words counts like a word of middling rarity, of which a passage of middling length holds one:
# idf 5 · tf .4. The same for what was written, so that what was written stays ahead by the score of its words.
SYNONYM_SCORE: Final = 2.0
