"""`tilekeeper history`: the games that were kept, their sheets and pictures, next to a service."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.main import main
from device.score.sheet import score_sheet
from device.storage.games import events_of_plays, pictures_of_plays
from device.storage.journal import Journal
from engine.circumstances import Zone
from engine.events import (
    Accepted,
    Challenged,
    ClockStarted,
    ClockStopped,
    Dinged,
    Ended,
    Event,
    Passed,
    Played,
    Replaced,
    Rolled,
    TileCorrected,
    Withdrawn,
)
from engine.game import Game
from engine.layouts import load_layout
from engine.records.record import GameRecord, read_record, write_event, write_record
from engine.squares import Square

RECORDS = Path(__file__).parent.parent / "data" / "records"
SIDES = ("Ann", "Ben")
BEGAN = 1_772_912_469.0
"""2026-03-07 20:41:09 in Paris."""


def laid(side: str, start: str, letters: str) -> Played:
    first = Square.parse(start)
    squares = (Square(first.column + n, first.row) for n in range(len(letters)))
    return Played(side, dict(zip(squares, letters, strict=True)))


QUIZ = laid("Ann", "H8", "QUIZ")
ZED = Played("Ben", {Square(10, 8): "E", Square(10, 9): "D"})
"""Z of QUIZ downwards."""


@pytest.fixture(autouse=True)
def paris(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


@pytest.fixture
def journal(state: Path) -> Iterator[Journal]:
    """The service's own, open as long as the test goes on."""
    opened = Journal(state / "games.sqlite", lambda: BEGAN)
    yield opened
    opened.close()


def keep(journal: Journal, *events: Event, variant: str = "classic", over: bool = False) -> int:
    number = journal.begin(write_record(GameRecord(variant, "en", SIDES)))
    for n, event in enumerate(events):
        journal.append(number, n, write_event(event))
    if over:
        journal.close_game(number)
    return number


def picture(state: Path, game: int, event: int) -> Path:
    path = state / "pictures" / f"{game:06}" / f"{event:04}.jpg"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"as if")
    return path


def game_with(*events: Event) -> Game:
    return GameRecord("classic", "en", SIDES, events=events).play_again()


def history(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["history", *map(str, arguments)])


def lines(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


# The list


def test_games_are_listed_the_newest_first(journal: Journal) -> None:
    keep(journal, QUIZ, Passed("Ben"), over=True)
    keep(journal, QUIZ, ZED, variant="nhl")
    result = history()
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "2  2026-03-07 20:41  nhl, en  Ann 44, Ben 13  unfinished",
        "1  2026-03-07 20:41  classic, en  Ann 44, Ben 0  over",
    ]


def test_the_list_for_programs(journal: Journal) -> None:
    keep(journal, QUIZ, Passed("Ben"))
    result = history("--json")
    assert result.exit_code == 0
    assert lines(result) == [
        {
            "game": 1,
            "began": "2026-03-07T20:41:09+01:00",
            "variant": "classic",
            "language": "en",
            "sides": ["Ann", "Ben"],
            "totals": {"Ann": 44, "Ben": 0},
            "over": False,
            "events": 2,
            "record": None,
        }
    ]


# Games leave the journal


def export(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["export", *map(str, arguments)])


def test_a_journal_and_its_list_are_exported_like_any_game(state: Path, journal: Journal) -> None:
    keep(journal, QUIZ, Passed("Ben"), over=True)
    keep(journal, QUIZ, ZED, variant="nhl", over=True)
    listed = state / "games.json"
    listed.write_text(history("--json").stdout, encoding="utf-8")
    for form in ("gcg", "json", "csv"):
        here = export("--game", 1, "--to", form)
        assert here.exit_code == 0
        for file in (state / "games.sqlite", listed):
            there = export(file, "--game", 1, "--to", form)
            assert (there.exit_code, there.stdout, there.stderr) == (0, here.stdout, "")
    for file in (state / "games.sqlite", listed):
        result = export(file, "--to", "json")
        assert result.exit_code == 1
        assert "has 2 games: choose one with --game" in result.stderr
        assert "no game 7" in export(file, "--game", 7, "--to", "json").stderr


def test_the_only_game_of_a_journal_needs_no_number(state: Path, journal: Journal) -> None:
    keep(journal, QUIZ, over=True)
    result = export(state / "games.sqlite", "--to", "gcg")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "8H QUIZ" in result.stdout


def test_a_game_that_is_played_is_in_the_list_without_its_events(
    state: Path, journal: Journal
) -> None:
    keep(journal, QUIZ)
    listed = state / "games.json"
    listed.write_text(history("--json").stdout, encoding="utf-8")
    assert "wasn’t over yet" in export(listed, "--to", "json").stderr


