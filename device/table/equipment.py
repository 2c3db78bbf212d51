"""What is plugged into a table, and what is kept of its games: what a caller hands over together.

Only values; device/table/run.py puts them on one loop. Tests: tests/device/test_loop.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from device.storage.journal import Journal
from device.storage.pictures import PlayPictures
from device.storage.under_way import UnderWay
from device.table.camera_thread import Reopen
from device.table.learning import OwnTable
from engine.variants import Variant
from hardware.cameras.port import Camera
from hardware.display import Display
from hardware.panel.port import Panel


@dataclass(frozen=True, eq=False)
class Equipment:
    """Buttons with their lamps and tones, a screen, and maybe a camera; `reopen` opens it anew
    where it was lost, None for one that can't be had again; `mirrored`: it mirrors what it sees."""

    panel: Panel
    display: Display
    camera: Camera | None = None
    reopen: Reopen | None = None
    mirrored: bool = False


def no_table(_: Variant) -> OwnTable | None:
    """Nothing is known of the table, and nothing is to be learned of it."""
    return None


@dataclass(frozen=True, eq=False)
class Storage:
    """What is kept: events, pictures of plays, and what is known of the table itself.

    `own`: that table as a game begins, which is used and added to. `under_way`: what the journal
    doesn't tell. Each may be missing.
    """

    journal: Journal | None = None
    pictures: PlayPictures | None = None
    own: Callable[[Variant], OwnTable | None] = no_table
    under_way: UnderWay | None = None


NO_STORAGE = Storage()
