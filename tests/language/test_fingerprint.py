"""The fingerprint changes with the analysis and with nothing else."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from language import fingerprint
from language.analysis import Analyzer, analyze
from language.dictionaries import Dictionaries
from language.fingerprint import RULES_VERSION, build_fingerprint
from mappings.fields import Stream

ROOT = Path(__file__).parents[2]

# One of every kind of text. When its terms change, those of an index do: raise RULES_VERSION, then write both anew.
SPECIMEN = (
    "Объём стали, приёма на работу: ГОСТ 12.0.004-2015; E 1042, e–1042, Г\u004f\u0043\u0054, Кот-д'Ивуар, webсайт, "
    "интернет-магазина 44-ФЗ AC/DC CURLOPT_URL --no-cache C++ a@b.ru https://example.ru/a /etc/hosts 12 000 5,5 3-й "
    "John's policies café 错误代码 🏖️ м² Иванова Петровна оплачивали СКУДом ПО getUserName API-шка 5 мая 2024 г. "
    "資料庫 went № 5 10–15 8 (495) 123-45-67 5 кг"
)
SPECIMEN_TERMS = "1e1e7f28832749d2"
SPECIMEN_FINGERPRINT = (
    "rules=2 pymorphy3=2.0.6 dictionary=2.4.417150.4580142 snowball=3.1.1 jieba=0.42.1"
    " opencc=1.4.2 unicode=14.0.0 lists=e820db92"
)


def _hash_terms() -> str:
    analysis = analyze(SPECIMEN)
    written = "\n".join(analysis.write_stream(stream) for stream in Stream)
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def test_terms_change_only_together_with_the_fingerprint() -> None:
    assert _hash_terms() == SPECIMEN_TERMS or build_fingerprint() != SPECIMEN_FINGERPRINT


def test_fingerprint_is_equal_in_another_process() -> None:
    script = "from language import build_fingerprint; import sys; sys.stdout.write(build_fingerprint())"
    environment = {"PYTHONHASHSEED": "5"}
    command = [sys.executable, "-c", script]
    other = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environment)
    assert other.stdout == build_fingerprint()


def test_fingerprint_names_what_the_terms_depend_on() -> None:
    names = [part.split("=")[0] for part in build_fingerprint().split()]
    assert names == ["rules", "pymorphy3", "dictionary", "snowball", "jieba", "opencc", "unicode", "lists"]


def test_another_library_version_gives_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    before = build_fingerprint()
    monkeypatch.setattr(fingerprint, "version", lambda package: "0.0" if package == "snowballstemmer" else "1")
    assert build_fingerprint() != before
    assert "snowball=0.0" in build_fingerprint()


def test_another_rules_version_gives_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    before = build_fingerprint()
    monkeypatch.setattr(fingerprint, "RULES_VERSION", RULES_VERSION + 1)
    assert build_fingerprint() != before


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language.codes.NOT_CODE_LETTERS", frozenset({"a"})),
        ("language.aspect.IRREGULAR", {"брать": ("взять",)}),
        ("language.acronyms.AMBIGUOUS", frozenset({"ПО"})),
        ("language.lemmas.MOST_LEMMAS", 3),
        ("language.terms.LONGEST_FORM", 100),
        ("language.tokenising._PERIOD", re.compile("x")),
    ],
)
def test_another_list_or_limit_gives_another_fingerprint(
    name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = build_fingerprint()
    monkeypatch.setattr(name, value)
    assert build_fingerprint() != before


def test_size_of_a_cache_leaves_the_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    before = build_fingerprint()
    monkeypatch.setattr("language.words.CACHED_WORDS", 7)
    assert build_fingerprint() == before


def test_user_words_and_left_out_groups_are_in_the_fingerprint() -> None:
    protected = Analyzer(Dictionaries(protected=frozenset({"стали"}))).fingerprint
    chinese = Analyzer(Dictionaries(chinese_words=("云知声",))).fingerprint
    without = Analyzer(without={"aspect-pairs", "acronyms"}).fingerprint
    assert len({build_fingerprint(), protected, chinese, without}) == 4
    assert protected.startswith(build_fingerprint() + " user=")
    assert without == build_fingerprint() + " without=acronyms,aspect-pairs"


def test_terms_are_equal_in_processes_with_other_hashes() -> None:
    """Sets are ordered by hashes that differ from process to process; no term may depend on them."""
    script = (
        "import sys; from language.analysis import analyze; from mappings.fields import Stream;"
        f"sys.stdout.write(repr([analyze({SPECIMEN!r}).write_stream(s) for s in Stream]))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {repr([analyze(SPECIMEN).write_stream(stream) for stream in Stream])}
