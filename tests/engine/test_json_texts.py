"""Keys that stand twice and halves of characters are named; all other JSON passes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.records.json_texts import JsonTextError, check_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(value=VALUES, readable=st.booleans())
def test_what_is_written_by_a_program_passes(value: object, readable: bool) -> None:
    check_json(json.dumps(value, ensure_ascii=not readable).encode())


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (rb'{"H8": 1, "H8": 1}', "H8"),
        (rb'{"tiles": {"H8": "Q", "\u00488": "A"}}', "H8"),
        (rb'[{}, {"a": [{"b": 1, "c": 2, "b": 3}]}]', "b"),
        (b'{"' + b"x" * 100 + b'": 1, "' + b"x" * 100 + b'": 1}', "x" * 40 + "…"),
    ],
)
def test_a_key_that_stands_twice_is_named(text: bytes, key: str) -> None:
    with pytest.raises(JsonTextError) as refused:
        check_json(text)
    assert str(refused.value) == f"the key {key!r} appears twice in one object: leave one out"


@pytest.mark.parametrize(
    ("text", "half"),
    [
        (rb'"\ud800"', r"\ud800"),
        (rb'{"a": ["x", ["\ude00\ud83d"]]}', r"\ude00"),
        (rb'{"\uDFFF": 1}', r"\udfff"),
    ],
)
def test_an_unpaired_surrogate_is_called_that(text: bytes, half: str) -> None:
    with pytest.raises(JsonTextError, match="is an unpaired surrogate, half a char") as refused:
        check_json(text)
    assert str(refused.value).startswith(half)


def test_a_pair_is_a_character() -> None:
    check_json(rb'{"\ud83d\ude00": "\ud83d\ude00"}')


@pytest.mark.parametrize("text", [b"", b"{", b'{"a": 1', b"\xff\xfe"])
def test_what_is_no_json_is_left_to_its_decoder(text: bytes) -> None:
    check_json(text)


@pytest.mark.parametrize("text", [b"[" * 33, b"[" * 100_000, b'{"a":' * 33, b'["]"' + b",[" * 32])
def test_what_is_nested_deeper_than_anything_has_is_refused(text: bytes) -> None:
    with pytest.raises(JsonTextError, match="nested too deeply"):
        check_json(text)


def test_brackets_in_texts_are_no_depth() -> None:
    check_json(json.dumps(["[" * 100, '\\"[{' * 100]).encode())
