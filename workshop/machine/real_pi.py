"""A real table, reached over ssh: commands, keys and pictures of its screen by a program on its own
Pi, presses and lamps by a second one that is wired to it.

What a household has saved stays as it is: the trial's first start has a folder of its own, in
memory, which is gone with the trial. Tests: workshop/tests/test_machine_ssh.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from device.simulator.scene import Scene
from hardware.panel.pins import Pins
from hardware.panel.port import Button
from workshop.machine.framebuffer import picture_of
from workshop.machine.hands import Hands, Lamps, Ran
from workshop.machine.port import Filmed, Part
from workshop.machine.ssh import Ssh

NOT_OVER_SSH = {
    Part.SOUND: "nobody listens to its speaker",
    Part.CAMERA: "nothing here can be put in front of it",
    Part.POWER: "nothing here could switch it on again",
}
"""What can't be tried on a real table, and why. Its plug can't be pulled either."""

SAVED, SETTING = "/run/tilekeeper-trial", "/run/systemd/system/tilekeeper.service.d/trial.conf"
"""Where the trial's first start saves, and what tells systemd so; neither outlives a restart."""

BEGIN = f"""
set -e
systemctl stop tilekeeper.service
install -d -m 2770 -o tilekeeper -g tilekeeper {SAVED}
mkdir -p {Path(SETTING).parent}
printf '[Service]\\nBindPaths={SAVED}:/var/lib/tilekeeper\\n' >{SETTING}
systemctl daemon-reload
systemctl start --no-block tilekeeper.service
""".strip()

END = f"""
systemctl stop tilekeeper.service
rm -rf {SETTING} {SAVED}
systemctl daemon-reload
systemctl start --no-block tilekeeper.service
""".strip()

SIZE = """
for screen in /sys/class/drm/card*-*; do
    [ "$(cat "$screen/status")" != connected ] || head -n 1 "$screen/modes"
done
""".strip()


class RealTableError(Exception):
    """What can't be done at the table, in its own words."""


@dataclass(frozen=True)
class SecondPi:
    """Where hands are: as ssh names it, the chip in its /dev (None for a Pi's header), and those
    lines of it that aren't on the table's own numbers, by these."""

    host: str
    chip: str | None = None
    wired: Mapping[int, int] = field(default_factory=dict)

    def options(self) -> list[str]:
        """Those of hands_pi.py."""
        wired = ",".join(f"{table}={here}" for table, here in self.wired.items())
        return [
            *(("--chip", self.chip) if self.chip else ()),
            *(("--wired", wired) if wired else ()),
        ]


class AtButtons(Hands):
    """At the lines that are wired to a table's buttons."""

    def let_go(self, wired: Mapping[int, int]) -> None:
        """Of every button's line; of those in `wired` alone, if there are any."""
        for line in self._lines.values():
            if not wired or line in wired:
                self._ask(do="pull", line=line, down=False)


class AtTable(Hands):
    """At the console of a table's Pi, its keyboard and its screen."""

    def keys(self, names: Sequence[str]) -> None:
        """Keys pressed at once."""
        self._ask(do="keys", names=list(names))

    def screen(self) -> NDArray[np.uint8]:
        """What is on its screen."""
        return picture_of(self._ask(do="screen"))


@dataclass(frozen=True)
class Both:
    """Commands at the table's Pi, presses and lamps at the one that is wired to it."""

    table: Hands
    buttons: Hands | None

    def press(self, button: Button, /) -> None:
        self._wired().press(button)

    def lamps(self) -> Lamps:
        return self._wired().lamps()

    def time(self) -> float:
        return self.table.time()

    def run(self, command: str, /) -> Ran:
        return self.table.run(command)

    def _wired(self) -> Hands:
        if self.buttons is None:
            raise RealTableError("no second Pi is wired to the buttons")
        return self.buttons


class RealTable:
    """From `with` to its end the table is as new; then it's the household's again. `host`: as ssh
    names it; `pins`: those of the table's own wiring."""

    def __init__(self, host: str, hands: SecondPi | None, pins: Pins | None = None) -> None:
        self._host, self._hands, self._pins = host, hands, pins
        self._open = ExitStack()

    @property
    def hands(self) -> Both:
        return self._both

    @property
    def lacks(self) -> Mapping[Part, str]:
        if self._hands is not None:
            return NOT_OVER_SSH
        return NOT_OVER_SSH | {Part.BUTTONS: "no second Pi is wired to them"}

    @property
    def recording(self) -> None:
        return None

    def size(self) -> tuple[int, int]:
        said = self._table.run(SIZE).output.split()
        if not said:
            raise RealTableError("no screen is plugged in")
        width, _, height = said[0].partition("x")
        return int(width), int(height.rstrip("i"))

    def seen(self) -> NDArray[np.uint8]:
        return self._table.screen()

    def keys(self, names: Sequence[str]) -> None:
        self._table.keys(names)

    def with_camera(self, scene: Scene) -> AbstractContextManager[Filmed]:
        raise RealTableError(NOT_OVER_SSH[Part.CAMERA])

    def goes_off(self, seconds: float) -> bool:
        raise RealTableError(NOT_OVER_SSH[Part.POWER])

    def keep_console(self, folder: Path) -> None:
        said = self._table.run("journalctl -b --no-pager | tail -n 500").output
        (folder / "console.txt").write_text(said, "utf-8")

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            at_table = opened.enter_context(Ssh(self._host, "table_pi", root=True))
            self._table = AtTable(at_table.port, self._pins)
            opened.callback(self._table.close)
            buttons = None
            if self._hands is not None:
                options = self._hands.options()
                wired = opened.enter_context(Ssh(self._hands.host, "hands_pi", *options))
                buttons = AtButtons(wired.port, self._pins)
                opened.callback(buttons.close)
                buttons.let_go(self._hands.wired)  # before anything at the table is changed
            self._both = Both(self._table, buttons)
            opened.callback(self._table.run, END)
            begun = self._table.run(BEGIN)
            if begun.status:
                raise RealTableError(begun.output.strip())
            self._open = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
