"""The settings: what ships, then the household's TOML file, then the command line.

Every key is typed and bounded, and one that nobody knows is refused with the nearest that somebody
does; docs/config.md lists them all. Knows no device. Tests: tests/device/test_config.py.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from device.command_errors import printable
from device.corners import Corners, parse_corners
from device.extras import Extras
from device.toml_files import TomlFileError, read_toml


class ConfigError(Exception):
    """A settings file that can't be used; the message is one sentence that names file and key."""


LEAST_SIZE, MOST_SIZE = (320, 240), (3840, 2160)
"""The smallest and the largest screens, in pixels."""

SideName = Annotated[str, msgspec.Meta(min_length=1, max_length=12)]


class GameSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[game]: what is played and by whom; no language is the game's own. `options` are the game's
    own house rules, `layout` the rows of the household's board: the game itself checks them."""

    variant: str = "classic"
    language: str = ""
    sides: Annotated[tuple[SideName, ...], msgspec.Meta(min_length=1, max_length=4)] = ("A", "B")
    options: dict[str, object] = {}
    layout: tuple[str, ...] = ()


class CameraSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[camera]: where pictures come from, where the board lies in them if that is known, and
    whether the camera mirrors what it sees."""

    source: str = ""
    corners: str = ""
    mirror: bool = False

    @property
    def known_corners(self) -> Corners | None:
        return parse_corners(self.corners) if self.corners else None


class ScreenSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[screen]: its size in pixels as players see it, the language of its texts, its colours, by
    how many degrees the picture is turned clockwise for the panel, and whether anything moves."""

    width: Annotated[int, msgspec.Meta(ge=LEAST_SIZE[0], le=MOST_SIZE[0])] = 800
    height: Annotated[int, msgspec.Meta(ge=LEAST_SIZE[1], le=MOST_SIZE[1])] = 480
    texts: Literal["en", "fr"] = "en"
    theme: Literal["dark", "light"] = "dark"
    rotate: Literal[0, 90, 180, 270] = 0
    motion: bool = True


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[table]: which tiles and board are on the table, and whether plays teach the device more
    about them."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[\w][\w -]{0,39}\Z")] = "own"
    learn: bool = True


class PictureSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[pictures]: how much room the pictures of plays may take; 0 keeps none."""

    megabytes: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 200

    @property
    def most_bytes(self) -> int:
        return self.megabytes * 1_000_000


class PanelSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[panel]: how the buttons and lamps are wired (a file; none is the wiring that ships), and how
    loud it is."""

    pins: str = ""
    volume: Annotated[int, msgspec.Meta(ge=0, le=3)] = 2
    speaker: bool = True


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings, with their defaults."""

    game: GameSettings = GameSettings()
    camera: CameraSettings = CameraSettings()
    screen: ScreenSettings = ScreenSettings()
    table: TableSettings = TableSettings()
    extras: Extras = Extras()
    pictures: PictureSettings = PictureSettings()
    panel: PanelSettings = PanelSettings()


def load_settings(path: Path | None) -> Settings:
    """The settings of a file over the defaults; ConfigError with one sentence if it can't be used.

    None is the defaults alone.
    """
    if path is None:
        return Settings()
    try:
        data = read_toml(path)
    except TomlFileError as error:
        raise ConfigError(str(error)) from error
    return settings_from(data, str(path))


def settings_from(data: Mapping[str, object], where: str) -> Settings:
    """The settings that a table of TOML gives; `where` names it in errors."""
    _refuse_unknown(data, where)
    try:
        settings = msgspec.convert(data, Settings)
        _ = settings.camera.known_corners
        check_names(settings.game.sides)
    except (msgspec.ValidationError, ValueError) as error:
        raise ConfigError(f"{where}: {_as_sentence(str(error))}") from error
    return settings


def check_names(sides: Iterable[str]) -> None:
    """ValueError with a sentence for a side's name that no screen and no file can hold."""
    for name in sides:
        if printable(name) != name:
            raise ValueError(
                f"{printable(name)} is no name for a side: it has signs in it that can't be shown"
            )


def keys_of(table: type) -> Iterable[str]:
    """The keys of a table by its type, which is a struct or a dataclass."""
    if dataclasses.is_dataclass(table):
        return [field.name for field in dataclasses.fields(table)]
    return [field.name for field in msgspec.structs.fields(table)]


def _refuse_unknown(data: Mapping[str, object], where: str) -> None:
    tables = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    known = {f"{table}.{key}" for table, values in tables.items() for key in keys_of(values)}
    for table, content in data.items():
        if table not in tables:
            raise ConfigError(f"{where}: no table [{table}] is known{_nearest(table, tables)}")
        if not isinstance(content, Mapping):
            raise ConfigError(f"{where}: {table} must be a table: write [{table}]")
        for key in content:
            name = f"{table}.{key}"
            if name not in known:
                raise ConfigError(f"{where}: no key {name} is known{_nearest(name, known)}")


def _nearest(name: str, known: Mapping[str, object] | set[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.0)
    return f"; do you mean {near[0]}?" if near else ""


def _as_sentence(message: str) -> str:
    """msgspec's message with the key first: "screen.width: Expected `int` >= 320"."""
    text, _, place = message.partition(" - at `$.")
    return f"{place.rstrip('`')}: {text}" if place else text
