"""What a table is made of: what is plugged in, where it shows and speaks, what is kept."""

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
from device.table.display import LookedOn, OnShown
from device.table.learning import OwnTable
from device.table.reading_thread import ReadsBoard
from device.table.snapshots import Snapshots
from engine.variants import Variant
from hardware.cameras.port import Camera, MonotonicClock
from hardware.display import Display
from hardware.panel.port import Panel
from hardware.terminal_keys import TerminalKeys
from vision.reading import Grid


@dataclass(frozen=True, eq=False)
class Equipment:
    """Buttons with their lamps and tones, a screen, and maybe a camera; `reopen` opens a lost
    camera again, None for one that can't be reopened; `mirrored`: the camera mirrors what it sees;
    `corners`: where the board lies in its pictures, if known; `read` replaces BoardReader. `clock`:
    monotonic seconds; `chance`: the source of rolls; `keys`: a terminal's, where no window is."""

    panel: Panel
    display: Display
    camera: Camera | None = None
    reopen: Reopen | None = None
    mirrored: bool = False
    corners: Grid | None = None
    read: ReadsBoard | None = None
    clock: MonotonicClock = time.monotonic
    chance: Random = FAIR
    keys: TerminalKeys | None = None


@dataclass(frozen=True, eq=False)
class Output:
    """A table's languages and outputs. `say` is given every sentence to be spoken; `on_shown(view,
    display)` is called on the loop's thread once a view is drawn in full. `motion`: scores count up
    on the screen, if it is visible. `keep_language` saves the language chosen at the table;
    `use_card` selects the sound card, and returns why it can't be used. `jobs`: what runs alongside
    the game, by the names the session uses (device/session/care); each is a function of the job's
    arguments, returns its result, and is called on its own thread; `waits_for_jobs`: the loop waits
    for each. `aloud`: the language of speech, if it isn't the screen's. `addons`: what add-ons do
    here. `onlookers`: who else looks on."""

    texts: Texts
    say: Callable[[str], None]
    on_shown: OnShown | None = None
    motion: bool = True
    keep_language: Callable[[str], None] = lambda _: None
    use_card: Callable[[str], str | None] = lambda _: None
    jobs: Mapping[str, Callable[..., object]] = field(default_factory=lambda: MappingProxyType({}))
    waits_for_jobs: bool = False
    aloud: Texts | None = None
    addons: AddOnParts = NO_PARTS
    onlookers: tuple[LookedOn, ...] = ()

    @property
    def heard(self) -> Texts:
        """The texts for speech."""
        return self.aloud or self.texts


def no_table(_: Variant) -> OwnTable | None:
    """Nothing is known of the table, and nothing is to be learned about it."""
    return None


@dataclass(frozen=True, eq=False)
class Storage:
    """What is kept: events, pictures of plays, and what is known of the table itself.

    `own`: the table's learned data as a game begins, used and extended. `snapshots`: the state that
    isn't in the journal. Each may be missing.
    """

    journal: Journal | None = None
    pictures: PlayPictures | None = None
    own: Callable[[Variant], OwnTable | None] = no_table
    snapshots: Snapshots | None = None


NO_STORAGE = Storage()
