"""Publishes a table's games to a hall: follows the table, with its own thread and connection.

The table never waits for it: the messages come from the journal, and what couldn't be sent is sent
once the broker is back. Tests: tests/device/test_hall.py.
"""

from __future__ import annotations

import logging
import platform
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec

from device.addons.hall import HALL_IDENTITY
from device.addons.hall.address import broker_address
from device.addons.hall.broker import (
    Arrived,
    BrokerError,
    Connection,
    PahoConnection,
)
from device.addons.hall.discovery import announced, announced_by_version_1, known_by, sensors
from device.addons.hall.messages import (
    USER,
    VERSION,
    Begun,
    Have,
    MessageError,
    NextPairing,
    Presence,
    TableId,
    TableStatus,
    read,
    slug,
    topic,
    written,
)
from device.addons.hall.outbox import Outbox
from device.addons.hall.passed_over import PassedOver, WhyIgnored
from device.addons.hall.public import public_state, runs
from device.addons.hall.settings import HallSettings
from device.language.sentences import as_message
from device.language.texts import Texts
from device.session.core.effects import Effect
from device.session.core.inputs import Input
from device.session.core.state import TableState
from device.storage.journal import Journal, JournalError
from device.storage.journal_tables import Sums
from device.system.files import NoSuchFileError, read_file, replace_file
from engine.sentences import Sentence
from hardware.cameras.port import MonotonicClock
from hardware.threads import watched

log = logging.getLogger(__name__)

IDENTITY = HALL_IDENTITY
LARGEST_IDENTITY = 64 * 1024

BATCH = 100
"""The most messages the broker hasn't confirmed yet."""

WAIT_FOR_HALL = 3.0
"""Seconds that a table, once connected, waits for a hall's acknowledgement."""

UNANSWERED = 10.0
"""Seconds after which events that a hall hasn't acknowledged are sent again."""

STATE_EVERY = 0.5
"""The fewest seconds between two states ..."""

CLOCK_EVERY = 10.0
"""... and while a clock runs and nothing else happens: displays count on by themselves."""

ALIVE_EVERY = 60.0
"""Seconds after which a table sends its presence although nothing has happened."""

LONGEST_WAIT = 640.0
"""The most seconds between two attempts to send what a hall doesn't accept: they double until
then."""

AGAIN_AFTER = 60.0
"""Seconds after which a table whose disk failed while publishing tries again."""

CONFIRMED_WITHIN = 10.0
REACHED_WITHIN = 5.0
MOST_LEFT = 16
ENDS_WITHIN = 2.0


def hall_unreached(why: object) -> Sentence:
    """The table's message if the hall can't be reached."""
    return Sentence("Can’t reach the hall ({why}): the game continues without it.", why=why)


class LeftAt(msgspec.Struct, frozen=True):
    """Where a table has left retained messages: its number there, the broker and the credentials,
    as in the settings, and where it was announced to Home Assistant."""

    table: TableId
    broker: str
    user: str
    password_file: str
    ca_file: str
    discovery: str
    version: int = VERSION

    @classmethod
    def of(cls, table: str, hall: HallSettings, version: int = VERSION) -> LeftAt:
        """What a table with these settings leaves on their broker."""
        asked = hall.broker, hall.user, hall.password_file, hall.ca_file, hall.discovery
        return cls(table, *asked, version)

    def topics(self) -> Iterator[str]:
        """All its retained topics."""
        if self.version == 1:
            yield from announced_by_version_1(self.discovery, self.table)
            return
        yield from (topic(self.table, kind) for kind in ("presence", "state"))
        yield from announced(self.discovery, self.table)


class Identity(msgspec.Struct, frozen=True):
    """A table's identity in its halls, and the first game it publishes. `known`: the first link of
    the last game published, which identifies the journal. `left`: its retained messages; None in
    the first release's file, which didn't record them."""

    table: TableId
    since: int
    known: tuple[int, str] | None = None
    left: Annotated[tuple[LeftAt, ...], msgspec.Meta(max_length=16)] | None = None


def identity(
    folder: Path, name: str, journal: Journal, hall: HallSettings | None = None
) -> Identity:
    """The identity stored in this folder. A new one if there is none, if the journal was replaced
    and counts its games from 1 again, or if the broker knows the table by another user: from the
    current game on, or from the next one. OSError if it can't be stored."""
    user = "" if hall is None else hall.user
    path, first = folder / IDENTITY, user if re.fullmatch(USER, user) else ""
    kept = kept_identity(folder)
    if kept is not None and kept.left is None and hall is not None:
        kept = msgspec.structs.replace(kept, left=(LeftAt.of(kept.table, hall, version=1),))
    if kept is None:
        log.info("a table that is new to its halls")
    elif first and kept.table.rpartition("-")[0] != first:
        log.info("the broker knows this table as %s: it has a new number in its halls", first)
    elif kept.known is None or _first_link(journal, kept.known[0]) == kept.known[1]:
        return kept
    else:
        log.info("another journal: this table has a new number in its halls")
    rows = journal.rows_from(0)
    since = 1 if not rows else rows[-1].game + rows[-1].over
    left = () if kept is None or kept.left is None else kept.left
    made = Identity(f"{first or slug(name)}-{secrets.token_hex(3)}", since, left=left)
    replace_file(path, msgspec.json.encode(made))
    return made


