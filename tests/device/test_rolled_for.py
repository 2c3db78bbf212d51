"""Who begins where dice are rolled for it: on the screen, or with the players' own dice."""

from __future__ import annotations

import pytest
from lobby_presses import ENGLISH, OFFERS, answer, opened, shown, take, value_of
from standins import Evening

from device.clock_and_dice.dice import Dice, Roll
from device.session.core.effects import Record, RollDice
from device.session.core.inputs import DiceRolled, Tick
from device.session.core.setup import Setup
from device.session.core.state import Asking, Lobby, Rolling, Shaking
from device.session.lobby.lobby import LineKind
from device.session.turn.questions import letters_offered
from device.simulator.named_texts import named_text
from engine.events import Drawn
from hardware.panel.port import Button

AFTER_IT_TUMBLED = 2.0


def party() -> Evening:
    return rolling(Setup("party", "en", ("Ann", "Ben")))


def scramble(*sides: str) -> Evening:
    return rolling(Setup("scramble", "en", sides))


def rolling(setup: Setup) -> Evening:
    roll = "Roll the letter die" if setup.variant == "party" else "Each roll a die"
    return answer(take(opened(setup), LineKind.BEGINS), roll)


def wanted(evening: Evening) -> list[RollDice]:
    return [effect for effect in evening.effects if isinstance(effect, RollDice)]


def comes_up(evening: Evening, face: str) -> Evening:
    """What the device has rolled last comes up, and lies still."""
    last = wanted(evening)[-1]
    die = next(one for one in last.dice if face in one.faces)
    evening.put(DiceRolled(last.what, Roll((die,), (face,), (0,)), evening.now, last.turn))
    evening.now += AFTER_IT_TUMBLED
    return evening.put(Tick(evening.now))


def on_screen(evening: Evening, face: str) -> Evening:
    return comes_up(answer(evening, named_text("roll-on-the-screen")), face)


def question(evening: Evening) -> str:
    assert isinstance(evening.state.phase, Asking)
    return ENGLISH.say(evening.state.phase.question.text)


@pytest.mark.parametrize("evening", [party(), scramble("Ann", "Ben")])
def test_letters_stand_in_a_grid_and_ok_rolls_all_the_same(evening: Evening) -> None:
    phase = evening.state.phase
    assert isinstance(phase, Asking)
    assert letters_offered(phase.question) == 26
    assert ENGLISH.say(phase.question.options[phase.selected].label) == "Roll on the screen"


@pytest.mark.rule("PAR-SET-04")
def test_each_team_rolls_the_letter_die_and_nearest_to_a_begins() -> None:
    evening = take(opened(Setup("party", "en", ("Ann", "Ben"))), LineKind.BEGINS)
    assert "Roll the letter die: nearest to A starts" in shown(evening)
    answer(evening, "Roll the letter die")
    assert question(evening) == named_text("rolls-a-die-which-letter", side="Ann")
    on_screen(evening, "R")
    assert question(evening) == "Ann rolled R. Ben rolls a die. Which letter?"
    assert evening.state.dice.throw is not None
    assert evening.state.dice.throw.roll.letters == "R"
    on_screen(evening, "E")
    assert isinstance(evening.state.phase, Lobby)
    assert evening.state.message is not None
    assert ENGLISH.say(evening.state.message) == "Ben rolled E. Ben starts."
    assert value_of(evening, LineKind.BEGINS) == named_text("as-rolled", side="Ben")
    assert [roll.what for roll in wanted(evening)] == [Dice.LETTER, Dice.LETTER]
    evening.press(Button.UNDO, Button.OK)
    assert isinstance(evening.state.phase, Rolling)
    assert evening.state.side == "Ben"
    assert evening.state.dice.throw is None
    kept = [effect.event for effect in evening.effects if isinstance(effect, Record)]
    assert kept == [Drawn("Ann", "R"), Drawn("Ben", "E")]


