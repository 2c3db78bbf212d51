"""Choices of the lobby, and the lists behind its lines: house rules, extras, the clock's lengths.

A row is one setting, its present value, and the choices with its next value; what a game allows is
read from its own declaration. The table's game is always the one that would begin. What a rule
sheet doesn't print is shown once (lengths of a clock: Q-PAR-21, Q-SCR-01). Tests:
tests/device/test_house_rules.py, tests/device/test_lobby_of_dice_and_clock.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from device.clock_and_dice.views import PARTY_LABELS, time_text
from device.language.texts import N_, Message, and_then
from device.session.core.commit import ask, option, refuse
from device.session.core.setup import NO_LIST, Offers, Setup, has_dice_or_clock
from device.session.core.state import (
    Do,
    Lobby,
    Option,
    Question,
    Step,
    TableState,
    Then,
)
from device.session.lobby.challenge_choice import Changed, ask_challenges
from engine.events import BeginnerNamed, Drawn, Event, Side
from engine.game import Game
from engine.sentences import Plural, begun_small
from engine.shipped_data import Filled, Status
from engine.variants import ChallengeRule, Variant, VariantError
from engine.variants.challenge_rules import PRINTED_RULES
from engine.variants.variant import Targets
from engine.words.lexicon import Lexicon
from vision.game.follow import Followed

# --- a choice, and what follows ---

Value = TypeVar("Value")


def lobby_of(state: TableState) -> Lobby | None:
    """The lobby, also while something is asked in it."""
    return state.where if isinstance(state.where, Lobby) else None


def choose(state: TableState, setup: Setup) -> Step:
    """The lobby with these choices, or a sentence why they don't go together."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    try:
        game = setup.game()
    except (VariantError, ValueError) as error:
        return refuse(state, Message("That won’t work: {why}", {"why": begun_small(str(error))}))
    game = _with_beginner(game, state.game)
    return replace(with_game(state, setup, game), phase=replace(lobby, setup=setup)), ()


def stay(state: TableState) -> Step:
    """Back to the lobby's lines; nothing changes."""
    return state, ()


def with_game(state: TableState, setup: Setup, game: Game) -> TableState:
    """The table with the game, the words and the extras of these choices."""
    words = words_of(setup, state.offers, game.state.variant)
    followed = state.board.followed
    if game.state.variant.layout != state.game.state.variant.layout:
        # A different board: the look of its empty squares is unknown.
        followed = replace(followed, bare=None)
    return replace(
        state.with_throw(None),
        game=game,
        board=replace(state.board, followed=followed),
        agreed=replace(state.agreed, words=words, extras=setup.kept_extras),
        message=None,
    )


def words_of(setup: Setup, offers: Offers | None, variant: Variant) -> Lexicon | None:
    """The list for challenges, with the words that the game itself allows (NHL-WRD-01); None where
    the players look words up, or the table is only a clock and a record."""
    if offers is None or setup.words == NO_LIST or setup.kept_extras.record_only:
        return None
    words = offers.lexicon(setup.language, setup.words)
    return None if words is None else words.with_game_words(variant.extra_words)


def lists_of(setup: Setup, offers: Offers | None) -> tuple[str | None, ...]:
    """The lists available in this language; NO_LIST, always the last, is none."""
    if offers is None:
        return (NO_LIST,)
    named = (None, *offers.lists.get(setup.language, ()))
    there = [name for name in named if offers.lexicon(setup.language, name) is not None]
    return (*there, NO_LIST)


def next_of(values: Sequence[Value], now: Value) -> Value:
    """The value after this one, the first after the last or one that isn't among them."""
    place = values.index(now) + 1 if now in values else 0
    return values[place % len(values)]


def emptied(followed: Followed) -> Followed:
    """The same board before a game: no tiles are believed to lie there."""
    return replace(Followed.start(followed.position.size), bare=followed.bare)


