"""A club's tournament over a real broker: is every result in every file, and how soon?

python -m workshop.benchmarks.club 40 tables, six rounds, an odd number of players

A director pairs a round in a CSV as soon as the last one is complete, as after a look at the
standings; `tilekeeper hall --pairings` tells the tables, each of which has the journal, the keeper
and the publisher of `tilekeeper play`. It waits for its pairing, plays a game that ships under
these two names, with points by hand so that no two games are the same, and waits for the next. All
four files are read back by rules written from public descriptions, and compared with what was
played: tests/device/tournament_readers.py. Measured: seconds from the end of a round's last game,
at its table, until each file has all of the round.
"""

from __future__ import annotations

import argparse
import csv
import io
import logging
import queue
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from device.addons.hall.messages import NextPairing
from device.addons.hall.publisher import Publisher, publisher
from device.addons.hall.settings import HallSettings
from device.language.texts import Texts
from device.session.core.effects import CloseGame, Record
from device.session.core.inputs import Tick
from device.session.step import begin
from device.storage.games import Keeper
from device.storage.journal import GAMES_FILE, Journal
from engine.events import Adjusted, Event
from engine.game import Game
from engine.records.record import read_event, write_event
from workshop.benchmarks.hall import Broker, games, start_hall

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/device"))
from tournament_readers import (  # noqa: E402
    games_of_round,
    read_division,
    read_newt,
    read_tou,
    round_that_is_on,
)

EVENING = "classic-challenges"
SIDES = ("Ann", "Ben")
PATIENCE = 180.0
"""Seconds for a round, on a busy machine."""

GIVEN = ("Ann", "Ben", "Cleo", "Dörte", "Émile", "Françoise", "Łukasz", "Noël", "Søren", "Zoë")
SURNAMES = ("O’Hara", "Müller", "d’Arc", "Strauß", "Żółty", "Sánchez", "Smith", "Ångström", "Beck")


@dataclass(frozen=True)
class Played:
    """What happened at a table: the names there, who began first, their points, and when it was
    over."""

    round: int
    table: int
    sides: tuple[str, str]
    points: tuple[int, int]
    over: float


@dataclass
class Club:
    """The truth: names, and each round's pairings by table, who is to start first."""

    names: list[str]
    rounds: list[dict[int, tuple[int, int]]] = field(default_factory=list)
    byes: list[int | None] = field(default_factory=list)
    played: dict[tuple[int, int], Played] = field(default_factory=dict)

    def pair(self, chance: random.Random) -> None:
        order = [*range(len(self.names))]
        chance.shuffle(order)
        self.byes.append(order.pop() if len(order) % 2 else None)
        pairs = zip(order[::2], order[1::2], strict=True)
        self.rounds.append(dict(enumerate(pairs, 1)))

    def csv(self) -> str:
        written = io.StringIO()
        writer = csv.writer(written)
        writer.writerow(["round", "table", "first", "second"])
        for number, (tables, bye) in enumerate(zip(self.rounds, self.byes, strict=True), 1):
            for table, players in tables.items():
                writer.writerow([number, table, *(self.names[one] for one in players)])
            if bye is not None:
                writer.writerow([number, "", self.names[bye], "bye"])
        return written.getvalue()


def club_of(players: int, chance: random.Random) -> Club:
    """So many players of different names, with commas and accents, some with an id."""
    names = dict[str, None]()
    while len(names) < players:
        given, surname = chance.choice(GIVEN), chance.choice(SURNAMES)
        name = f"{surname}, {given}" if chance.random() < 0.5 else f"{given} {surname}"
        ids = f":XT{chance.randrange(1_000_000):06}" if chance.random() < 0.3 else ""
        if not any(name == known.partition(":")[0] for known in names):
            names[name + ids] = None
    return Club([*names])


