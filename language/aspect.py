"""Verbs in the imperfective to their partners in the perfective: оплачивать → оплатить.

The dictionary does not link the two. Rules propose partners by the endings that the suffixes of the imperfective have;
a partner is taken when the dictionary knows it as a perfective verb. One direction is enough: documents and questions
that say «оплачивать» are also found as «оплатить».
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

MOST_PARTNERS: Final = 2  # закапывать: закапать and закопать

# Pairs that no ending tells: other roots, vowels that come and go, and perfectives made by a prefix alone.
IRREGULAR: Final = {
    verb: tuple(partners.split(","))
    for verb, _, partners in (
        pair.partition("/")
        for pair in """
        брать/взять класть/положить говорить/сказать ловить/поймать возвращать/вернуть,возвратить
        возвращаться/вернуться,возвратиться садиться/сесть ложиться/лечь становиться/стать вставать/встать
        покупать/купить сажать/посадить вешать/повесить искать/поискать увольнять/уволить увольняться/уволиться
        учитывать/учесть вычитать/вычесть предпочитать/предпочесть зачитывать/зачитать отсчитывать/отсчитать
        кидать/кинуть двигать/двинуть отдыхать/отдохнуть застревать/застрять посылать/послать
        делать/сделать писать/написать читать/прочитать звонить/позвонить платить/заплатить строить/построить
        менять/поменять просить/попросить варить/сварить готовить/приготовить есть/съесть пить/выпить
        мыть/вымыть,помыть чистить/почистить шить/сшить терять/потерять ломать/сломать ломаться/сломаться
        красить/покрасить резать/порезать прятать/спрятать тратить/потратить мерить/измерить рисовать/нарисовать
        рвать/порвать жечь/сжечь печь/испечь бить/побить будить/разбудить видеть/увидеть слышать/услышать
        смотреть/посмотреть учить/выучить,научить учиться/научиться хотеть/захотеть мочь/смочь пробовать/попробовать
        помнить/вспомнить здороваться/поздороваться знакомить/познакомить знакомиться/познакомиться
        благодарить/поблагодарить обедать/пообедать завтракать/позавтракать ужинать/поужинать
        ждать/подождать дарить/подарить советовать/посоветовать верить/поверить нравиться/понравиться
        чинить/починить копировать/скопировать фотографировать/сфотографировать регистрировать/зарегистрировать
        регистрироваться/зарегистрироваться публиковать/опубликовать печатать/напечатать планировать/запланировать
        требовать/потребовать пользоваться/воспользоваться грузить/загрузить штрафовать/оштрафовать
        страховать/застраховать паковать/упаковать ремонтировать/отремонтировать тестировать/протестировать
        информировать/проинформировать консультировать/проконсультировать контролировать/проконтролировать
        тормозить/затормозить глохнуть/заглохнуть сохнуть/высохнуть расти/вырасти падать/упасть попадать/попасть
        нападать/напасть совпадать/совпасть пропадать/пропасть выпадать/выпасть отпадать/отпасть
        помогать/помочь сберегать/сберечь поджигать/поджечь сжигать/сжечь зажигать/зажечь
        нажимать/нажать сжимать/сжать отжимать/отжать прижимать/прижать выжимать/выжать
        избегать/избежать продлевать/продлить продлеваться/продлиться затмевать/затмить взрывать/взорвать
        закапывать/закопать,закапать обтачивать/обточить стачивать/сточить вытачивать/выточить
        ожидать/подождать звать/позвать
        """.split()
    )
}
# Proposed by an ending, known to the dictionary, and no pair: to plough and to smell.
NOT_PAIRS: Final = frozenset(
    {("пахать", "пахнуть"), ("завязывать", "завязнуть"), ("утопывать", "утопнуть"), ("провожаться", "провозиться")}
)

_SOFTENED: Final = (
    # end of the imperfective's base, ends of the perfective's
    ("бл", ("б",)),
    ("вл", ("в",)),
    ("мл", ("м",)),
    ("пл", ("п",)),
    ("фл", ("ф",)),
    ("жд", ("д",)),
    ("щ", ("т", "ст", "ск")),
    ("ск", ("ст",)),
    ("ч", ("т", "к")),
    ("ш", ("с", "х")),
    ("ж", ("д", "з", "г")),
)
_ENDINGS: Final = tuple(
    # imperfective/perfectives: roots that change with the suffix
    tuple(pair.split("/"))
    for pair in """
    нимать/нять чинать/чать минать/мять,мянуть пинать/пять клинать/клясть жимать/жать
    бирать/брать дирать/драть тирать/тереть пирать/переть мирать/мереть стилать/стелить,стлать сылать/слать
    зывать/звать рывать/рвать,рыть гонять/гнать гибать/гнуть мыкать/мкнуть тыкать/ткнуть жидать/ждать
    лагать/ложить кладывать/ложить носить/нести водить/вести возить/везти ходить/йти езжать/ехать бегать/бежать
    летать/лететь ползать/ползти растать/расти цветать/цвести метать/мести плетать/плести обретать/обрести
    спасать/спасти гребать/грести скребывать/скрести крадывать/красть едать/есть мещать/местить севать/сеять
    жигать/жечь могать/мочь регать/речь рекать/речь лекать/лечь текать/течь пекать/печь секать/сечь
    ыхать/охнуть двигать/двинуть кидывать/кинуть тягивать/тянуть трагивать/тронуть глядывать/глянуть
    дергивать/дернуть тискивать/тиснуть прыскивать/прыснуть плескивать/плеснуть скальзывать/скользнуть
    совывать/сунуть таскивать/тащить волакивать/волочь скакивать/скочить ворачивать/вернуть вертывать/вернуть
    манывать/мануть калывать/колоть парывать/пороть малывать/молоть палывать/полоть
    """.split()
)
_PREFIXES: Final = tuple(
    """недо пере пре при про под пред над от об обез обес раз рас воз вос вз вс из ис без бес вы до за на по со у о с
    в""".split()
)
_FLEETING: Final = frozenset("под над от об раз рас вз вс из ис с в".split())  # от-брать is written отобрать
_VOICED: Final = {"рас": "раз", "вс": "вз", "ис": "из"}
_ALSO_IN_IT: Final = ("хват", "вал", "кус", "кат")  # откатывать: откатить; but переделывать is not переделить
_LAST_A: Final = re.compile("а(?=[^аеиоуыэюя]*$)")
_VOWEL: Final = re.compile("[аеиоуыэюя]")


def find_perfectives(verb: str, is_perfective: Callable[[str], bool]) -> tuple[str, ...]:
    """The perfective partners of an imperfective infinitive, ё written as е, likeliest first; often none.

    is_perfective: whether the dictionary knows an infinitive as perfective.

    >>> find_perfectives("обрабатывать", {"обработать", "обработка"}.__contains__)
    ('обработать',)
    """
    listed = IRREGULAR.get(verb)
    if listed is not None:
        return listed
    reflexive = verb[-2:] if verb.endswith(("ться", "тись", "чься")) else ""
    for proposals in _iter_proposals(verb.removesuffix(reflexive)):
        candidates = dict.fromkeys(_make_reflexive(candidate, reflexive) for candidate in proposals)
        found = [candidate for candidate in candidates if is_perfective(candidate)]
        if found:
            return tuple(candidate for candidate in found[:MOST_PARTNERS] if (verb, candidate) not in NOT_PAIRS)
    return ()


def _make_reflexive(verb: str, reflexive: str) -> str:
    return verb + ("сь" if verb.endswith("ти") else "ся") if reflexive else verb


def _iter_proposals(verb: str) -> Iterator[list[str]]:
    """Lists of partners, likeliest list first: the first with a known verb in it answers."""
    for ending, partners in _ENDINGS:
        if verb.endswith(ending):
            yield [
                form for partner in partners.split(",") for form in _iter_prefixed(verb.removesuffix(ending), partner)
            ]
    if verb.endswith(("авать", "евать", "ывать", "овать", "увать")):
        yield [verb[:-4] + "ть"]  # закры-вать: закры-ть; созда-вать, забол-евать
    if verb.endswith(("ывать", "ивать")) and _has_root(verb[:-5]):
        yield from _iter_long(verb[:-5])
    if verb.endswith("ивать"):
        yield [verb[:-4] + "ть"]  # разви-вать: разви-ть
    if verb.endswith(("ать", "ять")) and _has_root(verb[:-3]):
        yield from _iter_short(verb[:-3])


def _iter_prefixed(prefix: str, root: str) -> Iterator[str]:
    """от-бирать: от-о-брать; рас-сылать: раз-о-слать; рас-кладывать: раз-ложить."""
    yield prefix + root
    if prefix in _FLEETING:
        voiced = _VOICED.get(prefix, prefix)
        yield from (voiced + "о" + root, voiced + root)


def _has_root(base: str) -> bool:
    """Whether a vowel is left without the prefix: in отб-ывать, изгн-ивать the suffix is part of the root."""
    prefix = max((base[: len(p)] for p in _PREFIXES if base.startswith(p)), key=len, default="")
    return _VOWEL.search(base.removeprefix(prefix)) is not None


def _iter_long(base: str) -> Iterator[list[str]]:
    """откус-ывать: откус-ить; оплач-ивать: оплат-ить; рассматр-ивать: рассмотр-еть."""
    for root in dict.fromkeys((base, _LAST_A.sub("о", base))):
        endings = ("ить", "ать", "нуть") if root.endswith(_ALSO_IN_IT) else ("ать", "ять", "нуть")
        yield [root + ending for ending in endings]
        yield from _iter_hardened(root)
        yield [root + "ить"]
        yield [root + "еть"]


def _iter_short(base: str) -> Iterator[list[str]]:
    """представл-ять: представ-ить; реш-ать: реш-ить; исчез-ать: исчез-нуть; загор-ать: загор-еть."""
    yield from _iter_hardened(base)
    for ending in ("ить", "нуть", "еть"):
        yield [base + ending]


def _iter_hardened(base: str) -> Iterator[list[str]]:
    for soft, hards in _SOFTENED:
        if base.endswith(soft):
            for ending in ("ить", "еть"):
                yield from ([base.removesuffix(soft) + hard + ending] for hard in hards)
