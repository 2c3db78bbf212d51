"""How a table begins at home: with the unfinished game, else in its lobby.

Says what goes on, and what can't; plugs nothing in. Tests: tests/device/test_play.py,
tests/device/test_appliance.py.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import click

from device.config import Settings
from device.household_offers import household_offers
from device.journal import Journal, JournalError
from device.keeper import Resumed, last_setup, names_played, unfinished
from device.opening import Opening
from device.places import state_directory
from device.session.choosing import words_of
from device.session.setup import Setup, listed
from device.unattended import Start, last_game_lost
from engine.variants import Variant, VariantError
from hardware.panel import SIDE_BUTTONS

log = logging.getLogger(__name__)


def at_home(
    settings: Settings,
    game: Variant,
    kept: Journal | None,
    start: Start,
    say: Callable[[str], None],
    *,
    anew: bool,
    named: bool,
    seated: bool,
) -> Opening:
    """The unfinished game, else the lobby: with what was played last, or with what the call or the
    settings name. `seated`: the call says who plays, so there may be neither more nor less."""
    offers = household_offers(state_directory(), say)
    if kept is not None:
        offers = replace(offers, names=names_played(kept))
    resumed = None if kept is None or anew else _unfinished(kept, start)
    if resumed is not None:
        if start.attended:
            say("The unfinished game goes on; --new would begin another one.")
        opening = Opening.again(resumed)
        variant = opening.game.state.variant
        agreed = Setup(variant.name, variant.language, words=listed(opening.extras))
        return replace(opening, words=words_of(agreed, offers, variant), offers=offers)
    wanted = settings.game
    setup = Setup(
        game.name,
        game.language,
        wanted.sides,
        listed(settings.extras),
        wanted.options,
        wanted.layout,
        settings.extras,
    )
    if not seated:
        setup = setup.of_sides(min(max(len(setup.sides), game.sides[0]), _most_sides(game)))
    checked_sides(setup.sides, game)
    last = None if named or kept is None else last_setup(kept)
    for one in filter(None, (last, setup)):
        try:
            return Opening(one.game(), one.extras, offers=offers, setup=one)
        except (VariantError, ValueError) as error:
            log.info("the lobby can't begin with %s: %s", one, error)
    return Opening.new(game, setup.sides)


def checked_sides(sides: tuple[str, ...], game: Variant) -> tuple[str, ...]:
    """These sides; a usage error if the game can't be played by them."""
    fewest, most = game.sides[0], _most_sides(game)
    if not fewest <= len(sides) <= most or len(set(sides)) < len(sides) or not all(sides):
        number = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise click.UsageError(
            f"{game.name} wants {number} sides with different names, "
            f"not {','.join(sides)!r}: use --sides Ann,Ben"
        )
    return sides


def hides_points(opening: Opening, kept: Journal | None) -> bool:
    """Whether the points of the game that was played last stay hidden until it is over."""
    last = None if kept is None else last_setup(kept)
    return (opening.extras if last is None else last.extras).hide_scores


def _most_sides(game: Variant) -> int:
    """A side needs a button of its own."""
    return min(game.sides[1], len(SIDE_BUTTONS))


def _unfinished(journal: Journal, start: Start) -> Resumed | None:
    try:
        return unfinished(journal)
    except JournalError as error:
        if start.attended:
            raise click.ClickException(f"{error} Use --new to begin another game.") from error
        start.tell(last_game_lost(str(error)))
        return None
