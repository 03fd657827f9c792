"""What a user's own files hold: synonyms, protected words, Chinese words."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from language.synonyms import SynonymRule


@dataclass(frozen=True, slots=True)
class Dictionaries:
    """What the user's files hold. Empty where no file is set.

    protected: words as `lower(clean(word))` writes them; they are neither stemmed nor lemmatised.
    chinese_words: words that segmentation keeps whole.
    synonyms: rules applied to questions only: no term of an index depends on them.
    """

    protected: frozenset[str] = frozenset()
    chinese_words: tuple[str, ...] = ()
    synonyms: tuple[SynonymRule, ...] = ()

    @property
    def change_terms(self) -> bool:
        """Whether an index depends on them."""
        return bool(self.protected or self.chinese_words)

    def hash_terms(self) -> str:
        """Eight hexadecimal digits of what an index depends on."""
        written = "\n".join([*sorted(self.protected), "", *sorted(set(self.chinese_words))])
        return hashlib.sha256(written.encode()).hexdigest()[:8]


EMPTY: Final = Dictionaries()
