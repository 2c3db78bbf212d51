"""The chip behind a Raspberry Pi's 40-pin header: found by its label, opened through lgpio.

It knows no panel. lgpio is imported here alone and only when it is asked for, since importing it
leaves a file in the working directory and may change that directory. Tests:
tests/hardware/test_gpio_panel.py.
"""

from __future__ import annotations

import importlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware.panel_parts import Chip

if TYPE_CHECKING:
    from gpiozero.pins import Factory

LABELS = frozenset({"pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"})
"""What the header's chip calls itself on a Pi 5, a Pi 4, and older ones and the Zeros. Its number
changes with the kernel."""


class ChipError(Exception):
    """There are no pins to use; the message is a clause that says why."""


@dataclass(frozen=True)
class Header:
    """The header's pins, opened: gpiozero's factory of them, and the chip behind them."""

    factory: Factory
    chip: Chip
    lgpio: Any

    def user_of(self, pin: int) -> str:
        """Who has claimed a pin, as the kernel was told; "" if nobody has, or it wasn't told."""
        try:
            handle = self.lgpio.gpiochip_open(self.chip.number)
        except self.lgpio.error:
            return ""  # it was opened a moment ago; a guess would be worse than nothing
        try:
            return str(self.lgpio.gpio_get_line_info(handle, pin)[4])
        except self.lgpio.error:
            return ""
        finally:
            self.lgpio.gpiochip_close(handle)


def open_chip(devices: Path = Path("/dev")) -> Header:
    """The header's pins; ChipError if there are none."""
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        raise ChipError("this machine has no GPIO pins")
    lgpio = import_lgpio(lambda: importlib.import_module("lgpio"))
    chip = find_chip(lgpio, chips)
    from gpiozero.exc import GPIOZeroError
    from gpiozero.pins.lgpio import LGPIOFactory

    try:
        return Header(LGPIOFactory(chip=chip.number), chip, lgpio)
    except (GPIOZeroError, lgpio.error, OSError) as error:
        raise ChipError(f"gpiochip{chip.number} can't be opened ({error})") from error


def import_lgpio(load: Callable[[], Any]) -> Any:
    """The module lgpio, imported without a trace in the working directory."""
    try:
        with _elsewhere():
            lgpio = load()
    except (ImportError, OSError) as error:
        raise ChipError(f"lgpio can't be used ({error}): apt install python3-lgpio") from error
    # A release on PyPI imports and has nothing in it.
    if not hasattr(lgpio, "gpiochip_open"):
        raise ChipError("this lgpio is an empty one: apt install python3-lgpio")
    return lgpio


@contextmanager
def _elsewhere() -> Iterator[None]:
    """A working directory where lgpio may leave its file; back again afterwards, and none is left
    behind: lgpio has opened its pipe by then, and needs its name no more."""
    if "LG_WD" in os.environ:
        with chdir(Path.cwd()):
            yield
        return
    with tempfile.TemporaryDirectory(prefix="lgpio-") as folder, chdir(folder):
        yield


def find_chip(lgpio: Any, chips: list[Path]) -> Chip:
    """The header's chip among these; ChipError if it isn't one of them."""
    labels: list[str] = []
    refused: list[str] = []
    for path in chips:
        found = re.search(r"\d+$", path.name)
        if found is None:
            continue
        number = int(found.group())
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error as error:
            refused.append(f"{path.name}: {error}")
            continue
        try:
            label = lgpio.gpio_get_chip_info(handle)[3]
        finally:
            lgpio.gpiochip_close(handle)
        if label in LABELS:
            return Chip(number, label)
        labels.append(label)
    if refused:
        raise ChipError(f"no GPIO chip may be opened ({'; '.join(refused)}): join the group gpio")
    raise ChipError(f"this is no Raspberry Pi: its chips are {', '.join(labels)}")
