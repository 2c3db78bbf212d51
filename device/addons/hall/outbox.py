"""Which messages publish a journal's games to a hall: in order, continuing from what the hall has.

The journal is the source; a cursor marks how far it has been published. Withdrawn events, and those
a hall lacks, are sent again from the last event that both have. Knows no broker and no thread.
Tests: tests/device/test_hall_outbox.py.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Protocol

import msgspec

from device.addons.hall.messages import NOTHING, Begun, GameMessage, Happened, Have, Kept, Length
from device.session.core.setup import ExtrasError, read_extras
from device.storage.journal import ChainedEvent
from device.storage.journal_tables import GameRow, Sums
from engine.records.record import RecordError, read_record, write_record

log = logging.getLogger(__name__)


MOST_COMPARED = 2_000
"""The most games sent once more on one connection, whatever answers say."""


class KeptGames(Protocol):
    """A journal, as far as publishing needs it."""

    def rows_from(self, game: int) -> Sequence[GameRow]:
        """The games from that number on."""

    def chain(self, game: int, first: int) -> Sequence[ChainedEvent]:
        """The events of a game from that number on."""


@dataclass(frozen=True)
class Cursor:
    """How far games have been published: `events` of `game`, the last with `link`; `over`: it has
    ended."""

    game: int
    events: int
    link: str
    over: bool = False


class Outbox:
    """Publishes a journal's games from number `since` on. `sent`: how far."""

    def __init__(self, games: KeptGames, since: int) -> None:
        self._games, self._since = games, since
        self.sent = Cursor(since, 0, "")
        self._links: list[str] = []
        self._length_due = True
        self._lacking: list[int] = []
        self._again: deque[GameMessage] = deque()
        self._compared = set[tuple[int, int, str]]()

    def go_on_from(self, have: Have) -> None:
        """A hall has stored this much: the rest is sent again."""
        self._links, self._length_due = [], True
        if have.game < self._since:
            self.sent = Cursor(self._since, 0, "")
            return
        rows = [row for row in self._games.rows_from(have.game) if row.game == have.game]
        if not rows and (ours := self._games.rows_from(self._since)):
            # Somebody else sent it such a game: ours is sent all the same.
            self.sent = Cursor(min(have.game, ours[-1].game), 0, "")
            return
        links = [] if not rows else _links(rows[0], self._games.chain(have.game, 0))
        if have.events < len(links) and links[have.events] == have.link:
            self._links = links[: have.events + 1]
            self.sent = Cursor(have.game, have.events, have.link)
        else:
            # It has something else: what both have is sent twice, and it stores that once.
            self.sent = Cursor(have.game, 0, "")

    def compare(self, earlier: Sequence[Kept]) -> None:
        """A hall lists games before the newest: those that differ are sent once more."""
        theirs = {kept.game: (kept.events, kept.link) for kept in earlier}
        if not theirs:
            return
        for row in self._games.rows_from(max(self._since, min(theirs))):
            have = theirs.get(row.game, (0, ""))
            if row.game >= self.sent.game or have == (row.count, row.last) or not publishable(row):
                continue
            if (row.game, *have) not in self._compared and len(self._compared) < MOST_COMPARED:
                self._compared.add((row.game, *have))
                self._lacking.append(row.game)

    def compare_again(self) -> None:
        """A new connection: what was sent on the last one may not have arrived."""
        self._compared.clear()

    def from_this_game(self) -> None:
        """No hall acknowledges anything: the current game is sent from its beginning."""
        rows = self._games.rows_from(self._since)
        self.go_on_from(Have(rows[-1].game, -1, "", "") if rows else NOTHING)

    def has_sent_all(self, have: Have) -> bool:
        """Whether everything has been sent."""
        return not self.sent.link or (have.game, have.events, have.link) == (
            self.sent.game,
            self.sent.events,
            self.sent.link,
        )

    def pending(self, most: int) -> list[GameMessage]:
        """The next messages, marked as sent; at most about this many."""
        found = self._lacked(most)
        if len(found) >= most:
            return found
        for row in self._games.rows_from(max(self._since, self.sent.game)):
            if row.game == self.sent.game or publishable(row):
                found += self._of(row, most - len(found))
            if len(found) >= most:
                break
        return found

    def _lacked(self, most: int) -> list[GameMessage]:
        found: list[GameMessage] = []
        while len(found) < most and (self._again or self._lacking):
            if not self._again:
                self._again.extend(self._whole(self._lacking.pop(0)))
            while self._again and len(found) < most:
                found.append(self._again.popleft())
        return found

    def _whole(self, game: int) -> Iterator[GameMessage]:
        """All of an earlier game."""
        for row in self._games.rows_from(game)[:1]:
            if row.game == game and publishable(row):
                before = Sums.head(game, row.head, row.extras)
                yield Begun(game, msgspec.Raw(_head(row).encode()), row.wall, before, None)
                for event in self._games.chain(game, 0):
                    body = msgspec.Raw(event.body.encode())
                    yield Happened(game, event.number, body, event.wall, before, event.link)
                    before = event.link
                yield Length(game, row.count, before, row.over)

    def _of(self, row: GameRow, most: int) -> Iterator[GameMessage]:
        if not publishable(row):
            return  # its end was withdrawn, and its points are hidden again
        first = Sums.head(row.game, row.head, row.extras)
        if row.game != self.sent.game or not self._links:
            head = msgspec.Raw(_head(row).encode())
            yield Begun(row.game, head, row.wall, first, self._before(row.game))
            self.sent, self._links = Cursor(row.game, 0, first), [first]
        if (self.sent.events, self.sent.link, self.sent.over) == (
            row.count,
            row.last,
            row.over,
        ) and (not self._length_due):
            return
        chain = self._games.chain(row.game, 0)
        links = _links(row, chain)
        both = _same(self._links, links)
        shorter = both < len(self._links)
        self._links = links[:both]
        for event in chain[both - 1 : both - 1 + max(1, most)]:
            yield Happened(
                row.game,
                event.number,
                msgspec.Raw(event.body.encode()),
                event.wall,
                self._links[-1],
                event.link,
            )
            self._links.append(event.link)
        whole = len(self._links) == len(links)
        over = whole and row.over
        if whole and (self._length_due or shorter or over != self.sent.over):
            yield Length(row.game, len(chain), links[-1], over)
            self._length_due = False
        elif shorter:
            self._length_due = True  # its length is sent once all of it is
        self.sent = Cursor(row.game, len(self._links) - 1, self._links[-1], over)

    def _before(self, game: int) -> Length | None:
        """How the last published game before this one was left."""
        rows = [r for r in self._games.rows_from(self._since) if r.game < game and publishable(r)]
        return Length(rows[-1].game, rows[-1].count, rows[-1].last, rows[-1].over) if rows else None


def publishable(row: GameRow) -> bool:
    """Whether this game may be published already: if points are hidden, nothing that would reveal
    them leaves the table before its game is over."""
    try:
        return row.over or not read_extras(row.extras).hide_scores
    except ExtrasError as error:
        log.info("game %s isn't published: %s", row.game, error)
        return False


def _head(row: GameRow) -> str:
    """A game's head, which says that it was played at a tournament if it was: then the hall knows
    that its result is to be signed."""
    try:
        if not read_extras(row.extras).tournament:
            return row.head
        record = read_record(row.head)
    except (ExtrasError, RecordError) as error:
        log.info("whether game %s is a tournament's can't be read: %s", row.game, error)
        return row.head
    extras = MappingProxyType({**record.table.extras, "tournament": True})
    return write_record(replace(record, table=replace(record.table, extras=extras)))


def _links(row: GameRow, chain: Sequence[ChainedEvent]) -> list[str]:
    return [Sums.head(row.game, row.head, row.extras), *(event.link for event in chain)]


def _same(ours: Sequence[str], theirs: Sequence[str]) -> int:
    """How many links from the first on are equal; the first always is."""
    pairs = zip(ours, theirs, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(ours), len(theirs)))
