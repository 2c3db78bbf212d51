"""A hall that runs: what tables tell is kept, answered, and written out as pages and games.

Messages arrive on the connection's thread and are taken in batches on this one: a transaction on
the disk, then the answer to the table. Files are written a little later, each whole. Tests:
tests/device/test_hall.py.
"""

from __future__ import annotations

import logging
import queue
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import msgspec

from device.hall.broker import Arrived, Connection
from device.hall.messages import (
    Body,
    Have,
    MessageError,
    Presence,
    StateTold,
    read,
    topic,
    written,
)
from device.hall.pages import (
    Result,
    TableShown,
    TurnShown,
    hall_page,
    results_csv,
    results_page,
    table_page,
)
from device.hall.store import HallGame, HallStore, Taken
from device.language.texts import Texts
from device.score.sheet import story
from device.system.files import FOR_ALL_TO_READ, replace_file
from device.system.terminal import printable_lines
from engine.game import Game
from engine.records.gcg_lines import GcgError
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord, RecordError, read_event, read_record, write_record
from engine.turns.ending import winners

log = logging.getLogger(__name__)

FOR_ALL_TO_ENTER = 0o755
"""A web server reads pages and games; the file with everything stays its user's."""

SUBSCRIBED = ("presence", "state", "game")

ANSWER_EVERY = 0.5
"""Seconds between two answers to the tables ..."""

WRITE_EVERY = 2.0
"""... and between two writings of pages and games."""

WRITES_FOR = 1.0
"""Seconds for which games are written at one go: what comes in waits meanwhile."""

ENDS_WITHIN = 20.0
"""Seconds within which a hall that is stopped writes what is still to be written; what is left
then is written when it is started again."""

ASK_EVERY = 2.0
"""Seconds between two questions to one table what lies between."""

WAITING = 100_000
"""Messages that may wait; what comes beyond them isn't taken, and its table tells it again."""

BATCH = 500
"""Messages that are taken in one transaction, at most."""

OpenHall: TypeAlias = Callable[[str, tuple[str, ...], Arrived, Callable[[], None]], Connection]
"""Connects as a client of that name, to these topics: what is given what arrives, and what is
called whenever there is a connection."""


@dataclass(frozen=True)
class _Arrived:
    table: str
    body: Body


class Hall:
    """Keeps what all tables tell in a folder, until `run` is told to stop."""

    def __init__(self, folder: Path, texts: Texts, connect: OpenHall) -> None:
        self._folder = folder
        self.store = HallStore(folder)
        self._files = _Files(folder, self.store, texts)
        self._coming: queue.Queue[_Arrived | None] = queue.Queue(WAITING)
        self._run_id, self._asked = secrets.token_hex(4), dict[str, tuple[float, int]]()
        self._answers = set[str]()
        name = f"tilekeeper-hall-{secrets.token_hex(4)}"
        self._connection = connect(
            name, tuple(topic("+", kind) for kind in SUBSCRIBED), self._arrive, self._connected
        )
        self._anew = False
        self._files.all_changed()

    def _arrive(self, of: str, body: bytes) -> None:
        try:
            table, message = read(of, body)
        except MessageError as error:
            log.warning("passed over: %s", error)
            return
        try:
            self._coming.put_nowait(_Arrived(table, message))
        except queue.Full:
            log.warning("more comes than can be kept: %s has to tell it again", table)

    def _connected(self) -> None:
        # What a broker took and didn't hand on is told again, from what is kept here.
        self._anew, self._run_id = True, secrets.token_hex(4)
        self._coming.put(None)

    def run(self, stopped: Callable[[], bool]) -> None:
        """Keeps until it is stopped, then writes what is still to be written, as far as time is."""
        answered = wrote = time.monotonic()
        try:
            while not stopped():
                self._take_batch()
                now = time.monotonic()
                if now - answered >= ANSWER_EVERY:
                    answered = now
                    self._answer()
                if now - wrote >= WRITE_EVERY:
                    self._files.write()
                    wrote = time.monotonic()
            self._answer()
            until = time.monotonic() + ENDS_WITHIN
            while self._files.waits and time.monotonic() < until:
                self._files.write()
            if self._files.waits:
                log.warning("not everything is written out yet: that is done at the next start")
            log.info("of messages of games: %s", self.store.counts)
        finally:
            self._connection.close()
            self.store.close()

    def _take_batch(self) -> None:
        try:
            arrived = self._coming.get(timeout=ANSWER_EVERY / 2)
        except queue.Empty:
            return
        for _ in range(BATCH):
            if arrived is not None:
                self._take(arrived.table, arrived.body)
            try:
                arrived = self._coming.get_nowait()
            except queue.Empty:
                break
        else:
            if arrived is not None:
                self._take(arrived.table, arrived.body)
        self.store.commit()

    def _take(self, table: str, body: Body) -> None:
        now = time.time()
        match body:
            case Presence():
                self.store.take_presence(table, body, now)
                if body.there:
                    self._answers.add(table)
                self._files.table_changed(table)
            case StateTold():
                self.store.take_state(table, body, now)
                self._files.table_changed(table)
            case Have():
                pass
            case _:
                taken = self.store.take(table, body)
                if taken is Taken.GAP:
                    self._ask(table)
                elif taken is Taken.NEW:
                    self._files.game_changed(table, body.game)
                self._answers.add(table)

    def _ask(self, table: str) -> None:
        """Something of this table is missing: it is to tell it again, but isn't asked for each
        message that shows it."""
        at, times = self._asked.get(table, (float("-inf"), 0))
        if time.monotonic() - at >= ASK_EVERY:
            self._asked[table] = (time.monotonic(), times + 1)
            self._answers.add(table)

    def _answer(self) -> None:
        """Tells tables what is kept of them."""
        if self._anew:
            self._anew = False
            self._answers.update(self.store.known())
        for table in sorted(self._answers):
            asks = f"{self._run_id}-{self._asked.get(table, (0.0, 0))[1]}"
            have = msgspec.structs.replace(self.store.has(table), asks=asks)
            if not self._connection.publish(topic(table, "have"), written(have), retain=True):
                return  # all of them are told once there is a connection again
        self._answers.clear()


