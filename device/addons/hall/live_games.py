"""Chosen tables of a hall, live on Woogles: each game is created there and gets every move.

On a thread of its own: neither a table nor the hall ever waits for it. Before each move it asks
what the server has, so that nothing comes twice, whatever was lost on the way, and a hall that is
started again goes on where it was. Tests: tests/device/test_live_games.py.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import msgspec

from device.addons.hall.woogles import (
    Document,
    Json,
    Move,
    NotShownError,
    creation,
    document_of,
    event_of,
    id_in,
    moves_of,
    next_to_send,
    players_of,
)
from device.addons.hall.woogles_client import KeyFileError, LiveError, WooglesClient
from device.system.files import replace_file
from engine.game import Game
from engine.sentences import Sentence
from engine.turns.ending import is_settled
from hardware.threads import watched

log = logging.getLogger(__name__)

KNOWN_GAMES = "live.json"
"""Which games were created there, by table and number: in the hall's folder."""

MOST_KNOWN = 1_000
MOST_WAITING = 20
"""Games of one table that wait for the network; beyond that the oldest is given up."""

TRY_AGAIN, AT_MOST = 5.0, 60.0
"""Seconds until a failed call is tried again: twice as long each time, up to ..."""

MOST_SENT = 400
"""The most moves sent for one state of a game: no game has as many."""

WATCH = "https://woogles.io/anno/{id}"
CREATES = ("CreateBroadcastGame", "CreateAnnotatedGame")
"""The call that creates a game: as it is published, and as newer servers have it."""


class Calls(Protocol):
    """A client of the server."""

    def call(self, method: str, message: Json) -> Json:
        """The answer to a call; LiveError or KeyFileError."""


@dataclass
class _Table:
    """A table that is shown: its client, the games that wait, and how it stands."""

    name: str
    client: Calls
    waiting: OrderedDict[int, tuple[str, Game]] = field(default_factory=OrderedDict)
    said: str = ""
    trouble: str = ""
    failed: int = 0
    again: float = 0.0


