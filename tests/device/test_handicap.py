"""What weaker sides are given: points to begin with, and words that can't be challenged; from the
lobby to the journal and back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from lobby_presses import ENGLISH, TWO, answer, line, opened, setup_in, shown, take, value_of
from party_nights import EAT, PartyNight
from standins import Evening, board
from test_snapshots import Kept

from device.cli.main import main
from device.score.sheet import score_sheet, score_table
from device.session.care.device import lamps
from device.session.core.effects import Record
from device.session.core.setup import Extras, Setup, read_extras, write_extras
from device.session.core.state import Challenge, Lobby, Thinking
from device.session.lobby.house_rules import lobby_of
from device.session.lobby.lobby import LineKind, again
from device.settings.config import settings_from
from device.simulator.named_texts import named_text
from device.storage.games import Keeper, last_setup, start_of, unfinished
from device.storage.journal import Journal
from device.views.table import view
from engine.events import BeginnerNamed, Played
from engine.records.gcg import replay_gcg
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord
from engine.words.lexicon import word_list
from hardware.panel.port import Button, Lamp

QUIZ, OZONE = (7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE")
EMPTY, ONE, BOTH = board(), board(QUIZ), board(QUIZ, OZONE)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BEN_BEGINS_WITH_50 = {"begin_points": {"Ben": 50}}


def handicap(evening: Evening) -> Evening:
    """The list of what sides are given, opened as players do."""
    return answer(take(evening, LineKind.SIDES), "Handicap and hints")


def with_50(options: tuple[str, ...] = ()) -> Evening:
    """Ben has 50 points to begin with, and the game has begun."""
    evening = handicap(opened())
    for _ in range(5):
        answer(evening, named_text("begins-with", side="Ben"))
    for option in options:
        answer(evening, option)
    answer(evening, "Done")
    return begun(evening)


def begun(evening: Evening) -> Evening:
    take(evening, LineKind.BEGIN)
    assert isinstance(evening.state.phase, Thinking)
    return evening


def message_of(evening: Evening) -> str:
    return "" if evening.state.message is None else ENGLISH.say(evening.state.message)


# In the lobby


def test_nobody_is_given_anything_unless_it_is_asked_for() -> None:
    evening = opened()
    assert named_text("handicap-and-hints", who="no one") in shown(take(evening, LineKind.SIDES))
    variant = evening.state.game.state.variant
    assert (variant.begin_points, variant.unchallenged, variant.options) == ({}, frozenset(), {})
    assert setup_in(evening).extras.learners == ()


def test_what_each_side_is_given_is_chosen_line_by_line() -> None:
    evening = handicap(opened())
    assert shown(evening) == [
        "Ann starts with: 0 points",
        "Ann is never challenged: off",
        "Hints for Ann: off",
        "Ben starts with: 0 points",
        "Ben is never challenged: off",
        "Hints for Ben: off",
        "Done",
    ]
    answer(evening, named_text("begins-with", side="Ben"))
    answer(evening, "Ben is never")
    answer(evening, named_text("hints-for", side="Ben"))
    assert shown(evening)[3:-1] == [
        "Ben starts with: 5 points",
        "Ben is never challenged: on",
        "Hints for Ben: on",
    ]
    assert evening.totals == {"Ann": 0, "Ben": 5}
    answer(evening, "Done")
    assert value_of(evening, LineKind.SIDES) == "2: Ann, Ben +5"
    assert named_text("handicap-and-hints", who="Ben") in shown(take(evening, LineKind.SIDES))
    answer(evening, "Handicap")
    for _ in range(9):
        answer(evening, named_text("begins-with", side="Ben"))
    answer(evening, "Ben is never")
    answer(evening, named_text("hints-for", side="Ben"))
    assert setup_in(evening) == TWO


@pytest.mark.parametrize(
    ("game", "what"),
    [
        ("topword", ["starts", "is", "Hints"]),
        ("junior", ["starts", "is", "Hints"]),
        ("scramble", ["starts", "is"]),
        ("party", ["starts", "is"]),
        ("nhl-professional", ["is", "Hints"]),
    ],
)
def test_a_game_offers_what_it_has_room_for(game: str, what: list[str]) -> None:
    evening = handicap(opened(Setup(game, sides=("Ann", "Ben")).playing(game)))
    labels = [label.removeprefix("Ann ").split()[0] for label in shown(evening)]
    assert labels[: len(what)] == what


def test_nobody_begins_with_the_points_that_win() -> None:
    evening = handicap(opened(Setup("scramble", "en", ("Ann", "Ben"), options={"target": 100})))
    points = []
    for _ in range(8):
        answer(evening, named_text("begins-with", side="Ben"))
        points.append(evening.totals["Ben"])
    assert points == [5, 10, 20, 30, 50, 75, 0, 5]


def test_without_challenges_nobody_is_spared_them() -> None:
    labels = shown(handicap(opened(Setup(options={"challenge": "none"}))))
    assert not [label for label in labels if "challenged" in label]


def test_a_tournament_gives_no_hints() -> None:
    extras = Extras(tournament=True, learners=("Ben",))
    setup = Setup(sides=("Ann", "Ben"), extras=extras)
    assert not [label for label in shown(handicap(opened(setup))) if label.startswith("Hints")]
    assert setup.kept_extras.learners == ()


def test_it_stays_with_the_name_and_goes_to_a_sides_first_name() -> None:
    given = Setup(sides=("Ann", "B"), extras=Extras(learners=("B",)))
    given = given.with_begin_points({"B": 20}).with_unchallenged(["B"])
    named = given.named(1, "Lea")
    assert named.begin_points == {"Lea": 20}
    assert (named.unchallenged, named.extras.learners) == ({"Lea"}, ("Lea",))
    other = named.named(1, "Tom")
    assert (other.game().state.totals, other.begin_points) == ({"Ann": 0, "Tom": 0}, {"Lea": 20})
    assert other.named(0, "Lea").game().state.totals == {"Lea": 20, "Tom": 0}


def test_another_game_keeps_what_it_has_room_for() -> None:
    given = Setup(sides=("Ann", "Ben")).with_begin_points({"Ben": 50}).with_unchallenged(["Ben"])
    assert given.playing("junior").game().state.totals == {"Ann": 0, "Ben": 50}
    professional = given.playing("nhl-professional")
    assert (professional.begin_points, professional.unchallenged) == ({}, {"Ben"})


def test_a_learner_still_learns_after_an_evening_with_dice() -> None:
    given = Setup(sides=("Ann", "Ben"), extras=Extras(learners=("Ben",)))
    dice = given.playing("scramble")
    assert named_text("handicap-and-hints", who="no one") in shown(
        take(opened(dice), LineKind.SIDES)
    )
    assert dice.kept_extras.learners == ("Ben",)


def test_the_settings_name_it() -> None:
    settings = settings_from(
        {
            "game": {"options": {"begin_points": {"Lea": 30}, "unchallenged": ["Lea"]}},
            "extras": {"learners": ["Lea"]},
        },
        "own.toml",
    )
    assert settings.extras.learners == ("Lea",)
    variant = Setup(options=settings.game.options).game().state.variant
    assert (variant.begin_points, variant.unchallenged) == ({"Lea": 30}, {"Lea"})
    assert read_extras(write_extras(settings.extras)) == settings.extras


# Points to begin with


@pytest.mark.rule("OWN-01")
def test_points_to_begin_with_are_a_line_of_the_sheet_and_counted_at_once() -> None:
    evening = with_50()
    assert evening.totals == {"Ann": 0, "Ben": 50}
    assert [side.total for side in view(evening.state, ENGLISH).sides] == [0, 50]
    evening.lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    evening.lay(BOTH).press(Button.SIDE_2)
    assert evening.totals == {"Ann": 44, "Ben": 66}
    sheet = score_sheet(evening.state.game.state).splitlines()
    assert sheet[2].split() == ["1", "+50", "50", "points", "to", "begin", "with"]
    assert score_table(evening.state.game.state).splitlines()[1] == (
        "1,Ben,start,,,50,50,points to begin with"
    )


def test_undo_takes_plays_back_and_never_the_points_to_begin_with() -> None:
    evening = with_50().lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    evening.press(Button.UNDO, Button.UNDO, Button.UNDO)
    assert evening.totals == {"Ann": 0, "Ben": 50}
    assert not [event for event in evening.events if isinstance(event, Played)]


def test_the_same_game_again_begins_with_the_same_points() -> None:
    evening = with_50(("Ben is never", named_text("hints-for", side="Ben")))
    evening.state, _ = again(evening.state)
    assert isinstance(evening.state.phase, Lobby)
    assert evening.totals == {"Ann": 0, "Ben": 50}
    evening.press(Button.OK)
    assert evening.totals == {"Ann": 0, "Ben": 50}
    assert evening.state.game.state.variant.unchallenged == {"Ben"}
    assert evening.state.agreed.extras.learners == ("Ben",)


def kept(evening: Evening, path: Path) -> None:
    """The evening's game in a journal, which is closed as by a power cut."""
    journal, game = Journal(path, lambda: 1_772_912_469.0), evening.state.game
    keeper = Keeper.of(
        journal,
        game.state.variant,
        game.state.sides,
        None,
        evening.state.agreed.extras,
        start_of(game),
    )
    for effect in evening.effects:
        if isinstance(effect, Record):
            keeper.keep(effect)
    journal.close()


