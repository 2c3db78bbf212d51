"""Who begins: named in the lobby, or drawn for; and that it is written down."""

from __future__ import annotations

import pytest
from lobby_presses import ENGLISH, answer, more_sides, opened, setup_in, shown, take, value_of
from standins import CLASSIC, Evening, board

from device.session.core.effects import Erase, OpenGame, Record
from device.session.core.setup import Setup
from device.session.core.state import Asking, Lobby, Thinking
from device.session.lobby.lobby import LineKind
from device.session.step import begin, step
from device.simulator.named_texts import named_text
from device.views.table import view
from engine.events import BeginnerNamed, Drawn, Event, Played
from engine.game import Game
from hardware.panel.port import Button, Press


def drawing(setup: Setup) -> Evening:
    return answer(take(opened(setup), LineKind.BEGINS), "Draw tiles")


def recorded(evening: Evening) -> list[Event]:
    return [effect.event for effect in evening.effects if isinstance(effect, Record)]


@pytest.mark.rule("JUN-SET-01")
@pytest.mark.parametrize("game", ["classic", "junior"])
def test_a_turn_button_makes_its_side_begin(game: str) -> None:
    evening = opened(Setup(game, "en", ("Ann", "Ben"))).press(Button.SIDE_2)
    assert evening.message == "{side} starts."
    assert value_of(evening, LineKind.BEGIN) == "Ben starts"
    assert value_of(evening, LineKind.BEGINS) == "Ben"
    evening.press(Button.OK)
    assert evening.state.side == "Ben"
    assert recorded(evening) == [BeginnerNamed("Ben")]
    assert evening.effects.index(OpenGame()) < evening.effects.index(
        Record(0, BeginnerNamed("Ben"))
    )


def test_the_first_side_begins_without_being_named() -> None:
    evening = opened().press(Button.SIDE_2, Button.SIDE_1, Button.OK)
    assert evening.state.side == "Ann"
    assert recorded(evening) == []


def test_who_begins_is_asked_on_its_line() -> None:
    evening = take(opened(Setup(sides=("Ann", "Ben", "Cleo"))), LineKind.BEGINS)
    assert evening.asked == "Who starts?"
    answer(evening, "Cleo")
    assert value_of(evening, LineKind.BEGINS) == "Cleo"
    take(evening, LineKind.BEGINS).press(Button.SIDE_2)
    assert value_of(evening, LineKind.BEGINS) == "Ben"
    answer(take(evening, LineKind.BEGINS), "Keep as it is")
    assert value_of(evening, LineKind.BEGINS) == "Ben"


@pytest.mark.rule("JUN-SET-01")
def test_nothing_is_drawn_where_no_sheet_says_how() -> None:
    evening = take(opened(Setup("junior")), LineKind.BEGINS)
    assert not [label for label in shown(evening) if "Draw" in label]


@pytest.mark.rule("CLA-SET-02")
def test_nearest_to_a_begins() -> None:
    evening = drawing(Setup(sides=("Ann", "Ben")))
    assert evening.asked == "{side} draws a tile. Which letter?"
    answer(answer(evening, "Q"), "D")
    assert isinstance(evening.state.phase, Lobby)
    assert value_of(evening, LineKind.BEGINS) == "Ben, as drawn"
    evening.press(Button.UNDO, Button.OK)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.side == "Ben"
    assert recorded(evening) == [Drawn("Ann", "Q"), Drawn("Ben", "D")]


@pytest.mark.rule("CLA-SET-04", "TOP-SET-03")
@pytest.mark.parametrize("game", ["classic", "topword"])
def test_tiles_drawn_for_the_start_go_back(game: str) -> None:
    evening = drawing(Setup(game, "en", ("Ann", "Ben")))
    answer(answer(evening, "Q"), "D")
    said = ENGLISH.say(evening.state.message)
    turned = "Turn the board to Ben. " if game == "topword" else ""
    assert said == f"Ben starts. {turned}Mix the tiles again, then draw 7 each."


@pytest.mark.rule("TOP-SET-02", "TOP-EQU-03")
def test_topwords_board_is_turned_to_who_begins_and_its_spare_tiles_stay_out() -> None:
    setup = Setup("topword", "en", ("Ann", "Ben"))
    spare = "Leave the blank tiles out of the bag: they only replace lost letters."
    evening = drawing(setup)
    hint = view(evening.state, ENGLISH).dialog.question
    assert hint is not None
    assert hint.hint == spare
    answer(answer(evening, "Q"), "D").press(Button.UNDO, Button.OK)
    begun = ENGLISH.say(evening.state.message)
    assert spare not in begun
    assert "Turn the board" not in begun  # it was said when the letters were drawn
    evening = opened(setup)
    evening.press(Button.OK)
    text = view(evening.state, ENGLISH).text
    assert spare in text.message
    assert text.to_do == "Turn the board to Ann."


