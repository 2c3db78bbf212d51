"""Recovers a damaged journal: its rows, found page by page without SQLite's help; and the witness,
a small file with the journal that records what was written last.

Every row has a checksum (journal_tables.py), so one that a page still holds is either correct or
dropped; later pages win. Knows SQLite's file format, and nothing about the meaning of the games.
"""

from __future__ import annotations

import logging
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from device.storage.journal_tables import EventRow, GameRow, Sums
from device.system.files import begin_file, open_itself, read_file
from engine.sentences import AND, Plural, Sentence, listed

log = logging.getLogger(__name__)

PAGE_SIZES = frozenset(1 << n for n in range(9, 17))
USUAL_PAGE = 4096
"""SQLite's default, for when the file's head is unreadable."""

HEADER_BYTES = 100
MAGIC = b"SQLite format 3\0"
UNKNOWN = -1
TABLE_LEAF = 13
WAL_HEAD, FRAME_HEAD = 32, 24

SqlValue: TypeAlias = "int | float | str | None"
Pages: TypeAlias = dict[int, bytes]


@dataclass(frozen=True)
class SavedGame:
    """The intact part of a game: its first events. `lost`: how many came after them; UNKNOWN if
    there may have been some."""

    row: GameRow
    events: tuple[EventRow, ...]
    clock: str = ""
    lost: int = 0


@dataclass(frozen=True)
class Salvage:
    """What was found, oldest game first, and the numbers of games that are lost."""

    games: tuple[SavedGame, ...] = ()
    gone: tuple[int, ...] = ()

    def said(self) -> str:
        """A summary of what is left, as half a sentence."""
        whole = sum(not saved.lost for saved in self.games)
        parts = [Sentence(Plural("{n} complete game", "{n} complete games"), n=whole)]
        for saved in self.games:
            game = saved.row.game
            if saved.lost == UNKNOWN:
                parts.append(Sentence("game {game} perhaps without its last events", game=game))
            elif saved.lost:
                parts.append(
                    Sentence(
                        Plural(
                            "game {game} without its last event",
                            "game {game} without its last {n} events",
                        ),
                        game=game,
                        n=saved.lost,
                    )
                )
        if self.gone:
            parts.append(
                Sentence(
                    Plural("lost: game {games}", "lost: games {games}"),
                    games=listed(map(str, self.gone), AND),
                    n=len(self.gone),
                )
            )
        return listed(parts)


def looks_sound(head: bytes) -> bool:
    """Whether a file begins as a journal's does."""
    if len(head) < HEADER_BYTES:
        return False
    sizes_and_forms = _page_size(head) in PAGE_SIZES and head[20:24] == bytes((0, 64, 32, 32))
    forms = head[18] in (1, 2) and head[19] in (1, 2)
    schema, encoding = struct.unpack_from(">I", head, 44)[0], struct.unpack_from(">I", head, 56)[0]
    return head[:16] == MAGIC and sizes_and_forms and forms and schema <= 4 and encoding <= 1


