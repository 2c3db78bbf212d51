"""Film strips: every screen of a scripted evening on one sheet, in order, with its time.

The evening is played on one thread in the table's own time, so that the same script makes the same
film. Screens that only count a clock down or tumble dice are left out.
Tests: workshop/tests/test_film_strips.py.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from device.cli.demo import SEED, shipped_evenings
from device.screen.scoreboard import Scoreboard
from device.simulator.hands import HURRIED
from device.simulator.run import EveningOutcome, TableTime, VirtualEvening
from device.simulator.script import read_evening
from device.views.table import TableView
from vision.reader import BoardReader
from vision.reading import Grid, Reading, Refusal
from vision.reading import Picture as Seen
from workshop.screen_pictures.likeness import Picture
from workshop.screen_pictures.palettes import as_png, picture_of
from workshop.screen_pictures.sheets import FOLDER, NEAR, sheet, small

SIZE = (800, 480)
FILMS = {"film-party": "party-chance", "film-nhl": "professional-levels"}
"""The films of docs/screens.md, and the evenings that they show from beginning to end."""

FRAMES_A_SECOND = 8.0
LASTING = 0.3
"""Seconds: a screen that is shown for less can't be read."""

HIGH, IN_A_ROW = 192, 6
"""Pixels of a screen on the sheet from top to bottom, and how many stand side by side."""


@dataclass(frozen=True)
class Still:
    """A screen of the film: what it shows, and when it came, in seconds of the evening."""

    at: float
    shown: TableView


class Film:
    """Collects the stills of an evening."""

    def __init__(self, clock: TableTime) -> None:
        self._clock = clock
        self.stills: list[Still] = []

    def shows(self, shown: TableView) -> None:
        """The screen shows this now."""
        if tumbles(shown):
            return
        still = Still(self._clock.now, shown)
        last = self.stills[-1] if self.stills else None
        if last is not None and lasting(last.shown) == lasting(shown):
            return
        if last is not None and still.at - last.at < LASTING:
            self.stills.pop()
            before = self.stills[-1].shown if self.stills else None
            if before is not None and lasting(before) == lasting(shown):
                return
        self.stills.append(still)


def tumbles(shown: TableView) -> bool:
    """Whether dice haven't come to lie yet."""
    return shown.dice is not None and any(die.tumbles for die in shown.dice.dice)


def lasting(shown: TableView) -> TableView:
    """A view without what only runs on: the time left, and how much of a zone."""
    sides = tuple(replace(side, clock="") for side in shown.sides)
    clock = shown.clock
    if clock is not None:
        zones = tuple(replace(zone, left=0.0, lit=True, seconds="") for zone in clock.zones)
        clock = replace(clock, left="", zones=zones)
    return replace(shown, sides=sides, clock=clock, countdown=None)


@dataclass(frozen=True)
class Reads:
    """Reads a board in a picture."""

    reader: BoardReader

    def __call__(self, picture: Seen, last: Grid | None) -> Reading | Refusal:
        return self.reader.read(picture, last=last)


def filmed(script: Path) -> tuple[list[Still], EveningOutcome]:
    """Plays an evening; its stills, and how it came out."""
    evening, variant = read_evening(script.read_text(encoding="utf-8"), script.name)
    clock = TableTime()
    film = Film(clock)
    table = VirtualEvening(
        evening,
        variant,
        seed=SEED,
        pace=HURRIED,
        clock=clock,
        sleep=clock.sleep,
        frames_a_second=FRAMES_A_SECOND,
    )
    reader = BoardReader(variant.layout, variant.tile_set, highest_pile=variant.highest_pile)
    outcome = table.play_in_its_own_time(Reads(reader), lambda _: None, film.shows)
    return film.stills, outcome


def strip(stills: Sequence[Still], size: tuple[int, int] = SIZE) -> Picture:
    """The stills on a sheet, each with its number and its time."""
    screen = pygame.Surface(size, depth=24)
    board = Scoreboard(screen)
    named = []
    for number, still in enumerate(stills, 1):
        board.draw(still.shown)
        minutes, seconds = divmod(round(still.at), 60)
        name = f"{number}    {minutes}:{seconds:02}"
        named.append((name, small(picture_of(screen), HIGH)))
    return sheet([named[at : at + IN_A_ROW] for at in range(0, len(named), IN_A_ROW)])


def main() -> int:
    """Writes the films; 1 if an evening didn't come out as it should."""
    parser = argparse.ArgumentParser(prog="script/film-strip", description=__doc__)
    parser.add_argument("--evening", help="film this one, by its name or its file")
    parser.add_argument("--output", type=Path, help="the sheet's file")
    asked = parser.parse_args()
    wanted = {FOLDER / f"{name}.png": evening for name, evening in FILMS.items()}
    if asked.evening is not None:
        name = Path(asked.evening).stem
        wanted = {asked.output or FOLDER / f"film-{name}.png": asked.evening}
    bad = 0
    for path, evening in wanted.items():
        stills, outcome = filmed(shipped_evenings().get(evening, Path(evening)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_png(strip(stills), NEAR))
        print(f"{path}: {len(stills)} screens, {path.stat().st_size / 1e6:.2f} MB", flush=True)
        for wrong in (outcome.stuck, *outcome.failed, *outcome.differences):
            if wrong is not None:
                bad += 1
                print(f"{evening}: {wrong}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
