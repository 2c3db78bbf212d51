"""A table that tells a hall what happens: it follows the table, and has a thread and a broker.

The table never waits for it: what is to be told is read from the journal, and what couldn't be told
is told once the broker is there again. Tests: tests/device/test_hall.py.
"""

from __future__ import annotations

import logging
import platform
import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import msgspec

from device.hall.broker import (
    Arrived,
    BrokerError,
    Connection,
    PahoConnection,
)
from device.hall.discovery import known_by, sensors
from device.hall.messages import (
    Begun,
    Have,
    MessageError,
    Presence,
    StateTold,
    TableId,
    read,
    slug,
    topic,
    written,
)
from device.hall.public import public_state, runs
from device.hall.telling import Teller
from device.language.sentences import as_message
from device.language.texts import Texts
from device.session.effects import Effect
from device.session.inputs import Input
from device.session.state import TableState
from device.settings.broker import broker_address
from device.settings.config import HallSettings
from device.storage.journal import Journal, JournalError
from device.storage.salvage import Sums
from device.system.files import replace_file
from hardware.cameras.port import MonotonicClock
from hardware.threads import watched

log = logging.getLogger(__name__)

IDENTITY = "hall.json"
"""The file beside the journal that says who this table is."""

BATCH = 100
"""Messages that are sent before the broker has confirmed them."""

WAIT_FOR_HALL = 3.0
"""Seconds for which a table that has just connected waits to hear what a hall has."""

UNANSWERED = 10.0
"""Seconds after which what a hall hasn't said it has is told again."""

STATE_EVERY = 0.5
"""Seconds between two states at the least ..."""

CLOCK_EVERY = 10.0
"""... and while a clock runs and nothing else happens: whoever shows it counts on by itself."""

AGAIN_AFTER = 60.0
"""Seconds after which a table whose disk failed while it told begins to tell again."""

CONFIRMED_WITHIN = 10.0
ENDS_WITHIN = 2.0


NOTHING_TOLD = "The hall is told nothing ({why}): the game goes on without it."


class Identity(msgspec.Struct, frozen=True):
    """Who a table is in its halls, and from which game on it tells of itself. `known`: the first
    link of the game that it told last: by that the journal is known."""

    table: TableId
    since: int
    known: tuple[int, str] | None = None


def identity(folder: Path, name: str, journal: Journal) -> Identity:
    """The identity kept in this folder; a new one where there is none, or another journal has
    begun to count its games from 1 again: from the game that is being played on, or from the next
    one. OSError if it can't be kept."""
    path = folder / IDENTITY
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Identity)
        if kept.known is None or _first_link(journal, kept.known[0]) == kept.known[1]:
            return kept
        log.info("another journal: this table has a new number in its halls")
    except FileNotFoundError:
        log.info("a table that is new to its halls")
    except (msgspec.DecodeError, ValueError) as error:
        log.warning("%s can't be read, and is begun anew: %s", path, error)
    rows = journal.rows_from(0)
    since = 1 if not rows else rows[-1].game + rows[-1].over
    made = Identity(f"{slug(name)}-{secrets.token_hex(3)}", since)
    replace_file(path, msgspec.json.encode(made))
    return made


def _first_link(journal: Journal, game: int) -> str | None:
    rows = [row for row in journal.rows_from(game) if row.game == game]
    return Sums.head(game, rows[0].head, rows[0].extras) if rows else None


@dataclass(frozen=True, eq=False)
class ToldOf:
    """The table that is told of: its name, the file of its journal, what it speaks, its clock, and
    where Home Assistant looks ("": nowhere)."""

    name: str
    journal: Path
    texts: Texts
    clock: MonotonicClock = time.monotonic
    discovery: str = "homeassistant"


OpenConnection: TypeAlias = Callable[
    [str, tuple[str, ...], Arrived, Callable[[], None], tuple[str, bytes]], Connection
]
"""Connects as a client of that name, to these topics: what is given what arrives, what is called
when there is a connection, and the last will."""