def test_what_is_no_list_of_games_says_what_is(state: Path, journal: Journal) -> None:
    keep(journal, QUIZ, over=True)
    sheet, bad = state / "sheet.json", state / "bad.json"
    sheet.write_text(history(1, "--json").stdout, encoding="utf-8")
    assert "tilekeeper export --game 1" in export(sheet, "--to", "gcg").stderr
    bad.write_text(history("--json").stdout + "no JSON\n", encoding="utf-8")
    assert "line 2 doesn’t list a game" in export(bad, "--to", "gcg").stderr
    single = state / "single.json"
    single.write_text(export("--game", 1, "--to", "json").stdout, encoding="utf-8")
    assert "omit --game 3" in export(single, "--game", 3, "--to", "gcg").stderr


def test_a_game_that_ended_is_over_though_nobody_closed_it(journal: Journal) -> None:
    keep(journal, QUIZ, Ended({"Ann": "AAEEIIO", "Ben": "RRSSTTO"}))
    assert history().stdout.endswith("  over\n")


def test_a_game_that_cannot_be_read_hides_no_other(journal: Journal) -> None:
    keep(journal, QUIZ)
    journal.begin('{"variant":"classic","language":"en","sides":["Ann","Ben"],"version":99}')
    keep(journal)
    result = history()
    assert result.exit_code == 1
    assert [line[0] for line in result.stdout.splitlines()] == ["3", "1"]
    assert result.stderr.startswith("tilekeeper: game 2: This game was written by a newer")
    assert result.stderr.count("\n") == 1
    as_json = history("--json")
    assert as_json.exit_code == 1
    assert as_json.stderr == ""
    two = lines(as_json)[1]
    assert (two["game"], "newer tilekeeper" in str(two["error"])) == (2, True)


@pytest.mark.usefixtures("journal")
def test_a_journal_without_games_is_no_mishap() -> None:
    result = history()
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "No games saved yet.\n"
    assert history("--json").output == ""


def test_games_are_listed_while_one_is_written(journal: Journal) -> None:
    keep(journal, QUIZ)
    with journal._changing():
        journal._rows("DELETE FROM events")  # half of what is being done
        assert lines(history("--json"))[0]["events"] == 1
        journal._db.rollback()
        journal._db.execute("BEGIN")
    journal.append(1, 1, write_event(Passed("Ben")))
    assert lines(history("--json"))[0]["events"] == 2


# One game


def test_a_game_is_its_score_sheet(journal: Journal) -> None:
    keep(journal, QUIZ, ZED, Passed("Ann"))
    result = history(1)
    assert (result.exit_code, result.stderr) == (0, "")
    sheet = score_sheet(game_with(QUIZ, ZED, Passed("Ann")).state)
    assert result.stdout == f"Game 1, 2026-03-07 20:41: classic, en\n\n{sheet}"


def test_pictures_stand_below_the_sheet(state: Path, journal: Journal) -> None:
    number = keep(journal, QUIZ, Passed("Ben"), laid("Ann", "H9", "AT"))
    path = picture(state, number, 0)
    picture(state, number + 1, 2)
    result = history(number, "--pictures")
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()[-2:]
    assert first == f"  1 Ann: 8H QUIZ, 44 points, {path}"
    assert second.startswith("  3 Ann: ")
    assert second.endswith(", no picture")


def test_a_game_without_pictures_says_so(journal: Journal) -> None:
    keep(journal, QUIZ)
    assert history(1, "--pictures").stdout.endswith("\n\nNo pictures of this game were saved.\n")


def test_a_game_for_programs(state: Path, journal: Journal) -> None:
    keep(journal, QUIZ, Passed("Ben"))
    path = picture(state, 1, 0)
    result = history(1, "--json")
    assert result.exit_code == 0
    quiz, passed = lines(result)
    assert quiz == {
        "game": 1,
        "number": 1,
        "side": "Ann",
        "kind": "play",
        "start": "8H",
        "words": [["QUIZ", 44]],
        "points": 44,
        "total": 44,
        "arithmetic": "QUIZ (10+1+1+10)×2 = 44",
        "event": 0,
        "picture": str(path),
    }
    assert (passed["kind"], passed["event"], passed["picture"]) == ("pass", None, None)
    assert (passed["start"], passed["words"], passed["arithmetic"]) == (None, [], "pass")


def test_another_journal_has_pictures_of_its_own(state: Path, journal: Journal) -> None:
    keep(journal, QUIZ)
    picture(state, 1, 0)
    other = Journal(state / "club.sqlite", lambda: BEGAN)
    keep(other, QUIZ)
    other.close()
    own = state / "club-pictures" / "000001" / "0000.jpg"
    own.parent.mkdir(parents=True)
    own.write_bytes(b"as if")
    result = history(1, "--json", "--journal", state / "club.sqlite")
    assert [line["picture"] for line in lines(result)] == [str(own)]


# What is wrong


@pytest.mark.parametrize("arguments", [[], ["--json"], ["3"]])
def test_without_a_journal_there_is_one_sentence(state: Path, arguments: list[str]) -> None:
    result = history(*arguments)
    assert result.exit_code == 1
    assert f"{state / 'games.sqlite'} doesn’t exist: no games saved there yet." in (result.output)
    assert result.output.count("\n") == 1
    assert not (state / "games.sqlite").exists()