def _with_beginner(game: Game, before: Game) -> Game:
    """The game with the same beginner as the one before, if that is still possible."""
    events = before.events
    if len(game.start.sides) == len(before.start.sides):
        names = dict(zip(before.start.sides, game.start.sides, strict=True))
        events = tuple(_renamed(event, names) for event in events)
    kept = Game.fold(game.start, events)
    letters = {g.start.variant.begin_letter for g in (game, before)}
    drawn = any(isinstance(event, Drawn) for event in before.events)
    settled = not kept.misfits and kept.state.turn is not None
    return kept if settled and not (drawn and len(letters) > 1) else game


def _renamed(event: Event, names: Mapping[Side, Side]) -> Event:
    """The same for a side that has been renamed."""
    match event:
        case BeginnerNamed(side):
            return BeginnerNamed(names[side])
        case Drawn(by, letter):
            return Drawn(names[by], letter)
        case _:
            return event


# --- house rules and extras ---

SIDE_CLOCKS = (0, 10, 15, 20, 25, 30)
"""Minutes for each side; 0 is no clock."""
COUNTDOWNS = (0, 30, 60, 120, 180)
"""Seconds of a turn; 0 is no countdown."""
DUPLICATE_TIMES = (180, 150, 120, 60, 0)
"""The same in duplicate, where clubs play 3:00 or 2:30."""

SPECIAL_RULES: Mapping[str, Message] = MappingProxyType(
    {
        "pre_season": Message("Pre-season: draw an extra tile, put one back"),
        "trades": Message("Trades between players"),
        "trade_deadline": Message("Trade deadline at 250 points"),
        "delay": Message("Delay in Game"),
        "too_many_men": Message("Too Many Men"),
        "goalie": Message("Pulling the Goalie"),
        "offsides": Message("A challenge is called offsides"),
    }
)
"""NHL-OPT-01 to 07, in the order of the list."""

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
        "hand_on": (False, Message("Unused dice are passed on")),
    }
)
"""Options that are on or off, with their defaults."""

CHOICES: Mapping[str, tuple[Message, Mapping[str, Message]]] = MappingProxyType(
    {
        "chance_letter": (
            Message("Chance die: a ×3 or ×2 letter counts"),
            MappingProxyType(
                {"face": Message("once, by itself"), "in-words": Message("in each of its words")}
            ),
        ),
        "extension": (
            Message("An extended word"),
            MappingProxyType({"clears": Message("clears the mat"), "stays": Message("stays")}),
        ),
        "shared_letter": (
            Message("A letter shared by two words"),
            MappingProxyType({"once": Message("counts once"), "each": Message("counts in each")}),
        ),
    }
)
"""Options with a few named values (Q-PAR-07, Q-SCR-05, Q-TOP-01)."""

NUMBERS: Mapping[str, tuple[Message, Message, tuple[int, ...]]] = MappingProxyType(
    {
        "seven_bonus": (
            Message("All seven dice in one play"),
            Message("{n}-point bonus"),
            (0, 25, 50, 100),
        ),
        "target": (
            Message("First to"),
            Message(Plural("{n} point", "{n} points")),
            (100, 150, 200, 250, 300, 500),
        ),
        "dice": (
            Message("Dice in the cup"),
            Message("{n}"),
            (10, 11, 12, 13, 14, 15, 16),
        ),
        "size": (
            Message("Squares per side"),
            Message("{n}"),
            (8, 10, 12),
        ),
    }
)
"""Numeric options, and the values on offer."""


@dataclass(frozen=True)
class RuleRow:
    """One setting. `other`: the choices with its next value; `opens`: asks for the value instead,
    where there are many."""

    what: Message
    value: Message
    other: Setup
    opens: Callable[[TableState, Changed], Step] | None = None


RuleRows: TypeAlias = Callable[[Setup], tuple[RuleRow, ...]]


def ask_house_rules(state: TableState) -> Step:
    """Lists the house rules, to be changed one by one."""
    return ask_rows(state, Message("House rules. OK: change one."), house_rules)


def ask_extras(state: TableState) -> Step:
    """Lists the extras, to be changed one by one."""
    return ask_rows(state, Message("Extras. OK: change one."), extras)


