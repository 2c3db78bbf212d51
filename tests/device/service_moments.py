"""The screens that look after the device, at every moment that they can meet, for the tests that
draw them; their pictures are of a drawn table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lobby_presses import answer, go_to, opened
from question_moments import plain_look
from standins import Evening, board, played_once, reading_of
from table_moments import evening

from device.addons.backup.menu import FIND_BACKUPS, FoundBackup
from device.addons.hall.menu import PAIRED, Paired
from device.addons.page.menu import OnlookersPage
from device.addons.report.menu import PACK_REPORT, PackedReport
from device.addons.updates.menu import LOOK_FOR_UPDATE, UPDATE_FOUND, Updatable
from device.addons.updates.watch import apt_updates, look_for_update
from device.doctor.checks import Report, by_need
from device.doctor.disk import Disk, Mount, keeping_checks, word_checks
from device.doctor.machine import Machine, machine_checks
from device.doctor.panel import DrawnOn, Plugged, panel_checks, screen_check, sound_checks
from device.doctor.sight import BoardQuality, sight_checks
from device.doctor.software import Software
from device.session.care.device import CHECK_DEVICE, aim_camera, check_device
from device.session.care.network import SEE_NETWORK
from device.session.core.inputs import (
    CameraLost,
    JobDone,
)
from device.session.core.setup import Setup
from device.session.core.state import (
    Aiming,
    Checking,
    Lobby,
    TableState,
    Trying,
)
from device.session.lobby.beginning import startup_problems
from device.session.lobby.lobby import LineKind
from device.session.lobby.welcome import welcome
from device.simulator.camera import household_table
from device.simulator.named_texts import named_text
from device.simulator.scene import Scene
from device.system.network import Network
from device.table.camera_thread import made_small, shown_grid
from device.table.opening import SAFE_START
from device.views.crops import NO_PICTURES, Finding, PreviewFrame, ShownPictures, image_of
from engine.position import Position
from engine.words.lexicon import shipped_lexicon
from hardware.cameras.port import CameraStatus
from hardware.machine import Pi, Rights, Throttled
from hardware.panel.pins import load_pins
from hardware.panel.port import Button, Chip, Lost, PanelParts, PartKind
from hardware.sdl_library import Sdl
from hardware.wall_time import WallTime
from vision.reading import Refusal

FOLDER = Path("/var/lib/tilekeeper")
PAIRING = Paired(3, "17", ("Émile", "Marie-Claude"), starts=True)
INSTALLED = datetime(2026, 11, 22, 9, 0)
CUT = 120
"""Pixels: 1280 x 720 are left of 1280 x 960."""
GOOD_PI = Pi("Raspberry Pi 4 Model B Rev 1.4", False, Throttled(0), 48.2)
SOFTWARE = Software(
    system="Debian GNU/Linux 12 (bookworm)",
    kernel="6.12.47+rpt-rpi-v8",
    bits=64,
    release="0.1.0",
    build="20261122-1",
    numpy_at="/usr/lib/python3/dist-packages/numpy",
    sdl=Sdl("2.26.5", ("x11", "wayland", "kmsdrm", "offscreen", "dummy", "evdev")),
    lgpio="0.2.2.0",
    picamera2="0.3.31",
    libcamera="there",
    tesseract="5.3.0",
    languages=("eng", "fra", "osd"),
)
MACHINE = Machine(
    {"Python": "3.11.2", "OpenCV": "4.11.0", "pygame": "2.1.2", "gpiozero": "2.0.1"},
    412_000_000,
    0.6,
    4,
    camera_memory=190_000_000,
    pi=GOOD_PI,
    time=WallTime(datetime(2026, 12, 24, 20, 15), True, False, INSTALLED),
    rights=Rights("tilekeeper", ("gpio", "video", "render", "input", "audio"), ()),
    plugged=Plugged(("vc4hdmi0", "Headphones"), ("HDMI-A-1",)),
    software=SOFTWARE,
)
POOR_MACHINE = replace(
    MACHINE,
    versions={**MACHINE.versions, "gpiozero": None},
    available=4_000_000,
    load=9.0,
    pi=replace(GOOD_PI, under_voltage=True, celsius=84.0),
    time=WallTime(datetime(1970, 1, 1, 0, 3), False, False, INSTALLED),
    rights=Rights("anna", ("video",), ("gpio", "input")),
    plugged=Plugged((), ()),
    software=replace(SOFTWARE, lgpio=None, picamera2=None, sdl=Sdl("2.28.4", ("x11", "dummy"))),
)
PARTS = PanelParts(
    buttons=tuple(wired.button for wired in load_pins().buttons),
    down=(),
    lamps=tuple(lamp for lamp, _ in load_pins().lamps),
    encoder=False,
    buzzer=True,
    lost=(),
    chip=Chip(0, "pinctrl-bcm2711"),
    factory="LGPIOFactory",
    wiring="the default wiring",
)
POOR_PARTS = replace(
    PARTS,
    down=("undo",),
    lost=(
        Lost(
            PartKind.LAMP,
            named_text(
                "cant-be-used", name="the lamp side-3 on GPIO 24", why="GPIO busy; taken by spi0"
            ),
        ),
    ),
)
DISK = Disk(21_000_000_000, Mount("ext4", False), (0.012, 0.014, 0.31))
POOR_DISK = Disk(31_000_000, Mount("overlay", False), (0.4, 0.2, 2.5))

NOW = 100.0


class ServiceMoment(NamedTuple):
    """A table, and the pictures that are shown with it."""

    state: TableState
    pictures: ShownPictures = NO_PICTURES


@cache
def _table(*, tiles: bool) -> Scene:
    """A drawn table; drawn once, and never changed."""
    scene = household_table(3, plain_look())
    if tiles:
        rows = board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"))
        for square, tile in sorted(Position.from_rows(rows).tiles.items()):
            scene.lay(square, tile)
    return scene


@cache
def live(
    finding: Finding, refusal: Refusal | None = None, *, turn: bool = True, wide: bool = False
) -> ShownPictures:
    """A drawn table as a camera sees it, with what is known of the board in it; cut off above and
    below if the camera's pictures are `wide`."""
    scene = _table(tiles=turn)
    picture, grid, corners = scene.picture, None, scene.grid.corners
    if wide:
        picture = picture[CUT:-CUT]
        a, b, c, d = ((x, y - CUT) for x, y in corners)
        corners = a, b, c, d
    if finding is Finding.FOUND:
        seen = replace(scene.grid, corners=corners)
        grid = shown_grid(seen, picture.shape[1], picture.shape[0], turn)
    look = None if grid is None else BoardQuality(180.0, 0.02, 43.0, 0.82 if turn else 0.4)
    sight = PreviewFrame(image_of(made_small(picture)), finding, refusal, grid, look)
    return ShownPictures(live=sight)