def test_a_game_that_is_not_there_names_the_newest(state: Path, journal: Journal) -> None:
    path = state / "games.sqlite"
    empty = history(1)
    assert empty.exit_code == 1
    assert empty.stderr == (f"tilekeeper: There’s no game 1 in {path}: none saved there yet.\n")
    keep(journal)
    keep(journal)
    result = history(3)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"tilekeeper: There’s no game 3 in {path}: the newest is 2.\n"
    assert lines(history(3, "--json")) == [
        {"error": f"There’s no game 3 in {path}: the newest is 2."}
    ]


@pytest.mark.parametrize("event", ['{"type":"sang","by":"Ann"}', "{"])
def test_an_event_that_cannot_be_read_is_a_sentence(journal: Journal, event: str) -> None:
    journal.append(keep(journal), 0, event)
    result = history(1)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("tilekeeper: An event of the game can’t be read")


def test_what_is_no_journal_is_a_sentence(state: Path) -> None:
    (state / "notes").write_text("Ann 44, Ben 0 " * 100)
    result = history("--journal", state / "notes")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"tilekeeper: {state / 'notes'} can’t be read (")


@pytest.mark.usefixtures("state")
@pytest.mark.parametrize("arguments", [["first"], ["0"], [str(2**63)], ["--pictures"], ["1", "2"]])
def test_a_wrong_call_is_refused(arguments: list[str]) -> None:
    result = history(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


# Which event laid which play


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_every_play_of_every_game_has_its_event(path: Path) -> None:
    game = read_record(path.read_bytes()).play_again()
    events = events_of_plays(game)
    plays = [n for n, entry in enumerate(game.state.entries) if entry.scored is not None]
    assert plays
    assert sorted(events) == plays
    assert sorted(events.values()) == [events[place] for place in plays]
    for place in plays:
        laid_then, scored = game.events[events[place]], game.state.entries[place].scored
        assert isinstance(laid_then, Played)
        assert scored is not None
        assert scored.play.tiles.keys() == laid_then.tiles.keys()


@pytest.mark.parametrize(
    ("events", "wanted"),
    [
        ((QUIZ, Withdrawn("Ann"), QUIZ), {0: 2}),
        ((QUIZ, Withdrawn("Ann")), {}),
        ((QUIZ, Challenged("Ben", good=False), Passed("Ben"), QUIZ), {0: 0, 2: 3}),
        ((QUIZ, Challenged("Ben", good=False), Passed("Ben"), QUIZ, Withdrawn("Ann")), {0: 0}),
        ((QUIZ, TileCorrected(Square(8, 7), "i"), ZED), {0: 0, 1: 2}),
        ((QUIZ, Replaced(0, laid("Ann", "G8", "QI")), Passed("Ben")), {0: 0}),
        ((QUIZ, ZED, Replaced(0, Passed("Ann"))), {}),
    ],
    ids=["again", "taken-back", "off", "off-and-taken-back", "corrected", "replaced", "misfit"],
)
def test_plays_know_their_events_whatever_happened(
    events: tuple[Event, ...], wanted: dict[int, int]
) -> None:
    assert events_of_plays(game_with(*events)) == wanted


def test_a_turn_without_a_word_takes_no_play_before_it_away() -> None:
    """Party: what is withdrawn before the clock stops is this turn's word, if there is one."""
    square = Square.parse("H8")
    passe = {Square(square.column + n, square.row): tile for n, tile in enumerate("PASSE")}
    turn = (
        Rolled("Ann", "P"),
        ClockStarted("Ben"),
        Played("Ann", passe),
        ClockStopped("Ann", Zone.X1),
    )
    nothing = (Rolled("Ben", "T"), ClockStarted("Ann"), Withdrawn("Ben"), Dinged())
    layout = load_layout("classic").rows
    events = (*turn, Accepted(), *nothing)
    game = GameRecord("party", "fr", SIDES, layout=layout, events=events).play_again()
    assert game.misfits == ()
    assert events_of_plays(game) == {0: 2}
    assert pictures_of_plays(game, [(3, "passe")]) == {0: "passe"}


def test_a_picture_belongs_to_the_play_of_its_turn() -> None:
    game = game_with(QUIZ, Accepted(), ZED, Ended({}))
    assert pictures_of_plays(game, [(1, "quiz"), (3, "zed")]) == {0: "quiz", 1: "zed"}
    assert pictures_of_plays(game, [(2, "zed")]) == {1: "zed"}
    assert pictures_of_plays(game, [(7, "of no event")]) == {}


@pytest.mark.parametrize("number", ["abc", "0", "9" * 30])
def test_what_is_no_number_of_a_game_is_reported_in_plain_words(number: str) -> None:
    for words in (("history", number), ("export", "--to", "gcg", "--game", number)):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 2
        assert f"{number!r} isn’t a game’s number: `tilekeeper history` lists" in result.stderr
