"""The options --variant, --language and --corners, as every command that looks at a board takes
them: names become values, or one sentence on what is wrong. Tests: tests/device/test_cli.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import ParamSpec, TypeVar

import click

from device.corners import Corners, CornersParam
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
