"""What a file says of itself."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parsing.frontmatter import FrontMatterError, parse_front_matter
from indexer.parsing.metadata import read_fields, to_json


@pytest.mark.parametrize(
    ("value", "created"),
    [
        (date(2024, 1, 15), datetime(2024, 1, 15, tzinfo=UTC)),
        (datetime(2024, 1, 15, 10, 30), datetime(2024, 1, 15, 10, 30, tzinfo=UTC)),
        ("2024-01-15T10:30:00+03:00", datetime(2024, 1, 15, 10, 30, tzinfo=timezone(timedelta(hours=3)))),
        ("5.1.2024", datetime(2024, 1, 5, tzinfo=UTC)),
    ],
)
def test_dates_are_read(value: Any, created: datetime) -> None:
    fields = read_fields({"date": value})
    assert (fields.created, fields.metadata, fields.warnings) == (created, {}, ())


@pytest.mark.parametrize(
    "value", ["уточняется", "2024-31", "2024-13-45", "20240115", 2024, "0001-01-01", ["2024-01-15"], True]
)
def test_bad_date_stays_in_metadata_with_warning(value: Any) -> None:
    fields = read_fields({"date": value})
    assert fields.created is None
    assert fields.metadata == {"date": value}
    assert len(fields.warnings) == 1


def test_second_name_of_a_field_is_used_where_the_first_is_bad() -> None:
    fields = read_fields({"created": "вчера", "date": "2024-01-15"})
    assert fields.created == datetime(2024, 1, 15, tzinfo=UTC)
    assert fields.metadata == {"created": "вчера"}


@pytest.mark.parametrize(
    ("value", "tags"),
    [("а, б,, а", ("а", "б")), (["x", 5, "x"], ("x", "5")), ("один", ("один",)), ([], ()), (None, ())],
)
def test_tags(value: Any, tags: tuple[str, ...]) -> None:
    assert read_fields({"Tags": value}).tags == tags


@pytest.mark.parametrize(
    ("value", "language"), [("ru", "ru"), ("zh-Hans-CN", "zh"), ("EN_us", "en"), ("русский", None), (5, None)]
)
def test_language(value: Any, language: str | None) -> None:
    assert read_fields({"lang": value}).language == language


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("a: no", {"a": "no"}),
        ("a: 012", {"a": "012"}),
        ("a: 1.10", {"a": "1.10"}),
        ("a: 1.5", {"a": 1.5}),
        ("a: 7", {"a": 7}),
        ("a: true", {"a": True}),
        ("a:", {"a": None}),
        ("a: 2024-31", {"a": "2024-31"}),
        ("a: 2024-01-15", {"a": date(2024, 1, 15)}),
        ("a: 2024-13-45", {"a": "2024-13-45"}),
        ("a: [<<, b]", {"a": ["<<", "b"]}),
        ("текст", None),
        ("- a", None),
        ("# заметка", None),
        ("", None),
    ],
)
def test_yaml_without_its_surprises(content: str, value: Any) -> None:
    assert parse_front_matter(content) == value


@pytest.mark.parametrize(
    "content", ["a: [", "a: &x [*x]", "a: !!python/object:os.system x", "? [a]\n: b", "a: " + "[" * 3000]
)
def test_yaml_that_cannot_be_read_is_an_error(content: str) -> None:
    with pytest.raises(FrontMatterError):
        parse_front_matter(content)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates() | st.datetimes() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers() | st.dates(), inner),
    max_leaves=10,
)


@given(VALUES)
def test_any_value_becomes_json(value: Any) -> None:
    json.dumps(to_json(value), allow_nan=False)
