"""Naming what is left on racks by buttons: whose each tile is, which tiles a side has, or how many.

What becomes of the racks once they are named is handed in. Tests: tests/device/test_settling.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from device.session.committing import ask, option
from device.session.racks import (
    follows,
    how_many,
    left,
    only_counts,
    rack_told,
    tile_told,
    to_name,
)
from device.session.state import Option, Question, Settling, Step, TableState
from device.texts import Message
from engine.events import Side
from engine.state import State
from engine.tiles import UNKNOWN_BLANK, Tile
from hardware.panel import SIDE_BUTTONS

Racks: TypeAlias = "tuple[tuple[Side, str], ...]"
Then: TypeAlias = "Callable[[TableState, Racks], Step]"
"""What is done with the racks of one side or several that have been named."""


def ask_by_buttons(state: TableState, then: Then) -> Step:
    """Asks what is left on the racks that are still wanted, as few presses as there can be."""
    phase, game = state.phase, state.game.state
    if not isinstance(phase, Settling):
        return state, ()
    if only_counts(game):
        return _ask_how_many(state, phase, then)
    if follows(game) and not phase.letters:
        return _ask_whose(state, phase, (), then)
    return _ask_letter(state, phase, then)


# How many: where the letters don't count


def _ask_how_many(state: TableState, phase: Settling, then: Then) -> Step:
    side, most = phase.side, state.game.state.variant.rack_size

    def number(n: int) -> Option:
        rack = ((side, UNKNOWN_BLANK * n),)
        return option("{n}", lambda now: then(now, rack), n=n)

    options = tuple(number(n) for n in range(most + 1))
    text = Message("{side}: how many tiles are left?", {"side": side})
    return ask(state, Question(text, (*options, option("Not now", _stop))))


# Whose: where the racks are all that is unseen


def _ask_whose(state: TableState, phase: Settling, given: tuple[Side, ...], then: Then) -> Step:
    """Asks whose the next tile is; the first ones were `given` to these sides."""
    game = state.game.state
    tiles = _in_order(left(game, dict(phase.named)))
    sides = to_name(game, dict(phase.named))
    had = Counter(given)
    open_sides = [side for side in sides if had[side] < game.racks[side]]
    if len(open_sides) <= 1:
        owners = (*given, *(open_sides * (len(tiles) - len(given))))
        return _confirm_all(state, phase, given, _dealt(sides, owners, tiles), then)
    options = [_owner(game, phase, side, given, then) for side in open_sides]
    options.append(_take_back(phase, given, then))
    text = _whose(game, tiles, len(given))
    return ask(state, Question(text, tuple(options)))


def _owner(game: State, phase: Settling, side: Side, given: tuple[Side, ...], then: Then) -> Option:
    """It is this side's: said by its own button as well."""
    label = Message("{side}", {"side": side})
    button = SIDE_BUTTONS[game.sides.index(side)]
    return Option(label, lambda now: _ask_whose(now, phase, (*given, side), then), button)


def _take_back(phase: Settling, given: tuple[Side, ...], then: Then) -> Option:
    if not given:
        return option("Not now", _stop)
    return option("Take the last one back", lambda now: _ask_whose(now, phase, given[:-1], then))


def _whose(game: State, tiles: tuple[Tile, ...], place: int) -> Message:
    tile = tiles[place]
    copies = tiles.count(tile)
    values: dict[str, str | int | Message] = {
        "tile": Message("a blank") if tile == UNKNOWN_BLANK else tile_told(game, tile),
        "n": place - tiles.index(tile) + 1,
        "of": copies,
    }
    if copies == 1:
        return Message("Whose is this tile: {tile}?", values)
    return Message("Whose is this tile: {tile} ({n} of {of})?", values)


def _dealt(sides: tuple[Side, ...], owners: tuple[Side, ...], tiles: tuple[Tile, ...]) -> Racks:
    pairs = tuple(zip(owners, tiles, strict=True))
    return tuple((s, "".join(tile for owner, tile in pairs if owner == s)) for s in sides)


def _confirm_all(
    state: TableState, phase: Settling, given: tuple[Side, ...], racks: Racks, then: Then
) -> Step:
    text = Message("{racks} Right?", {"racks": _all_told(state, racks)})
    right = option("Yes, that is right", lambda now: then(now, racks))
    return ask(state, Question(text, (right, _take_back(phase, given, then))))


def _all_told(state: TableState, racks: Racks) -> Message:
    first, *others = racks
    told = rack_told(state.game.state, *first, hidden=state.extras.hide_scores)
    if not others:
        return told
    return Message("{first} {then}", {"first": told, "then": _all_told(state, tuple(others))})


# Which: where tiles are in the bag as well


def _ask_letter(state: TableState, phase: Settling, then: Then) -> Step:
    """Asks for one more letter of this side's, until as many are named as it must have."""
    game, side, letters = state.game.state, phase.side, phase.letters
    number = how_many(game, side)
    if number is not None and len(letters) >= number:
        return _confirm(state, phase, then)
    pool = tuple(dict.fromkeys(_in_order(left(game, dict(phase.named)) - Counter(letters))))

    def more(tile: Tile) -> Option:
        after = replace(phase, letters=letters + tile)
        return Option(tile_told(game, tile), lambda now: _ask_letter(_in(now, after), after, then))

    options = [more(tile) for tile in pool]
    if number is None:
        options.append(option("That is all", lambda now: _confirm(now, phase, then)))
    options.append(_take_letter_back(phase, then))
    text = Message("{side}: what is left? So far: {tiles}", _so_far(phase))
    last = pool.index(letters[-1]) if letters and letters[-1] in pool else 0
    return ask(state, Question(text, tuple(options)), last)


def _confirm(state: TableState, phase: Settling, then: Then) -> Step:
    rack = ((phase.side, phase.letters),)
    text = Message("{racks} Right?", {"racks": _all_told(state, rack)})
    right = option("Yes, that is right", lambda now: then(now, rack))
    return ask(state, Question(text, (right, _take_letter_back(phase, then))))


def _take_letter_back(phase: Settling, then: Then) -> Option:
    if not phase.letters:
        return option("Not now", _stop)
    before = replace(phase, letters=phase.letters[:-1])
    return option("Take the last one back", lambda now: _ask_letter(_in(now, before), before, then))


def _so_far(phase: Settling) -> Mapping[str, str | int | Message]:
    return {"side": phase.side, "tiles": " ".join(phase.letters) or "–"}


def _in(state: TableState, phase: Settling) -> TableState:
    """The letters named so far are kept though a question is left."""
    return replace(state, phase=phase)


def _stop(state: TableState) -> Step:
    message = Message("Lay what is left in a row on the board instead, or press an arrow.")
    return replace(state, message=message), ()


def _in_order(tiles: Counter[Tile]) -> tuple[Tile, ...]:
    """The letters as in the alphabet, blanks last."""
    return tuple(sorted(tiles.elements(), key=lambda tile: (tile == UNKNOWN_BLANK, tile)))
