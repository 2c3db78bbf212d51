"""A play entered by buttons: as good as one that was seen, and never counted twice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import in_english, labels, question_of, take
from standins import CLASSIC, TOPWORD, Evening, board

from device.language.texts import Texts
from device.session.core.effects import KeepPicture, Learn, Record
from device.session.core.inputs import CameraFound, CameraLost
from device.session.core.setup import Extras
from device.session.core.state import Asking, Settling, Thinking
from device.session.turn.by_hand import how_to_type
from device.session.turn.questions import letters_offered
from device.simulator.named_texts import named_text
from device.views.table import view
from engine.events import Passed, Played, Withdrawn
from engine.game import Game
from engine.squares import Square
from engine.variants import load_variant
from engine.words.lexicon import word_list
from hardware.panel.port import Button
from vision.game.reconstruct import Change

EMPTY = board()
QUIZ = board((7, 6, "across", "QUIZ"))
BOTH = board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"))
LETTERS = {Square(6 + i, 7): letter for i, letter in enumerate("QUIZ")}


def entering(evening: Evening, row: str, square: str, way: str, *letters: str) -> Evening:
    """Opens the menu and enters so much of a play."""
    evening.press(Button.NEXT)
    return take(evening, named_text("enter-play"), row, square, way, *letters)


def quiz_by_hand(evening: Evening) -> Evening:
    return entering(evening, "Row 8", "G8", "Across", *"QUIZ", "Done")


@pytest.mark.rule("CLA-SCO-09")
def test_a_play_by_hand_counts_as_if_it_had_been_seen() -> None:
    evening = quiz_by_hand(Evening(camera=False))
    (played,) = evening.events
    assert played == Played("Ann", LETTERS)
    assert evening.totals == {"Ann": 44, "Ben": 0}
    assert evening.state.side == "Ben"
    assert Record(0, played) in evening.effects
    assert evening.state.board.followed.position == evening.state.game.state.position


def test_on_an_empty_board_the_start_comes_first() -> None:
    evening = Evening(camera=False).press(Button.NEXT)
    take(evening, named_text("enter-play"))
    assert labels(evening)[0] == "Row 8"
    assert len(labels(evening)) == 15 + 1
    evening.press(Button.OK)
    assert labels(evening)[0] == "H8"
    evening.press(Button.OK)
    assert labels(evening) == ["Across", "Down", named_text("dont-enter-a-play")]


def test_afterwards_the_last_plays_row_comes_first() -> None:
    evening = quiz_by_hand(Evening(camera=False)).press(Button.NEXT)
    take(evening, named_text("enter-play"))
    assert labels(evening)[:2] == ["Row 8", "Row 9"]
    evening.press(Button.OK)
    assert labels(evening)[0] == "G8"


def test_the_word_so_far_is_shown_with_its_start() -> None:
    evening = entering(Evening(camera=False), "Row 8", "G8", "Across")
    assert in_english(question_of(evening).text) == named_text("which-letter-is-first", start="8G")
    take(evening, "Q", "U")
    assert in_english(question_of(evening).text) == named_text(
        "letter-after", start="8G", word="QU"
    )


def test_squares_that_hold_tiles_are_skipped_over() -> None:
    evening = quiz_by_hand(Evening(camera=False))
    entering(evening, "Row 7", "J7", "Down", "O")
    assert in_english(question_of(evening).text) == named_text(
        "letter-after", start="J7", word="OZ"
    )
    take(evening, *"ONE", "Done")
    played = evening.events[-1]
    assert isinstance(played, Played)
    assert sorted(s.name for s in played.tiles) == ["J10", "J11", "J7", "J9"]
    assert evening.totals == {"Ann": 44, "Ben": 16}


def test_a_word_that_goes_on_from_tiles_is_shown_whole() -> None:
    evening = quiz_by_hand(Evening(camera=False))
    entering(evening, "Row 8", "K8", "Across")
    assert in_english(question_of(evening).text) == named_text(
        "letter-after", start="8G", word="QUIZ"
    )


@pytest.mark.parametrize("ends", [(Button.BACK, Button.BACK, Button.OK), (Button.SIDE_1,)])
def test_done_stands_before_the_way_out_or_is_the_own_button(
    ends: tuple[Button, ...],
) -> None:
    evening = entering(Evening(camera=False), "Row 8", "H8", "Across", "A", "T")
    assert labels(evening)[:26] == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert letters_offered(question_of(evening)) == 26
    assert labels(evening)[-2:] == ["Done", named_text("dont-enter-a-play")]
    evening.press(*ends)
    assert len(evening.events) == 1


def test_undo_goes_back_step_by_step_and_in_the_end_leaves() -> None:
    evening = entering(Evening(camera=False), "Row 8", "H8", "Across", "A", "T")
    shown = []
    while isinstance(evening.state.phase, Asking):
        shown.append(in_english(question_of(evening).text))
        evening.press(Button.UNDO)
    assert shown == [
        named_text("letter-after", start="8H", word="AT"),
        named_text("letter-after", start="8H", word="A"),
        named_text("which-letter-is-first", start="8H"),
        named_text("across-or-down", square="H8"),
        named_text("first-square"),
        named_text("which-row", side="Ann"),
        named_text("what-is-to-be-done"),
    ]
    assert not evening.events


def test_the_board_shows_where_the_word_goes_and_what_there_is_of_it() -> None:
    evening = Evening().lay(EMPTY).put(CameraLost("unplugged", 5.0))
    evening.press(Button.NEXT)
    take(evening, named_text("enter-play"))
    evening.press(Button.NEXT)
    shown = view(evening.state, Texts("en")).board
    assert shown.pointed == Square.parse("H9")
    assert shown.lost is None
    take(evening, "Row 8", "G8", "Across", "Q", "U")
    shown = view(evening.state, Texts("en")).board
    assert shown.rows[7][6:9] == "QU."
    assert shown.lit == {Square.parse("G8"), Square.parse("H8")}
    assert shown.pointed == Square.parse("I8")


@pytest.mark.rule("CLA-PLA-01")
def test_a_fault_is_reported_and_the_entry_goes_on() -> None:
    evening = entering(Evening(camera=False), "Row 1", "A1", "Across", "A", "T", "Done")
    assert not evening.events
    assert evening.state.message is not None
    assert in_english(evening.state.message) == "The first word must cover H8."
    assert ". Next letter?" in evening.asked
    take(evening, "E")
    assert "ATE" in in_english(question_of(evening).text)


def test_the_last_letter_can_be_taken_back() -> None:
    evening = entering(Evening(camera=False), "Row 8", "G8", "Across", "Q", "U", "A")
    take(evening, named_text("take-the-last-letter-back"), "I", "Z", "Done")
    assert evening.totals["Ann"] == 44
    evening = entering(Evening(camera=False), "Row 8", "G8", "Across", "Q")
    take(evening, named_text("take-the-last-letter-back"))
    assert "first" in evening.asked
    assert named_text("take-the-last-letter-back") in used_up(evening)


def test_no_answer_moves_under_a_finger_while_a_word_is_entered() -> None:
    evening = entering(Evening(camera=False), "Row 8", "G8", "Across")
    before = labels(evening)
    assert used_up(evening) == [named_text("take-the-last-letter-back"), "Done"]
    take(evening, "Done")
    assert evening.message == "Enter the word first."
    for letter in "QUI":
        take(evening, letter)
        assert labels(evening) == before
        assert "Done" not in used_up(evening)


@pytest.mark.rule("CLA-PLA-10")
def test_a_blank_is_named_or_asked_about_later() -> None:
    evening = entering(
        Evening(camera=False), "Row 8", "G8", "Across", *"QUI", named_text("a-blank-more"), "Z"
    )
    take(evening, "Done")
    played = evening.events[-1]
    assert isinstance(played, Played)
    assert played.tiles[Square(9, 7)] == "z"
    evening = entering(
        Evening(camera=False), "Row 8", "G8", "Across", *"QUI", named_text("a-blank-more")
    )
    take(evening, named_text("not-now"), "Done")
    assert evening.totals["Ann"] == 24
    assert "Which letter is the blank" in evening.asked


def used_up(evening: Evening) -> list[str]:
    return [in_english(one.label) for one in question_of(evening).options if one.used_up]


def letters_used_up(evening: Evening) -> list[str]:
    waiting = {named_text("take-the-last-letter-back"), "Done"}
    return [one for one in used_up(evening) if one not in waiting]


def test_letters_that_are_used_up_keep_their_place_and_say_so() -> None:
    evening = entering(Evening(camera=False), "Row 8", "G8", "Across")
    before = labels(evening)[:27]
    take(evening, "Q")
    assert labels(evening)[:27] == before
    assert used_up(evening) == ["Q"]
    take(evening, "Q")
    assert in_english(question_of(evening).text) == named_text("letter-after", start="8G", word="Q")
    assert evening.message.startswith("No {letter} left")
    phase = evening.state.phase
    assert isinstance(phase, Asking)
    assert before[phase.selected] == "Q"
    take(evening, named_text("a-blank-more"), "U", named_text("a-blank-more"), "I")
    assert labels(evening)[:27] == before
    assert letters_used_up(evening) == ["Q", named_text("a-blank-more")]
    evening = quiz_by_hand(Evening(camera=False))
    entering(evening, "Row 9", "G9", "Across")
    assert letters_used_up(evening) == ["Q", "Z"]
    shown = view(evening.state, Texts("en")).dialog.question
    assert shown is not None
    assert [shown.options[place] for place in sorted(shown.used_up)][:2] == ["Q", "Z"]


def test_at_the_edge_no_more_letters_are_asked_for() -> None:
    evening = entering(Evening(camera=False), "Row 8", "O8", "Across", "A")
    assert labels(evening) == [
        named_text("take-the-last-letter-back"),
        "Done",
        named_text("dont-enter-a-play"),
    ]
    evening.press(Button.OK)
    assert evening.message == "The first word must cover {squares}."


def test_it_can_be_left_at_every_step() -> None:
    answers = [named_text("enter-play"), "Row 8", "G8", "Across", "Q"]
    for number in range(1, len(answers) + 1):
        evening = Evening(camera=False).press(Button.NEXT)
        take(evening, *answers[:number], named_text("dont-enter-a-play"))
        assert isinstance(evening.state.phase, Thinking)
        assert not evening.events


def test_undo_takes_a_play_by_hand_back() -> None:
    evening = quiz_by_hand(Evening(camera=False)).press(Button.UNDO)
    assert not evening.events
    assert not evening.state.board.followed.position.tiles
    assert evening.state.side == "Ann"


def test_a_camera_that_comes_back_finds_nothing_new_in_it() -> None:
    evening = Evening().lay(EMPTY).put(CameraLost("unplugged", 5.0))
    evening.reading = None
    quiz_by_hand(evening).put(CameraFound(90.0))
    for _ in range(3):
        evening.lay(QUIZ)
        assert evening.state.board.sight is not None
        assert evening.state.board.sight.now.observed.change is Change.NONE
    evening.press(Button.SIDE_2)
    assert "no new tile" in evening.asked
    evening.press(Button.SIDE_2)
    assert [type(event) for event in evening.events] == [Played, Passed]
    evening.lay(BOTH).press(Button.SIDE_1)
    assert evening.totals == {"Ann": 60, "Ben": 0}


def test_a_camera_that_comes_back_with_the_next_play_counts_that_alone() -> None:
    evening = Evening().lay(EMPTY).put(CameraLost("unplugged", 5.0))
    evening.reading = None
    quiz_by_hand(evening).put(CameraFound(90.0)).lay(BOTH).press(Button.SIDE_2)
    assert evening.totals == {"Ann": 44, "Ben": 16}


def test_tiles_that_were_seen_but_not_counted_are_not_counted_again() -> None:
    evening = quiz_by_hand(Evening().lay(EMPTY).lay(QUIZ))
    assert evening.totals["Ann"] == 44
    assert evening.state.seen is None
    evening.lay(BOTH).press(Button.SIDE_2)
    assert evening.totals == {"Ann": 44, "Ben": 16}


def test_a_play_by_hand_that_is_taken_up_again_is_seen_to_be() -> None:
    evening = quiz_by_hand(Evening().lay(EMPTY))
    evening.lay(QUIZ).lay(EMPTY).press(Button.SIDE_2)
    assert "’s last play is off the board. Take it back" in evening.asked
    evening.press(Button.OK)
    assert evening.events[-1] == Withdrawn("Ann")


def test_nothing_is_learned_from_a_picture_that_may_not_show_it() -> None:
    evening = quiz_by_hand(Evening().lay(EMPTY))
    assert not any(isinstance(effect, Learn | KeepPicture) for effect in evening.effects)


def test_the_referee_looks_a_play_by_hand_up_too() -> None:
    evening = Evening(camera=False)
    words = word_list(["QUIZ"], CLASSIC.tile_set.letters)
    evening.state = replace(
        evening.state,
        agreed=replace(evening.state.agreed, words=words, extras=Extras(referee=True)),
    )
    entering(evening, "Row 8", "G8", "Across", *"QUIT", "Done")
    assert not evening.events
    assert evening.state.message is not None
    assert in_english(evening.state.message) == named_text("not-in-the-word-list", words="QUIT")
    take(evening, named_text("take-the-last-letter-back"), "Z", "Done")
    assert len(evening.events) == 1


def test_more_than_a_rack_holds_is_reported() -> None:
    evening = Evening(camera=False)
    start = replace(evening.state.game.start, racks={"Ann": 3, "Ben": 7}, bag=0)
    evening.state = replace(evening.state, game=Game.from_state(start))
    entering(evening, "Row 8", "G8", "Across", *"QUIZ", "Done")
    assert not evening.events
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.message is not None


def test_in_a_game_of_piles_a_tile_is_left_or_covered() -> None:
    fan = board((4, 4, "across", "FAN"), size=10)
    evening = Evening(variant=TOPWORD).lay(fan).press(Button.SIDE_1)
    entering(evening, "Row 5", "E5", "Across", named_text("nothing-on-this-one"), "I", "Done")
    played = evening.events[-1]
    assert isinstance(played, Played)
    assert played.tiles == {Square(5, 4): "I"}
    evening.lay(board((4, 4, "across", "FIN"), size=10))
    assert evening.state.seen is None


@pytest.mark.rule("CLA-END-01")
def test_a_play_by_hand_can_end_the_game_and_undo_reopens_it() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, racks={"Ann": 4, "Ben": 7}, bag=0)
    evening.state = replace(evening.state, game=Game.from_state(start))
    quiz_by_hand(evening)
    assert evening.state.game.state.over is not None
    assert isinstance(evening.state.phase, Settling)
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Thinking)
    assert not evening.events


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("classic", "Type your play: 8H SMILE"),
        ("topword", "Type your play: 6F SMILE"),
        ("scramble", "Type its first square, then the word"),
    ],
)
def test_the_example_of_a_typed_play_lies_on_this_board_and_a_mat_has_none(
    game: str, said: str
) -> None:
    evening = Evening(camera=False, variant=load_variant(game, "en"))
    assert in_english(how_to_type(evening.state)) == said
