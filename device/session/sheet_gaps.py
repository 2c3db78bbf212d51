"""What a game's rule sheet doesn't print and was filled in, said once before the game begins.

The values are the engine's (engine/data/games), or what the household has made of them; here they
become sentences. Knows no game that isn't named there. Tests: tests/device/test_house_rules.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from device.session.choosing import stay
from device.session.clock_lengths import change_lengths, lengths_of
from device.session.committing import ask, option
from device.session.house_rules import ask_house_rules
from device.session.state import Question, Step, TableState
from device.texts import Message
from engine.game_data import Filled, Status
from engine.variants import Variant

AT_A_TIME = 5
"""Sentences that a question can hold so that they are read."""


def N_(text: str) -> str:  # noqa: N802  (gettext's name for "translate this later")
    return text


SQUARES = ("layout", "mat", "chance_squares")
"""What is filled in about squares, and goes with them where the household has its own board."""

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
        "chance_squares": N_("Chance squares: {value}."),
        "star_doubles=True": N_("The star is light red: it doubles the first word."),
        "star_doubles=False": N_("The star doubles nothing."),
        "chance_letter=face": N_("The chance die's letter counts once, by itself."),
        "chance_letter=in-words": N_("The chance die's letter counts in each of its words."),
        "letter_faces": N_("The letter die on the screen has {value}."),
        "clock_seconds": N_("The clock's zones last {value} seconds."),
        "mat": N_("Of the mat's squares only the middle counts more."),
        "dice": N_("There are {value} dice."),
        "seven_bonus=0": N_("Seven dice in one play earn nothing more."),
        "seven_bonus": N_("Seven dice in one play earn {value} points more."),
        "extension=clears": N_("A word only made longer clears the mat."),
        "extension=stays": N_("A word only made longer stays."),
        "target": N_("Whoever has {value} points wins."),
        "timer_seconds": N_("The timer runs for {value} seconds."),
        "hand_on=False": N_("Dice that weren't used go back into the cup."),
        "hand_on=True": N_("Dice that weren't used are handed on."),
    }
)
"""By what was filled in, and where it matters with which value."""


def gaps_of(variant: Variant) -> tuple[Filled, ...]:
    """What was filled in, without what is printed."""
    return tuple(one for one in variant.filled if one.status is not Status.PRINTED)


def ask_gaps(state: TableState) -> Step:
    """Tells what no sheet prints, for the household to confirm; a few things at a time."""
    return _ask_some(state, 0)


def _ask_some(state: TableState, place: int) -> Step:
    variant = state.game.state.variant
    told = sentences_of(variant)
    first, *others = told[place : place + AT_A_TIME]
    for then in others:
        first = Message("{first} {then}", {"first": first, "then": then})
    text = Message("Not on the rule sheet: {gaps}", {"gaps": first})
    later = place + AT_A_TIME
    agreed = option("We play it so", stay)
    if later < len(told):
        agreed = option("We play it so: what else?", lambda now: _ask_some(now, later))
    options = [agreed, option("House rules …", ask_house_rules)]
    if lengths_of(variant):
        options.append(option("Clock …", change_lengths))
    if place or later < len(told):
        options.append(option("Back", stay))
    return ask(state, Question(text, tuple(options)))


def sentences_of(variant: Variant) -> tuple[Message, ...]:
    """What was filled in, a sentence each, as it is played now."""
    gaps = gaps_of(variant)
    others = tuple(one for one in gaps if not variant.own_layout or one.name not in SQUARES)
    told = tuple(_sentence(variant, one) for one in others)
    if others == gaps:
        return told
    return (Message("Squares count as on your own board."), *told)


def _sentence(variant: Variant, one: Filled) -> Message:
    if one.name == "values" and variant.letter_dice is not None:
        return Message("Letters on dice are worth what they are on tiles.")
    value = _now(variant, one)
    known = SENTENCES.get(f"{one.name}={value}", SENTENCES.get(one.name))
    values = {"what": one.name.replace("_", " "), "value": value}
    return Message(known or "{what}: {value}.", values)


def _now(variant: Variant, one: Filled) -> str:
    """How it is played now, as text."""
    clock = variant.letter_clock
    if one.name == "size":
        return str(variant.layout.size)
    if clock is not None and one.name == "letter_faces":
        return clock.faces
    value = variant.options.get(one.name, one.value)
    if one.name == "clock_seconds":
        lengths = lengths_of(variant)
        value = lengths if len(set(lengths)) > 1 else lengths[0]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value))
    return str(value)
