"""The settings of one call: the household's own, and above them what the command line says;
and the game that they name. Knows no table. Tests: tests/device/test_play.py.
"""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from device.config import GameSettings, Settings, check_names
from device.game_options import chosen_variant
from device.own_settings import own_settings
from engine.variants import Variant


def called_settings(
    config: Path | None,
    variant: str | None,
    language: str | None,
    layout: tuple[str, ...],
    sides: str | None,
    camera: str | None,
    texts: str | None,
) -> Settings:
    """Settings as `tilekeeper play` is called; a usage error if the file can't be used. None, and
    no layout, says nothing."""
    settings = own_settings(config)
    game, screen = settings.game, settings.screen
    if variant is not None:
        # Another game has another language, board and house rules: the settings' were theirs.
        if variant != game.variant:
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
            raise click.UsageError(f"--sides: {error}.") from error
        game = msgspec.structs.replace(game, sides=named)
    if texts is not None:
        screen = msgspec.structs.replace(screen, texts=texts)
    pictures = settings.camera
    if camera is not None:
        pictures = msgspec.structs.replace(pictures, source=camera)
    return msgspec.structs.replace(settings, game=game, screen=screen, camera=pictures)


def wanted_game(wanted: GameSettings) -> Variant:
    """The game that the settings name; a usage error if there is none such."""
    return chosen_variant(wanted.variant, wanted.language or None, wanted.options, wanted.layout)
