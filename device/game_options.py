"""The options --variant, --language, --corners, --layout and --mirror, as every command that looks
at a board takes them: names become values, or one sentence on what is wrong.
Tests: tests/device/test_cli.py, tests/device/test_teach_command.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import ParamSpec, TypeVar

import click

from device.corners import Corners, CornersParam
from device.household_layouts import HouseholdLayoutError, find_layout, layouts_folder
from device.places import state_directory
from engine.layouts import Layout
from engine.variants import Variant, VariantError, load_variant
from vision.reading import Grid

P = ParamSpec("P")
R = TypeVar("R")


def game_options(command: Callable[P, R]) -> Callable[P, R]:
    """Adds --variant, --language and --corners to a click command."""
    variant = click.option(
        "--variant", default="classic", show_default=True, help="The game whose rules are meant."
    )
    language = click.option(
        "--language", default=None, help="en, fr or de: whose tile set [default: the game's own]"
    )
    corners = click.option(
        "--corners",
        type=CornersParam(),
        default=None,
        help="The grid's corners in pixels, as `calibrate` prints them: it isn't sought then.",
    )
    return variant(language(corners(command)))


def layout_option(command: Callable[P, R]) -> Callable[P, R]:
    """Adds --layout to a click command."""
    return click.option(
        "--layout",
        metavar="NAME|FILE",
        default=None,
        help="The premium squares of your own board, as `teach` kept them [the game's own].",
    )(command)


def mirror_option(command: Callable[P, R]) -> Callable[P, R]:
    """Adds --mirror to a click command."""
    return click.option(
        "--mirror",
        is_flag=True,
        help="The pictures are mirrored, as some webcams' are: turn them back first. Corners and"
        " drawings are those of the picture turned back.",
    )(command)


def board_of(layout: str | None) -> tuple[str, ...]:
    """The rows of the layout that --layout names, none if it isn't given; a usage error (exit
    status 2) if there is none of that name or it can't be used."""
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
    """The game of these names with the household's options and board; a usage error (exit status
    2) if there can be no such game."""
    try:
        board = Layout(tuple(layout)) if layout else None
        return load_variant(variant, language, options, board)
    except (VariantError, ValueError) as error:
        raise click.UsageError(str(error)) from error


def grid_of(corners: Corners | None, layout: Layout) -> Grid | None:
    """The grid that --corners names, if it does."""
    return None if corners is None else Grid(corners, layout.size)