def test_the_journal_brings_it_all_back_and_the_history_shows_it(tmp_path: Path) -> None:
    evening = with_50(("Ben is never", named_text("hints-for", side="Ben")))
    evening.effects.clear()
    evening.lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    path = tmp_path / "games.sqlite"
    kept(evening, path)
    journal = Journal(path, lambda: 0.0)
    resumed, setup = unfinished(journal), last_setup(journal)
    journal.close()
    assert resumed is not None
    assert setup is not None
    assert resumed.game.state == evening.state.game.state
    assert resumed.extras.learners == ("Ben",)
    assert setup.game().state.totals == {"Ann": 0, "Ben": 50}
    result = CliRunner().invoke(main, ["history", "1", "--json", "--journal", str(path)])
    first = json.loads(result.stdout.splitlines()[0])
    assert (first["side"], first["kind"], first["points"]) == ("Ben", "start", 50)
    assert (first["total"], first["arithmetic"]) == (50, "points to begin with")
    listed = CliRunner().invoke(main, ["history", "--journal", str(path)])
    assert "Ann 44, Ben 50" in listed.stdout


def test_gcg_has_them_as_points_by_hand_that_any_program_adds_up() -> None:
    options = {**BEN_BEGINS_WITH_50, "unchallenged": ["Ben", "Lea"]}
    record = GameRecord("classic", "en", ("Ann", "Ben"), options)
    evening = with_50().lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    written = write_gcg(replace(record, events=evening.state.game.events), evening.state.game)
    assert ">Ben: E (challenge) +50 50\n#note by hand: points to begin with\n" in written
    assert "begin_points" not in written
    read = replay_gcg(written.encode())
    assert (read.faults, read.totals) == ((), {"Ann": 44, "Ben": 50})


