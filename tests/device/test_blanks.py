"""Blanks: a play counts at once, its blank's letter is asked afterwards and holds nothing up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import in_english, labels, point_at, question_of, take
from party_nights import PartyNight
from standins import CLASSIC, NHL, TOPWORD, Evening, board

from device.language.texts import Message
from device.session.core.setup import Offers
from device.session.core.state import Asking, Thinking
from device.session.step import begin
from device.session.turn.doubts import likeliest_letters, open_doubts
from device.simulator.named_texts import named_text
from engine.events import Played, TileCorrected
from engine.game import Game
from engine.position import Position
from engine.squares import Square
from engine.state import State
from engine.words.lexicon import word_list
from hardware.panel.port import Button

H8, I8, J8 = Square(7, 7), Square(8, 7), Square(9, 7)
EMPTY = board()
QUI_ = board((7, 6, "across", "QUIz"))  # small: a blank
WORDS = ("QUIT", "QUIP", "QUIZ", "QUITS")


def blank_laid(*, words: tuple[str, ...] = ()) -> Evening:
    """Ann has laid QUI and a blank, and the device asks which letter it is."""
    evening = Evening().lay(EMPTY)
    if words:
        lexicon = word_list(words, CLASSIC.tile_set.letters)
        evening.state = replace(evening.state, agreed=replace(evening.state.agreed, words=lexicon))
    return evening.lay(QUI_).press(Button.SIDE_1)


@pytest.mark.rule("CLA-PLA-10")
def test_a_play_with_a_blank_counts_before_its_letter_is_known() -> None:
    evening = blank_laid()
    (played,) = evening.events
    assert isinstance(played, Played)
    assert played.tiles[J8] == "?"
    assert evening.totals["Ann"] == 24
    assert evening.state.side == "Ben"
    assert "Which letter is the blank" in evening.asked
    assert question_of(evening).can_wait
    assert question_of(evening).squares == (J8,)


@pytest.mark.rule("CLA-PLA-10")
def test_letters_that_make_the_words_good_come_first_the_frequent_ones_before() -> None:
    evening = blank_laid(words=WORDS)
    assert labels(evening)[:3] == ["T", "P", "Z"]
    assert labels(evening)[3:6] == ["A", "B", "C"]
    assert labels(evening)[-1] == named_text("not-now")
    assert sorted(labels(evening)[:-1]) == sorted(CLASSIC.tile_set.letters)
    evening.press(Button.OK)
    assert evening.events[-1] == TileCorrected(J8, "t")
    assert isinstance(evening.state.phase, Thinking)
    assert open_doubts(evening.state) == ()


def test_where_no_list_is_agreed_the_one_of_the_language_helps() -> None:
    assert {"D", "N", "P", "T", "Z"} <= set(labels(blank_laid())[:6])


def test_a_household_list_helps_where_the_table_has_one() -> None:
    evening = blank_laid()
    own = word_list(["QUIK"], CLASSIC.tile_set.letters)
    evening.state = replace(evening.state, offers=Offers(lambda *_: own))
    assert likeliest_letters(evening.state, J8)[:2] == ("K", "A")
    evening.state = replace(evening.state, offers=Offers(lambda *_: None))
    assert likeliest_letters(evening.state, J8)[:2] == ("A", "B")


def test_every_word_of_the_play_must_be_good_not_only_the_main_one() -> None:
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "QUIT"))).press(Button.SIDE_1)
    lexicon = word_list(["QUITS", "QUITE", "SEA", "EEA"], CLASSIC.tile_set.letters)
    evening.state = replace(evening.state, agreed=replace(evening.state.agreed, words=lexicon))
    evening.lay(board((7, 6, "across", "QUITs"), (8, 10, "down", "EA"))).press(Button.SIDE_2)
    assert labels(evening)[:3] == ["E", "S", "A"]
    lexicon = word_list(["QUITS", "QUITE", "SEA"], CLASSIC.tile_set.letters)
    evening.state = replace(evening.state, agreed=replace(evening.state.agreed, words=lexicon))
    assert likeliest_letters(evening.state, Square(10, 7))[:2] == ("S", "A")


@pytest.mark.rule("PAR-DIE-04")
def test_a_joker_is_never_offered_as_the_letter_that_was_rolled() -> None:
    night = PartyNight(words=word_list(["EAE", "EAT"], CLASSIC.tile_set.letters))
    night.turn("E", (7, 7, "across", "EAt"))  # small: a joker
    assert "Which letter is the blank" in night.asked
    assert labels(night)[:3] == ["T", "A", "B"]
    assert sorted(labels(night)[:-1]) == sorted(set(CLASSIC.tile_set.letters) - {"E"})


@pytest.mark.rule("CLA-PLA-10")
def test_a_longer_word_laid_since_shows_more_about_an_older_blank() -> None:
    evening = blank_laid(words=WORDS).press(Button.BACK, Button.OK)
    evening.lay(board((7, 6, "across", "QUIzS"))).press(Button.SIDE_2, Button.OK)
    assert labels(evening)[:2] == ["T", "A"]


def test_not_now_is_one_step_back_and_leaves_it_open() -> None:
    evening = blank_laid().press(Button.BACK, Button.OK)
    assert isinstance(evening.state.phase, Thinking)
    assert [doubt.square for doubt in open_doubts(evening.state)] == [J8]
    evening.press(Button.OK)
    assert "Which letter is the blank" in evening.asked


def test_the_next_sides_button_leaves_the_question_open() -> None:
    evening = blank_laid().press(Button.SIDE_2)
    assert "no new tile" in evening.asked
    evening.press(Button.SIDE_2)
    assert evening.state.side == "Ann"
    assert [doubt.square for doubt in open_doubts(evening.state)] == [J8]


def test_the_next_sides_tiles_do_not_wait_for_the_letter() -> None:
    evening = blank_laid()
    evening.lay(board((7, 6, "across", "QUIz"), (8, 8, "down", "T")))
    assert not isinstance(evening.state.phase, Asking)
    evening.press(Button.SIDE_2)
    assert isinstance(evening.events[-1], Played)
    assert [doubt.square for doubt in open_doubts(evening.state)] == [J8]


def test_seeing_the_same_board_again_leaves_the_question_where_it_is() -> None:
    evening = blank_laid().press(Button.NEXT).lay(QUI_)
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.phase.selected == 1


@pytest.mark.rule("CLA-PLA-10")
def test_two_blanks_are_asked_one_after_the_other() -> None:
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "QuIz"))).press(Button.SIDE_1)
    assert question_of(evening).squares == (H8 if Square(7, 7) == H8 else None,)
    take(evening, "U")
    assert question_of(evening).squares == (J8,)
    take(evening, "Z")
    assert evening.events[1:] == (TileCorrected(H8, "u"), TileCorrected(J8, "z"))
    assert isinstance(evening.state.phase, Thinking)
    evening.press(Button.UNDO)
    assert len(evening.events) == 2
    assert [doubt.square for doubt in open_doubts(evening.state)] == [J8]


def test_a_tile_that_is_named_a_blank_is_asked_for_its_letter_too() -> None:
    odds = {(7, 9): {"Z": 0.6, "?": 0.39}}
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "QUIZ")), odds).press(Button.SIDE_1)
    assert "What’s on" in evening.asked
    assert not evening.events
    take(evening, named_text("a-blank"))
    assert len(evening.events) == 1
    assert "Which letter is the blank" in evening.asked


def test_an_older_tile_that_is_named_a_blank_is_asked_for_its_letter_too() -> None:
    odds = {(7, 9): {"Z": 0.985, "?": 0.014}}
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "QUIZ")), odds).press(Button.SIDE_1)
    assert evening.totals["Ann"] == 44
    for _ in range(3):
        evening.lay(board((7, 6, "across", "QUIZ")), {(7, 9): {"Z": 0.5, "?": 0.49}})
    evening.press(Button.OK)
    take(evening, named_text("a-blank"))
    assert evening.events[-1] == TileCorrected(J8, "?")
    assert evening.totals["Ann"] == 24
    take(evening, "Z")
    assert evening.events[-1] == TileCorrected(J8, "z")


@pytest.mark.rule("NHL-BON-04")
def test_a_letter_named_later_earns_the_bonus_of_the_word() -> None:
    evening = Evening(variant=NHL).lay(EMPTY)
    evening.lay(board((7, 5, "across", "PUCk"))).press(Button.SIDE_1)
    without = evening.totals["Ann"]
    take(evening, named_text("not-now"))
    evening.press(Button.SIDE_2, Button.SIDE_2)
    assert evening.state.side == "Ann"
    evening.press(Button.OK)
    take(evening, "K")
    assert evening.totals["Ann"] == without + 5
    assert evening.state.side == "Ann"


@pytest.mark.rule("NHL-OPT-04")
def test_a_letter_named_at_once_can_cost_the_next_side_its_turn() -> None:
    evening = Evening(variant=NHL).lay(EMPTY)
    evening.lay(board((7, 5, "across", "TRIp"))).press(Button.SIDE_1)
    assert evening.state.side == "Ben"
    take(evening, "P")
    assert evening.state.side == "Ann"


def the_next_side_presses() -> Evening:
    """Ann's HOLd waits for its letter while Ben lays THE, and presses."""
    evening = Evening(variant=NHL).lay(EMPTY)
    hold = (7, 6, "across", "HOLd")
    evening.lay(board(hold)).press(Button.SIDE_1)
    assert evening.asked == "Which letter is the blank on {square}?"
    evening.lay(board(hold, (6, 6, "down", "THE"))).press(Button.SIDE_2)
    return evening