class Table(threading.Thread):
    """A table that plays whatever pairing the hall tells it, once each."""

    def __init__(
        self, folder: Path, port: int, number: int, whole: Game, took: Callable[[Played], None]
    ) -> None:
        super().__init__(name=f"table {number}", daemon=True)
        self._folder, self._number, self._whole, self._took = folder, number, whole, took
        self._settings = HallSettings(
            broker=f"127.0.0.1:{port}", table=f"Table {number}", discovery=""
        )
        self._pairings: queue.SimpleQueue[NextPairing | None] = queue.SimpleQueue()
        self._chance, self._ends = random.Random(number), threading.Event()
        self.troubles: list[str] = []

    def run(self) -> None:
        self._folder.mkdir(parents=True)
        with closing(Journal(self._folder / GAMES_FILE, time.time)) as journal:
            publishing = publisher(
                self._settings,
                journal.path,
                Texts("en"),
                self.troubles.append,
                paired=self._pairings.put,
            )
            with closing(publishing):
                publishing.begin(begin(self._whole))
                done = set[int]()
                while (pairing := self._pairings.get()) is not None or not self._ends.is_set():
                    if pairing is not None and pairing.round not in done:
                        done.add(pairing.round)
                        self._play(pairing, journal, publishing)

    def _play(self, pairing: NextPairing, journal: Journal, publishing: Publisher) -> None:
        sides = pairing.sides
        game = Game.begin(self._whole.start.variant, sides)
        keeper = Keeper.of(journal, game.state.variant, sides, None)
        for event in self._events(sides):
            added = game.added(event)
            assert isinstance(added, Game), added
            before, game = begin(game), added
            keeper.keep(Record(len(game.events) - 1, event))
            publishing.follow(before, Tick(time.monotonic()), begin(game), ())
            time.sleep(self._chance.uniform(0.0, 0.2))
        keeper.keep(CloseGame())
        over = time.time()
        state = begin(game)
        publishing.follow(state, Tick(time.monotonic()), state, (CloseGame(),))
        points = (game.state.totals[sides[0]], game.state.totals[sides[1]])
        self._took(Played(pairing.round, self._number, sides, points, over))

    def _events(self, sides: tuple[str, str]) -> Iterator[Event]:
        """The evening's, under these names, with other points."""
        for side in sides:
            yield Adjusted(side, self._chance.randrange(100, 300), "another game")
        for event in self._whole.events:
            text = write_event(event)
            for name, side in zip(SIDES, ("\0", "\1"), strict=True):
                text = text.replace(f'"{name}"', f'"{side}"')
            for mark, side in zip(("\0", "\1"), sides, strict=True):
                text = text.replace(f'"{mark}"', msgspec.json.encode(side).decode())
            yield read_event(text)

    def close(self) -> None:
        self._ends.set()
        self._pairings.put(None)
        self.join(10)


FILES = ("tourney.js", "results.tou", "A.t", "club-book.csv")


def complete(folder: Path, name: str, number: int, tables: int) -> bool:
    """Whether a file has all results of a round."""
    data = (folder / name).read_bytes()
    match name:
        case "tourney.js":
            players, _ = read_newt(data.decode())["A"]
            games_over = [game for game in games_of_round(players, number) if game.over]
            return len(games_over) == tables
        case "A.t":
            return all(len(player.scores) >= number for player in read_division(data.decode()))
        case "results.tou":
            (division,) = read_tou(data)
            rows = [rounds for _, rounds in division.players]
            return all(any(one.points for one in row[number - 1 : number]) for row in rows)
        case _:
            rows_of = csv.DictReader(io.StringIO(data.decode()))
            return sum(row["round"] == str(number) for row in rows_of) == 2 * tables


