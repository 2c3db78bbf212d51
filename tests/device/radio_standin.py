"""A machine's radios, for tests: folders as the kernel has them, and its answer to requests."""

from __future__ import annotations

from pathlib import Path

from device.system.radio import CHANGE, EVENT, RadioFiles, switch_off, switch_on

KINDS = {"wlan": "ieee80211/phy", "bluetooth": "bluetooth/hci"}


class Radios:
    """What the kernel would have under /sys; `obeys`: whether it does what is written to it."""

    def __init__(self, root: Path) -> None:
        self.files = RadioFiles(root / "class", root / "rfkill", root / "state/switched-off")
        self.obeys = True
        self._root = root
        (root / "class").mkdir(parents=True)

    def plug(self, number: int, kind: str, slot: str, *, blocked: bool = False) -> None:
        """A radio, which the kernel has counted as the one of that number."""
        device = self._root / "devices" / slot / f"{KINDS[kind]}{number}"
        folder = device / f"rfkill{number}"
        folder.mkdir(parents=True)
        values = {"index": number, "type": kind, "soft": int(blocked), "hard": 0}
        for name, value in values.items():
            (folder / name).write_text(f"{value}\n")
        (folder / "device").symlink_to(device)
        (self.files.listed / f"rfkill{number}").symlink_to(folder)

    def unplug(self, number: int) -> None:
        """Takes it out."""
        (self.files.listed / f"rfkill{number}").unlink()

    def change(self, number: int, name: str, value: int) -> None:
        """Something else switches it."""
        (self.files.listed / f"rfkill{number}" / name).write_text(f"{value}\n")

    @property
    def off(self) -> set[int]:
        """The numbers of those that are switched off."""
        return {
            int(folder.name.removeprefix("rfkill"))
            for folder in self.files.listed.iterdir()
            if (folder / "soft").read_text() == "1\n"
        }

    def switched_off(self) -> None:
        """Switches off, as root does."""
        switch_off(self.files, self._told)

    def switched_on(self) -> None:
        """Switches on again, as root does."""
        switch_on(self.files, self._told)

    def _told(self, switch: Path, event: bytes) -> None:
        assert switch == self.files.switch
        number, kind, what, blocked, _ = EVENT.unpack(event)
        assert (kind, what) == (0, CHANGE)
        if self.obeys:
            self.change(number, "soft", blocked)
