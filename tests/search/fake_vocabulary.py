"""A vocabulary of a few words, for what needs no engine."""

from __future__ import annotations

from collections.abc import Mapping

from language.analysis import analyze
from language.typos import count_typos
from search.correcting import correct_question
from search.vocabulary import COUNTED, SUGGESTIONS, Findings, LookUp, Suggestion

WORDS = """отпуск отпуска docker compose api request rate limit шлюз настройки гостиницу москва гарантия контроллер
сеанс собака миксер заводские регламент объем юридический экспорт деньги подписку вернуть договор работает подключить
сервер микроволновка kubernetes предоставление авансовый отчет е-1042 tm-210 парламент parliament exclusively"""


class FakeVocabulary:
    """An index that has `words`, each in five passages or as many as are named. `asked`: every request."""

    def __init__(self, words: str | Mapping[str, int] = WORDS) -> None:
        passages = words if isinstance(words, Mapping) else dict.fromkeys(words.split(), 5)
        self.passages = dict(passages)
        self.asked: list[LookUp] = []

    def look_up(self, asked: LookUp) -> Findings:
        self.asked.append(asked)
        return Findings(
            {word: self._count_any(word) for word in asked.words},
            {word: self.passages.get(word, 0) for word in asked.exact},
            {word: self._suggest(word, typos) for word, typos in asked.near.items()},
        )

    def _count_any(self, word: str) -> int:
        """As the engine counts: each term of a compound must stand in a passage; words of one passage are not known."""
        counts = [sum(n for known, n in self.passages.items() if forms & _list_forms(known)) for forms in _split(word)]
        return min(counts, default=0)

    def _suggest(self, word: str, typos: int) -> list[Suggestion]:
        near = [known for known in self.passages if 0 < count_typos(word, known) <= typos]
        return [Suggestion(known, self.passages[known]) for known in near][:SUGGESTIONS]


def _split(word: str) -> list[set[str]]:
    return [{form for stream in COUNTED for form in term.whole_forms(stream)} for term in analyze(word).terms]


def _list_forms(word: str) -> set[str]:
    return set().union(*_split(word))


def correct(question: str, words: str | Mapping[str, int] = WORDS) -> str:
    """The question as it was meant, asked of an index with these words."""
    return correct_question(question, FakeVocabulary(words))[0]


def list_kinds(question: str, words: str | Mapping[str, int] = WORDS) -> list[tuple[str, str, str]]:
    """Its corrections as plain tuples."""
    return [(str(kind), old, new) for kind, old, new in correct_question(question, FakeVocabulary(words))[1]]
