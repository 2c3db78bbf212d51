"""How many instructions of a Raspberry Pi's processor each stage of reading takes.

    python -m workshop.benchmarks.arm64_instructions                drawn pictures
    python -m workshop.benchmarks.arm64_instructions --samples DIR  the median of photographs, too
    python -m workshop.benchmarks.arm64_instructions --tree DIR     and another checkout's, before

An emulated Pi (QEMU's user emulation, with Debian's and PyPI's arm64 packages as
script/install-pi takes them) runs arm64_stages, and a plugin (arm64_instructions.c) counts what it
executes: a figure that no busy machine moves. Milliseconds are estimated from it, by what others
have measured on each Pi. Needs qemu-user 7.2 to 8.2, gcc, apt-get and a network, the first time.
Tests: workshop/tests/test_arm64_instructions.py.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2

from engine.position import Position
from workshop.benchmarks.arm64_stages import FRAMES, STAGES
from workshop.benchmarks.budgets import BEFORE, LAID, photograph
from workshop.benchmarks.reading_sets.photographs import samples_folder
from workshop.benchmarks.reading_sets.tables import print_table
from workshop.benchmarks.running_device import UNSEEN, save_frames
from workshop.list_closure import HOME, RELEASES, Apt, fetch_wheels

HERE = Path(__file__).resolve().parents[2]
PLUGIN = Path(__file__).with_suffix(".c")
STAGES_FILE = Path(__file__).with_name("arm64_stages.py")

RELEASE = RELEASES[-1]
ROOT = HOME / "arm64"

QEMU = "qemu-aarch64"

DEBIAN = (
    "python3", "python3-numpy", "python3-pygame", "libgl1", "libglib2.0-0t64", "libsm6", "libxext6",
    "libxcb1", "fonts-paratype", "fonts-dejavu-core",
)  # fmt: skip
"""What a table with a screen needs of script/installing/debian-packages."""

ALTERNATIVES = ("blas", "lapack")
"""Libraries that Debian's update-alternatives puts in their places."""

PHOTOS = 6

FIRST_SCREEN = "start of `play`, to its first screen"

ROWS = (FIRST_SCREEN, *STAGES)


@dataclass(frozen=True)
class Board:
    """A Raspberry Pi: its processor as QEMU names it, and its millions of instructions a second.

    These are 7-zip's MIPS on one thread by sbc-bench's published results (Sorted-Results.md of
    github.com/ThomasKaiser/sbc-bench): counted by this plugin, arm64 executes 1.0 to 1.1 of 7-zip's
    nominal instructions."""

    name: str
    processor: str
    mips: float


BOARDS = (
    Board("Zero 2 W", "cortex-a53", 840),  # results/3E85: 838 at 1.0 GHz
    Board("3B+", "cortex-a53", 1060),  # 1isD, 1iI5: 1046 and 1076 at 1.4 GHz
    Board("4", "cortex-a72", 1750),  # 3OBF, 3F9C, 3InF: 1741 to 1769 at 1.8 GHz
    Board("5", "cortex-a76", 3250),  # 8-NK, Au3jaA: 3196 and 3305 at 2.4 GHz
)

Counts = Mapping[str, Sequence[int]]
"""What was counted of each stage, a figure a picture."""


# --- the emulated Pi ---


def make_root(place: Path) -> None:
    """What a Pi has installed, as far as it is needed here, unless it is there."""
    if place.exists():
        return
    print(f"Fetching {RELEASE.name} for arm64 into {place}: 140 MB, 500 on disk", file=sys.stderr)
    making = place.with_name(f"{place.name}.making")
    shutil.rmtree(making, ignore_errors=True)
    apt = Apt(HOME / RELEASE.name, RELEASE.name)
    (making / "usr" / "lib").mkdir(parents=True)
    (making / "lib").symlink_to("usr/lib")
    for archive in apt.fetch(DEBIAN, making / "archives"):
        subprocess.run(["dpkg-deb", "-x", str(archive), str(making)], check=True)
    libraries = making / "usr" / "lib" / "aarch64-linux-gnu"
    for name in ALTERNATIVES:
        (libraries / f"lib{name}.so.3").symlink_to(f"{name}/lib{name}.so.3")
    for wheel in fetch_wheels(RELEASE, making / "archives" / "wheels"):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(making / "wheels")
    shutil.rmtree(making / "archives")
    making.rename(place)


