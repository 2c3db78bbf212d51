"""Turns without a play: none while tiles lie there that the side to play has laid."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import labels, take
from standins import NHL, TOPWORD, Evening, board
from touching import SIZES, TouchScreen

from device.language.texts import Texts
from device.session.core.inputs import CameraLost, Tick
from device.session.core.state import READ_FOR, Looking, Settling, Thinking
from device.simulator.named_texts import named_text
from device.views.table import view
from engine.events import Exchanged
from engine.game import Game
from engine.variants import load_variant
from hardware.panel.port import Button

ONE = board((7, 6, "across", "QUIZ"))


@pytest.mark.parametrize("answers", [("Pass",), (named_text("exchange-tiles"), "7")])
def test_tiles_laid_while_it_is_asked_are_no_pass_and_stay_the_sides_own(
    answers: tuple[str, ...],
) -> None:
    evening = Evening().lay(board()).press(Button.SIDE_1)
    assert "no new tile" in evening.asked
    take(evening.lay(ONE), *answers)
    assert evening.events == ()
    assert "press your button to score them" in evening.message
    evening.press(Button.SIDE_1)
    assert evening.totals == {"Ann": 44, "Ben": 0}


def test_nor_are_they_traded_away() -> None:
    trades = load_variant("nhl", "en", {"special_rules": {"trades": True}})
    assert trades.layout == NHL.layout
    evening = Evening(variant=trades).lay(board()).press(Button.NEXT)
    take(evening, named_text("trade-tiles"))
    take(evening.lay(ONE), "1")
    assert evening.events == ()
    assert evening.state.seen is not None


def test_where_nothing_sees_tiles_a_press_is_most_likely_a_play() -> None:
    evening = Evening(camera=False).press(Button.SIDE_1)
    assert labels(evening)[:2] == [named_text("enter-play"), named_text("exchange-tiles")]
    take(evening, named_text("enter-play"))
    assert "which row" in evening.asked


def test_with_the_camera_gone_what_it_saw_last_is_asked_about_before_it_counts() -> None:
    evening = Evening().lay(board()).lay(ONE).put(CameraLost("unplugged", 9.0))
    evening.press(Button.SIDE_1)
    assert evening.events == ()
    assert "right as shown?" in evening.asked
    asked = view(evening.state, Texts("en"), 9.0).board.asked
    assert sorted(square.name for square in asked) == ["G8", "H8", "I8", "J8"]
    take(evening, named_text("yes-count-it"))
    assert evening.totals["Ann"] == 44


def test_a_turn_of_which_nothing_can_be_seen_is_not_asked_about_as_if_it_were_shown() -> None:
    """On a slow table that is pressed before it has read its first picture."""
    evening = Evening()
    evening.state = replace(evening.state, phase=Looking(1.0))
    evening.put(Tick(1.0 + READ_FOR + 1))
    assert "can’t see any tiles" in evening.asked
    assert labels(evening)[:2] == [named_text("look-again"), named_text("enter-play")]
    evening.press(Button.SIDE_1, Button.SIDE_1)
    assert evening.events == ()


def test_a_pass_that_ends_the_game_says_how_racks_are_shown() -> None:
    size = TOPWORD.layout.size
    evening = Evening(variant=TOPWORD).lay(board(size=size))
    start = replace(evening.state.game.start, bag=None)
    evening.state = replace(evening.state, game=Game.from_state(start))
    take(evening.press(Button.SIDE_1), "Pass")
    take(evening.press(Button.SIDE_2), "Pass")
    assert isinstance(evening.state.phase, Settling)
    assert evening.state.message is not None
    assert "lay your last tiles" in Texts("en").say(evening.state.message)


@pytest.mark.parametrize("size", SIZES)
def test_one_to_seven_tiles_are_all_in_reach_of_a_finger(size: tuple[int, int]) -> None:
    evening = Evening().lay(board()).press(Button.NEXT)
    take(evening, named_text("exchange-tiles"))
    answers = labels(evening)
    assert answers == ["1", "2", "3", "4", "5", "6", "7", "None"]
    reached = TouchScreen(size).targets(evening.state, evening.now)
    assert {*range(len(answers))} <= {*reached}


@pytest.mark.parametrize("count", range(1, 8))
def test_each_arrow_goes_one_tile_on_and_challenge_goes_to_none(count: int) -> None:
    evening = Evening().lay(board()).press(Button.NEXT)
    take(evening, named_text("exchange-tiles"))
    evening.press(*[Button.NEXT] * (count - 1), Button.OK)
    assert evening.events == (Exchanged("Ann", count),)
    none = Evening().lay(board()).press(Button.NEXT)
    take(none, named_text("exchange-tiles"))
    none.press(*[Button.NEXT] * (count - 1), Button.CHALLENGE, Button.OK)
    assert none.events == ()
    assert isinstance(none.state.phase, Thinking)