@pytest.mark.rule("SCR-SET-02", "SCR-SET-03")
def test_each_side_rolls_one_die_of_the_cup_and_a_blank_beats_any_letter() -> None:
    evening = on_screen(scramble("Ann", "Ben", "Cleo"), "A")
    on_screen(evening, "?")
    assert question(evening).startswith("Ben rolled a blank. Cleo rolls")
    on_screen(evening, "B")
    assert evening.state.game.state.turn == "Ben"
    assert all((roll.what, roll.count) == (Dice.SCRAMBLE, 1) for roll in wanted(evening))
    assert len(wanted(evening)[0].dice) == 12
    evening.press(Button.UNDO, Button.OK)
    assert isinstance(evening.state.phase, Shaking)
    assert evening.state.side == "Ben"


@pytest.mark.rule("PAR-SET-04", "SCR-SET-02")
@pytest.mark.parametrize("game", ["party", "scramble"])
def test_those_who_tie_roll_again(game: str) -> None:
    evening = on_screen(on_screen(rolling(Setup(game, "en", ("Ann", "Ben"))), "C"), "C")
    assert question(evening) == ("Ben rolled C. It’s a tie: Ann rolls again. Which letter?")
    on_screen(on_screen(evening, "D"), "B")
    assert evening.state.game.state.turn == "Ben"


def test_their_own_dice_are_named_by_letter() -> None:
    evening = party()
    assert named_text("a-blank") not in shown(evening)
    answer(answer(evening, "S"), "D")
    assert value_of(evening, LineKind.BEGINS) == named_text("as-rolled", side="Ben")
    assert wanted(evening) == []
    evening = scramble("Ann", "Ben")
    answer(answer(evening, "S"), named_text("a-blank"))
    assert evening.state.game.state.turn == "Ben"


def test_one_may_roll_on_the_screen_and_the_other_by_hand() -> None:
    evening = answer(on_screen(party(), "R"), "E")
    assert evening.state.game.state.turn == "Ben"


def test_a_second_press_rolls_nothing_more() -> None:
    evening = answer(party(), named_text("roll-on-the-screen")).press(Button.OK)
    assert len(wanted(evening)) == 1
    comes_up(evening, "R")
    assert question(evening).startswith("Ann rolled R.")


def test_while_a_die_tumbles_no_other_is_rolled() -> None:
    evening = answer(party(), named_text("roll-on-the-screen"))
    last = wanted(evening)[-1]
    evening.put(DiceRolled(last.what, Roll(last.dice, ("R",), (0,)), evening.now, last.turn))
    evening.press(Button.OK)
    assert evening.message == named_text("still-rolling")
    assert question(evening).startswith("Ann rolled R.")
    assert len(wanted(evening)) == 1


def test_a_roll_left_half_way_is_none() -> None:
    evening = answer(party(), named_text("roll-on-the-screen"))
    evening.press(Button.UNDO, Button.UNDO)
    comes_up(evening, "R")
    assert isinstance(evening.state.phase, Lobby)
    assert evening.state.game.events == ()
    answer(take(evening, LineKind.BEGINS), "Roll")
    comes_up(evening, "R")
    assert question(evening) == named_text("rolls-a-die-which-letter", side="Ann")
    answer(evening, "Don’t roll")
    assert evening.state.game.state.turn == "Ann"


def test_a_roll_for_the_lobby_counts_nothing_in_the_game() -> None:
    evening = answer(party(), named_text("roll-on-the-screen")).press(
        Button.UNDO, Button.UNDO, Button.UNDO, Button.OK
    )
    comes_up(evening, "R")
    assert isinstance(evening.state.phase, Rolling)
    assert evening.state.game.events == ()


def test_another_choice_takes_the_dice_off_the_screen() -> None:
    evening = on_screen(party(), "R").press(Button.UNDO)
    assert evening.state.dice.throw is not None
    answer(take(evening, LineKind.GAME), "Classic")
    assert evening.state.dice.throw is None


@pytest.mark.rule("TOP-SET-02")
def test_tiles_are_drawn_in_topword() -> None:
    evening = take(opened(Setup("topword", "en"), OFFERS), LineKind.BEGINS)
    assert "Draw tiles: nearest to A starts" in shown(evening)
    answer(evening, "Draw tiles")
    assert named_text("roll-on-the-screen") not in shown(evening)
