"""The same sentences in three languages: what differs between their vectors is the language, not the matter."""

from __future__ import annotations

from typing import Final

PARALLEL_VERSION: Final = 1  # raised when a sentence changes: vectors change with it

# (Russian, English, Chinese)
PARALLEL_STATEMENTS: Final = (
    (
        "Работник подаёт заявление на отпуск за две недели до его начала.",
        "An employee applies for leave two weeks before it begins.",
        "员工应在休假开始前两周提交申请。",
    ),
    (
        "Деньги возвращают на карту в течение десяти рабочих дней.",
        "The money is returned to the card within ten working days.",
        "款项将在十个工作日内退回到银行卡。",
    ),
    (
        "Если связь пропала, проверьте кабель и перезапустите устройство.",
        "If the connection is lost, check the cable and restart the device.",
        "如果连接中断，请检查电缆并重新启动设备。",
    ),
    (
        "Договор продлевается на год, если стороны не возражают.",
        "The contract is extended for a year unless a party objects.",
        "若双方无异议，合同将延长一年。",
    ),
    (
        "Пароль должен содержать не менее двенадцати знаков.",
        "The password must have at least twelve characters.",
        "密码必须至少包含十二个字符。",
    ),
    (
        "Поезд отправляется утром и прибывает вечером того же дня.",
        "The train leaves in the morning and arrives in the evening of the same day.",
        "火车早上出发，当天晚上到达。",
    ),
    (
        "Город был основан на берегу реки в двенадцатом веке.",
        "The city was founded on the bank of a river in the twelfth century.",
        "这座城市于十二世纪建在河岸上。",
    ),
    (
        "Врач посоветовал больному больше гулять и пить воду.",
        "The doctor advised the patient to walk more and drink water.",
        "医生建议病人多散步、多喝水。",
    ),
    (
        "Команда забила решающий гол на последней минуте матча.",
        "The team scored the winning goal in the last minute of the match.",
        "球队在比赛的最后一分钟打进了制胜一球。",
    ),
    (
        "Температура воды поднялась до тридцати градусов.",
        "The temperature of the water rose to thirty degrees.",
        "水温上升到了三十度。",
    ),
    (
        "Функция возвращает первый элемент списка.",
        "The function returns the first element of the list.",
        "该函数返回列表的第一个元素。",
    ),
    (
        "Склад открыт с понедельника по пятницу с девяти до шести.",
        "The warehouse is open Monday to Friday from nine to six.",
        "仓库周一至周五九点到六点开放。",
    ),
    (
        "Прибор весит два килограмма и работает от батареи.",
        "The device weighs two kilograms and runs on a battery.",
        "该设备重两公斤，由电池供电。",
    ),
    (
        "Налог уже включён в стоимость услуги.",
        "The tax is already included in the price of the service.",
        "服务价格已包含税费。",
    ),
)
PARALLEL_QUESTIONS: Final = (
    ("Как подключить принтер к сети?", "How do I connect the printer to the network?", "如何将打印机连接到网络？"),
    ("Сколько стоит доставка?", "How much does delivery cost?", "送货费用是多少？"),
    ("Кто утверждает график дежурств?", "Who approves the duty schedule?", "值班表由谁批准？"),
    ("Когда начинается смена?", "When does the shift begin?", "班次什么时候开始？"),
    ("Что делать, если забыл пароль?", "What should I do if I forget my password?", "忘记密码怎么办？"),
    ("Где находится музей?", "Where is the museum?", "博物馆在哪里？"),
    ("Почему не загружается файл?", "Why does the file not load?", "为什么文件无法加载？"),
    ("Можно ли вернуть билет?", "Can I return the ticket?", "可以退票吗？"),
    ("гарантия на аккумулятор", "battery warranty", "电池保修"),
    ("какой самый высокий вулкан", "which volcano is the highest", "最高的火山是哪一座"),
)
