"""A recording as a game: which games can be counted from pictures alone, and how one begins.

Knows no camera. Tests: tests/device/test_play.py, tests/device/test_play_every_game.py.
"""

from __future__ import annotations

from dataclasses import replace

import click

from device.at_home import checked_sides
from device.called_settings import wanted_game
from device.config import Settings
from device.opening import Opening
from device.session.setup import has_dice_or_clock
from engine.variants import Variant


def recorded(settings: Settings) -> tuple[Variant, Opening]:
    """A recording begins with its game, if that can be counted from pictures."""
    game, sides = wanted_game(settings.game), settings.game.sides
    _check_countable(game, checked_sides(sides, game))
    return game, replace(Opening.new(game, sides), extras=settings.extras.in_force)


def _check_countable(game: Variant, sides: tuple[str, ...]) -> None:
    """A usage error where a recording can't be counted: pictures don't tell all, and nobody can be
    asked."""
    if has_dice_or_clock(game):
        raise click.UsageError(
            f"{game.name} is played with dice or a clock, and pictures don't tell what was rolled "
            "and when the clock was stopped: play it at the table (--camera v4l2:…), or count its "
            "plays with `tilekeeper score`"
        )
    if game.targets is not None:
        try:
            game.targets.of(sides)
        except ValueError as error:
            raise click.UsageError(f"{game.name} can't be kept yet: {error}.") from error