@pytest.mark.rule("NHL-OPT-04")
def test_a_blank_that_may_cost_a_turn_is_asked_before_the_next_play_counts() -> None:
    evening = the_next_side_presses()
    assert evening.asked == "Which letter is the blank on {square}?"
    assert [type(event) for event in evening.events] == [Played]
    evening.press(Button.UNDO, Button.SIDE_2)  # there is no way round it
    take(evening, "D")
    assert in_english(evening.state.message or Message("")) == (
        "J8 is D. Delay in Game: HOLD costs Ben a turn. It’s Ann’s turn now. Ben: pick up G7, G9."
    )
    assert (evening.state.side, evening.state.game.misfits) == ("Ann", ())
    evening.press(Button.SIDE_1)
    assert "Are you playing them now?" in evening.asked  # Ben's tiles never pass for Ann's
    take(evening, named_text("no-taken-up-now"))
    evening.lay(board((7, 6, "across", "HOLd")))
    assert evening.state.side == "Ann"


@pytest.mark.rule("NHL-OPT-04")
def test_a_blank_that_costs_no_turn_after_all_lets_the_next_play_count() -> None:
    evening = the_next_side_presses()
    take(evening, "E")
    assert evening.state.side == "Ben"
    evening.press(Button.SIDE_2)
    assert isinstance(evening.events[-1], Played)
    assert evening.events[-1].by == "Ben"


