"""What goes wrong at a table in a long run, at random from a seed: each fault begins, lasts and
heals, and is counted by its kind.

A fault acts where the real one would: on frames, contacts, SQLite and the process's own right to
write files, the broker's process, clients of the page, clocks. Knows no game but whether a clock
may run.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType

from device.storage.journal import Journal
from hardware.cameras.port import Frame
from hardware.panel.port import Button
from workshop.benchmarks.hall import Broker
from workshop.benchmarks.soaked.people import WILD, BouncingPins, Fingers
from workshop.benchmarks.soaked.table import Clock, SoakCamera, Turnstile, Wall

BETWEEN = 150.0
"""Seconds of the table's time between two faults, in the mean."""

LASTS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "camera gone": (3.0, 90.0),
        "camera frozen": (3.0, 40.0),
        "camera hangs": (21.0, 60.0),
        "camera late": (5.0, 60.0),
        "panel pressed wildly": (2.0, 4.0),
        "panel bounces": (20.0, 200.0),
        "panel unplugged": (2.0, 40.0),
        "disk full": (5.0, 200.0),
        "disk read-only": (5.0, 200.0),
        "disk slow": (5.0, 60.0),
        "broker gone": (20.0, 900.0),
        "page clients": (200.0, 800.0),
        "time of day jumps": (0.0, 0.0),
        "stopped and continued": (0.0, 0.0),
        "suspended": (0.0, 0.0),
    }
)
"""Kinds, and for how many seconds of the table's time each lasts, from … to."""

SAFE_WHILE_TIMED = frozenset(
    {
        "camera late",
        "panel bounces",
        "disk full",
        "disk read-only",
        "disk slow",
        "broker gone",
        "page clients",
        "time of day jumps",
        "stopped and continued",
    }
)
"""Those after which a turn against the clock goes as the script has it."""

AFTERWARDS, REALLY_AFTERWARDS = 60.0, 10.0
"""Seconds of the table's time, and of real time, after a fault in which what is logged is taken to
be its."""


@dataclass
class World:
    """What faults act on."""

    clock: Clock
    wall: Wall
    turnstile: Turnstile
    camera: SoakCamera
    pins: BouncingPins
    fingers: Fingers
    journal: Journal
    broker: Broker | None
    port: int
    ratio: float


