"""The pictures of README.md: a film of an evening's first turns, its last screen, its board read.

The evening is played on the virtual table in the table's own time, so that the same program makes
the same film; the photograph is read by the command that reads a household's.
Tests: workshop/tests/test_front_page.py.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import cv2
import numpy as np
import pygame
from PIL import Image

from device.cli.demo import SEED
from device.cli.read import command as read_command
from device.screen.scoreboard import Scoreboard
from device.simulator.camera import Spoiling
from device.simulator.hands import Pace
from device.simulator.run import EveningOutcome, TableTime, VirtualEvening
from device.simulator.script import read_evening
from device.views.table import TableView
from hardware.picture_files import read_picture
from vision.reader import BoardReader
from workshop.screen_pictures.film import Reads
from workshop.screen_pictures.likeness import Picture
from workshop.screen_pictures.palettes import as_png, picture_of
from workshop.screen_pictures.references import ROOT, missing_typefaces

FOLDER = ROOT / "docs/pictures"
FILM, SCREEN, READ = "evening.webp", "screen.png", "read.jpg"

EVENING = """
game classic
sides Ann Ben
words CAMERA SMILE BOARD
lay Ann 8D CAMERA
press Ann
lay Ben F7 SMIEL
press Ben
challenge Ann bad
lay Ann F7 SMILE
press Ann
lay Ben I6 BOArD
press Ben
wait 1
"""
"""Two sides, a word that isn't one, a blank: what a visitor sees in twenty seconds."""

PACE = Pace(reach=0.2, fetch=0.12, leave=0.2, think=0.4, press=0.1, settle_in=1.0)
CLEAR = Spoiling(drift=0.0, noise=0.0, tremble=0.0)
"""A camera without noise: what it shows changes only where people act, which keeps it small."""

FRAMES_A_SECOND = 8.0
HOLD = 2.5
"""Seconds for which the last picture stays, before the film begins again."""

SCREEN_SIZE = (480, 320)
"""The smallest screen that there are tables with: on a page it can be read as it is."""
PART = (slice(90, 896), slice(240, 1046))
"""Rows and columns of the camera's picture that are shown: the board and some table round it."""
QUALITY = 60


@dataclass(frozen=True)
class Moment:
    """What the camera saw (BGR) and the screen showed at one time of the evening, in seconds."""

    at: float
    seen: Picture
    shown: TableView


def played(text: str) -> tuple[list[Moment], EveningOutcome]:
    """Plays an evening; every picture of its camera with the screen next to it."""
    evening, variant = read_evening(text, "the front page's evening")
    clock, moments = TableTime(), []
    screen: list[TableView] = []

    def next_frame(seconds: float) -> None:
        if table.camera.last is not None and screen:
            moments.append(Moment(clock.now, table.camera.last, screen[-1]))
        clock.sleep(seconds)

    table = VirtualEvening(
        evening,
        variant,
        seed=SEED,
        pace=PACE,
        spoiling=CLEAR,
        clock=clock,
        sleep=next_frame,
        frames_a_second=FRAMES_A_SECOND,
    )
    reader = BoardReader(variant.layout, variant.tile_set, highest_pile=variant.highest_pile)
    outcome = table.play_in_its_own_time(Reads(reader), lambda _: None, screen.append)
    return moments, outcome


def film(moments: Sequence[Moment]) -> list[Picture]:
    """The frames: what the camera sees, and next to it what the players see (RGB)."""
    surface = pygame.Surface(SCREEN_SIZE, depth=24)
    board, high = Scoreboard(surface), SCREEN_SIZE[1]
    frames = []
    for moment in moments:
        board.draw(moment.shown, moment.at)
        seen = cv2.resize(moment.seen[PART], (high, high), interpolation=cv2.INTER_AREA)
        frames.append(np.hstack([seen[..., ::-1], picture_of(surface)]))
    return frames


def as_webp(frames: Sequence[Picture]) -> bytes:
    """The frames as a moving picture that begins again after its end."""
    images = [Image.fromarray(frame) for frame in frames]
    each = round(1000 / FRAMES_A_SECOND)
    lasting = [each] * (len(images) - 1) + [round(1000 * HOLD)]
    file = io.BytesIO()
    images[0].save(
        file,
        "WEBP",
        save_all=True,
        append_images=images[1:],
        duration=lasting,
        loop=0,
        quality=QUALITY,
        method=6,
    )
    return file.getvalue()


def screen(shown: TableView, size: tuple[int, int] = (800, 480)) -> bytes:
    """A screen as a PNG file."""
    surface = pygame.Surface(size, depth=24)
    Scoreboard(surface).draw(shown)
    return as_png(picture_of(surface))


def read_as_a_household_does(seen: Picture, target: Path) -> None:
    """The camera's picture as a file, read by `tilekeeper read --draw`."""
    with tempfile.TemporaryDirectory() as folder:
        photo, drawn = Path(folder) / "board.png", Path(folder) / "seen.png"
        cv2.imwrite(str(photo), seen)
        read_command.main([str(photo), "--draw", str(drawn)], standalone_mode=False)
        picture = read_picture(drawn)
    small = cv2.resize(picture[PART], (480, 480), interpolation=cv2.INTER_AREA)
    Image.fromarray(small[..., ::-1]).save(target, "JPEG", quality=85)


def main() -> int:
    """Writes the pictures; 1 if the evening didn't come out as it should."""
    parser = argparse.ArgumentParser(prog="script/draw-front-page", description=__doc__)
    parser.add_argument("--into", type=Path, default=FOLDER, help="write below this folder instead")
    into = parser.parse_args().into
    if lacking := missing_typefaces():
        print(lacking, file=sys.stderr)
        return 1
    into.mkdir(parents=True, exist_ok=True)
    moments, outcome = played(EVENING)
    wrongs = [w for w in (outcome.stuck, *outcome.failed, *outcome.differences) if w is not None]
    for wrong in wrongs:
        print(wrong, file=sys.stderr)
    frames = film(moments)
    (into / FILM).write_bytes(as_webp(frames))
    (into / SCREEN).write_bytes(screen(moments[-1].shown))
    read_as_a_household_does(moments[-1].seen, into / READ)
    seconds = len(frames) / FRAMES_A_SECOND + HOLD
    print(f"{len(frames)} frames, {seconds:.1f} seconds")
    for name in (FILM, SCREEN, READ):
        print(f"{into / name}: {(into / name).stat().st_size / 1e6:.2f} MB")
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
