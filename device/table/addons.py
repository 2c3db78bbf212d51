"""What an add-on does at a running table, and what it adds to the doctor's report when none is
running. An add-on registers these in its table.py and checks.py.

Only values; device/table/run.py and the commands use them. Knows no add-on by name.
Tests: tests/device/test_addons.py, tests/device/test_play.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, TypeAlias

from device.clock_and_dice.on_time import Lit
from device.doctor.examination import MoreChecks
from device.language.texts import Texts
from device.registry import leave_out, registered
from device.session.core.effects import Effect, Job
from device.session.core.inputs import Input
from device.session.core.offered import load_menus
from device.session.core.state import TableState
from device.settings.config import Settings
from device.storage.pictures import PlayPictures
from device.system.process import Patience
from device.table.display import LookedOn


@dataclass(frozen=True, eq=False)
class AddOnTable:
    """The table an add-on joins: the household's settings, the journal's file (None if nothing is
    kept) and whether the `household`'s own games are in it, the pictures of plays, and the runtime
    folder that systemd made for this program (None if it isn't a service). `texts`: the language of
    the sentences passed to `say`. `at_the_end` closes whatever has to last until the program ends,
    such as speech."""

    settings: Settings
    journal: Path | None
    household: bool
    pictures: PlayPictures | None
    service_folder: Path | None
    texts: Texts
    say: Callable[[str], None]
    at_the_end: ExitStack


class Follower(Protocol):
    """Follows what happens at a table without influencing it; returns at once."""

    def pressed(self) -> None:
        """Something was pressed or touched, whatever it means; called on the thread it came
        from."""

    def begin(self, state: TableState) -> None:
        """The table begins in this state."""

    def follow(
        self, before: TableState, event: Input, after: TableState, effects: Sequence[Effect]
    ) -> None:
        """A step was taken: its lamps are lit and its effects have run."""


class RunsAlongside(Protocol):
    """Something that runs alongside the game all the time."""

    def begin(self, post: Callable[[Input], None]) -> None:
        """The table is running; `post` queues an input for it, from any thread."""

    def end(self) -> None:
        """The table has ended; returns at once."""

    def close(self, patience: Patience) -> None:
        """Waits until it has ended."""


Lamps: TypeAlias = Callable[[TableState, float], Lit]
"""The lamps that are lit and those that blink at that moment, in addition to the game's."""


@dataclass(frozen=True, eq=False)
class AddOnParts:
    """An add-on's parts at one table: jobs by name, those that start with the table, its followers
    and onlookers, its background services, extra checks for the doctor, its entries in the state
    (DeviceState.addons), and its lamps. A job that runs last (Finish) is given, after its own
    arguments, a function that leaves a message for the next start."""

    jobs: Mapping[str, Callable[..., object]] = field(default_factory=lambda: MappingProxyType({}))
    first: tuple[Job, ...] = ()
    followers: tuple[Follower, ...] = ()
    onlookers: tuple[LookedOn, ...] = ()
    running: tuple[RunsAlongside, ...] = ()
    checks: tuple[MoreChecks, ...] = ()
    state: tuple[object, ...] = ()
    lamps: tuple[Lamps, ...] = ()


NO_PARTS = AddOnParts()


@dataclass(frozen=True)
class AtTable:
    """What an add-on registers in its table.py: makes its parts for a table. It loads heavy modules
    only if the settings ask for them."""

    parts: Callable[[AddOnTable], AddOnParts]


def parts_of_addons(table: AddOnTable) -> AddOnParts:
    """The parts of all add-ons, combined; one that fails is left out."""
    of_each = []
    for name, one in registered("table", AtTable).items():
        try:
            of_each.append(one.parts(table))
        except Exception as error:  # noqa: BLE001  (logged, and named by the doctor)
            leave_out(name, "table", error)
    jobs = {name: job for parts in of_each for name, job in parts.jobs.items()}
    return AddOnParts(
        MappingProxyType(jobs),
        tuple(one for parts in of_each for one in parts.first),
        tuple(one for parts in of_each for one in parts.followers),
        tuple(one for parts in of_each for one in parts.onlookers),
        tuple(one for parts in of_each for one in parts.running),
        tuple(one for parts in of_each for one in parts.checks),
        tuple(one for parts in of_each for one in parts.state),
        tuple(one for parts in of_each for one in parts.lamps),
    )


@dataclass(frozen=True)
class SaidAlone:
    """What the doctor uses when no table is running: the entries a table's state would have, and
    the checks."""

    state: tuple[object, ...] = ()
    checks: tuple[MoreChecks, ...] = ()


@dataclass(frozen=True)
class ChecksAlone:
    """What an add-on registers in its checks.py, given the household's settings. True: a table has
    started meanwhile, and holds whatever can only be opened once."""

    said: Callable[[Settings, bool], SaidAlone]


def checks_of_addons(settings: Settings, *, table_runs: bool) -> list[SaidAlone]:
    """What all add-ons add where no table runs; one that fails is left out. What they have for a
    table is loaded too, so that it is known what of it can't be used."""
    load_menus()
    registered("table", AtTable)
    said = []
    for name, one in registered("checks", ChecksAlone).items():
        try:
            said.append(one.said(settings, table_runs))
        except Exception as error:  # noqa: BLE001  (logged, and named by the doctor)
            leave_out(name, "checks", error)
    return said