class Publisher:
    """Follows a table and tells it to a broker. `tell` is given a sentence if it can't go on."""

    def __init__(self, of: ToldOf, connect: OpenConnection, tell: Callable[[str], None]) -> None:
        self._of, self._connect, self._tell = of, connect, tell
        self._poke, self._closing = threading.Event(), threading.Event()
        self._answers: queue.SimpleQueue[Have] = queue.SimpleQueue()
        self._connected = threading.Event()
        self._state: TableState | None = None
        self._said = False
        self._thread = threading.Thread(
            target=watched(self._run, self._died), name="hall", daemon=True
        )
        self._thread.start()

    # What the table calls

    def pressed(self) -> None:
        """A press alone is nothing that is told."""

    def begin(self, state: TableState) -> None:
        """The table begins in this state."""
        self._state = state
        self._poke.set()

    def follow(
        self, before: TableState, event: Input, after: TableState, effects: Sequence[Effect]
    ) -> None:
        """A step was taken: what has changed is told soon."""
        self._state = after
        if after is not before or effects:
            self._poke.set()

    def close(self) -> None:
        """Tells what can still be told at once, and says goodbye."""
        self._closing.set()
        self._poke.set()
        self._thread.join()

    # Its thread

    def _died(self, error: Exception) -> None:
        self._say_once(f"{type(error).__name__}: {error}")

    def _say_once(self, why: str) -> None:
        if not self._said:
            self._said = True
            self._tell(NOTHING_TOLD.format(why=why))

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._tell_while_it_can()
                return
            except (JournalError, BrokerError, OSError) as error:
                log.warning("nothing is told to the hall: %s", error)
                self._say_once(str(error))
                if isinstance(error, BrokerError):
                    return
            # A disk that is full has room again one day, and the journal has all that wasn't told.
            self._closing.wait(AGAIN_AFTER)

    def _tell_while_it_can(self) -> None:
        journal = Journal.open_to_read(self._of.journal)
        try:
            if journal.trouble:  # it is a copy, in which nothing more will happen
                raise JournalError(journal.trouble)
            self._tell_all(journal, identity(self._of.journal.parent, self._of.name, journal))
        finally:
            journal.close()

    def _tell_all(self, journal: Journal, who: Identity) -> None:
        gone = topic(who.table, "presence"), written(Presence(False, self._of.name))
        connection = self._connect(
            f"tilekeeper-{who.table}",
            (topic(who.table, "have"),),
            self._arrived,
            self._on_connected,
            gone,
        )
        telling = _Telling(self._of, who, connection, Teller(journal, who.since))
        try:
            while not self._closing.is_set():
                self._poke.wait(telling.rests_for)
                self._poke.clear()
                if self._connected.is_set():
                    self._connected.clear()
                    telling.begin()
                while not self._answers.empty():
                    telling.hear(self._answers.get())
                telling.go_on(self._state)
            telling.end(self._state)
            connection.publish(*gone, retain=True)
        finally:
            connection.close()

    def _arrived(self, of: str, body: bytes) -> None:
        try:
            _, answer = read(of, body)
        except MessageError as error:
            log.warning("the hall's answer can't be read: %s", error)
            return
        if isinstance(answer, Have):
            self._answers.put(answer)
            self._poke.set()

    def _on_connected(self) -> None:
        self._connected.set()
        self._poke.set()


