"""What a table must show from power-on to its first presses, each judged by a picture of its
screen, its lamps, what is heard or what its own doctor says; a line for each.

It knows what a household sees, and nothing of the program. Tests:
workshop/tests/test_machine_trial.py.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.scene import Scene
from engine.variants import load_variant
from hardware.panel.port import Button, Tone
from hardware.picture_files import read_picture
from workshop.machine.camera import Camera, Webcam
from workshop.machine.hands import BoardError, Hands
from workshop.machine.lens import CAMERA_HEIGHT, CAMERA_RATE, CAMERA_WIDTH, Lens, scene_of
from workshop.machine.port import Filmed, Part, TablePort
from workshop.machine.qemu import Running
from workshop.machine.qmp import Qmp, QmpError, connected
from workshop.machine.screens import differs, drawn_area
from workshop.machine.sound import heard, read_recording

UNIT = "tilekeeper.service"
"""The table's service."""

READY_WITHIN, SHOWN_WITHIN, HEARD_WITHIN = 240.0, 30.0, 5.0
"""Seconds of the machine's own time: until the service is ready, until the screen has changed after
a press, and until its click has been recorded."""

OFF_WITHIN = 300.0
"""Seconds of this computer's time within which a table that was switched off has ended all that
runs on it."""

GONE_WITHIN = 5.0
"""Seconds of this computer's time within which QEMU has ended, once its wires are dead."""

LAST_LINES = 10
"""Of a console, in which a kernel says why it gave up."""

STILL_FOR = 2.0
"""Seconds of the same without a change after which a screen is still."""

FINE = ("Buttons", "Lamps", "Pins", "Sound", "Screen", "Access")
"""Checks of the doctor that have to be fine on a table with all its parts."""


@dataclass
class Table:
    """All that people can do with a table in a machine and all they can see of it."""

    running: Running
    screen: Qmp
    hands: Hands

    @classmethod
    def of(cls, running: Running) -> Self:
        """Of a machine that has just been switched on; FailedError in QEMU's words if it isn't."""
        try:
            return cls(running, Qmp.at(running.wires / "qmp"), Hands.at(running.wires / "board"))
        except (OSError, QmpError) as error:
            said = (running.wires / "qemu.txt").read_text("utf-8").strip()
            raise FailedError(said or str(error)) from error

    @property
    def lacks(self) -> Mapping[Part, str]:
        """Nothing: every wire of a machine leads out of it."""
        return {}

    @property
    def recording(self) -> Path:
        """What its sound card plays."""
        return self.running.wires / "sound.wav"

    def size(self) -> tuple[int, int]:
        """Width and height of its screen."""
        return self.running.machine.screen

    def keys(self, names: Sequence[str]) -> None:
        """Keys pressed at once, by QEMU's names of them."""
        self.screen.keys(names)

    def goes_off(self, seconds: float) -> bool:
        """Whether it does, as a Pi does after its system has ended everything."""
        try:
            self.running.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def keep_console(self, folder: Path) -> None:
        """Puts what its kernel said there."""
        shutil.copy(self.running.wires / "console.txt", folder)

    def seen(self) -> NDArray[np.uint8]:
        """What is on its screen: uint8 [height, width, 3], BGR."""
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder) / "screen.png"
            self.screen.screen(picture)
            return read_picture(picture)

    @contextmanager
    def with_camera(self, scene: Scene) -> Iterator[Filmed]:
        """A camera over a table is plugged in, and pulled out again."""
        with self.plugged_in() as camera, Lens(camera, scene):
            yield camera

    @contextmanager
    def plugged_in(self, clock: Callable[[], float] = time.monotonic) -> Iterator[Camera]:
        """A camera that shows what it is given, by this clock, until it is pulled out again."""
        webcam = Webcam(CAMERA_WIDTH, CAMERA_HEIGHT, CAMERA_RATE)
        camera = Camera(connected(self.running.wires / "camera", 20), webcam, clock)
        camera.plug_in()
        try:
            yield camera
        finally:
            camera.unplug()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """FailedError with its last words, if the machine has gone off by itself."""
        self.hands.close()
        self.screen.close()
        cut_off = isinstance(error, OSError | BoardError | QmpError)
        if cut_off and self.goes_off(GONE_WITHIN):
            raise FailedError(self._last_words())

    def _last_words(self) -> str:
        said, console = (
            (self.running.wires / name).read_text("utf-8", "replace").strip()
            for name in ("qemu.txt", "console.txt")
        )
        status = self.running.process.returncode
        last = "\n".join(console.splitlines()[-LAST_LINES:])
        return (
            f"the machine is gone: QEMU ended with {status}. {said}\nIts console at last:\n{last}"
        )


