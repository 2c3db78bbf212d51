"""`tilekeeper clock`: Party's timer (names, dice and clock) or a sand timer, without a game.

What its buttons do is in device/clock_and_dice/party_timer.py, how it runs alone in alone.py in the
same folder. Tests: tests/device/test_clock_command.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click

from device.clock_and_dice.alone import (
    ClockAlone,
    PartyTimerAlone,
    StandAlone,
    Touching,
    run_alone,
)
from device.clock_and_dice.dice import CHANCE_DIE, FAIR, Dice, letter_die, rolled_die
from device.clock_and_dice.party_timer import party_timer
from device.clock_and_dice.zone_clock import LONGEST, PARTY_ZONES, ClockError, clock_of
from device.language.button_names import names_on
from device.language.command_help import NumberParam
from device.language.texts import TEXT_LANGUAGES, Texts
from device.settings.config import Settings, own_display, own_game, own_panel, own_settings
from device.system.terminal import fail, remark
from device.themes import THEMES
from engine.sentences import Sentence
from hardware.display import Display
from hardware.panel.port import SIDE_BUTTONS, KeyboardPanel, Panel


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
            Sentence(
                "{value} should be six whole numbers from 1 to {longest}, or one for all"
                " zones: use --seconds 15,15,15,15,15,15",
                value=repr(value),
                longest=LONGEST,
            )
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
    type=NumberParam(1, LONGEST),
    default=None,
    metavar="SECONDS",
    help="A sand timer with one zone instead of Party’s six.",
)
@click.option("--sides", default=None, metavar="A,B", help="Names of the players, two to four.")
@click.option("--config", type=click.Path(path_type=Path), help="Your settings (TOML).")
@click.option(
    "--texts", type=click.Choice(TEXT_LANGUAGES), default=None, help="Language of the screen."
)
@click.option("--headless", is_flag=True, help="No window, even where there is a screen.")
def command(
    seconds: tuple[int, ...] | None,
    timer: int | None,
    sides: str | None,
    config: Path | None,
    texts: str | None,
    headless: bool,
) -> None:
    """Run Party’s timer for people who read their own board, or a sand timer.

    The timer shows names, the letter die, the clock and the chance die. OK is always the next step:
    it rolls, starts the clock, stops it, and starts the next turn. Turn buttons do the same for
    those allowed to: a player rolls and stops, the others start. NEXT rolls the chance die once the
    clock has stopped, CHALLENGE lets it resume, UNDO goes a step back, END leaves.
    """
    if timer is not None and (seconds is not None or sides is not None):
        raise click.UsageError(
            Sentence("A sand timer has one zone and no players: use --timer alone")
        )
    settings = own_settings(config)
    if timer is None:
        run_party_timer(settings, seconds, sides, texts, headless=headless)
        return
    clock = clock_of((timer,))

    def made(panel: Panel, display: Display, said: Texts) -> tuple[StandAlone, Touching]:
        from device.screen.dice_and_clock import AloneScreen, clock_parts

        theme, held = THEMES[settings.screen.theme], said.names.held
        screen = AloneScreen(display.surface, clock_parts, theme, held=held)
        return ClockAlone(clock, panel=panel, draw=screen.draw, texts=said), screen.touched

    _run(settings, made, texts, headless=headless)


def run_party_timer(
    settings: Settings,
    seconds: tuple[int, ...] | None,
    sides: str | None,
    texts: str | None,
    *,
    headless: bool,
) -> None:
    """Runs Party's timer until it is left; a usage error for invalid names or zones."""
    game = own_game(settings, "party")
    if game.letter_clock is None:
        raise ValueError("Party is played with a clock")
    faces = {Dice.LETTER: letter_die(game.letter_clock), Dice.CHANCE: CHANCE_DIE}
    names = _names(settings, sides)
    try:
        timer = party_timer(names, clock_of(seconds or game.letter_clock.zone_seconds))
    except ClockError as error:
        raise click.UsageError(str(error)) from error

    def made(panel: Panel, display: Display, said: Texts) -> tuple[StandAlone, Touching]:
        from device.screen.dice_and_clock import AloneScreen, timer_parts

        theme, held = THEMES[settings.screen.theme], said.names.held
        screen = AloneScreen(display.surface, timer_parts, theme, held=held)
        alone = PartyTimerAlone(
            timer,
            lambda what: rolled_die(faces[what], FAIR),
            panel=panel,
            draw=screen.draw,
            texts=said,
        )
        return alone, screen.touched

    _run(settings, made, texts, headless=headless)


def _names(settings: Settings, sides: str | None) -> tuple[str, ...]:
    names = settings.game.sides if sides is None else tuple(map(str.strip, sides.split(",")))
    if not 2 <= len(names) <= len(SIDE_BUTTONS) or len(set(names)) < len(names) or not all(names):
        raise click.UsageError(
            Sentence(
                "The timer is for two to four players with different names, not "
                "{names}: use --sides Ann,Ben",
                names=repr(",".join(names)),
            )
        )
    return names


def _run(
    settings: Settings,
    made: Callable[[Panel, Display, Texts], tuple[StandAlone, Touching]],
    texts: str | None,
    *,
    headless: bool,
) -> None:
    """Runs what is built for this panel and display; fails if nothing could start it."""
    display = own_display(settings.screen, headless=headless)
    try:
        panel = own_panel(settings.panel)
        if isinstance(panel, KeyboardPanel) and not display.visible:
            panel.close()
            fail(
                Sentence("There are no buttons and no screen: nothing could start the clock."),
                False,
            )
        part, touched = made(panel, display, Texts(texts or settings.screen.texts, names_on(panel)))
        run_alone(
            part,
            panel=panel,
            display=display,
            clock=time.monotonic,
            say=remark,
            touched=touched,
        )
    finally:
        display.close()
