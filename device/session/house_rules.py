"""The lists behind two lines of the lobby: house rules, and the extras beyond the rule sheets.

A row is one thing that may be otherwise, how it is, and the choices with which it is the next way;
what a game allows is asked of its own declaration. Tests: tests/device/test_house_rules.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from device.session.choosing import choose, lobby_of, next_of, stay, words_of
from device.session.committing import ask, option
from device.session.setup import Setup, has_dice_or_clock
from device.session.state import Option, Question, Step, TableState
from device.texts import Message
from engine.variants import ChallengeRule, Variant
from engine.variants.variant import Targets

SIDE_CLOCKS = (0, 10, 15, 20, 25, 30)
"""Minutes for each side; 0 is no clock."""
COUNTDOWNS = (0, 30, 60, 120, 180)
"""Seconds of a turn; 0 is no countdown."""

SPECIAL_RULES: Mapping[str, Message] = MappingProxyType(
    {
        "pre_season": Message("Pre-season: draw one tile more, put one back"),
        "trades": Message("Trades between sides"),
        "trade_deadline": Message("Trade deadline at 250 points"),
        "delay": Message("Delay in Game"),
        "too_many_men": Message("Too Many Men"),
        "goalie": Message("Pulling the Goalie"),
        "offsides": Message("A challenge is called offsides"),
    }
)
"""NHL-OPT-01 to 07, as they are offered."""

CHALLENGES: Mapping[str, Message] = MappingProxyType(
    {
        ChallengeRule.CLASSIC: Message("a wrong one costs a turn"),
        ChallengeRule.VOID: Message("costs nothing, try again"),
        ChallengeRule.RESUME: Message("the clock goes on, try again"),
        ChallengeRule.NONE: Message("none"),
    }
)

LEVELS: Mapping[str, Message] = MappingProxyType(
    {
        "red": Message("Red Line"),
        "blue": Message("Blue Line"),
        "goal": Message("Goal Line"),
    }
)
"""NHL-PRO-02."""

SWITCHES: Mapping[str, tuple[bool, Message]] = MappingProxyType(
    {
        "star_doubles": (True, Message("The star doubles the first word")),
        "cover_whole_word": (False, Message("A whole word may be covered")),
        "hand_on": (False, Message("Dice that weren't used are handed on")),
    }
)
"""Options that are on or off, with what they are where nobody says."""

CHOICES: Mapping[str, tuple[Message, Mapping[str, Message]]] = MappingProxyType(
    {
        "chance_letter": (
            Message("Chance die: a letter × 3 or × 2 counts"),
            MappingProxyType(
                {"face": Message("once, by itself"), "in-words": Message("in each of its words")}
            ),
        ),
        "extension": (
            Message("A word only made longer"),
            MappingProxyType({"clears": Message("clears the mat"), "stays": Message("stays")}),
        ),
        "shared_letter": (
            Message("A letter that two words share"),
            MappingProxyType({"once": Message("counts once"), "each": Message("counts in each")}),
        ),
    }
)
"""Options that are one of a few words (Q-PAR-07, Q-SCR-05, Q-TOP-01)."""

NUMBERS: Mapping[str, tuple[Message, Message, tuple[int, ...]]] = MappingProxyType(
    {
        "seven_bonus": (
            Message("All seven dice in one play"),
            Message("{n} points more"),
            (0, 25, 50, 100),
        ),
        "target": (
            Message("The game is won with"),
            Message("{n} points"),
            (100, 150, 200, 250, 300, 500),
        ),
        "dice": (
            Message("Dice in the cup"),
            Message("{n}"),
            (10, 11, 12, 13, 14, 15, 16),
        ),
        "size": (
            Message("Squares a side"),
            Message("{n}"),
            (8, 10, 12),
        ),
    }
)
"""Options that are numbers, and those that are offered."""


@dataclass(frozen=True)
class Row:
    """One thing that may be otherwise. `other`: the choices with which it is the next way."""

    what: Message
    value: Message
    other: Setup


Rows: TypeAlias = Callable[[Setup], tuple[Row, ...]]


def ask_house_rules(state: TableState) -> Step:
    """Lists the house rules, to be changed one by one."""
    return ask_rows(state, Message("House rules: OK changes one."), house_rules)


def ask_extras(state: TableState) -> Step:
    """Lists the extras, to be changed one by one."""
    return ask_rows(state, Message("Extras: OK changes one."), extras)


def ask_rows(state: TableState, text: Message, rows: Rows, selected: int = 0) -> Step:
    """Lists things that may be otherwise; OK changes one, and the list stays."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()

    def changed(place: int, row: Row) -> Option:
        def change(state: TableState) -> Step:
            after, effects = _change(state, row)
            asking, more = ask_rows(after, text, rows, place)
            return replace(asking, message=after.message), (*effects, *more)

        values = {"what": row.what, "value": row.value}
        return Option(Message("{what}: {value}", values), change)

    found = rows(lobby.setup)
    options = (option("Done", stay), *(changed(n, row) for n, row in enumerate(found, 1)))
    return ask(state, Question(text, options), selected)


def _change(state: TableState, row: Row) -> Step:
    """Makes it otherwise; nobody can be referee without a word list."""
    if not row.other.kept_extras.referee:
        return choose(state, row.other)
    if words_of(row.other, state.offers, state.game.state.variant) is not None:
        return choose(state, row.other)
    return replace(state, message=Message("A referee needs a word list: choose one first.")), ()