def kept_identity(folder: Path) -> Identity | None:
    """The identity stored in this folder, if there is a readable one."""
    path = folder / IDENTITY
    try:
        return msgspec.json.decode(read_file(path, LARGEST_IDENTITY), type=Identity)
    except FileNotFoundError:
        return None
    except (NoSuchFileError, msgspec.DecodeError, ValueError, RecursionError) as error:
        log.warning("%s can't be read, and is written again: %s", path, error)
        return None


def _first_link(journal: Journal, game: int) -> str | None:
    rows = [row for row in journal.rows_from(game) if row.game == game]
    return Sums.head(game, rows[0].head, rows[0].extras) if rows else None


@dataclass(frozen=True, eq=False)
class PublishedTable:
    """The table to publish: its name, its journal's file, its language, its clock, and its
    broker."""

    name: str
    journal: Path
    texts: Texts
    clock: MonotonicClock = time.monotonic
    hall: HallSettings = field(default_factory=HallSettings)


OpenConnection: TypeAlias = Callable[
    [str, tuple[str, ...], Arrived, Callable[[], None], tuple[str, bytes]], Connection
]
"""Connects as a client of that name, to these topics, with the callbacks for arriving messages and
for a new connection, and the last will."""


class Publisher:
    """Follows a table and publishes it on a broker. `say` is called with a sentence if it can't go
    on, `paired` with who plays there next in every answer of a hall, on the connection's thread."""

    def __init__(
        self,
        of: PublishedTable,
        connect: OpenConnection,
        say: Callable[[str], None],
        passed: PassedOver | None = None,
        paired: Callable[[NextPairing | None], None] = lambda _: None,
    ) -> None:
        self._of, self._connect, self._say, self._paired = of, connect, say, paired
        self._poke, self._closing = threading.Event(), threading.Event()
        self.passed = PassedOver() if passed is None else passed
        self._answer: Have | None = None
        self._connected = threading.Event()
        self._state: TableState | None = None
        self._said = False
        self._thread = threading.Thread(
            target=watched(self._run, self._died), name="hall", daemon=True
        )
        self._thread.start()

    # Called by the table

    def pressed(self) -> None:
        """A press by itself isn't published."""

    def begin(self, state: TableState) -> None:
        """The table begins in this state."""
        self._state = state
        self._poke.set()

    def follow(
        self, before: TableState, event: Input, after: TableState, effects: Sequence[Effect]
    ) -> None:
        """A step was taken: changes are published soon."""
        self._state = after
        if after is not before or effects:
            self._poke.set()

    def close(self) -> None:
        """Sends what can still be sent at once, and disconnects."""
        self._closing.set()
        self._poke.set()
        self._thread.join()

    # On its own thread

    def _died(self, error: Exception) -> None:
        self._say_once(f"{type(error).__name__}: {error}")

    def _say_once(self, why: str) -> None:
        if not self._said:
            self._said = True
            self._say(hall_unreached(why))

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._publish_while_it_can()
                return
            except (JournalError, BrokerError, OSError) as error:
                log.warning("nothing is published to the hall: %s", error)
                self._say_once(str(error))
                if isinstance(error, BrokerError):
                    return
            except Exception as error:
                log.exception("nothing is published to the hall for a while")
                self._died(error)
            # A full disk will have room again one day, and the journal has everything that wasn't
            # sent.
            self._closing.wait(AGAIN_AFTER)

    def _publish_while_it_can(self) -> None:
        take_back_elsewhere(self._of.journal.parent, self._of.hall.broker)
        journal = Journal.open_to_read(self._of.journal)
        try:
            if journal.trouble:  # it is a copy, in which nothing more will happen
                raise JournalError(journal.trouble)
            folder = self._of.journal.parent
            self._publish_all(journal, identity(folder, self._of.name, journal, self._of.hall))
        finally:
            journal.close()

    def _publish_all(self, journal: Journal, who: Identity) -> None:
        gone = topic(who.table, "presence"), written(Presence(False, self._of.name))
        connection = self._connect(
            f"tilekeeper-{who.table}",
            (topic(who.table, "have"),),
            self._arrived,
            self._on_connected,
            gone,
        )
        publishing = _Publishing(self._of, who, connection, Outbox(journal, who.since))
        try:
            while not self._closing.is_set():
                self._poke.wait(publishing.rests_for)
                self._poke.clear()
                if self._connected.is_set():
                    self._connected.clear()
                    publishing.begin()
                answer, self._answer = self._answer, None
                if answer is not None:  # each is complete: only the last one counts
                    publishing.hear(answer)
                publishing.go_on(self._state)
            publishing.end(self._state)
            connection.publish(*gone, retain=True)
        finally:
            connection.close()

    def _arrived(self, of: str, body: bytes) -> None:
        try:
            _, answer = read(of, body)
        except MessageError as error:
            self.passed.count(WhyIgnored.UNREADABLE, error)
            return
        if isinstance(answer, Have):
            self._answer = answer
            self._paired(answer.pairing)
            self._poke.set()

    def _on_connected(self) -> None:
        self._connected.set()
        self._poke.set()