class FailedError(Exception):
    """What isn't as it should be, in a sentence."""


class Trial:
    """Of one table; pictures of its screen go to `output`, if there is such a folder."""

    def __init__(
        self,
        table: TablePort,
        output: Path | None,
        *,
        say: Callable[[str], None] = lambda line: print(line, flush=True),
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._table, self._output, self._say = table, output, say
        self._sleep = sleep
        self._off, self._time = False, 0.0
        self._failed = self._pictures = 0
        self._began = time.monotonic()
        self._last: NDArray[np.uint8] | None = None

    def whole(self) -> int:
        """All of it, on a table that is switched on for the first time; 1 if anything failed."""
        if self.starts():
            self.shows_and_answers()
            self.sounds()
            self.check("its name is known in its network", self._name)
            if self._may(Part.CAMERA):
                self.sees()
            self.switches_off()
        return self.ended()

    def ended(self) -> int:
        """Says how it went; 1 if anything failed."""
        took = f"{time.monotonic() - self._began:.0f} s in all"
        self._say(f"{self._clock():.0f} s of the machine's time, {took}, {self._failed} failed")
        return 1 if self._failed else 0

    def check(self, sentence: str, step: Callable[[], str]) -> None:
        """A line of it: what the step saw, or why it failed."""
        began = self._clock()
        try:
            seen, word = step(), "ok     "
        except FailedError as error:
            seen, word = str(error), "FAILED "
            self._failed += 1
        took = f"{self._clock() - began:.0f} s"
        self._say(f"{word} {sentence} ({took}{': ' + seen if seen else ''})")

    def starts(self) -> bool:
        """Whether the service comes up."""
        self.check("it starts, and the service is ready", self._ready)
        if self._failed:
            self._keep_console()
        return not self._failed

    def shows_and_answers(self) -> None:
        """Screen, keyboard, buttons and lamps."""
        self.check("the first screen fills the screen it has", self._first_screen)
        self.check("its doctor finds all parts but the camera fine", self._doctor)
        self.check("a key of the keyboard moves the choice", partial(self._key, "down"))
        self.check("and back", partial(self._key, "up"))
        if not self._may(Part.BUTTONS):
            return
        self.check("OK goes on to the camera", partial(self._press, Button.OK))
        self.check("and on to the buttons", partial(self._press, Button.OK))
        for button in (Button.SIDE_1, Button.SIDE_2, Button.CHALLENGE, Button.NEXT, Button.UNDO):
            self.check(f"a press of {button} is ticked", partial(self._press, button))
        self.check("a lamp is lit", self._lamp)

    def sounds(self) -> None:
        """Its sound card."""
        if self._may(Part.SOUND):
            self.check("a press is heard", partial(self._click, Button.SIDE_1))

    def sees(self) -> None:
        """The camera that comes, and goes."""
        with ExitStack() as plugged:
            plug = partial(self._plug, plugged, scene_of(load_variant("classic", "en")))
            self.check("a USB camera that is plugged in is found", plug)
            self.check("its pictures arrive", self._pictures_come)
        self.check("and its loss is noticed", self._camera_lost)

    def switches_off(self) -> None:
        """Last of all, by its own buttons."""
        if self._may(Part.POWER) and self._may(Part.BUTTONS):
            self.check("switched off by its buttons, it goes off", self._goes_off)

    # --- each step: what was seen, or FailedError ---

    def _ready(self) -> str:
        began = self._clock()
        while self._clock() - began < READY_WITHIN:
            state = self._command(f"systemctl is-active {UNIT}").strip()
            if state == "active":
                up = f"{self._clock():.0f}"
                free = self._command("awk '/MemAvailable/ {print int($2 / 1024)}' /proc/meminfo")
                return f"{up} s after power came, {free.strip()} MB free"
            if state == "failed":
                raise FailedError(self._command(f"journalctl -u {UNIT} -n 5 --no-pager"))
            self._sleep(1)
        raise FailedError(f"not within {READY_WITHIN:.0f} s")

    def _first_screen(self) -> str:
        picture = self._shown()
        height, width = picture.shape[:2]
        if (width, height) != self._table.size():
            raise FailedError(f"it was switched to {width} x {height} pixels")
        drawn = drawn_area(picture)
        if drawn < 0.9:
            raise FailedError(f"only {drawn:.0%} of it is drawn on")
        return f"{width} x {height} pixels, {drawn:.0%} of it drawn on"

    def _doctor(self) -> str:
        found = doctors_checks(self._command("tilekeeper doctor --json"))
        wrong = [name for name in FINE if found.get(name) != "good"]
        if wrong:
            raise FailedError(", ".join(f"{name}: {found.get(name)}" for name in wrong))
        return ", ".join(FINE)

    def _key(self, name: str) -> str:
        self._still()
        self._table.keys([name])
        return self._changes()

    def _press(self, button: Button) -> str:
        self._still()
        self._table.hands.press(button)
        return self._changes()

    def _lamp(self) -> str:
        lamps = self._table.hands.lamps()
        if not lamps.lit | lamps.blinking:
            raise FailedError("all are dark")
        return ", ".join(sorted(lamps.lit | lamps.blinking))

    def _click(self, button: Button) -> str:
        recording = self._table.recording
        if recording is None:
            raise FailedError("nothing is recorded")
        self._still()  # what the table says by itself would sound over it
        since = read_recording(recording).end
        self._table.hands.press(button)
        began, found = self._clock(), list[Tone]()
        while Tone.CLICK not in found:
            if self._clock() - began > HEARD_WITHIN:
                raise FailedError(", ".join(found) or "nothing is heard")
            self._sleep(0.5)
            found = [one.tone for one in heard(read_recording(recording, since))]
        return ", ".join(found)

    def _plug(self, plugged: ExitStack, scene: Scene) -> str:
        self._camera = plugged.enter_context(self._table.with_camera(scene))
        return self._until("ls /dev/v4l/by-id", "video-index0")

    def _pictures_come(self) -> str:
        self._until(f"journalctl -u {UNIT} --no-pager", "The camera is back.")
        return f"{self._camera.frames} so far"

    def _camera_lost(self) -> str:
        began = self._clock()
        while self._clock() - began < SHOWN_WITHIN:
            found = doctors_checks(self._command("tilekeeper doctor --json"))
            if found.get("Camera") == "bad":
                return ""
            self._sleep(1)
        raise FailedError("the doctor finds the camera fine")

    def _name(self) -> str:
        name = '"$(hostname).local"'
        asked = f"avahi-resolve -4 -n {name} || getent ahostsv4 {name}"  # Lite has the latter
        return self._until(asked, ".local").strip()

    def _goes_off(self) -> str:
        self._press(Button.POWER)
        self._still()  # the question isn't answered in its first second
        self._table.hands.press(Button.OK)
        went_off = self._table.goes_off(OFF_WITHIN)
        self._off = True  # either way: a machine that hangs as it goes off no longer answers
        if not went_off:
            self._keep_console()
            raise FailedError("it stays on")
        return ""

    # --- seeing and waiting ---

    def _clock(self) -> float:
        """Seconds of the machine's own time, which ends when it is switched off."""
        if not self._off:
            self._time = self._table.hands.time()
        return self._time

    def _shown(self) -> NDArray[np.uint8]:
        picture = self._last = self._table.seen()
        self._pictures += 1
        if self._output is not None:
            self._output.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(self._output / f"{self._pictures:02}.png"), picture)
        return picture

    def _still(self) -> None:
        """Until nothing moves on the screen: what comes by itself, or late, is no answer to what is
        pressed next."""
        began = since = self._clock()
        before = self._table.seen()
        while since - began < SHOWN_WITHIN and self._clock() - since < STILL_FOR:
            self._sleep(0.5)
            now = self._table.seen()
            if differs(before, now):
                since, before = self._clock(), now
        self._last = before

    def _changes(self) -> str:
        """Until the screen shows something else than at the last look."""
        began, before = self._clock(), self._last
        while self._clock() - began < SHOWN_WITHIN:
            now = self._table.seen()
            if before is None or differs(before, now):
                self._shown()
                return ""
            self._sleep(0.5)
        raise FailedError("the screen stays as it was")

    def _until(self, command: str, text: str) -> str:
        """What a command says once that is in it."""
        began, said = self._clock(), ""
        while self._clock() - began < SHOWN_WITHIN:
            said = self._command(command)
            if text in said:
                return next(line for line in said.splitlines() if text in line)
            self._sleep(1)
        raise FailedError(said.strip().splitlines()[-1] if said.strip() else f"no {text}")

    def _command(self, command: str) -> str:
        return self._table.hands.run(command).output

    def _may(self, part: Part) -> bool:
        """Whether it can be tried here; if not, a line says why."""
        why = self._table.lacks.get(part)
        if why is not None:
            self._say(f"left out {part}: {why}")
        return why is None

    def _keep_console(self) -> None:
        if self._output is not None:
            self._output.mkdir(parents=True, exist_ok=True)
            self._table.keep_console(self._output)


def doctors_checks(said: str) -> dict[str, str]:
    """How each check of `tilekeeper doctor --json` came out, by its name."""
    found: dict[str, str] = {}
    for line in said.splitlines():
        if line.startswith("{"):
            check = json.loads(line)
            if "name" in check:  # the last one counts them
                found[check["name"]] = check["verdict"]
    return found