class _Files:
    """What is to be written of a hall, and how."""

    def __init__(self, folder: Path, store: HallStore, texts: Texts) -> None:
        self._folder, self._store, self._texts = folder, store, texts
        self._tables, self._games = set[str](), set[tuple[str, int]]()
        self._results: dict[tuple[str, int], Result] = {}
        self._turns: dict[str, tuple[int, tuple[TurnShown, ...]]] = {}

    def all_changed(self) -> None:
        """Whatever is kept is to be written: nobody knows what was when the last hall ended."""
        self._tables.update(self._store.known())
        self._games.update((game.table, game.game) for game in self._store.games())
        self.write(even_nothing=True)

    @property
    def waits(self) -> bool:
        """Whether anything is still to be written."""
        return bool(self._tables or self._games)

    def table_changed(self, table: str) -> None:
        self._tables.add(table)

    def game_changed(self, table: str, game: int) -> None:
        self._games.add((table, game))
        self._tables.add(table)

    def write(self, *, even_nothing: bool = False) -> None:
        """Writes all that has changed."""
        if not (self._tables or self._games or even_nothing):
            return
        tables = {table.id: table for table in self._store.tables()}
        names = {table.id: table.name or table.id for table in tables.values()}
        results = dict(self._results)
        until, waiting = time.monotonic() + WRITES_FOR, sorted(self._games, key=_newest_first)
        while waiting and time.monotonic() < until:
            table, number = waiting.pop(0)
            game = self._store.game(table, number)
            if game is not None:
                self._write_game(game, names.get(table, table))
        shown = {i: TableShown(i, names[i], t.there, _state(t.state)) for i, t in tables.items()}
        for table in sorted(self._tables & shown.keys()):
            page = table_page(shown[table], self._turns.get(table, (0, ()))[1], self._texts)
            self._put(f"tables/{table}.html", page)
        self._put("index.html", hall_page(tuple(shown.values()), self._texts))
        if results != self._results or even_nothing:
            listed = sorted(self._results.values(), key=lambda result: result.began, reverse=True)
            self._put("results.html", results_page(listed, self._texts))
            self._put("results.csv", results_csv(listed))
        self._tables, self._games = {table for table, _ in waiting}, set(waiting)

    def _write_game(self, kept: HallGame, table: str) -> None:
        """A game as JSON and, where that can hold it, as GCG; what can't be played again is kept
        as it was told."""
        began = datetime.fromtimestamp(kept.wall).astimezone()
        name = f"games/{kept.table}/{began:%Y-%m-%d}-{kept.game:04}"
        try:
            events = tuple(read_event(body) for body in kept.events)
            record = replace(read_record(kept.head), events=events)
            game = record.play_again()
        except RecordError as error:
            log.warning("game %s of %s can't be played again: %s", kept.game, kept.table, error)
            return
        self._put(
            f"{name}.json", printable_lines(write_record(replace(record, totals=game.state.totals)))
        )
        gcg = self._write_gcg(name, record, game)
        newest, _ = self._turns.get(kept.table, (0, ()))
        if kept.game >= newest:
            self._turns[kept.table] = kept.game, tuple(_turns(game, self._texts))
        if kept.over:
            points = sorted(game.state.totals.items(), key=lambda side: -side[1])
            won = winners(game.state)
            self._results[kept.table, kept.game] = Result(
                began, table, game.state.variant.name, tuple(points), tuple(won), name, gcg
            )
        else:
            self._results.pop((kept.table, kept.game), None)

    def _write_gcg(self, name: str, record: GameRecord, game: Game) -> bool:
        """Whether GCG can hold it."""
        try:
            text = printable_lines(write_gcg(record, game))
        except GcgError as error:
            log.info("%s stays without GCG: %s", name, error)
            return False
        self._put(f"{name}.gcg", text)
        return True

    def _put(self, name: str, text: str) -> None:
        folder = (self._folder / name).parent
        if not folder.is_dir():
            folder.mkdir(parents=True)
            folder.chmod(FOR_ALL_TO_ENTER)
        replace_file(
            self._folder / name, text.encode("utf-8", "replace"), FOR_ALL_TO_READ, for_good=False
        )


def _newest_first(game: tuple[str, int]) -> tuple[int, str]:
    table, number = game
    return -number, table


def _state(told: bytes | None) -> StateTold | None:
    return None if told is None else msgspec.json.decode(told, type=StateTold)


def _turns(game: Game, texts: Texts) -> Iterator[TurnShown]:
    totals = dict.fromkeys(game.state.sides, 0)
    for entry in game.state.entries:
        totals[entry.side] += entry.points
        points = f"{entry.points:+}" if entry.reasons else "–"
        yield TurnShown(entry.side, points, totals[entry.side], tuple(story(entry, texts)))
