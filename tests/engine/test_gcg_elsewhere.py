"""Games written as GCG, opened by other programs as they say themselves that they read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from gcg_readers import Macondo, Quackle, RefusedError, Woogles

from engine.events import Adjusted, BeginnerNamed, Challenged, Ended, Exchanged, Passed, Played
from engine.faults import Fault
from engine.records.gcg import replay_gcg
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord, read_record, write_record
from engine.records.remarks import NO_REMARKS
from engine.records.replayed import Replayed
from engine.squares import Square

GAMES = sorted((Path(__file__).parent.parent / "data" / "gcg").glob("*.gcg"))
READERS = (Macondo, Woogles, Quackle)
RECORD = GameRecord("classic", "en", ("ann", "ben"))
QUIZ = Played("ann", dict(zip((Square(c, 7) for c in range(7, 11)), "QUiZ", strict=True)))
Reader = Callable[[bytes], object]


def written(game: Replayed) -> bytes:
    return write_gcg(game.record, game.game).encode()


def refused(reader: Reader, data: bytes) -> str | None:
    try:
        reader(data)
    except RefusedError as error:
        return str(error)
    return None


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("file", [f for f in GAMES if f.stem != "odd"], ids=lambda f: f.stem)
def test_a_file_written_again_is_opened_elsewhere(file: Path, reader: Reader) -> None:
    first = replay_gcg(file.read_bytes())
    assert refused(reader, written(first)) is None
    bare = replace(first, record=replace(first.record, remarks=NO_REMARKS))
    assert refused(reader, written(bare)) is None


def test_every_published_game_is_opened_elsewhere_and_comes_back(
    recorded_games: list[Path],
) -> None:
    for file in recorded_games:
        first = replay_gcg(file.read_bytes())
        data = written(first)
        assert [refused(reader, data) for reader in READERS] == [None] * 3, file.name
        again = replay_gcg(data)
        assert (again.game, again.faults) == (first.game, ()), file.name
        notes, kept = first.record.remarks.notes, again.record.remarks.notes
        assert [note.text for note in kept] == [note.text for note in notes], file.name
        assert read_record(write_record(first.record)) == first.record, file.name


def test_the_side_that_begins_is_the_first_player_elsewhere_and_the_order_comes_back() -> None:
    game = RECORD.begin()
    for event in (BeginnerNamed("ben"), replace(QUIZ, by="ben"), Passed("ann")):
        following = game.added(event)
        assert not isinstance(following, Fault)
        game = following
    data = write_gcg(RECORD, game).encode()
    assert [first == second for first, second in Quackle(data).turns] == [True, True]
    assert replay_gcg(data).game == game


def test_a_play_challenged_off_and_a_game_that_nobody_ended_are_read_elsewhere() -> None:
    game = RECORD.begin()
    for event in (
        QUIZ,
        Challenged("ben", good=False),
        Exchanged("ben", 4),
        Passed("ann"),
        Adjusted("ben", -10, "time"),
        Ended({"ann": "AEIOUVV", "ben": "?T"}),
    ):
        following = game.added(event)
        assert not isinstance(following, Fault)
        game = following
    events = Macondo(write_gcg(RECORD, game).encode()).events
    assert [event.kind for event in events] == [
        *("play", "back", "exchange", "pass", "time", "loss", "loss")
    ]


@pytest.mark.parametrize(
    ("reader", "line", "why"),
    [
        (Macondo, ">a:  - +0 42", "no pattern takes"),
        (Macondo, ">a: E 9I E +-3 39", "no pattern takes"),
        (Macondo, ">b: QQ 9I Q +2 2", "can't be drawn"),
        (Macondo, "#tilekeeper-game {}", "no pattern takes"),
        (Woogles, ">b: ?E I8 QE +11 11", "lies on another tile"),
        (Quackle, ">b:  - +0 0", "is no place"),
        (Quackle, ">a:  (challenge) +5 47\n>b: E - +0 0", "the game ended"),
    ],
)
def test_the_readers_refuse_what_theirs_do(reader: Reader, line: str, why: str) -> None:
    head = "#character-encoding UTF-8\n#player1 a A\n#player2 b B\n>a: ?QUZ 8H QUiZ +42 42\n"
    assert why in (refused(reader, f"{head}{line}\n".encode()) or "")
