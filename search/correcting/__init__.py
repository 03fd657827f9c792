"""A question as it was meant: wrong keyboard layout, Latin letters for Russian, typos, words glued or torn."""

from search.correcting.correcting import correct_question
from search.correcting.records import Correction, CorrectionKind

__all__ = ["Correction", "CorrectionKind", "correct_question"]
