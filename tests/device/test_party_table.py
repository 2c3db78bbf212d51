"""A Party evening at the table: challenges, corrections, the end, and what is owed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import labels, point_at, take
from party_nights import EAT, EMPTY, NEXT, OK, A, B, PartyNight

from device.session.core.effects import Erase
from device.simulator.named_texts import named_text
from engine.circumstances import ChanceFace
from engine.events import Accepted, Challenged, Ended, EndReason, Passed, Replaced, TileCorrected
from engine.game import Game
from engine.squares import Square
from engine.state import EntryKind
from engine.words.lexicon import shipped_lexicon
from hardware.panel.port import Button

UNDO, CHALLENGE, END, PAUSE = Button.UNDO, Button.CHALLENGE, Button.END, Button.PAUSE
XEAT = (7, 7, "across", "EAX")


def listed() -> PartyNight:
    return PartyNight(words=shipped_lexicon("en"))


# Challenges


@pytest.mark.rule("PAR-CHA-01", "PAR-CHA-02", "PAR-CHA-03", "PAR-CHA-04")
def test_a_bad_word_goes_back_and_the_clock_goes_on_where_it_stopped() -> None:
    night = listed().turn("E", XEAT, seconds=12)
    left = night.left
    night.press(CHALLENGE)
    assert night.last == Challenged("Ben", good=False)
    assert night.message.endswith("Ben: then start the clock again.")
    night.lay(EMPTY)
    assert (night.where, night.left) == ("Ready", left)
    night.press(B)
    night.laid(EAT).press(A)
    assert night.where == "Counted"
    assert night.totals["Ann"] == 18


def test_a_bad_word_that_lies_there_still_is_never_counted_unasked() -> None:
    night = listed().turn("E", XEAT)
    night.press(CHALLENGE, OK)
    assert "Tiles are still on" in night.message
    night.press(OK)
    assert night.where == "Ready"
    assert night.message == named_text("start-the-clock-again", others="Ben")
    night.press(B, A)
    assert night.asked.startswith("The uncounted letters are still there.")
    night.lay(EMPTY)
    take(night, named_text("look-again"))
    assert night.asked == "{side} stopped the clock, but there are no new tiles. Why?"


def test_a_word_that_fell_can_be_laid_again() -> None:
    night = listed().turn("E", XEAT)
    night.press(CHALLENGE)
    night.lay(EMPTY)
    night.press(B)
    night.laid(XEAT).press(A)
    take(night, named_text("yes-count-them"))
    assert night.where == "Counted"
    assert night.totals["Ann"] > 0


@pytest.mark.rule("PAR-CHA-04")
def test_a_bad_word_after_the_ding_is_no_word() -> None:
    night = listed().roll("E")
    night.press(B)
    night.laid(XEAT)
    night.wait(61)
    assert night.where == "Counted"
    night.press(CHALLENGE)
    assert night.totals["Ann"] == -5
    assert named_text("laid-no-word-worth", side="Ann", points="−5") in night.message
    night.lay(EMPTY)
    assert night.message == "Tiles picked up. Ben: roll the letter die."


def test_a_good_word_stands_and_the_game_goes_on() -> None:
    night = listed().turn("E", EAT)
    night.press(CHALLENGE)
    assert night.message == named_text("play-stands")
    night.press(B)
    assert (night.where, night.message) == ("Counted", named_text("or-ok-goes-on", others="Ben"))
    night.press(B)
    assert night.last == Accepted()


def test_once_the_next_turn_has_begun_it_is_too_late() -> None:
    night = listed().turn("E", XEAT)
    night.press(B)
    night.comes_up("S")
    events = night.events
    night.press(CHALLENGE)
    assert night.message == named_text("there-is-no-play-that")
    assert night.events == events
    night.press(UNDO, UNDO)
    assert night.where == "Counted"
    night.press(CHALLENGE)
    assert night.last == Challenged("Ben", good=False)


def test_nothing_is_challenged_while_the_clock_runs() -> None:
    night = listed().turn("E", EAT)
    night.press(B)
    night.comes_up("S")
    night.press(A, CHALLENGE)
    assert labels(night) == [named_text("no-the-clock-runs-on"), named_text("yes-too-early")]


# What turns out to have been otherwise


def two_turns() -> PartyNight:
    night = PartyNight().turn("E", EAT, seconds=12)
    night.press(B)
    night.turn("S", EAT, (7, 7, "across", "EATS"), seconds=22)
    return night


def test_a_tile_of_an_earlier_word_is_put_right_and_its_zone_stays() -> None:
    night = two_turns()
    before = night.totals
    night.press(NEXT)
    take(night, named_text("correct-a-tile"))
    point_at(night, "J8")
    take(night, "R")
    assert night.last == TileCorrected(Square(9, 7), "R")
    assert night.totals == before
    assert night.state.game.misfits == ()
    assert night.message.endswith("J8 is R. Ann or OK: continue")
    night.press(NEXT)
    take(night, named_text("correct-a-tile"))
    point_at(night, "J8")
    take(night, "P")
    assert night.totals["Ann"] == before["Ann"] + 2 * 2 * 3  # P is worth 3, doubled, zone 3


def test_turns_are_named_with_the_points_that_the_clock_made_of_them() -> None:
    night = two_turns()
    night.press(NEXT)
    take(night, named_text("correct-earlier"))
    totals = night.totals
    assert labels(night)[:2] == [f"Ben: EATS, {totals['Ben']:+}", f"Ann: EAT, {totals['Ann']:+}"]


def test_the_chance_die_is_in_the_points_of_its_turn() -> None:
    night = PartyNight().turn("E", (7, 3, "across", "LEAVE"))
    night.roll(ChanceFace.LETTER_X3)
    night.press(OK, NEXT)
    take(night, named_text("correct-earlier"))
    assert labels(night)[0] == f"Ann: LEAVE, {night.totals['Ann']:+}"


def test_a_word_that_was_a_pass_leaves_the_rest_of_the_game_as_it_was() -> None:
    night = two_turns()
    night.press(NEXT)
    take(night, named_text("correct-earlier"))
    take(night, labels(night)[0], named_text("they-passed"))
    assert isinstance(night.last, Replaced)
    assert isinstance(night.last.event, Passed)
    assert night.totals["Ben"] == 0
    assert night.state.game.misfits == ()
    assert night.state.side == "Ann"
    assert night.where == "Rolling"


def test_a_word_that_was_another_keeps_its_zone() -> None:
    night = two_turns()
    ann = night.totals["Ann"]
    night.press(NEXT)
    take(night, named_text("correct-earlier"))
    take(night, labels(night)[1], named_text("another-play"))
    take(night, "Row 8", "H8", "Across", "E", "A", "R", "Done")
    assert night.totals["Ann"] == ann
    assert night.state.game.misfits == ()
    assert night.state.game.state.position.tiles[Square(9, 7)] == "R"


def test_a_word_that_would_have_wanted_the_chance_die_is_refused() -> None:
    night = two_turns()
    game = night.state.game
    night.press(NEXT)
    take(night, named_text("correct-earlier"))
    take(night, labels(night)[1], named_text("another-play"))
    take(night, "Row 8", "D8", "Across", "L", "E", "A", "V", "E", "Done")
    assert "chance" in night.message
    assert night.state.game is game
    take(night, named_text("dont-enter-a-play"))
    assert night.where == "Counted"


def test_a_pass_against_the_clock_is_no_other_play_later() -> None:
    night = PartyNight().roll("E")
    night.press(B, NEXT)
    take(night, "Pass")
    night.roll("S")
    night.press(NEXT)
    take(night, named_text("correct-earlier"), "Ann passed")
    assert labels(night) == [named_text("leave-it-as-it-is")]


def test_points_by_hand_between_the_turns_say_how_it_goes_on() -> None:
    night = PartyNight().turn("E", EAT)
    night.press(NEXT)
    take(
        night,
        named_text("change-points"),
        "Ben",
        named_text("add-points"),
        "5",
        "Done",
        named_text("own-rule"),
    )
    assert night.message == "Ben: +5, house rule. Ben or OK: continue"
    assert night.where == "Counted"


# Pauses, undo and the end


@pytest.mark.parametrize("where", ["Rolling", "Ready", "Running", "Counted", "chance"])
def test_a_pause_comes_back_to_where_it_was_and_says_who_goes_on(where: str) -> None:
    night = PartyNight()
    if where == "chance":
        night.turn("E", (7, 3, "across", "LEAVE"))
    elif where == "Counted":
        night.turn("E", EAT)
    elif where != "Rolling":
        night.roll("E")
        night.press(*{"Ready": [], "Running": [B]}[where])
    phase = night.where
    night.press(PAUSE)
    night.wait(300).press(OK)
    assert night.where == ("Ready" if phase == "Running" else phase)
    assert night.message.startswith("The game continues. ")
    assert len(night.message) > len("The game continues. ")


@pytest.mark.parametrize("where", ["Rolling", "Ready", "Running", "Counted"])
def test_the_game_can_be_ended_wherever_it_is(where: str) -> None:
    night = PartyNight().turn("E", EAT)
    night.press(OK)
    if where != "Rolling":
        night.comes_up("S")
        night.press(*{"Ready": [], "Running": [A], "Counted": [A]}[where])
    if where == "Counted":
        night.laid((7, 7, "across", "EATS")).press(B)
    assert night.where == where
    night.press(END)
    take(night, named_text("no-play-on"))
    assert night.where == where
    night.press(END)
    take(night, named_text("end-the-game"))
    assert night.where == "Over"
    assert named_text("the-game-is-over-won", side="Ann") in night.message
    night.press(UNDO)
    assert night.state.game.state.over is None


def test_everything_of_a_turn_is_undone_step_by_step() -> None:
    night = PartyNight()
    night.turn("E", (7, 3, "across", "LEAVE"), seconds=12)
    night.roll(ChanceFace.NO_LETTER_DIE)
    night.press(B)
    seen = []
    while night.events:
        night.press(UNDO)
        seen.append((night.where, night.left))
    assert seen == [
        ("Counted", seen[0][1]),
        ("Rolling", seen[0][1]),
        ("Ready", seen[0][1]),
        ("Ready", 60),
        ("Rolling", 60),
    ]
    assert 60 - 20 < seen[0][1] < 60 - 10
    assert night.message == " ".join(
        (
            named_text("taken-back", what="the dice roll"),
            named_text("roll-the-letter-die", side="Ann"),
        )
    )
    assert Erase(0) in night.effects


def almost_empty(letters: str, night: PartyNight) -> PartyNight:
    """Only these letters are left in the holder, apart from those on the board."""
    start = night.state.game.start
    absent = dict(start.unseen)
    for letter in letters:
        absent[letter] -= 1
    night.state = replace(night.state, game=Game.from_state(replace(start, absent=absent)))
    return night


@pytest.mark.rule("PAR-END-01")
def test_no_letters_left_end_the_game_once_all_are_content() -> None:
    night = almost_empty("EAT", PartyNight()).turn("E", EAT)
    assert night.where == "Counted"
    night.press(B)
    assert night.where == "Over"
    assert night.state.game.state.over is EndReason.NO_LETTERS
    assert night.message == " ".join(
        (named_text("game-goes-on"), named_text("the-game-is-over-won", side="Ann"))
    )


@pytest.mark.rule("PAR-END-03")
def test_where_no_word_can_be_laid_any_more_the_end_is_asked() -> None:
    night = almost_empty("EATV", listed()).turn("E", EAT)
    night.press(B)
    assert night.asked == named_text("no-more-words-over")
    assert not night.rolls_wanted
    take(night, named_text("no-play-on"))
    assert night.message == named_text("roll-the-letter-die", side="Ben")
    night.press(UNDO, B)
    take(night, named_text("yes-game-over"))
    assert night.last == Ended(reason=EndReason.NO_SPACE)
    assert night.where == "Over"


def test_after_a_pass_the_end_is_asked_too() -> None:
    night = almost_empty("EATV", listed()).turn("E", EAT)
    night.press(B)
    take(night, named_text("no-play-on"))
    night.press(NEXT)
    take(night, named_text("something-else"), "Pass")
    assert night.asked == named_text("no-more-words-over")


def test_without_a_list_nobody_is_asked_about_room() -> None:
    night = almost_empty("EATV", PartyNight()).turn("E", EAT)
    night.press(B)
    assert night.rolls_wanted


def test_equal_points_share_the_win() -> None:
    night = PartyNight()
    night.press(END)
    take(night, named_text("end-the-game"))
    assert night.message == named_text("the-game-is-over-share", sides="Ann, Ben")


def test_the_sheet_has_a_line_for_every_turn_that_is_lost() -> None:
    night = PartyNight().roll("E")
    night.press(B, Button.CHALLENGE)
    take(night, named_text("yes-too-early"))
    night.press(B, NEXT)
    take(night, "Pass")
    kinds = [entry.kind for entry in night.state.game.state.entries]
    assert kinds == [EntryKind.PENALTY, EntryKind.PASS, EntryKind.LOST_TURN]
