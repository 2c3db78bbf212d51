"""The examination of a device at which no table runs: camera and panel are opened for it, looked at
and given back.

It finds out what a running table would report of itself; the verdicts are in device/doctor/. Tests:
tests/device/test_doctor_command.py, tests/device/test_camera_look.py.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from device.doctor.checks import NAMES, CheckGrade, Subject
from device.doctor.disk import disk_at_leisure
from device.doctor.examination import Examined, examine
from device.doctor.machine import this_machine
from device.doctor.panel import Plugged
from device.language.texts import Message
from device.registry import left_out
from device.session.core.state import Speaking, own_of
from device.settings.config import Settings, own_panel
from device.settings.options import grid_of_corners
from device.storage.household import household_offers
from device.storage.tables import TableFileError, read_table, tables_folder, tiles_of
from device.system.files import found_in, state_directory, there
from device.system.terminal import silent_libraries
from device.table.addons import checks_of_addons
from device.table.report import AnyCheck, OwnCheck
from engine.sentences import Sentence
from engine.variants import Variant
from engine.words.lexicon import SHIPPED_LISTS, Lexicon
from hardware.cameras.kinds import open_camera
from hardware.cameras.port import (
    Camera,
    CameraError,
    CameraHungError,
    CameraStatus,
    Frame,
    MonotonicClock,
    NoCameraError,
    turned_back,
)
from hardware.panel.port import KeyboardPanel, Panel
from hardware.threads import watched
from vision.household.own_tiles import TableKnowledge, check_styles, shipped_styles
from vision.quality import hand_over
from vision.reader import BoardReader
from vision.reading import Picture, Reading, Refusal
from vision.square.classify import TileNet
from vision.square.network import BrokenReaderError
from vision.watch import Watcher

# --- a look through the camera ---

SECONDS = 10.0
"""Seconds to wait for a still picture."""

WARM_UP = 2.0
"""Seconds in which a newly opened camera still adjusts light and focus."""

HANGS_AFTER = 20.0
"""Further seconds that a camera may take to open, to give a picture and to close: OpenCV waits up
to ten for one."""


@dataclass(frozen=True, eq=False)
class CameraLook:
    """What a camera showed. `picture`: the still one, else (`still` false) the last one; `rate`:
    pictures a second. `trouble`: a sentence if there is none; `absent`: there is no camera."""

    picture: Picture | None = None
    still: bool = False
    rate: float = 0.0
    trouble: str | None = None
    absent: bool = False


def look(
    open_one: Callable[[], Camera],
    seconds: float = SECONDS,
    clock: MonotonicClock = time.monotonic,
    hangs_after: float = HANGS_AFTER,
    *,
    mirrored: bool = False,
) -> CameraLook:
    """The result of the camera that `open_one` gives; unmirrored if it mirrors its picture."""
    looked: queue.SimpleQueue[CameraLook | Exception] = queue.SimpleQueue()

    def run() -> None:
        try:
            looked.put(_look(open_one, seconds, clock, mirrored))
        except CameraError as error:
            looked.put(error)

    # Any other exception is raised again on the waiting thread.
    threading.Thread(target=watched(run, looked.put), name="looking", daemon=True).start()
    try:
        seen = looked.get(timeout=seconds + hangs_after)
    except queue.Empty:
        return CameraLook(
            trouble=Sentence("The camera has frozen: no picture, and it won’t close.")
        )
    if isinstance(seen, CameraError):
        return CameraLook(trouble=str(seen), absent=isinstance(seen, NoCameraError))
    if isinstance(seen, Exception):
        raise seen
    return seen


def _look(
    open_one: Callable[[], Camera], seconds: float, clock: MonotonicClock, mirrored: bool
) -> CameraLook:
    camera = open_one()
    frames = turned_back(camera.frames()) if mirrored else camera.frames()
    try:
        looked = _settled(frames, seconds, clock, turns=camera.turn_by_turn)
    except CameraHungError:
        raise  # closing it would hang as well
    except BaseException:
        camera.close()
        raise
    camera.close()
    deque(frames, maxlen=0)  # a closed camera has no more frames, and is released with the last one
    return looked


def _settled(
    frames: Iterator[Frame], seconds: float, clock: MonotonicClock, *, turns: bool
) -> CameraLook:
    watcher, began, number = Watcher(), clock(), 0
    best = CameraLook(trouble=Sentence("No picture from the camera."))
    for frame in frames:
        if turns:
            return CameraLook(frame.picture, still=True)
        watcher, settled = watcher.see(frame.picture, frame.at)
        since, number = clock() - began, number + 1
        rate = number / since if since > 0 else 0.0
        if settled is not None:
            best, watcher = CameraLook(settled.picture, still=True, rate=rate), Watcher()
        elif not best.still:
            best = CameraLook(frame.picture, rate=rate)
        if since >= seconds or (best.still and since >= WARM_UP):
            break
    return best


# --- the examination ---


@dataclass(frozen=True, eq=False)
class ToExamine:
    """What is examined: the household's settings, the game on the board, and a photograph in place
    of the camera. `table_runs`: a table runs, and holds buttons, lamps and sound."""

    settings: Settings
    game: Variant
    photo: Picture | None = None
    table_runs: bool = False


def examine_alone(asked: ToExamine, announce: Callable[[Message], None]) -> Iterator[AnyCheck]:
    """Every check. `announce` is called with the present step, if that takes a while."""
    knowledge, remarks = _known(asked.settings)
    yield from remarks
    folder, said = state_directory(), list[str]()
    offers = household_offers(folder, said.append)

    def lexicon(language: str) -> Lexicon | None:
        found = offers.lexicon(language, None)
        if found is None and language not in SHIPPED_LISTS and not _own_words(folder, language):
            said.pop()  # a list that was never there isn't missing
        return found

    with closing(_panel(asked, announce)) as panel:
        looked, reading = _seen(asked, knowledge, announce)
        parts, missing = panel.parts, panel.missing
    announce(Message("Checking the rest…"))
    machine = this_machine()
    alone = checks_of_addons(asked.settings, table_runs=asked.table_runs)
    addons = tuple(own for one in alone for own in one.state)
    report = examine(
        Examined(
            camera=CameraStatus.SEES if looked.picture is not None else CameraStatus.NONE,
            picture=looked.picture,
            reading=reading,
            panel=missing,
            screen=_missing_screen(machine.plugged),
            volume=asked.settings.panel.volume,
            folder=folder,
            kept=True,
            lexicon=lexicon,
            language=asked.game.language,
            parts=parts,
            disk=lambda kept: disk_at_leisure(there(kept)),
            speaks=own_of(addons, Speaking) is not None,
            addons=addons,
            left_out=left_out(),
            game=asked.game.name,
        ),
        machine,
        [checks for one in alone for checks in one.checks],
    )
    yield from _camera_checks(looked, asked)
    skipped = {Subject.CAMERA, Subject.PANEL} if asked.table_runs else {Subject.CAMERA}
    yield from (check for check in report if check.key not in skipped)
    for number, sentence in enumerate(dict.fromkeys(said), 1):
        yield OwnCheck(
            f"household-{number}",
            Message("Your words and boards"),
            CheckGrade.DOUBTFUL,
            Message("{sentence}", {"sentence": sentence}),
            Message("Fix the file, or delete it."),
        )


def _panel(asked: ToExamine, announce: Callable[[Message], None]) -> Panel:
    if asked.table_runs:
        return KeyboardPanel()  # pins that a table holds would look broken
    announce(Message("Opening buttons, lamps and sound…"))
    with silent_libraries():
        return own_panel(asked.settings.panel)


def _seen(
    asked: ToExamine, knowledge: TableKnowledge | None, announce: Callable[[Message], None]
) -> tuple[CameraLook, Reading | Refusal | None]:
    looked = CameraLook(asked.photo, still=True)
    if asked.photo is None:
        announce(Message("Looking through the camera: up to {n} s…", {"n": round(SECONDS)}))
        camera = asked.settings.camera
        opens = partial(open_camera, _source(asked), hertz=camera.mains)
        looked = look(opens, mirrored=camera.mirror)
    if looked.picture is None:
        return looked, None
    announce(Message("Reading the board…"))
    game = asked.game
    reader = BoardReader(
        game.layout,
        game.tile_set,
        knowledge=tiles_of(knowledge),
        highest_pile=game.highest_pile,
    )
    # A photograph wasn't taken from the camera's place.
    corners = asked.settings.camera.known_corners if asked.photo is None else None
    grid = grid_of_corners(corners, game.layout)
    reading = reader.read(looked.picture, corners=grid)
    if isinstance(reading, Reading) and hand_over(reading.covered):
        return looked, Refusal.COVERED
    return looked, reading


def _own_words(state: Path, language: str) -> bool:
    """Whether the household keeps words of that language."""
    return bool(found_in(state / "words", f"{language}.*"))


def _missing_screen(plugged: Plugged | None) -> Message | None:
    """What a table would report of its screen, without opening a window."""
    desktop = {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    if desktop or (plugged is not None and plugged.screens):
        return None
    return Message("No screen plugged in: games continue without it.")


def _known(settings: Settings) -> tuple[TableKnowledge | None, list[OwnCheck]]:
    """What is known of the household's own tiles, with a check if that can't be used."""
    try:
        table = read_table(tables_folder(), settings.table.name)
        check_styles(TileNet(), shipped_styles())
    except (TableFileError, BrokenReaderError) as error:
        value = Message("{sentence}", {"sentence": str(error)})
        advice = Message("Relearn them with `tilekeeper enrol`.")
        check = OwnCheck("own-tiles", Message("Your tiles"), CheckGrade.DOUBTFUL, value, advice)
        return None, [check]
    return None if table is None else table.knowledge, []


def _source(asked: ToExamine) -> str:
    return asked.settings.camera.source or "auto"


def _camera_checks(looked: CameraLook, asked: ToExamine) -> Iterator[OwnCheck]:
    """The camera's kind and state, which a running table reports itself."""
    name = NAMES[Subject.CAMERA]
    if looked.picture is None:
        value = Message("{sentence}", {"sentence": looked.trouble or ""})
        advice = Message("Check its cable, and its name in the settings (docs/cameras.md).")
        if looked.absent:
            advice = Message("Which cameras work, and how to set each one up: docs/cameras.md.")
        yield OwnCheck("camera", name, CheckGrade.BAD, value, advice)
        return
    height, width = looked.picture.shape[:2]
    size = {"width": width, "height": height}
    if asked.photo is not None:
        value = Message("a photo instead, {width} × {height} pixels", size)
        yield OwnCheck("camera", name, CheckGrade.GOOD, value)
        return
    rate = f"{looked.rate:.0f}"
    value = Message(
        "{source}: {width} × {height} pixels, {rate} per second",
        {"source": _source(asked), "rate": rate, **size},
    )
    yield OwnCheck("camera", name, CheckGrade.GOOD, value)
    if not looked.still:
        yield OwnCheck(
            "still",
            Message("Motion"),
            CheckGrade.DOUBTFUL,
            Message("nothing was still for {n} s", {"n": round(SECONDS)}),
            Message("Hands off the table, camera fixed firmly, then check again."),
        )
