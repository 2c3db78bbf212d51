"""The program as it runs, measured in a process of its own: its start, and a table at rest.

Used by screen_costs and budgets, so that both measure the same; what a process of its own prints is
JSON. The camera gives JPEG files, decoded as far as a USB camera's are, so that the program
is measured and not the drawing of a table.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.reading import Picture

UNSEEN = {"SDL_VIDEODRIVER": "dummy"}

_SERVICE = Path(__file__).parents[2] / "systemd" / "tilekeeper.service"

AS_A_SERVICE = {
    **UNSEEN,
    **dict(re.findall(r"^Environment=(MALLOC\w+)=(\S+)$", _SERVICE.read_text("utf-8"), re.M)),
}
"""With the memory settings that the service gives a table."""

SETTLE = 9.0
"""Seconds before a table counts as at rest: pictures have been read, and the camera gives fewer
frames."""

LULL = 70.0
"""Seconds after which it gives still fewer."""

FRAME = (1920, 1080)
"""Pixels of a USB camera's frame, as hardware/cameras/port.py asks for it."""

FRAMES = 4
"""Files that follow each other: no two frames of a sensor are the same."""


@dataclass(frozen=True)
class Rest:
    """What a table costs at which nothing happens: percent of a core, of that `loop`, the thread
    with the screen, and `decoding` the camera's frames; MB in memory, `own`: of that what it
    doesn't share, no file's pages."""

    share: float
    loop: float
    decoding: float
    memory: float
    own: float


@dataclass(frozen=True)
class Start:
    """ms from the start of the program to its first screen, and of a processor's time for it."""

    passed: float
    used: float


def rested(
    seconds: float,
    folder: Path | None,
    settings: Mapping[str, str] = UNSEEN,
    settle: float = SETTLE,
) -> Rest:
    """A table at rest for so long, with a camera that gives a folder's frames."""
    camera = [] if folder is None else ["--camera", str(folder)]
    printed = _child(["--rest", str(seconds), "--settle", str(settle), *camera], settings)
    return Rest(**json.loads(printed.splitlines()[-1]))


