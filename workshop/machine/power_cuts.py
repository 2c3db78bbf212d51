"""The plug of a machine is pulled again and again while a game is typed at it, and its disk loses
its cache each time: what its screen or its page had shown must be there again.

Tests: workshop/tests/test_machine_power_cuts.py.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from workshop.machine.losing_disk import LosingDisk, Lost
from workshop.machine.page import Fields, begun
from workshop.machine.qemu import Machine, Running
from workshop.machine.screens import differs
from workshop.machine.trial import READY_WITHIN, SHOWN_WITHIN, FailedError, Table
from workshop.machine.typed_game import begun_by, keys_of, next_play, says, shown_of

OTHER_POINTS = 0.08
"""Of the part of the screen with names and points, less than this changes with points and turn (1
to 2 %); where a play is typed, all of it is something else (16 %)."""

LATEST = 3.0
"""Seconds after the last key of a play."""

PLAYS_AT_MOST = 2
"""Plays that count between two cuts."""


SIDES = ("A", "B")
"""As a first start calls them."""

NEXT_OK_AFTER, PRESSES_TO_BEGIN = 3.0, 20
"""Seconds of the machine's own time between two presses on the way to the first turn, and how many
there are at most."""


BETWEEN_KEYS = 0.3
"""Seconds of the machine's own time."""

WRITER = (
    "for when in writeback expire; do echo 20 >/proc/sys/vm/dirty_${when}_centisecs; done;"
    " systemd-run --quiet --collect --unit=writer sh -c"
    " 'while :; do head -c 300000 /dev/urandom >/var/tmp/$(shuf -i 1-8 -n 1); sleep 0.2; done'"
)
"""Another program of the machine writes files all the time and never asks for a flush: the disk's
cache isn't empty just because the table has flushed what it shows."""


class Moment(StrEnum):
    """When the plug is pulled."""

    SEEN = "points just seen on the screen"
    SAID = "points just said by the page"
    LATER = "up to 3 s after the key"
    TYPING = "while a play is typed"


MOMENTS = (*[Moment.SEEN] * 4, *[Moment.SAID] * 2, *[Moment.LATER] * 3, Moment.TYPING)


class Ending(StrEnum):
    """What was there afterwards."""

    AS_SHOWN = "as it was shown"
    LOST = "LOST"
    WRONG = "WRONG"
    OFF = "NEVER BACK"


@dataclass(frozen=True)
class Cut:
    """The plug is pulled: what had been shown by then, and what would come next."""

    moment: Moment
    shown: Game
    next: Game | None
    """A play whose last key was pressed, but which hadn't been shown to count."""
    picture: NDArray[np.uint8]
    before: NDArray[np.uint8]
    """The points part of the screen before the last play was typed."""

    def left_half_typed(self, back: Game) -> bool:
        """Whether keys of a play were pressed that isn't in the game that came back."""
        typed = self.next is not None or self.moment is Moment.TYPING
        return typed and back == self.shown


@dataclass(frozen=True)
class Back:
    """The table after a cut. `game`: the one it shows, None if it's another; `seconds`: of the
    machine's own time, from power to a page that shows a game."""

    ending: Ending
    said: Fields
    game: Game | None = None
    seconds: float = 0.0


def judged(cut: Cut, said: Fields) -> Back:
    """What a page that is there again says of what had been shown."""
    for game in (cut.shown, cut.next):
        if game is not None and says(game, said):
            return Back(Ending.AS_SHOWN, said, game)
    before = cut.shown
    while before.events:
        before = before.undone()
        if says(before, said):
            return Back(Ending.LOST, said, before)
    return Back(Ending.WRONG, said)


