"""Everything the page says, in each of its languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ui.wording import choose_plural, format_number

RU: Final = "ru"
EN: Final = "en"
LANGUAGES: Final = {RU: "Русский", EN: "English"}

_RU: Final[Mapping[str, str]] = {
    "name": "Находка",
    "home": "На главную",
    "tagline": "Поиск по документам компании",
    "question": "Что найти",
    "placeholder": "Спросите своими словами, например: сколько дней отпуска",
    "search": "Найти",
    "examples": "Попробуйте спросить",
    "hint": "Можно спрашивать целой фразой, словом, кодом ошибки или номером документа.",
    "collection": "Коллекция",
    "mode": "Как искать",
    "mode.hybrid": "Слова и смысл",
    "mode.lexical": "Слова",
    "mode.vector": "Смысл",
    "types": "Тип",
    "languages": "Язык",
    "clear": "Сбросить фильтры",
    "type.markdown": "Markdown",
    "type.html": "Веб-страница",
    "type.text": "Текст",
    "type.pdf": "PDF",
    "type.docx": "Word",
    "language.ru": "русский",
    "language.en": "английский",
    "language.zh": "китайский",
    "found": "Найдено: {documents}",
    "in_time": "за {time}",
    "page_of": "страница {page} из {pages}",
    "corrected": "Показаны результаты для",
    "as_written": "Искать как написано:",
    "try_correction": "Исправить раскладку и опечатки",
    "evidence.both": "слова и смысл",
    "evidence.lexical": "слова",
    "evidence.vector": "смысл",
    "evidence.help": "Чем найдено: совпали слова запроса, близок смысл или и то и другое",
    "relevance": "Близость к запросу: {bars} из 5, считая от лучшего результата",
    "why": "Почему здесь",
    "how": "Как искали",
    "copy": "Ссылка",
    "copied": "Скопировано",
    "copy.help": "Скопировать ссылку на этот фрагмент",
    "page_number": "с. {page}",
    "previous": "Назад",
    "next": "Дальше",
    "pages": "Страницы",
    "nothing": "Ничего не нашлось",
    "nothing.hint": "Что можно сделать:",
    "nothing.filters": "снять фильтры",
    "nothing.mode": "искать и по словам, и по смыслу",
    "nothing.words": "назвать то же самое другими словами или короче",
    "nothing.spelling": "проверить раскладку клавиатуры и написание",
    "nothing.page": "На этой странице результатов уже нет.",
    "nothing.first_page": "Вернуться к началу",
    "error.engine": "Поисковый движок не отвечает",
    "error.engine.hint": "Обычно это проходит само. Если нет, проверьте его командой nakhodka doctor.",
    "error.index": "Коллекцию нужно собрать заново",
    "error.index.hint": "Она построена с другими настройками, чем те, что действуют сейчас.",
    "error.collection": "Такой коллекции нет",
    "error.collection.hint": "Возможно, её удалили или переименовали.",
    "error.other": "Поиск не удался",
    "error.other.hint": "Попробуйте ещё раз или измените запрос.",
    "retry": "Повторить",
    "details": "Подробности",
    "no_collections": "Документов пока нет",
    "no_collections.hint": "Загрузите папку с документами командой",
    "loading": "Ищем",
    "back": "К результатам",
    "to_search": "К поиску",
    "document.missing": "Этого документа больше нет",
    "document.missing.hint": "Его удалили или переименовали после того, как была сделана ссылка.",
    "document.source": "Файл",
    "document.created": "Создан",
    "document.modified": "Изменён",
    "document.tags": "Метки",
    "document.excerpt": "Документ большой: показана часть вокруг найденного фрагмента.",
    "stage.lexical": "Слова",
    "stage.vector": "Смысл",
    "stage.fusion": "Слияние",
    "stage.second_stage": "Вторая ступень",
    "stage.result": "Итог",
    "stage.understanding": "Разбор запроса",
    "stage.embedding": "Вектор запроса",
    "stage.legs": "Запрос к движку",
    "stage.grouping": "Группировка",
    "stage.fetching": "Чтение фрагментов",
    "stage.highlighting": "Подсветка",
    "stage.engine_fusion": "Слияние в движке",
    "stage": "Этап",
    "stage.entered": "Вошло",
    "stage.left": "Вышло",
    "stage.time": "Время",
    "stage.unseen": "нет",
    "rank": "место",
    "up": "вверх на {places}",
    "down": "вниз на {places}",
    "matched": "Совпали слова",
    "matched.none": "В самом фрагменте слов запроса нет.",
    "terms": "Запрос после разбора",
    "skipped.off": "выключено",
    "skipped.nothing": "нечего пересматривать",
}

_EN: Final[Mapping[str, str]] = {
    "name": "Nakhodka",
    "home": "Home",
    "tagline": "Search your company's documents",
    "question": "What to find",
    "placeholder": "Ask in your own words, for example: request rate limit",
    "search": "Search",
    "examples": "Try asking",
    "hint": "Ask a whole sentence, a word, an error code or a document number.",
    "collection": "Collection",
    "mode": "How to search",
    "mode.hybrid": "Words and meaning",
    "mode.lexical": "Words",
    "mode.vector": "Meaning",
    "types": "Type",
    "languages": "Language",
    "clear": "Clear filters",
    "type.markdown": "Markdown",
    "type.html": "Web page",
    "type.text": "Text",
    "type.pdf": "PDF",
    "type.docx": "Word",
    "language.ru": "Russian",
    "language.en": "English",
    "language.zh": "Chinese",
    "found": "{documents} found",
    "in_time": "in {time}",
    "page_of": "page {page} of {pages}",
    "corrected": "Showing results for",
    "as_written": "Search instead for",
    "try_correction": "Put layout and typos right",
    "evidence.both": "words and meaning",
    "evidence.lexical": "words",
    "evidence.vector": "meaning",
    "evidence.help": "How it was found: the words match, the meaning is close, or both",
    "relevance": "Closeness to the question: {bars} of 5, relative to the best result",
    "why": "Why it is here",
    "how": "How it was searched",
    "copy": "Link",
    "copied": "Copied",
    "copy.help": "Copy the link to this passage",
    "page_number": "p. {page}",
    "previous": "Previous",
    "next": "Next",
    "pages": "Pages",
    "nothing": "Nothing was found",
    "nothing.hint": "What you can do:",
    "nothing.filters": "drop the filters",
    "nothing.mode": "search by words and by meaning",
    "nothing.words": "say the same in other or fewer words",
    "nothing.spelling": "check the keyboard layout and the spelling",
    "nothing.page": "This page has no results any more.",
    "nothing.first_page": "Back to the first page",
    "error.engine": "The search engine does not answer",
    "error.engine.hint": "This usually passes by itself. If not, check it with: nakhodka doctor",
    "error.index": "The collection has to be built again",
    "error.index.hint": "It was built with other settings than those in force now.",
    "error.collection": "There is no such collection",
    "error.collection.hint": "It may have been removed or renamed.",
    "error.other": "The search failed",
    "error.other.hint": "Try again, or change the question.",
    "retry": "Try again",
    "details": "Details",
    "no_collections": "There are no documents yet",
    "no_collections.hint": "Bring in a folder of documents with",
    "loading": "Searching",
    "back": "Back to the results",
    "to_search": "Back to the search",
    "document.missing": "This document is gone",
    "document.missing.hint": "It was removed or renamed after the link was made.",
    "document.source": "File",
    "document.created": "Created",
    "document.modified": "Changed",
    "document.tags": "Tags",
    "document.excerpt": "The document is large: the part around the found passage is shown.",
    "stage.lexical": "Words",
    "stage.vector": "Meaning",
    "stage.fusion": "Fusion",
    "stage.second_stage": "Second stage",
    "stage.result": "Result",
    "stage.understanding": "Understanding",
    "stage.embedding": "Question vector",
    "stage.legs": "Engine",
    "stage.grouping": "Grouping",
    "stage.fetching": "Fetching passages",
    "stage.highlighting": "Highlighting",
    "stage.engine_fusion": "Fusion in the engine",
    "stage": "Stage",
    "stage.entered": "Entered",
    "stage.left": "Left",
    "stage.time": "Time",
    "stage.unseen": "no",
    "rank": "rank",
    "up": "up {places}",
    "down": "down {places}",
    "matched": "Matched words",
    "matched.none": "The passage itself has none of the words of the question.",
    "terms": "The question as terms",
    "skipped.off": "switched off",
    "skipped.nothing": "nothing to rescore",
}

_PLURALS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    RU: {
        "documents": ("документ", "документа", "документов"),
        "more_passages": ("ещё {n} фрагмент", "ещё {n} фрагмента", "ещё {n} фрагментов"),
    },
    EN: {
        "documents": ("document", "documents"),
        "more_passages": ("{n} more passage", "{n} more passages"),
    },
}

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {RU: _RU, EN: _EN}


class Texts:
    """The page's texts in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = TEXTS[language]

    def __getitem__(self, name: str) -> str:
        return self._texts[name]

    def get(self, name: str, otherwise: str) -> str:
        """The text, or something else where nobody foresaw the name: a new file type, a new stage."""
        return self._texts.get(name, otherwise)

    def fill(self, name: str, **values: object) -> str:
        """The text with its places filled."""
        return self._texts[name].format(**values)

    def count(self, number: int, name: str) -> str:
        """The number with its noun.

        >>> Texts("ru").count(22, "documents")
        '22 документа'
        """
        shown = format_number(number, self.language)
        form = choose_plural(number, _PLURALS[self.language][name], self.language)
        return form.format(n=shown) if "{n}" in form else f"{shown} {form}"