@cache
def report(*, well: bool) -> Report:
    """What a check finds at a table where all is well, or where much isn't."""
    letters = {(7, 6 + place): {"Q": 0.7, "O": 0.25} for place in range(4)}
    reading = reading_of(board((7, 6, "across", "QUIZ")), {} if well else letters)
    scene = _table(tiles=False)
    picture, reading = scene.picture, replace(reading, grid=scene.grid)
    if not well:
        return by_need(
            [
                *sight_checks(CameraStatus.SEES, picture, Refusal.CUT_OFF),
                *panel_checks("The panel goes on without a part of it.", POOR_PARTS),
                *sound_checks(0, POOR_MACHINE.plugged, buzzer=False),
                screen_check("No screen: the game continues without it.", None, None),
                *keeping_checks(FOLDER, kept=False, ask=lambda _: POOR_DISK),
                *word_checks(lambda _: None, "en"),
                *machine_checks(POOR_MACHINE),
            ]
        )
    return by_need(
        [
            *sight_checks(CameraStatus.SEES, picture, reading),
            *panel_checks(None, PARTS),
            *sound_checks(2, MACHINE.plugged, buzzer=True),
            screen_check(None, DrawnOn("KMSDRM", 800, 480), MACHINE.plugged),
            *keeping_checks(FOLDER, kept=True, ask=lambda _: DISK),
            *word_checks(lambda _: shipped_lexicon("en"), "en"),
            *machine_checks(MACHINE),
        ]
    )