def started(times: int = 5, settings: Mapping[str, str] = UNSEEN) -> Start:
    """The quickest of several starts of `tilekeeper play`: on a busy machine the others waited, and
    in the first Python compiles the modules, as pip does where the program is installed."""
    passed, used = [], []
    with TemporaryDirectory(prefix="tilekeeper-compiled-") as compiled:
        kept = {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        for _ in range(times):
            began, before = time.perf_counter(), _children_seconds()
            _child(["--first-screen"], {**settings, **kept})
            passed.append(1000 * (time.perf_counter() - began))
            used.append(1000 * (_children_seconds() - before))
    return Start(min(passed), min(used))


def save_frames(picture: Picture, folder: Path) -> None:
    """Writes a picture as a camera gives it: larger than the board, with noise, in files."""
    import cv2
    import numpy as np

    high, wide = picture.shape[:2]
    share = FRAME[1] / high
    large = cv2.resize(picture, (round(wide * share), FRAME[1]))
    edge = (FRAME[0] - large.shape[1]) // 2
    large = cv2.copyMakeBorder(large, 0, 0, edge, edge, cv2.BORDER_REFLECT)
    for number in range(FRAMES):
        noise = np.random.default_rng(number).normal(0.0, 2.0, large.shape)
        noisy = np.clip(large + noise, 0, 255).astype(np.uint8)
        cv2.imwrite(str(folder / f"{number}.jpg"), noisy)


def resident_mb(kind: str = "VmRSS") -> float:
    """Of this process, as /proc/self/status names it."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(float(line.split()[1]) / 1024 for line in status if line.startswith(kind))


def _child(arguments: list[str], settings: Mapping[str, str]) -> str:
    """What another process of this file prints."""
    call = [sys.executable, "-m", "workshop.benchmarks.running_device", *arguments]
    environment = {**os.environ, **settings}
    environment.pop("OMP_NUM_THREADS", None)  # as a table has it, whatever measures it
    return subprocess.run(
        call, env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ).stdout.decode()


def _children_seconds() -> float:
    """Seconds of a processor that other processes of this one have used."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


# In the process that is measured


def _rest(seconds: float, settle: float, folder: Path | None) -> None:
    """Runs a table for so long after it has settled, and prints what that cost."""
    # The way the program loads itself: what a command needs, and nothing searched for garbage.
    from click import Context

    from device.cli.main import main as program

    program.get_command(Context(program), "play")

    import numpy as np

    from device.language.texts import Texts
    from device.table.equipment import Equipment, Output
    from device.table.opening import Opening
    from device.table.run import run_table
    from engine.variants import load_variant
    from hardware.cameras.port import FRAMES_EVERY, Frame
    from hardware.cameras.usb import JpegFrame
    from hardware.display import Display
    from hardware.panel.port import KeyboardPanel

    class StillCamera:
        """A table at which nothing moves."""

        turn_by_turn = False

        def __init__(self, files: list[bytes]) -> None:
            self._files, self._every, self._done = files, FRAMES_EVERY, threading.Event()
            self.decoding = 0.0

        def frames(self) -> Iterator[Frame]:
            number = 0
            while not self._done.wait(self._every):
                number += 1
                file = np.frombuffer(self._files[number % len(self._files)], np.uint8)
                began = time.thread_time()
                frame = JpegFrame(file, FRAME[0], time.monotonic(), folder or Path())
                self.decoding += time.thread_time() - began
                yield frame

        def give_every(self, seconds: float) -> None:
            self._every = seconds

        def close(self) -> None:
            self._done.set()

    def measure() -> None:
        time.sleep(settle)
        began, before, main = time.monotonic(), time.process_time(), _main_thread_seconds()
        decoding = camera.decoding
        time.sleep(seconds)
        passed = time.monotonic() - began
        share = 100 * (time.process_time() - before) / passed
        loop = 100 * (_main_thread_seconds() - main) / passed
        decoded = 100 * (camera.decoding - decoding) / passed
        found = Rest(share, loop, decoded, resident_mb(), resident_mb("RssAnon"))
        print(json.dumps(asdict(found)), flush=True)
        os._exit(0)

    files = [] if folder is None else [each.read_bytes() for each in sorted(folder.glob("*.jpg"))]
    camera = StillCamera(files)
    threading.Thread(target=measure, daemon=True).start()
    run_table(
        Opening.new(load_variant("classic", "en"), ("Ann", "Ben")),
        Equipment(KeyboardPanel(), Display(), camera if files else None),
        Output(Texts("en"), lambda _: None),
    )


def _main_thread_seconds() -> float:
    ticks = Path(f"/proc/self/task/{os.getpid()}/stat").read_text(encoding="ascii")
    user, system = ticks.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _first_screen() -> None:
    """Ends the process as soon as the lobby of `tilekeeper play` is on the screen."""
    from click import Context

    from device.cli.main import main as program

    # Loaded as the program does it, garbage left alone, before anything else loads a part of it.
    program.get_command(Context(program), "play")

    from device.table import display

    drawn = display.Showing.show

    def show(showing: display.Showing, *view: object) -> None:
        drawn(showing, *view)  # type: ignore[arg-type]  # passed on as it came
        os._exit(0)

    display.Showing.show = show  # type: ignore[assignment,method-assign]  # to see the first one
    program.main(["play", "--headless", "--new"])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rest", type=float, metavar="SECONDS", help="a table at rest so long")
    options.add_argument("--settle", type=float, default=SETTLE, help="seconds before that")
    options.add_argument("--camera", type=Path, metavar="FOLDER", help="its frames (JPEG)")
    options.add_argument("--first-screen", action="store_true", help="end at the first screen")
    given = options.parse_args()
    if given.first_screen:
        _first_screen()
    elif given.rest is not None:
        _rest(given.rest, given.settle, given.camera)
    else:
        options.error("say what to run: --rest or --first-screen")


if __name__ == "__main__":
    main()
