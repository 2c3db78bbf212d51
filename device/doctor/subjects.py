"""What can be looked at in a check of the device: each has a key that never changes, and a name.

The key is what a bug report calls it, the name what the players read. Another check begins with a
line here. Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique
from types import MappingProxyType

from device.texts import Message


@unique
class Subject(StrEnum):
    """What a check is about, in the order in which a report without faults tells it."""

    CAMERA = "camera"
    BOARD = "board"
    GRID = "grid"
    SHARPNESS = "sharpness"
    LIGHT = "light"
    SIZE = "size"
    LETTERS = "letters"
    PANEL = "panel"
    BUTTONS = "buttons"
    LAMPS = "lamps"
    BUZZER = "buzzer"
    PINS = "pins"
    SOUND = "sound"
    SPEAKER = "speaker"
    SCREEN = "screen"
    GAMES = "games"
    DISK = "disk"
    WRITING = "writing"
    WORDS_EN = "words-en"
    WORDS_FR = "words-fr"
    WORDS_DE = "words-de"
    POWER = "power"
    HEAT = "heat"
    TIME = "time"
    RIGHTS = "rights"
    MEMORY = "memory"
    CAMERA_MEMORY = "camera-memory"
    LOAD = "load"
    COMPUTER = "computer"
    RELEASE = "release"
    SOFTWARE = "software"
    SCREEN_SOFTWARE = "screen-software"
    PINS_SOFTWARE = "pins-software"
    CAMERA_SOFTWARE = "camera-software"
    PRINT_READER = "print-reader"


NAMES: Mapping[Subject, Message] = MappingProxyType(
    {
        Subject.CAMERA: Message("Camera"),
        Subject.BOARD: Message("Board"),
        Subject.GRID: Message("Grid"),
        Subject.SHARPNESS: Message("Sharpness"),
        Subject.LIGHT: Message("Light"),
        Subject.SIZE: Message("Size"),
        Subject.LETTERS: Message("Letters"),
        Subject.PANEL: Message("Buttons and lamps"),
        Subject.BUTTONS: Message("Buttons"),
        Subject.LAMPS: Message("Lamps"),
        Subject.BUZZER: Message("Buzzer"),
        Subject.PINS: Message("Pins"),
        Subject.SOUND: Message("Sound"),
        Subject.SPEAKER: Message("Speaker"),
        Subject.SCREEN: Message("Screen"),
        Subject.GAMES: Message("Games"),
        Subject.DISK: Message("Disk"),
        Subject.WRITING: Message("Writing"),
        Subject.WORDS_EN: Message("Words, English"),
        Subject.WORDS_FR: Message("Words, French"),
        Subject.WORDS_DE: Message("Words, German"),
        Subject.POWER: Message("Power"),
        Subject.HEAT: Message("Heat"),
        Subject.TIME: Message("Date and time"),
        Subject.RIGHTS: Message("Rights"),
        Subject.MEMORY: Message("Memory"),
        Subject.CAMERA_MEMORY: Message("Camera's memory"),
        Subject.LOAD: Message("Load"),
        Subject.COMPUTER: Message("Computer"),
        Subject.RELEASE: Message("Release"),
        Subject.SOFTWARE: Message("Software"),
        Subject.SCREEN_SOFTWARE: Message("Screen's software"),
        Subject.PINS_SOFTWARE: Message("Pins' software"),
        Subject.CAMERA_SOFTWARE: Message("Camera's software"),
        Subject.PRINT_READER: Message("Print reader"),
    }
)
"""What the players read."""