def test_what_is_reported_of_a_board_that_is_gone_on_from_holds_them() -> None:
    evening = with_50().lay(EMPTY).lay(board(QUIZ, OZONE, (10, 9, "across", "EATS")))
    assert "There are tiles on the board. Continue from here?" in evening.asked
    evening.press(Button.OK)
    for points in ("0 to 99", "40 to 49", "44", "0 to 99", "70 to 79", "72"):
        answer(evening, points)
    answer(evening, "Ann")
    assert evening.totals == {"Ann": 44, "Ben": 72}
    start = start_of(evening.state.game)
    assert start is not None
    assert start.totals == {"Ann": 44, "Ben": 22}


# Words that can't be challenged


def spared(evening: Evening | None = None) -> Evening:
    """Ann's words are never challenged; she has laid one that no list has."""
    evening = opened() if evening is None else evening
    answer(handicap(evening), "Ann is never")
    answer(evening, "Done")
    begun(evening)
    words = word_list(["OZONE"], LETTERS, "our list")
    evening.state = replace(evening.state, agreed=replace(evening.state.agreed, words=words))
    return evening.lay(EMPTY).lay(ONE).press(Button.SIDE_1)


def test_a_challenge_of_such_a_side_costs_nobody_anything() -> None:
    evening = spared()
    before = evening.state
    assert Lamp.CHALLENGE not in lamps(evening.state)[0]
    evening.press(Button.CHALLENGE)
    assert message_of(evening) == named_text("is-never-challenged-the-words", side="Ann")
    assert evening.state.game is before.game
    assert (evening.state.side, evening.state.phase) == ("Ben", before.phase)