@played_once
def service_moments() -> Iterator[tuple[str, ServiceMoment]]:
    """Every moment of both screens."""
    aiming, _ = aim_camera(opened().state)
    found = Finding.FOUND
    yield "aim, found", ServiceMoment(aiming, live(found, wide=True))
    yield "aim, found, high picture", ServiceMoment(aiming, live(found))
    yield "aim, empty board", ServiceMoment(aiming, live(found, turn=False, wide=True))
    first = replace(aiming, phase=Aiming(Trying(Lobby(Setup()))))
    yield "aim, found, first start", ServiceMoment(first, live(found, wide=True))
    yield "aim, moves", ServiceMoment(aiming, live(Finding.MOVES, wide=True))
    yield "aim, sought", ServiceMoment(aiming, live(Finding.SOUGHT))
    yield "aim, gone", ServiceMoment(aiming, live(Finding.GONE, wide=True))
    yield "aim, gone, first start", ServiceMoment(first, live(Finding.GONE, wide=True))
    for refusal in Refusal:
        pictures = live(Finding.REFUSED, refusal, wide=True)
        yield f"aim, {refusal}", ServiceMoment(aiming, pictures)
    no_board = live(Finding.REFUSED, Refusal.NO_BOARD, wide=True)
    yield "aim, no-board, first start", ServiceMoment(first, no_board)
    yield "aim, nothing yet", ServiceMoment(aiming)
    lost = evening().put(CameraLost("The camera was unplugged.", 1.0)).state
    yield "aim, camera lost", ServiceMoment(aim_camera(lost)[0])
    none = opened().state.with_camera(CameraStatus.NONE)
    yield "aim, no camera", ServiceMoment(aim_camera(none)[0])
    played = aim_camera(evening().state)[0]
    yield "aim, in a game", ServiceMoment(played, live(found))
    yield "aim, no-board, in a game", ServiceMoment(played, no_board)
    checking = opened()
    checking.state, _ = check_device(checking.state)
    yield "doctor, checks", ServiceMoment(checking.state)
    well = checking.put(JobDone(CHECK_DEVICE, report(well=True), NOW)).state
    yield "doctor, well", ServiceMoment(well)
    checking.state, _ = check_device(evening().state)
    ill = checking.put(JobDone(CHECK_DEVICE, report(well=False), NOW)).state
    for line in (0, 5, len(report(well=False)) - 1):
        phase = Checking(report=report(well=False), line=line)
        yield f"doctor, line {line}", ServiceMoment(replace(ill, phase=phase))


@played_once
def care_moments() -> Iterator[tuple[str, TableState]]:
    """Every moment of the questions behind "Camera and device"."""

    def in_the_lobby(update: str = "1.1.0") -> Evening:
        evening = opened().put(JobDone(UPDATE_FOUND, update, NOW))
        own = replace(evening.state.device.having(OnlookersPage()), may_switch_off=True)
        evening.state = replace(evening.state, device=own)
        return go_to(evening, LineKind.DEVICE).press(Button.OK)

    yield "device", in_the_lobby().state
    first = opened()
    first.state = replace(first.state, device=replace(first.state.device, may_switch_off=True))
    yield "first start", welcome(first.state)
    known = first.state.device.having(Updatable(before="1.0.0"))
    safe = replace(first.state, device=replace(known, safe=True))
    yield "safe start", startup_problems(safe, (SAFE_START,))
    looking = answer(in_the_lobby(update=""), named_text("look-for-a-newer-version"))
    yield "update, sought", looking.state
    none = look_for_update(lambda: None)
    yield "update, none", looking.put(JobDone(LOOK_FOR_UPDATE, none, NOW)).state
    by_apt = answer(in_the_lobby(update=""), named_text("look-for-a-newer-version"))
    yield "update, by apt", by_apt.put(JobDone(LOOK_FOR_UPDATE, apt_updates(), NOW)).state
    yield "update", answer(in_the_lobby(), "Version").state
    installed = in_the_lobby(update="")
    known = installed.state.device.having(Updatable(before="1.0.0"))
    installed.state = replace(installed.state, device=known)
    found = answer(installed, named_text("look-for-a-newer-version"))
    found.put(JobDone(LOOK_FOR_UPDATE, none, NOW))
    yield "update, none, one before", found.state
    yield "the version before", answer(found, "Back to version").state
    network = answer(in_the_lobby(), named_text("network-and-onlookers"))
    yield "network, sought", network.state
    yield "pairing", opened().put(JobDone(PAIRED, PAIRING, NOW)).state
    yield "network", network.put(JobDone(SEE_NETWORK, NETWORK, NOW)).state
    yield "no network", network.put(JobDone(SEE_NETWORK, Network(None), NOW)).state
    looking = answer(in_the_lobby(), named_text("put-backup-back"))
    yield "backups, none", looking.put(JobDone(FIND_BACKUPS, (), NOW)).state
    looking = answer(in_the_lobby(), named_text("put-backup-back")).put(
        JobDone(FIND_BACKUPS, BACKUPS, NOW)
    )
    yield "backups", looking.state
    yield "backup, sure?", answer(looking, BACKUPS[0].made).state
    game = evening().lay(ONE).press(Button.SIDE_1, Button.NEXT)
    yield "stick", answer(game, named_text("usb-stick")).state
    showing = answer(game, named_text("report-wrong-reading"))
    yield "report", showing.state
    packed = answer(showing, named_text("report-this-picture"))
    yield "report, reading", packed.state
    yield "report, sure?", packed.put(JobDone(PACK_REPORT, PackedReport(tiles=True), NOW)).state


NETWORK = Network("192.168.1.20", True, "Home upstairs", 87, "tilekeeper.local")
BACKUPS = (
    FoundBackup("/media/a/1.zip", "2026-11-07 22:01", games=(42, 7)),
    FoundBackup("/var/2.zip", "2026-03-07 23:12", replaced=True),
)
ONE = board((7, 6, "across", "QUIZ"))


SERVICE_MOMENTS = dict(service_moments())
