"""What is read from the dictionary is what pymorphy3 says."""

from __future__ import annotations

from pathlib import Path

import pytest

from language.dawg import open_readers
from language.morphology import is_perfective, load_analyzer, parse_word

WORDS = """
    стали опоре банка лет люди ребенком уволенного быстрее выше иванова петровны петровичем мела его по же ее все всё
    работающий написав оплачивали интернет-магазина невиданнейший хтукфвтыщ скуд го егэ ип и а я не еще елка
    перепроверив котэ докер эл четвертого двадцатью нее идет шел
""".split()


@pytest.mark.parametrize("word", WORDS)
def test_parses_are_those_of_the_dictionary(word: str) -> None:
    word = word.replace("ё", "е")
    ours = parse_word(word, keep_patronymics=False)
    theirs = load_analyzer().parse(word)
    assert {parse.lemma for parse in ours} == {parse.normal_form.replace("ё", "е") for parse in theirs}
    assert ours[0].lemma == theirs[0].normal_form.replace("ё", "е")
    assert ours[0].facts.part_of_speech == (theirs[0].tag.POS or "")
    shares = {
        lemma: sum(parse.probability for parse in ours if parse.lemma == lemma) for lemma in {p.lemma for p in ours}
    }
    total = sum(parse.score for parse in theirs)
    for lemma, share in shares.items():
        expected = sum(parse.score for parse in theirs if parse.normal_form.replace("ё", "е") == lemma) / total
        assert share / sum(shares.values()) == pytest.approx(expected)


@pytest.mark.parametrize("verb", ["оплатить", "обработать", "пойти", "подчеркнуть", "прийти"])
def test_perfective_infinitives_are_known(verb: str) -> None:
    assert is_perfective(verb)


@pytest.mark.parametrize("verb", ["оплачивать", "оплата", "оплатил", "хтукфвтыщ", ""])
def test_other_words_are_no_perfective_infinitives(verb: str) -> None:
    assert not is_perfective(verb)


def test_readers_without_the_units_in_memory_read_the_files() -> None:
    """As it is where the library's C extension is installed."""
    analyzer = load_analyzer()
    words, probabilities = open_readers(object(), object(), Path(analyzer.dictionary.path))
    (entry, *_), *_ = (list(entries) for _, entries in words.iter_entries("еж"))
    tag = str(analyzer.dictionary.build_tag_info(*entry))
    assert [spelling for spelling, _ in words.iter_entries("еж")] == ["ёж"]
    assert probabilities.find("стали", ["x", tag]) == [0, 0]
    tags = [str(parse.tag) for parse in analyzer.parse("стали")]
    assert sum(probabilities.find("стали", tags)) > 0