# What a game allows


def house_rules(setup: Setup) -> tuple[Row, ...]:
    """What the game's declaration leaves to the household, and how it is."""
    variant = setup.game().state.variant
    rows = [*_levels(setup, variant), *_special_rules(setup, variant)]
    challenges = [rule for rule in CHALLENGES if setup.allows("challenge", rule)]
    if challenges:
        after = next_of(challenges, variant.challenge)
        value = CHALLENGES.get(variant.challenge, Message("as on the sheet"))
        rows.append(Row(Message("Challenges"), value, setup.with_option("challenge", str(after))))
    for name, (usual, what) in SWITCHES.items():
        if setup.allows(name, usual):
            on = setup.options.get(name, usual) is True
            rows.append(Row(what, on_off(on), setup.with_option(name, not on)))
    return (*rows, *_filled_in(setup, variant))


def changed_rules(setup: Setup) -> int:
    """How many house rules are otherwise than on the sheet."""
    usual = replace(setup, options=MappingProxyType({}))
    pairs = zip(house_rules(setup), house_rules(usual), strict=True)
    return sum(now.value != sheet.value for now, sheet in pairs)


def _levels(setup: Setup, variant: Variant) -> Iterator[Row]:
    """Each side's level, where the game is played to targets by them (NHL-PRO-03)."""
    targets = variant.targets
    if not isinstance(targets, Targets):
        return
    for side, points in targets.of(setup.sides).items():
        level = targets.levels[side]
        after = {**targets.levels, side: next_of(tuple(LEVELS), level)}
        value = Message("{level}, {points} points", {"level": LEVELS[level], "points": points})
        yield Row(Message("{side}", {"side": side}), value, setup.with_option("levels", after))


def _special_rules(setup: Setup, variant: Variant) -> Iterator[Row]:
    if not setup.allows("special_rules", {}):
        return
    special = variant.special
    now = {
        "pre_season": special.pre_season,
        "trades": special.trades,
        "trade_deadline": special.trade_deadline is not None,
        "delay": bool(variant.delay_words),
        "too_many_men": special.too_many_men,
        "goalie": special.goalie,
        "offsides": special.offsides,
    }
    for rule, what in SPECIAL_RULES.items():
        other = setup.with_option("special_rules", {**now, rule: not now[rule]})
        yield Row(what, on_off(now[rule]), other)


def _filled_in(setup: Setup, variant: Variant) -> Iterator[Row]:
    """What the sheet doesn't print, where there is more than yes or no to it."""
    for one in variant.filled:
        name, now = one.name, setup.options.get(one.name, one.value)
        if name in CHOICES:
            what, choices = CHOICES[name]
            after = next_of(tuple(choices), str(now))
            yield Row(what, choices[str(now)], setup.with_option(name, after))
        elif name in NUMBERS and isinstance(now, int):
            what, value, numbers = NUMBERS[name]
            allowed = [number for number in numbers if setup.allows(name, number)]
            # A board of the household's own has the size that it has.
            if allowed and not (name == "size" and setup.layout):
                other = setup.with_option(name, next_of(allowed, now))
                yield Row(what, Message(value.text, {"n": now}), other)


# What no game has


def extras(setup: Setup) -> tuple[Row, ...]:
    """What the device offers beyond the sheets, and how it is: with dice or a clock less, as such
    turns have their own time and are judged by whoever challenges."""
    now = setup.extras
    hidden = Row(
        Message("Points hidden until the end"),
        on_off(now.hide_scores),
        replace(setup, extras=replace(now, hide_scores=not now.hide_scores)),
    )
    if has_dice_or_clock(setup.game().state.variant):
        return (hidden,)
    clock, countdown = Message("off"), Message("off")
    minutes = now.in_force.side_clock
    if minutes:
        clock = Message("{n} minutes", {"n": minutes})
    if now.turn_seconds:
        countdown = Message("{n} seconds", {"n": now.turn_seconds})
    # At a tournament there is always a clock, and never a referee.
    clocks = SIDE_CLOCKS[1:] if now.tournament else SIDE_CLOCKS
    after, later = next_of(clocks, minutes), next_of(COUNTDOWNS, now.turn_seconds)
    referee = Row(
        Message("Referee: every word is judged"),
        on_off(now.referee),
        replace(setup, extras=replace(now, referee=not now.referee)),
    )
    return (
        Row(
            Message("Tournament: a clock, and no help"),
            on_off(now.tournament),
            replace(setup, extras=replace(now, tournament=not now.tournament)),
        ),
        *(() if now.tournament else (referee,)),
        Row(
            Message("A clock for each side"),
            clock,
            replace(setup, extras=replace(now, side_clock=after)),
        ),
        Row(
            Message("A countdown for every turn"),
            countdown,
            replace(setup, extras=replace(now, turn_seconds=later)),
        ),
        hidden,
    )


def extras_on(setup: Setup) -> int:
    """How many extras are switched on."""
    now = setup.kept_extras
    clock = now.side_clock > 0 and not now.tournament  # a tournament's own is no extra beside it
    return sum((now.tournament, now.referee, clock, now.turn_seconds > 0, now.hide_scores))


def on_off(on: bool) -> Message:
    """A switch in words."""
    return Message("on") if on else Message("off")
