"""What a check is: what it is about, how it went, what was found, and what to do about it.

Only values: what is checked is told in the files beside it, each about one part of the device.
Another subject begins with a line here; an add-on names its own.
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
        Subject.WRITING: Message("Writing"),
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
        Subject.VOICE: Message("Voice"),
    }
)
"""What the players read."""


@dataclass(frozen=True)
class WordsOf:
    """The word list of a language, as what a check is about."""

    language: str


@dataclass(frozen=True)
class OwnSubject:
    """What only an add-on checks; `name` is what the players read."""

    key: str
    name: Message


class CheckGrade(IntEnum):
    """How a check went, the worst first."""

    BAD = 0
    DOUBTFUL = 1
    GOOD = 2


@dataclass(frozen=True)
class Check:
    """One thing that was looked at. `advice`: what to do, None where nothing need be done.

    A report has one check a subject. `key` stays the same from release to release and in every
    language: it is what a bug report calls the check.
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
    """The checks as they are shown: what needs somebody's hand comes first."""
    return tuple(sorted(checks, key=lambda check: check.verdict))


def good(subject: Subject | WordsOf | OwnSubject, value: Message) -> Check:
    """A check that went well."""
    return Check(subject, CheckGrade.GOOD, value)


def doubtful(subject: Subject | WordsOf | OwnSubject, value: Message, advice: Message) -> Check:
    """One that leaves something to be wished for."""
    return Check(subject, CheckGrade.DOUBTFUL, value, advice)


def bad(subject: Subject | OwnSubject, value: Message, advice: Message) -> Check:
    """One that didn't go well."""
    return Check(subject, CheckGrade.BAD, value, advice)
