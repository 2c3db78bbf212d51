"""Values as text and back, and texts that are none."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from standins import board, reading_of

from device.language.texts import Message
from device.session.core.observation import sight_of
from device.session.core.setup import Setup
from device.session.core.state import Lobby, Looking, Naming, Settling, Throw
from device.storage.under_way import NotKeptError, from_json, to_json
from engine.squares import Square
from engine.variants import load_variant
from hardware.panel.port import Button, Press
from vision.game.follow import Followed

SETUP = Setup(sides=("Ann", "Ben"), options=MappingProxyType({"levels": {"Ann": "red"}}))
QUIZ = board((7, 6, "across", "QUIZ"))


def again(value: object, shift: float = 0.0) -> Any:
    return from_json(json.loads(json.dumps(to_json(value))), shift)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        "É\ud83d",
        -1.5,
        math.inf,
        (1, ("a", frozenset({Square(1, 2)}))),
        Button.OK,
        Message("{side} begins.", {"side": Message("x")}),
        Settling("Ben", (("Ann", "QZ"),), "A"),
        Press(Button.UNDO, 3.5),
    ],
)
def test_a_value_comes_back(value: object) -> None:
    assert again(value) == value


def test_a_lobby_comes_back() -> None:
    naming = again(Naming(Lobby(SETUP, 3), 1, "Zo", "E"))
    assert naming.lobby.setup == SETUP
    assert (naming.lobby.line, naming.place, naming.letters, naming.wheel) == (3, 1, "Zo", "E")


def test_what_a_picture_has_shown_comes_back_with_what_is_shared() -> None:
    rules = load_variant("classic", "en")
    sight = sight_of(reading_of(QUIZ), Followed.start(15), None, rules)
    came = again((sight, sight.before))
    assert came[0].before is came[1]
    assert came[0].now.observed == sight.now.observed
    assert came[0].now.after.position == sight.now.after.position
    np.testing.assert_array_equal(came[0].reading.probabilities, sight.reading.probabilities)


def test_moments_are_shifted_and_nothing_else() -> None:
    assert again(Looking(since=10.0), 5.0) == Looking(since=15.0)
    assert again(Press(Button.OK, 10.0), -4.0).at == 6.0
    assert again(Looking(since=-math.inf), 5.0).since == -math.inf
    assert again(replace(SETUP, sides=("at", "since")), 5.0).sides == ("at", "since")
    assert "since" in Throw.__dataclass_fields__


@pytest.mark.parametrize("value", [print, object(), lambda: 0, Lobby, (1, [print])])
def test_what_does_something_is_no_value(value: object) -> None:
    with pytest.raises(NotKeptError):
        to_json(value)


@pytest.mark.parametrize(
    "given",
    [
        None,
        [],
        [["value", 0], []],
        [["value", -1], [["device.language.texts:Message", {"text": "a"}]]],
        [["value", 0], [["os:system", {"command": "touch x"}]]],
        [["value", 0], [["device.language.texts:Path", {}]]],
        [["value", 0], [["device.system.files:replace_file", {"path": "x"}]]],
        [["value", 0], [["device.session.core.state:Looking", {"since": 1.0, "more": 2}]]],
        [["value", 0], [["device.not_there:Message", {}]]],
        [["enum", "hardware.panel.port:Button", "NOTHING"], []],
        [["array", "|O", [1], "eJwDAAAAAAE="], []],
        [["array", "<f4", [9], "eJwDAAAAAAE="], []],
        [["float", "1e5"], []],
        [["named", "device.language.texts:Message", []], []],
        [json.loads("[" * 900 + "]" * 900), []],
    ],
)
def test_a_text_that_is_no_value_is_refused(given: object) -> None:
    with pytest.raises(NotKeptError):
        from_json(given)
