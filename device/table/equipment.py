"""What a table is made of: what is plugged in, to whom it shows and says what, what is kept.

Only values; device/table/run.py puts them on one loop. Tests: tests/device/test_loop.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType

from device.clock_and_dice.dice import FAIR
from device.language.texts import Texts
from device.storage.journal import Journal
from device.storage.pictures import PlayPictures
from device.table.addons import NO_PARTS, AddOnParts
from device.table.camera_thread import Reopen
from device.table.display import OnShown
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
    a BoardReader. `clock`: monotonic seconds; `chance`: what rolls come from."""

    panel: Panel
    display: Display
    camera: Camera | None = None
    reopen: Reopen | None = None
    mirrored: bool = False
    corners: Grid | None = None
    read: ReadBoard | None = None
    clock: MonotonicClock = time.monotonic
    chance: Random = FAIR


@dataclass(frozen=True, eq=False)
class Output:
    """In which language a table speaks, and to whom. `say` is given every sentence that is said
    aloud; `on_shown(view, display)` is called on the loop's thread once all of a view is drawn.
    `motion`: scores count up on the screen, where anybody can see it. `keep_language` is given the
    language that was chosen at the table, `use_card` the sound card, and says why it can't be had.
    `jobs`: what is done next to the game, by the names under which the session asks for it
    (device/session/care); each is a function of the job's arguments, gives its result, and is
    called on a thread of its own. `aloud`: the language of what is said, where that isn't the
    screen's. `addons`: what add-ons do here."""

    texts: Texts
    say: Callable[[str], None]
    on_shown: OnShown | None = None
    motion: bool = True
    keep_language: Callable[[str], None] = lambda _: None
    use_card: Callable[[str], str | None] = lambda _: None
    jobs: Mapping[str, Callable[..., object]] = field(default_factory=lambda: MappingProxyType({}))
    aloud: Texts | None = None
    addons: AddOnParts = NO_PARTS

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
    doesn't tell. Each may be missing.
    """

    journal: Journal | None = None
    pictures: PlayPictures | None = None
    own: Callable[[Variant], OwnTable | None] = no_table
    snapshots: Snapshots | None = None


NO_STORAGE = Storage()
