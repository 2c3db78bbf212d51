"""Trials for a first evening: every lamp is lit, every tone played, every button pressed; and the
figures of this machine, how long it takes for what a table does most.

The user is told what to look at, listen to and press; the presses become checks, also for crossed
wires. Figures always use the same pictures, so that two devices can be compared. Tests:
tests/device/test_parts_trial.py, tests/device/test_pi_bench.py.
"""

from __future__ import annotations

import os
import platform
import queue
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

import cv2
import numpy as np

from device.doctor.checks import CheckGrade
from device.doctor.disk import commit_times
from device.language.texts import Message, TextValue
from device.session.care.device import card_name
from device.settings.config import PanelSettings
from device.system.terminal import silent_libraries
from device.table.report import OwnCheck
from engine.position import Position
from engine.sentences import Plural
from engine.variants import load_variant
from hardware.panel.gpio import open_panel
from hardware.panel.pins import ButtonPin, Pins, PinsError, load_pins
from hardware.panel.port import LOUDEST, Button, KeyboardPanel, Lamp, OnPress, Tone
from hardware.panel.tones import duration
from vision.reader import BoardReader
from vision.reading import Grid, Picture
from vision.render.board import flat_grid, render_board
from vision.render.look import household_look
from vision.square.classify import TileNet
from vision.square.warp import cut_squares

# --- the panel's parts ---

Announcer: TypeAlias = Callable[[Message], None]
Sleep: TypeAlias = Callable[[float], None]

LAMP_SECONDS = 1.0
TONE_PAUSE = 0.5

PRESS_SECONDS = 10.0
"""How long each button is waited for."""

BUTTON_LABELS: Mapping[str, Message] = {
    "side-1": Message("player {n}’s turn button", {"n": 1}),
    "side-2": Message("player {n}’s turn button", {"n": 2}),
    "side-3": Message("player {n}’s turn button", {"n": 3}),
    "side-4": Message("player {n}’s turn button", {"n": 4}),
    "ok": Message("button OK"),
    "back": Message("button back"),
    "next": Message("button next"),
    "undo": Message("button undo"),
    "challenge": Message("button challenge"),
    "pause": Message("button pause"),
    "end": Message("button end"),
    "power": Message("button off"),
}
"""Names of the parts, by their names in the pins file."""


def button_name(button: str) -> Message:
    """A button's name; without one of its own, its name in the pins file."""
    return BUTTON_LABELS.get(button, Message("button {name}", {"name": button}))


LAMPS: Mapping[Lamp, Message] = {
    Lamp.SIDE_1: Message("player {n}’s lamp", {"n": 1}),
    Lamp.SIDE_2: Message("player {n}’s lamp", {"n": 2}),
    Lamp.SIDE_3: Message("player {n}’s lamp", {"n": 3}),
    Lamp.SIDE_4: Message("player {n}’s lamp", {"n": 4}),
    Lamp.CHALLENGE: Message("challenge lamp"),
    Lamp.ZONE_1: Message("zone {n}’s lamp", {"n": 1}),
    Lamp.ZONE_2: Message("zone {n}’s lamp", {"n": 2}),
    Lamp.ZONE_3: Message("zone {n}’s lamp", {"n": 3}),
    Lamp.ZONE_4: Message("zone {n}’s lamp", {"n": 4}),
    Lamp.ZONE_5: Message("zone {n}’s lamp", {"n": 5}),
    Lamp.ZONE_6: Message("zone {n}’s lamp", {"n": 6}),
}

TONES: Mapping[Tone, Message] = {
    Tone.CLICK: Message("a button press"),
    Tone.PLAY: Message("a play counts"),
    Tone.ASK: Message("a question"),
    Tone.WARN: Message("a warning"),
    Tone.END: Message("the game is over"),
    Tone.WHISTLE: Message("the referee’s whistle"),
    Tone.GOOD: Message("the word is valid"),
    Tone.BAD: Message("the word is not valid"),
    Tone.TICK: Message("the clock ticks"),
    Tone.DING: Message("the clock rings"),
    Tone.CHEER: Message("a great play"),
}


