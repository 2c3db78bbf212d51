"""What was undone is said by its name and its points, and can be put back as long as nothing else
has happened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import in_english, labels, take
from party_nights import PartyNight
from standins import Evening, board

from device.session.core.effects import Erase, Record
from device.session.core.setup import Extras
from device.session.core.state import Over
from device.simulator.named_texts import named_text
from engine.events import Challenged
from hardware.panel.port import Button

QUIZ, OZONE = (7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE")
EMPTY, ONE, TWO = board(), board(QUIZ), board(QUIZ, OZONE)


def message_of(evening: Evening) -> str:
    assert evening.state.message is not None
    return in_english(evening.state.message)


def two_plays() -> Evening:
    return Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1).lay(TWO).press(Button.SIDE_2)


def test_undo_says_what_it_took_and_the_menu_puts_it_back() -> None:
    evening = two_plays().press(Button.UNDO)
    assert message_of(evening) == " ".join(
        (
            named_text("taken-back", what="OZONE counts no longer"),
            named_text("it-is-turn", side="Ben"),
        )
    )
    evening.press(Button.UNDO)
    assert message_of(evening) == " ".join(
        (
            named_text("taken-back", what="QUIZ counts no longer"),
            named_text("it-is-turn", side="Ann"),
        )
    )
    assert evening.totals == {"Ann": 0, "Ben": 0}
    take(evening.press(Button.NEXT), "Redo: QUIZ +44")
    assert message_of(evening) == "Redone: QUIZ counts again. It’s Ben’s turn."
    take(evening.press(Button.NEXT), "Redo: OZONE +16")
    assert evening.totals == {"Ann": 44, "Ben": 16}
    assert evening.state.side == "Ann"
    assert not labels(evening.press(Button.NEXT))[0].startswith("Redo")


def test_what_is_put_back_is_written_down_again_and_lies_there_as_counted() -> None:
    evening = two_plays()
    played = evening.events
    evening.press(Button.UNDO).effects.clear()
    evening.press(Button.NEXT, Button.OK)
    assert evening.events == played
    assert Record(1, evening.state.game.events[1]) in evening.effects
    assert evening.state.board.followed.position.rows() == TWO
    evening.lay(TWO).press(Button.SIDE_1)
    assert "no new tile" in evening.asked


def test_it_can_be_taken_back_again() -> None:
    evening = two_plays().press(Button.UNDO, Button.NEXT, Button.OK)
    evening.effects.clear()
    evening.press(Button.UNDO)
    assert evening.totals == {"Ann": 44, "Ben": 0}
    assert Erase(1) in evening.effects
    take(evening.press(Button.NEXT), "Redo: OZONE +16")
    assert evening.totals["Ben"] == 16


def test_once_something_else_has_happened_nothing_is_put_back() -> None:
    evening = two_plays().press(Button.UNDO).lay(ONE).press(Button.NEXT)
    take(evening, "Pass")
    assert evening.state.undone == ()
    assert not any(label.startswith("Redo") for label in labels(evening.press(Button.NEXT)))


@pytest.mark.parametrize(
    ("answers", "undone", "put"),
    [
        (("Pass",), named_text("taken-back", what="Ann’s pass"), "Redo: Ann’s pass"),
        (
            (named_text("exchange-tiles"), "2"),
            named_text("taken-back", what="Ann’s exchange"),
            "Redo: Ann’s exchange",
        ),
        (
            (named_text("change-points"), "Ben", "+5"),
            named_text("taken-back", what="+5 for Ben"),
            "Redo: +5 for Ben",
        ),
        (
            (named_text("change-points"), "Ben", "−5"),
            named_text("taken-back", what="−5 for Ben"),
            "Redo: −5 for Ben",
        ),
    ],
)
def test_everything_has_its_name(answers: tuple[str, ...], undone: str, put: str) -> None:
    evening = take(Evening(camera=False).press(Button.NEXT), *answers)
    events = evening.events
    evening.press(Button.UNDO)
    assert message_of(evening).startswith(undone)
    take(evening.press(Button.NEXT), put)
    assert evening.events == events


def test_a_challenge_is_undone_and_put_back() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1, Button.CHALLENGE)
    take(evening, named_text("is-not-good", word="QUIZ"))
    assert evening.totals["Ann"] == 0
    evening.press(Button.UNDO)
    assert message_of(evening).startswith(named_text("taken-back", what="Ben’s challenge"))
    assert evening.totals["Ann"] == 44
    take(evening.press(Button.NEXT), "Redo: Ben’s challenge")
    assert evening.totals["Ann"] == 0
    assert isinstance(evening.state.game.events[-1], Challenged)


def test_points_that_are_hidden_are_not_shown_by_undo() -> None:
    evening = two_plays()
    extras = Extras(hide_scores=True)
    evening.state = replace(evening.state, agreed=replace(evening.state.agreed, extras=extras))
    assert message_of(evening.press(Button.UNDO)) == " ".join(
        (
            named_text("taken-back", what="OZONE counts no longer"),
            named_text("it-is-turn", side="Ben"),
        )
    )
    assert labels(evening.press(Button.NEXT))[0] == "Redo: OZONE"


def test_the_end_of_a_game_is_put_back() -> None:
    night = PartyNight().turn("E", (7, 7, "across", "EAT"))
    take(night.press(Button.END), named_text("end-the-game"))
    assert isinstance(night.state.phase, Over)
    total = dict(night.totals)
    night.press(Button.UNDO)
    assert night.message.startswith(named_text("taken-back", what="the end of the game"))
    assert not isinstance(night.state.phase, Over)
    put_back(night)
    assert isinstance(night.state.phase, Over)
    assert night.state.finished
    assert night.totals == total


def put_back(evening: Evening) -> Evening:
    """By the menu, which an arrow opens at the latest by another question."""
    evening.press(Button.NEXT)
    label = next(one for one in labels(evening) if one.startswith("Redo"))
    return take(evening, label)


def test_a_word_that_was_laid_against_the_clock_is_put_back_with_its_clock_at_rest() -> None:
    night = PartyNight().turn("E", (7, 7, "across", "EAT"))
    total, left = night.totals["Ann"], night.left
    assert total > 0
    while night.totals["Ann"] == total:
        night.press(Button.UNDO)
    assert "EAT counts no longer" in night.message
    put_back(night)
    assert night.totals["Ann"] == total
    assert night.state.clocks.turn is None or not night.state.clocks.turn.runs
    assert night.left == left
