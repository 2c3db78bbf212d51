"""The settings: the defaults, then the household's TOML file, then the command line; and the panel
and screen that they describe.

An add-on registers its own section (section.py). Every key is typed and bounded, and an unknown one
is refused with the nearest known name; docs/config.md lists them all. Tests:
tests/device/test_config.py, tests/device/test_corners.py, tests/device/test_roll_command.py.
"""

from __future__ import annotations

import dataclasses
import difflib
import logging
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, TypeVar

import click
import msgspec

from device.language.texts import SOURCE, TEXT_LANGUAGES
from device.registry import left_out, registered
from device.session.core.setup import Extras
from device.settings.section import Section
from device.system.files import TomlFileError, read_toml, settings_file
from device.system.terminal import printable
from device.themes import DARK, THEMES
from engine.sentences import Plural, Sentence, located
from engine.variants import Variant, VariantError, load_variant

if TYPE_CHECKING:  # the settings alone are read without the libraries for screen, pins and camera
    from hardware.display import Display
    from hardware.panel.port import Panel
    from vision.reading import Corners, Point

# --- corners: where the grid lies in a picture, as eight numbers ---

SHORTEST_SIDE = 60.0
"""Pixels: a board of 15 squares then has 4 pixels a square, and nothing can be read."""


def parse_corners(text: str) -> Corners:
    """Parses corners such as "10,10,500,12,498,505,8,502".

    ValueError, with one sentence, if it isn't eight numbers that go clockwise round a board.
    """
    parts = text.replace(";", ",").split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError as error:
        raise ValueError(
            Sentence(
                "{text} has something that isn’t a number: give {form}", text=repr(text), form=_FORM
            )
        ) from error
    if len(numbers) != 8:
        raise ValueError(
            Sentence(
                Plural(
                    "{text} has {numbers} number: give {form}",
                    "{text} has {numbers} numbers: give {form}",
                    by="numbers",
                ),
                text=repr(text),
                numbers=len(numbers),
                form=_FORM,
            )
        )
    if not all(math.isfinite(number) for number in numbers):
        raise ValueError(
            Sentence("{text} has an infinite number: give {form}", text=repr(text), form=_FORM)
        )
    a, b, c, d = zip(numbers[::2], numbers[1::2], strict=True)
    corners = (a, b, c, d)
    _check_outline(text, corners)
    return corners


def format_corners(corners: Corners) -> str:
    """The text that `parse_corners` takes, to a tenth of a pixel."""
    return ",".join(f"{number:.1f}".removesuffix(".0") for point in corners for number in point)


