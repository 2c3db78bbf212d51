"""What a trial needs of a table, whatever it is made of: one in a machine of its own
(workshop/machine/trial.py) or a real one that is reached over ssh (workshop/machine/real_pi.py).

It knows neither. Tests: workshop/tests/test_machine_trial.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from device.simulator.scene import Scene
from hardware.panel.port import Button
from workshop.machine.hands import Lamps, Ran


class Part(StrEnum):
    """What can't be tried everywhere."""

    BUTTONS = "buttons and lamps"
    SOUND = "sound"
    CAMERA = "the camera"
    POWER = "switching it off"


class HandsPort(Protocol):
    """At its buttons and its console: workshop/machine/hands.py's Hands."""

    def press(self, button: Button, /) -> None: ...

    def lamps(self) -> Lamps: ...

    def time(self) -> float: ...

    def run(self, command: str, /) -> Ran: ...


class Filmed(Protocol):
    """A camera that is plugged in: workshop/machine/camera.py's Camera."""

    frames: int


class TablePort(Protocol):
    """All that people can do with a table and all they can see of it. `lacks`: parts that can't be
    tried on it, each with why. `recording`: what its sound card plays, if somebody listens."""

    @property
    def hands(self) -> HandsPort: ...

    @property
    def lacks(self) -> Mapping[Part, str]: ...

    @property
    def recording(self) -> Path | None: ...

    def size(self) -> tuple[int, int]:
        """Width and height of its screen, as the screen says itself."""
        ...

    def seen(self) -> NDArray[np.uint8]:
        """What is on its screen: uint8 [height, width, 3], BGR."""
        ...

    def keys(self, names: Sequence[str]) -> None:
        """Keys pressed at once, by QEMU's names of them: "ret", "spc", "a"."""
        ...

    def with_camera(self, scene: Scene) -> AbstractContextManager[Filmed]:
        """A camera over a table is plugged in, and pulled out again."""
        ...

    def goes_off(self, seconds: float) -> bool:
        """Whether its power goes off within so many seconds of this computer's time: it has none of
        its own then."""
        ...

    def keep_console(self, folder: Path) -> None:
        """Puts what its kernel said there, for those who want to know why it doesn't start."""
        ...