class Shines(Protocol):
    """The part of a panel that has lamps."""

    def light(self, lit: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None: ...


class Sounds(Protocol):
    """What plays tones, a buzzer's panel or a speaker."""

    def sound(self, tone: Tone) -> None: ...


class HasButtons(Protocol):
    """The part of a panel that has buttons."""

    def start(self, on_press: OnPress) -> None: ...


@dataclass(frozen=True)
class TriedContact:
    """Something that can be pressed or turned. `means`: the presses that it gives; `asks`: the
    instruction; `mend`: what to look at if no press comes; `crossed`: what to do if another comes
    in its place, None for the advice on any button."""

    key: str
    name: Message
    means: frozenset[Button]
    asks: Message
    mend: Message
    crossed: Message | None = None


def try_parts(
    settings: PanelSettings, announce: Announcer, seconds: float = PRESS_SECONDS
) -> Iterator[OwnCheck]:
    """Tries everything wired according to the settings, and the speaker; waits for each button this
    many seconds."""
    try:
        pins = load_pins(Path(settings.pins) if settings.pins else None)
    except PinsError as error:
        yield _lost(str(error))
        return
    level = settings.volume or LOUDEST
    with closing(open_panel(Path(settings.pins) if settings.pins else None)) as panel:
        panel.set_volume(level)
        if isinstance(panel, KeyboardPanel):
            yield _lost(panel.missing or "")
        else:
            yield from try_lamps(panel, pins, announce)
            if pins.buzzer is not None:
                yield from try_tones("buzzer-played", Message("Buzzer"), panel, announce)
            yield from try_buttons(panel, pins, announce, seconds)
            if panel.missing is not None:
                yield _lost(panel.missing)
    if settings.speaker:
        yield from _try_speaker(settings, level, announce)


def _try_speaker(
    settings: PanelSettings, level: int, announce: Announcer, sleep: Sleep = time.sleep
) -> Iterator[OwnCheck]:
    """Every tone on the selected card; if there are several cards, first one tone on each, so that
    the user hears which to choose."""
    from hardware.panel.speaker import Speaker, name_card, sound_cards, use_card

    name = Message("Speaker")
    if settings.sound_card:
        name_card(settings.sound_card)
    with closing(Speaker()) as speaker:
        speaker.set_volume(level)
        cards = sound_cards()
        for card in cards if len(cards) > 1 else ():
            with silent_libraries():
                why = use_card(card)
            called: dict[str, TextValue] = {"card": card_name(card), "name": card}
            if why is not None:
                announce(Message("{card} ({name}): nothing can be heard there", called))
                continue
            announce(Message("Listen: a sound from {card} ({name})", called))
            speaker.sound(Tone.PLAY)
            sleep(duration(Tone.PLAY) + TONE_PAUSE)
        if len(cards) > 1:
            with silent_libraries():
                use_card(settings.sound_card)
        with silent_libraries():
            missing = speaker.missing
        if missing is not None:
            value = Message("{sentence}", {"sentence": missing})
            advice = Message("Without one, set speaker = false in [panel].")
            yield OwnCheck("speaker-played", name, CheckGrade.DOUBTFUL, value, advice)
            return
        yield from try_tones("speaker-played", name, speaker, announce)


def _lost(sentence: str) -> OwnCheck:
    advice = Message("Check the cables, and which pins are named in the settings.")
    value = Message("{sentence}", {"sentence": sentence})
    return _bad("panel", Message("Buttons and lamps"), value, advice)


def contacts_of(pins: Pins) -> tuple[TriedContact, ...]:
    """The wired parts, each once, in the order of the pins file."""
    found: dict[str, TriedContact] = {}
    for wired in pins.buttons:
        found.setdefault(wired.button, _button(wired))
    if pins.encoder is not None:
        mend = Message(
            "Check its cables: GPIO {a} and {b}, the middle leg on ground.",
            {"a": pins.encoder.a, "b": pins.encoder.b},
        )
        crossed = Message("Swap its two outer cables, or a and b in the pins file.")
        right, left = Message("knob, to the right"), Message("knob, to the left")
        ask_right = Message("Turn the knob one step to the right.")
        ask_left = Message("Turn the knob one step to the left.")
        more = (
            TriedContact("knob-right", right, frozenset({Button.NEXT}), ask_right, mend, crossed),
            TriedContact("knob-left", left, frozenset({Button.BACK}), ask_left, mend, crossed),
        )
        found |= {contact.key: contact for contact in more}
    return tuple(found.values())


def _button(wired: ButtonPin) -> TriedContact:
    name = button_name(wired.button)
    means = {wired.button} if wired.held is None else {wired.button, wired.held}
    return TriedContact(
        f"press-{wired.button}",
        name,
        frozenset(means),
        Message("Press: {name} (GPIO {pin}).", {"name": name, "pin": wired.pin}),
        Message("Check its cable: one leg on GPIO {pin}, one on ground.", {"pin": wired.pin}),
    )


def try_lamps(
    panel: Shines, pins: Pins, announce: Announcer, sleep: Sleep = time.sleep
) -> Iterator[OwnCheck]:
    """Lights each lamp alone for a moment. Only the user sees whether it shone."""
    if not pins.lamps:
        return
    for lamp, pin in pins.lamps:
        announce(Message("Lit: {name} (GPIO {pin}).", {"name": LAMPS[lamp], "pin": pin}))
        panel.light(frozenset({lamp}))
        sleep(LAMP_SECONDS)
    panel.light(frozenset())
    value = Message("lit one after the other: {n}", {"n": len(pins.lamps)})
    yield _good("lamps-lit", Message("Lamps"), value)


def try_tones(
    key: str, name: Message, source: Sounds, announce: Announcer, sleep: Sleep = time.sleep
) -> Iterator[OwnCheck]:
    """Plays each tone. Only the user hears whether it sounded. `name`: of the buzzer or speaker."""
    for tone, meaning in TONES.items():
        announce(Message("{source}: {meaning}.", {"source": name, "meaning": meaning}))
        source.sound(tone)
        sleep(duration(tone) + TONE_PAUSE)
    yield _good(key, name, Message("sounds played: {n}", {"n": len(TONES)}))


def try_buttons(
    panel: HasButtons, pins: Pins, announce: Announcer, seconds: float
) -> Iterator[OwnCheck]:
    """Waits for a press of each button; returns the checks of what was pressed in its place."""
    presses: queue.SimpleQueue[Button] = queue.SimpleQueue()
    panel.start(lambda press: presses.put(press.button))
    contacts = contacts_of(pins)
    last: TriedContact | None = None
    for contact in contacts:
        announce(contact.asks)
        pressed = _pressed(presses, contact, last, seconds)
        if pressed is None:
            value = Message("no press within {n} s", {"n": round(seconds)})
            yield _bad(contact.key, contact.name, value, contact.mend)
            continue
        last = next((one for one in contacts if pressed in one.means), None)
        if pressed in contact.means:
            yield _good(contact.key, contact.name, Message("pressed"))
            continue
        value = Message("registered as: {name}", {"name": button_name(pressed)})
        crossed = contact.crossed or Message(
            "Swap the cables of these two, or their numbers in the pins file."
        )
        yield _bad(contact.key, contact.name, value, crossed)


def _pressed(
    presses: queue.SimpleQueue[Button],
    wanted: TriedContact,
    last: TriedContact | None,
    seconds: float,
) -> Button | None:
    """The next press. A repeat of the last one is ignored: that button was pressed twice."""
    until = time.monotonic() + seconds
    while True:
        try:
            pressed = presses.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return None
        if last is None or pressed not in last.means or pressed in wanted.means:
            return pressed


def _good(key: str, name: Message, value: Message) -> OwnCheck:
    return OwnCheck(key, name, CheckGrade.GOOD, value)


def _bad(key: str, name: Message, value: Message, advice: Message) -> OwnCheck:
    return OwnCheck(key, name, CheckGrade.BAD, value, advice)


# --- figures ---

MODEL = Path("/proc/device-tree/model")
"""The file in which a Pi states its model."""

THREADS = 2
"""As at the table (device/table/run.py)."""

BIG = (2592, 1944)
"""Pixels of a big picture: five million, as the first camera module takes them."""

READ = (1920, 1080)
"""Pixels of a picture as a table reads it."""

FLAT = 960
"""The side in pixels of the square that the big picture is warped to."""

SMALL = (640, 480)
RUNS = 15
COMMITS = 200
MOST_SECONDS = 5.0
"""The most seconds for one measurement."""

BOARD = (
    *["..............."] * 3,
    "...C...........",
    "...R.......F...",
    "...O.......L...",
    "...W.......A...",
    ".QUIzED..JUMP..",
    "...N.......E...",
    *["..............."] * 6,
)


@dataclass(frozen=True)
class Figure:
    """The duration of an operation: the median and the worst of several runs, in milliseconds."""

    key: str
    what: Message
    median: float
    worst: float


def machine_line() -> Message:
    """The machine that the figures were measured on."""
    model = MODEL.read_text().rstrip("\0\n") if MODEL.is_file() else platform.machine()
    software = f"Python {platform.python_version()}, OpenCV {cv2.__version__}"
    software += f", numpy {np.__version__}"
    values: dict[str, TextValue] = {"model": model, "n": os.cpu_count() or 1, "software": software}
    return Message(
        Plural("{model}, {n} core, {software}", "{model}, {n} cores, {software}"), values
    )


def figures(folder: Path, runs: int = RUNS, commits: int = COMMITS) -> Iterator[Figure]:
    """Each figure as soon as it is measured. `folder`: a folder on the disk to write to, left as it
    was; OSError or sqlite3.Error if that fails."""
    cv2.setNumThreads(THREADS)
    game = load_variant("classic", "en")
    big, _ = _photograph(BIG)
    picture, grid = _photograph(READ)
    net = TileNet(sparing=True)  # as a table reads
    reader = BoardReader(game.layout, game.tile_set, net, sparing=True)
    crops = cut_squares(picture, grid)
    flatten = _flattening(BIG)
    things: tuple[tuple[str, Message, Callable[[], object]], ...] = (
        (
            "warp",
            Message("warp 5 megapixels to {n} × {n}", {"n": FLAT}),
            lambda: cv2.warpPerspective(big, flatten, (FLAT, FLAT)),
        ),
        (
            "canny",
            Message("edges (Canny) of 5 megapixels"),
            lambda: cv2.Canny(cv2.cvtColor(big, cv2.COLOR_BGR2GRAY), 50, 150),
        ),
        (
            "area-resize",
            Message("shrink 5 megapixels to {width} × {height}", _size(SMALL)),
            lambda: cv2.resize(big, SMALL, interpolation=cv2.INTER_AREA),
        ),
        (
            "classify",
            Message(Plural("name {n} square", "name {n} squares"), {"n": len(crops)}),
            lambda: net.classify(crops),
        ),
        ("read-anew", Message("read a board, searched for again"), lambda: reader.read(picture)),
        (
            "read-again",
            Message("read a board where it was before"),
            lambda: reader.read(picture, last=grid),
        ),
    )
    for key, what, do in things:
        yield _figure(key, what, do, runs)
    yield _commits(folder, commits)


def _size(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}


def _figure(key: str, what: Message, do: Callable[[], object], runs: int) -> Figure:
    do()  # one-off loading isn't counted
    times: list[float] = []
    until = time.perf_counter() + MOST_SECONDS
    while len(times) < runs and (not times or time.perf_counter() < until):
        start = time.perf_counter()
        do()
        times.append(1000 * (time.perf_counter() - start))
    return Figure(key, what, statistics.median(times), max(times))


def _commits(folder: Path, commits: int) -> Figure:
    """An event in a journal, until the disk confirms it."""
    times = [1000 * seconds for seconds in commit_times(folder, commits, MOST_SECONDS)]
    what = Message("save an event on the disk")
    return Figure("commit", what, statistics.median(times), max(times))


def _photograph(size: tuple[int, int]) -> tuple[Picture, Grid]:
    """A board seen at a slight angle that fills a picture of that size, and its place."""
    width, height = size
    pixels = round(height / 19)
    board = render_board(
        Position.from_rows(BOARD), household_look(), pixels, np.random.default_rng(3)
    )
    side = board.shape[0]
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    left = (width - height) / 2
    shape = ((0.05, 0.06), (0.92, 0.08), (0.98, 0.94), (0.02, 0.92))
    seen = np.array([(left + x * height, y * height) for x, y in shape], np.float32)
    view = cv2.getPerspectiveTransform(flat, seen)
    picture = cv2.warpPerspective(board, view, size, borderValue=(70, 105, 130))
    corners = np.array([flat_grid(15, pixels).corners], np.float32)
    a, b, c, d = ((float(x), float(y)) for x, y in cv2.perspectiveTransform(corners, view)[0])
    return np.asarray(picture, np.uint8), Grid((a, b, c, d), 15)


def _flattening(size: tuple[int, int]) -> cv2.typing.MatLike:
    width, height = size
    seen = np.array([[300, 100], [width - 300, 140], [width - 100, height], [80, height - 60]])
    flat = np.array([[0, 0], [FLAT, 0], [FLAT, FLAT], [0, FLAT]], np.float32)
    return cv2.getPerspectiveTransform(seen.astype(np.float32), flat)