def test_the_words_of_the_others_are_challenged_as_ever() -> None:
    evening = spared().lay(board(QUIZ, (6, 9, "down", "OZ"))).press(Button.SIDE_2)
    assert Lamp.CHALLENGE in lamps(evening.state)[0]
    evening.press(Button.CHALLENGE)
    assert isinstance(evening.state.phase, Challenge)
    assert evening.state.phase.of == "Ben"


def test_a_referee_lets_such_words_stand_and_no_others() -> None:
    evening = spared(opened(Setup(sides=("Ann", "Ben"), extras=Extras(referee=True))))
    assert evening.totals["Ann"] == 44
    assert message_of(evening.press(Button.CHALLENGE)) == named_text(
        "is-never-challenged-the-words", side="Ann"
    )
    evening.lay(board(QUIZ, (6, 9, "down", "OZ"))).press(Button.SIDE_2)
    assert message_of(evening) == named_text("not-in-the-word-list", words="OZ")


def test_against_the_clock_nothing_is_stopped_by_it() -> None:
    night = PartyNight(
        options={"clock_seconds": [10] * 6, "unchallenged": ["Ann"]},
        words=word_list(["OZONE"], LETTERS, "our list"),
    ).turn("E", EAT, seconds=12)
    clock, events = night.state.clocks.turn, night.events
    night.press(Button.CHALLENGE)
    assert night.message == named_text("is-never-challenged-the-words", side="Ann")
    assert (night.where, night.state.clocks.turn, night.events) == ("Counted", clock, events)
    night.press(Button.SIDE_2)
    assert night.state.side == "Ben"


def test_who_begins_is_still_chosen() -> None:
    evening = handicap(opened())
    answer(evening, named_text("begins-with", side="Ben"))
    answer(evening, "Done")
    evening.press(Button.SIDE_2)
    assert BeginnerNamed("Ben") in evening.events
    assert line(evening, LineKind.BEGIN).value.values["side"] == "Ben"
    begun(evening)
    assert (evening.state.side, evening.totals["Ben"]) == ("Ben", 5)


def test_choices_of_a_lobby_that_was_cut_off_are_there_again(tmp_path: Path) -> None:
    table = Kept(tmp_path / "games.sqlite.open", in_lobby=True)
    down, ok = Button.NEXT, Button.OK
    table.press(down, down, ok, down, down, down, ok)  # Sides, Handicap and hints
    table.press(ok, down, ok, down, ok, Button.UNDO)
    came = lobby_of(table.again())
    assert came is not None
    assert came.setup.begin_points == {"A": 5}
    assert (came.setup.unchallenged, came.setup.extras.learners) == ({"A"}, ("A",))
