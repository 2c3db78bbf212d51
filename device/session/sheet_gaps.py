"""What a game's rule sheet doesn't print and was filled in, said once before the game begins.

The values are the engine's (engine/data/games); here they become sentences. Knows no game that
isn't named there. Tests: tests/device/test_house_rules.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from device.session.choosing import stay
from device.session.committing import ask, option
from device.session.house_rules import ask_house_rules
from device.session.state import Question, Step, TableState
from device.texts import Message
from engine.game_data import Filled, Status
from engine.variants import Variant


def N_(text: str) -> str:  # noqa: N802  (gettext's name for "translate this later")
    return text


SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "layout=classic": N_("Premium squares lie as on the classic board."),
        "values": N_("Letters are worth what stands on the tiles."),
        "begin_letter": N_("Nearest to {value} begins."),
        "tiles=en": N_("The tiles are the English ones, in French as well."),
        "tiles": N_("Tiles are not counted."),
        "size": N_("The board has {value} squares a side."),
        "begins": N_("You say who begins."),
        "shared_letter=once": N_("A letter that two words share counts once."),
        "shared_letter=each": N_("A letter that two words share counts in each."),
        "cover_whole_word=False": N_("No play covers a whole word."),
        "cover_whole_word=True": N_("A play may cover a whole word."),
    }
)
"""By what was filled in, and where it matters with which value."""


def gaps_of(variant: Variant) -> tuple[Filled, ...]:
    """What was filled in, without what is printed."""
    return tuple(one for one in variant.filled if one.status is not Status.PRINTED)


def ask_gaps(state: TableState) -> Step:
    """Tells what no sheet prints, for the household to confirm."""
    first, *others = (_sentence(one) for one in gaps_of(state.game.state.variant))
    for then in others:
        first = Message("{first} {then}", {"first": first, "then": then})
    text = Message("Not on the rule sheet: {gaps}", {"gaps": first})
    options = (option("We play it so", stay), option("House rules …", ask_house_rules))
    return ask(state, Question(text, options))


def _sentence(one: Filled) -> Message:
    known = SENTENCES.get(f"{one.name}={one.value}", SENTENCES.get(one.name))
    values = {"what": one.name.replace("_", " "), "value": str(one.value)}
    return Message(known or "{what}: {value}.", values)
