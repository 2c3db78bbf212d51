"""A running hall: messages from tables are stored, acknowledged, and written out as pages and
games.

Messages arrive on the connection's thread and are processed in batches on this one: a transaction
on the disk, then the answer to the table. Files are written a little later, each whole. Tests:
tests/device/test_hall.py.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import msgspec

from device.addons.hall.broker import Arrived, Connection
from device.addons.hall.club_book import PlayedGame, side_figures, signatures
from device.addons.hall.director import Director
from device.addons.hall.live_games import LiveGames
from device.addons.hall.messages import (
    LATEST,
    MOST_EARLIER,
    Body,
    GameMessage,
    Have,
    Length,
    MessageError,
    NextPairing,
    Presence,
    TableStatus,
    read,
    topic,
    topic_of_all,
    written,
)
from device.addons.hall.pages import (
    TYPEFACES,
    HallTrouble,
    LaidTile,
    Result,
    TableShown,
    TurnShown,
    hall_page,
    results_csv,
    results_page,
    table_page,
)
from device.addons.hall.passed_over import PassedOver, WhyIgnored
from device.addons.hall.store import HallGame, HallStore, KnownTable, Taken
from device.language.numbers import signed
from device.language.sentences import in_language
from device.language.texts import Texts
from device.score.sheet import story, tile_letters
from device.system.files import FOR_ALL_TO_READ, replace_file
from device.system.terminal import printable_lines
from device.themes.style import installed_typefaces
from engine.game import Game
from engine.records.gcg_lines import GcgError
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord, RecordError, read_event, read_record, write_record
from engine.state import Entry, EntryKind
from engine.tiles import TileSet, is_blank, letter_of
from engine.turns.ending import winners

log = logging.getLogger(__name__)

FOR_ALL_TO_ENTER = 0o755
"""A web server reads pages and games; the database stays its user's."""

SUBSCRIBED = ("presence", "state", "game")

ANSWER_EVERY = 0.5
"""Seconds between two answers to the tables ..."""

WRITE_EVERY = 2.0
"""... and between two writings of pages and games."""

RESULT_WITHIN = 0.5
"""Seconds after which a new result is written, whatever was written last."""

WRITES_FOR = 1.0
"""Seconds of writing games in one go: incoming messages wait meanwhile."""

ENDS_WITHIN = 20.0
"""Seconds that a stopping hall may still write; the rest is written at its next start."""

ASK_EVERY = 2.0
"""Seconds between two requests to one table for missing messages."""

WAITING = 100_000
"""The most queued messages ..."""

WAITING_BYTES = 64 * 1024 * 1024
"""... and their bytes; beyond that the table with the longest queue has to send again."""

SHARE = 10_000
"""The most queued messages of one table."""

MOST_TABLES = 4_000
"""The most tables that a hall stores; any further one is ignored."""

GONE_AFTER = 180.0
"""Seconds without a message after which a table is shown as gone, whatever it said last: a table
that is there sends one every minute."""

LIVE_FOR = 12 * 3600.0
"""Seconds since its beginning after which a game isn't shown live any more: nobody has ended it."""

MOST_LOGGED = 20
"""How many games that can't be shown the log names."""

FEW_EARLIER = 3
"""How many earlier games an answer names if nothing was wrong."""

BATCH = 500
"""The most messages in one transaction."""

OpenHall: TypeAlias = Callable[[str, tuple[str, ...], Arrived, Callable[[], None]], Connection]
"""Connects as a client of that name, to these topics, with the callbacks for arriving messages and
for a new connection."""


