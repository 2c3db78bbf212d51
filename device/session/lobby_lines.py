"""The lobby's lines: what is going to be played, each thing with how it is chosen now.

Complete as screens show them; what OK does on a line is told in lobby.py.
Tests: tests/device/test_lobby.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from device.session.beginning import who_begins
from device.session.choosing import lobby_of
from device.session.clock_lengths import lengths_of, told_lengths
from device.session.house_rules import changed_rules, extras_on, house_rules
from device.session.setup import Offers, Setup, has_dice_or_clock
from device.session.sheet_gaps import gaps_of
from device.session.state import TableState
from device.texts import Message
from engine.events import Drawn, Side
from engine.variants.variant import Targets

GAME_NAMES: Mapping[str, Message] = MappingProxyType(
    {
        "classic": Message("Classic"),
        "nhl": Message("NHL"),
        "nhl-peewee": Message("NHL Pee Wee"),
        "nhl-professional": Message("NHL Professional League"),
        "junior": Message("Junior"),
        "party": Message("Party"),
        "scramble": Message("Scramble"),
        "topword": Message("TopWord"),
    }
)

LANGUAGE_NAMES: Mapping[str, Message] = MappingProxyType(
    {"en": Message("English"), "fr": Message("French"), "de": Message("German")}
)


class LineKind(StrEnum):
    """What a line is about."""

    BEGIN = "begin"
    GAME = "game"
    LANGUAGE = "language"
    SIDES = "sides"
    WORDS = "words"
    BOARD = "board"
    CLOCK = "clock"
    RULES = "rules"
    EXTRAS = "extras"
    BEGINS = "begins"
    GAPS = "gaps"
    DEVICE = "device"
    LEAVE = "leave"


@dataclass(frozen=True)
class Line:
    """A line as it is shown: what it is about, and how that is chosen now."""

    label: Message
    value: Message
    kind: LineKind


def lines(state: TableState) -> tuple[Line, ...]:
    """All lines of the lobby, "Begin the game" first; none where there is no lobby."""
    lobby = lobby_of(state)
    if lobby is None:
        return ()
    setup, game = lobby.setup, state.game.state
    side = who_begins(state.game)
    begins = Message("{side} begins", {"side": side})
    sides = Message("{n}: {names}", {"n": len(setup.sides), "names": ", ".join(setup.sides)})
    found = [
        Line(Message("Begin the game"), begins, LineKind.BEGIN),
        Line(Message("Game"), game_name(setup.variant), LineKind.GAME),
        Line(Message("Language"), language_name(setup.language), LineKind.LANGUAGE),
        Line(Message("Sides"), sides, LineKind.SIDES),
        Line(Message("Words"), _words(state), LineKind.WORDS),
    ]
    if len(boards(setup, state.offers)) > 1:
        found.append(Line(Message("Board"), _board(setup, state.offers), LineKind.BOARD))
    if lengths_of(game.variant):
        found.append(Line(Message("Clock"), told_lengths(game.variant), LineKind.CLOCK))
    if house_rules(setup):
        found.append(Line(Message("House rules"), _rules(setup, state), LineKind.RULES))
    found.append(Line(Message("Extras"), _extras(setup), LineKind.EXTRAS))
    found.append(Line(Message("Who begins"), _who(state, side), LineKind.BEGINS))
    if gaps := gaps_of(game.variant):
        count = Message("filled in: {n}", {"n": len(gaps)})
        found.append(Line(Message("Not on the rule sheet"), count, LineKind.GAPS))
    device = Message("look and check")
    found.append(Line(Message("Camera and device"), device, LineKind.DEVICE))
    if state.may_switch_off:
        found.append(Line(Message("Switch off"), Message("the device"), LineKind.LEAVE))
    else:
        found.append(Line(Message("Leave"), Message("stop tilekeeper"), LineKind.LEAVE))
    return tuple(found)


def boards(setup: Setup, offers: Offers | None) -> tuple[tuple[str, ...], ...]:
    """The boards that this game can be played on: its own (no rows), the household's, and the one
    that was chosen even where the household has forgotten it."""
    own = () if offers is None else tuple(offers.layouts.values())
    fitting = dict.fromkeys(((), *(rows for rows in own if setup.fits(rows)), setup.layout))
    return tuple(fitting)


def game_name(variant: str) -> Message:
    """What a game is called."""
    return GAME_NAMES.get(variant, Message("{name}", {"name": variant}))


def language_name(language: str) -> Message:
    """What a language is called."""
    return LANGUAGE_NAMES.get(language, Message("{name}", {"name": language}))


def _words(state: TableState) -> Message:
    if state.words is None:
        return Message("we look them up ourselves")
    return Message("{name}", {"name": state.words.name})


def _board(setup: Setup, offers: Offers | None) -> Message:
    if not setup.layout:
        return Message("the game's own")
    for name, rows in ({} if offers is None else offers.layouts).items():
        if rows == setup.layout:
            return Message("{name}", {"name": name})
    return Message("the household's")


def _who(state: TableState, side: Side) -> Message:
    if not any(isinstance(event, Drawn) for event in state.game.events):
        return Message("{side}", {"side": side})
    if has_dice_or_clock(state.game.state.variant):
        return Message("{side}, as rolled", {"side": side})
    return Message("{side}, as drawn", {"side": side})


def _rules(setup: Setup, state: TableState) -> Message:
    targets = state.game.state.variant.targets
    if isinstance(targets, Targets):
        points = ", ".join(f"{side} {n}" for side, n in targets.of(setup.sides).items())
        return Message("targets: {points}", {"points": points})
    changed = changed_rules(setup)
    return Message("changed: {n}", {"n": changed}) if changed else Message("as on the sheet")


def _extras(setup: Setup) -> Message:
    number = extras_on(setup)
    return Message("{n} on", {"n": number}) if number else Message("none")
