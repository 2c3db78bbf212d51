"""What every input means in every state: turns, questions, undo."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import take
from standins import TOPWORD, Evening, board, picture_of, reading_of

from device.language.texts import Message, Texts
from device.session.core.commit import ask, go_on, option
from device.session.core.effects import (
    Announce,
    Erase,
    Finish,
    FinishUnseen,
    LookCloser,
    LookNow,
    Record,
)
from device.session.core.inputs import (
    CameraFound,
    CameraHung,
    CameraLost,
    CameraStuck,
    JournalFailed,
    JournalWritten,
    NothingMoves,
    PictureSettled,
    ReadingDone,
    RecordingEnded,
    Tick,
)
from device.session.core.observation import judged_reading
from device.session.core.state import (
    LOOK_FOR,
    READ_FOR,
    Asking,
    Looking,
    Over,
    Paused,
    Question,
    Settling,
    Thinking,
)
from device.session.presses import PRESSES
from device.session.step import step
from device.views.table import view
from engine.events import (
    Challenged,
    Ended,
    EndReason,
    Exchanged,
    Passed,
    Played,
    TileCorrected,
    Withdrawn,
)
from engine.game import Game
from engine.squares import Square
from engine.variants import load_variant
from hardware.cameras.port import CameraStatus
from hardware.panel.port import Button, Press
from vision.reading import Refusal

CLASSIC = load_variant("classic", "en")
QUIZ = (7, 6, "across", "QUIZ")
OZONE = (6, 9, "down", "OZONE")
EMPTY = board()
ONE = board(QUIZ)
TWO = board(QUIZ, OZONE)


def test_a_play_counts_when_the_turn_button_is_pressed() -> None:
    evening = Evening().lay(EMPTY).lay(ONE)
    assert evening.events == ()
    assert evening.state.seen is not None
    evening.press(Button.SIDE_1)
    assert [type(e) for e in evening.events] == [Played]
    assert evening.totals == {"Ann": 44, "Ben": 0}
    assert evening.state.side == "Ben"
    assert Record(0, evening.state.game.events[0]) in evening.effects


def test_tiles_laid_one_by_one_are_one_play() -> None:
    evening = Evening().lay(board((7, 6, "across", "QU"))).lay(board((7, 6, "across", "QUI")))
    evening.lay(ONE).press(Button.SIDE_1)
    assert evening.totals["Ann"] == 44
    assert len(evening.events) == 1


def test_a_press_waits_until_the_table_lies_still_and_is_read() -> None:
    evening = Evening().lay(EMPTY)
    evening.state = replace(evening.state, frames=replace(evening.state.frames, still_at=0.0))
    state, effects = step(evening.state, Press(Button.SIDE_1, 10.0))
    assert isinstance(state.phase, Looking)
    assert LookNow() in effects
    reading = reading_of(ONE)
    state, _ = step(state, PictureSettled(picture_of(0), 11.0))
    assert isinstance(state.phase, Looking)
    sight = judged_reading(reading, state.board.followed, None, CLASSIC)
    state, _ = step(state, ReadingDone(sight, 11.0, state.board.turn))
    assert state.game.state.totals["Ann"] == 44


def test_before_a_pass_is_asked_about_the_table_is_read_once_more() -> None:
    evening = Evening().lay(EMPTY)
    state, effects = step(evening.state, Press(Button.SIDE_1, 10.0))
    assert isinstance(state.phase, Looking)
    assert LookCloser() in effects
    state, _ = step(state, NothingMoves(10.5))
    assert isinstance(state.phase, Looking)
    overlooked = judged_reading(reading_of(ONE), state.board.followed, None, CLASSIC)
    after, _ = step(state, ReadingDone(overlooked, 11.0, state.board.turn))
    assert after.game.state.totals["Ann"] == 44
    nothing = judged_reading(reading_of(EMPTY), state.board.followed, None, CLASSIC)
    after, _ = step(state, ReadingDone(nothing, 11.0, state.board.turn))
    assert isinstance(after.phase, Asking)


def test_a_picture_that_is_still_being_read_is_waited_for_before_anybody_is_asked() -> None:
    evening = Evening().lay(board())
    at = evening.now + 1.0
    state, _ = step(evening.state, PictureSettled(picture_of(0), at))
    state, _ = step(state, Press(Button.SIDE_1, at + 1.0))
    state, _ = step(state, Tick(at + 1.0 + LOOK_FOR + 0.1))
    assert isinstance(state.phase, Looking)  # a slow machine searches for the board
    state, _ = step(state, Tick(at + 1.0 + READ_FOR + 0.1))
    assert isinstance(state.phase, Asking)


def test_the_closer_look_at_a_doubt_has_its_time_however_late_the_first_came() -> None:
    evening = Evening().lay(EMPTY)
    doubtful = reading_of(ONE, {(7, 9): {"Z": 0.8, "N": 0.19}})
    sight = judged_reading(doubtful, evening.state.board.followed, None, CLASSIC)
    state, _ = step(evening.state, Press(Button.SIDE_1, 10.0))
    state, _ = step(state, PictureSettled(picture_of(0), 11.0))
    state, _ = step(state, ReadingDone(sight, 11.0, state.board.turn, doubted=True))
    state, _ = step(state, Tick(10.0 + LOOK_FOR + 0.1))
    assert isinstance(state.phase, Looking)
    sure = judged_reading(reading_of(ONE), state.board.followed, None, CLASSIC)
    state, _ = step(state, ReadingDone(sure, 17.0, state.board.turn))
    state, _ = step(state, NothingMoves(17.1))
    assert state.game.state.totals["Ann"] == 44


def test_a_press_waits_for_the_closer_look_at_what_is_in_doubt() -> None:
    evening = Evening().lay(EMPTY)
    doubtful = reading_of(ONE, {(7, 9): {"Z": 0.8, "N": 0.19}})
    sight = judged_reading(doubtful, evening.state.board.followed, None, CLASSIC)
    state, _ = step(evening.state, ReadingDone(sight, 9.0, evening.state.board.turn, doubted=True))
    state, _ = step(state, Press(Button.SIDE_1, 10.0))
    state, _ = step(state, NothingMoves(10.1))
    assert isinstance(state.phase, Looking)
    sure = judged_reading(reading_of(ONE), state.board.followed, None, CLASSIC)
    after, _ = step(state, ReadingDone(sure, 10.9, state.board.turn))
    assert after.game.state.totals["Ann"] == 44
    after, _ = step(state, ReadingDone(sight, 10.9, state.board.turn))
    assert isinstance(after.phase, Asking)
    # And if no closer look ever comes: not for ever.
    after, _ = step(state, Tick(10.0 + READ_FOR + 0.1))
    assert isinstance(after.phase, Asking)


def test_a_press_over_a_table_that_never_rests_asks() -> None:
    evening = Evening().lay(ONE)
    state = replace(
        evening.state, phase=Looking(10.0), frames=replace(evening.state.frames, still_at=0.0)
    )
    state, _ = step(state, Tick(10.0 + LOOK_FOR + 0.1))
    assert isinstance(state.phase, Asking)
    state, _ = step(state, Press(Button.NEXT, 20.0))
    state, _ = step(state, Press(Button.OK, 21.0))
    assert state.game.state.totals["Ann"] == 44


def test_nothing_laid_asks_and_the_same_button_again_passes() -> None:
    evening = Evening().lay(EMPTY).press(Button.SIDE_1)
    assert "no new tile" in evening.asked
    evening.press(Button.SIDE_1)
    assert evening.events == (Passed("Ann"),)


@pytest.mark.parametrize("camera", [True, False])
def test_a_button_pressed_twice_in_haste_passes_no_turn(camera: bool) -> None:
    evening = Evening(camera=camera)
    if camera:
        evening.lay(EMPTY)
    evening.now = 39.0
    evening.press(Button.SIDE_1).put(Press(Button.SIDE_1, 40.5))
    assert evening.events == ()
    assert evening.asked
    evening.put(Press(Button.SIDE_1, 42.0))
    assert evening.events == (Passed("Ann"),)


def test_nothing_laid_may_be_an_exchange_of_so_many_tiles() -> None:
    evening = Evening().lay(EMPTY).press(Button.SIDE_1, Button.NEXT, Button.OK)
    assert "how many" in evening.asked
    evening.press(Button.NEXT, Button.OK)
    assert evening.events == (Exchanged("Ann", 2),)


def test_nothing_laid_may_be_a_mistake() -> None:
    evening = Evening().lay(EMPTY).press(Button.SIDE_1, Button.OK)
    assert evening.events == ()
    assert isinstance(evening.state.phase, Thinking)


def test_the_next_sides_press_closes_a_forgotten_turn() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_2)
    assert evening.totals == {"Ann": 44, "Ben": 0}
    assert evening.state.side == "Ben"


def test_the_next_sides_tiles_close_a_forgotten_turn_and_say_so() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).lay(TWO)
    assert evening.totals == {"Ann": 44, "Ben": 0}
    assert "forgot" in evening.message
    assert evening.state.seen is not None
    evening.press(Button.SIDE_2)
    assert evening.totals == {"Ann": 44, "Ben": 16}


def test_the_other_sides_button_with_nothing_laid_says_whose_turn_it_is() -> None:
    evening = Evening().lay(EMPTY).press(Button.SIDE_2)
    assert evening.message == "It’s {side}’s turn."
    assert evening.events == ()


def test_a_doubtful_letter_is_asked_likeliest_first() -> None:
    evening = Evening().lay(EMPTY).lay(ONE, {(7, 9): {"Z": 0.9, "N": 0.09}}).press(Button.SIDE_1)
    assert "What’s on" in evening.asked
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.phase.question.squares == (Square(9, 7),)
    evening.press(Button.NEXT, Button.OK)
    (played,) = evening.events
    assert isinstance(played, Played)
    assert played.tiles[Square(9, 7)] == "N"


def test_a_blank_counts_at_once_and_is_asked_for_its_letter_afterwards() -> None:
    rows = board((7, 6, "across", "QUIz"))
    evening = Evening().lay(EMPTY).lay(rows).press(Button.SIDE_1)
    (played,) = evening.events
    assert isinstance(played, Played)
    assert played.tiles[Square(9, 7)] == "?"
    assert "Which letter is the blank" in evening.asked
    evening.press(Button.BACK, Button.OK)
    assert len(evening.events) == 1
    assert isinstance(evening.state.phase, Thinking)


def test_an_impossible_play_is_refused_with_its_reason() -> None:
    evening = Evening().lay(board((0, 0, "across", "QUIZ"))).press(Button.SIDE_1)
    assert evening.events == ()
    assert isinstance(evening.state.phase, Thinking | Asking)


def test_undo_takes_the_play_back_and_its_tiles_are_seen_again() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1).press(Button.UNDO)
    assert Erase(0) in evening.effects
    assert evening.totals == {"Ann": 0, "Ben": 0}
    assert evening.state.seen is not None
    evening.press(Button.SIDE_1)
    assert evening.totals["Ann"] == 44


def test_undo_of_a_play_with_a_correction_takes_both_back() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    game = evening.state.game.added(TileCorrected(Square(6, 7), "O"))
    assert isinstance(game, Game)
    evening.state = replace(evening.state, game=game)
    evening.press(Button.UNDO)
    assert evening.events == ()


def test_undo_with_nothing_to_undo_says_so() -> None:
    assert Evening().press(Button.UNDO).message == "There’s nothing to undo."


def test_tiles_taken_up_after_the_turn_are_asked_about() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1).lay(EMPTY).press(Button.SIDE_2)
    assert "’s last play is off the board. Take it back" in evening.asked
    evening.press(Button.OK)
    assert evening.events[-1] == Withdrawn("Ann")
    assert evening.state.side == "Ann"
    evening.lay(ONE).press(Button.SIDE_1)
    assert evening.totals["Ann"] == 44


def test_what_a_pile_covered_lies_there_after_its_top_was_taken_back() -> None:
    fan, fin, fun = (board((4, 4, "across", w), size=10) for w in ("FAN", "FIN", "FUN"))
    evening = Evening(variant=TOPWORD).lay(fan).press(Button.SIDE_1).lay(fin).press(Button.SIDE_2)
    evening.lay(fan).press(Button.SIDE_1, Button.OK)
    assert evening.events[-1] == Withdrawn("Ben")
    assert evening.state.board.followed.position == evening.state.game.state.position
    before = evening.totals["Ben"]
    evening.lay(fun).press(Button.SIDE_2)
    assert isinstance(evening.events[-1], Played)
    assert evening.events[-1].tiles == {Square(5, 4): "U"}
    assert evening.totals["Ben"] == before + 4


def test_a_challenge_is_judged_by_the_players() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1, Button.CHALLENGE)
    assert "challenges" in evening.asked
    evening.press(Button.NEXT, Button.OK)
    assert evening.events[-1] == Challenged("Ben", good=False)
    assert evening.totals["Ann"] == 0


def test_out_is_recognised_and_confirmed_by_a_press() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0, racks={"Ann": 4, "Ben": 7})
    evening.state = replace(evening.state, game=Game.from_state(start))
    evening.lay(ONE).press(Button.SIDE_1)
    assert "last tile" in evening.asked
    assert evening.events == ()
    evening.press(Button.OK)
    assert evening.state.game.state.over is EndReason.OUT
    assert isinstance(evening.state.phase, Settling)
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.events == ()


def test_the_end_button_asks_and_undo_reopens() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1, Button.END)
    evening.press(Button.NEXT, Button.OK)
    assert isinstance(evening.state.phase, Settling)
    evening.press(Button.END, Button.NEXT, Button.OK)
    assert isinstance(evening.state.phase, Over)
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.totals["Ann"] == 44


def test_when_all_have_passed_the_end_is_asked_about() -> None:
    evening = Evening().lay(EMPTY).press(*[Button.SIDE_1] * 2, *[Button.SIDE_2] * 2)
    assert "Everyone passed. Is the game over" in evening.asked
    evening.press(Button.OK)
    assert isinstance(evening.state.phase, Thinking)
    evening.press(Button.SIDE_1, Button.SIDE_1, Button.NEXT, Button.OK)
    assert isinstance(evening.state.phase, Settling)


def test_the_end_is_settled_where_all_racks_follow() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, held={"Ann": "QI", "Ben": "E"})
    evening.state = replace(evening.state, game=Game.from_state(start))
    evening.press(Button.END, Button.NEXT, Button.OK)
    assert [type(event) for event in evening.events] == [Ended]
    assert evening.totals == {"Ann": -11, "Ben": -1}


def test_a_pause_looks_at_nothing_until_ok() -> None:
    evening = Evening().lay(EMPTY).press(Button.PAUSE).lay(ONE)
    assert isinstance(evening.state.phase, Paused)
    assert evening.state.seen is None
    evening.press(Button.OK)
    assert evening.state.seen is not None


def test_without_a_camera_turns_pass_by_button() -> None:
    evening = Evening(camera=False).press(Button.SIDE_1, Button.SIDE_1)
    assert evening.events == (Passed("Ann"),)


def test_a_lost_camera_is_reported_and_the_game_goes_on() -> None:
    evening = Evening().lay(EMPTY).put(CameraLost("unplugged", 5.0))
    assert any(isinstance(effect, Announce) for effect in evening.effects)
    evening.press(Button.SIDE_1, Button.SIDE_1)
    assert evening.events == (Passed("Ann"),)


@pytest.mark.parametrize("event", [CameraLost("No camera.", 5.0, cable=True), CameraHung(5.0)])
def test_of_a_ribbon_cable_it_is_known_until_the_camera_sees_again(
    event: CameraLost | CameraHung,
) -> None:
    evening = Evening().lay(EMPTY).put(event)
    assert evening.state.device.camera is CameraStatus.CABLE
    assert evening.state.device.camera.gone
    assert evening.put(CameraFound(9.0)).state.device.camera is CameraStatus.SEES


def test_a_camera_that_is_found_again_sees_what_was_laid_meanwhile() -> None:
    evening = Evening().lay(EMPTY).put(CameraLost("unplugged", 5.0)).put(CameraFound(9.0))
    assert "The camera is back" in evening.message
    evening.lay(ONE).press(Button.SIDE_1)
    assert evening.totals["Ann"] == 44


def test_a_stuck_camera_is_reported_and_a_press_then_asks() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).put(CameraStuck(30.0))
    assert "stuck" in evening.message
    state, effects = step(evening.state, Press(Button.SIDE_1, 40.0))
    assert LookNow() in effects
    state, _ = step(state, Tick(40.0 + LOOK_FOR + 0.1))
    assert isinstance(state.phase, Asking)


def test_a_full_disk_is_reported_once_and_the_game_goes_on() -> None:
    evening = Evening().lay(EMPTY).put(JournalFailed("full", 5.0)).put(JournalFailed("full", 6.0))
    assert len([e for e in evening.effects if isinstance(e, Announce)]) == 1
    evening.lay(ONE).press(Button.SIDE_1)
    assert evening.totals["Ann"] == 44


def test_a_disk_with_room_again_is_reported_and_no_trouble_is_shown_any_more() -> None:
    evening = Evening().lay(EMPTY).put(JournalWritten(4.0))
    assert "being saved" not in evening.message
    evening.put(JournalFailed("full", 5.0))
    assert "isn’t being saved" in view(evening.state, Texts("en")).text.trouble
    evening.put(JournalWritten(6.0))
    assert evening.message == "The whole game is being saved again."
    assert "being saved" not in view(evening.state, Texts("en")).text.trouble


def test_a_refused_picture_is_reported_and_changes_nothing() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).lay(Refusal.TOO_DARK)
    assert "dark" in evening.message
    assert evening.state.seen is not None


def test_a_board_never_read_in_this_game_may_be_another_games() -> None:
    evening = Evening().lay(Refusal.NO_BOARD)
    assert evening.message.startswith("Can’t make out {game}’s board: is it the right one")
    evening.lay(EMPTY).lay(Refusal.NO_BOARD)
    assert evening.message.startswith("Can’t make out the board:"), "it has been read since"


def test_a_turn_is_not_closed_in_silence_while_the_board_is_covered() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).lay(Refusal.COVERED).press(Button.SIDE_1)
    assert evening.events == ()
    evening.put(Tick(evening.now + LOOK_FOR))
    assert "The board is hard to see" in evening.asked
    evening.press(Button.OK).lay(ONE).press(Button.SIDE_1)
    assert evening.totals["Ann"] == 44


def test_a_nameless_blank_can_be_named_later_and_all_is_counted_again() -> None:
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "QUIz"))).press(Button.SIDE_1)
    evening.press(Button.BACK, Button.OK, Button.OK)
    assert "Which letter is the blank" in evening.asked
    take(evening, "Z")
    assert evening.events[-1] == TileCorrected(Square(9, 7), "z")
    assert evening.state.side == "Ben"
    evening.lay(board((7, 6, "across", "QUIzES"))).press(Button.SIDE_2)
    assert evening.totals == {"Ann": 24, "Ben": 15}
    evening.press(Button.UNDO, Button.UNDO)
    assert [type(event) for event in evening.events] == [Played]


def test_more_of_a_letter_than_the_set_has_asks_about_the_older_tile() -> None:
    odds = {(7, 9): {"Z": 0.985, "N": 0.014}}
    evening = Evening().lay(EMPTY).lay(ONE, odds).press(Button.SIDE_1)
    assert evening.totals["Ann"] == 44
    evening.lay(board(QUIZ, (7, 7, "down", "UZI")), odds).press(Button.SIDE_2)
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.phase.question.squares == (Square(9, 7),)
    evening.press(Button.NEXT, Button.OK)
    assert evening.events[-1] == TileCorrected(Square(9, 7), "N")
    evening.press(Button.SIDE_2)
    assert evening.totals == {"Ann": 26, "Ben": 12}


def test_a_recording_closes_its_own_turns() -> None:
    evening = Evening().lay(ONE, turn_over=True).lay(ONE, turn_over=True).lay(TWO, turn_over=True)
    # The second picture shows nothing new: Ben has passed, or exchanged.
    assert [type(event) for event in evening.events] == [Played, Passed, Played]
    assert evening.totals == {"Ann": 60, "Ben": 0}
    evening.put(RecordingEnded(99.0))
    assert Finish() in evening.effects


def test_the_board_before_a_recorded_game_is_no_turn() -> None:
    evening = Evening().lay(EMPTY, turn_over=True).lay(ONE, turn_over=True)
    assert evening.totals == {"Ann": 44, "Ben": 0}
    exchanged = Evening().lay(EMPTY, turn_over=True).lay(EMPTY, turn_over=True)
    assert exchanged.lay(ONE, turn_over=True).totals == {"Ann": 0, "Ben": 44}


def test_a_recording_of_turns_ends_with_who_leads() -> None:
    evening = Evening().lay(ONE, turn_over=True).put(RecordingEnded(99.0, by_turns=True))
    assert isinstance(evening.state.phase, Over)
    assert evening.state.finished
    assert Finish() not in evening.effects
    assert FinishUnseen() in evening.effects
    assert evening.message == "No more pictures; the game isn’t over. Leading: {names}."
    evening.press(Button.OK)
    assert Finish() in evening.effects


def test_a_recorded_play_challenged_off_with_the_next_one_laid() -> None:
    evening = Evening().lay(ONE, turn_over=True).lay(board((7, 7, "down", "HORN")), turn_over=True)
    assert [type(event) for event in evening.events] == [Played, Challenged, Played]
    assert evening.totals["Ann"] == 0
    assert evening.totals["Ben"] > 0


def test_a_recorded_doubt_is_reported_aloud() -> None:
    doubts = {(7, 9): {"Z": 0.9, "N": 0.09}}
    evening = Evening().lay(ONE, doubts, turn_over=True)
    assert evening.totals["Ann"] == 44
    assert "please check" in evening.message


def test_every_state_answers_every_button_with_a_sentence_in_its_docstring() -> None:
    for row in PRESSES.values():
        assert set(row) == set(Button)
        assert all(handler.__doc__ for handler in row.values())


def test_where_there_is_one_answer_the_arrows_say_so() -> None:
    evening = Evening()
    asked = Question(Message("Seen?"), (option("Back", go_on),))
    evening.state, _ = ask(evening.state, asked)
    evening.press(Button.NEXT)
    assert evening.message == "Nothing to choose: press OK."
