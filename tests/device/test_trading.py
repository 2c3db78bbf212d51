"""Trading tiles in place of a play: with whom, how many, and until when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from standins import CLASSIC, NHL, Evening, board

from device.language.texts import Texts
from device.session.core.state import Asking, Thinking
from device.session.turn.pass_exchange import ask_trade, may_trade
from device.simulator.named_texts import named_text
from engine.events import Traded
from engine.game import Game
from engine.state import State
from hardware.panel.port import Button


def asked(sides: Sequence[str] = ("Ann", "Ben")) -> Evening:
    evening = Evening(variant=NHL, sides=sides).lay(board())
    assert may_trade(evening.state)
    evening.state, _ = ask_trade(evening.state)
    return evening


def labels(evening: Evening) -> list[str]:
    phase = evening.state.phase
    assert isinstance(phase, Asking)
    return [Texts("en").say(option.label) for option in phase.question.options]


@pytest.mark.rule("NHL-OPT-02")
def test_two_sides_trade_so_many_tiles_and_the_turn_is_over() -> None:
    evening = asked()
    assert labels(evening) == ["1", "2", "3", "4", "5", "6", "7", named_text("no-trade")]
    evening.press(Button.NEXT, Button.OK)
    assert evening.events == (Traded("Ann", ("Ben",), 2),)
    message = evening.state.message
    assert message is not None
    assert Texts("en").say(message) == named_text("trades-with", side="Ann", others="Ben", n="2")
    assert evening.state.side == "Ben"


@pytest.mark.rule("NHL-OPT-02")
def test_with_several_sides_one_or_more_take_part() -> None:
    evening = asked(("Ann", "Ben", "Cleo"))
    assert labels(evening) == ["Ben", "Cleo", named_text("several-sides"), named_text("no-trade")]
    evening.press(Button.SIDE_3, Button.OK)
    assert evening.events == (Traded("Ann", ("Cleo",), 1),)
    several = asked(("Ann", "Ben", "Cleo", "Dan")).press(Button.BACK, Button.BACK, Button.OK)
    assert labels(several) == ["Ben", "Cleo", "Dan", named_text("no-trade")]
    several.press(Button.SIDE_4)
    assert labels(several) == ["Ben", "Cleo", "No one else", named_text("no-trade")]
    several.press(Button.SIDE_2, Button.NEXT, Button.OK, Button.OK)
    assert several.events == (Traded("Ann", ("Dan", "Ben"), 1),)
    everybody = asked(("Ann", "Ben", "Cleo")).press(Button.NEXT, Button.NEXT, Button.OK)
    everybody.press(Button.SIDE_2, Button.SIDE_3)
    assert "how many tiles" in everybody.asked


def test_a_trade_can_be_left() -> None:
    for evening in (asked(), asked(("Ann", "Ben", "Cleo"))):
        evening.press(Button.BACK, Button.OK)
        assert isinstance(evening.state.phase, Thinking)
        assert evening.events == ()


@pytest.mark.rule("NHL-OPT-03")
def test_after_the_deadline_nobody_trades() -> None:
    evening = Evening(variant=NHL)
    start = State.start(NHL, ("Ann", "Ben"), totals={"Ben": 250})
    evening.state = replace(evening.state, game=Game.from_state(start))
    evening.state, _ = ask_trade(evening.state)
    message = evening.state.message
    assert message is not None
    assert Texts("en").say(message) == "No more trades: a player has 250 points."
    assert isinstance(evening.state.phase, Thinking)


@pytest.mark.rule("NHL-OPT-03")
def test_a_trade_is_offered_only_while_one_may_be_made() -> None:
    evening = Evening(variant=NHL)
    assert may_trade(evening.state)
    start = State.start(NHL, ("Ann", "Ben"), totals={"Ben": 250})
    evening.state = replace(evening.state, game=Game.from_state(start))
    assert not may_trade(evening.state)
    evening.press(Button.NEXT)
    assert named_text("trade-tiles") not in labels(evening)


def test_tiles_that_were_laid_are_taken_up_first() -> None:
    evening = Evening(variant=NHL).lay(board()).lay(board((7, 6, "across", "QUIZ")))
    evening.state, _ = ask_trade(evening.state)
    assert "press your button to score them, or pick them up" in evening.message


def test_other_games_know_no_trades() -> None:
    evening = Evening(variant=CLASSIC)
    assert not may_trade(evening.state)
    evening.state, _ = ask_trade(evening.state)
    assert evening.message == "This game has no trading."