@pytest.mark.rule("NHL-OPT-04")
def test_a_lost_turn_that_came_too_late_is_reported_and_nothing_is_dropped() -> None:
    evening = the_next_side_presses()
    take(evening, "E").press(Button.SIDE_2, Button.NEXT)
    take(evening, named_text("correct-a-tile"))
    point_at(evening, "J8")
    take(evening, named_text("a-blank-more"), "D")
    assert "Turns that no longer work: 1." in in_english(evening.state.message or Message(""))
    misfits = evening.state.game.misfits
    assert [type(misfit.event) for misfit in misfits] == [Played]
    evening.press(Button.UNDO)
    assert not evening.state.game.misfits
    assert evening.totals["Ben"] > 0


def test_the_last_play_of_a_game_is_not_asked_about() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0, racks={"Ann": 4, "Ben": 7})
    evening.state = replace(evening.state, game=Game.from_state(start))
    evening.lay(QUI_).press(Button.SIDE_1)
    assert "last tile" in evening.asked
    evening.press(Button.OK)
    assert evening.state.game.state.over is not None
    assert not isinstance(evening.state.phase, Asking)


def test_a_recording_is_not_held_up_by_a_blank() -> None:
    evening = Evening().lay(QUI_, turn_over=True)
    assert evening.totals["Ann"] == 24
    assert isinstance(evening.state.phase, Thinking)


def test_a_game_without_blanks_has_nothing_to_ask() -> None:
    fan = board((4, 4, "across", "FAN"), size=10)
    evening = Evening(variant=TOPWORD).lay(fan).press(Button.SIDE_1)
    assert isinstance(evening.state.phase, Thinking)


def test_a_blank_that_lay_there_before_the_game_began_is_not_asked_about() -> None:
    start = State.start(
        CLASSIC, ("Ann", "Ben"), position=Position.from_rows(QUI_).replaced({J8: "?"})
    )
    evening = Evening()
    evening.state = begin(Game.from_state(start))
    evening.lay(QUI_)
    assert open_doubts(evening.state) == ()
    evening.lay(board((7, 6, "across", "QUIzs"))).press(Button.SIDE_1)
    assert question_of(evening).squares == (Square(10, 7),)


def test_two_turns_that_went_by_together_have_their_blanks_asked_about() -> None:
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1)
    both = ((6, 9, "down", "OZoNE"), (10, 9, "across", "EIGHT"))
    evening.lay(board((7, 6, "across", "QUIZ"), *both)).press(Button.SIDE_1, Button.OK)
    assert [type(event) for event in evening.events] == [Played] * 3
    assert question_of(evening).squares == (Square(9, 8),)
    take(evening, "O")
    assert isinstance(evening.state.phase, Thinking)