def ask_rows(state: TableState, text: Message, rows: RuleRows, selected: int = 0) -> Step:
    """Lists settings; OK changes one, and the list stays."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()

    def changed(place: int, row: RuleRow) -> Option:
        label = Message("{what}: {value}", {"what": row.what, "value": row.value})
        if row.opens is None:
            return Option(label, Do(_change_row, row.other, text, rows, place))
        return Option(label, Do(row.opens, Then(_change_row, text, rows, place)))

    found = rows(lobby.setup)
    options = (*(changed(n, row) for n, row in enumerate(found)), option("Done", stay))
    return ask(state, Question(text, options), selected)


def _change_row(state: TableState, other: Setup, text: Message, rows: RuleRows, place: int) -> Step:
    after, effects = _change(state, other)
    asking, more = ask_rows(after, text, rows, place)
    return replace(asking, message=after.message), (*effects, *more)


def _change(state: TableState, other: Setup) -> Step:
    """Changes a setting; there is no referee without a word list."""
    if not other.kept_extras.referee:
        return choose(state, other)
    if words_of(other, state.offers, state.game.state.variant) is not None:
        return choose(state, other)
    return replace(state, message=Message("A referee needs a word list: choose one first.")), ()


# What a game allows


def house_rules(setup: Setup) -> tuple[RuleRow, ...]:
    """What the game's declaration leaves to the household, with the present values."""
    variant = setup.game().state.variant
    rows = [*_levels(setup, variant), *_special_rules(setup, variant)]
    rows += _duplicate(setup)
    rows += () if variant.common_rack else _challenges(setup, variant)
    for name, (usual, what) in SWITCHES.items():
        if setup.allows(name, usual):
            on = setup.options.get(name, usual) is True
            rows.append(RuleRow(what, on_off(on), setup.with_option(name, not on)))
    return (*rows, *_filled_in(setup, variant))


def _duplicate(setup: Setup) -> Iterator[RuleRow]:
    """One rack for everybody, in the classic game."""
    if not setup.allows("duplicate", True):
        return
    on = setup.is_duplicate
    yield RuleRow(Message("Duplicate: one rack for all"), on_off(on), setup.as_duplicate(not on))


def _challenges(setup: Setup, variant: Variant) -> Iterator[RuleRow]:
    """What a challenge does: the next of a few ways, or a question where clubs have their own."""
    ways = [rule for rule in ChallengeRule if setup.allows("challenge", rule)]
    now = variant.challenge
    if not ways:
        return
    other = setup.with_option("challenge", str(next_of(ways, now)))
    opens = None if {*PRINTED_RULES}.issuperset(ways) else Then(ask_challenges, setup)
    yield RuleRow(Message("Challenges"), Message(now.text), other, opens)


def changed_rules(setup: Setup) -> int:
    """How many house rules differ from the sheet."""
    # Duplicate has other rules to change, so that it is compared with itself.
    own = {name: value for name, value in setup.options.items() if name == "duplicate"}
    usual = replace(setup, options=MappingProxyType(own))
    pairs = zip(house_rules(setup), house_rules(usual), strict=True)
    return len(own) + sum(now.value != sheet.value for now, sheet in pairs)


def _levels(setup: Setup, variant: Variant) -> Iterator[RuleRow]:
    """Each side's level, where the game is played to targets by them (NHL-PRO-03)."""
    targets = variant.targets
    if not isinstance(targets, Targets):
        return
    for side, points in targets.of(setup.sides).items():
        level = targets.levels[side]
        after = {**targets.levels, side: next_of(tuple(LEVELS), level)}
        value = Message(
            Plural("{level}, {points} point", "{level}, {points} points", by="points"),
            {"level": LEVELS[level], "points": points},
        )
        yield RuleRow(Message("{side}", {"side": side}), value, setup.with_option("levels", after))


def _special_rules(setup: Setup, variant: Variant) -> Iterator[RuleRow]:
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
        yield RuleRow(what, on_off(now[rule]), other)


