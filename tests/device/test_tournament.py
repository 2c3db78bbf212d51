"""At a tournament each side has a clock, plays stand or fall as a whole, and nothing helps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lobby_presses import ENGLISH, answer, opened, setup_in, shown, take, value_of
from standins import CLASSIC, Evening, board, reading_of

from device.session.core.observation import judged_reading, with_tile
from device.session.core.setup import Extras, Setup, read_extras, write_extras
from device.session.core.state import Asking, Challenge
from device.session.core.tournament_clocks import tournament_clocks
from device.session.lobby.house_rules import SIDE_CLOCKS, extras_on
from device.session.lobby.lobby import LineKind
from device.settings.config import settings_from
from device.simulator.named_texts import named_text
from device.views.table import TableView, view
from engine.game import Game
from engine.squares import Square
from engine.state import State
from engine.variants import load_variant
from engine.words.lexicon import word_list
from hardware.panel.port import Button

QUIZ = (7, 6, "across", "QUIZ")
NOPE = (7, 6, "across", "XQZV")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TOURNAMENT = Extras(tournament=True, side_clock=25)
LIST = word_list(["QUIZ", "OZONE"], LETTERS, "family")


def table(extras: Extras = TOURNAMENT, *, listed: bool = True) -> Evening:
    evening = Evening()
    words = LIST if listed else None
    evening.state = replace(
        evening.state, agreed=replace(evening.state.agreed, extras=extras, words=words)
    )
    return evening.lay(board())


def seen(evening: Evening) -> TableView:
    return view(evening.state, ENGLISH)


def message_of(evening: Evening) -> str:
    return "" if evening.state.message is None else ENGLISH.say(evening.state.message)


# How it is switched on


def test_a_tournament_has_a_clock_and_no_referee() -> None:
    assert Extras(tournament=True, referee=True).in_force("en") == TOURNAMENT
    assert Extras(tournament=True, side_clock=15).in_force("pl").side_clock == 15
    assert Extras(referee=True, side_clock=0).in_force("pl") == Extras(referee=True)
    assert read_extras(write_extras(TOURNAMENT)) == TOURNAMENT


@pytest.mark.parametrize(
    ("language", "minutes"), [("en", 25), ("pl", 20), ("fr", 20), ("de", 30), ("es", 25)]
)
def test_the_clock_is_what_tournaments_in_the_language_have(language: str, minutes: int) -> None:
    evening = opened(Setup(language=language, extras=Extras(tournament=True)))
    assert evening.state.agreed.extras.side_clock == minutes
    evening.press(Button.OK).press(Button.OK)
    clocks = evening.state.clocks.sides
    assert clocks is not None
    assert set(clocks.left.values()) == {minutes * 60.0}


def test_every_clock_names_its_source_and_can_be_chosen() -> None:
    for language, clock in tournament_clocks().items():
        assert clock.sources, language
        assert all(source.startswith("http") for source in clock.sources)
        assert clock.minutes in SIDE_CLOCKS


def test_it_is_chosen_among_the_extras() -> None:
    evening = take(
        opened(Setup(sides=("Ann", "Ben"), extras=Extras(referee=True))), LineKind.EXTRAS
    )
    answer(evening, "Tournament")
    assert evening.state.agreed.extras.in_force("en") == evening.state.agreed.extras
    assert (evening.state.agreed.extras.tournament, evening.state.agreed.extras.side_clock) == (
        True,
        25,
    )
    assert not [label for label in shown(evening) if label.startswith("Referee")]
    assert "A clock for each player: 25 minutes" in shown(evening)
    for minutes in (30, 10, 15):
        answer(evening, "A clock for each player")
        assert evening.state.agreed.extras.side_clock == minutes
    answer(evening, "Tournament")
    assert evening.state.agreed.extras.referee
    evening.press(Button.UNDO)
    assert value_of(evening, LineKind.EXTRAS) == "2 on"


def test_its_own_clock_is_no_extra_next_to_it() -> None:
    assert extras_on(Setup(extras=Extras(tournament=True))) == 1
    assert extras_on(Setup(extras=Extras(tournament=True, hide_scores=True))) == 2


@pytest.mark.parametrize("game", ["party", "scramble"])
def test_games_with_a_time_of_their_own_have_none(game: str) -> None:
    evening = opened(Setup(game, extras=Extras(tournament=True)))
    assert not evening.state.agreed.extras.tournament
    assert evening.state.agreed.extras.side_clock == 0
    assert setup_in(evening).extras.tournament  # another game has it again


def test_the_sides_clocks_run() -> None:
    evening = opened(Setup(sides=("Ann", "Ben"), extras=Extras(tournament=True)))
    evening.press(Button.OK).press(Button.OK)
    clocks = evening.state.clocks.sides
    assert clocks is not None
    assert set(clocks.left) == {"Ann", "Ben"}
    assert [side.clock for side in seen(evening).sides][1] == "25:00"


# A challenge


def test_a_challenge_does_not_say_which_word_is_bad() -> None:
    two = board(QUIZ, (6, 9, "down", "OZYX"))
    evening = table().lay(board(QUIZ)).press(Button.SIDE_1).lay(two).press(Button.SIDE_2)
    evening.press(Button.CHALLENGE)
    assert isinstance(evening.state.phase, Challenge)
    assert message_of(evening).startswith("The play comes off. Ben: ")
    challenge = seen(evening).dialog.challenge
    assert challenge is not None
    assert challenge.words == ()
    assert challenge.outcome == named_text("the-play-doesnt-count")
    assert "OZYX" not in f"{message_of(evening)} {challenge}"


def test_a_good_play_stands() -> None:
    evening = table().lay(board(QUIZ)).press(Button.SIDE_1, Button.CHALLENGE)
    challenge = seen(evening).dialog.challenge
    assert challenge is not None
    assert (challenge.words, challenge.outcome) == ((), named_text("play-stands"))


@pytest.mark.parametrize(
    ("chosen", "good"), [(named_text("it-stands"), True), (named_text("it-falls"), False)]
)
def test_without_a_list_the_players_judge_the_whole_play(chosen: str, good: bool) -> None:
    evening = table(listed=False).lay(board(QUIZ)).press(Button.SIDE_1, Button.CHALLENGE)
    assert shown(evening) == [
        named_text("it-stands"),
        named_text("it-falls"),
        named_text("no-challenge"),
    ]
    answer(evening, chosen)
    assert isinstance(evening.state.phase, Challenge)
    assert evening.state.phase.good is good
    assert evening.state.game.state.totals["Ann"] == (44 if good else 0)


def test_elsewhere_the_bad_word_is_named() -> None:
    evening = table(Extras()).lay(board(NOPE)).press(Button.SIDE_1, Button.CHALLENGE)
    assert "XQZV" in message_of(evening)


# No help


def test_a_play_is_not_counted_before_its_button_is_pressed() -> None:
    evening = table().lay(board(QUIZ))
    play = seen(evening).play
    assert play is not None
    assert (play.lines, play.points, play.counted) == (("QUIZ",), None, False)
    play = seen(evening.press(Button.SIDE_1)).play
    assert play is not None
    assert (play.points, play.counted) == (44, True)
    assert play.lines != ("QUIZ",)


def test_a_fault_is_not_reported_before_the_button_is_pressed() -> None:
    before = table().state.board.followed
    reading = reading_of(board(QUIZ), {(7, 8): {"I": 0.6, "L": 0.39}})
    gap = with_tile(judged_reading(reading, before, None, CLASSIC), Square(8, 7), ".", CLASSIC)
    usual = view(table(Extras()).state.with_sight(gap), ENGLISH).play
    assert usual is not None
    assert view(table().state.with_sight(gap), ENGLISH).play is None


def test_an_unknown_word_counts_without_a_remark() -> None:
    evening = table().lay(board(NOPE)).press(Button.SIDE_1)
    assert evening.state.side == "Ben"
    assert message_of(evening) == "Ann: XQZV +64."


def test_the_unseen_tiles_are_not_listed() -> None:
    start = State.start(load_variant("classic", "en"), ("Ann", "Ben"), pool="QEEA?")
    usual = replace(table(Extras()).state, game=Game.from_state(start))
    assert view(usual, ENGLISH).text.unseen
    assert (
        view(replace(usual, agreed=replace(usual.agreed, extras=TOURNAMENT)), ENGLISH).text.unseen
        == ""
    )


def test_a_blanks_letters_stand_as_in_the_alphabet() -> None:
    evening = table().lay(board((7, 6, "across", "QUIz"))).press(Button.SIDE_1)
    assert isinstance(evening.state.phase, Asking)
    assert shown(evening)[:26] == list(LETTERS)
    usual = table(Extras()).lay(board((7, 6, "across", "QUIz"))).press(Button.SIDE_1)
    assert shown(usual)[0] == "Z"


def test_the_household_can_set_it() -> None:
    assert settings_from({"extras": {"tournament": True}}, "here").extras.tournament


# Only a clock and a record

RECORD_ONLY = Extras(tournament=True, record_only=True, side_clock=25, hide_scores=True)


def test_only_clock_and_record_belongs_to_a_tournament_and_hides_points() -> None:
    wanted = Extras(tournament=True, record_only=True)
    assert wanted.in_force("en") == RECORD_ONLY
    assert Extras(record_only=True).in_force("en") == Extras()
    assert Setup("party", extras=wanted).kept_extras == Extras(hide_scores=False)


def has_list(evening: Evening) -> bool:
    return evening.state.agreed.words is not None


def test_it_is_switched_on_in_the_lobby_and_nobody_is_judged_by_a_list() -> None:
    evening = take(opened(Setup(sides=("Ann", "Ben"))), LineKind.EXTRAS)
    assert has_list(evening)
    assert not [label for label in shown(evening) if label.startswith("Only clock")]
    answer(evening, "Tournament")
    answer(evening, "Only clock and record")
    assert not has_list(evening)
    assert evening.state.agreed.extras == RECORD_ONLY
    answer(evening, "Only clock and record")
    assert has_list(evening)


def test_a_play_has_neither_word_nor_points_until_the_game_is_over() -> None:
    evening = table(RECORD_ONLY, listed=False).lay(board(QUIZ))
    assert seen(evening).play is None
    evening.press(Button.SIDE_1)
    shown_now = seen(evening)
    assert message_of(evening) == "Ann has played."
    assert (shown_now.play, shown_now.before, shown_now.text.bag) == (None, (), "")
    assert [side.total for side in shown_now.sides] == [None, None]
    assert len(shown_now.board.lit) == 4, "the board shows what was recorded"
    assert all(side.clock for side in shown_now.sides)
    assert evening.totals == {"Ann": 44, "Ben": 0}, "the record has all of it"
    evening.state = replace(evening.state, finished=True)
    assert seen(evening).play is not None


def test_a_challenge_is_decided_by_the_players() -> None:
    evening = table(RECORD_ONLY, listed=False).lay(board(NOPE)).press(Button.SIDE_1)
    evening.press(Button.CHALLENGE)
    assert shown(evening) == ["Valid", "Not valid", "No challenge"]
    answer(evening, "Not valid")
    challenge = seen(evening).dialog.challenge
    assert challenge is not None
    assert not challenge.good
    assert challenge.words == ()
