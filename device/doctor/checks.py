"""A check: its subject, its outcome, what was found, and what to do about it.

Only values: the checks themselves are in this folder's other files, each for one part of the
device. A new subject starts with a line here; an add-on names its own.
Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum, unique
from types import MappingProxyType
from typing import TypeAlias

from device.language.texts import Message
from engine.tiles import TILE_LANGUAGES


@unique
class Subject(StrEnum):
    """A check's subject, in the order of a report without faults."""

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
    VOICE = "voice"


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
        Subject.WRITING: Message("Saving"),
        Subject.POWER: Message("Power"),
        Subject.HEAT: Message("Heat"),
        Subject.TIME: Message("Date and time"),
        Subject.RIGHTS: Message("Access"),
        Subject.MEMORY: Message("Memory"),
        Subject.CAMERA_MEMORY: Message("Camera’s memory"),
        Subject.LOAD: Message("Load"),
        Subject.COMPUTER: Message("Computer"),
        Subject.RELEASE: Message("Version"),
        Subject.SOFTWARE: Message("Software"),
        Subject.SCREEN_SOFTWARE: Message("Screen’s software"),
        Subject.PINS_SOFTWARE: Message("Pins’ software"),
        Subject.CAMERA_SOFTWARE: Message("Camera’s software"),
        Subject.PRINT_READER: Message("Print reader"),
        Subject.VOICE: Message("Voice"),
    }
)
"""What the players read."""


@dataclass(frozen=True)
class WordsOf:
    """The word list of a language, as a check's subject."""

    language: str


@dataclass(frozen=True)
class OwnSubject:
    """A subject only of an add-on; `name` is what the players read."""

    key: str
    name: Message


class CheckGrade(IntEnum):
    """A check's outcome, worst first."""

    BAD = 0
    DOUBTFUL = 1
    GOOD = 2


@dataclass(frozen=True)
class Check:
    """One thing that was checked. `advice`: what to do, None if nothing need be done.

    A report has one check per subject. `key` stays the same from release to release and in every
    language, so that bug reports can quote it.
    """

    subject: Subject | WordsOf | OwnSubject
    verdict: CheckGrade
    value: Message
    advice: Message | None = None

    @property
    def key(self) -> str:
        if isinstance(self.subject, OwnSubject):
            return self.subject.key
        if isinstance(self.subject, WordsOf):
            return f"words-{self.subject.language}"
        return self.subject.value

    @property
    def name(self) -> Message:
        """What the players read."""
        if isinstance(self.subject, OwnSubject):
            return self.subject.name
        if isinstance(self.subject, WordsOf):
            return Message(f"Words, {TILE_LANGUAGES[self.subject.language]}")
        return NAMES[self.subject]


Report: TypeAlias = tuple[Check, ...]


def by_need(checks: Iterable[Check]) -> Report:
    """The checks in display order: those that need attention first."""
    return tuple(sorted(checks, key=lambda check: check.verdict))


def good(subject: Subject | WordsOf | OwnSubject, value: Message) -> Check:
    """A passed check."""
    return Check(subject, CheckGrade.GOOD, value)


def doubtful(subject: Subject | WordsOf | OwnSubject, value: Message, advice: Message) -> Check:
    """A check that leaves something to be desired."""
    return Check(subject, CheckGrade.DOUBTFUL, value, advice)


def bad(subject: Subject | OwnSubject, value: Message, advice: Message) -> Check:
    """A failed check."""
    return Check(subject, CheckGrade.BAD, value, advice)