def points_part(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Where names and points stand, on a screen that is wider than it's high."""
    height, width = picture.shape[:2]
    return picture[: height * 2 // 5, : width // 2]


def counted(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> bool:
    """Whether that part shows other points than before: not the letters of a play that is typed,
    which take more of it."""
    if not differs(before, now):
        return False
    return float((cv2.absdiff(before, now).max(axis=2) > 40).mean()) < OTHER_POINTS


class Typists:
    """Two at the keyboard of a table that is on, until its plug is pulled by `cut`."""

    def __init__(
        self,
        table: Table,
        page: Callable[[], Fields],
        chance: random.Random,
        cut: Callable[[], None],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._table, self._page, self._chance, self._sleep = table, page, chance, sleep
        self._pull = cut
        self._clock = table.hands.time

    def play(self, game: Game) -> Game:
        """One play, until it's shown to count."""
        typed = next_play(game, self._chance)
        for key in keys_of(typed.keys):
            self._press(key)
        self.until_counted(typed.game)
        return typed.game

    def leave_half_typed(self, cut: Cut) -> None:
        """A play that was half typed at the cut is asked about when the table is back, in place of
        the points: that question is left."""
        if differs(cut.before, points_part(self._still())):
            self._press("esc")

    def until_counted(self, game: Game) -> None:
        """Until the page says so much of the game."""
        self._until_shown(lambda: says(game, self._page()), "the last play doesn't count")

    def play_until_cut(self, game: Game, moment: Moment) -> Cut:
        """Another play, in which the plug is pulled."""
        typed = next_play(game, self._chance)
        keys = keys_of(typed.keys)
        before = points_part(self._still())
        if moment is Moment.TYPING:
            for key in keys[: self._chance.randrange(len(keys))]:
                self._press(key)
            return self._cut(moment, game, None, before)
        for key in keys:
            self._press(key)
        match moment:
            case Moment.SEEN:
                seen = lambda: counted(before, points_part(self._table.seen()))  # noqa: E731
                self._wait(seen, nap=0.0)  # or else it's any moment: a great play fills the screen
            case Moment.SAID:
                said = lambda: says(typed.game, self._page())  # noqa: E731
                self._until_shown(said, f"{typed.keys} doesn't count", nap=0.05)
            case _:
                self._sleep(self._chance.uniform(0, LATEST))
        cut = self._cut(moment, game, typed.game, before)
        if moment is Moment.SAID or counted(before, points_part(cut.picture)):
            return replace(cut, shown=typed.game, next=None)
        return cut

    def _press(self, key: str) -> None:
        """A keyboard's queue holds few keys, so the next one comes when the machine has had time
        for this one."""
        self._table.screen.keys([key])
        until = self._clock() + BETWEEN_KEYS
        while self._clock() < until:
            self._sleep(0.02)

    def _still(self) -> NDArray[np.uint8]:
        """The screen, once two looks are alike."""
        before = self._table.seen()
        while True:
            self._sleep(3)  # a great play fills it for two seconds
            now = self._table.seen()
            if not differs(before, now):
                return now
            before = now

    def _until_shown(self, holds: Callable[[], bool], otherwise: str, nap: float = 0.5) -> None:
        if not self._wait(holds, nap):
            raise FailedError(f"{otherwise}: {self._page()}")

    def _wait(self, holds: Callable[[], bool], nap: float) -> bool:
        began = self._clock()
        while not holds():
            if self._clock() - began > SHOWN_WITHIN:
                return False
            self._sleep(nap)
        return True

    def _cut(
        self, moment: Moment, shown: Game, following: Game | None, before: NDArray[np.uint8]
    ) -> Cut:
        # QEMU isn't stopped for the picture, since it flushes all disks then.
        picture = self._table.seen()
        self._pull()
        return Cut(moment, shown, following, picture, before)


def back_after(
    table: Table,
    cut: Cut,
    page: Callable[[], Fields],
    sleep: Callable[[float], None] = time.sleep,
) -> Back:
    """The table that is switched on after a cut, once it shows a game."""
    said: Fields = {}
    while (now := table.hands.time()) < READY_WITHIN:
        said = page()
        if said.get("p1_score"):
            return replace(judged(cut, said), seconds=now)
        sleep(1)
    return Back(Ending.OFF, said, seconds=now)


def begin_game(
    table: Table, page: Callable[[], Fields], sleep: Callable[[float], None] = time.sleep
) -> Game:
    """Leads a table that is on for the first time to the first turn, by OK alone."""
    clock = table.hands.time
    while not page():
        if clock() > READY_WITHIN:
            raise FailedError("the table doesn't come up")
        sleep(1)
    for _ in range(PRESSES_TO_BEGIN):
        pressed = clock()
        while clock() - pressed < NEXT_OK_AFTER:
            if begun(page()):
                return begun_by(SIDES)
            sleep(0.5)
        table.screen.keys(["ret"])
    raise FailedError("no game begins, however often OK is pressed")


def keep_picture(folder: Path | None, name: str, picture: NDArray[np.uint8]) -> None:
    """Of the screen, for people, if there's a folder for it."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / f"{name}.png"), picture)


@dataclass
class PowerCuts:
    """So many, of one machine."""

    machine: Machine
    times: int
    seed: int
    page: Callable[[], Fields]
    say: Callable[[str], None]
    output: Path | None = None

    def run(self) -> int:
        """A line for each cut and their sum; the number of cuts after which something was
        missing."""
        chance = random.Random(self.seed)
        backs: list[Back] = []
        with (
            tempfile.TemporaryDirectory(prefix="tilekeeper-disk-") as folder,
            LosingDisk(self.machine.folder / "disk.img", Path(folder) / "disk", chance) as disk,
        ):
            machine = replace(self.machine, served=disk.place)
            cut: Cut | None = None
            lost = Lost(0, 0, 0)
            for number in range(self.times + 1):
                with Running(machine) as running, Table.of(running) as table:
                    typists = Typists(table, self.page, chance, running.cut)
                    if cut is None:
                        game = begin_game(table, self.page)
                    else:
                        backs.append(back := back_after(table, cut, self.page))
                        self._report(number, cut, back, lost, table)
                        if back.game is None:
                            break
                        game = back.game
                        if cut.left_half_typed(game):
                            typists.leave_half_typed(cut)
                    if number < self.times:
                        table.hands.run(WRITER)
                        cut = self._play(typists, table, game, chance)
                lost = disk.lose_cache()
        return self._sum(backs)

    def _play(self, typists: Typists, table: Table, game: Game, chance: random.Random) -> Cut:
        """Until the next cut."""
        try:
            for _ in range(chance.randrange(PLAYS_AT_MOST)):
                game = typists.play(game)
            return typists.play_until_cut(game, chance.choice(MOMENTS))
        except FailedError:
            keep_picture(self.output, f"{self.seed}-failed", table.seen())
            raise

    def _report(self, number: int, cut: Cut, back: Back, lost: Lost, table: Table) -> None:
        after = table.seen()
        alike = not differs(points_part(cut.picture), points_part(after))
        shown = ", ".join((back.said if back.game is None else shown_of(back.game)).values())
        self.say(
            f"{number:3}  {cut.moment:30}  {lost!s:40}  back after {back.seconds:.0f} s  "
            f"{back.ending}: {shown}{'; the same points on the screen' if alike else ''}"
        )
        for name, picture in (("cut", cut.picture), ("back", after)):
            keep_picture(self.output, f"{self.seed}-{number:02}-{name}", picture)

    def _sum(self, backs: list[Back]) -> int:
        bad = {ending: sum(back.ending is ending for back in backs) for ending in Ending}
        seconds = [back.seconds for back in backs if back.game is not None]
        took = f"{min(seconds):.0f} to {max(seconds):.0f} s" if seconds else "never"
        self.say(
            f"{len(backs)} power cuts: {bad[Ending.LOST]} lost, {bad[Ending.WRONG]} wrong, "
            f"{bad[Ending.OFF]} never back; back after {took} of the machine's time"
        )
        return len(backs) - bad[Ending.AS_SHOWN]
