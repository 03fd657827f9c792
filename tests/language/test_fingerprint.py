"""The fingerprint changes with the analysis and with nothing else."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from language import fingerprint
from language.analysis import analyze
from language.fingerprint import RULES_VERSION, build_fingerprint
from mappings.fields import Stream

ROOT = Path(__file__).parents[2]

# One of every kind of text. When its terms change, those of an index do: raise RULES_VERSION, then write both anew.
SPECIMEN = (
    "Объём стали, приёма на работу: ГОСТ 12.0.004-2015; E 1042, e–1042, Г\u004f\u0043\u0054, Кот-д'Ивуар, webсайт, "
    "интернет-магазина 44-ФЗ AC/DC CURLOPT_URL --no-cache C++ a@b.ru https://example.ru/a /etc/hosts 12 000 5,5 3-й "
    "John's policies café 错误代码 🏖️ м² Иванова Петровна"
)
SPECIMEN_TERMS = "68784c01c6e389c6"
SPECIMEN_FINGERPRINT = (
    "rules=1 pymorphy3=2.0.6 dictionary=2.4.417150.4580142 snowball=3.1.1 jieba=0.42.1 unicode=14.0.0 lists=60b2182a"
)


def _hash_terms() -> str:
    analysis = analyze(SPECIMEN)
    written = "\n".join(analysis.write_stream(stream) for stream in Stream)
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def test_terms_change_only_together_with_the_fingerprint() -> None:
    assert _hash_terms() == SPECIMEN_TERMS or build_fingerprint() != SPECIMEN_FINGERPRINT


def test_fingerprint_is_equal_in_another_process() -> None:
    script = "from language import build_fingerprint; import sys; sys.stdout.write(build_fingerprint())"
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert other.stdout == build_fingerprint()


def test_fingerprint_names_what_the_terms_depend_on() -> None:
    names = [part.split("=")[0] for part in build_fingerprint().split()]
    assert names == ["rules", "pymorphy3", "dictionary", "snowball", "jieba", "unicode", "lists"]


def test_another_library_version_gives_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    before = build_fingerprint()
    monkeypatch.setattr(fingerprint, "version", lambda package: "0.0" if package == "snowballstemmer" else "1")
    assert build_fingerprint() != before
    assert "snowball=0.0" in build_fingerprint()


def test_another_rules_version_gives_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    before = build_fingerprint()
    monkeypatch.setattr(fingerprint, "RULES_VERSION", RULES_VERSION + 1)
    assert build_fingerprint() != before


def test_another_list_gives_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    before = build_fingerprint()
    monkeypatch.setattr("language.codes.NOT_CODE_LETTERS", frozenset({"a"}))
    assert build_fingerprint() != before
