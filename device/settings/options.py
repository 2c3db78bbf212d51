"""The options that commands share: --variant, --language, --corners, --layout, --mirror and a
screen's size; and the settings of one call, with the command line above the household's own.

Names become values, or a one-sentence error. Knows no table. Tests: tests/device/test_cli.py,
tests/device/test_teach_command.py, tests/device/test_play.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import ParamSpec, TypeVar

import click
import msgspec

from device.language.command_help import OptionWithValues
from device.settings.config import CornersParam, GameSettings, Settings, check_names, own_settings
from device.storage.household import HouseholdLayoutError, find_layout, layouts_folder
from device.system.files import state_directory
from device.system.terminal import either
from engine.layouts import Layout
from engine.sentences import Sentence, located, with_stop
from engine.tiles import FURTHER_SETS, TILE_LANGUAGES, load_tile_set
from engine.variants import GAMES, Variant, VariantError, load_variant
from vision.reading import Corners, Grid, check_letters

P = ParamSpec("P")
R = TypeVar("R")


def game_options(command: Callable[P, R]) -> Callable[P, R]:
    """Adds --variant, --language and --corners to a click command."""
    variant = click.option(
        "--variant",
        default="classic",
        show_default=True,
        metavar="NAME",
        help="The game whose rules apply.",
    )
    language = click.option(
        "--language",
        cls=OptionWithValues,
        default=None,
        metavar="CODE",
        help=Sentence(
            "{languages}: whose tile set [default: the game’s own]",
            languages=either(TILE_LANGUAGES),
        ),
    )
    corners = click.option(
        "--corners",
        type=CornersParam(),
        default=None,
        help="The grid’s corners in pixels, as `calibrate` prints them: then it "
        "isn’t searched for.",
    )
    return variant(language(corners(command)))


def layout_option(command: Callable[P, R]) -> Callable[P, R]:
    """Adds --layout to a click command."""
    return click.option(
        "--layout",
        metavar="NAME|FILE",
        default=None,
        help="The premium squares of your own board, as saved by `teach` [the game’s own].",
    )(command)


def mirror_option(command: Callable[P, R]) -> Callable[P, R]:
    """Adds --mirror to a click command."""
    return click.option(
        "--mirror",
        is_flag=True,
        help="The pictures are mirrored, as with some webcams: flip them back "
        "first. Corners and drawings are those of the flipped picture.",
    )(command)


def rows_of_layout(layout: str | None) -> tuple[str, ...]:
    """The rows of the layout in --layout, none without the option; a usage error (exit status 2) if
    there is no such layout or it can't be used."""
    if layout is None:
        return ()
    try:
        return find_layout(layouts_folder(state_directory()), layout).rows
    except HouseholdLayoutError as error:
        raise click.UsageError(str(error)) from error


def chosen_variant(
    variant: str,
    language: str | None,
    options: Mapping[str, object] = MappingProxyType({}),
    layout: Sequence[str] = (),
) -> Variant:
    """The game of these names with the household's options and board; a usage error (exit status 2)
    if there can be no such game, or its tiles have a letter that can't be read. `language`: also
    the name of a further tile set of one."""
    if language in FURTHER_SETS:
        options = {"tiles": language, **options}
        language = load_tile_set(language).language
    try:
        board = Layout(tuple(layout)) if layout else None
        game = load_variant(variant, language, options, board)
        check_letters(game.tile_set)
        return game
    except (VariantError, ValueError) as error:
        raise click.UsageError(str(error)) from error


def grid_of_corners(corners: Corners | None, layout: Layout) -> Grid | None:
    """The grid in --corners, if given."""
    return None if corners is None else Grid(corners, layout.size)


# --- a screen's size ---


class SizeParam(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """Two numbers of pixels with an x between them, within these bounds: (480, 320)."""

    name = "WxH"

    def __init__(self, least: tuple[int, int], most: tuple[int, int]) -> None:
        self._least, self._most = least, most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        found = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", str(value).strip())
        if found is None:
            self.fail(
                Sentence("{value} isn’t a size: write it like 480x320", value=repr(value)),
                param,
                ctx,
            )
        size = int(found[1]), int(found[2])
        bounds = zip(size, self._least, self._most, strict=True)
        if any(not least <= pixels <= most for pixels, least, most in bounds):
            (least, most) = ("x".join(map(str, bound)) for bound in (self._least, self._most))
            self.fail(
                Sentence(
                    "{value} is too small or too large: {least} to {most} are possible",
                    value=value,
                    least=least,
                    most=most,
                ),
                param,
                ctx,
            )
        return size


# --- the settings of one call ---


def called_settings(
    config: Path | None,
    variant: str | None,
    language: str | None,
    layout: tuple[str, ...],
    sides: str | None,
    camera: str | None,
    texts: str | None,
) -> Settings:
    """The settings for `tilekeeper play`; a usage error if the file can't be used. None, and an
    empty layout, leave them unchanged."""
    settings = own_settings(config)
    game, screen = settings.game, settings.screen
    if variant is not None:
        # Another game has another board and house rules: the settings' don't apply. The table's
        # language stays, as in the lobby, where that game is played in it.
        if variant != game.variant:
            language = language or _spoken(game, variant)
            game = msgspec.structs.replace(game, language="", options={}, layout=())
        game = msgspec.structs.replace(game, variant=variant)
    if language is not None:
        game = msgspec.structs.replace(game, language=language)
    if layout:
        game = msgspec.structs.replace(game, layout=layout)
    if sides is not None:
        named = tuple(name.strip() for name in sides.split(","))
        try:
            check_names(named)
        except ValueError as error:
            raise click.UsageError(with_stop(located("--sides", error))) from error
        game = msgspec.structs.replace(game, sides=named)
    if texts is not None:
        screen = msgspec.structs.replace(screen, texts=texts)
    pictures = settings.camera
    if camera is not None:
        pictures = msgspec.structs.replace(pictures, source=camera)
    return msgspec.structs.replace(settings, game=game, screen=screen, camera=pictures)


def _spoken(game: GameSettings, variant: str) -> str | None:
    """The language of the table from the settings' game, if another is played in it."""
    kind, other = GAMES.get(game.variant), GAMES.get(variant)
    if kind is None or other is None:
        return None  # the missing game is reported later
    spoken = game.language or kind.languages[0]
    return spoken if spoken in other.languages else None


def wanted_game(wanted: GameSettings) -> Variant:
    """The game in the settings; a usage error if there is none such."""
    return chosen_variant(wanted.variant, wanted.language or None, wanted.options, wanted.layout)
