"""A hall in the middle of an evening, written as `tilekeeper hall` does it: tables at every point
of a game, one with clocks, one whose points are hidden, one that fell silent, and finished games.

Needs no broker: the hall is given what tables would publish. Tests:
workshop/tests/test_hall_of_evenings.py.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import msgspec

from device.addons.hall.broker import Arrived, Connection
from device.addons.hall.hall import BATCH, Hall
from device.addons.hall.messages import Presence, TableStatus, topic, written
from device.addons.hall.outbox import Outbox
from device.addons.hall.public import public_state
from device.cli.demo import shipped_evenings
from device.language.texts import Texts
from device.session.core.effects import CloseGame, Record
from device.session.step import begin
from device.simulator.expected_game import game_laid
from device.simulator.script import read_evening
from device.storage.games import Keeper
from device.storage.journal import Journal
from engine.game import Game


@dataclass(frozen=True)
class HallTable:
    """A table: its name, its evening, how much of the game has been played, from 0 to 1, and
    whether it is still connected. `clocks`: for its sides in turn, seconds; `hidden`: points stay
    hidden until the end."""

    name: str
    evening: str
    played: float
    there: bool = True
    clocks: tuple[float, ...] = ()
    hidden: bool = False


TABLES = (
    HallTable("Grandma’s kitchen", "classic-challenges", 0.5),
    HallTable("Table 2", "four-sides", 0.7, clocks=(754.0, -61.0, 1500.0, 7199.0)),
    HallTable("Table 3, by the window of the long room upstairs", "nhl-house-rules", 0.4),
    HallTable("Junior", "junior", 0.0),
    HallTable("Piles", "topword-stacks", 0.6, hidden=True),
    HallTable("Dice", "scramble-clears", 0.6),
    HallTable("Silent", "party-chance", 0.5, there=False),
    HallTable("Finished", "first-light", 1.0),
    HallTable("Finished, and silent", "professional-french", 1.0, there=False),
)
"""Tables in all that a hall shows of them."""

NEWS = tuple[str, bytes]
"""A topic and what is published there."""


class NoBroker:
    """Stands in for a broker to which nothing has to be sent."""

    def publish(self, topic: str, body: bytes, *, retain: bool = False) -> bool:
        return True

    def wait(self, seconds: float) -> bool:
        return True

    def close(self) -> None:
        pass


def write_hall(folder: Path, texts: Texts, tables: tuple[HallTable, ...] = TABLES) -> list[str]:
    """Writes a hall of these tables into the folder; its pages, each by its address there."""
    news = [one for place, table in enumerate(tables) for one in _news(place, table, texts)]
    if tables:
        news.append((topic("table-0", "state"), b"no message"))  # the page says what it skipped
    arrivals: list[Arrived] = []
    rounds = len(news) // BATCH + 1

    def connect(
        _name: str, _topics: tuple[str, ...], arrived: Arrived, _connected: Callable[[], None]
    ) -> Connection:
        arrivals.append(arrived)
        return NoBroker()

    def stopped() -> bool:
        nonlocal rounds
        rounds -= 1
        return rounds < 0

    hall = Hall(folder, texts, connect)
    for of, body in news:
        arrivals[0](of, body)
    hall.run(stopped)
    return sorted(str(page.relative_to(folder)) for page in folder.rglob("*.html"))


def _news(place: int, table: HallTable, texts: Texts) -> Iterator[NEWS]:
    """All that a table publishes, up to where its evening is."""
    name = f"table-{place}"
    path = shipped_evenings()[table.evening]
    evening, variant = read_evening(path.read_text(encoding="utf-8"), path.name)
    whole = game_laid(evening, variant)
    events = whole.events[: round(len(whole.events) * table.played)]
    yield topic(name, "presence"), written(Presence(True, table.name))
    with (
        tempfile.TemporaryDirectory() as made,
        closing(Journal(Path(made) / "games.sqlite", time.time)) as journal,
    ):
        keeper = Keeper.of(journal, variant, whole.state.sides, None)
        for number, event in enumerate(events):
            keeper.keep(Record(number, event))
        if events == whole.events:
            keeper.keep(CloseGame())
        for message in Outbox(journal, 1).pending(len(events) + 2):
            yield topic(name, "game"), written(message)
    state = begin(Game.fold(whole.start, events))
    shown = public_state(state, texts, time.monotonic(), 1)
    yield topic(name, "state"), written(_as_agreed(shown, table))
    if not table.there:
        yield topic(name, "presence"), written(Presence(False, table.name))


def _as_agreed(shown: TableStatus, table: HallTable) -> TableStatus:
    """The same with clocks and hidden points, as its players have agreed."""
    sides = shown.sides
    if table.clocks:
        sides = tuple(
            msgspec.structs.replace(side, clock=clock, clock_runs=side.turn)
            for side, clock in zip(sides, table.clocks, strict=True)
        )
    if table.hidden:
        sides = tuple(msgspec.structs.replace(side, points=None) for side in sides)
    return msgspec.structs.replace(shown, sides=sides)
