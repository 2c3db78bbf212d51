"""Extras: all off by default, kept whole, and nothing unknown is taken for one."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest

from device.session.core.setup import (
    Extras,
    ExtrasError,
    overtime_minutes,
    read_extras,
    write_extras,
)


def test_nothing_is_on_unless_it_is_asked_for() -> None:
    extras = read_extras("")
    assert (extras.referee, extras.hide_scores) == (False, False)
    assert (extras.side_clock, extras.turn_seconds) == (0, 0)
    assert extras == Extras()


def test_extras_come_back_as_they_were_kept() -> None:
    extras = Extras(True, 25, 5, 90, 15, True)
    assert read_extras(write_extras(extras)) == extras


def test_a_later_default_changes_no_kept_game() -> None:
    kept = msgspec.json.decode(write_extras(Extras()), type=dict[str, object])
    assert kept.keys() == {field.name for field in dataclasses.fields(Extras)}


def test_what_an_older_tilekeeper_did_not_know_is_off() -> None:
    assert read_extras('{"side_clock": 25}') == Extras(side_clock=25)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"refree": true}', "'refree', which this tilekeeper doesn’t know: update"),
        ('{"side_clock": 121}', "side_clock: Expected `int` <= 120"),
        ('{"side_clock": "25"}', "side_clock: Expected `int`"),
        ('{"referee": 1}', "referee: Expected `bool`"),
        ("[25]", r"can’t be read \(Expected `object`"),
        ('{"side_clock": 2', r"can’t be read \("),
    ],
)
def test_what_are_no_extras_is_one_sentence(text: str, says: str) -> None:
    with pytest.raises(ExtrasError, match=says) as error:
        read_extras(text)
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("left", "minutes"),
    [(1500.0, 0), (0.5, 0), (0.0, 0), (-0.5, 1), (-60.0, 1), (-60.1, 2), (-120.0, 2), (-601.0, 11)],
)
def test_every_minute_or_part_of_one_counts(left: float, minutes: int) -> None:
    assert overtime_minutes(left) == minutes