@dataclass
class Faults:
    """All that goes wrong. `counts`: by kind; `now`: what is wrong, and until when."""

    world: World
    chance: Random
    counts: Counter[str] = field(default_factory=Counter)
    now: dict[str, float] = field(default_factory=dict)
    clients: Counter[str] = field(default_factory=Counter)
    _next: float = 0.0
    _old: deque[Frame] = field(default_factory=lambda: deque(maxlen=8))
    _skips: int = 0
    _looking: subprocess.Popen[str] | None = None
    last_healed: float = -1e9
    really_healed: float = -1e9

    def recent(self) -> str:
        """What is wrong now or was a moment ago, "" for nothing."""
        if self.now:
            return ", ".join(sorted(self.now))
        since = self.world.clock() - self.last_healed
        really = time.monotonic() - self.really_healed
        return "healed" if since < AFTERWARDS or really < REALLY_AFTERWARDS else ""

    def act(self, *, timed: bool, thinking: bool) -> str | None:
        """Heals what has lasted long enough, and begins what is due; what began, if anything."""
        now = self.world.clock()
        for kind, until in list(self.now.items()):
            if now >= until:
                self._heal(kind)
        if now < self._next:
            return None
        self._next = now + self.chance.expovariate(1 / BETWEEN)
        kinds = [kind for kind in LASTS if kind not in self.now]
        if timed:
            kinds = [kind for kind in kinds if kind in SAFE_WHILE_TIMED]
        if not thinking or timed:
            kinds = [kind for kind in kinds if kind != "panel pressed wildly"]
        families = [kind.split()[0] for kind in self.now]
        kinds = [kind for kind in kinds if kind.split()[0] not in families]
        if self.world.broker is None:
            kinds = [kind for kind in kinds if kind != "broker gone"]
        if not kinds:
            return None
        kind = self.chance.choice(kinds)
        self.counts[kind] += 1
        shortest, longest = LASTS[kind]
        lasts = self.chance.uniform(shortest, longest)
        self._begin(kind, lasts)
        if longest:
            self.now[kind] = now + lasts
        else:
            self._over()
        return kind

    def heal_all(self) -> None:
        """Nothing is wrong any more."""
        for kind in list(self.now):
            self._heal(kind)

    def heal_all_quietly(self) -> None:
        """The same where the table may have ended: whatever belongs to this process alone."""
        self.now = {kind: u for kind, u in self.now.items() if not kind.startswith("disk r")}
        self.now.pop("disk slow", None)
        self.heal_all()

    def frame(self, frame: Frame) -> Frame | None:
        """What the camera gives in place of this frame; None for nothing yet."""
        self._old.append(frame)
        if "camera hangs" in self.now:
            return None
        if "camera frozen" in self.now:
            return Frame(self._frozen, frame.at)
        if "camera late" in self.now:
            self._skips = (self._skips + 1) % 4
            return Frame(self._old[0].picture, frame.at) if self._skips == 0 else None
        return frame

    def wild(self) -> list[Button]:
        """What a child presses now."""
        return [self.chance.choice(WILD) for _ in range(self.chance.randint(2, 9))]

    def _begin(self, kind: str, lasts: float) -> None:
        world = self.world
        match kind:
            case "camera gone":
                world.camera.unplug(True)
            case "camera frozen":
                self._frozen = self._old[-1].picture
            case "panel bounces":
                world.pins.worn = True
            case "panel unplugged":
                world.fingers.unplugged = True
            case "disk full":
                _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
                resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
            case "disk read-only":
                world.turnstile.on_table(lambda: self._pragma("query_only=ON"))
            case "disk slow":
                world.turnstile.on_table(lambda: self._slow(True))
            case "broker gone":
                assert world.broker is not None
                world.broker.kill()
            case "page clients":
                self._look(lasts / world.ratio)
            case "time of day jumps":
                world.wall.offset += self.chance.choice((-1, 1)) * self.chance.choice(
                    (1.5, 61.0, 3600.0, 86400.0, 3e7)
                )
            case "stopped and continued":
                self._stop(self.chance.uniform(0.3, 1.5))
            case "suspended":
                world.clock.leap(self.chance.choice((30.0, 600.0, 7200.0, 36000.0)))

    def _heal(self, kind: str) -> None:
        world = self.world
        del self.now[kind]
        self._over()
        match kind:
            case "camera gone":
                world.camera.unplug(False)
            case "panel bounces":
                world.pins.worn = False
            case "panel unplugged":
                world.fingers.plug(world.clock.lived)
            case "disk full":
                _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
                resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
            case "disk read-only":
                world.turnstile.on_table(lambda: self._pragma("query_only=OFF"))
            case "disk slow":
                world.turnstile.on_table(lambda: self._slow(False))
            case "broker gone":
                assert world.broker is not None
                world.broker.start()
            case "page clients":
                self._collect()

    def _over(self) -> None:
        self.last_healed, self.really_healed = self.world.clock(), time.monotonic()

    def _pragma(self, text: str) -> None:
        self.world.journal._db.execute(f"PRAGMA {text}")  # the disk's part, not the table's

    def _slow(self, slow: bool) -> None:
        def nap() -> int:
            time.sleep(0.01)
            return 0

        self.world.journal._db.set_progress_handler(nap if slow else None, 20)

    def _stop(self, seconds: float) -> None:
        call = f"kill -STOP {os.getpid()}; sleep {seconds:.2f}; kill -CONT {os.getpid()}"
        subprocess.run(["/bin/sh", "-c", call], check=True)

    def _look(self, seconds: float) -> None:
        call = [sys.executable, "-m", "workshop.benchmarks.soaked.clients"]
        call += [str(self.world.port), f"{seconds:.1f}", str(self.chance.randrange(10**6))]
        self._looking = subprocess.Popen(call, stdout=subprocess.PIPE, text=True)

    def _collect(self) -> None:
        """What the clients met, once they have gone."""
        if self._looking is None:
            return
        printed, _ = self._looking.communicate(timeout=120)
        self._looking = None
        if printed.strip():
            self.clients.update(json.loads(printed.splitlines()[-1]))


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Asks a process to end, and waits."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
