"""What a table is made of: what is plugged in, to whom it shows and says what, what is kept.

Only values; device/table/run.py puts them on one loop. Tests: tests/device/test_loop.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from device.clock_and_dice.dice import FAIR
from device.doctor.examination import MoreChecks
from device.language.texts import Message, Texts
from device.session.core.effects import Effect
from device.session.core.inputs import (
    FoundBackup,
    Input,
    PageSwitched,
    UpdateEnded,
    UpdateFound,
)
from device.session.core.state import TableState
from device.storage.journal import Journal
from device.storage.live import LiveFile
from device.storage.pictures import PlayPictures
from device.system.network import Network, network_told
from device.table.camera_thread import Reopen
from device.table.display import LookedOn, OnShown
from device.table.learning import OwnTable
from device.table.reading_thread import ReadBoard
from device.table.snapshots import Snapshots
from engine.variants import Variant
from hardware.cameras.port import Camera, MonotonicClock
from hardware.display import Display
from hardware.panel.port import Panel
from vision.reading import Grid


@dataclass(frozen=True, eq=False)
class Equipment:
    """Buttons with their lamps and tones, a screen, and maybe a camera; `reopen` opens it anew
    where it was lost, None for one that can't be had again; `mirrored`: it mirrors what it sees;
    `corners`: where the board lies in its pictures, if that is known; `read` reads them in place of
    a BoardReader. `checks`: what the doctor looks at besides. `clock`: monotonic seconds; `chance`:
    what rolls come from."""

    panel: Panel
    display: Display
    camera: Camera | None = None
    reopen: Reopen | None = None
    mirrored: bool = False
    corners: Grid | None = None
    read: ReadBoard | None = None
    clock: MonotonicClock = time.monotonic
    chance: Random = FAIR
    checks: tuple[MoreChecks, ...] = ()


class Page(LookedOn, Protocol):
    """A page for onlookers, which is opened and closed at the table; `wanted`: from the start."""

    @property
    def wanted(self) -> bool: ...

    def switch(self, answer: Callable[[PageSwitched], None], *, on: bool) -> None:
        """Opens or closes it; `answer` is told what came of it, on another thread."""

    def close(self) -> None:
        """Closes it for good."""


class Follower(Protocol):
    """Who follows what happens at a table and has no say in it; whatever it is told, it returns at
    once."""

    def pressed(self) -> None:
        """Something was pressed or touched, whatever it means; on the thread that it comes from."""

    def begin(self, state: TableState) -> None:
        """The table begins in this state."""

    def follow(
        self, before: TableState, event: Input, after: TableState, effects: Sequence[Effect]
    ) -> None:
        """A step was taken, its lamps are lit and its effects are carried out."""


def nothing_kept() -> Message:
    """What is said of a backup at a table that keeps nothing."""
    return Message("Games of this table are kept elsewhere, or nowhere: nothing was backed up.")


def nothing_found() -> tuple[FoundBackup, ...]:
    """The backups where nothing can be put back."""
    return ()


@dataclass(frozen=True)
class PackedReport:
    """A report of a wrong reading, not written yet; `tiles`: with what is known of the household's
    own."""

    data: bytes
    tiles: bool


def nothing_packed(_game: int, _event: int) -> PackedReport | Message:
    """What is said of a report at a table that keeps nothing."""
    return Message("No pictures are kept at this table: there is nothing to report.")


def nothing_written(_: bytes) -> Message:
    """What is said where nothing can be written."""
    return Message("The report can't be written.")


def no_network() -> Message:
    """How the network is where nobody looks."""
    return network_told(Network(None))


CANNOT_UPDATE = Message("This table can't update itself: do it as it was installed.")


def nowhere_newer() -> tuple[str, Message]:
    """What comes of looking for a newer version where nothing can be updated."""
    return "", CANNOT_UPDATE


def no_update(_: str) -> Message | None:
    """What comes of an update where nothing can be updated."""
    return CANNOT_UPDATE


@dataclass(frozen=True)
class Beside:
    """What is done beside the game, each on a thread of its own, and gives what is to be said of
    it. `back_up`: writes a backup to a stick; `backups`: those on the sticks; `pack_report`: of the
    picture of an event of a kept game, by both numbers; `write_report`: what was packed;
    `network`: how it is; `look_for_update`: gives the newer version, or "" and what is said;
    `update`: begins one to a version, None where it has begun."""

    back_up: Callable[[], Message] = nothing_kept
    backups: Callable[[], tuple[FoundBackup, ...]] = nothing_found
    pack_report: Callable[[int, int], PackedReport | Message] = nothing_packed
    write_report: Callable[[bytes], Message] = nothing_written
    network: Callable[[], Message] = no_network
    look_for_update: Callable[[], tuple[str, Message]] = nowhere_newer
    update: Callable[[str], Message | None] = no_update


class Updates(Protocol):
    """Who looks for newer versions, and hears what came of an update."""

    def begin(self, tell: Callable[[UpdateFound | UpdateEnded], None]) -> None:
        """From now on; `tell` is called on another thread."""

    def close(self) -> None:
        """No more."""


@dataclass(frozen=True, eq=False)
class Output:
    """In which language a table speaks, and to whom. `say` is given every sentence that is said
    aloud; `on_shown(view, display)` is called on the loop's thread once all of a view is drawn.
    `motion`: scores count up on the screen, where anybody can see it. `keep_language` is given the
    language that was chosen at the table, `use_card` the sound card, and says why it can't be had.
    `beside`: what is done beside the game; `updates`: who
    looks for newer versions, None where nobody does. `aloud`: the language of what is said, where
    that isn't the screen's. `followers` are told of every step. `page`: the one for onlookers, None
    at a table without."""

    texts: Texts
    say: Callable[[str], None]
    on_shown: OnShown | None = None
    motion: bool = True
    keep_language: Callable[[str], None] = lambda _: None
    use_card: Callable[[str], str | None] = lambda _: None
    beside: Beside = Beside()
    updates: Updates | None = None
    aloud: Texts | None = None
    page: Page | None = None
    followers: tuple[Follower, ...] = ()

    @property
    def heard(self) -> Texts:
        """The texts of what is said aloud."""
        return self.aloud or self.texts


def no_table(_: Variant) -> OwnTable | None:
    """Nothing is known of the table, and nothing is to be learned of it."""
    return None


@dataclass(frozen=True, eq=False)
class Storage:
    """What is kept: events, pictures of plays, and what is known of the table itself.

    `own`: that table as a game begins, which is used and added to. `snapshots`: what the journal
    doesn't tell. `live`: the file in which the running game can be watched. Each may be missing.
    """

    journal: Journal | None = None
    pictures: PlayPictures | None = None
    own: Callable[[Variant], OwnTable | None] = no_table
    snapshots: Snapshots | None = None
    live: LiveFile | None = None


NO_STORAGE = Storage()
