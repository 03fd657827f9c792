"""Constants that tune relevance, each with its reason."""

from __future__ import annotations

from typing import Final

from mappings.fields import Part, Stream

# One word matched as lemma and as stem is one piece of evidence: the better of the two counts, the other adds little.
STREAM_TIE_BREAKER: Final = 0.3
STREAM_BOOSTS: Final = {Stream.LEMMA: 1.0, Stream.STEM: 0.9, Stream.EXACT: 0.3}
# The body field holds the headings too, so headings and title only have to say "this is the topic".
PART_BOOSTS: Final = {Part.BODY: 1.0, Part.HEADINGS: 0.3, Part.TITLE: 0.3}
# A code names one thing: a passage with it stands above passages that merely share its digits.
CODE_BOOST: Final = 3.0
# The engine counts every alternative in every field as a clause and refuses more than 1024 of them.
MOST_CLAUSES: Final = 900
