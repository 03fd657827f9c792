"""Pairs of verbs, as a Russian reader would list them."""

from __future__ import annotations

import pytest

from language.analysis import Analyzer, analyze
from language.aspect import IRREGULAR, find_perfectives
from language.lemmas import find_aspect_partners, read_readings
from language.morphology import is_perfective

# imperfective/perfective: every one is a pair in use, and no other partner is given
PAIRS = """
обрабатывать/обработать оплачивать/оплатить подписывать/подписать включать/включить отменять/отменить
согласовывать/согласовать направлять/направить подтверждать/подтвердить представлять/представить закрывать/закрыть
подчеркивать/подчеркнуть создавать/создать рассылать/разослать раскладывать/разложить отбирать/отобрать
размещать/разместить помещать/поместить замещать/заместить получать/получить принимать/принять понимать/понять
снимать/снять выбирать/выбрать стирать/стереть устанавливать/установить настраивать/настроить
просматривать/просмотреть рассматривать/рассмотреть спрашивать/спросить останавливать/остановить
заканчивать/закончить присылать/прислать отправлять/отправить оформлять/оформить удалять/удалить
загружать/загрузить снижать/снизить повышать/повысить завершать/завершить отвечать/ответить решать/решить
обеспечивать/обеспечить вносить/внести переводить/перевести приходить/прийти выходить/выйти находить/найти
уходить/уйти предлагать/предложить прилагать/приложить вкладывать/вложить помогать/помочь привлекать/привлечь
достигать/достигнуть разворачивать/развернуть развертывать/развернуть поворачивать/повернуть замыкать/замкнуть
размыкать/разомкнуть отзывать/отозвать вызывать/вызвать сдавать/сдать отдавать/отдать узнавать/узнать
доставать/достать переставать/перестать устаревать/устареть успевать/успеть надевать/надеть вытягивать/вытянуть
вытаскивать/вытащить показывать/показать сгибать/согнуть высылать/выслать начинать/начать прекращать/прекратить
сокращать/сократить увольнять/уволить увольняться/уволиться регистрировать/зарегистрировать охлаждать/охладить
освещать/осветить очищать/очистить назначать/назначить превышать/превысить обменивать/обменять
проверять/проверить измерять/измерить исчезать/исчезнуть возникать/возникнуть сгорать/сгореть звать/позвать
пропускать/пропустить обманывать/обмануть уведомлять/уведомить прерывать/прервать скрывать/скрыть обновлять/обновить
накапливать/накопить возвращаться/вернуться,возвратиться возвращать/вернуть,возвратить брать/взять класть/положить
говорить/сказать ловить/поймать делать/сделать учитывать/учесть покупать/купить становиться/стать
заказывать/заказать заполнять/заполнить изменять/изменить запрещать/запретить разрешать/разрешить
требовать/потребовать хранить/ работать/ знать/ иметь/ стоить/ зависеть/ содержать/ отсутствовать/
договор/ отпуск/
""".split()

# Partners that an ending proposes and nobody means, and pairs that no rule finds.
KNOWN_ERRORS = [
    ("выкачивать", "выкачать,выкатить"),  # in fact выкачать alone is right: nothing tells it from выкатывать
    ("отрывать", "оторвать"),  # отрыть (to dig out) comes too
    ("перекомпоновывать", "перекомпоновать"),  # the dictionary lacks the perfective
    ("защищать", "защитить,защитать"),
]


@pytest.mark.parametrize("pair", PAIRS)
def test_imperfective_has_its_perfective_partner(pair: str) -> None:
    verb, partners = pair.split("/")
    assert find_perfectives(verb, is_perfective) == tuple(filter(None, partners.split(",")))


@pytest.mark.xfail(strict=True)
@pytest.mark.parametrize(("verb", "partners"), KNOWN_ERRORS)
def test_known_errors_of_pairs(verb: str, partners: str) -> None:
    assert find_perfectives(verb, is_perfective) == tuple(partners.split(","))


NO_PAIRS = """
искать/найти пахать/пахнуть переделывать/переделить угадывать/угадить размещать/разметить отбывать/отбить
сдавать/сдавить изгнивать/изгнать наживать/нажать доставать/доставить налаживать/наложить завязывать/завязнуть
охлаждать/охладеть проверяться/провернуться
""".split()


@pytest.mark.parametrize("pair", NO_PAIRS)
def test_words_that_only_look_like_partners_are_none(pair: str) -> None:
    verb, other = pair.split("/")
    assert other not in find_perfectives(verb, is_perfective)


def test_irregular_partners_are_perfective_verbs_of_the_dictionary() -> None:
    assert [p for partners in IRREGULAR.values() for p in partners if not is_perfective(p)] == []


FORMS = [
    # question | document, either way round
    ("как оплачивать счёт", "счёт нужно оплатить"),
    ("согласовываем договор", "договор согласован"),
    ("подписывающий", "подпишите"),
    ("возвращаю товар", "вернул товар"),
    ("увольняли", "уволенный"),
]


@pytest.mark.parametrize(("one", "other"), FORMS)
def test_forms_of_both_aspects_meet(one: str, other: str) -> None:
    lemmas = [{lemma for term in analyze(text).terms for lemma in term.lemmas} for text in (one, other)]
    kept = [
        {lemma for term in Analyzer(without={"aspect-pairs"}).analyze(text).terms for lemma in term.lemmas}
        for text in (one, other)
    ]
    assert len(lemmas[0] & lemmas[1]) > len(kept[0] & kept[1])


def test_rare_reading_as_a_verb_brings_no_partner() -> None:
    """«мой» is hardly ever an imperative; «стали» is a past tense in the perfective."""
    assert find_aspect_partners(read_readings("стали")) == ()
    assert find_aspect_partners(read_readings("договорам")) == ()