def salvaged(data: bytes, wal: bytes, *, proved: bool = True) -> Salvage:
    """What a damaged file and its log (maybe empty) still hold. `proved`: its rows have checksums;
    an older version's have to be taken as they are."""
    found = _Found()
    size = _page_size(data)
    size = size if size in PAGE_SIZES else USUAL_PAGE
    pages: Pages = {}
    for at in range(0, len(data), size):
        pages[at // size + 1] = data[at : at + size].ljust(size, b"\0")
    for number in list(pages):
        found.take(pages, number, size, proved=proved)
    for number, page in _frames(wal, size):
        pages[number] = page
        found.take(pages, number, size, proved=proved)
    return found.salvage(proved=proved)


@dataclass
class _Found:
    """The rows so far; later finds replace earlier ones."""

    games: dict[int, GameRow] = field(default_factory=dict)
    events: dict[int, dict[int, list[EventRow]]] = field(default_factory=dict)
    clocks: dict[int, str] = field(default_factory=dict)

    def take(self, pages: Mapping[int, bytes], number: int, size: int, *, proved: bool) -> None:
        if not proved and pages[number][HEADER_BYTES if number == 1 else 0] != TABLE_LEAF:
            return
        for rowid, row in _rows(pages, number, size):
            match row:
                case (None, str(head), int() | float() as wall, int(over), str(extras), *more):
                    self._game(rowid, head, float(wall), bool(over), extras, more, proved)
                case (None, str(head), int() | float() as wall, int(over)) if not proved:
                    self._game(rowid, head, float(wall), bool(over), "", [], proved)
                case (int(game), int(place), str(body), int() | float() as wall, str(link), *more):
                    note = str(more[0]) if more else ""
                    events = self.events.setdefault(game, {}).setdefault(place, [])
                    events.append(EventRow(body, float(wall), link, note))
                case (int(game), int(place), str(body), int() | float() as wall) if not proved:
                    self.events.setdefault(game, {})[place] = [EventRow(body, float(wall))]
                case (None, str(body), str(proof)) if proof == Sums.clock(rowid, body):
                    self.clocks[rowid] = body
                case (None, str(body)) if not proved:
                    self.clocks[rowid] = body
                case _:
                    continue

    def _game(
        self,
        game: int,
        head: str,
        wall: float,
        over: bool,
        extras: str,
        more: list[SqlValue],
        proved: bool,
    ) -> None:
        row = GameRow(game, head, wall, over, extras)
        match more:
            case (int(count), str(last), str(proof)):
                row = replace(row, count=count, last=last)
                if proof == Sums.game(row):
                    self.games[game] = row
            case _ if not proved:
                self.games[game] = row

    def salvage(self, *, proved: bool) -> Salvage:
        saved = [self._saved(row, proved=proved) for _, row in sorted(self.games.items())]
        # Numbers go up by one from 1 on, and events also reveal a game.
        proven = [game for game in self.events if not proved or self._begun(game)]
        newest = max([*self.games, *proven], default=0)
        gone = (n for n in range(1, newest + 1) if n not in self.games)
        return Salvage(tuple(saved), tuple(gone))

    def _begun(self, game: int) -> bool:
        """Whether the events that name this game form a chain, so that it must have existed."""
        links = [event.link for events in self.events[game].values() for event in events]
        return any(
            _follows(event, before, place)
            for place, events in self.events[game].items()
            for event in events
            for before in links
        )

    def _saved(self, row: GameRow, *, proved: bool) -> SavedGame:
        events = self.events.get(row.game, {})
        clock = self.clocks.get(row.game, "")
        taken: list[EventRow] = []
        if not proved:
            while len(taken) in events:
                taken.append(events[len(taken)][-1])
            return SavedGame(row, tuple(taken), clock, len(events) - len(taken))
        chain = self._back(row, events)
        if chain is not None:
            return SavedGame(row, chain, clock)
        link = Sums.head(row.game, row.head, row.extras)
        while len(taken) < row.count:
            fits = [one for one in events.get(len(taken), ()) if _follows(one, link, len(taken))]
            if not fits:
                break
            link = fits[-1].link
            taken.append(fits[-1])
        # Later events may have ended or reopened it; the clocks were later too.
        rest = replace(row, over=row.over and len(taken) == row.count)
        return SavedGame(rest, tuple(taken), "", row.count - len(taken))

    @staticmethod
    def _back(row: GameRow, events: Mapping[int, list[EventRow]]) -> tuple[EventRow, ...] | None:
        """The events that lead to the last link, from the first on; None if one is missing."""
        chain: list[EventRow] = []
        first, wanted = Sums.head(row.game, row.head, row.extras), row.last
        for place in reversed(range(row.count)):
            before = [first] if place == 0 else [one.link for one in events.get(place - 1, ())]
            found = next(
                (
                    (event, link)
                    for event in events.get(place, ())
                    if event.link == wanted
                    for link in before
                    if _follows(event, link, place)
                ),
                None,
            )
            if found is None:
                return None
            event, wanted = found
            chain.append(event)
        return tuple(reversed(chain)) if wanted == first else None


def _follows(event: EventRow, link: str, place: int) -> bool:
    """Whether an event exists at that place, after the one with this link."""
    return event.link == Sums.event(link, place, event.body, event.note)


# SQLite's file format (sqlite.org/fileformat2.html)


def _page_size(data: bytes) -> int:
    if len(data) < HEADER_BYTES:
        return USUAL_PAGE
    size = int.from_bytes(data[16:18], "big")
    return 65536 if size == 1 else size


def _frames(wal: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """The log's pages in the order written; not those left over from an earlier round."""
    salts: bytes | None = None
    for at in range(WAL_HEAD, len(wal) - FRAME_HEAD - size + 1, FRAME_HEAD + size):
        number = int.from_bytes(wal[at : at + 4], "big")
        salts = wal[at + 8 : at + 16] if salts is None else salts
        if wal[at + 8 : at + 16] in (salts, wal[16:24]) and 0 < number < 1 << 24:
            yield number, wal[at + FRAME_HEAD : at + FRAME_HEAD + size]


def _rows(
    pages: Mapping[int, bytes], number: int, size: int
) -> Iterator[tuple[int, list[SqlValue]]]:
    """A page's rows with their numbers, read as a table leaf; anything that can't be a row is
    skipped."""
    page = pages[number]
    start = HEADER_BYTES if number == 1 else 0
    count = min(int.from_bytes(page[start + 3 : start + 5], "big"), size // 4)
    for n in range(count):
        at = start + 8 + 2 * n
        cell = int.from_bytes(page[at : at + 2], "big")
        try:
            length, cell = _varint(page, cell)
            rowid, cell = _varint(page, cell)
            row = _record(_payload(pages, page, cell, length, size))
        except (IndexError, KeyError, ValueError, struct.error, OverflowError):
            continue
        yield rowid, row


def _payload(pages: Mapping[int, bytes], page: bytes, at: int, length: int, size: int) -> bytes:
    if not 0 < length <= size * len(pages):
        raise ValueError("no row is as long as that")
    most = size - 35
    if length <= most:
        return page[at : at + length]
    least = (size - 12) * 32 // 255 - 23
    local = least + (length - least) % (size - 4)
    local = local if local <= most else least
    payload, beyond = page[at : at + local], page[at + local : at + local + 4]
    while len(payload) < length:
        further = pages[int.from_bytes(beyond, "big")]
        payload, beyond = payload + further[4 : 4 + length - len(payload)], further[:4]
    return payload


def _record(payload: bytes) -> list[SqlValue]:
    head, at = _varint(payload, 0)
    kinds: list[int] = []
    while at < head:
        kind, at = _varint(payload, at)
        kinds.append(kind)
        if len(kinds) > 20:
            raise ValueError("no row has as many columns")
    row: list[SqlValue] = []
    at = head
    for kind in kinds:
        length = _length(kind)
        data = payload[at : at + length]
        if len(data) < length:
            raise ValueError("a row that is cut off")
        row.append(_value(kind, data))
        at += length
    return row


def _length(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind]


def _value(kind: int, data: bytes) -> SqlValue:
    match kind:
        case 0:
            return None
        case 7:
            return float(struct.unpack(">d", data)[0])
        case 8 | 9:
            return kind - 8
        case _ if kind < 7:
            return int.from_bytes(data, "big", signed=True)
        case _ if kind % 2:
            return data.decode()
        case _:
            raise ValueError("no row has such a column")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for n in range(9):
        byte = data[at + n]
        if n == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + n + 1
    raise ValueError("no number is as long as that")


# --- the witness: a truncated log looks like a complete one ---

WIDTH = 64
"""Bytes of the file, overwritten in one write."""


@dataclass(frozen=True)
class Last:
    """The game written last, how many events it had, and whether it was over."""

    game: int
    count: int
    over: bool = False

    @property
    def line(self) -> bytes:
        """Its line in the file, with a checksum against half-written lines."""
        said = f"{self.game} {self.count} {int(self.over)}"
        line = f"{said} {zlib.crc32(said.encode())}"
        return line.ljust(WIDTH - 1).encode() + b"\n"


class Witness:
    """The witness of one journal; if it can't be written there is none, and the game goes on."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(f"{journal.name}.last")
        self._number: int | None = None
        self._gone = False

    def write(self, last: Last, *, for_good: bool = False) -> None:
        """Records what the journal has written; `for_good`: it is on the disk when this returns."""
        try:
            if self._gone:
                return
            if self._number is None:
                begin_file(self._path)
                self._number = open_itself(self._path, os.O_WRONLY)
            os.pwrite(self._number, last.line, 0)
            if for_good:
                os.fdatasync(self._number)
        except OSError as error:
            # This loses nothing of the game: only its loss would go unnoticed.
            log.info("%s can't be written: %s", self._path, error)
            self._gone = True
            self.forget()

    def read(self) -> Last | None:
        """What was written last; None if that isn't known."""
        try:
            line = read_file(self._path, WIDTH)
            game, count, over, _ = map(int, line.split())
        except (OSError, ValueError) as error:
            log.debug("%s has nothing that can be used: %s", self._path, error)
            return None
        last = Last(game, count, bool(over))
        return last if last.line == line else None

    def forget(self) -> None:
        """Nothing is known any more about what was written."""
        self.close()
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            log.info("%s can't be taken away: %s", self._path, error)

    def close(self) -> None:
        if self._number is not None:
            os.close(self._number)
            self._number = None
