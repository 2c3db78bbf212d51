"""Games written as GCG: read back they are the same games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from test_flow_properties import IDEAS, Chance

from engine.events import (
    Adjusted,
    Challenged,
    Ended,
    Event,
    Exchanged,
    GoaliePulled,
    Passed,
    Played,
)
from engine.faults import Fault
from engine.game import Game
from engine.records.gcg import replay_gcg
from engine.records.gcg_lines import GcgError
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord, StartingPosition
from engine.squares import Square
from engine.state import EntryKind

GAMES = Path(__file__).parent.parent / "data" / "gcg"
RECORD = GameRecord("classic", "en", ("ann", "ben"))
QUIZ = Played("ann", dict(zip((Square(c, 7) for c in range(7, 11)), "QUiZ", strict=True)))
PLAIN = ("play", "pass", "exchange", "challenge", "withdraw", "adjust", "amend", "end", "name")


def game_of(record: GameRecord, *events: Event) -> Game:
    game = record.begin()
    for event in events:
        following = game.added(event)
        assert isinstance(following, Game), following
        game = following
    return game


def body(record: GameRecord, *events: Event) -> list[str]:
    """The lines after the head."""
    lines = write_gcg(record, game_of(record, *events)).splitlines()
    return [line for line in lines if line.startswith((">", "#note"))]


@pytest.mark.parametrize("file", sorted(GAMES.glob("*.gcg")), ids=lambda file: file.stem)
def test_a_file_written_again_is_the_same_game(file: Path) -> None:
    first = replay_gcg(file.read_bytes())
    again = replay_gcg(write_gcg(first.record, first.game).encode())
    assert (again.faults, again.game, again.totals) == ((), first.game, first.totals)


@pytest.mark.parametrize("sides", [("ann", "ben"), ("ann", "ben", "eve", "zoé")])
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(ideas=IDEAS)
def test_any_classic_game_comes_back_with_its_board_and_points(
    sides: tuple[str, ...], ideas: list[tuple[str, tuple[int, ...], str]]
) -> None:
    record = replace(RECORD, sides=sides)
    game = record.begin()
    for number, (kind, numbers, letters) in enumerate(ideas):
        kind = kind if kind in PLAIN else PLAIN[number % 3]
        following = game.added(Chance(game, numbers, letters).event_of(kind))
        game = game if isinstance(following, Fault) else following
    again = replay_gcg(write_gcg(record, game).encode())
    assert again.faults == ()
    assert again.totals == game.state.totals
    assert again.game.state.position == game.state.position
    assert plays(again.game) == plays(game)


def plays(game: Game) -> list[tuple[str, object]]:
    scored = (EntryKind.PLAY, EntryKind.CHALLENGED_OFF)
    return [(e.side, e.scored) for e in game.state.entries if e.kind in scored]


def test_each_line_says_what_was_done() -> None:
    assert body(
        RECORD,
        QUIZ,
        Adjusted("ann", 5, "challenge"),
        Exchanged("ben", 3),
        Passed("ann"),
        Played("ben", {Square(11, 7): "S"}),
        Challenged("ann", good=False),
        Adjusted("ben", -2, "spilt the tea"),
    ) == [
        ">ann: ?QUZ 8H QUiZ +42 42",
        ">ann: E (challenge) +5 47",
        ">ben: EES -3 +0 0",
        ">ann: E - +0 47",
        ">ben: ES 8H ....S +23 23",
        ">ben: ES -- -23 0",
        ">ben: E (time) -2 -2",
        "#note by hand: spilt the tea",
    ]


def test_the_racks_left_are_the_last_lines() -> None:
    racks = {"ann": "AEIOUVV", "ben": "?T"}
    assert body(RECORD, QUIZ, Ended(racks))[1:] == [
        ">ann: AEIOUVV (AEIOUVV) -13 29",
        ">ben: ?T (?T) -1 -1",
    ]


def test_a_turn_lost_by_a_challenge_is_a_pass_and_notes_of_what_it_came() -> None:
    assert body(RECORD, QUIZ, Challenged("ben", good=True))[1:] == [
        "#note challenged in vain: ben",
        ">ben: E - +0 0",
        "#note turn lost",
    ]


def test_names_become_single_words() -> None:
    record = replace(RECORD, sides=("Ann Lee", "Ann: Lee"))
    text = write_gcg(record, record.begin())
    assert "#player1 Ann_Lee Ann Lee\n#player2 Ann_Lee_2 Ann: Lee\n" in text


def test_a_relative_of_the_classic_game_comes_back_with_its_own_rules() -> None:
    record = GameRecord("nhl", "en", ("ann", "ben"), {"bonus_words": {"QUIZ": 9}})
    game = game_of(record, QUIZ)
    again = replay_gcg(write_gcg(record, game).encode())
    assert (again.consistent, again.game.state) == (True, game.state)


def test_options_that_name_sides_name_them_as_the_file_does() -> None:
    levels = {"Ann Lee": "red", "Ben": "blue"}
    record = GameRecord("nhl-professional", "en", ("Ann Lee", "Ben"), {"levels": levels})
    again = replay_gcg(write_gcg(record, record.begin()).encode())
    assert again.record.options == {"levels": {"Ann_Lee": "red", "Ben": "blue"}}


@pytest.mark.parametrize(
    ("record", "events", "says"),
    [
        (GameRecord("party", "fr", ("ann", "ben")), (), "party can be saved as JSON"),
        (
            replace(RECORD, start=StartingPosition(totals={"ann": 5})),
            (),
            "GCG can’t hold a board of your own or a start in mid-game: use JSON",
        ),
        (
            replace(RECORD, layout=("...", ".*.", "...")),
            (),
            "GCG can’t hold a board of your own or a start in mid-game: use JSON",
        ),
        (
            GameRecord("nhl", "en", ("ann", "ben"), {"special_rules": {"goalie": True}}),
            (QUIZ, GoaliePulled("ben", Square(9, 7))),
            "a blank replaced by its letter",
        ),
    ],
)
def test_what_gcg_has_no_line_for_is_refused(
    record: GameRecord, events: tuple[Event, ...], says: str
) -> None:
    with pytest.raises(GcgError, match=says):
        write_gcg(record, game_of(record, *events))


@pytest.mark.rule("CLA-CHA-04")
@pytest.mark.parametrize("sides", [("ann", "ben"), ("ann", "ben", "cleo")])
def test_a_turn_that_was_lost_by_a_challenge_is_no_mere_pass(sides: tuple[str, ...]) -> None:
    record = GameRecord("classic", "en", sides)
    game = game_of(record, QUIZ, Challenged(sides[-1], good=True))
    if len(sides) > 2:
        game = game_of(record, *game.events, Passed("ben"))
    written = write_gcg(replace(record, events=game.events), game)
    assert f"#note challenged in vain: {sides[-1]}" in written.splitlines()
    again = replay_gcg(written.encode())
    assert again.faults == ()
    assert [type(event) for event in again.game.events] == [type(event) for event in game.events]
    assert [(e.side, e.kind) for e in again.game.state.entries] == [
        (e.side, e.kind) for e in game.state.entries
    ]


@pytest.mark.rule("CLA-END-03")
def test_the_one_rack_that_is_named_after_six_passes_stays_a_rack() -> None:
    lines = ["#player1 ann", "#player2 ben", *[">ann: - +0 0", ">ben: - +0 0"] * 3]
    first = replay_gcg("\n".join([*lines, ">ann: QI (QI) -11 -11"]).encode())
    written = write_gcg(first.record, first.game)
    assert ">ann: QI (QI) -11 -11" in written.splitlines()
    assert "(time)" not in written
    assert replay_gcg(written.encode()).game.state.totals == {"ann": -11, "ben": 0}