def _filled_in(setup: Setup, variant: Variant) -> Iterator[RuleRow]:
    """What the sheet doesn't print, where it takes more than a yes or no."""
    for one in variant.filled:
        name, now = one.name, setup.options.get(one.name, one.value)
        if name in CHOICES:
            what, choices = CHOICES[name]
            after = next_of(tuple(choices), str(now))
            yield RuleRow(what, choices[str(now)], setup.with_option(name, after))
        elif name in NUMBERS and isinstance(now, int):
            what, value, numbers = NUMBERS[name]
            allowed = [number for number in numbers if setup.allows(name, number)]
            # The household's own board keeps its size.
            if allowed and not (name == "size" and setup.layout):
                other = setup.with_option(name, next_of(allowed, now))
                yield RuleRow(what, Message(value.text, {"n": now}), other)


# Extras of the device


def extras(setup: Setup) -> tuple[RuleRow, ...]:
    """The extras beyond the rule sheets, with their present values: fewer with dice or a clock, as
    such turns have their own time and are judged by the opponents."""
    now = setup.extras
    hidden = RuleRow(
        Message("Points hidden until the end"),
        on_off(now.hide_scores),
        replace(setup, extras=replace(now, hide_scores=not now.hide_scores)),
    )
    variant = setup.game().state.variant
    if has_dice_or_clock(variant):
        return (hidden,)
    if variant.common_rack:
        return (_duplicate_time(setup),)
    clock, countdown = Message("off"), Message("off")
    minutes = now.in_force(setup.language).side_clock
    if minutes:
        clock = Message(Plural("{n} minute", "{n} minutes"), {"n": minutes})
    if now.turn_seconds:
        countdown = Message(Plural("{n} second", "{n} seconds"), {"n": now.turn_seconds})
    # At a tournament there is always a clock, and never a referee.
    clocks = SIDE_CLOCKS[1:] if now.tournament else SIDE_CLOCKS
    after, later = next_of(clocks, minutes), next_of(COUNTDOWNS, now.turn_seconds)
    referee = RuleRow(
        Message("Referee: checks every word"),
        on_off(now.referee),
        replace(setup, extras=replace(now, referee=not now.referee)),
    )
    reminder = RuleRow(
        Message("Says how many tiles to draw"),
        on_off(now.remind_to_draw),
        replace(setup, extras=replace(now, remind_to_draw=not now.remind_to_draw)),
    )
    record = RuleRow(
        Message("Only clock and record"),
        on_off(now.record_only),
        replace(setup, extras=replace(now, record_only=not now.record_only)),
    )
    return (
        RuleRow(
            Message("Tournament: clock, no hints"),
            on_off(now.tournament),
            replace(setup, extras=replace(now, tournament=not now.tournament)),
        ),
        *(() if now.tournament else (referee,)),
        RuleRow(
            Message("A clock for each player"),
            clock,
            replace(setup, extras=replace(now, side_clock=after)),
        ),
        RuleRow(
            Message("A countdown for every turn"),
            countdown,
            replace(setup, extras=replace(now, turn_seconds=later)),
        ),
        *(() if now.in_force(setup.language).record_only else (hidden,)),
        record if now.tournament else reminder,
    )


def _duplicate_time(setup: Setup) -> RuleRow:
    seconds = setup.extras.turn_seconds
    other = replace(setup.extras, turn_seconds=next_of(DUPLICATE_TIMES, seconds))
    shown = Message("{time}", {"time": time_text(seconds)}) if seconds else Message("off")
    return RuleRow(Message("Time for a turn"), shown, replace(setup, extras=other))


def extras_on(setup: Setup) -> int:
    """How many extras are switched on."""
    now = setup.kept_extras
    clock = now.side_clock > 0 and not now.tournament  # a tournament's clock isn't a separate extra
    switched = now.tournament, now.referee, now.hide_scores, now.remind_to_draw
    return sum((*switched, clock, now.turn_seconds > 0))


def on_off(on: bool) -> Message:
    """A switch in words."""
    return Message("on") if on else Message("off")


# --- lengths of the clock ---

ALL_ZONES = (10, 15, 20, 30, 45, 60)
"""Seconds for all zones at once: a clock of one minute to six."""

