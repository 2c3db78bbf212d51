"""What a household has set, and the panel and screen it has, for commands at its table.

Settings that can't be used are a usage error: one sentence, exit status 2.
Tests: tests/device/test_roll_command.py, tests/device/test_clock_command.py,
tests/device/test_play.py.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

import click

from device.config import ConfigError, PanelSettings, ScreenSettings, Settings, load_settings
from device.places import settings_file
from engine.variants import Variant, VariantError, load_variant
from hardware.display import Display
from hardware.gpio_panel import open_panel
from hardware.panel import Panel
from hardware.turned import Turn

log = logging.getLogger(__name__)


def own_settings(config: Path | None) -> Settings:
    """The settings of that file, or of the household's own where none is named."""
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
    """A game with the household's options, if it is the one that the settings name, and with these
    options above them."""
    wanted = settings.game
    own = wanted.options if wanted.variant == variant else {}
    if language is None and wanted.variant == variant:
        language = wanted.language or None
    try:
        return load_variant(variant, language, {**own, **(options or {})})
    except (VariantError, ValueError) as error:
        raise click.UsageError(str(error)) from error


def own_display(settings: ScreenSettings, *, headless: bool = False) -> Display:
    """The screen in the size, and turned, as it is set."""
    size = settings.width, settings.height
    return Display(size, headless=headless, turn=Turn(settings.rotate))


def own_panel(settings: PanelSettings) -> Panel:
    """The buttons, lamps and buzzer as they are wired, at the volume that is set."""
    speaker = None
    if settings.speaker:
        # Loaded only where something is to be heard.
        from hardware.speaker import Speaker

        speaker = Speaker()
        if speaker.missing is not None:  # asked now: opening the card takes a moment
            log.info("%s", speaker.missing)
    panel = open_panel(Path(settings.pins) if settings.pins else None, speaker=speaker)
    panel.set_volume(settings.volume)
    return panel
