"""Names of programs' functions, options and types to the words they are made of."""

from __future__ import annotations

import re
from typing import Final

_UPPER: Final = "A-ZА-Я"
_LOWER: Final = "a-zа-я"
_HUMP: Final = re.compile(rf"[{_UPPER}]+(?=[{_UPPER}][{_LOWER}])|[{_UPPER}]?[{_LOWER}]+|[{_UPPER}]+")
_CAMEL: Final = re.compile(rf"(?=[^_]*[{_LOWER}][{_UPPER}]|[{_UPPER}]{{2,}}[{_LOWER}]{{2}})[{_UPPER}{_LOWER}]+")
_CAMEL_JOINT: Final = re.compile(rf"(?<=[{_LOWER}])(?=[{_UPPER}])|(?<=[{_UPPER}])(?=[{_UPPER}][{_LOWER}]{{2}})")
_JOINTS: Final = re.compile("[-_]")
_LONGEST: Final = 64  # letters; longer ones are no names that somebody looks for by their words
SHORTEST_BRAND_PART: Final = 4  # letters: вкус in ВкусВилл, not git in GitHub


def split_camel(text: str) -> tuple[str, ...]:
    """The words of a name written in humps; one for any other word.

    >>> split_camel("getUserName"), split_camel("HTTPServer"), split_camel("ПолучитьИмя"), split_camel("APIs")
    (('get', 'User', 'Name'), ('HTTP', 'Server'), ('Получить', 'Имя'), ('APIs',))
    """
    if len(text) > _LONGEST or not _CAMEL.fullmatch(text):
        return (text,)
    return tuple(_HUMP.findall(text))


def is_identifier(words: tuple[str, ...]) -> bool:
    """Whether the words of a name in humps are words by themselves: getUserName, HttpServerFactory.

    JavaScript, GitHub and iPhone are names that happen to have a capital inside: asking for them is not asking for
    "script" or "phone".
    """
    return len(words) > 2 or (len(words) == 2 and words[0].islower() and len(words[0]) > 1 and words[1].istitle())


def mark_humps(text: str) -> str:
    """`text` with an underscore between its humps, where it has some: HTTPServer2 as HTTP_Server2."""
    return _CAMEL_JOINT.sub("_", text)


def join_words(name: str) -> str:
    """A name in lower case without the signs between its words: what max_connections, maxConnections and
    max-connections have in common."""
    return _JOINTS.sub("", name)