class _Telling:
    """One connection's telling; all on one thread."""

    def __init__(self, of: ToldOf, who: Identity, connection: Connection, teller: Teller) -> None:
        self._of, self._who, self._connection, self._teller = of, who, connection, teller
        self._have: Have | None = None
        self._there, self._since, self._told_at = False, 0.0, 0.0
        self._waits = True
        self._shown: StateTold | None = None
        self._shown_at, self._known = float("-inf"), list[object]()

    @property
    def rests_for(self) -> float:
        """Seconds until it has to look again, if nothing happens."""
        return STATE_EVERY if self._there and (self._waits or self._late) else 2.0

    _late = False

    def begin(self) -> None:
        """There is a connection, the first or another one."""
        self._there, self._waits, self._since = True, True, time.monotonic()
        self._connection.publish(
            topic(self._who.table, "presence"), written(Presence(True, self._of.name)), retain=True
        )
        self._shown, self._known = None, []

    def hear(self, have: Have) -> None:
        """A hall says what it has."""
        asked = self._have is None or have.asks != self._have.asks
        self._have = have
        if self._waits or asked:
            self._waits = False
            self._told_at = time.monotonic()
            self._teller.go_on_from(have)

    def go_on(self, state: TableState | None) -> None:
        """Tells what is to be told now."""
        if not self._there:
            return
        now = time.monotonic()
        if self._waits and now - self._since > WAIT_FOR_HALL:
            self._waits = False
            if self._have is None:
                self._teller.from_this_game()
            else:
                self._teller.go_on_from(self._have)
        if not self._waits:
            self._tell_games(now)
        if state is not None:
            self._tell_state(state, now)

    def end(self, state: TableState | None) -> None:
        """Tells what can be told within a moment."""
        self._shown_at = float("-inf")
        self.go_on(state)
        self._connection.wait(ENDS_WITHIN)

    def _tell_games(self, now: float) -> None:
        have = self._have
        if (
            have is not None
            and now - self._told_at > UNANSWERED
            and not self._teller.has_told(have)
        ):
            self._told_at = now
            self._teller.go_on_from(have)
        of = topic(self._who.table, "game")
        while messages := self._teller.pending(BATCH):
            self._told_at = time.monotonic()
            for message in messages:
                if not self._connection.publish(of, written(message)):
                    self._there = False  # all of it is told anew with the next connection
                    return
                if isinstance(message, Begun):
                    self._know(message)
            if not self._connection.wait(CONFIRMED_WITHIN):
                return

    def _know(self, begun: Begun) -> None:
        if self._who.known == (begun.game, begun.link):
            return
        known = msgspec.structs.replace(self._who, known=(begun.game, begun.link))
        try:
            replace_file(
                self._of.journal.parent / IDENTITY, msgspec.json.encode(known), for_good=False
            )
        except OSError as error:
            # It is kept with the next game: the hall hears of this one all the same.
            log.warning("the game that was told last can't be kept: %s", error)
            return
        self._who = known

    def _tell_state(self, state: TableState, now: float) -> None:
        since = now - self._shown_at
        self._late = since < STATE_EVERY
        if self._late:
            return
        game = self._teller.told.game if self._teller.told.link else None
        texts = state.device.speaks(self._of.texts)
        told = public_state(state, texts, self._of.clock(), game)
        if told == self._shown:
            return
        if self._shown is not None and since < CLOCK_EVERY and _but_clocks(told, self._shown):
            return
        if self._of.discovery and (known := list(known_by(told))) != self._known:
            self._known = known
            table, name = self._who.table, self._of.name
            for of, body in sensors(self._of.discovery, table, name, told, texts):
                self._connection.publish(of, body, retain=True)
        if self._connection.publish(topic(self._who.table, "state"), written(told), retain=True):
            self._shown, self._shown_at = told, now


def publisher(
    settings: HallSettings, journal: Path, texts: Texts, tell: Callable[[str], None]
) -> Publisher:
    """A publisher to the broker that the settings name, for the table of this journal."""
    address = broker_address(
        settings.broker, settings.user, settings.password_file, settings.ca_file
    )
    name = settings.table or platform.node() or "Table"

    def connect(
        client: str,
        topics: tuple[str, ...],
        arrived: Arrived,
        connected: Callable[[], None],
        will: tuple[str, bytes],
    ) -> Connection:
        return PahoConnection(
            address, client, subscribed=topics, arrived=arrived, connected=connected, will=will
        )

    def told(sentence: str) -> None:
        tell(texts.say(as_message(sentence)))

    return Publisher(ToldOf(name, journal, texts, discovery=settings.discovery), connect, told)


def _but_clocks(one: StateTold, other: StateTold) -> bool:
    """Whether two states are the same but for clocks that ran on."""
    return runs(one) and _without_clocks(one) == _without_clocks(other)


def _without_clocks(state: StateTold) -> StateTold:
    sides = tuple(msgspec.structs.replace(side, clock=None) for side in state.sides)
    return msgspec.structs.replace(state, sides=sides, clock=None)