def build_plugin(folder: Path) -> Path:
    """The plugin that counts, built into a folder; SystemExit if the compiler refuses."""
    built = folder / "counting.so"
    call = ["gcc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror"]
    done = subprocess.run([*call, "-o", str(built), str(PLUGIN)], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"the plugin can’t be built: {done.stderr.strip()}")
    return built


def emulated_python(root: Path, processor: str, plugin: Path, counter: Path) -> list[str]:
    """The call that is a Pi's Python, counted; SystemExit where there is no QEMU."""
    if shutil.which(QEMU) is None:
        raise SystemExit(f"{QEMU} isn’t installed: apt-get install qemu-user")
    counts = f"{plugin},counter={counter}"
    python = root / "usr" / "bin" / f"python{RELEASE.python}"
    return [QEMU, "-cpu", processor, "-L", str(root), "-plugin", counts, str(python)]


@dataclass(frozen=True)
class EmulatedPi:
    """A Pi with the packages of `root` and the code of a checkout; `plugin` counts into
    `counter`."""

    root: Path
    processor: str
    plugin: Path
    counter: Path
    tree: Path = HERE

    def stages(self, folders: Sequence[Path]) -> Counts:
        """What the stages of reading a picture of each source take."""
        call = ("-P", str(STAGES_FILE), "--counter", str(self.counter))
        # Python compiles what has changed; in a new root, also what is loaded with a picture.
        compiled = self._compiled.joinpath(*self.tree.parts[1:]).exists()
        self._run(*call, *map(str, folders[: 0 if compiled else 1]))
        return read_counts(self._run(*call, *map(str, folders)).splitlines())

    def first_screen(self) -> Counts:
        """What `tilekeeper play` takes until its lobby is on the screen."""
        for _ in range(2):
            self._run("-P", "-m", "workshop.benchmarks.running_device", "--first-screen")
        return {FIRST_SCREEN: [int.from_bytes(self.counter.read_bytes(), "little")]}

    @property
    def _compiled(self) -> Path:
        return self.root / "compiled"

    def _run(self, *arguments: str) -> str:
        """What Python prints; SystemExit with its last lines if it fails."""
        self.counter.write_bytes(bytes(8))
        done = subprocess.run(
            [*emulated_python(self.root, self.processor, self.plugin, self.counter), *arguments],
            env={
                "PATH": os.defpath,
                "HOME": str(self.counter.parent),
                "LC_ALL": "C.UTF-8",
                "PYTHONHASHSEED": "0",  # sets in the same order each time
                "PYTHONPATH": os.pathsep.join(map(str, (self.tree, HERE, self.root / "wheels"))),
                "PYTHONPYCACHEPREFIX": str(self._compiled),
                **UNSEEN,
            },
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise SystemExit(f"the emulated Pi failed: {done.stderr[-2000:].strip()}")
        return done.stdout


def read_counts(lines: Iterable[str]) -> Counts:
    """What arm64_stages has printed: a count and a stage a line."""
    counts: dict[str, list[int]] = {}
    for line in lines:
        count, stage = line.split(maxsplit=1)
        counts.setdefault(stage, []).append(int(count))
    return counts


# --- pictures ---


def draw_pictures(folder: Path) -> None:
    """The pictures of `budgets`, as a source: a board, the board with a play, a camera's frames."""
    before = Position.from_rows(BEFORE)
    photos = []
    for name, position in (("before.jpg", before), ("after.jpg", before.laid(LAID))):
        picture, grid = photograph(position)
        cv2.imwrite(str(folder / name), picture)
        about = {"file": name, "rows": position.rows(), "corners": grid.corners, "expect": "read"}
        photos.append(about)
    (folder / FRAMES).mkdir()
    save_frames(photograph(before)[0], folder / FRAMES)
    truth = {"size": 15, "variant": "classic", "language": "en", "view": "top-down"}
    (folder / "truth.json").write_text(json.dumps({**truth, "photos": photos}))


def spread(folders: Sequence[Path], most: int) -> list[Path]:
    """At most so many, evenly spread."""
    few = min(most, len(folders))
    return [folders[number * len(folders) // few] for number in range(few)]


# --- tables ---


def milliseconds(instructions: float, board: Board) -> float:
    return instructions / board.mips / 1000


def median(counts: Counts, stage: str) -> float | None:
    """None where that stage wasn't counted."""
    return statistics.median(counts[stage]) if counts.get(stage) else None


def million(count: float | None) -> str:
    return "–" if count is None else f"{count / 1e6:.1f}"


def board_rows(on: Mapping[str, Counts]) -> list[tuple[str, ...]]:
    """A row a stage: millions of instructions on each processor, ms on each board of these."""
    boards = [board for board in BOARDS if board.processor in on]
    rows: list[tuple[str, ...]] = []
    for stage in ROWS:
        medians = ((each, median(counts, stage)) for each, counts in on.items())
        known = {processor: count for processor, count in medians if count is not None}
        if known.keys() == on.keys():
            times = (f"{milliseconds(known[each.processor], each):.0f}" for each in boards)
            rows.append((stage, *map(million, known.values()), *times))
    return rows


def compared_rows(before: Counts, now: Counts) -> list[tuple[str, ...]]:
    """A row a stage that either has: millions of instructions before and now, now's share."""
    rows: list[tuple[str, ...]] = []
    for stage in ROWS:
        was, is_now = median(before, stage), median(now, stage)
        share = f"{100 * is_now / was:.0f} %" if was and is_now else "–"
        if was is not None or is_now is not None:
            rows.append((stage, million(was), million(is_now), share))
    return rows


def main() -> None:
    every = tuple(dict.fromkeys(board.processor for board in BOARDS))
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--root", type=Path, default=ROOT, help="where the Pi's packages are put")
    options.add_argument("--processors", default=",".join(every), help="as QEMU names them")
    options.add_argument("--samples", type=Path, default=samples_folder(), help="photographs too")
    options.add_argument("--photos", type=int, default=PHOTOS, help="how many, each of a source")
    options.add_argument("--tree", type=Path, help="another checkout, to compare this one with")
    given = options.parse_args()
    root, on = given.root.resolve(), given.processors.split(",")
    make_root(root)
    with TemporaryDirectory(prefix="tilekeeper-counted-") as made:
        folder = Path(made)
        (drawn := folder / "drawn").mkdir()
        draw_pictures(drawn)
        sets = {"Drawn pictures": [drawn]}
        if given.samples is not None:
            found = [each.parent for each in sorted(given.samples.resolve().glob("*/truth.json"))]
            sets[f"Photographs, the median of {given.photos}"] = spread(found, given.photos)
        counts = build_plugin(folder), folder / "counter"
        pis = {processor: EmulatedPi(root, processor, *counts) for processor in on}
        for title, folders in sets.items():
            now = {processor: pi.stages(folders) for processor, pi in pis.items()}
            if drawn in folders:
                now = {each: {**now[each], **pis[each].first_screen()} for each in now}
            boards = [board.name for board in BOARDS if board.processor in on]
            head = ("million instructions", *on, *(f"ms on a {name}" for name in boards))
            print_table(title, head, board_rows(now))
            if given.tree is not None:
                before = replace(pis[on[0]], tree=given.tree.resolve()).stages(folders)
                head = ("million instructions", "before", "now", "share")
                print_table(f"{title}: before and now", head, compared_rows(before, now[on[0]]))


if __name__ == "__main__":
    main()
