"""A game followed picture by picture: what is believed, what is asked, what is never guessed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown import EMPTY, board, named, shown

from engine.position import Position
from engine.squares import Square
from engine.variants import load_variant
from vision.game.doubt import DoubtKind
from vision.game.follow import Followed, Observation, accept, follow, settle_square
from vision.game.reconstruct import Change
from vision.reader import BoardReader
from vision.reading import Grid, Reading, Refusal, Way

RULES = load_variant("classic", "en")

GAME = (
    EMPTY,
    board(across_F8="HOUSE"),
    board(across_F8="HOUSE", H7="BUN"),
    board(across_F8="HOUSE", H7="BUN", across_D10="TONIC"),
    board(across_F8="HOUSES", H7="BUN", across_D10="TONIC", K8="SLOE"),
    board(across_F8="HOUSES", H7="BUN", across_D10="TONIC", K8="SLOE", D10="Ta?"),
)
LAID = (
    {},
    {"F8": "H", "G8": "O", "H8": "U", "I8": "S", "J8": "E"},
    {"H7": "B", "H9": "N"},
    {"D10": "T", "E10": "O", "F10": "N", "G10": "I", "H10": "C"},
    {"K8": "S", "K9": "L", "K10": "O", "K11": "E"},
    {"D11": "?", "D12": "?"},
)


def squares(observation: Observation, *kinds: DoubtKind) -> set[str]:
    return {d.square.name for d in observation.doubts if not kinds or d.kind in kinds}


def after(*readings: Reading | Refusal) -> tuple[Followed, Observation]:
    state = Followed.start(15)
    for reading in readings:
        state, observation = follow(state, reading, RULES)
    return state, observation


def test_a_game_is_followed_from_the_empty_board() -> None:
    state = Followed.start(15)
    for rows, laid in zip(GAME, LAID, strict=True):
        state, seen = follow(state, shown(rows), RULES)
        assert seen.change is (Change.PLAY if laid else Change.NONE)
        assert named(seen.tiles) == laid
        assert seen.sure
        plain = tuple("".join(c if c == c.upper() else "?" for c in row) for row in rows)
        assert seen.rows == plain
    assert squares(seen, DoubtKind.BLANK_LETTER) == {"D11", "D12"}


def test_a_play_comes_with_its_words_and_points() -> None:
    _, seen = after(shown(GAME[1]))
    # H4 O1 U1 S1 E1 on a double letter (F8 is none, H8 doubles the word).
    assert seen.words == (("HOUSE", 16),)
    assert seen.score == 16


@given(st.sampled_from(range(len(GAME))))
@settings(max_examples=8)
def test_the_same_picture_again_is_nothing_new(last: int) -> None:
    state, _ = after(*(shown(rows) for rows in GAME[: last + 1]))
    again, seen = follow(state, shown(GAME[last]), RULES)
    assert seen.change is Change.NONE
    assert again.position == state.position


def test_a_refused_picture_changes_nothing() -> None:
    state, _ = after(shown(GAME[1]))
    later, seen = follow(state, Refusal.BLURRED, RULES)
    assert later.position == state.position
    assert seen.refused is Refusal.BLURRED
    assert seen.change is Change.UNCLEAR
    assert seen.rows == GAME[1]


def test_a_play_taken_back_and_the_one_before_it_too() -> None:
    state, _ = after(*(shown(rows) for rows in GAME[:3]))
    state, seen = follow(state, shown(GAME[1]), RULES)
    assert seen.change is Change.WITHDRAWN
    assert named(seen.withdrawn) == LAID[2]
    state, seen = follow(state, shown(GAME[0]), RULES)
    assert seen.change is Change.WITHDRAWN
    assert state.plays == ()


def test_taken_back_and_replayed_counts_the_new_play_on_the_cleared_board() -> None:
    _, seen = after(shown(GAME[1]), shown(GAME[2]), shown(board(across_F8="HOUSES", K7="DSO")))
    assert seen.change is Change.PLAY
    assert named(seen.withdrawn) == LAID[2]
    assert dict(seen.words).keys() == {"HOUSES", "DSO"}


def test_two_plays_in_one_picture_have_no_points_and_the_game_goes_on() -> None:
    state, seen = after(shown(GAME[1]), shown(GAME[4]))
    assert seen.change is Change.GAP
    assert seen.score is None
    assert named(seen.tiles) == LAID[2] | LAID[3] | LAID[4]
    _, seen = follow(state, shown(GAME[5]), RULES)
    assert seen.change is Change.PLAY


def test_whether_the_word_is_longer_is_asked_and_nothing_is_believed_meanwhile() -> None:
    state, _ = after(shown(GAME[0]))
    unsure = shown(GAME[1], unsure={"K8": {".": 0.7, "S": 0.3}})
    asked, seen = follow(state, unsure, RULES)
    assert seen.change is Change.UNCLEAR
    assert squares(seen) == set(LAID[1]) | {"K8"}
    assert seen.rows == EMPTY
    _, seen = follow(asked, shown(GAME[1]), RULES)
    assert named(seen.tiles) == LAID[1]
    assert seen.score == 16


def test_a_first_word_of_more_blanks_than_the_set_has_is_not_believed() -> None:
    state, seen = after(shown(GAME[0]), shown(board(across_F8="?S??")))
    assert seen.change is Change.UNCLEAR
    assert {"F8", "H8", "I8"} <= squares(seen)
    assert not state.position.tiles
    _, seen = follow(state, shown(GAME[1]), RULES)
    assert named(seen.tiles) == LAID[1]
    assert seen.sure


def test_the_players_answer_is_believed() -> None:
    state, _ = after(shown(GAME[0]))
    unsure = shown(GAME[1], unsure={"K8": {".": 0.7, "S": 0.3}})
    state, seen = follow(state, unsure, RULES)
    longer = next(c for c in seen.candidates if len(c.tiles) == 6)
    state = accept(state, longer, unsure, RULES)
    assert state.position.rows() == board(across_F8="HOUSES")


def test_an_unsure_letter_is_believed_asked_and_corrected_by_the_next_picture() -> None:
    unsure = shown(board(across_F8="MOUSE"), unsure={"F8": {"M": 0.6, "H": 0.39}})
    state, seen = after(unsure)
    assert seen.change is Change.PLAY
    assert not seen.sure
    assert squares(seen, DoubtKind.LETTER) == {"F8"}
    assert seen.rows[7][5] == "M"
    state, seen = follow(state, shown(GAME[2]), RULES)
    assert named(seen.corrections) == {"F8": "H"}
    assert seen.rows == GAME[2]
    assert named(seen.tiles) == LAID[2]


def test_an_unsure_letter_stays_a_question_as_long_as_it_looks_the_same() -> None:
    unsure = {"F8": {"M": 0.7, "H": 0.29}}
    state, _ = after(shown(board(across_F8="MOUSE"), unsure))
    for _ in range(5):
        state, seen = follow(state, shown(board(across_F8="MOUSE"), unsure), RULES)
        assert seen.change is Change.NONE
        assert squares(seen) == {"F8"}


def test_a_question_isnt_dropped_for_a_slightly_better_sight_but_for_a_clear_one() -> None:
    state, _ = after(shown(board(across_F8="MOUSE"), {"F8": {"M": 0.8, "H": 0.19}}))
    better = shown(board(across_F8="MOUSE"), {"F8": {"M": 0.95, "H": 0.04}})
    state, seen = follow(state, better, RULES)
    assert squares(seen) == {"F8"}
    _, seen = follow(state, shown(board(across_F8="MOUSE")), RULES)
    assert not squares(seen)


def test_a_named_letter_is_corrected_by_no_picture() -> None:
    unsure = shown(GAME[1], unsure={"F8": {"M": 0.6, "H": 0.39}})
    state, _ = after(unsure)
    state = settle_square(state, Square.parse("F8"), "M")
    for _ in range(3):
        state, seen = follow(state, shown(GAME[1]), RULES)
        assert seen.change is Change.NONE
        assert not seen.corrections
        assert seen.rows[7][5] == "M"


@pytest.mark.parametrize(
    ("chances", "kind"),
    [
        ({"?": 0.55, "E": 0.44}, DoubtKind.LETTER),
        ({"?": 0.55, ".": 0.44}, DoubtKind.BLANK_LETTER),  # the rules say that a tile lies there
        ({"?": 0.97, "E": 0.02}, DoubtKind.BLANK_LETTER),
    ],
)
def test_a_blank_that_may_be_a_letter_is_no_blank_for_sure(
    chances: dict[str, float], kind: DoubtKind
) -> None:
    reading = shown(board(across_G8="S?A"), {"H8": chances})
    _, seen = follow(Followed.start(15), reading, RULES)
    assert seen.tiles[Square.parse("H8")] == "?"
    assert {d.square.name: d.kind for d in seen.doubts} == {"H8": kind}
    assert seen.sure == (kind is DoubtKind.BLANK_LETTER)


def test_a_named_blank_stays_named() -> None:
    state, _ = after(*(shown(rows) for rows in GAME))
    state = settle_square(state, Square.parse("D12"), "x")
    state, seen = follow(state, shown(GAME[5]), RULES)
    assert seen.change is Change.NONE
    assert seen.rows[11][3] == "x"
    _, seen = follow(state, shown(GAME[4]), RULES)
    assert named(seen.withdrawn) == {"D11": "?", "D12": "x"}


def test_answering_that_nothing_lies_there() -> None:
    state, _ = after(shown(board(across_F8="HOUSES")))
    state = settle_square(state, Square.parse("K8"), ".")
    assert state.position.rows() == GAME[1]
    assert named(state.plays[-1].tiles) == LAID[1]


def test_an_end_that_players_name_belongs_to_the_last_play_and_the_one_before_it_stays() -> None:
    state, _ = after(shown(GAME[1]), shown(board(across_F8="HOUSE", J9="LOW")))
    state = settle_square(state, Square.parse("J12"), "S")
    assert state.position.rows() == board(across_F8="HOUSE", J9="LOWS")
    assert [named(play.tiles) for play in state.plays] == [
        LAID[1],
        {"J9": "L", "J10": "O", "J11": "W", "J12": "S"},
    ]


def test_a_position_somebody_vouches_for_is_followed_on() -> None:
    state = Followed.at(Position.from_rows(GAME[3]))
    _, seen = follow(state, shown(GAME[4]), RULES)
    assert named(seen.tiles) == LAID[4]


def test_a_letter_too_many_is_asked_about_where_it_is_least_sure() -> None:
    before = board(across_F8="JOUSE")
    rows = board(across_F8="JOUSE", H7="JUG")
    state, _ = after(shown(before))
    _, seen = follow(state, shown(rows, unsure={"H7": {"J": 0.95, "U": 0.04}}), RULES)
    assert seen.change is Change.PLAY
    assert squares(seen, DoubtKind.COUNT) == {"H7"}
    assert seen.score is not None
    assert [fault.code for fault in seen.faults] == ["too-many-of-a-tile"]


def test_a_word_laid_where_it_touches_nothing_is_asked_about() -> None:
    state, _ = after(shown(GAME[1]))
    later, seen = follow(state, shown(board(across_F8="HOUSE", A1="CAT")), RULES)
    assert seen.change is Change.UNCLEAR
    assert squares(seen) == {"A1", "A2", "A3"}
    assert later.position == state.position


def test_a_tile_next_to_another_word_than_the_play_leaves_it_open() -> None:
    state, _ = after(*(shown(rows) for rows in GAME[:4]))
    later, seen = follow(state, shown(GAME[4], unsure={"D9": {"X": 0.93, ".": 0.07}}), RULES)
    assert seen.change is Change.UNCLEAR
    assert squares(seen) == set(LAID[4]) | {"D9"}
    assert later.position == state.position


def test_a_reflection_far_from_every_word_doesnt_hold_up_the_game() -> None:
    state, _ = after(shown(GAME[1]))
    glare = {"O1": {"?": 0.95, ".": 0.05}}
    state, seen = follow(state, shown(GAME[1], unsure=glare), RULES)
    assert seen.change is Change.NONE
    assert squares(seen) == {"O1"}
    _, seen = follow(state, shown(GAME[2], unsure=glare), RULES)
    assert seen.change is Change.PLAY
    assert seen.sure
    assert seen.rows == GAME[2]


def test_a_cleared_or_turned_board_is_no_turn_of_this_game() -> None:
    state, _ = after(*(shown(rows) for rows in GAME[:5]))
    for rows in (EMPTY, tuple(row[::-1] for row in GAME[4][::-1])):
        later, seen = follow(state, shown(rows), RULES)
        assert seen.change is Change.UNCLEAR
        assert later.position == state.position
        assert seen.rows == GAME[4]


def test_a_hand_next_to_the_word_leaves_it_open() -> None:
    state, _ = after(shown(GAME[0]))
    _, seen = follow(state, shown(GAME[1], covered={"K8": 0.9}), RULES)
    assert seen.change is Change.UNCLEAR
    assert "K8" in squares(seen, DoubtKind.COVERED)


def test_a_hand_anywhere_leaves_a_play_open_until_it_is_gone() -> None:
    state, _ = after(shown(GAME[1]))
    state, seen = follow(state, shown(GAME[2], covered={"B14": 0.9, "C14": 0.9}), RULES)
    assert seen.change is Change.UNCLEAR
    assert squares(seen, DoubtKind.COVERED) == {"B14", "C14"}
    _, seen = follow(state, shown(GAME[2]), RULES)
    assert seen.change is Change.PLAY


def test_a_single_square_that_looks_covered_is_no_hand() -> None:
    state, _ = after(shown(GAME[1]))
    _, seen = follow(state, shown(GAME[2], covered={"B14": 0.9}), RULES)
    assert seen.change is Change.PLAY


def test_several_plays_that_are_badly_seen_are_a_question() -> None:
    poor = {name: {tile: 0.8, "?": 0.15} for name, tile in (LAID[2] | LAID[3]).items()}
    state, _ = after(shown(GAME[1]))
    later, seen = follow(state, shown(GAME[3], unsure=poor), RULES)
    assert seen.change is Change.UNCLEAR
    assert later.position == state.position


def test_a_thing_that_stays_on_the_board_holds_up_one_picture_only() -> None:
    thing = {"A14": 0.9, "A15": 0.9}
    state, first = after(shown(GAME[1], covered=thing))
    assert first.change is Change.UNCLEAR
    state, second = follow(state, shown(GAME[1], covered={"A15": 0.9}), RULES)
    assert second.change is Change.PLAY
    _, third = follow(state, shown(GAME[2], covered=thing), RULES)
    assert third.change is Change.PLAY


def test_next_to_something_covered_an_empty_square_is_open_but_a_letter_counts() -> None:
    thing = {"L7": 0.9, "L8": 0.9}
    state, _ = after(shown(GAME[0], covered=thing))
    _, seen = follow(state, shown(GAME[1], covered=thing), RULES)
    assert seen.change is Change.UNCLEAR
    assert "K8" in squares(seen)
    aside = {"H6": 0.9, "M8": 0.9}
    state, _ = after(shown(GAME[0], covered=aside))
    _, seen = follow(state, shown(GAME[1], covered=aside), RULES)
    assert seen.change is Change.PLAY


@pytest.mark.parametrize(("gone", "change"), [(1, Change.NONE), (2, Change.UNCLEAR)])
def test_older_letters_that_are_gone_are_asked_about(gone: int, change: Change) -> None:
    state, _ = after(*(shown(rows) for rows in GAME[:4]))
    state, seen = follow(state, shown(GAME[3]), RULES)
    hidden = {name: {".": 0.999} for name in list(LAID[1])[:gone]}
    _, seen = follow(state, shown(GAME[3], unsure=hidden), RULES)
    assert seen.change is change
    assert squares(seen) == set(hidden)
    assert seen.rows == GAME[3]


def test_calibrated_noise_leads_to_questions_rather_than_to_wrong_promises() -> None:
    misread = wrong = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        state = Followed.start(15)
        for rows in GAME:
            reading = noisy(shown(rows), 0.004, rng)
            truth = shown(rows).probabilities.argmax(axis=-1)
            misread += int((reading.probabilities.argmax(axis=-1) != truth).sum())
            state, seen = follow(state, reading, RULES)
            promised = {s: t for s, t in squares_in(seen.rows) if s not in squares(seen)}
            wrong += sum(promised.get(s, t) != t for s, t in squares_in(rows))
    assert misread > 40
    assert wrong <= misread / 20


def squares_in(rows: tuple[str, ...]) -> list[tuple[str, str]]:
    return [
        (Square(column, row).name, "?" if tile.islower() else tile)
        for row, text in enumerate(rows)
        for column, tile in enumerate(text)
    ]


def noisy(reading: Reading, noise: float, rng: np.random.Generator) -> Reading:
    """The reading as an honest but imperfect network would give it: where it says 0.9 it is right
    nine times of ten."""
    seen = reading.probabilities.copy()
    labels = seen.shape[-1]
    for row, column in np.ndindex(seen.shape[:2]):
        doubt = rng.beta(0.3, 0.3 / noise - 0.3)
        true = int(seen[row, column].argmax())
        others = rng.dirichlet(np.full(labels, 0.1)) + 1e-9
        others[true] = 0
        chances = others / others.sum() * doubt
        chances[true] = 1 - doubt
        if rng.random() < doubt:
            drawn = int(rng.choice(labels, p=others / others.sum()))
            chances[[true, drawn]] = chances[[drawn, true]]
        seen[row, column] = chances / chances.sum()
    return Reading(reading.grid, seen, reading.covered)


@pytest.mark.parametrize("covered", [0.0, 1.0])
def test_a_hand_over_everything_promises_nothing_new(covered: float) -> None:
    over = {Square(c, r).name: covered for c in range(15) for r in range(15)}
    state, _ = after(shown(GAME[1]))
    _, seen = follow(state, shown(GAME[2], covered=over), RULES)
    assert seen.change is (Change.UNCLEAR if covered else Change.PLAY)


GAMES = ("scrabscrap-spiel-12", "scrabscrap-spiel-14", "scrabscrap-game05")


@pytest.mark.parametrize("name", GAMES)
def test_no_promise_about_a_photographed_game_is_wrong(name: str, photographs: Path) -> None:
    """Every picture with the corners it really has: no square of the rows is wrong without a
    doubt, and all plays but one at most are those of the record."""
    truth = json.loads((photographs / name / "truth.json").read_text(encoding="utf-8"))
    rules = load_variant(truth["variant"], truth["language"])
    reader = BoardReader(rules.layout, rules.tile_set)
    laid = {play["photo"]: play["tiles"] for play in truth["plays"]}
    state, wrong, right = Followed.start(truth["size"]), [], 0
    for photo in truth["photos"]:
        picture = cv2.imread(str(photographs / name / photo["file"]))
        corners = tuple((float(x), float(y)) for x, y in photo["corners"])
        grid = Grid((corners[0], corners[1], corners[2], corners[3]), truth["size"])
        state, seen = follow(state, reader.read(np.asarray(picture, np.uint8), grid), rules)
        true = dict(squares_in(tuple(photo["rows"])))
        read_as = {s for s, tile in squares_in(seen.rows) if tile != true[s]} - squares(seen)
        wrong += [(photo["file"], square) for square in sorted(read_as)]
        plain = {s: "?" if t.islower() else t for s, t in laid.get(photo["file"], {}).items()}
        right += seen.change is Change.PLAY and named(seen.tiles) == plain
    assert not wrong
    assert right >= len(laid) - 1


@pytest.mark.parametrize(("blank", "lies"), [(0.4, False), (0.75, True)])
def test_where_only_a_blank_at_its_end_is_open_a_play_is_believed_and_the_end_asked_about(
    blank: float, lies: bool
) -> None:
    state, _ = after(shown(GAME[1]))
    open_end = {"H10": {"?": blank, ".": 1 - blank}}
    state, seen = follow(state, shown(GAME[2], unsure=open_end), RULES)
    assert seen.change is Change.PLAY
    assert named(seen.tiles) == LAID[2] | ({"H10": "?"} if lies else {})
    assert squares(seen) == {"H10"}
    kinds = {doubt.kind for doubt in seen.doubts}
    assert kinds == {DoubtKind.OCCUPIED if lies else DoubtKind.COVERED}
    if not lies:  # no answer, and the game goes on
        longer = board(across_F8="HOUSE", H7="BUN", across_D8="WA")
        _, seen = follow(state, shown(longer), RULES)
        assert named(seen.tiles) == {"D8": "W", "E8": "A"}
        assert seen.sure


def test_what_is_open_about_letters_is_still_believed_of_nothing() -> None:
    state, _ = after(shown(GAME[1]))
    for open_end in ({"?": 0.4, ".": 0.3, "S": 0.3}, {"S": 0.5, ".": 0.5}):
        later, seen = follow(state, shown(GAME[2], unsure={"H10": open_end}), RULES)
        assert seen.change is Change.UNCLEAR
        assert later.position == state.position
    unsure_tile = {"H10": {"?": 0.4, ".": 0.6}, "H9": {"N": 0.6, "H": 0.4}}
    _, seen = follow(state, shown(GAME[2], unsure=unsure_tile), RULES)
    assert seen.change is Change.UNCLEAR


def test_a_blank_named_at_an_end_belongs_to_the_play() -> None:
    state, _ = after(shown(GAME[1]))
    open_end = {"H10": {"?": 0.4, ".": 0.6}}
    state, _ = follow(state, shown(GAME[2], unsure=open_end), RULES)
    state = settle_square(state, Square.parse("H10"), "?")
    assert named(state.plays[-1].tiles) == LAID[2] | {"H10": "?"}
    assert state.position.at(Square.parse("H10")) == "?"


def test_a_first_word_is_no_promise_while_it_is_open_which_way_up_it_lies() -> None:
    lies, other = board(across_H8="SON"), board(across_F8="NOS")
    seen = shown(lies)
    open_ways = replace(seen, ways=(Way(0, seen.probabilities), Way(2, shown(other).probabilities)))
    _, observed = after(shown(EMPTY), open_ways)
    assert observed.change is Change.PLAY
    assert not observed.sure
    assert squares(observed, DoubtKind.WAY_UP) == {"I8", "J8"}  # S lies on H8 in both


def test_a_word_that_shows_the_same_both_ways_up_is_a_promise() -> None:
    seen = shown(board(across_G8="OXO"))
    both = replace(seen, ways=(Way(0, seen.probabilities), Way(2, seen.probabilities)))
    _, observed = after(shown(EMPTY), both)
    assert observed.sure


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_what_was_read_another_way_up_is_turned_with_the_letters_that_lie_there(
    quarters: int,
) -> None:
    lies = board(across_H8="QUIZ")
    wrong = {s.turned(-quarters, 15): "O" for s in Position.from_rows(lies).tiles}
    misread = Position(15, wrong).rows()
    state, _ = after(shown(EMPTY), shown(misread))
    longer = board(across_H8="QUIZ", H8="QED")
    state, observed = follow(state, replace(shown(longer), overturns=quarters), RULES)
    assert observed.turned == quarters
    assert observed.change is Change.PLAY
    assert named(observed.tiles) == {"H9": "E", "H10": "D"}
    assert state.position.rows() == longer
    assert dict(state.plays[0].tiles) == dict(Position.from_rows(lies).tiles)