@pytest.mark.rule("NHL-SET-01")
def test_nearest_to_s_begins_in_the_nhl_games() -> None:
    evening = drawing(Setup("nhl", "en", ("Ann", "Ben")))
    answer(answer(evening, "A"), "U")
    assert evening.state.game.state.turn == "Ben"


@pytest.mark.rule("CLA-SET-03")
def test_a_blank_beats_the_letter_itself() -> None:
    evening = drawing(Setup(sides=("Ann", "Ben")))
    answer(answer(evening, "A"), named_text("a-blank"))
    assert evening.state.game.state.turn == "Ben"


@pytest.mark.rule("CLA-SET-02")
def test_those_who_tie_draw_again_without_the_others() -> None:
    evening = drawing(Setup(sides=("Ann", "Ben", "Cleo")))
    for letter in ("B", "E", "B"):
        answer(evening, letter)
    assert evening.asked == "It’s a tie: {side} draws again. Which letter?"
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.phase.question.text.values["side"] == "Ann"
    answer(evening, "F")
    assert evening.state.phase.question.text.values["side"] == "Cleo"
    answer(evening, "C")
    assert evening.state.game.state.turn == "Cleo"
    assert len(evening.state.game.events) == 5


def test_a_draw_left_half_way_is_none() -> None:
    evening = drawing(Setup(sides=("Ann", "Ben")))
    answer(evening, "Q").press(Button.END)
    assert isinstance(evening.state.phase, Lobby)
    assert evening.state.game.events == ()
    answer(take(evening, LineKind.BEGINS), "Draw tiles")
    answer(evening, "Q")
    answer(evening, "Don’t draw")
    assert evening.state.game.state.turn == "Ann"


def test_a_second_draw_takes_the_place_of_the_first() -> None:
    evening = drawing(Setup(sides=("Ann", "Ben")))
    answer(answer(evening, "Q"), "D")
    answer(take(evening, LineKind.BEGINS), "Draw tiles")
    answer(answer(evening, "B"), "Z")
    assert evening.state.game.state.turn == "Ann"
    assert len(evening.state.game.events) == 2


@pytest.mark.rule("TOP-SET-02")
def test_the_qu_tile_is_called_so() -> None:
    evening = drawing(Setup("topword", "fr"))
    assert "QU" in shown(evening)
    assert named_text("a-blank") not in shown(evening)


def test_who_begins_stays_when_something_else_is_chosen() -> None:
    evening = opened().press(Button.SIDE_2)
    take(evening, LineKind.LANGUAGE)
    assert evening.state.game.state.turn == "Ben"
    more_sides(evening)
    assert evening.state.game.state.turn == "Ben"


def test_a_draw_does_not_stay_where_it_would_decide_otherwise() -> None:
    evening = drawing(Setup(sides=("Ann", "Ben")))
    answer(answer(evening, "S"), "D")
    take(evening, LineKind.LANGUAGE)
    assert value_of(evening, LineKind.BEGINS) == "Ben, as drawn"
    answer(take(evening, LineKind.GAME), "NHL")
    assert setup_in(evening).variant == "nhl"
    assert value_of(evening, LineKind.BEGINS) == "Ann"
    answer(take(evening, LineKind.BEGINS), "Draw tiles")
    answer(answer(evening, "A"), "S")
    more_sides(evening)
    assert value_of(evening, LineKind.BEGINS) == "Ann"


def test_the_side_that_began_by_draw_plays_first_and_can_take_it_back() -> None:
    evening = drawing(Setup(sides=("Ann", "Ben")))
    answer(answer(evening, "S"), "D").press(Button.UNDO, Button.OK)
    evening.lay(board()).lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_2)
    assert isinstance(evening.events[-1], Played)
    assert evening.totals == {"Ann": 0, "Ben": 44}
    evening.press(Button.UNDO)
    assert evening.state.side == "Ben"


def test_undo_after_a_restart_takes_a_draw_back_as_a_whole() -> None:
    game = Game.begin(CLASSIC, ("Ann", "Ben"))
    for event in (Drawn("Ann", "C"), Drawn("Ben", "B")):
        after = game.added(event)
        assert isinstance(after, Game)
        game = after
    state, effects = step(begin(game), Press(Button.UNDO, 1.0))
    assert state.game.events == ()
    assert state.side == "Ann"
    assert Erase(0) in effects