class _Waiting:
    """Messages that have arrived and aren't processed yet, by table: each table's in order, and the
    tables in turn, so that one that floods the hall delays only itself."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, deque[tuple[Body, int]]] = OrderedDict()
        self._count = self._bytes = 0
        self._changed = threading.Condition()

    def put(self, table: str, body: Body, size: int) -> bool:
        """Queues a message; whether there was room without a loss for another table."""
        with self._changed:
            mine = self._of.get(table, ())
            full = self._count >= WAITING or self._bytes + size > WAITING_BYTES
            if not mine and len(self._of) >= 2 * MOST_TABLES:
                return False
            if len(mine) >= SHARE or (full and not self._makes_room(len(mine), size)):
                return False
            self._of.setdefault(table, deque()).append((body, size))
            self._count, self._bytes = self._count + 1, self._bytes + size
            self._changed.notify()
            return not full

    def _makes_room(self, mine: int, size: int) -> bool:
        while self._count >= WAITING or self._bytes + size > WAITING_BYTES:
            longest = max(self._of.values(), key=len)
            if len(longest) <= mine:
                return False
            self._count, self._bytes = self._count - 1, self._bytes - longest.pop()[1]
        return True

    def wake(self) -> None:
        """Ends a wait in which nothing has arrived."""
        with self._changed:
            self._changed.notify()

    def take(self, most: int, seconds: float) -> list[tuple[str, Body]]:
        """At most so many messages, one from each table in turn; waits this long if there are
        none."""
        taken: list[tuple[str, Body]] = []
        with self._changed:
            if not self._count:
                self._changed.wait(seconds)
            while self._of and len(taken) < most:
                table, waiting = self._of.popitem(last=False)
                body, size = waiting.popleft()
                taken.append((table, body))
                self._count, self._bytes = self._count - 1, self._bytes - size
                if waiting:
                    self._of[table] = waiting  # behind the others
        return taken


@dataclass
class _Asked:
    """When a table was last asked for missing messages, and how often."""

    at: float = float("-inf")
    times: int = 0


class Hall:
    """Stores what all tables publish in a folder, until `run` is stopped. `director`: of a
    tournament that is played there; `live`: where games are shown meanwhile."""

    def __init__(
        self,
        folder: Path,
        texts: Texts,
        connect: OpenHall,
        director: Director | None = None,
        live: LiveGames | None = None,
    ) -> None:
        self._folder, self.passed = folder, PassedOver()
        self.store = HallStore(folder)
        self._known = dict.fromkeys(self.store.known(), time.monotonic())
        self._director = director or Director.of_no_tournament(folder)
        self._live = live
        self._files = _Files(folder, self.store, texts, self.passed, self._director, live)
        self._seated: dict[str, NextPairing | None] = {}
        self._results_wait = False
        self._coming = _Waiting()
        self._run_id, self._asked = secrets.token_hex(4), dict[str, _Asked]()
        self._answers, self._in_full = set[str](), set[str]()
        self._reconnected = False
        name = f"tilekeeper-hall-{secrets.token_hex(4)}"
        self._connection = connect(
            name, tuple(map(topic_of_all, SUBSCRIBED)), self._arrive, self._connected
        )
        self._files.all_changed()

    def _arrive(self, of: str, body: bytes) -> None:
        try:
            table, message = read(of, body)
        except MessageError as error:
            self.passed.count(WhyIgnored.UNREADABLE, error)
            return
        if not self._coming.put(table, message, len(body)):
            self.passed.count(WhyIgnored.TOO_MANY, f"table {table}")

    def _connected(self) -> None:
        # What a broker accepted but didn't deliver is sent again, from the stored data.
        self._reconnected, self._run_id = True, secrets.token_hex(4)
        self._coming.wake()

    def run(self, stopped: Callable[[], bool]) -> None:
        """Runs until it is stopped, then writes what is pending, as far as time allows."""
        answered = wrote = time.monotonic()
        try:
            while not stopped():
                self._take_batch()
                now = time.monotonic()
                if now - answered >= ANSWER_EVERY:
                    answered = now
                    if self._director.look():
                        self._files.write(even_nothing=True)
                        self._seat()
                    self._answer()
                    self._miss(now)
                soon = min(RESULT_WITHIN, WRITE_EVERY) if self._results_wait else WRITE_EVERY
                if now - wrote >= soon:
                    self._results_wait = False
                    self._files.write()
                    self._seat()
                    wrote = time.monotonic()
            self._answer()
            until = time.monotonic() + ENDS_WITHIN
            while self._files.waits and time.monotonic() < until:
                self._files.write()
            if self._files.waits:
                log.warning("not everything is written out yet: that is done at the next start")
            log.info("of messages of games: %s", self.store.counts)
            log.info("messages that were passed over: %s", self.passed)
        finally:
            if self._live is not None:
                self._live.close()
            self._connection.close()
            self.store.close()

    def _take_batch(self) -> None:
        for table, body in self._coming.take(BATCH, ANSWER_EVERY / 2):
            try:
                self._take(table, body)
            except (OSError, sqlite3.OperationalError):
                raise  # the disk's fault, not a message's
            except Exception as error:  # noqa: BLE001  (counted and logged)
                self.passed.count(
                    WhyIgnored.FAILED, f"{type(body).__name__} of {table}", error=error
                )
        self.store.commit()

    def _take(self, table: str, body: Body) -> None:
        if table not in self._known and len(self._known) >= MOST_TABLES:
            self.passed.count(WhyIgnored.TOO_MANY_TABLES, f"table {table}")
            return
        self._hear(table)
        now = time.time()
        match body:
            case Presence():
                self.store.take_presence(table, body, now)
                if body.there:
                    self._answers.add(table)
                    self._in_full.add(table)
                self._files.table_changed(table)
            case TableStatus():
                self.store.take_state(table, body, now)
                self._files.table_changed(table)
            case Have():
                pass
            case _:
                self._take_game(table, body)

    def _take_game(self, table: str, message: GameMessage) -> None:
        match self.store.take(table, message):
            case Taken.GAP:
                self._ask(table)
            case Taken.REFUSED:
                self.passed.count(WhyIgnored.ANOTHER_GAME, f"game {message.game} of {table}")
                self._in_full.add(table)
            case Taken.NEW:
                over = isinstance(message, Length) and message.over
                self._results_wait = self._results_wait or over
                self._files.game_changed(table, message.game, over=over)
            case Taken.KNOWN:
                pass
        self._answers.add(table)

    def _hear(self, table: str) -> None:
        if table not in self._known or self._files.is_gone(table):
            self._files.not_gone(table)
        self._known[table] = time.monotonic()

    def _miss(self, now: float) -> None:
        """Marks tables as gone that have been silent: a broker that dies with one sends no last
        will."""
        for table, heard in self._known.items():
            if now - heard > GONE_AFTER:
                self._files.gone(table)

    def _ask(self, table: str) -> None:
        """Messages of this table are missing: asks for them again, but not for each message that
        shows it."""
        asked = self._asked.setdefault(table, _Asked())
        if time.monotonic() - asked.at >= ASK_EVERY:
            asked.at, asked.times = time.monotonic(), asked.times + 1
            self._answers.add(table)
            self._in_full.add(table)

    def _seat(self) -> None:
        """Tables learn who plays there next whenever that has changed."""
        if not self._director.has_pairings:
            return
        for table in self.store.tables():
            pairing = self._director.next_at(table.name or table.id)
            if pairing != self._seated.get(table.id):
                self._seated[table.id] = pairing
                self._answers.add(table.id)

    def _answer(self) -> None:
        """Acknowledges to tables what is stored."""
        if self._reconnected:
            self._reconnected = False
            self._answers.update(self.store.known())
            self._in_full.update(self._answers)
        for table in sorted(self._answers):
            asks = f"{self._run_id}-{self._asked.get(table, _Asked()).times}"
            most = MOST_EARLIER if table in self._in_full else FEW_EARLIER
            have = msgspec.structs.replace(
                self.store.has(table),
                asks=asks,
                earlier=self.store.earlier(table, most),
                pairing=self._seated.get(table),
            )
            if not self._connection.publish(topic(table, "have"), written(have), retain=True):
                return  # all of them are sent on the next connection
        self._answers.clear()
        self._in_full.clear()


@dataclass
class _Aside:
    """Stored data that can't be shown: it is named, and everything else is served."""

    games: set[tuple[str, int]] = field(default_factory=set)
    states: dict[str, str] = field(default_factory=dict)