class _Publishing:
    """One connection's publishing; all on one thread."""

    def __init__(
        self, of: PublishedTable, who: Identity, connection: Connection, outbox: Outbox
    ) -> None:
        self._of, self._who, self._connection, self._outbox = of, who, connection, outbox
        self._have: Have | None = None
        self._there, self._since, self._sent_at = False, 0.0, 0.0
        self._waits = True
        self._shown: TableStatus | None = None
        self._shown_at, self._known = float("-inf"), list[object]()
        self._alive_at, self._patience = 0.0, UNANSWERED
        left, before = LeftAt.of(who.table, of.hall), who.left or ()
        if left not in before:
            # Stored before anything is retained, so that it can be removed even after a kill in
            # between.
            self._keep(msgspec.structs.replace(who, left=(*before, left)[-MOST_LEFT:]))

    @property
    def rests_for(self) -> float:
        """Seconds until it has to look again if nothing happens."""
        return STATE_EVERY if self._there and (self._waits or self._late) else 2.0

    _late = False

    def begin(self) -> None:
        """Connected, for the first time or again."""
        self._there, self._waits, self._since = True, True, time.monotonic()
        self._outbox.compare_again()
        self._take_back()
        self._be_there()
        self._shown, self._known = None, []

    def _be_there(self) -> None:
        self._alive_at = time.monotonic()
        presence = written(Presence(True, self._of.name))
        self._connection.publish(topic(self._who.table, "presence"), presence, retain=True)

    def _take_back(self) -> None:
        """Removes this table's retained messages that are no longer wanted: under another number,
        or for Home Assistant if it is no longer used."""
        wanted, left = LeftAt.of(self._who.table, self._of.hall), self._who.left or ()
        here = [one for one in left if one.broker == wanted.broker]
        topics = {of for one in here for of in one.topics()}
        for of in sorted(topics - set(wanted.topics())):
            if not self._connection.publish(of, b"", retain=True):
                return  # with the next connection
        if here != [wanted] and self._connection.wait(CONFIRMED_WITHIN):
            others = tuple(one for one in left if one not in here)
            self._keep(msgspec.structs.replace(self._who, left=(*others, wanted)))

    def hear(self, have: Have) -> None:
        """A hall acknowledges what it has."""
        asked = self._have is None or have.asks != self._have.asks
        if self._have is None or _how_far(have) != _how_far(self._have):
            self._patience = UNANSWERED
        self._have = have
        if self._waits or asked:
            self._waits = False
            self._sent_at = time.monotonic()
            self._outbox.go_on_from(have)
        self._outbox.compare(have.earlier)

    def go_on(self, state: TableState | None) -> None:
        """Sends what is due."""
        if not self._there:
            return
        now = time.monotonic()
        if self._waits and now - self._since > WAIT_FOR_HALL:
            self._waits = False
            if self._have is None:
                self._outbox.from_this_game()
            else:
                self._outbox.go_on_from(self._have)
        if not self._waits:
            self._publish_games(now)
        if now - self._alive_at > ALIVE_EVERY:
            self._be_there()
            self._shown = None  # and the state, which Home Assistant would forget
        if state is not None:
            self._publish_state(state, now)

    def end(self, state: TableState | None) -> None:
        """Sends what can be sent within a moment."""
        self._shown_at = float("-inf")
        self.go_on(state)
        self._connection.wait(ENDS_WITHIN)

    def _publish_games(self, now: float) -> None:
        have = self._have
        if (
            have is not None
            and now - self._sent_at > self._patience
            and not self._outbox.has_sent_all(have)
        ):
            self._sent_at, self._patience = now, min(2 * self._patience, LONGEST_WAIT)
            self._outbox.go_on_from(have)
        of = topic(self._who.table, "game")
        while messages := self._outbox.pending(BATCH):
            self._sent_at = time.monotonic()
            for message in messages:
                if not self._connection.publish(of, written(message)):
                    self._there = False  # everything is sent again on the next connection
                    return
                if isinstance(message, Begun):
                    self._know(message)
            if not self._connection.wait(CONFIRMED_WITHIN):
                return

    def _know(self, begun: Begun) -> None:
        if self._who.known == (begun.game, begun.link):
            return
        self._keep(msgspec.structs.replace(self._who, known=(begun.game, begun.link)))

    def _keep(self, who: Identity) -> None:
        try:
            replace_file(
                self._of.journal.parent / IDENTITY, msgspec.json.encode(who), for_good=False
            )
        except OSError as error:
            # It is stored with the next game: the hall still gets this one.
            log.warning("what was published to the hall can't be noted: %s", error)
            return
        self._who = who

    def _publish_state(self, state: TableState, now: float) -> None:
        since = now - self._shown_at
        self._late = since < STATE_EVERY
        if self._late:
            return
        game = self._outbox.sent.game if self._outbox.sent.link else None
        texts = state.device.speaks(self._of.texts)
        status = public_state(state, texts, self._of.clock(), game)
        if status == self._shown:
            return
        if self._shown is not None and since < CLOCK_EVERY and _but_clocks(status, self._shown):
            return
        if self._of.hall.discovery and (known := list(known_by(status))) != self._known:
            self._known = known
            table, name = self._who.table, self._of.name
            for of, body in sensors(self._of.hall.discovery, table, name, status, texts):
                self._connection.publish(of, body, retain=True)
        if self._connection.publish(topic(self._who.table, "state"), written(status), retain=True):
            self._shown, self._shown_at = status, now