ONE_ZONE = (5, 10, 15, 20, 25, 30, 45, 60, 90)
"""Seconds for a single zone."""

TIMERS = (30, 45, 60, 90, 120, 180)
"""Seconds for a sand timer."""


def lengths_of(variant: Variant) -> tuple[int, ...]:
    """The seconds of each zone of this game's clock, of its timer alone; none without a clock."""
    if variant.letter_clock is not None:
        return tuple(variant.letter_clock.zone_seconds)
    return () if variant.letter_dice is None else (variant.letter_dice.seconds,)


def lengths_text(variant: Variant) -> Message:
    """The lengths in a few words."""
    lengths = lengths_of(variant)
    if len(lengths) == 1:
        return Message(Plural("timer: {n} second", "timer: {n} seconds"), {"n": lengths[0]})
    if len(set(lengths)) == 1:
        return Message(
            Plural("{zones} zone of {n} seconds", "{zones} zones of {n} seconds", by="zones"),
            {"zones": len(lengths), "n": lengths[0]},
        )
    return Message(
        Plural("zones: {seconds} second", "zones: {seconds} seconds", by="seconds"),
        {"seconds": ", ".join(map(str, lengths))},
    )


def change_lengths(state: TableState) -> Step:
    """Takes the next length if there is only one, else lists the zones."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    if state.game.state.variant.letter_clock is None:
        return choose(state, _with_timer(lobby.setup))
    return ask_rows(state, Message("The clock’s zones. OK: change one."), zones)


def zones(setup: Setup) -> tuple[RuleRow, ...]:
    """All zones of the clock at once, then each on its own."""
    lengths = lengths_of(setup.game().state.variant)
    same = Message(Plural("{n} second", "{n} seconds"), {"n": lengths[0]})
    if len(set(lengths)) > 1:
        same = Message("as below")
    every = next_of(ALL_ZONES, lengths[0]) if len(set(lengths)) == 1 else ALL_ZONES[0]
    return (
        RuleRow(Message("All zones"), same, _with_zones(setup, [every] * len(lengths))),
        *(_zone(setup, lengths, number) for number in range(len(lengths))),
    )


def _zone(setup: Setup, lengths: Sequence[int], number: int) -> RuleRow:
    now = lengths[number]
    after = [*lengths[:number], next_of(ONE_ZONE, now), *lengths[number + 1 :]]
    what = Message("Zone {zone}", {"zone": PARTY_LABELS[number]})
    return RuleRow(
        what, Message(Plural("{n} second", "{n} seconds"), {"n": now}), _with_zones(setup, after)
    )


def _with_zones(setup: Setup, lengths: list[int]) -> Setup:
    return setup.with_option("clock_seconds", lengths)


def _with_timer(setup: Setup) -> Setup:
    (now,) = lengths_of(setup.game().state.variant)
    return setup.with_option("timer_seconds", next_of(TIMERS, now))


# --- what rule sheets don't print ---

AT_A_TIME = 5
"""The most sentences that a question can hold and still be read."""


SQUARES = ("layout", "mat", "chance_squares")
"""What was filled in about squares, which is dropped when the household has its own board."""

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "layout=classic": N_("Premium squares are as on the classic board."),
        "values": N_("Letters are worth the number on the tile."),
        "begin_letter": N_("Nearest to {value} starts."),
        "tiles=en": N_("The tiles are the English ones, in French as well."),
        "tiles": N_("Tiles aren’t counted."),
        "size": Plural(
            "The board has {value} square per side.",
            "The board has {value} squares per side.",
            by="value",
        ),
        "begins": N_("You pick who starts."),
        "shared_letter=once": N_("A letter shared by two words counts once."),
        "shared_letter=each": N_("A letter shared by two words counts in each."),
        "cover_whole_word=False": N_("No play covers a whole word."),
        "cover_whole_word=True": N_("A play may cover a whole word."),
        "chance_squares": N_("Chance squares: {value}."),
        "star_doubles=True": N_("The star is light red: it doubles the first word."),
        "star_doubles=False": N_("The star doubles nothing."),
        "chance_letter=face": N_("The chance die’s letter counts once, by itself."),
        "chance_letter=in-words": N_("The chance die’s letter counts in each of its words."),
        "letter_faces": N_("The letter die on the screen has {value}."),
        "clock_seconds": Plural(
            "The clock’s zones last {value} second.",
            "The clock’s zones last {value} seconds.",
            by="value",
        ),
        "mat": N_("On the mat, only the middle square is a premium."),
        "dice": Plural("There’s {value} die.", "There are {value} dice.", by="value"),
        "seven_bonus=0": N_("Playing all seven dice earns no bonus."),
        "seven_bonus": "Playing all seven dice earns a {value}-point bonus.",
        "extension=clears": N_("Other edition: extending a word clears the mat."),
        "extension=stays": N_("Extended words stay."),
        "target": Plural(
            "First to {value} point wins.", "First to {value} points wins.", by="value"
        ),
        "timer_seconds": Plural(
            "The timer runs for {value} second.", "The timer runs for {value} seconds.", by="value"
        ),
        "hand_on=False": N_("Unused dice go back in the cup."),
        "hand_on=True": N_("Unused dice are passed on."),
    }
)
"""By the option that was filled in, with its value where the sentence depends on that."""


def gaps_of(variant: Variant) -> tuple[Filled, ...]:
    """What was filled in where the printed sheet says nothing."""
    return tuple(one for one in variant.filled if one.status is not Status.PRINTED)


def ask_gaps(state: TableState) -> Step:
    """Shows what no sheet prints, for the household to confirm; a few things at a time."""
    return _ask_some(state, 0)


def _ask_some(state: TableState, place: int) -> Step:
    variant = state.game.state.variant
    sentences = sentences_of(variant)
    on_this_page = sentences[place : place + AT_A_TIME]
    text = Message("The rules don’t say, so: {gaps}", {"gaps": reduce(and_then, on_this_page)})
    later = place + AT_A_TIME
    agreed = option("Agreed", stay)
    if later < len(sentences):
        agreed = option("Agreed. What else?", Do(_ask_some, later))
    options = [agreed, *_sheets_own_way(state, on_this_page, place)]
    options.append(option("House rules…", ask_house_rules))
    if lengths_of(variant):
        options.append(option("Clock…", change_lengths))
    if place or later < len(sentences):
        options.append(option("Back", stay))
    return ask(state, Question(text, tuple(options)))


def _sheets_own_way(
    state: TableState, sentences: Sequence[Message], place: int
) -> tuple[Option, ...]:
    """The switch to the sheet's own way, where another print's is in use (Q-SCR-05)."""
    lobby = lobby_of(state)
    if lobby is None or all(one.text != SENTENCES["extension=clears"] for one in sentences):
        return ()
    by_sheet = lobby.setup.with_option("extension", "stays")
    return (option("These rules: extended words stay", Do(_take_sheets, by_sheet, place)),)


def _take_sheets(state: TableState, by_sheet: Setup, place: int) -> Step:
    after, effects = choose(state, by_sheet)
    asking, more = _ask_some(after, place)
    return asking, (*effects, *more)


def sentences_of(variant: Variant) -> tuple[Message, ...]:
    """What was filled in, a sentence each, as currently played."""
    gaps = gaps_of(variant)
    others = tuple(one for one in gaps if not variant.own_layout or one.name not in SQUARES)
    sentences = tuple(_sentence(variant, one) for one in others)
    if others == gaps:
        return sentences
    return (Message("Squares count as on your own board."), *sentences)


def _sentence(variant: Variant, one: Filled) -> Message:
    if one.name == "values" and variant.letter_dice is not None:
        return Message("Letters on dice are worth the same as on tiles.")
    value = _now(variant, one)
    known = SENTENCES.get(f"{one.name}={value}", SENTENCES.get(one.name))
    values = {"what": one.name.replace("_", " "), "value": value}
    return Message(known or "{what}: {value}.", values)


def _now(variant: Variant, one: Filled) -> str:
    """The present way of playing, as text."""
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
