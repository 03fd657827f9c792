"""Han runs, and nothing else, go to jieba."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.analysis import Analyzer, analyze
from language.chinese import fold_han, read_tokenizer, segment_chinese
from language.dictionaries import Dictionaries

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("run", "words"),
    [("我爱北京", "我 爱 北京"), ("这是第一句", "这是 第一句"), ("服务器配置", "服务器 配置"), ("龘", "龘")],
)
def test_run_is_cut_into_words(run: str, words: str) -> None:
    assert [word.text for word in segment_chinese(run)] == words.split()


def test_inner_words_are_alternatives_of_the_whole_word() -> None:
    (term,) = analyze("中华人民共和国").terms
    assert term.exact == ("中华人民共和国",)
    assert {"中华人民共和国", "人民", "共和国"} <= set(term.lemmas)


def test_inner_words_do_not_shift_the_positions() -> None:
    assert [term.surface for term in analyze("错误代码和北京大学").terms] == ["错误代码", "和", "北京大学"]


@pytest.fixture
def user_word() -> Iterator[str]:
    tokenizer = read_tokenizer()
    tokenizer.add_word("ens")
    yield "ens"
    tokenizer.del_word("ens")


def test_user_dictionary_cannot_cut_a_latin_word(user_word: str) -> None:
    assert [term.exact[0] for term in analyze("license服务器 LICENSE").terms] == ["license", "服务器", "license"]
    assert user_word in read_tokenizer().FREQ


def test_mixed_text_keeps_codes_and_russian_words_whole() -> None:
    terms = analyze("错误代码E-1042，见 ГОСТ 12.0.004-2015").terms
    exact = [form for term in terms for form in term.exact]
    assert {"e-1042", "e1042", "гост", "12.0.004-2015", "错误代码"} <= set(exact)
    assert not any(form.isspace() or form in set("ГОСТгост") for form in exact)


@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1, max_size=30))
def test_words_cover_the_run_without_gaps(run: str) -> None:
    words = segment_chinese(run)
    assert "".join(run[word.start : word.end] for word in words) == run
    assert all(fold_han(run[word.start : word.end]) == word.text for word in words)


TRADITIONAL_TABLE = [
    # traditional | simplified
    ("資料庫連接失敗", "资料库连接失败"),
    ("錯誤代碼", "错误代码"),
    ("員工請假流程", "员工请假流程"),
    ("乾隆皇帝", "干隆皇帝"),  # the dictionary's own word, folded with the text
    ("這裡和這裏", "这里和这里"),
    ("体系", "体系"),
]


@pytest.mark.parametrize(("traditional", "simplified"), TRADITIONAL_TABLE)
def test_traditional_and_simplified_characters_are_one(traditional: str, simplified: str) -> None:
    assert fold_han(traditional) == simplified
    written, asked = analyze(traditional).terms, analyze(simplified).terms
    assert [term.lemmas for term in written] == [term.lemmas for term in asked]
    assert "".join(term.surface for term in written) == traditional


@given(st.text(max_size=30))
def test_folding_keeps_places_and_is_done_once(text: str) -> None:
    folded = fold_han(text)
    assert len(folded) == len(text)
    assert fold_han(folded) == folded


def test_folding_can_be_left_out() -> None:
    (term, *_) = Analyzer(without={"chinese-folding"}).analyze("錯誤代碼").terms
    assert term.exact == ("錯誤",)
    assert dict(analyze("錯誤代碼").terms[0].origins)["错误代码"] == "simplified"


def test_words_of_a_user_are_kept_whole() -> None:
    text = "我们用云途智联系统，license服务器"
    plain = [term.surface for term in analyze(text).terms]
    own = [term.surface for term in Analyzer(Dictionaries(chinese_words=("雲途智聯", "ens"))).analyze(text).terms]
    assert "云途智联" not in plain
    assert own == ["我们", "用", "云途智联", "系统", "license", "服务器"]
    assert [term.surface for term in analyze(text).terms] == plain


def test_full_width_forms_are_plain_ones() -> None:
    assert [term.exact[0] for term in analyze("ＡＰＩ，１２３　￥５").terms] == ["api", "123", "¥", "5"]


def test_kana_stays_as_it_is() -> None:
    assert [term.exact[0] for term in analyze("テスト").terms] == ["テスト"]


def test_long_run_without_punctuation_is_cut_too() -> None:
    run = "服务器配置" * 1500
    assert "".join(word.text for word in segment_chinese(run)) == run


def test_start_prints_nothing_and_writes_no_cache(tmp_path: Path) -> None:
    script = "from language import analyze; assert analyze('我爱北京').terms"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        text=True,
        env={"TMPDIR": str(tmp_path), "PYTHONPATH": ".", "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
