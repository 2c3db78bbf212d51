"""What else can befall a table while a game is played at it, on a machine of its own: a program
that hangs, no memory, a disk that is full or read-only, wires pulled, a clock that jumps.

Each kind of bad luck is a method; after each the game must be there, and a play must count. Power
cuts are in power_cuts.py. Tests: workshop/tests/test_machine_bad_luck.py.
"""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.game import Game
from workshop.machine.crashed_disks import CrashedDisks
from workshop.machine.lens import scene_of
from workshop.machine.page import Fields, Moment, inside, moment_at, page_at
from workshop.machine.power_cuts import PowerCuts, Typists, begin_game
from workshop.machine.qemu import Machine, Running
from workshop.machine.trial import UNIT, FailedError, Table, Trial
from workshop.machine.typed_game import says, shown_of

BACK_WITHIN = 150.0
"""Seconds of the machine's own time within which the game is there again: the watchdog's 30, 15
more until systemd ends what doesn't end by itself, and a start."""

SAID_WITHIN = 45.0
"""Within these the table says what is wrong, or that it's right again."""

NOT_SAVED = "This game isn’t being saved."
"""What the table then says."""

STICK_MEGABYTES = 64

HOG = "a=[]\nwhile True: a.append(b'x'*10_000_000)"
"""A program that takes all memory there is."""


