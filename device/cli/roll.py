"""`tilekeeper roll`: the device's dice, on the screen or as a line of text; without a word Party's
timer, which has both of Party's (clock.py).

The dice are in device/clock_and_dice/dice.py, what buttons do in alone.py in the same folder.
Tests: tests/device/test_roll_command.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cli.clock import run_party_timer
from device.clock_and_dice.alone import TITLES, DiceAlone, run_alone
from device.clock_and_dice.dice import (
    CHANCE_DIE,
    FAIR,
    Dice,
    Roll,
    letter_dice,
    letter_die,
    rolled_die,
    rolled_from_cup,
)
from device.clock_and_dice.views import DiceView, face_text
from device.language.button_names import names_on
from device.language.command_help import NumberParam, OptionWithValues
from device.language.texts import TEXT_LANGUAGES, Texts
from device.settings.config import Settings, own_display, own_game, own_panel, own_settings
from device.system.terminal import remark, say_json
from engine.sentences import Sentence
from engine.variants import Variant
from hardware.display import Display

if TYPE_CHECKING:
    from device.screen.dice_and_clock import AloneScreen
    from device.screen.drawing import Held

MOST = 100_000

GAMES = {Dice.LETTER: "party", Dice.CHANCE: "party", Dice.SCRAMBLE: "scramble"}
"""The default game whose dice they are."""


@click.command()
@click.argument("dice", required=False, type=click.Choice([str(dice.value) for dice in Dice]))
@click.option(
    "--times",
    cls=OptionWithValues,
    type=NumberParam(1, MOST),
    help=Sentence("Number of rolls, up to {most}, with no screen.", most=MOST),
)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON Lines, with no screen.")
@click.option("--variant", default=None, metavar="NAME", help="The game whose dice they are.")
@click.option(
    "--language", default=None, metavar="CODE", help="en or fr: whose letters [the game’s own]."
)
@click.option("--config", type=click.Path(path_type=Path), help="Your settings (TOML).")
@click.option(
    "--texts", type=click.Choice(TEXT_LANGUAGES), default=None, help="Language of the answer."
)
@click.option("--headless", is_flag=True, help="No window, even where there is a screen.")
def command(
    dice: str | None,
    times: int | None,
    as_json: bool,
    variant: str | None,
    language: str | None,
    config: Path | None,
    texts: str | None,
    headless: bool,
) -> None:
    """Roll the letter die or the chance die of Party, or the letter dice of Scramble.

    Without an argument it’s Party’s timer, with both dice and the clock (`tilekeeper clock`). If
    there’s a screen, the dice tumble on it: OK (Enter) or a turn button rolls again, END (Escape)
    leaves. Each roll is printed.
    """
    settings = own_settings(config)
    if dice is None:
        if as_json or times is not None or variant is not None or language is not None:
            raise click.UsageError(Sentence("Which dice? letter, chance or scramble."))
        run_party_timer(settings, None, None, texts, headless=headless)
        return
    which = Dice(dice)
    game = own_game(settings, variant or GAMES[which], language)
    roll = _roll_of(which, game)
    said = Texts(texts or settings.screen.texts)
    report = partial(_report, which, said, as_json)
    if as_json or headless or times is not None:
        for _ in range(times or 1):
            report(roll())
        return
    _show(roll, which, settings, said, report)


def _show(
    roll: Callable[[], Roll],
    dice: Dice,
    settings: Settings,
    said: Texts,
    report: Callable[[Roll], None],
) -> None:
    """Rolls on the screen; once, as text, if there is none."""
    display = own_display(settings.screen)
    try:
        if not display.visible:
            report(roll())
            return
        panel = own_panel(settings.panel)
        said = Texts(said.language, names_on(panel))
        screen = _screen(display, settings.screen.theme, said.names.held)
        table = DiceAlone(
            roll,
            TITLES[dice],
            panel=panel,
            draw=screen.draw,
            texts=said,
            report=report,
        )
        run_alone(
            table,
            panel=panel,
            display=display,
            clock=time.monotonic,
            say=remark,
            touched=screen.touched,
        )
    finally:
        display.close()


def _screen(display: Display, theme: str, held: Held) -> AloneScreen[DiceView]:
    from device.screen.dice_and_clock import AloneScreen, dice_parts
    from device.themes import THEMES

    return AloneScreen(display.surface, dice_parts, THEMES[theme], held=held)


def _roll_of(dice: Dice, game: Variant) -> Callable[[], Roll]:
    """The function that rolls these dice; a usage error if the game has none."""
    if dice is Dice.SCRAMBLE:
        if game.letter_dice is None:
            raise click.UsageError(
                Sentence("{game} has no letter dice: use --variant scramble", game=game.name)
            )
        most = game.letter_dice.most
        return partial(rolled_from_cup, letter_dice(game), most, FAIR)
    if game.letter_clock is None:
        raise click.UsageError(
            Sentence("{game} has no {dice} die: use --variant party", game=game.name, dice=dice)
        )
    die = CHANCE_DIE if dice is Dice.CHANCE else letter_die(game.letter_clock)
    return partial(rolled_die, die, FAIR)


def _report(dice: Dice, texts: Texts, as_json: bool, roll: Roll) -> None:
    if as_json:
        say_json({"dice": dice, "rolled": list(roll.up)})
        return
    faces = " ".join(face_text(up, texts) for up in roll.up)
    print(texts("{dice}: {faces}", dice=texts.say(TITLES[dice]), faces=faces), flush=True)
