"""The chance die at the table: its faces, and which letter counts more for it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import labels, take
from party_nights import NEXT, OK, A, B, PartyNight
from standins import board

from device.session.core.setup import Extras
from device.session.core.state import Asking
from device.simulator.named_texts import named_text
from engine.circumstances import ChanceFace
from engine.events import Accepted, ChanceRolled, Replaced
from engine.squares import Square
from hardware.panel.port import Button

UNDO, CHALLENGE = Button.UNDO, Button.CHALLENGE
LEAVE = (7, 3, "across", "LEAVE")
"""Its L lies on a chance square, D8."""


def due(word: tuple[int, int, str, str] = LEAVE, seconds: float = 2) -> PartyNight:
    """Ann has laid a word with a letter on a chance square."""
    night = PartyNight().turn("E", word, seconds=seconds)
    assert night.where == "Rolling"
    return night


@pytest.mark.rule("PAR-CHN-01")
def test_the_team_rolls_the_chance_die_before_the_turn_can_end() -> None:
    night = due()
    assert night.message.endswith(named_text("roll-the-chance-die", side="Ann"))
    night.press(B)
    assert night.message == "Ann rolls the chance die."
    night.press(A)
    night.comes_up(ChanceFace.NO_LETTER_DIE)
    assert night.where == "Counted"


@pytest.mark.rule("PAR-CHN-02")
@pytest.mark.parametrize(("face", "times"), [(ChanceFace.LETTER_X3, 3), (ChanceFace.LETTER_X2, 2)])
def test_the_best_letter_counts_first_and_one_press_changes_it(
    face: ChanceFace, times: int
) -> None:
    night = due()
    before = night.totals["Ann"]
    night.roll(face)
    best = before + 4 * 4 * (times - 1)  # V is worth 4, and the clock multiplies by 4
    assert night.totals["Ann"] == best
    assert labels(night)[0] == f"V on G8: +{best}"
    assert len(labels(night)) == 5
    assert isinstance(night.state.phase, Asking)
    take(night, f"L on D8: +{before + 4 * (times - 1)}")
    assert night.last == Replaced(4, ChanceRolled("Ann", face, Square(3, 7)))
    assert night.totals["Ann"] == before + 4 * (times - 1)
    assert "L is multiplied. That’s −" in night.message
    assert night.message.endswith(named_text("or-ok-goes-on", others="Ben"))
    night.press(UNDO)
    assert night.totals["Ann"] == best


@pytest.mark.rule("PAR-CHN-03")
def test_who_goes_on_leaves_the_best_letter() -> None:
    night = due().roll(ChanceFace.LETTER_X2)
    points = night.totals["Ann"]
    night.press(B)
    assert night.last == Accepted()
    assert night.totals["Ann"] == points
    night = due().roll(ChanceFace.LETTER_X2)
    night.press(OK)
    assert night.message == "V is multiplied. Ben or OK: continue"


def test_a_joker_stays_nothing() -> None:
    night = PartyNight().roll("E")
    night.press(B)
    night.lay(board((7, 3, "across", "LEAvE"))).press(A)
    take(night, "V")
    night.roll(ChanceFace.LETTER_X3)
    assert sorted(label[0] for label in labels(night)) == ["A", "E", "E", "L"]


def test_hidden_scores_stay_hidden_where_letters_are_chosen() -> None:
    night = due()
    night.state = replace(
        night.state, agreed=replace(night.state.agreed, extras=Extras(hide_scores=True))
    )
    night.roll(ChanceFace.LETTER_X3)
    assert labels(night)[0] == "V on G8"


@pytest.mark.rule("PAR-CHN-04")
def test_a_promised_turn_without_letter_die() -> None:
    night = due().roll(ChanceFace.NO_LETTER_DIE)
    assert night.message.endswith("Ann needs no letter next turn. Ben or OK: continue")
    night.press(B)
    night.comes_up("S")
    night.press(A, NEXT)
    take(night, "Pass")
    assert (night.state.side, night.where) == ("Ann", "Ready")
    assert night.message == "Ben passes. Ben: start the clock."
    assert not night.rolls_wanted
    night.press(B)
    night.laid(LEAVE, (8, 7, "down", "T")).press(A)
    assert night.where == "Counted"


def without_letter_die() -> PartyNight:
    """Ann's turn, in which she needs no letter."""
    night = due().roll(ChanceFace.NO_LETTER_DIE)
    night.press(B)
    night.comes_up("S")
    night.press(A, NEXT)
    take(night, "Pass")
    return night


