"""Views: what a screen is given, complete, in both languages."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from standins import Evening, board

from device.clock_and_dice.views import time_text
from device.language.texts import Message, Texts
from device.session.core.commit import ask, go_on, option
from device.session.core.inputs import CameraLost
from device.session.core.setup import Extras, Offers, Setup, SideClocks
from device.session.core.state import Challenge, Over, Question, Settling, TableState
from device.session.lobby.lobby import enter as open_lobby
from device.session.turn.corrections import ask_to_point
from device.simulator.named_texts import named_text
from device.views.crops import ShownPictures
from device.views.dialogs import JudgedWord
from device.views.table import view
from engine.game import Game
from engine.squares import Square
from engine.state import State
from engine.variants import load_variant
from engine.words.lexicon import THE_GAME, Verdict
from hardware.panel.port import Button
from vision.reading import Refusal

ENGLISH, FRENCH = Texts("en"), Texts("fr")
EMPTY, ONE = board(), board((7, 6, "across", "QUIZ"))
SQUARES = frozenset(Square(6 + i, 7) for i in range(4))


def test_before_the_first_play() -> None:
    shown = view(Evening().lay(EMPTY).state, ENGLISH)
    assert [(s.name, s.total, s.turn) for s in shown.sides] == [("Ann", 0, True), ("Ben", 0, False)]
    assert shown.text.state == "Ann’s turn"
    assert shown.text.bag == named_text("tiles-in-the-bag", n="86")
    assert shown.board.rows == EMPTY
    assert shown.play is None
    assert not shown.board.lit


def test_a_play_is_shown_as_soon_as_it_is_seen_but_not_counted() -> None:
    shown = view(Evening().lay(EMPTY).lay(ONE).state, ENGLISH)
    assert shown.play is not None
    assert (shown.play.side, shown.play.points, shown.play.counted) == ("Ann", 44, False)
    assert shown.play.lines == ("QUIZ (10+1+1+10)×2 = 44",)
    assert shown.board.lit == SQUARES
    assert shown.board.rows == ONE
    assert [side.total for side in shown.sides] == [0, 0]


def test_a_counted_play_stays_lit_for_the_next_side() -> None:
    shown = view(Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1).state, FRENCH)
    assert shown.play is not None
    assert shown.play.counted
    assert shown.board.lit == SQUARES
    assert shown.text.state == "À Ben de jouer"
    assert shown.text.message == "Ann\u00a0: QUIZ +44."


def test_all_tiles_at_once_are_a_line_of_their_own() -> None:
    seven = view(Evening().lay(EMPTY).lay(board((7, 7, "across", "STRANGE"))).state, FRENCH)
    assert seven.play is not None
    assert seven.play.lines[-1] == "7 jetons d’un coup +50"


def test_a_question_shows_its_options_and_frames_its_squares() -> None:
    odds = {(7, 9): {"Z": 0.9, "N": 0.09}}  # of six N left and one Z
    evening = Evening().lay(EMPTY).lay(ONE, odds).press(Button.SIDE_1, Button.NEXT)
    shown = view(evening.state, ENGLISH)
    assert shown.dialog.question is not None
    assert shown.dialog.question.text == named_text("what-lies-on", square="J8")
    assert shown.dialog.question.options == ("Z", "N", named_text("look-again"))
    assert shown.dialog.question.selected == 1
    assert shown.board.asked == {Square(9, 7)}


def test_questions_that_can_wait_are_counted() -> None:
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "QUIz")))
    evening.press(Button.SIDE_1, Button.UNDO)
    assert view(evening.state, ENGLISH).text.open == named_text("questions-open", n="1")


def test_what_cannot_be_seen_is_reported() -> None:
    assert "dark" in view(Evening().lay(Refusal.TOO_DARK).state, ENGLISH).text.message
    lost = Evening(camera=False).put(CameraLost("unplugged", 5.0)).press(Button.PAUSE)
    assert "Camera lost" in view(lost.state, ENGLISH).text.trouble


# Time


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1500.0, "25:00"),
        (1499.2, "25:00"),
        (1499.0, "24:59"),
        (60.0, "1:00"),
        (0.1, "0:01"),
        (0.0, "0:00"),
        (-0.1, "−0:01"),
        (-61.0, "−1:01"),
        (7200.0, "120:00"),
    ],
)
def test_a_clock_reads_as_minutes_and_seconds(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


def timed(**left: float) -> TableState:
    state = Evening().lay(EMPTY).state
    turns = {"Ann": 30.0, "Ben": 30.0}
    clocks = SideClocks(left, turns, "Ann", 100.0)
    return replace(
        state,
        agreed=replace(state.agreed, extras=Extras(side_clock=25, turn_seconds=30)),
        clocks=replace(state.clocks, sides=clocks),
    )


def test_each_side_shows_its_clock_and_which_one_runs() -> None:
    ann, ben = view(timed(Ann=65.0, Ben=-2.0), ENGLISH, 107.0).sides
    assert (ann.clock, ann.clock_runs, ann.overtime) == ("0:58", True, False)
    assert (ben.clock, ben.clock_runs, ben.overtime) == ("−0:02", False, True)


def test_a_countdown_is_low_from_its_warning_on_and_never_below_nothing() -> None:
    state = timed(Ann=65.0, Ben=9.0)
    shown = [view(state, ENGLISH, now).countdown for now in (101.0, 119.9, 120.0, 131.0)]
    assert [one and (one.left, one.low) for one in shown] == [
        ("0:29", False),
        ("0:11", False),
        ("0:10", True),
        ("0:00", True),
    ]


def test_views_within_a_second_are_equal_so_that_nothing_is_drawn_again() -> None:
    state = timed(Ann=65.0, Ben=9.0)
    quarters = [view(state, ENGLISH, 100.0 + quarter / 4) for quarter in range(41)]
    changes = sum(one != after for one, after in pairwise(quarters))
    assert changes == 10


def test_without_clocks_time_changes_no_view() -> None:
    state = Evening().lay(EMPTY).state
    shown = view(state, ENGLISH, 1.0)
    assert shown == view(state, ENGLISH, 9999.0)
    assert shown.countdown is None
    assert {side.clock for side in shown.sides} == {""}


def test_without_a_time_clocks_stand() -> None:
    assert view(timed(Ann=65.0, Ben=9.0), ENGLISH).sides[0].clock == "1:05"


# Points


def test_hidden_points_are_shown_at_the_end() -> None:
    state = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1).state
    hidden = replace(state, agreed=replace(state.agreed, extras=Extras(hide_scores=True)))
    assert [side.total for side in view(hidden, ENGLISH).sides] == [None, None]
    over = replace(hidden, phase=Over(), finished=True)
    assert [side.total for side in view(over, ENGLISH).sides] == [44, 0]


@pytest.mark.rule("NHL-PRO-02")
@pytest.mark.rule("NHL-PRO-03")
def test_each_side_shows_the_target_of_its_level() -> None:
    levels = {"Ann": "red", "Ben": "goal"}
    variant = load_variant("nhl-professional", "en", {"levels": levels})
    shown = view(Evening(variant=variant).state, ENGLISH)
    assert [side.target for side in shown.sides] == [70, 200]
    assert [side.target for side in view(Evening().state, ENGLISH).sides] == [None, None]


def test_a_play_that_can_be_challenged_is_marked_until_the_next_side_has_begun() -> None:
    state = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1).state
    assert view(state, ENGLISH).may_challenge
    assert not view(replace(state, board=replace(state.board, begun=True)), ENGLISH).may_challenge


def test_the_last_unseen_tiles_are_listed() -> None:
    state = Evening().lay(EMPTY).state
    assert view(state, ENGLISH).text.unseen == ""
    start = State.start(load_variant("classic", "en"), ("Ann", "Ben"), pool="QEEA?")
    few = replace(state, game=Game.from_state(start))
    assert view(few, ENGLISH).text.unseen == "Unseen: A E×2 Q ?"
    assert view(replace(few, finished=True), ENGLISH).text.unseen == ""


# What goes on


def test_a_lobby_shows_its_lines() -> None:
    table = replace(Evening().state, offers=Offers(lambda *_: None))
    shown = view(open_lobby(table, Setup(sides=("Ann", "Ben"))), ENGLISH)
    assert shown.page.lobby is not None
    first = shown.page.lobby.lines[0]
    assert (first.label, first.value, first.chosen) == (
        named_text("begin-the-game"),
        "Ann starts",
        True,
    )
    assert [line.chosen for line in shown.page.lobby.lines].count(True) == 1
    assert shown.text.state == "What are you playing?"
    assert view(Evening().state, ENGLISH).page.lobby is None


def test_a_lobby_stays_behind_what_is_asked_in_it() -> None:
    table = Evening()
    table.state = replace(table.state, offers=Offers(lambda *_: None))
    table.state = open_lobby(table.state, Setup(sides=("Ann", "Ben")))
    shown = view(table.press(Button.NEXT, Button.OK).state, ENGLISH)
    assert shown.page.lobby is not None
    assert shown.dialog.question is not None


def judged(*verdicts: Verdict, gone: bool = False) -> TableState:
    state = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1).state
    lift = frozenset() if all(v.good for v in verdicts) else SQUARES
    return replace(state, phase=Challenge("Ben", "Ann", verdicts, lift, gone))


def test_a_challenge_shows_each_word_with_its_list_and_who_takes_what_up() -> None:
    verdicts = (Verdict("QUIZ", False, "A list"), Verdict("BONUS", True, THE_GAME))
    shown = view(judged(*verdicts), ENGLISH)
    assert shown.text.state == named_text("side-challenged", side="Ben")
    assert shown.dialog.challenge is not None
    assert [replace(word, tiles=()) for word in shown.dialog.challenge.words] == [
        JudgedWord("QUIZ", False, ""),
        JudgedWord("BONUS", True, "the game’s own words"),
    ]
    assert [tile.points for tile in shown.dialog.challenge.words[0].tiles] == [10, 1, 1, 10]
    assert "".join(tile.face for tile in shown.dialog.challenge.words[1].tiles) == "BONUS"
    assert shown.dialog.challenge.source == "List: A list"
    assert shown.dialog.challenge.outcome == named_text("the-play-doesnt-count")
    assert shown.dialog.challenge.lift == "Ann: pick up G8, H8, I8, J8."
    assert not shown.dialog.challenge.gone
    assert shown.board.asked == SQUARES


def test_tiles_that_were_taken_up_are_framed_no_longer() -> None:
    shown = view(judged(Verdict("QUIZ", False, "A list"), gone=True), ENGLISH)
    assert shown.dialog.challenge is not None
    assert shown.dialog.challenge.gone
    assert not shown.board.asked


def test_a_good_play_stands_and_players_who_judge_name_no_list() -> None:
    shown = view(judged(Verdict("QUIZ", True, "")), ENGLISH).dialog.challenge
    assert shown is not None
    assert (shown.outcome, shown.lift, shown.source) == (named_text("play-stands"), "", "")


def test_the_settlement_shows_whose_rack_is_wanted_and_what_is_left() -> None:
    state = Evening().lay(EMPTY).state
    start = State.start(load_variant("classic", "en"), ("Ann", "Ben"), pool="QEEA?")
    settling = Settling("Ben", (("Ann", "QE"),), "A")
    table = replace(state, game=Game.from_state(start), phase=settling)
    shown = view(table, ENGLISH)
    assert shown.dialog.settling is not None
    assert shown.text.state == "Ben’s rack"
    assert [tile.face for tile in shown.dialog.settling.tiles] == ["A"]
    racks = {
        side: "".join(tile.face for tile in tiles) for side, tiles in shown.dialog.settling.racks
    }
    assert racks == {"Ann": "QE"}
    assert shown.dialog.settling.unseen == "Tiles left: E ?"
    assert [side.turn for side in shown.sides] == [False, True]
    asking, _ = ask(table, Question(Message("?"), (option("Next", go_on),)))
    assert view(asking, ENGLISH).dialog.settling == shown.dialog.settling


def test_the_square_that_is_pointed_at_is_shown_with_what_it_is_for() -> None:
    text = Message("Which square?")
    state, _ = ask_to_point(Evening().state, text, [Square(9, 7)], lambda state, _: (state, ()))
    shown = view(state, ENGLISH)
    assert (shown.board.pointed, shown.text.state) == (Square(9, 7), "Which square?")


def test_a_question_in_a_pause_leaves_the_pause_to_be_seen() -> None:
    table = Evening().lay(EMPTY).press(Button.PAUSE, Button.END)
    assert view(table.state, ENGLISH).text.state == "Paused"


def test_a_kept_picture_is_shown_while_it_is_asked_about() -> None:
    state = replace(Evening().lay(EMPTY).state, picture=0)
    assert view(state, ENGLISH, pictures=ShownPictures(kept=Path("0.jpg"))).dialog.picture is None
    question = Question(Message("Ann: QUIZ +44"), (option("Back", go_on),))
    asking, _ = ask(state, question)
    shown = view(asking, ENGLISH, pictures=ShownPictures(kept=Path("0.jpg"))).dialog.picture
    assert shown is not None
    assert (shown.path, shown.caption) == (Path("0.jpg"), "Ann: QUIZ +44")
    assert shown.unreadable == "This picture can’t be shown: 0.jpg"
    kept = view(asking, ENGLISH).dialog.picture
    assert kept is not None
    assert (kept.path, kept.unreadable) == (None, named_text("no-picture-of-this-play"))


def test_hidden_scores_are_hidden_in_the_last_play_and_in_what_is_reported() -> None:
    evening = Evening().lay(board())
    evening.state = replace(
        evening.state, agreed=replace(evening.state.agreed, extras=Extras(hide_scores=True))
    )
    evening.lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1)
    shown = view(evening.state, ENGLISH)
    assert shown.play is not None
    assert shown.play.points is None
    assert shown.play.lines == ("QUIZ",)
    assert shown.text.message == "Ann: QUIZ."
    assert [side.total for side in shown.sides] == [None, None]
