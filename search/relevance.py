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
# The engine counts every alternative in every field as a clause and refuses more than 1024 of them.
MOST_CLAUSES: Final = 900
# Who asks for a code, or for one or two words, looks a word up: the only passage that has it must come first, also
# where the vector leg, which always finds a hundred passages, has not got it. Longer questions keep the usual weights.
LOOK_UP_TERMS: Final = 2
LOOK_UP_LEXICAL_WEIGHT: Final = 0.6
