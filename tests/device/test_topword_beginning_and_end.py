"""TopWord at the table: tiles that lie there already, and tiles that are left over."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import MappingProxyType

import pytest
from answering import in_english, labels, take
from standins import TOPWORD as UNCOUNTED
from standins import Evening, board

from device.language.texts import Message
from device.session.core.state import Over, Settling, Thinking
from device.session.turn.ending import end_event
from device.simulator.named_texts import named_text
from engine.events import Ended, EndReason
from engine.game import Game
from engine.state import State
from engine.variants import load_variant
from hardware.panel.port import Button

TOPWORD = load_variant("topword", "fr")
ANN, BEN, CAT = Button.SIDE_1, Button.SIDE_2, Button.SIDE_3
EMPTY = board(size=10)
FAN = board((4, 4, "across", "FAN"), size=10)
THREE = board((4, 4, "across", "FAN"), (4, 5, "down", "ANE"), (6, 5, "across", "ETE"), size=10)


def message_of(evening: Evening) -> str:
    return in_english(evening.state.message or Message(""))


# What lies there already


def test_flat_tiles_can_be_gone_on_from() -> None:
    evening = take(Evening(variant=TOPWORD).lay(THREE), named_text("yes-from-this-position"))
    assert evening.asked == "Are any tiles stacked?"
    take(evening, "No, none are stacked")
    for _ in ("Ann", "Ben"):
        take(evening, "0 to 99", "0 to 9", "0")
    take(evening, "Ben")
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.side == "Ben"
    assert evening.state.game.state.bag == 100 - 14 - 7


def test_piles_are_not_gone_on_from_as_no_camera_sees_what_is_in_them() -> None:
    evening = take(Evening(variant=TOPWORD).lay(THREE), named_text("yes-from-this-position"), "Yes")
    assert message_of(evening).startswith("Tiles underneath can’t be seen")
    assert isinstance(evening.state.phase, Thinking)
    assert evening.events == ()
    evening.lay(EMPTY).lay(FAN).press(ANN)
    assert evening.totals["Ann"] == 6


# What is left over


def passed(evening: Evening, *buttons: Button) -> Evening:
    for button in buttons:
        take(evening.press(button), "Pass")
    return evening


def bag_empty() -> Evening:
    """Ann lays FAN, and nothing is left to draw."""
    evening = Evening(variant=TOPWORD)
    start = replace(State.start(TOPWORD, ("Ann", "Ben"), pool="FANEETTIOABCDE"), bag=0)
    evening.state = replace(evening.state, game=Game.from_state(start))
    return evening.lay(FAN).press(ANN)


@pytest.mark.rule("TOP-END-03", "TOP-END-04")
def test_all_passing_settles_at_once_as_the_number_of_tiles_follows() -> None:
    evening = passed(bag_empty(), BEN, ANN)
    assert evening.totals == {"Ann": -14, "Ben": -35}
    assert isinstance(evening.state.phase, Over)
    assert evening.state.finished
    text = message_of(evening)
    assert named_text("each-tile-left-costs-points", points="5", racks="Ann 4, Ben 7") in text
    assert text.endswith(named_text("the-game-is-over-won", side="Ann"))
    assert "the pegs can’t show it" in text


@pytest.mark.rule("TOP-END-02", "TOP-END-04")
def test_an_end_that_is_reported_settles_at_once_too() -> None:
    evening = Evening(variant=TOPWORD, sides=("Ann", "Ben", "Cat")).lay(FAN).press(ANN)
    take(evening.press(Button.END), named_text("end-the-game"))
    assert evening.totals == {"Ann": -29, "Ben": -35, "Cat": -35}
    assert isinstance(evening.state.phase, Over)


@pytest.mark.rule("TOP-END-01", "TOP-END-04")
def test_who_is_out_loses_nothing_and_nobody_names_what_two_others_have() -> None:
    sides = ("Ann", "Ben", "Cat")
    evening = Evening(variant=TOPWORD, sides=sides)
    state = State.start(TOPWORD, sides)
    absent = Counter(state.unseen) - Counter("FANEETTIO")
    state = replace(
        state,
        bag=0,
        racks=MappingProxyType({"Ann": 3, "Ben": 2, "Cat": 4}),
        absent=MappingProxyType(dict(absent)),
    )
    evening.state = replace(evening.state, game=Game.from_state(state))
    take(evening.lay(FAN).press(ANN), named_text("yes-game-over"))
    assert evening.totals == {"Ann": 6, "Ben": -10, "Cat": -20}
    assert isinstance(evening.state.phase, Over)
    assert named_text(
        "each-tile-left-costs-points", points="5", racks="Ann 0, Ben 2, Cat 4"
    ) in message_of(evening)


@pytest.mark.rule("TOP-END-04")
def test_undo_takes_an_end_back_with_all_that_it_cost() -> None:
    evening = passed(bag_empty(), BEN, ANN)
    evening.press(Button.UNDO)
    assert evening.totals == {"Ann": 6, "Ben": 0}
    assert evening.state.side == "Ann"


@pytest.mark.rule("TOP-END-04", "TOP-EQU-02")
def test_where_letters_are_not_counted_a_number_is_chosen_by_an_arrow() -> None:
    evening = passed(Evening(variant=UNCOUNTED).lay(EMPTY), ANN, BEN)
    assert isinstance(evening.state.phase, Settling)
    assert "or an arrow to say how many" in message_of(evening)
    evening.press(Button.NEXT)
    take(evening, "2", "0")
    assert evening.totals == {"Ann": -10, "Ben": 0}
    assert evening.state.game.state.over is EndReason.ALL_PASSED


@pytest.mark.rule("TOP-END-04")
def test_a_rack_that_is_laid_in_a_row_is_counted_whatever_it_reads() -> None:
    evening = passed(Evening(variant=UNCOUNTED).lay(EMPTY), ANN, BEN)
    evening.lay(board((0, 0, "across", "KWZ"), size=10)).press(ANN)
    assert labels(evening)[0] == named_text("yes-right")
    evening.press(Button.OK).lay(EMPTY).press(BEN, Button.OK)
    assert evening.totals == {"Ann": -15, "Ben": 0}


@pytest.mark.rule("TOP-END-01")
def test_who_is_out_is_reported_only_where_nobody_counts_tiles() -> None:
    racks = (("Ann", ""), ("Ben", "??"))
    reasons = [end_event(Evening(variant=variant).state, racks) for variant in (UNCOUNTED, TOPWORD)]
    assert reasons == [
        Ended({"Ann": "", "Ben": "??"}, EndReason.OUT),
        Ended({"Ann": "", "Ben": "??"}, EndReason.NO_PLAYS),
    ]
