"""A machine's disk as a power cut would leave it at many moments of one evening: its file system is
mended as at a start, and the table's program is started on this computer over what is on it.

The machine itself goes on, so that a moment takes seconds; power_cuts.py switches it on again.
Tests: workshop/tests/test_machine_power_cuts.py.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from workshop.benchmarks.killed_tables import Table as Program
from workshop.machine.losing_disk import Cached, LosingDisk
from workshop.machine.page import Fields
from workshop.machine.power_cuts import (
    MOMENTS,
    WRITER,
    Back,
    Cut,
    Ending,
    Moment,
    Typists,
    begin_game,
    judged,
    keep_picture,
)
from workshop.machine.qemu import Machine, Running
from workshop.machine.trial import Table
from workshop.machine.typed_game import BAG

GAMES = "/var/lib/tilekeeper"
"""Where a table has its games."""

MENDED, WHOLE = 1, 0
"""How e2fsck ends: something was mended, as by its journal; nothing had to be."""


class BrokenError(Exception):
    """A file system that isn't whole any more."""


@dataclass
class CrashedDisks:
    """So many, of one machine."""

    machine: Machine
    times: int
    seed: int
    page: Callable[[], Fields]
    say: Callable[[str], None]
    output: Path | None = None

    def run(self) -> int:
        """A line for each moment and their sum; the number of those with something missing."""
        chance = random.Random(self.seed)
        ends = Counter[Ending]()
        for number, (cut, disk) in enumerate(self._evening(chance), 1):
            lost = disk.lose(chance)
            try:
                back = judged(cut, shown_from(disk))
            except BrokenError as error:
                back = Back(Ending.OFF, {"why": str(error)})
            disk.close()
            keep_picture(self.output, f"{self.seed}-{number:02}-crashed", cut.picture)
            ends[back.ending] += 1
            shown = ", ".join(back.said.values())
            self.say(f"{number:3}  {cut.moment:30}  {lost!s:40}  {back.ending}: {shown}")
        self.say(
            f"{ends.total()} crashed disks: {ends[Ending.LOST]} lost, {ends[Ending.WRONG]} wrong, "
            f"{ends[Ending.OFF]} with a broken file system"
        )
        return ends.total() - ends[Ending.AS_SHOWN]

    def _evening(self, chance: random.Random) -> list[tuple[Cut, Cached]]:
        moments = [moment for moment in MOMENTS if moment is not Moment.TYPING]
        made: list[tuple[Cut, Cached]] = []
        with (
            tempfile.TemporaryDirectory(prefix="tilekeeper-disk-") as folder,
            LosingDisk(self.machine.folder / "disk.img", Path(folder) / "disk", chance) as disk,
            Running(replace(self.machine, served=disk.place)) as running,
            Table.of(running) as table,
        ):
            game, copies = begin_game(table, self.page), list[Cached]()
            table.hands.run(WRITER)
            typists = Typists(table, self.page, chance, lambda: copies.append(disk.copy()))
            for _ in range(self.times):
                cut = typists.play_until_cut(game, chance.choice(moments))
                made.append((cut, copies.pop()))
                game = cut.shown if cut.next is None else cut.next
                typists.until_counted(game)
        return made


def shown_from(disk: Cached) -> Fields:
    """What the table's program shows first over the games of such a disk, in the page's words;
    BrokenError if there are none to be had."""
    with tempfile.TemporaryDirectory(prefix="tilekeeper-crashed-") as made:
        folder = Path(made)
        left = folder / "disk.img"
        subprocess.run(["cp", "--sparse=always", disk.image, left], check=True)
        disk.write_into(left)
        replayed = subprocess.run(
            ["e2fsck", "-p", left], capture_output=True, text=True, check=False
        )
        if replayed.returncode not in (WHOLE, MENDED):
            raise BrokenError(replayed.stdout.strip())
        looked = subprocess.run(
            ["e2fsck", "-fn", left], capture_output=True, text=True, check=False
        )
        if looked.returncode != WHOLE:
            raise BrokenError(looked.stdout.strip())
        home = folder / "home"
        home.mkdir()
        dump = f"rdump {GAMES} {home}"
        subprocess.run(["debugfs", "-R", dump, left], capture_output=True, check=True)
        shutil.move(home / "tilekeeper", home / "state")
        for one in (home / "state", *(home / "state").rglob("*")):
            os.chown(one, os.getuid(), os.getgid())  # or else the program does nothing there
        return said_over(home)


def said_over(home: Path) -> Fields:
    """What the program shows first over a household's folders."""
    program = Program(home)
    try:
        if not program.view():
            raise BrokenError(f"nothing is shown: {program.output[-500:]}")
    finally:
        program.kill()
    return as_fields(program.shown[0])


def as_fields(view: dict[str, Any]) -> Fields:
    """A view as the page says it."""
    sides = view["sides"]
    turns = re.findall(r"turn=(True|False)", view["all"]["sides"])
    bag = re.search(BAG.format(n=r"\d+"), view["all"]["text"])
    return {
        **{f"p{seat}_score": str(total) for seat, (_, total) in enumerate(sides, 1)},
        "turn": next(
            (name for (name, _), on in zip(sides, turns, strict=True) if on == "True"), ""
        ),
        "unseen_count": "" if bag is None else bag.group(),
    }