class LiveGames:
    """Follows a hall's games. `keys`: the file with each table's key, by the table's name: an
    account of Woogles has one unfinished game at a time. `lexicon`: by its name there."""

    def __init__(
        self,
        folder: Path,
        keys: Mapping[str, Path],
        lexicon: str,
        server: str,
        client: Callable[[str, Path], Calls] = WooglesClient,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tables = {
            name.casefold(): _Table(name, client(server, k)) for name, k in keys.items()
        }
        self._lexicon, self._clock, self._path = lexicon, clock, folder / KNOWN_GAMES
        self._known = self._read()
        self._changed, self._ended = threading.Condition(), False
        self._thread = threading.Thread(
            target=watched(self._run, self._died), name="live games", daemon=True
        )

    def begin(self) -> None:
        """Sends from now on."""
        self._thread.start()

    def follow(
        self, table: str, name: str, number: int, game: Game, *, over: bool, old: bool = False
    ) -> None:
        """A game of the table with this id and name is now as in `game`. Returns at once. One that
        was over, or `old`, before anything of it was sent isn't shown."""
        shown = self._tables.get(name.casefold())
        if shown is None:
            return
        key = f"{table}/{number}"
        with self._changed:
            if (over or old) and key not in self._known and number not in shown.waiting:
                return
            shown.waiting[number] = (key, game)
            if len(shown.waiting) > MOST_WAITING:
                given_up, _ = shown.waiting.popitem(last=False)
                log.warning("game %s of %s is not shown: too many wait", given_up, name)
            self._changed.notify()

    @property
    def lines(self) -> tuple[str, ...]:
        """How each table stands, a sentence each."""
        with self._changed:
            return tuple(
                Sentence("{table}, live: {said}", table=one.name, said=one.trouble or one.said)
                for one in self._tables.values()
                if one.trouble or one.said
            )

    def close(self) -> None:
        """Ends; what wasn't sent is sent at the next start."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(1.0)

    def _died(self, error: Exception) -> None:
        log.error("nothing is shown live any more: %s", error, exc_info=error)
        with self._changed:
            for table in self._tables.values():
                table.trouble = Sentence("it has stopped: start the hall again.")

    # --- on the thread ---

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._ended:
                    return
                due = self._due()
                if due is None:
                    self._changed.wait(self._until_next())
                    continue
                number, (key, game) = next(iter(due.waiting.items()))
            self._send(due, number, key, game)

    def _due(self) -> _Table | None:
        now = self._clock()
        ready = (one for one in self._tables.values() if one.waiting and one.again <= now)
        return next(ready, None)

    def _until_next(self) -> float | None:
        waits = [one.again - self._clock() for one in self._tables.values() if one.waiting]
        return max(0.0, min(waits)) if waits else None

    def _send(self, table: _Table, number: int, key: str, game: Game) -> None:
        """Brings a game up to date, or says why that can't be."""
        said = trouble = ""
        try:
            said = self._up_to_date(table, key, game)
        except NotShownError as error:
            said = Sentence("this game isn’t shown: {why}.", why=error)
        except (LiveError, KeyFileError) as error:
            trouble = error.args[0]
            log.info("%s: %s", table.name, error)
        except (ValueError, TypeError) as error:
            trouble = Sentence("Woogles’ answer can’t be read.")
            log.warning("%s: what Woogles answers can't be read: %s", table.name, error)
        with self._changed:
            table.trouble = trouble
            if trouble:
                table.failed += 1
                wait = min(AT_MOST, TRY_AGAIN * 2 ** min(table.failed - 1, 6))
                table.again = self._clock() + wait
                return
            table.said, table.failed, table.again = said, 0, 0.0
            if table.waiting.get(number) == (key, game):
                del table.waiting[number]  # nothing has happened meanwhile

    def _up_to_date(self, table: _Table, key: str, game: Game) -> str:
        wanted, ours = creation(game, self._lexicon), moves_of(game)
        if not ours and key not in self._known:
            return Sentence("waiting for the first turn.")  # it says who begins
        game_id = self._known.get(key) or self._create(table.client, key, game, wanted)
        for _ in range(MOST_SENT):
            has = document_of(table.client.call("GetGameDocument", {"gameId": game_id}))
            send = next_to_send(ours, has)
            if send is None:
                return self._stands(game, game_id, has, len(ours))
            table.client.call("SendGameEvent", event_of(game_id, send, has))
        raise LiveError(Sentence("Woogles keeps a different game from the table’s."))

    def _stands(self, game: Game, game_id: str, has: Document, moves: int) -> str:
        """Where the game can be watched, and whether the server counts as the table does."""
        where = WATCH.format(id=game_id)
        totals = tuple(game.state.totals[side] for side in players_of(game))
        if is_settled(game.state) and has.scores and has.scores != totals:
            return Sentence("{where} has other points than the table.", where=where)
        return Sentence("{where}, turns sent: {n}", where=where, n=moves)

    def _create(self, client: Calls, key: str, game: Game, wanted: Json) -> str:
        """Creates the game, unless an earlier call has, whose answer was lost."""
        found = self._created_before(client, game)
        game_id = found or self._created(client, wanted)
        if not game_id:
            raise LiveError(Sentence("Woogles’ answer can’t be read."))
        self._known[key] = game_id
        self._write()
        return game_id

    def _created(self, client: Calls, wanted: Json) -> str:
        for method in CREATES[:-1]:
            try:
                return id_in(client.call(method, wanted))
            except LiveError as error:
                if not error.unknown:
                    raise
        return id_in(client.call(CREATES[-1], wanted))

    def _created_before(self, client: Calls, game: Game) -> str:
        """The account's unfinished game, if it can only be this one; LiveError for any other: as
        long as there is one, no new game can be created."""
        answer = client.call("GetMyUnfinishedGames", {})
        ids = [id_in(one) for one in answer.get("games", []) if isinstance(one, dict)]
        for game_id in filter(None, ids):
            has = document_of(client.call("GetGameDocument", {"gameId": game_id}))
            if self._is(game, game_id, has):
                return game_id
        if any(ids):
            raise LiveError(
                Sentence(
                    "The account has an unfinished game: finish or delete {where} there first.",
                    where=WATCH.format(id=next(filter(None, ids))),
                ),
                refused=True,
            )
        return ""

    def _is(self, game: Game, game_id: str, has: Document) -> bool:
        if game_id in self._known.values() or has.nicknames != players_of(game):
            return False
        ours: tuple[Move, ...] = moves_of(game)
        return has.moves == ours[: len(has.moves)]

    # --- which games were created ---

    def _read(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            log.warning("%s can't be read: %s", self._path, error)
            return {}

    def _write(self) -> None:
        for old in [*self._known][:-MOST_KNOWN]:
            del self._known[old]
        try:
            replace_file(self._path, msgspec.json.encode(self._known))
        except OSError as error:
            # The account's unfinished games say it again.
            log.warning("%s can't be written: %s", self._path, error)