class BadLuck(Trial):
    """Of one table at which a game has begun; `typists` play it, and `page`, `moment` say what its
    page shows."""

    def __init__(
        self,
        table: Table,
        output: Path | None,
        game: Game,
        typists: Typists,
        page: Callable[[], Fields],
        moment: Callable[[], Moment],
        *,
        say: Callable[[str], None] = lambda line: print(line, flush=True),
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(table, output, say=say, sleep=sleep)
        self._machine = table
        self._game, self._typists, self._page, self._moment = game, typists, page, moment
        self._pid = ""

    def befall(self, kinds: Sequence[str]) -> int:
        """One after the other; 1 if anything failed."""
        for kind in kinds:
            self._pid = self._main_pid()
            ALL_OF_ONE[kind](self)
            self.check(f"{kind}: a play counts afterwards", self._plays)
            self._shown()
        return self.ended()

    # --- the kinds ---

    def hangs(self) -> None:
        """The program's process stops, as it were in an endless loop."""
        self._command(f"kill -STOP {self._pid}")
        self.check("a program that hangs is ended by the watchdog", self._another_process)
        self.check("and the game is there again", self._there)

    def no_memory(self) -> None:
        """Another program takes all memory."""
        began = self._now()
        self._command(f'systemd-run --collect --unit=hog python3 -c "{HOG}"')
        ended = f"journalctl -k --since=@{began} --no-pager | grep -i 'out of memory'"
        self.check("without memory the kernel ends a process", partial(self._until, ended, "ut of"))
        self._command("systemctl stop hog.service")
        self.check("and it isn't the table's", self._same_process)
        self.check("and the game is there", self._there)

    def disk_full(self) -> None:
        """No byte is left."""
        space = "$(df --output=avail -k / | tail -n 1)"
        self._command(f"fallocate -l {space}K /var/full; cat /dev/zero >/var/full2")
        self.check("on a full disk a play counts", self._plays)
        self.check("and it says what isn't kept", self._trouble)
        self._command("rm -f /var/full /var/full2")
        self.check("with space again it says that all is well", self._no_trouble)
        self._kept()

    def disk_read_only(self) -> None:
        """The kernel doesn't write to the disk any more, as after an error of a card."""
        self._command("sync; echo u >/proc/sysrq-trigger; sleep 1")
        self.check("on a read-only disk a play counts", self._plays)
        self.check("and it says what isn't kept", self._trouble)
        self._command("mount -o remount,rw /")
        self.check("when it can be written to it says that all is well", self._no_trouble)
        self._kept()

    def header_gone(self) -> None:
        """The chip of the buttons and lamps goes. It isn't brought back: while a program has it
        open, the kernel gives another number to the next one."""
        self._command("echo 0 >/sys/kernel/config/gpio-sim/header/live")
        self.check("without its header the game goes on", self._plays)
        self.check("and the same process", self._same_process)

    def camera(self) -> None:
        """Plugged in during a game, and pulled out again."""
        with self._table.with_camera(scene_of(self._game.state.variant)):
            self.check("a camera that is plugged in is used", self._camera_found)
        self.check("and its loss is said", self._camera_gone)

    def stick(self) -> None:
        """A USB stick is pulled in the middle of a backup, and plugged in again."""
        image = self._machine.running.wires / "stick.img"
        with image.open("wb") as file:
            file.truncate(STICK_MEGABYTES << 20)
        subprocess.run(["mkfs.vfat", "-n", "TILES", image], check=True, capture_output=True)
        with self._stick(image):
            self.check("a stick that is plugged in is there", self._mount)
            began = self._command(
                "systemd-run --collect --unit=saving sh -c 'while tilekeeper backup"
                " /media/stick/evening.zip; do :; done 2>/run/saving; cat /run/saving >&2' 2>&1"
            )
            self._sleep(5)
        self.check("pulled during a backup, it says why", partial(self._backup_failed, began))
        self.check("and the game is there", self._there)
        self._command("umount -l /media/stick; rm -f /run/saving")
        with self._stick(image):
            self.check("plugged in again it's there", self._mount)
            self.check("and takes a backup", self._backup)
            self._command("umount /media/stick")

    def clock_jumps(self) -> None:
        """To 1970, ahead by ten years, and back."""
        now = self._now()
        for when, what in ((60, "1970"), (now + 10 * 365 * 86400, "in ten years"), (now, "back")):
            self._command(f"timedatectl set-ntp false; date -s @{when}")
            self.check(f"the clock is {what}: a play counts", self._plays)
            self.check(f"the clock is {what}: the same process", self._same_process)
        self._kept()

    def network(self) -> None:
        """The network's cable is pulled, and plugged in."""
        self._machine.screen.ask("set_link", name="wire", up=False)
        self.check("without a network nothing is said by the page", self._page_silent)
        self.check("the same process", self._same_process)
        self._machine.screen.ask("set_link", name="wire", up=True)
        self.check("with it the page is there", self._there)

    def first_start(self) -> None:
        """Of a machine that was switched on for the first time without a network, in 1970: a Pi has
        no clock that goes on without power. Then the network comes, and with it the time."""
        year = self._command("date +%Y").strip()
        self.check(f"without a network, the year is {year}: a play counts", self._plays)
        self._kept()
        self._pid = self._main_pid()
        self._machine.screen.ask("set_link", name="wire", up=True)
        self._command(f"date -s @{time.time():.0f}")
        year = self._command("date +%Y").strip()
        self.check(f"with one, the year is {year}: a play counts", self._plays)
        self.check("and the same process", self._same_process)
        self.check("and its name is known in its network", self._name)
        self._kept()

    # --- each step ---

    def _plays(self) -> str:
        self._game = self._typists.play(self._game)
        return ", ".join(shown_of(self._game).values())

    def _kept(self) -> None:
        """What was shown is there after the program was killed."""
        self._command(f"kill -KILL {self._main_pid()}")
        self.check("killed after that, the game is there again", self._there)

    def _there(self) -> str:
        began, said = self._clock(), self._page()
        while self._clock() - began < BACK_WITHIN:
            if says(self._game, said):
                return f"after {self._clock() - began:.0f} s"
            self._sleep(1)
            said = self._page()
        lost = 0
        while self._game.events and not says(self._game, said):
            self._game, lost = self._game.undone(), lost + 1
        raise FailedError(f"{lost} plays are lost")

    def _another_process(self) -> str:
        began = self._clock()
        while self._clock() - began < BACK_WITHIN:
            if self._main_pid() not in ("0", self._pid):
                return f"after {self._clock() - began:.0f} s"
            self._sleep(1)
        raise FailedError("it's the same process still")

    def _same_process(self) -> str:
        if (pid := self._main_pid()) != self._pid:
            raise FailedError(self._command(f"journalctl -u {UNIT} -n 3 --no-pager -o cat"))
        return f"process {pid}"

    def _trouble(self) -> str:
        return self._waits(lambda said: NOT_SAVED in said["trouble"], "it says nothing")

    def _no_trouble(self) -> str:
        return self._waits(lambda said: NOT_SAVED not in said["trouble"], "it isn't saved")

    def _camera_found(self) -> str:
        return self._waits(lambda said: "amera" not in said["trouble"], "no camera")

    def _camera_gone(self) -> str:
        return self._waits(lambda said: "amera" in said["trouble"], "it says nothing")

    def _waits(self, holds: Callable[[Moment], object], otherwise: str) -> str:
        began, said = self._clock(), self._moment()
        while self._clock() - began < SAID_WITHIN:
            if said and holds(said):
                return str(said["trouble"] or said["message"])
            self._sleep(1)
            said = self._moment()
        raise FailedError(f"{otherwise}: {said.get('trouble')} {said.get('message')}")

    def _page_silent(self) -> str:
        if self._page():
            raise FailedError("it answers")
        return ""

    def _mount(self) -> str:
        self._until("ls /dev/disk/by-label", "TILES")
        options = "gid=tilekeeper,umask=0007"
        return self._command(
            f"mkdir -p /media/stick && mount -o {options} /dev/disk/by-label/TILES /media/stick && "
            "df -h --output=source,size /media/stick | tail -n 1"
        ).strip()

    def _backup(self) -> str:
        ran = self._table.hands.run("tilekeeper backup /media/stick/evening.zip")
        if ran.status:
            raise FailedError(ran.output.strip())
        return ran.output.strip()

    def _backup_failed(self, began: str) -> str:
        self._until("systemctl is-active saving.service; true", "inactive")
        said = self._command("cat /run/saving").strip()
        if not said or "Traceback" in said:
            raise FailedError(said or f"it says nothing ({began.strip()})")
        return said

    @contextmanager
    def _stick(self, image: Path) -> Iterator[None]:
        ask = self._machine.screen.ask
        drive = {"driver": "raw", "node-name": "stick"}
        ask("blockdev-add", **drive, file={"driver": "file", "filename": str(image)})
        ask("device_add", driver="usb-storage", drive="stick", id="stick", bus="usb.0")
        try:
            yield
        finally:
            ask("device_del", id="stick")
            self._sleep(2)
            ask("blockdev-del", **{"node-name": "stick"})

    def _main_pid(self) -> str:
        return self._command(f"systemctl show --property MainPID --value {UNIT}").strip()

    def _now(self) -> int:
        return int(self._command("date +%s"))


POWER_CUTS, CRASHED_DISKS = "power-cuts", "crashed-disks"

KINDS: Mapping[str, Callable[[BadLuck], None]] = {
    "hangs": BadLuck.hangs,
    "no-memory": BadLuck.no_memory,
    "disk-full": BadLuck.disk_full,
    "disk-read-only": BadLuck.disk_read_only,
    "camera": BadLuck.camera,
    "stick": BadLuck.stick,
    "clock": BadLuck.clock_jumps,
    "network": BadLuck.network,
    "header": BadLuck.header_gone,
}
"""By their names; all of one machine. Its header doesn't come back, so that is the last."""

FIRST_START = "first-start"

ALL_OF_ONE = {**KINDS, FIRST_START: BadLuck.first_start}

ALL_KINDS = (POWER_CUTS, CRASHED_DISKS, FIRST_START, *KINDS)


def bad_luck(
    machine: Machine, kinds: Sequence[str], times: int, seed: int, output: Path | None
) -> int:
    """Those kinds, of machines that are switched on for the first time; 1 if anything failed.
    `times`: how many power cuts or crashed disks."""
    say = partial(print, flush=True)
    page = page_at(machine.page or 0)
    failed = 0
    if POWER_CUTS in kinds:
        failed += PowerCuts(machine, times, seed, page, say, output).run()
    if CRASHED_DISKS in kinds:
        failed += CrashedDisks(machine, times, seed, page, say, output).run()
    if FIRST_START in kinds:
        failed += _befallen(replace(machine, dated="1970-01-01"), [FIRST_START], seed, output)
    if others := [kind for kind in kinds if kind in KINDS]:
        failed += _befallen(machine, others, seed, output)
    return 1 if failed else 0


def _befallen(machine: Machine, kinds: Sequence[str], seed: int, output: Path | None) -> int:
    with Running(machine) as running, Table.of(running) as table:
        page, moment = page_at(machine.page or 0), moment_at(machine.page or 0)
        if FIRST_START in kinds:  # its page can't be reached from here
            table.screen.ask("set_link", name="wire", up=False)
            page, moment = (inside(table.hands.run, asked) for asked in ("obs/now", "now"))
        game = begin_game(table, page)
        typists = Typists(table, page, random.Random(seed), running.cut)
        return BadLuck(table, output, game, typists, page, moment).befall(kinds)