@pytest.mark.rule("PAR-CHN-04")
def test_who_needs_no_letter_may_roll_one_by_the_menu() -> None:
    night = without_letter_die()
    night.press(NEXT, OK)
    night.comes_up("T")
    assert night.message == "Ann rolled T. Ben: find the T, then start the clock."
    night.press(NEXT)
    assert "Roll the letter die anyway" not in labels(night)
    take(night, named_text("back-to-the-game"))
    night.press(B)
    night.laid(LEAVE, (8, 7, "down", "N")).press(A)
    assert night.asked == "{tiles} was rolled, but not laid."


@pytest.mark.rule("PAR-CHN-05")
def test_play_again_at_once_and_a_turn_that_is_owed_is_served_later() -> None:
    night = PartyNight().roll("E")
    night.press(B, A)
    take(night, named_text("was-stopped-too-early"))  # Ann owes a turn
    night.laid(LEAVE).press(A)
    night.roll(ChanceFace.PLAY_AGAIN)
    assert "Ann plays again at once." in night.message
    night.press(B)
    assert night.state.side == "Ann"
    night.comes_up("S")
    assert night.state.game.state.owes == {"Ann": 1}
    night.press(B, NEXT)
    take(night, "Pass")
    assert night.state.side == "Ben"
    night.roll("S")
    night.press(A, NEXT)
    take(night, "Pass")
    assert night.message == "Ben passes. Ann misses this turn. Ben: roll the letter die."


def test_the_face_of_a_real_chance_die_is_entered() -> None:
    night = due()
    night.press(NEXT)
    assert night.asked == "{side}: what does your chance die show?"
    take(night, labels(night)[3])
    assert isinstance(night.last, ChanceRolled)
    night.press(B)
    assert not night.rolls_wanted


@pytest.mark.rule("PAR-CHA-01")
def test_a_challenge_before_the_chance_die() -> None:
    night = due()
    night.press(CHALLENGE)
    take(night, named_text("is-not-good", word="LEAVE"))
    assert night.totals["Ann"] == 0
    assert night.message == (
        "Not valid: LEAVE. Ann: pick up D8, E8, F8, G8, H8. Ben: then start the clock again."
    )
    night.lay(board())
    assert night.where == "Ready"
    assert night.message == "Tiles picked up. Ben: start the clock again."
    night.press(UNDO)
    assert night.where == "Rolling"


@pytest.mark.rule("PAR-CHA-01", "PAR-SCO-01")
def test_after_the_chance_die_nothing_is_challenged_any_more() -> None:
    night = due().roll(ChanceFace.PLAY_AGAIN)
    before = night.totals
    night.press(CHALLENGE)
    assert (night.where, night.message) == ("Counted", "Too late: the chance die has been rolled.")
    assert night.totals == before
    assert not night.state.may_challenge
    night.press(UNDO, CHALLENGE)
    assert named_text("is-not-good", word="LEAVE") in labels(night)


def test_after_the_chance_die_no_message_invites_a_challenge() -> None:
    night = due()
    night.state = replace(night.state, device=replace(night.state.device, touched=True))
    night.roll(ChanceFace.PLAY_AGAIN)
    assert night.message.endswith("Ben: next turn.")
    night.press(CHALLENGE)
    assert night.message == "Too late: the chance die has been rolled."


def test_a_good_word_that_was_challenged_still_wants_its_chance_die() -> None:
    night = due()
    night.press(CHALLENGE)
    take(night, named_text("all-are-good"))
    night.press(OK)
    assert night.message == named_text("roll-the-chance-die", side="Ann")
    night.roll(ChanceFace.PLAY_AGAIN)
    assert night.where == "Counted"


def test_the_end_waits_for_the_chance_die() -> None:
    night = due()
    night.press(Button.END)
    take(night, named_text("end-the-game"))
    assert night.message == "Ann: roll the chance die first."
    night.roll(ChanceFace.PLAY_AGAIN)
    night.press(Button.END)
    take(night, named_text("end-the-game"))
    assert night.where == "Over"


def test_undo_rolls_the_chance_die_again() -> None:
    night = due().roll(ChanceFace.PLAY_AGAIN)
    night.press(UNDO)
    assert night.message == " ".join(
        (
            named_text("taken-back", what="the dice roll"),
            named_text("roll-the-chance-die", side="Ann"),
        )
    )
