"""A letter put in the place of the blank that stood for it: counted, asked about, or neither."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import take
from standins import CLASSIC, NHL, Evening, board

from device.session.core.effects import Announce
from device.session.core.state import Asking, Thinking
from device.session.turn.penalties import ask_goalie, may_pull
from engine.events import GoaliePulled, Passed, Played
from engine.game import Game
from engine.squares import Square
from engine.variants import Variant
from hardware.panel.port import Button
from vision.game.reconstruct import Change

I8, J8 = Square(8, 7), Square(9, 7)
QUIZ, OZONE, EAT = (7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"), (10, 9, "across", "EAT")
BLANK, LETTER, LONGER = (
    board((7, 5, "across", word)) for word in ("PUCk", "PUCK", "PUCKS")
)  # small: a blank


def blank_lies(variant: Variant) -> Evening:
    """Ann has laid PUCK with a blank for its K, and Ben is to play."""
    evening = Evening(variant=variant).lay(board()).lay(BLANK).press(Button.SIDE_1)
    take(evening, "K")
    # As if the K had been known from the beginning: one event.
    start, state = evening.state.game.start, evening.state.game.state
    laid = dict(state.position.tiles)
    evening.state = replace(evening.state, game=Game.fold(start, [Played("Ann", laid)]))
    assert evening.state.side == "Ben"
    return evening


@pytest.mark.rule("NHL-OPT-06")
def test_the_letter_that_took_a_blanks_place_goes_into_the_game_with_the_turn() -> None:
    evening = blank_lies(NHL)
    first = evening.totals["Ann"]
    evening.lay(LETTER).lay(LETTER)
    assert len(evening.events) == 1
    evening.lay(LONGER)
    assert evening.state.seen is not None
    assert evening.state.seen.play is not None
    shown = evening.state.seen.play.points
    evening.press(Button.SIDE_2)
    assert evening.events[1:] == (GoaliePulled("Ben", I8), Played("Ben", {Square(9, 7): "S"}))
    assert evening.totals == {"Ann": first, "Ben": shown}
    assert shown == 3 + 1 + 3 + 5 + 1
    announced = [e.message for e in evening.effects if isinstance(e, Announce)]
    assert "real {letter}" in str(announced[-1].values["first"])
    # It is in the game once: nothing is found to be new about it afterwards.
    evening.lay(LONGER).press(Button.SIDE_1, Button.SIDE_1)
    assert evening.events[3:] == (Passed("Ann"),)


@pytest.mark.rule("NHL-OPT-06")
def test_a_letter_can_take_a_blanks_place_in_a_turn_without_a_play() -> None:
    evening = blank_lies(NHL).lay(LETTER).lay(LETTER).press(Button.SIDE_2, Button.SIDE_2)
    assert evening.events[1:] == (GoaliePulled("Ben", I8), Passed("Ben"))
    assert evening.state.board.followed.position == evening.state.game.state.position
    evening.press(Button.UNDO)
    assert len(evening.events) == 1


@pytest.mark.rule("NHL-OPT-06")
def test_a_letter_first_seen_with_the_play_next_to_it_is_asked_about() -> None:
    evening = blank_lies(NHL).lay(LONGER).press(Button.SIDE_2)
    assert "been swapped for a real {letter}" in evening.asked
    evening.press(Button.OK)
    assert evening.events[1:] == (GoaliePulled("Ben", I8),)
    assert evening.state.side == "Ben"
    evening.press(Button.SIDE_2)
    assert evening.events[2:] == (Played("Ben", {Square(9, 7): "S"}),)
    assert evening.totals["Ben"] == 13


@pytest.mark.rule("NHL-OPT-06")
def test_a_blank_that_stays_one_holds_nothing_up() -> None:
    evening = blank_lies(NHL).lay(LONGER).press(Button.SIDE_2, Button.NEXT, Button.OK)
    assert "What did you lay" in evening.asked
    evening.press(Button.UNDO)
    assert "been swapped for a real {letter}" in evening.asked
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Thinking)
    assert len(evening.events) == 1


def test_where_no_letter_may_take_its_place_a_named_blank_stays_one() -> None:
    evening = blank_lies(CLASSIC)
    for _ in range(3):
        evening.lay(LETTER)
        assert evening.state.board.sight is not None
        assert evening.state.board.sight.now.observed.change is Change.NONE
        assert not evening.state.board.sight.now.observed.swapped
    assert evening.state.board.followed.position.at(I8) == "k"
    evening.press(Button.SIDE_2, Button.SIDE_2)
    assert evening.events[1:] == (Passed("Ben"),)
    assert evening.state.board.followed.position == evening.state.game.state.position


@pytest.mark.rule("NHL-OPT-06")
def test_players_can_say_by_hand_that_a_letter_takes_a_blanks_place() -> None:
    evening = blank_lies(NHL)
    assert may_pull(evening.state)
    evening.state, _ = ask_goalie(evening.state)
    assert "which blank" in evening.asked
    evening.press(Button.OK)
    assert evening.events[1:] == (GoaliePulled("Ben", I8),)
    assert evening.state.side == "Ben"
    assert evening.state.board.followed.position.at(I8) == "K"
    assert not may_pull(evening.state)
    evening.lay(LONGER).press(Button.SIDE_2)
    assert evening.totals["Ben"] == 13
    left = blank_lies(NHL)
    left.state, _ = ask_goalie(left.state)
    left.press(Button.BACK, Button.OK)
    assert len(left.events) == 1


@pytest.mark.rule("NHL-OPT-06")
def test_a_nameless_blank_is_named_before_its_letter_takes_its_place() -> None:
    evening = Evening(variant=NHL).lay(board()).lay(BLANK).press(Button.SIDE_1)
    while isinstance(evening.state.phase, Asking):
        evening.press(Button.UNDO)
    assert evening.state.game.state.position.at(I8) == "?"
    evening.state, _ = ask_goalie(evening.state)
    assert isinstance(evening.state.phase, Asking)
    labels = [option.label.text for option in evening.state.phase.question.options]
    assert labels == ["The blank on {square}: name it first", "None"]
    evening.press(Button.OK)
    assert "Which letter is the blank" in evening.asked


def test_no_goalie_is_pulled_where_the_game_has_none_or_no_blank_lies() -> None:
    classic = blank_lies(CLASSIC)
    assert not may_pull(classic.state)
    classic.state, _ = ask_goalie(classic.state)
    assert classic.message == "Blanks can’t be swapped in this game."
    none = Evening(variant=NHL)
    assert not may_pull(none.state)
    none.state, _ = ask_goalie(none.state)
    assert "No blank" in none.message


@pytest.mark.rule("NHL-OPT-06")
@pytest.mark.parametrize(
    ("answer", "pulled", "points"),
    [("Yes", (GoaliePulled("Ben", Square(9, 7)),), 16), ("No, it’s the blank", (), 6)],
)
def test_a_letter_laid_together_with_the_play_that_uses_it_is_asked_about(
    answer: str, pulled: tuple[GoaliePulled, ...], points: int
) -> None:
    evening = Evening(variant=NHL).lay(board()).lay(board((7, 6, "across", "QUIz")))
    take(evening.press(Button.SIDE_1), "Z")
    before = len(evening.events)
    evening.lay(board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"))).press(Button.SIDE_2)
    assert evening.asked == "Has the blank on {square} been swapped for a real {letter}?"
    take(evening, answer)
    if pulled:
        evening.press(Button.SIDE_2)
    assert evening.events[before:-1] == pulled
    assert isinstance(evening.events[-1], Played)
    assert evening.totals["Ben"] == points


def quiz_lies_with_a_blank() -> Evening:
    """Ann has laid QUIZ with a blank for its Z, and Ben is to play."""
    evening = Evening(variant=NHL, sides=("Ann", "Ben", "Cleo"))
    evening.lay(board()).lay(board((7, 6, "across", "QUIz"))).press(Button.SIDE_1)
    take(evening, "Z")
    assert evening.state.side == "Ben"
    return evening


@pytest.mark.rule("NHL-OPT-06")
def test_a_letter_laid_with_a_play_whose_press_was_forgotten_is_that_play_s_side_s() -> None:
    evening = quiz_lies_with_a_blank()
    before = len(evening.events)
    evening.lay(board(QUIZ, OZONE)).lay(board(QUIZ, OZONE, EAT))
    pulled, played = evening.events[before:]
    assert pulled == GoaliePulled("Ben", J8)
    assert isinstance(played, Played)
    assert (played.by, len(played.tiles)) == ("Ben", 4)
    assert evening.totals["Ben"] == 16
    assert evening.state.side == "Cleo"
    evening.press(Button.SIDE_3)
    assert [type(event) for event in evening.events[before:]] == [GoaliePulled, Played, Played]
    assert evening.totals["Cleo"] > 0


@pytest.mark.rule("NHL-OPT-06")
def test_a_letter_that_the_play_before_did_not_show_is_not_its_side_s() -> None:
    evening = quiz_lies_with_a_blank()
    before = len(evening.events)
    neighbour = (8, 9, "down", "ONE")
    evening.lay(board((7, 6, "across", "QUIz"), neighbour)).lay(board(QUIZ, neighbour, EAT))
    (played,) = evening.events[before:]
    assert isinstance(played, Played)
    assert played.by == "Ben"
    evening.press(Button.SIDE_3)
    assert "been swapped for a real {letter}" in evening.asked
    take(evening, "Yes")
    assert evening.events[before + 1 :] == (GoaliePulled("Cleo", J8),)


@pytest.mark.rule("NHL-OPT-06")
def test_a_letter_that_the_next_picture_does_not_confirm_closes_nothing_in_silence() -> None:
    evening = quiz_lies_with_a_blank()
    before = len(evening.events)
    evening.lay(board(QUIZ, OZONE))
    evening.lay(board(QUIZ, OZONE, EAT), {(7, 9): {"Z": 0.6, "?": 0.39}})
    assert len(evening.events) == before
    evening.lay(board(QUIZ, OZONE, EAT)).press(Button.SIDE_3)
    assert "been swapped for a real {letter}" in evening.asked
    assert len(evening.events) == before


@pytest.mark.rule("NHL-OPT-06")
def test_the_goalie_is_pulled_before_any_tile_is_laid() -> None:
    evening = blank_lies(NHL)
    assert may_pull(evening.state)
    evening.lay(board((7, 5, "across", "PUCkS")))
    assert not may_pull(evening.state)
    evening.state, _ = ask_goalie(evening.state)
    assert evening.message == "Pull the goalie before laying any tiles."