class _Files:
    """The files of a hall that have to be written, and how."""

    def __init__(
        self,
        folder: Path,
        store: HallStore,
        texts: Texts,
        passed: PassedOver,
        director: Director,
        live: LiveGames | None,
    ) -> None:
        self._folder, self._store, self._texts, self._passed = folder, store, texts, passed
        self._director, self._live = director, live
        self._live_shown: tuple[str, ...] = ()
        self._tables, self._games = set[str](), set[tuple[str, int]]()
        self._over, self._played = set[tuple[str, int]](), dict[tuple[str, int], PlayedGame]()
        self._results: dict[tuple[str, int], Result] = {}
        self._turns: dict[str, tuple[int, tuple[TurnShown, ...]]] = {}
        self._gone, self._aside, self._passed_shown = set[str](), _Aside(), 0

    def all_changed(self) -> None:
        """Everything stored has to be written: it is unknown what the last run left out."""
        self._tables.update(self._store.known())
        self._games.update(self._store.games())
        for name, typeface in installed_typefaces().items():
            self._put(f"{TYPEFACES}/{name}", typeface.read_bytes())
        self.write(even_nothing=True)

    @property
    def waits(self) -> bool:
        """Whether anything is still to be written."""
        return bool(self._tables or self._games)

    def table_changed(self, table: str) -> None:
        self._tables.add(table)

    def game_changed(self, table: str, game: int, *, over: bool) -> None:
        self._games.add((table, game))
        self._tables.add(table)
        if over:
            self._over.add((table, game))

    def gone(self, table: str) -> None:
        """This table has been silent for too long."""
        if table not in self._gone:
            self._gone.add(table)
            self._tables.add(table)

    def is_gone(self, table: str) -> bool:
        return table in self._gone

    def not_gone(self, table: str) -> None:
        self._gone.discard(table)
        self._tables.add(table)

    def write(self, *, even_nothing: bool = False) -> None:
        """Writes everything that has changed."""
        passed, lines = self._passed.total, () if self._live is None else self._live.lines
        new = (passed, lines) != (self._passed_shown, self._live_shown)
        if not (self._tables or self._games or even_nothing or new):
            return
        self._passed_shown, self._live_shown = passed, lines
        tables = {table.id: table for table in self._store.tables()}
        names = {table.id: table.name or table.id for table in tables.values()}
        results, played = dict(self._results), dict(self._played)
        until, waiting = time.monotonic() + WRITES_FOR, deque(self._in_turn())
        while waiting and time.monotonic() < until:
            table, number = waiting.popleft()
            self._write_or_set_aside(table, number, names)
            self._over.discard((table, number))
        if played != self._played or even_nothing:
            self._director.take(self._played.values())
        shown = {i: self._shown(table, names[i]) for i, table in tables.items()}
        for table in sorted(self._tables & shown.keys()):
            page = table_page(shown[table], self._turns.get(table, (0, ()))[1], self._texts)
            self._put(f"tables/{table}.html", page)
        trouble = HallTrouble(
            passed,
            tuple((number, names.get(table, table)) for table, number in sorted(self._aside.games)),
            tuple(in_language(line, self._texts) for line in (*self._director.troubles, *lines)),
        )
        self._put("index.html", hall_page(tuple(shown.values()), self._texts, trouble))
        if results != self._results or even_nothing:
            listed = sorted(self._results.values(), key=lambda result: result.began, reverse=True)
            self._put("results.html", results_page(listed, self._texts))
            self._put("results.csv", results_csv(listed))
        self._tables, self._games = {table for table, _ in waiting}, set(waiting)

    def _in_turn(self) -> list[tuple[str, int]]:
        """The games to write: those that have just ended, then the newest of each table, then the
        next one of each, and so on; the tables in order of arrival. So a table that sends thousands
        delays no other."""
        of: dict[str, list[int]] = {}
        for table, number in self._games:
            of.setdefault(table, []).append(number)
        came = {table: place for place, table in enumerate(self._store.known())}
        places = (
            ((table, number) not in self._over, place, came.get(table, len(came)), table, number)
            for table, numbers in of.items()
            for place, number in enumerate(sorted(numbers, reverse=True))
        )
        return [(table, number) for *_, table, number in sorted(places)]

    def _shown(self, table: KnownTable, name: str) -> TableShown:
        there = table.there and table.id not in self._gone
        try:
            state = _state(table.state)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            if self._aside.states.get(table.id) != str(error):
                self._aside.states[table.id] = str(error)
                log.warning("what table %s showed can't be read: %s", table.id, error)
            state = None
        return TableShown(
            table.id, name, there, state, self._store.shown_at.get(table.id, table.seen)
        )

    def _write_or_set_aside(self, table: str, number: int, names: Mapping[str, str]) -> None:
        """Writes a game. One that can't be written stays stored, and is named: a single bad game
        mustn't end the hall at every start."""
        try:
            game = self._store.game(table, number)
            if game is not None:
                self._write_game(game, names.get(table, table))
        except (OSError, sqlite3.OperationalError):
            raise  # the disk's fault, not a game's
        except Exception as error:  # noqa: BLE001  (logged, and named on the page)
            self._results.pop((table, number), None)
            self._played.pop((table, number), None)
            if (table, number) not in self._aside.games:
                self._name_aside(table, number, error)
            self._aside.games.add((table, number))
        else:
            self._aside.games.discard((table, number))

    def _name_aside(self, table: str, number: int, error: Exception) -> None:
        """Logs what can't be shown: a user's mistake as a sentence, a bug with its traceback."""
        named = len(self._aside.games) < MOST_LOGGED
        ours = None if isinstance(error, RecordError) else error
        log.log(
            logging.WARNING if named else logging.DEBUG,
            "game %s of %s can't be shown: %s",
            number,
            table,
            str(error)[:200],
            exc_info=ours,
        )

    def _write_game(self, kept: HallGame, table: str) -> None:
        """A game as JSON and, if the format can hold it, as GCG."""
        if not 0 <= kept.wall <= LATEST:
            raise ValueError(f"it began {kept.wall} seconds after 1970")
        began = datetime.fromtimestamp(kept.wall).astimezone()
        name = f"games/{kept.table}/{began:%Y-%m-%d}-{kept.game:04}"
        events = tuple(read_event(body) for body in kept.events)
        record = replace(read_record(kept.head), events=events)
        game = record.play_again()
        if game.signatures:  # when each side signed belongs to its signature
            times = tuple(round(moment - kept.wall, 1) for moment in kept.moments)
            notes = replace(record.table, began=began.isoformat(timespec="seconds"), times=times)
            record = replace(record, table=notes)
        self._put(
            f"{name}.json", printable_lines(write_record(replace(record, totals=game.state.totals)))
        )
        newest, _ = self._turns.get(kept.table, (0, ()))
        gcg = self._write_gcg(name, kept.table, record, game, newest=kept.game >= newest)
        if self._live is not None:
            old = kept.game < newest or time.time() - kept.wall > LIVE_FOR
            self._live.follow(kept.table, table, kept.game, game, over=kept.over, old=old)
        if kept.game >= newest:
            self._turns[kept.table] = kept.game, tuple(_turns(game, self._texts))
        if kept.over:
            points = sorted(game.state.totals.items(), key=lambda side: -side[1])
            won = winners(game.state)
            self._results[kept.table, kept.game] = Result(
                began,
                table,
                game.state.variant.name,
                tuple(points),
                tuple(won),
                name,
                gcg,
                signatures(record, game, kept.moments),
            )
            sides = side_figures(record, game, kept.wall, kept.moments)
            self._played[kept.table, kept.game] = PlayedGame(
                kept.table, kept.game, table, began, sides, name
            )
        else:
            self._results.pop((kept.table, kept.game), None)
            self._played.pop((kept.table, kept.game), None)

    def _write_gcg(
        self, name: str, table: str, record: GameRecord, game: Game, *, newest: bool
    ) -> bool:
        """Whether GCG can hold it. A table's newest game is also in a file that keeps its name, for
        broadcasts."""
        try:
            text = printable_lines(write_gcg(record, game))
        except GcgError as error:
            log.info("%s stays without GCG: %s", name, error)
            return False
        self._put(f"{name}.gcg", text)
        if newest:
            self._put(f"live/{table}.gcg", text)
        return True

    def _put(self, name: str, contents: str | bytes) -> None:
        text = contents.encode("utf-8", "replace") if isinstance(contents, str) else contents
        folder = (self._folder / name).parent
        if not folder.is_dir():
            folder.mkdir(parents=True)
            folder.chmod(FOR_ALL_TO_ENTER)
        replace_file(self._folder / name, text, FOR_ALL_TO_READ, for_good=False)


def _state(body: bytes | None) -> TableStatus | None:
    return None if body is None else msgspec.json.decode(body, type=TableStatus)


def _turns(game: Game, texts: Texts) -> Iterator[TurnShown]:
    totals = dict.fromkeys(game.state.sides, 0)
    for entry in game.state.entries:
        totals[entry.side] += entry.points
        points = signed(entry.points) if entry.reasons else "0"
        start = "" if entry.scored is None else entry.scored.play.start
        said = tuple(line.removeprefix(start).strip() for line in story(entry, texts))
        word = _word(entry, game.state.variant.tile_set)
        yield TurnShown(entry.side, points, totals[entry.side], said, start, word)


def _word(entry: Entry, tiles: TileSet) -> tuple[LaidTile, ...]:
    """The main word of a play; nothing of any other turn."""
    if entry.kind is not EntryKind.PLAY or entry.scored is None:
        return ()
    valued, laid = len(set(tiles.values.values())) > 1, entry.scored.tiles
    return tuple(
        LaidTile(
            tile_letters(tiles, letter_of(one.tile)),
            one.value if valued else None,
            one.square in laid,
            is_blank(one.tile),
        )
        for one in entry.scored.words[0].letters
    )