def differences(club: Club, folder: Path) -> Iterator[str]:
    """What any file says otherwise than it was played."""
    feed, rounds = read_newt((folder / "tourney.js").read_text("utf-8"))["A"]
    lines = read_division((folder / "A.t").read_text("utf-8"))
    (tou,) = read_tou((folder / "results.tou").read_bytes())
    book = [*csv.DictReader(io.StringIO((folder / "club-book.csv").read_text("utf-8")))]
    in_book = {(row["round"], row["player"]): row for row in book}
    if rounds != len(club.rounds) or len(book) != len(in_book):
        yield f"{rounds} rounds, {len(book)} rows"
    by_name = {player.name: player.number for player in feed}
    for number, (tables, bye) in enumerate(zip(club.rounds, club.byes, strict=True), 1):
        shown = {game.table: game for game in games_of_round(feed, number)}
        for table, pair in tables.items():
            played = club.played[number, table]
            names = [club.names[one] for one in pair]
            game = shown.pop(table)
            if [game.first, game.second, game.first_score, game.second_score] != [
                *names,
                *played.points,
            ]:
                yield f"tourney.js, round {number}: {game} is not {names} {played}"
            for place, name in enumerate(names):
                own, others = played.points[place], played.points[1 - place]
                opponent = by_name[names[1 - place]]
                line = lines[by_name[name] - 1]
                there = (
                    line.name,
                    line.opponents[number - 1],
                    line.scores[number - 1],
                    line.boards[number - 1],
                    line.firsts[number - 1],
                )
                if there != (name, opponent, own, table, place + 1):
                    yield f"A.t, round {number}: {there} is not {names} {played}"
                of = tou.players[by_name[name] - 1][1][number - 1]
                outcome = 2 if own > others else 1 if own == others else 0
                if (of.outcome, of.points, of.first, of.opponent) != (
                    outcome,
                    own,
                    place == 0,
                    opponent,
                ):
                    yield f"results.tou, round {number}: {of} is not {names} {played}"
                row = in_book[str(number), name]
                if (row["table"], row["points"], row["points_against"], row["first"]) != (
                    f"Table {table}",
                    str(own),
                    str(others),
                    "yes" if place == 0 else "",
                ):
                    yield f"club-book.csv, round {number}: {row}"
        if shown:
            yield f"tourney.js, round {number}: {shown}"
        if bye is not None:
            line = lines[by_name[club.names[bye]] - 1]
            if (line.opponents[number - 1], line.scores[number - 1]) != (0, 50):
                yield f"A.t, round {number}: no bye for {club.names[bye]}"


def waited(so: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not so():
        if time.monotonic() > until:
            raise SystemExit(f"nothing more happens: {what}")
        time.sleep(0.02)


def played_club(given: argparse.Namespace) -> int:
    """A tournament of so many tables and rounds; the exit status."""
    chance, whole = random.Random(given.seed), games()[EVENING]
    club = club_of(2 * given.tables + 1, chance)
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        pairings, results = work / "club.csv", work / "results"
        results.mkdir()
        broker = Broker(work)
        club.pair(chance)
        pairings.write_text(club.csv(), encoding="utf-8")
        more = ["--pairings", str(pairings), "--results", str(results)]
        hall = start_hall(work / "hall", broker.port, work / "hall.log", more=more)
        taken: queue.SimpleQueue[Played] = queue.SimpleQueue()
        tables = [
            Table(work / "tables" / f"{number:02}", broker.port, number, whole, taken.put)
            for number in range(1, given.tables + 1)
        ]
        try:
            for table in tables:
                table.start()
            slowest = dict.fromkeys(FILES, 0.0)
            for number in range(1, given.rounds + 1):
                if number > 1:
                    club.pair(chance)
                    new = pairings.with_suffix(".new")
                    new.write_text(club.csv(), encoding="utf-8")
                    new.replace(pairings)
                last = 0.0
                for _ in tables:
                    played = taken.get(timeout=PATIENCE)
                    club.played[played.round, played.table] = played
                    last = max(last, played.over)
                took = {}
                for name in FILES:
                    waited(
                        partial(complete, results, name, number, given.tables),
                        f"{name}, round {number}",
                    )
                    took[name] = (results / name).stat().st_mtime - last
                    slowest[name] = max(slowest[name], took[name])
                seconds = ", ".join(f"{name} {one:.2f}" for name, one in took.items())
                print(f"round {number}: seconds from the last game's end: {seconds}", flush=True)
            wrong = [*differences(club, results)]
            wrong += [f"table: {one}" for table in tables for one in table.troubles]
            feed, _ = read_newt((results / "tourney.js").read_text("utf-8"))["A"]
            if round_that_is_on(feed) != given.rounds:
                wrong.append(f"a broadcast takes round {round_that_is_on(feed)} for the latest")
        finally:
            for table in tables:
                table.close()
            hall.send_signal(signal.SIGTERM)
            hall.wait(60)
            broker.kill()
    print(f"{given.tables} tables, {given.rounds} rounds, {len(club.played)} games", end="; ")
    print(f"a round's last result in every file after {max(slowest.values()):.2f} s at most")
    print(f"different: {len(wrong)}", *wrong[:20], sep="\n  ")
    return bool(wrong) or max(slowest.values()) > given.within


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--within", type=float, default=2.0, help="seconds for a result, at most")
    given = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    sys.exit(played_club(given))


if __name__ == "__main__":
    main()
