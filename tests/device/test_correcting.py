"""Corrections: a tile or a turn put right however long ago it was, and nothing after it lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from answering import in_english, labels, point_at, question_of, take
from standins import CLASSIC, NHL, TOPWORD, Evening, board

from device.language.texts import Texts
from device.session.core.effects import Announce, Erase, Record
from device.session.core.setup import Extras
from device.session.core.state import Asking, Pointing, TableState, Thinking
from device.session.turn.corrections import tiles_to_correct, turns_so_far
from device.session.turn.doubts import open_doubts, put_right
from device.simulator.named_texts import named_text
from engine.events import (
    Adjusted,
    Challenged,
    Event,
    Exchanged,
    Passed,
    Played,
    Replaced,
    TileCorrected,
    Withdrawn,
)
from engine.game import Game
from engine.squares import Square
from engine.tiles import Tile
from hardware.panel.port import Button
from vision.game.reconstruct import Change

EMPTY = board()
J8 = Square(9, 7)

# An evening of twelve plays: the N of the first was a Z in truth (QUIN, QUIZ).
PLAYS: tuple[tuple[int, int, str, str], ...] = (
    (7, 6, "across", "QUI*"),
    (6, 9, "down", "O*ONE"),
    (10, 9, "across", "EIGHT"),
    (10, 13, "down", "TOAD"),
    (13, 13, "across", "DE"),
    (12, 14, "down", "SEA"),
    (7, 7, "down", "UP"),
    (8, 7, "across", "PRO"),
    (3, 8, "down", "TOXEIR"),
    (3, 8, "across", "TEAR"),
    (2, 11, "down", "BRAT"),
    (5, 11, "across", "TIN"),
)


def words_with(letter: Tile) -> list[tuple[int, int, str, str]]:
    return [(row, column, way, text.replace("*", letter)) for row, column, way, text in PLAYS]


def rows_after(number: int, letter: Tile) -> tuple[str, ...]:
    return board(*words_with(letter)[:number])


def played_with(letter: Tile, *, until: int = len(PLAYS)) -> Evening:
    """An evening in which these plays are laid, seen and pressed for, by turns."""
    evening = Evening().lay(EMPTY)
    for number in range(1, until + 1):
        side = Button.SIDE_1 if evening.state.side == "Ann" else Button.SIDE_2
        evening.lay(rows_after(number, letter)).press(side)
        assert len(evening.events) == number, (number, evening.message, evening.asked)
    return evening


def correct_tile(evening: Evening, square: str, *answers: str) -> Evening:
    evening.press(Button.NEXT)
    take(evening, named_text("correct-a-tile"))
    return take(point_at(evening, square), *answers)


def correct_turn(evening: Evening, *answers: str) -> Evening:
    evening.press(Button.NEXT)
    return take(evening, named_text("correct-earlier"), *answers)


def passes(evening: Evening, side: Button) -> None:
    """A side passes; if all have, the game goes on."""
    evening.press(side, side)
    if isinstance(evening.state.phase, Asking):
        take(evening, named_text("no-play-on"))


def spoken(evening: Evening) -> str:
    last = [e.message for e in evening.effects if isinstance(e, Announce)][-1]
    return in_english(last)


def games_of(events: Iterable[Event]) -> Game:
    return Game.fold(Game.begin(CLASSIC, ("Ann", "Ben")).start, list(events))


# A tile


@pytest.mark.rule("CLA-PLA-09", "CLA-SCO-02")
def test_a_tile_of_more_than_ten_turns_ago_is_put_right_and_all_since_counts_again() -> None:
    evening, right = played_with("N"), played_with("Z")
    assert evening.totals != right.totals
    correct_tile(evening, "J8", "Z")
    assert evening.events[-1] == TileCorrected(J8, "Z")
    assert len(evening.events) == len(PLAYS) + 1
    assert evening.totals == right.totals
    assert not evening.state.game.misfits
    assert evening.state.game.state.position == right.state.game.state.position
    assert evening.state.board.followed.position == right.state.board.followed.position
    assert evening.state.side == right.state.side
    assert spoken(evening) == "J8 is Z. That’s +18 for Ann. That’s +9 for Ben."
    entries = [entry.points for entry in evening.state.game.state.entries]
    assert entries == [entry.points for entry in right.state.game.state.entries]


@pytest.mark.rule("CLA-PLA-09")
def test_the_game_goes_on_from_a_correction_and_is_written_down() -> None:
    evening = correct_tile(played_with("N", until=11), "J8", "Z")
    assert Record(11, TileCorrected(J8, "Z")) in evening.effects
    evening.lay(rows_after(12, "Z"))
    assert evening.state.seen is not None
    evening.press(Button.SIDE_2)
    assert evening.totals == played_with("Z").totals


def test_the_picture_does_not_overrule_what_the_players_said() -> None:
    evening = correct_tile(played_with("N", until=3), "J8", "Z")
    for _ in range(3):
        evening.lay(rows_after(3, "N"))
        assert evening.state.board.sight is not None
        assert evening.state.board.sight.now.observed.change is Change.NONE
    assert evening.state.game.state.position.at(J8) == "Z"


def test_undo_takes_the_correction_back_first() -> None:
    evening = played_with("N", until=3)
    before = evening.totals
    correct_tile(evening, "J8", "Z").press(Button.UNDO)
    assert Erase(3) in evening.effects
    assert len(evening.events) == 3
    assert evening.totals == before
    assert evening.state.board.followed.position == evening.state.game.state.position
    evening.press(Button.UNDO)
    assert len(evening.events) == 2


def test_undo_takes_the_correction_back_first_in_a_game_taken_up_again() -> None:
    evening = correct_tile(played_with("N", until=3), "J8", "Z")
    evening.state = replace(evening.state, marks=())
    evening.press(Button.UNDO)
    assert [type(event) for event in evening.events] == [Played] * 3
    evening.press(Button.UNDO)
    assert [type(event) for event in evening.events] == [Played] * 2


def test_the_last_plays_tiles_are_pointed_at_first_then_by_row() -> None:
    evening = played_with("Z", until=3)
    names = [square.name for square in tiles_to_correct(evening.state)]
    assert names[:4] == ["K11", "L11", "M11", "N11"]
    assert names[4:9] == ["J7", "G8", "H8", "I8", "J8"]
    evening.press(Button.NEXT)
    take(evening, named_text("correct-a-tile"))
    assert isinstance(evening.state.phase, Pointing)
    assert evening.state.phase.square.name == "K11"


def test_letters_that_look_alike_are_offered_first() -> None:
    odds = {(7, 9): {"N": 0.985, "W": 0.014}}
    rows = board((7, 6, "across", "QUIN"))
    evening = Evening().lay(EMPTY).lay(rows, odds).press(Button.SIDE_1)
    evening.lay(rows, odds).press(Button.NEXT)
    take(evening, named_text("correct-a-tile"))
    point_at(evening, "J8")
    assert labels(evening)[:4] == ["W", "Z", "A", "B"]
    assert "N" not in labels(evening)
    assert labels(evening)[-2:] == [named_text("a-blank-more"), named_text("leave-it-as-it-is")]
    assert in_english(question_of(evening).text) == named_text(
        "what-lies-on-really-not", square="J8", letter="N"
    )


@pytest.mark.rule("CLA-PLA-10")
def test_a_letter_may_turn_out_to_be_a_blank_and_the_other_way_round() -> None:
    evening = correct_tile(played_with("Z", until=1), "J8", named_text("a-blank-more"), "Z")
    assert evening.events[-1] == TileCorrected(J8, "z")
    assert evening.totals["Ann"] == 24
    evening.press(Button.NEXT)
    take(evening, named_text("correct-a-tile"))
    point_at(evening, "J8")
    assert labels(evening)[0] == named_text("a-blank-more")
    take(evening, "Z")
    assert evening.totals["Ann"] == 44
    correct_tile(evening, "J8", named_text("a-blank-more"), "N")
    assert evening.state.game.state.position.at(J8) == "n"


def test_a_nameless_blank_is_asked_for_its_letter() -> None:
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "QUIz"))).press(Button.SIDE_1)
    take(evening, named_text("not-now"))
    correct_tile(evening, "J8", named_text("a-blank-more"), "Z")
    assert evening.events[-1] == TileCorrected(J8, "z")
    assert open_doubts(evening.state) == ()


def test_tiles_laid_meanwhile_neither_close_the_question_nor_are_lost() -> None:
    evening = played_with("N", until=1).press(Button.NEXT)
    take(evening, named_text("correct-a-tile"))
    point_at(evening, "J8")
    evening.lay(rows_after(2, "N"))
    assert isinstance(evening.state.phase, Asking)
    take(evening, "Z")
    assert evening.state.seen is not None
    assert evening.state.seen.play is not None
    assert evening.state.seen.play.words[0].text == "OZONE"


def test_what_no_longer_fits_is_reported_and_stays_in_the_game() -> None:
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "QUIT"))).press(Button.SIDE_1)
    both = board((7, 6, "across", "QUIT"), (6, 9, "down", "ITZA"))
    evening.lay(both).press(Button.SIDE_2)
    correct_tile(evening, "J8", "Z")
    assert [misfit.index for misfit in evening.state.game.misfits] == [1]
    assert spoken(evening) == (
        "J8 is Z. That’s +18 for Ann. That’s −15 for Ben. Turns that no longer work: 1. "
        "First: Too many Z for this set: is one misread?"
    )
    assert len(evening.events) == 3
    correct_turn(evening)
    assert labels(evening)[0] == "Ben: a play that doesn’t work"
    evening.press(Button.END, Button.UNDO)
    assert not evening.state.game.misfits


def test_a_correction_that_can_not_be_is_refused() -> None:
    evening = played_with("Z", until=1)
    correct_tile(evening, "I8", "Z")
    assert len(evening.events) == 1
    assert "Too many" in evening.message
    assert evening.state.board.followed.position == evening.state.game.state.position


def test_a_correction_leaves_the_challenge_of_the_last_play_as_it_was() -> None:
    evening = played_with("N", until=2)
    assert evening.state.may_challenge
    correct_tile(evening, "J8", "Z")
    assert evening.state.may_challenge
    evening = played_with("N", until=2)
    evening.state = replace(evening.state, board=replace(evening.state.board, begun=True))
    correct_tile(evening, "J8", "Z")
    assert not evening.state.may_challenge


def test_a_pile_shows_only_its_top_and_has_no_blanks() -> None:
    fan, fin = (board((4, 4, "across", w), size=10) for w in ("FAN", "FIN"))
    evening = Evening(variant=TOPWORD).lay(fan).press(Button.SIDE_1).lay(fin).press(Button.SIDE_2)
    evening.press(Button.NEXT)
    take(evening, named_text("correct-a-tile"))
    assert isinstance(evening.state.phase, Pointing)
    evening.press(Button.OK)
    assert named_text("a-blank-more") not in labels(evening)
    take(evening, "U")
    assert evening.events[-1] == TileCorrected(Square(5, 4), "U")


@pytest.mark.rule("NHL-OPT-04")
def test_a_tile_put_right_can_cost_the_next_side_its_turn() -> None:
    evening = Evening(variant=NHL).lay(EMPTY).lay(board((7, 5, "across", "TRIM")))
    evening.press(Button.SIDE_1)
    assert evening.state.side == "Ben"
    correct_tile(evening, "I8", "P")
    assert evening.state.side == "Ann"


@pytest.mark.rule("NHL-BON-04")
def test_a_tile_put_right_ten_turns_later_earns_the_bonus() -> None:
    evening = Evening(variant=NHL).lay(EMPTY).lay(board((7, 5, "across", "PUCE")))
    evening.press(Button.SIDE_1)
    without = evening.totals["Ann"]
    for _ in range(5):
        passes(evening, Button.SIDE_2)
        passes(evening, Button.SIDE_1)
    assert len(evening.events) == 11
    correct_tile(evening, "I8", "K")
    # K 5 in place of E 1 in a doubled word, and the five points of the list.
    assert evening.totals["Ann"] == without + 2 * (5 - 1) + 5


# A turn


def test_the_turns_so_far_are_reported_newest_first_as_they_are_known_now() -> None:
    evening = played_with("N", until=2)
    evening.press(Button.SIDE_1, Button.SIDE_1, Button.SIDE_2, Button.NEXT, Button.OK)
    take(evening, "2")
    correct_tile(evening, "J8", "Z")
    announced = [in_english(turn.text) for turn in turns_so_far(evening.state.game)]
    assert announced == [
        named_text("exchanged-so-many", side="Ben", n="2"),
        "Ann passed",
        "Ben: OZONE, +16",
        "Ann: QUIZ, +44",
    ]


def test_plays_that_were_taken_back_or_fell_are_no_turns() -> None:
    quiz = Played("Ann", {Square(6 + i, 7): letter for i, letter in enumerate("QUIZ")})
    game = games_of([quiz, Withdrawn("Ann"), quiz, Challenged("Ben", good=False)])
    assert turns_so_far(game) == ()
    game = games_of([quiz, Withdrawn("Ann"), quiz, TileCorrected(J8, "T")])
    assert [turn.number for turn in turns_so_far(game)] == [2]
    assert [in_english(turn.text) for turn in turns_so_far(game)] == ["Ann: QUIT, +26"]


def test_a_pass_was_an_exchange_and_the_other_way_round() -> None:
    evening = Evening().lay(EMPTY)
    passes(evening, Button.SIDE_1)
    passes(evening, Button.SIDE_2)
    correct_turn(evening, "Ann passed", named_text("exchanged-tiles"), "3")
    assert evening.events[-1] == Replaced(0, Exchanged("Ann", 3))
    assert not evening.state.game.misfits
    assert spoken(evening) == "Corrected: Ann exchanged 3 tiles."
    correct_turn(evening, named_text("exchanged-so-many", side="Ann", n="3"))
    assert labels(evening) == [
        named_text("they-passed"),
        named_text("exchanged-tiles"),
        named_text("another-play"),
        named_text("leave-it-as-it-is"),
    ]
    take(evening, named_text("they-passed"))
    assert evening.events[-1] == Replaced(0, Passed("Ann"))
    assert evening.state.side == "Ann"


def test_a_play_that_never_was_is_a_pass_and_its_tiles_lie_there_no_more() -> None:
    evening = played_with("Z", until=3)
    evening.lay(rows_after(2, "Z"))
    correct_turn(evening, "Ann: EIGHT, +18", named_text("they-passed"))
    assert evening.events[-1] == Replaced(2, Passed("Ann"))
    assert evening.totals == {"Ann": 44, "Ben": 16}
    assert evening.state.board.followed.position == evening.state.game.state.position
    assert evening.state.side == "Ben"
    evening.lay(rows_after(2, "Z"))
    assert evening.state.seen is None


def test_tiles_that_lie_there_all_the_same_are_seen_as_a_new_play() -> None:
    evening = played_with("Z", until=3)
    correct_turn(evening, "Ann: EIGHT, +18", named_text("they-passed"))
    assert evening.state.seen is not None
    assert evening.state.side == "Ben"


def test_a_play_that_others_hang_on_is_reported_to_be_missed() -> None:
    evening = played_with("Z", until=3)
    correct_turn(evening, "Ben: OZONE, +16", named_text("they-passed"))
    assert [misfit.index for misfit in evening.state.game.misfits] == [2]
    assert "Turns that no longer work: 1." in spoken(evening)
    evening.press(Button.UNDO)
    assert evening.totals == played_with("Z", until=3).totals


def test_a_pass_that_was_a_play_is_entered_by_hand_and_counts_in_its_own_turn() -> None:
    evening = played_with("Z", until=1)
    passes(evening, Button.SIDE_2)
    passes(evening, Button.SIDE_1)
    correct_turn(
        evening, "Ben passed", named_text("another-play"), "Row 7", "J7", "Down", *"OONE", "Done"
    )
    assert isinstance(evening.events[-1], Replaced)
    assert evening.totals == {"Ann": 44, "Ben": 16}
    assert evening.state.side == "Ben"
    assert evening.state.board.followed.position == evening.state.game.state.position
    evening.lay(rows_after(2, "Z"))
    assert evening.state.board.sight is not None
    assert evening.state.board.sight.now.observed.change is Change.NONE


def test_a_play_was_another_one() -> None:
    evening = played_with("Z", until=1)
    correct_turn(evening, "Ann: QUIZ, +44", named_text("another-play"), "Row 8", "G8", "Across")
    take(evening, *"QUIT", "Done")
    assert evening.totals["Ann"] == 26
    assert evening.state.board.followed.position.at(J8) == "T"


def test_another_play_begins_where_the_one_it_replaces_was() -> None:
    evening = Evening().lay(board()).lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1)
    evening.lay(board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"))).press(Button.SIDE_2)
    correct_turn(evening, "Ben: OZONE, +16", named_text("another-play"))
    assert labels(evening)[0] == "Row 7"
    evening.press(Button.OK)
    assert labels(evening)[0] == "J7"
    evening.press(Button.OK)
    phase = evening.state.phase
    assert isinstance(phase, Asking)
    assert labels(evening)[phase.selected] == "Down"


@pytest.mark.rule("OWN-01")
def test_points_by_hand_stay_when_an_earlier_tile_is_put_right() -> None:
    evening = played_with("N", until=2)
    game = evening.state.game.added(Adjusted("Ben", 5, "agreed"))
    assert isinstance(game, Game)
    evening.state = replace(evening.state, game=game)
    correct_tile(evening, "J8", "Z")
    right = played_with("Z", until=2).totals
    assert evening.totals == {"Ann": right["Ann"], "Ben": right["Ben"] + 5}


def test_corrections_can_be_left_without_any() -> None:
    for answers in (
        [named_text("leave-it-as-it-is")],
        ["Ann: QUIZ, +44", named_text("leave-it-as-it-is")],
    ):
        evening = correct_turn(played_with("Z", until=1), *answers)
        assert isinstance(evening.state.phase, Thinking)
        assert len(evening.events) == 1
    evening = correct_tile(played_with("Z", until=1), "J8", named_text("leave-it-as-it-is"))
    assert isinstance(evening.state.phase, Thinking)
    assert len(evening.events) == 1


def test_what_a_correction_changes_about_the_points_is_reported() -> None:
    quiz = board((7, 6, "across", "QUIZ"))
    evening = Evening().lay(EMPTY).lay(quiz)
    evening.press(Button.SIDE_1)
    state, _ = put_right(evening.state, Square(9, 7), "N")
    assert message_of(state) == "J8 is N. That’s −18 for Ann."
    hidden = replace(
        evening.state, agreed=replace(evening.state.agreed, extras=Extras(hide_scores=True))
    )
    state, _ = put_right(hidden, Square(9, 7), "N")
    assert message_of(state) == "J8 is N."


def message_of(state: TableState) -> str:
    return "" if state.message is None else Texts("en").say(state.message)
