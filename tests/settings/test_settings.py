"""Settings: where they come from, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from settings import Settings, SettingsError, list_effective_settings, read_settings


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write_config(text: str) -> None:
    Path("nakhodka.toml").write_text(text, encoding="utf-8")


def test_environment_wins_over_file_and_file_over_default(monkeypatch: pytest.MonkeyPatch) -> None:
    write_config("size = 7\nrrf_k = 30\n[bm25.body_lemma]\nk1 = 0.9\n")
    monkeypatch.setenv("NAKHODKA_SIZE", "5")
    monkeypatch.setenv("NAKHODKA_BM25__BODY_LEMMA__B", "0.4")
    settings = read_settings()
    assert (settings.size, settings.rrf_k, settings.candidates) == (5, 30, 100)
    assert (settings.bm25.body_lemma.k1, settings.bm25.body_lemma.b) == (0.9, 0.4)


def test_effective_settings_say_where_each_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    write_config("rrf_k = 30\n")
    monkeypatch.setenv("NAKHODKA_SIZE", "5")
    rows = {row.name: row for row in list_effective_settings(read_settings())}
    assert rows["size"].source == "NAKHODKA_SIZE"
    assert rows["rrf_k"].source == "nakhodka.toml"
    assert rows["candidates"].source == "default"
    assert rows["bm25.title_exact.k1"].value == "1.0"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("NAKHODKA_SIZE", "0"),
        ("NAKHODKA_SIZE", "ten"),
        ("NAKHODKA_FUSION", "sum"),
        ("NAKHODKA_PASSAGE_OVERLAP", "0.9"),
        ("NAKHODKA_PASSAGE_OVERLAP", "-1"),
        ("NAKHODKA_BM25__BODY_LEMMA__K1", "-1"),
        ("NAKHODKA_OPENSEARCH_URL", "localhost:9200"),
        ("NAKHODKA_COLLECTION", "Мои документы"),
        ("NAKHODKA_TOKEN_BITS", "5"),
    ],
)
def test_wrong_value_is_refused_with_name_and_value(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsError) as raised:
        read_settings()
    assert variable in str(raised.value)
    assert value in str(raised.value)


def test_unknown_variable_is_refused_with_the_nearest_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAKHODKA_CANDIDATE", "5")
    with pytest.raises(SettingsError, match="NAKHODKA_CANDIDATE.*Did you mean 'candidates'"):
        read_settings()


@pytest.mark.parametrize("text", ["sise = 3\n", "[bm25.body_lema]\nk1 = 1\n"])
def test_unknown_name_in_the_file_is_refused(text: str) -> None:
    write_config(text)
    with pytest.raises(SettingsError, match="nakhodka.toml"):
        read_settings()


def test_broken_file_is_refused_with_its_name() -> None:
    write_config("size = \n")
    with pytest.raises(SettingsError, match=r"nakhodka\.toml.*not valid TOML"):
        read_settings()


def test_named_file_that_is_missing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAKHODKA_CONFIG", "nowhere.toml")
    with pytest.raises(SettingsError, match="nowhere.toml"):
        read_settings()


def test_secret_in_the_file_is_refused() -> None:
    write_config('opensearch_user = "a"\nopensearch_password = "secret-word"\n')
    with pytest.raises(SettingsError, match="environment") as raised:
        read_settings()
    assert "secret-word" not in str(raised.value)


def test_password_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAKHODKA_OPENSEARCH_USER", "admin")
    monkeypatch.setenv("NAKHODKA_OPENSEARCH_PASSWORD", "secret-word")
    settings = read_settings()
    shown = repr(settings) + str([row.value for row in list_effective_settings(settings)])
    assert "secret-word" not in shown
    assert settings.opensearch_password is not None
    assert settings.opensearch_password.get_secret_value() == "secret-word"


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        ({"weight_lexical": 0, "weight_vector": 0}, "nothing would be found"),
        ({"passage_tokens": 50, "passage_min_tokens": 60}, "passage_min_tokens"),
        ({"passage_tokens": 600}, "embedding_max_tokens"),
        ({"engine_port": 9320}, "must differ"),
        ({"opensearch_user": "a"}, "belong together"),
    ],
)
def test_settings_that_contradict_each_other_are_refused(overrides: dict[str, object], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        read_settings(**overrides)


def test_every_setting_has_a_description() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []
