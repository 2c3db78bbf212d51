"""An evening played at two tables at once: a machine's, and a virtual one outside by which it is
judged. Both are given the same presses and pictures; players see what the machine shows, and only
once it is what the table outside shows, too.

The table outside is the evening's own, device/simulator/run.py, on the machine's time. Tests:
workshop/tests/test_machine_evening.py.
"""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from device.language.button_names import names_on
from device.language.texts import Texts
from device.session.core.setup import LOOK_UP, Offers, Setup, agreed_list
from device.session.core.state import DeviceState
from device.simulator.hands import HURRIED
from device.simulator.lines import Evening, PressButton, WaitSeconds
from device.simulator.panel import MockPins
from device.simulator.run import EveningOutcome, VirtualEvening, agreed_words, differences
from device.table.opening import Opening
from device.views.table import TableView
from engine.game import Game
from engine.records.record import read_record
from engine.variants import Variant, usual_language
from hardware.panel.port import Button, Lamp, Tone
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal
from workshop.machine.hands import Lamps, Ran
from workshop.machine.lens import Shows, jpeg_of, scene_of
from workshop.machine.port import HandsPort
from workshop.machine.screens import Screens
from workshop.machine.sound import heard, read_recording
from workshop.machine.trial import UNIT, FailedError, Table, Trial

SEED = 1
FRAMES_A_SECOND = 5.0
"""Of the machine's own time, as all seconds here."""

SETTLES_IN = 3.0
"""Seconds before the first press: nobody presses as soon as there is a first screen."""

SHOWN_WITHIN = 60.0
"""Seconds after which the machine must show what the table outside shows: it reads its pictures on
an emulated processor."""


ANSWERED_IN = 0.5
"""Seconds from a press within which the table outside shows what came of it. A machine that shows
nothing yet from after that is behind: nobody presses again because nothing has come of a press."""


class Console(Protocol):
    """Where commands are run in the machine."""

    def run(self, command: str, /) -> Ran: ...


class Handling(HandsPort, Protocol):
    """Hands at a machine, for long presses too: workshop/machine/hands.py's Hands."""

    def hold(self, button: Button, /) -> None: ...


# --- the machine's game is the evening's ---

CARD = "Audio"
"""QEMU's sound card on USB, as ALSA calls it."""

SETTINGS = "/etc/tilekeeper/tilekeeper.toml"
DROP_IN = f"/etc/systemd/system/{UNIT}.d/evening.conf"
GAMES, AGREED = "/var/lib/tilekeeper", "/run/agreed.txt"
STARTED = "/opt/tilekeeper/current/bin/tilekeeper play --appliance --new --sides"


def toml(value: object) -> str:
    """A value as TOML writes it on one line."""
    match value:
        case Mapping():
            return "{" + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(toml, value)) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)


def settings_of(evening: Evening, size: tuple[int, int]) -> str:
    """A household's settings for the game of an evening, on a screen of that size (width, height)
    without motion."""
    header = evening.header
    game: dict[str, object] = {"variant": header.game, "options": dict(header.options)}
    if header.language is not None:
        game["language"] = header.language
    screen = {"width": size[0], "height": size[1], "motion": False, "celebrate": False}
    extras = {name: getattr(header.extras, name) for name in header.extras.__dataclass_fields__}
    tables: Mapping[str, Mapping[str, object]] = {
        "game": game,
        "screen": screen,
        "extras": extras,
        "panel": {"sound_card": CARD},
    }
    return "".join(
        f"[{name}]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in table.items())
        for name, table in tables.items()
    )


def in_the_lobby(evening: Evening) -> Evening:
    """The same, begun in the lobby by the press that begins its game. Where no list was agreed on,
    a household's settings say that its players look words up."""
    header, line = evening.header, evening.steps[0].line
    begins = WaitSeconds(SETTLES_IN, line), PressButton(Button.OK, line)
    if header.words is None and not header.extras.word_list:
        header = replace(header, extras=replace(header.extras, word_list=LOOK_UP))
    return replace(evening, header=header, steps=(*begins, *evening.steps))


def lobby_of(evening: Evening, variant: Variant) -> Opening:
    """A table that has these settings, before that press."""
    header = evening.header
    setup = Setup(
        variant.name,
        language_of(evening, variant),
        evening.sides,
        agreed_list(header.extras),
        header.options,
        extras=header.extras,
    )
    words = agreed_words(evening, variant)
    device = DeviceState(kept=True, may_switch_off=True, celebrates=False)
    return Opening(
        setup.game(), offers=Offers(lambda *_: words), setup=setup, device=device, attended=False
    )


def language_of(evening: Evening, variant: Variant) -> str:
    """Of its words and tiles."""
    return evening.header.language or variant.tile_set.language or usual_language(variant.name)


def begin_game(hands: Console, evening: Evening, variant: Variant, size: tuple[int, int]) -> None:
    """The machine's service starts again with the game of an evening, its players and its words;
    FailedError if it doesn't."""
    language = language_of(evening, variant)
    sides = ",".join(evening.sides)
    files = {
        SETTINGS: settings_of(evening, size),
        DROP_IN: f'[Service]\nExecStart=\nExecStart={STARTED} "{sides}"\n',
    }
    imports = []
    if evening.header.words is not None:
        files[AGREED] = "\n".join(evening.header.words) + "\n"
        imports.append(f"tilekeeper words import {AGREED} --language {language} --name evening")
    for command in (
        f"systemctl stop {UNIT}; rm -rf {GAMES}/*",
        *(
            f"mkdir -p {Path(path).parent}; printf %s {shlex.quote(text)} >{path}"
            for path, text in files.items()
        ),
        *imports,
        "systemctl daemon-reload",
        f"systemctl start {UNIT}",
    ):
        if (ran := hands.run(command)).status:
            raise FailedError(ran.output.strip().splitlines()[-1])


def kept_by(hands: Console) -> Game:
    """The game as the machine kept it; FailedError if it can't be read."""
    ran = hands.run("tilekeeper export --game 1 --to json")
    if ran.status:
        raise FailedError(ran.output.strip().splitlines()[-1])
    return read_record(ran.output).play_again()


# --- both tables ---


class HaltedHands:
    """Hands at a machine that stands still but while they do something: what this computer does in
    between takes none of its time. `ask` says "stop" and "cont" to QEMU."""

    def __init__(self, hands: Handling, ask: Callable[[str], object]) -> None:
        self._hands, self._ask = hands, ask

    @contextmanager
    def going(self) -> Iterator[Handling]:
        """Meanwhile the machine goes on."""
        self._ask("cont")
        try:
            yield self._hands
        finally:
            self._ask("stop")

    def lamps(self) -> Lamps:
        with self.going() as hands:
            return hands.lamps()

    def time(self) -> float:
        with self.going() as hands:
            return hands.time()

    def run(self, command: str) -> Ran:
        with self.going() as hands:
            return hands.run(command)


class MachineTime:
    """The machine's own time, for a table outside: it stands still while that one works.
    `meanwhile` is called whenever it has gone on."""

    def __init__(self, hands: HaltedHands) -> None:
        self._hands, self._now = hands, hands.time()
        self.meanwhile: Callable[[], None] = lambda: None

    def __call__(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        """Until so many seconds have passed in the machine."""
        until = self._now + seconds
        with self._hands.going() as hands:
            # It goes on meanwhile for its camera, which gives its pictures by this clock.
            while (now := hands.time()) < until:
                self._now = now
                time.sleep(0.02)
        self._now = now
        self.meanwhile()

    def press(self, button: Button) -> float:
        """Presses a button of the machine, and says when."""
        with self._hands.going() as hands:
            self._now = hands.time()
            hands.press(button)
        return self._now

    def hold(self, button: Button) -> float:
        """Holds it down, and says since when."""
        with self._hands.going() as hands:
            self._now = hands.time()
            hands.hold(button)
        return self._now


class BothPanels(MockPins):
    """The panel of the table outside; what is pressed there is pressed at the machine as well, at
    the same moment of its time: a clock that it stops has to show the same. `pressed`: when,
    and what."""

    def __init__(self, machine_time: MachineTime) -> None:
        super().__init__()
        self._time = machine_time
        self.pressed: list[tuple[float, Button]] = []

    def press(self, button: Button, at: float) -> None:
        super().press(button, self._noted(button, max(at, self._time.press(button))))

    def hold(self, button: Button, at: float) -> None:
        super().hold(button, self._noted(button, max(at, self._time.hold(button))))

    def _noted(self, button: Button, at: float) -> float:
        self.pressed.append((at, button))
        return at


class BothTables:
    """One evening. `seen`: takes a picture of the machine's screen; pictures of a difference go to
    `output`, if there is such a folder. `screens`: how many different ones the players have seen;
    `lamps`: those that shone, or blinked, at the table outside with the last of them."""

    def __init__(
        self,
        hands: Console,
        machine_time: MachineTime,
        seen: Callable[[], NDArray[np.uint8]],
        camera: Shows,
        evening: Evening,
        variant: Variant,
        size: tuple[int, int],
        output: Path | None = None,
    ) -> None:
        self._hands, self._seen, self._camera, self._output = hands, seen, camera, output
        self._time, self._pins = machine_time, BothPanels(machine_time)
        self._time.meanwhile = self._look
        self._screens, self._variant = Screens(size), variant
        self._fresh = self._time()
        self._pictured: Picture | None = None
        self.screens = 0
        self.lamps: frozenset[Lamp] = frozenset()
        self._last: TableView | None = None
        self._evening = VirtualEvening(
            evening,
            variant,
            seed=SEED,
            pace=HURRIED,
            clock=self._time,
            sleep=self._time.sleep,
            frames_a_second=FRAMES_A_SECOND,
            patience=SHOWN_WITHIN * 2,
            opening=lobby_of(evening, variant),
            pins=self._pins,
        )

    def play(self) -> EveningOutcome:
        """To its end; FailedError if the machine shows something else than it must."""
        piles = self._variant.highest_pile
        reader = BoardReader(self._variant.layout, self._variant.tile_set, highest_pile=piles)

        def read(picture: Picture, last: Grid | None) -> Reading | Refusal:
            return reader.read(picture, last=last)

        return self._evening.play_in_its_own_time(
            read,
            lambda _: None,
            lambda view: self._screens.show(view, self._time()),
            seen_elsewhere=True,
            texts=Texts("en", names_on(self._pins.panel)),
        )

    @property
    def latest(self) -> Picture:
        """What the machine has to show now."""
        return self._screens.latest

    @property
    def presses(self) -> int:
        return len(self._pins.pressed)

    @property
    def tones(self) -> Sequence[Tone]:
        """What the table outside has sounded."""
        return self._pins.heard

    def _look(self) -> None:
        """The machine's camera sees what the other one sees, and the players what its screen
        shows."""
        picture = self._evening.camera.last
        if picture is not None and picture is not self._pictured:
            self._camera.show(jpeg_of(picture))
            self._pictured = picture
        now, screen = self._time(), self._seen()
        found, shows_press = self._screens.find(screen), False
        if found is not None:
            view, until = found
            self.lamps = self._pins.shining()
            self._fresh = max(self._fresh, now if until is None else until)
            last = self._pins.pressed[-1][0] if self._pins.pressed else 0.0
            shows_press = until is None or until > last + ANSWERED_IN
            if view != self._last:
                self.screens += 1
                self._last = view
                self._evening.players_see(view)
        self._evening.players_wait(behind=not shows_press)
        if now - self._fresh > SHOWN_WITHIN:
            self.keep(screen)
            raise FailedError(f"for {SHOWN_WITHIN:.0f} s the screen hasn’t shown what it must")

    def keep(self, screen: Picture) -> None:
        """Puts that picture of the machine's screen, what it should show, what was pressed and what
        its service said into the folder, if there is one."""
        if self._output is not None:
            self._output.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(self._output / "shown.png"), screen)
            cv2.imwrite(str(self._output / "to-be-shown.png"), self.latest)
            pressed = (f"{at:.2f} {button}\n" for at, button in self._pins.pressed)
            (self._output / "pressed.txt").write_text("".join(pressed), "utf-8")
            said = self._hands.run(f"journalctl -u {UNIT} --no-pager").output
            (self._output / "journal.txt").write_text(said, "utf-8")


