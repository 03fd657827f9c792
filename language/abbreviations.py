"""Words after which a full stop may not end a sentence, for the rules of `language.sentences`."""

from __future__ import annotations

from typing import Final


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Always followed by what they belong to: им. Баумана, ул. Ленина, проф. Петров, см. Приложение, Fig. 5
LEADING: Final = _words(
    "им ул просп пр-т пер пл наб бул ш пр проф акад доц тов гр г-н г-жа гр-н гр-ка д-р дж инж св см ср рис табл илл"
    " гл ст п пп подп абз ч стр с т вып кн разд прил прим напр т.е т.к т.н т.о т.наз пос дер д корп кв оф каб доб ауд"
    " обл р-н мкр пгт м о оз тел ред сост отв зам зав нач ген мл докт канд и.о исх вх рег инв ок авт пред"
    " внутр англ фр греч исп"
    " mr mrs ms dr prof st fig figs e.g i.e cf vs approx"
)
# May stand last: 1799 г. Потом; 28 дн. Затем; и т. д. Он. Before a number they do not end: 5 руб. 20 коп., No. 7
TRAILING: Final = _words(
    "г гг в вв руб коп тыс млн млрд трлн шт экз чел дн нед мес мин сек ч м см мм км кг т га л кв куб ед кол др пр"
    " т.д т.п н.э проц град долл евро etc inc ltd co corp jr sr a.m p.m no nr eq sec ch vol pp al"
)
# Both a unit and a name: 5 м. Затем / м. Пушкинская; 2000 г. Потом / г. Москва
AMBIGUOUS: Final = _words("г гг ч м см т кв с д л")
PLACE: Final = frozenset({"г"})
# What is numbered at the head of a line or sentence: Глава 2. Права сторон; п. 3.2. Срок; Step 1. Open
NUMBERED: Final = (
    "раздел|разд|глава|гл|статья|ст|пункт|п|пп|часть|ч|шаг|этап|приложение|прил|рисунок|рис|таблица|табл|пример|вопрос"
    "|тема|лекция|занятие|урок|задача|задание|билет|section|chapter|article|part|step|figure|fig|table|appendix|annex"
)
# What has a letter for its name, which then is no initial: вариант Б. Нажмите; Plan B. Then
LETTERED: Final = (
    "вариант|прил|групп|класс|букв|литер|пункт|точк|витамин|категори|блок|корпус|тип|приложени|форм|част|секци|зон|план"
    "|раздел|модел|сери|этап|гепатит|уров|лини|сорт|ряд|позици|столб|колонк|модул|plan|group|class|type|vitamin|option"
    "|appendix|hepatitis|section|table|part|figure|exhibit|grade|point"
)
