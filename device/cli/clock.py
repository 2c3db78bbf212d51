"""`tilekeeper clock`: Party's clock or a sand timer by itself, on screen, buttons and buzzer.

How it runs is in device/clock_and_dice/zone_clock.py, what buttons do in alone.py beside it.
Tests: tests/device/test_clock_command.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click

from device.clock_and_dice.alone import ClockAlone, run_alone
from device.clock_and_dice.views import PARTY_LABELS, ClockView
from device.clock_and_dice.zone_clock import LONGEST, PARTY_ZONES, ClockError, ZoneClock, clock_of
from device.language.texts import LANGUAGES, Texts
from device.settings.config import Settings, own_display, own_game, own_panel, own_settings
from device.system.terminal import fail, remark
from hardware.display import Display
from hardware.panel.port import KeyboardPanel


def _zones(
    _ctx: click.Context, _param: click.Parameter, value: str | None
) -> tuple[int, ...] | None:
    """Six numbers of seconds, or one for all six zones."""
    if value is None:
        return None
    parts = [part.strip() for part in value.split(",")]
    seconds = tuple(
        int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 6
    )
    fits = len(seconds) == len(parts) and all(1 <= one <= LONGEST for one in seconds)
    if len(seconds) == 1:
        seconds *= len(PARTY_ZONES)
    if len(seconds) != len(PARTY_ZONES) or not fits:
        raise click.BadParameter(
            f"{value!r} should be six whole numbers from 1 to {LONGEST}, or one for all zones: "
            "use --seconds 15,15,15,15,15,15"
        )
    return seconds


@click.command()
@click.option(
    "--seconds",
    callback=_zones,
    metavar="S,S,S,S,S,S",
    help="The six zones, or one number for each of them.",
)
@click.option(
    "--timer",
    type=click.IntRange(1, LONGEST),
    default=None,
    metavar="SECONDS",
    help="A sand timer of one zone in place of Party's six.",
)
@click.option("--config", type=click.Path(path_type=Path), help="The household's settings (TOML).")
@click.option("--texts", type=click.Choice(LANGUAGES), default=None, help="Language of the screen.")
@click.option("--headless", is_flag=True, help="No window, even where there is a screen.")
def command(
    seconds: tuple[int, ...] | None,
    timer: int | None,
    config: Path | None,
    texts: str | None,
    headless: bool,
) -> None:
    """Run Party's clock, or a sand timer, without a game.

    A turn button or OK starts and stops it, UNDO winds it up, BACK and NEXT choose the zone that it
    starts in, PAUSE pauses, END leaves. The zone's lamp is lit, and blinks in its last seconds.
    """
    if seconds is not None and timer is not None:
        raise click.UsageError("A timer has one zone: use --timer or --seconds, not both")
    settings = own_settings(config)
    clock = _clock(settings, seconds, timer)
    display = own_display(settings.screen, headless=headless)
    try:
        panel = own_panel(settings.panel)
        if isinstance(panel, KeyboardPanel) and not display.visible:
            panel.close()
            fail("There are neither buttons nor a screen: nothing could start the clock.", False)
        table = ClockAlone(
            clock,
            panel=panel,
            draw=_drawing(display, settings.screen.theme),
            texts=Texts(texts or settings.screen.texts),
            labels=() if timer is not None else PARTY_LABELS,
        )
        run_alone(table, panel=panel, display=display, clock=time.monotonic, say=remark)
    finally:
        display.close()


def _clock(settings: Settings, seconds: tuple[int, ...] | None, timer: int | None) -> ZoneClock:
    """The clock that was asked for, else the household's for Party."""
    if timer is not None:
        return clock_of((timer,))
    if seconds is None:
        game = own_game(settings, "party")
        seconds = () if game.letter_clock is None else game.letter_clock.zone_seconds
    try:
        return clock_of(seconds)
    except ClockError as error:
        raise click.UsageError(str(error)) from error


def _drawing(display: Display, theme: str) -> Callable[[ClockView], None]:
    from device.screen.dice_and_clock import AloneScreen, clock_parts
    from device.themes import THEMES

    return AloneScreen(display.surface, clock_parts, THEMES[theme]).draw