# --- one evening after the other ---

CAMERA_WITHIN = 30.0
"""Seconds within which the kernel finds a camera."""


def play_evenings(
    table: Table, evenings: Sequence[tuple[Evening, Variant]], output: Path | None
) -> int:
    """Plays each on a machine that has just been switched on, with a line for each; 1 if anything
    failed. Screens that differ go to a folder of its name in `output`, if there is one."""
    trial = Trial(table, output)
    if trial.starts():
        for evening, variant in evenings:
            folder = None if output is None else output / evening.name
            trial.check(evening.name, partial(_play, table, evening, variant, folder))
    return trial.ended()


def _play(table: Table, evening: Evening, variant: Variant, output: Path | None) -> str:
    hands, evening = HaltedHands(table.hands, table.screen.ask), in_the_lobby(evening)
    try:
        return _played(table, hands, evening, variant, output)
    finally:
        table.screen.ask("cont")


def _played(
    table: Table, hands: HaltedHands, evening: Evening, variant: Variant, output: Path | None
) -> str:
    machine_time = MachineTime(hands)
    with table.plugged_in(machine_time) as camera:
        camera.show(jpeg_of(scene_of(variant).picture))
        began = machine_time()
        while "video-index0" not in hands.run("ls /dev/v4l/by-id").output:
            if machine_time() - began > CAMERA_WITHIN:
                raise FailedError("no camera is found")
            machine_time.sleep(1)
        begin_game(hands, evening, variant, table.size())
        both = BothTables(
            hands, machine_time, table.seen, camera, evening, variant, table.size(), output
        )
        since = read_recording(table.recording).end
        outcome = both.play()
        lamps = hands.lamps()
    sounded = [one.tone for one in heard(read_recording(table.recording, since))]
    wrong = [*filter(None, [outcome.stuck]), *outcome.failed, *outcome.differences]
    wrong += differences(kept_by(hands), outcome.laid)
    if lamps.lit | lamps.blinking != both.lamps:
        wrong.append(f"lamps {sorted(lamps.lit | lamps.blinking)} and not {sorted(both.lamps)}")
    if wrong:
        both.keep(table.seen())
        raise FailedError("; ".join(wrong))
    totals = ", ".join(f"{side} {n}" for side, n in outcome.laid.state.totals.items())
    turns, asked = len(outcome.laid.state.entries), len(outcome.asked)
    right = in_order(both.tones, sounded)
    return (
        f"{turns} turns, {both.presses} presses, {asked} questions, "
        f"{both.screens} screens and {len(both.lamps)} lamps "
        f"as they had to be, {right} of {len(both.tones)} tones heard; {totals} as laid"
    )


def in_order(sounded: Sequence[Tone], heard_tones: Sequence[Tone]) -> int:
    """How many of the tones that were to sound were heard, in their order."""
    matched = SequenceMatcher(None, list(sounded), list(heard_tones), autojunk=False)
    return sum(block.size for block in matched.get_matching_blocks())