class CornersParam(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """Eight numbers on the command line; the value is a `Corners`."""

    name = "x,y,x,y,x,y,x,y"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Corners:
        if not isinstance(value, str):
            return value  # type: ignore[return-value]  # click converts its own values again
        try:
            return parse_corners(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


_FORM = "x,y of the top-left, top-right, bottom-right and bottom-left corner"


def _check_outline(text: str, corners: Corners) -> None:
    turns = [
        _cross(corners[i - 1], corners[i], corners[(i + 1) % 4]) for i in range(4)
    ]  # all positive: clockwise in a picture, whose rows go down
    sides = [math.dist(corners[i - 1], corners[i]) for i in range(4)]
    if min(sides) < SHORTEST_SIDE:
        raise ValueError(
            Sentence(
                "{text} isn’t a board: two corners are less than 60 pixels apart", text=repr(text)
            )
        )
    if all(turn < 0 for turn in turns):
        raise ValueError(
            Sentence("{text} goes round the wrong way: give {form}", text=repr(text), form=_FORM)
        )
    # A corner almost on the line between its neighbours makes no board that can be read.
    flattest = min(turn / (sides[i] * sides[(i + 1) % 4]) for i, turn in enumerate(turns))
    if flattest < 0.1:
        raise ValueError(
            Sentence(
                "{text} doesn’t make a board with four corners: give {form}",
                text=repr(text),
                form=_FORM,
            )
        )


def _cross(before: Point, at: Point, after: Point) -> float:
    return (at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0])


# --- the settings ---


class ConfigError(Exception):
    """An unusable settings file; the message is one sentence that names file and key."""


LEAST_SIZE, MOST_SIZE = (320, 240), (3840, 2160)
"""The smallest and largest screens, in pixels."""

SideName = Annotated[str, msgspec.Meta(min_length=1, max_length=12)]


class GameSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[game]: what is played and by whom; no language means the game's own. `options` are the
    game's own house rules, `layout` the rows of the household's board: the game itself checks
    them."""

    variant: str = "classic"
    language: str = ""
    sides: Annotated[tuple[SideName, ...], msgspec.Meta(min_length=1, max_length=4)] = ("A", "B")
    options: dict[str, object] = {}
    layout: tuple[str, ...] = ()


class CameraSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[camera]: where pictures come from, where the board lies in them if known, whether the camera
    mirrors them, and the mains frequency of the lamps in hertz (0: that of the machine's
    country)."""

    source: str = ""
    corners: str = ""
    mirror: bool = False
    mains: Literal[0, 50, 60] = 0

    @property
    def known_corners(self) -> Corners | None:
        return parse_corners(self.corners) if self.corners else None


class ScreenSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[screen]: its size in pixels as players see it, the language of its texts, its colours, by
    how many degrees the picture is rotated clockwise for the panel, whether anything moves, and
    whether plays are celebrated."""

    width: Annotated[int, msgspec.Meta(ge=LEAST_SIZE[0], le=MOST_SIZE[0])] = 800
    height: Annotated[int, msgspec.Meta(ge=LEAST_SIZE[1], le=MOST_SIZE[1])] = 480
    texts: str = SOURCE
    theme: str = DARK.name
    rotate: Literal[0, 90, 180, 270] = 0
    motion: bool = True
    celebrate: bool = True


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
    """[panel]: the wiring of buttons and lamps (a file; the default is the wiring that ships), the
    volume, and the sound card by its ALSA name ("" is ALSA's default)."""

    pins: str = ""
    volume: Annotated[int, msgspec.Meta(ge=0, le=3)] = 2
    speaker: bool = True
    sound_card: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_]{0,15}\Z")] = ""


class CoreSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings that need no add-on, with their defaults."""

    game: GameSettings = GameSettings()
    camera: CameraSettings = CameraSettings()
    screen: ScreenSettings = ScreenSettings()
    table: TableSettings = TableSettings()
    extras: Extras = Extras()
    pictures: PictureSettings = PictureSettings()
    panel: PanelSettings = PanelSettings()

    def of(self, kind: type[Own]) -> Own:
        """An add-on's section, by its type; LookupError if none registers it."""
        for one in SECTIONS:
            if one.kind is kind:
                own: Own = getattr(self, one.name)
                return own
        raise LookupError(f"no add-on registers {kind.__name__}")


Own = TypeVar("Own", bound=msgspec.Struct)

SECTIONS = tuple(registered("settings", Section).values())

if TYPE_CHECKING:
    Settings: TypeAlias = CoreSettings
else:
    Settings = msgspec.defstruct(
        "Settings",
        [(one.name, one.kind, one.kind()) for one in SECTIONS],
        bases=(CoreSettings,),
        module=__name__,
        frozen=True,
        forbid_unknown_fields=True,
    )
    """All settings: those, and the section of every add-on."""


def load_settings(path: Path | None) -> Settings:
    """A file's settings over the defaults; ConfigError with one sentence if it can't be used.

    None: only the defaults.
    """
    if path is None:
        return Settings()
    try:
        data = read_toml(path)
    except TomlFileError as error:
        raise ConfigError(str(error)) from error
    return settings_from(data, str(path))


def settings_from(data: Mapping[str, object], where: str) -> Settings:
    """The settings in a TOML table; `where` names it in errors. The section of an add-on whose own
    settings can't be loaded is passed over."""
    unused = {one.addon for one in left_out() if one.file == "settings"}
    data = {table: content for table, content in data.items() if table not in unused}
    _refuse_unknown(data, where)
    try:
        settings = msgspec.convert(data, Settings)
        _ = settings.camera.known_corners
        _check_screen(settings.screen)
        check_names(settings.game.sides)
        for one in SECTIONS:
            if one.check is not None:
                one.check(settings.of(one.kind))
    except (msgspec.ValidationError, ValueError) as error:
        raise ConfigError(located(where, _as_sentence(str(error)))) from error
    return settings


def check_names(sides: Iterable[str]) -> None:
    """ValueError with a sentence for a side's name that screens or files can't hold."""
    for name in sides:
        if printable(name) != name:
            raise ValueError(
                Sentence(
                    "{name} isn’t a name for a player: it has characters that can’t be shown",
                    name=printable(name),
                )
            )


def _check_screen(screen: ScreenSettings) -> None:
    """ValueError with a sentence for texts or colours that don't ship."""
    for key, value, known in (
        ("texts", screen.texts, TEXT_LANGUAGES),
        ("theme", screen.theme, THEMES),
    ):
        if value not in known:
            raise ValueError(
                Sentence(
                    "screen.{key}: there’s no {value}; there are {known}",
                    key=key,
                    value=repr(value),
                    known=", ".join(known),
                )
            )


def keys_of(table: type) -> Iterable[str]:
    """The keys of a table by its type, a struct or a dataclass."""
    if dataclasses.is_dataclass(table):
        return [field.name for field in dataclasses.fields(table)]
    return [field.name for field in msgspec.structs.fields(table)]


def _refuse_unknown(data: Mapping[str, object], where: str) -> None:
    tables = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    known = {f"{table}.{key}" for table, values in tables.items() for key in keys_of(values)}
    for table, content in data.items():
        if table not in tables:
            raise ConfigError(
                Sentence(
                    "{where}: no table [{table}] is known{tables}",
                    where=where,
                    table=table,
                    tables=_nearest(table, tables),
                )
            )
        if not isinstance(content, Mapping):
            raise ConfigError(
                Sentence(
                    "{where}: {table} must be a table: write [{table2}]",
                    where=where,
                    table=table,
                    table2=table,
                )
            )
        for key in content:
            name = f"{table}.{key}"
            if name not in known:
                raise ConfigError(
                    Sentence(
                        "{where}: no key {name} is known{known}",
                        where=where,
                        name=name,
                        known=_nearest(name, known),
                    )
                )


def _nearest(name: str, known: Mapping[str, object] | set[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.0)
    return Sentence("; did you mean {name}?", name=near[0]) if near else ""


def _as_sentence(message: str) -> str:
    """msgspec's message with the key first: "screen.width: Expected `int` >= 320"."""
    text, _, place = message.partition(" - at `$.")
    return located(place.rstrip("`"), text) if place else message


# --- the household's own ---

log = logging.getLogger(__name__)


def own_settings(config: Path | None) -> Settings:
    """The settings of that file, or the household's own if none is named."""
    try:
        return load_settings(config if config is not None else settings_file())
    except ConfigError as error:
        raise click.UsageError(str(error)) from error


def own_game(
    settings: Settings,
    variant: str,
    language: str | None = None,
    options: Mapping[str, object] | None = None,
) -> Variant:
    """A game with the household's options, if it is the one in the settings, overridden by these
    options."""
    wanted = settings.game
    own = wanted.options if wanted.variant == variant else {}
    if language is None and wanted.variant == variant:
        language = wanted.language or None
    try:
        return load_variant(variant, language, {**own, **(options or {})})
    except (VariantError, ValueError) as error:
        raise click.UsageError(str(error)) from error


def own_display(settings: ScreenSettings, *, headless: bool = False) -> Display:
    """The screen, with its size and rotation from the settings."""
    from hardware.display import Display, Rotation

    size = settings.width, settings.height
    return Display(size, headless=headless, turn=Rotation(settings.rotate))


def own_panel(settings: PanelSettings) -> Panel:
    """The buttons, lamps and buzzer with their wiring and volume from the settings."""
    from hardware.panel.gpio import open_panel
    from hardware.panel.speaker import Speaker, name_card

    speaker = None
    if settings.speaker:
        if settings.sound_card:
            name_card(settings.sound_card)
        speaker = Speaker()
        if speaker.missing is not None:  # asked now: opening the card takes a moment
            log.info("%s", speaker.missing)
    panel = open_panel(Path(settings.pins) if settings.pins else None, speaker=speaker)
    panel.set_volume(settings.volume)
    return panel