def _how_far(have: Have) -> tuple[int, int, str]:
    return have.game, have.events, have.link


def take_back_elsewhere(folder: Path, broker: str) -> None:
    """Removes what this folder's table left retained on other brokers than this one. Unreachable
    ones are tried again at the next start."""
    who = kept_identity(folder)
    if who is None or not who.left:
        return
    elsewhere = [one for one in who.left if one.broker != broker]
    done = [one for one in elsewhere if _take_back_at(one)]
    if done:
        left = tuple(one for one in who.left if one not in done)
        kept = msgspec.structs.replace(who, left=left)
        replace_file(folder / IDENTITY, msgspec.json.encode(kept))


def _take_back_at(left: LeftAt) -> bool:
    """Whether none of it is retained there any more."""
    try:
        address = broker_address(left.broker, left.user, left.password_file, left.ca_file)
        there = threading.Event()
        connection = PahoConnection(
            address,
            f"tilekeeper-{left.table}-{secrets.token_hex(2)}",
            subscribed=(),
            arrived=lambda _of, _body: None,
            connected=there.set,
        )
    except (BrokerError, ValueError, OSError) as error:
        log.warning("what %s retains of this table can't be removed: %s", left.broker, error)
        return False
    with closing(connection):
        if not there.wait(REACHED_WITHIN):
            log.warning("%s still retains messages of this table: no answer", left.broker)
            return False
        sent = [connection.publish(of, b"", retain=True) for of in left.topics()]
        return all(sent) and connection.wait(CONFIRMED_WITHIN)


class TakingBack:
    """Removes, on a thread of its own, what a table published that publishes nothing now."""

    def __init__(self, folder: Path) -> None:
        def take() -> None:
            try:
                take_back_elsewhere(folder, "")
            except OSError as error:
                log.warning("what brokers retain of this table is tried again later: %s", error)

        def died(error: Exception) -> None:
            log.error("what brokers retain of this table stays there: %s", error)

        self._thread = threading.Thread(target=watched(take, died), name="hall", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Waits a moment until it is done."""
        self._thread.join(ENDS_WITHIN)


def publisher(
    settings: HallSettings,
    journal: Path,
    texts: Texts,
    say: Callable[[str], None],
    passed: PassedOver | None = None,
    paired: Callable[[NextPairing | None], None] = lambda _: None,
) -> Publisher:
    """A publisher to the settings' broker, for the table of this journal. `passed` counts incoming
    messages that aren't answers; `paired` is called with who plays there next."""
    passed = PassedOver() if passed is None else passed
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
            address,
            client,
            subscribed=topics,
            arrived=arrived,
            connected=connected,
            will=will,
            passed=passed,
        )

    def say_translated(sentence: str) -> None:
        say(texts.say(as_message(sentence)))

    return Publisher(
        PublishedTable(name, journal, texts, hall=settings),
        connect,
        say_translated,
        passed,
        paired,
    )


def _but_clocks(one: TableStatus, other: TableStatus) -> bool:
    """Whether two states are equal apart from running clocks."""
    return runs(one) and _without_clocks(one) == _without_clocks(other)


def _without_clocks(state: TableStatus) -> TableStatus:
    sides = tuple(msgspec.structs.replace(side, clock=None) for side in state.sides)
    return msgspec.structs.replace(state, sides=sides, clock=None)
