"""What a picture shows to a turn: judged from its beginning, and from what was seen since."""

from __future__ import annotations

from standins import CLASSIC, TOPWORD, board, reading_of

from device.session.core.observation import is_doubtful, judged_reading, with_explanation, with_tile
from engine.squares import Square
from vision.game.follow import Followed
from vision.game.reconstruct import Candidate, Change
from vision.reading import Refusal

QUIZ = (7, 6, "across", "QUIZ")
START = Followed.start(15)


def test_a_play_is_judged_from_the_turns_beginning() -> None:
    sight = judged_reading(reading_of(board(QUIZ)), START, None, CLASSIC)
    assert sight.now.play is not None
    assert sight.now.play.points == 44
    assert sight.later is None


def test_the_next_sides_play_is_judged_from_the_tiles_seen_before() -> None:
    seen = judged_reading(reading_of(board(QUIZ)), START, None, CLASSIC).now.after
    both = reading_of(board(QUIZ, (6, 9, "down", "OZONE")))
    sight = judged_reading(both, START, seen, CLASSIC)
    assert sight.now.play is None
    assert sight.later is not None
    assert sight.later.play is not None
    assert sight.later.play.points == 16


def test_a_named_tile_is_counted_as_named_and_no_longer_asked() -> None:
    reading = reading_of(board(QUIZ), {(7, 9): {"Z": 0.6, "N": 0.39}})
    sight = judged_reading(reading, START, None, CLASSIC)
    square = Square(9, 7)
    assert [doubt.square for doubt in sight.now.observed.doubts] == [square]
    after = with_tile(sight, square, "N", CLASSIC).now
    assert after.observed.doubts == ()
    assert after.play is not None
    assert after.play.points == 26
    assert after.after.position.at(square) == "N"


def test_a_tile_named_away_leaves_a_shorter_play() -> None:
    reading = reading_of(board(QUIZ), {(7, 9): {"Z": 0.6, "N": 0.39}})
    after = with_tile(judged_reading(reading, START, None, CLASSIC), Square(9, 7), ".", CLASSIC).now
    assert after.play is not None
    assert after.play.points == 24
    assert after.after.position.at(Square(9, 7)) is None


def test_a_tile_named_away_in_the_middle_is_a_fault() -> None:
    reading = reading_of(board(QUIZ), {(7, 8): {"I": 0.6, "L": 0.39}})
    after = with_tile(judged_reading(reading, START, None, CLASSIC), Square(8, 7), ".", CLASSIC).now
    assert after.play is None
    assert after.observed.faults


def test_a_chosen_explanation_is_believed() -> None:
    sight = judged_reading(reading_of(board(QUIZ)), START, None, CLASSIC)
    tiles = {Square(6, 7): "Q", Square(7, 7): "U", Square(8, 7): "I"}
    after = with_explanation(sight, Candidate(Change.PLAY, tiles), CLASSIC).now
    assert after.play is not None
    assert after.play.points == 24
    assert after.after.position.tiles == tiles


def test_of_a_pile_that_was_replaced_only_the_top_was_lifted() -> None:
    flat, piled, again = (board((4, 4, "across", w), size=10) for w in ("FAN", "FIN", "FON"))
    before = Followed.start(10)
    for rows in (flat, piled):
        before = judged_reading(reading_of(rows), before, None, TOPWORD).now.after
    pile = Square(5, 4)
    over = Candidate(Change.PLAY, {pile: "O"}, {pile: "I"})
    sight = with_explanation(
        judged_reading(reading_of(again), before, None, TOPWORD), over, TOPWORD
    )
    assert sight.now.play is not None
    assert sight.now.play.after.height(pile) == 2
    assert sight.now.after.position.height(pile) == 2
    renamed = with_tile(sight, pile, "U", TOPWORD).now.play
    assert renamed is not None
    assert renamed.after.height(pile) == 2


def test_nothing_can_be_chosen_in_a_refused_picture() -> None:
    sight = judged_reading(Refusal.COVERED, START, None, CLASSIC)
    assert with_explanation(sight, Candidate(Change.NONE), CLASSIC) is sight


def test_a_closer_look_is_worth_it_where_something_would_be_asked() -> None:
    unsure = reading_of(board(QUIZ), {(7, 9): {"Z": 0.6, "N": 0.39}})
    assert is_doubtful(judged_reading(unsure, START, None, CLASSIC))
    assert is_doubtful(judged_reading(Refusal.BLURRED, START, None, CLASSIC))
    assert not is_doubtful(judged_reading(reading_of(board(QUIZ)), START, None, CLASSIC))
    # Which letter a blank stands for no picture can tell.
    assert not is_doubtful(
        judged_reading(reading_of(board((7, 6, "across", "QUIz"))), START, None, CLASSIC)
    )
