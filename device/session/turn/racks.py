"""What is left on racks at the end: what the rules leave possible, shown to the camera, or named.

A side's tiles are all those on squares that were empty before, in any row. By buttons the players
say whose each tile is, which tiles a side has, or how many. The handler of known racks is passed
in. Tests: tests/device/test_settling.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from device.language.texts import Message, and_then
from device.language.wording import square_names
from device.session.core.commit import ask, go_on, option, refuse, result_text
from device.session.core.effects import Announce, CloseGame, FollowAgain, LookNow, PlayTone
from device.session.core.state import (
    Act,
    Do,
    Option,
    Over,
    Question,
    Settling,
    Step,
    TableState,
    in_phase,
)
from device.session.turn.questions import tile_name, used_up
from engine.events import Side
from engine.position import EMPTY
from engine.sentences import Plural
from engine.squares import Square
from engine.state import State
from engine.tiles import UNKNOWN_BLANK, Tile
from hardware.panel.port import SIDE_BUTTONS, Tone
from vision.game.changes import Bare, weigh_changes
from vision.game.doubt import ASK_PLAY_BELOW, INDEX, Doubt, doubt_about, possible, weigh_letters
from vision.game.follow import SEEN
from vision.reading import LABELS, Probabilities, Refusal

# --- what can be left ---


def sides_to_name(game: State, named: Mapping[Side, str]) -> tuple[Side, ...]:
    """The sides whose racks are still needed, in their order; none if the last one follows."""
    unknown = tuple(
        side
        for side in game.sides
        if side not in named
        and side not in game.held
        and (game.racks[side] or not game.variant.holds_racks)
    )
    return () if len(unknown) == 1 and _last_rack_follows(game) else unknown


def _last_rack_follows(game: State) -> bool:
    """Whether the racks are everything unseen, so that the last one is what the others leave."""
    return game.bag == 0 and game.adds_up


def only_counts(game: State) -> bool:
    """Whether the score needs the number of tiles left, and not which (JUN-END-02, TOP-END-04).
    Where tiles are counted the number follows from the plays, and nothing is asked."""
    rule = game.variant.settlement
    return rule is not None and rule.each is not None


def number_left(game: State, side: Side) -> int | None:
    """How many tiles this side must have left; None if that can't be known."""
    return game.racks[side] if game.adds_up else None


def tiles_left(game: State, named: Mapping[Side, str]) -> Counter[Tile]:
    """The tiles that can be on the racks still to be named, "?" for blanks."""
    if not game.variant.counted:
        return Counter(game.variant.tile_set.counts)
    elsewhere = "".join(game.held.values()) + "".join(named.values())
    return Counter(game.unseen) - Counter(elsewhere)


def worth(game: State, tiles: str) -> int:
    """What this side loses for these tiles (CLA-END-03)."""
    rule = game.variant.settlement
    if rule is not None and rule.each is not None:
        return rule.each * len(tiles)
    return sum(map(game.variant.tile_set.value, tiles))


def why_not(game: State, side: Side, named: Mapping[Side, str], tiles: str) -> Message | None:
    """Why a side can't have these tiles left; None if it can."""
    impossible = (
        Counter(tiles) - tiles_left(game, named) if game.variant.counted else Counter[Tile]()
    )
    number = number_left(game, side)
    if not impossible and number in (None, len(tiles)):
        return None
    for other, theirs in named.items():
        if theirs and Counter(theirs) <= Counter(tiles):
            return take_off_text(other)
    if impossible:
        letters = spelled(game, "".join(impossible.elements()))
        values: dict[str, str | int] = {"side": side, "tiles": letters}
        return Message("{side} can’t have {tiles}: that’s too many.", values)
    values = {"side": side, "n": number or 0, "m": len(tiles)}
    return Message("{side}: tiles left should be {n}, not {m}.", values)


def take_off_text(side: Side) -> Message:
    """A side's tiles were counted, and are still there."""
    return Message("{side}’s tiles are still there: take them off first.", {"side": side})


def spelled(game: State, tiles: str) -> str:
    """Tiles one by one, as read out; "?" for a blank."""
    return ", ".join(game.variant.tile_set.text(tile) for tile in tiles)


def so_far(game: State, side: Side, tiles: str) -> Mapping[str, str | int | Message]:
    """A question's line on the tiles of a side named so far."""
    named = " ".join(game.variant.tile_set.text(tile) for tile in tiles)
    return {"side": side, "tiles": named or "–"}


def tile_label(game: State, tile: Tile) -> Message:
    """A tile, or nothing, as an answer."""
    if tile in (EMPTY, UNKNOWN_BLANK):
        return tile_name(tile)
    return Message("{letter}", {"letter": spelled(game, tile)})


def _rack_text(game: State, side: Side, tiles: str, *, hidden: bool = False) -> Message:
    """The message for what a side has left. `hidden`: points are hidden until the end."""
    if not tiles:
        return Message("{side} has no tiles left.", {"side": side})
    if only_counts(game):
        return Message(
            Plural("{side}: {n} tile left.", "{side}: {n} tiles left."),
            {"side": side, "n": len(tiles)},
        )
    values: dict[str, str | int] = {
        "side": side,
        "tiles": spelled(game, tiles),
        "points": worth(game, tiles),
    }
    if hidden:
        return Message("{side} has {tiles} left.", values)
    return Message("{side} has {tiles} left, worth {points}.", values)


# What a picture shows


@dataclass(frozen=True)
class Shown:
    """The tiles where none were believed to be, row by row, and those that aren't certain."""

    tiles: Mapping[Square, Tile]
    doubts: tuple[Doubt, ...] = ()

    @property
    def letters(self) -> str:
        return "".join(self.tiles.values())

    def named(self, square: Square, tile: Tile) -> Shown:
        """The same after the players said what lies there ("." nothing)."""
        tiles = {s: tile if s == square else known for s, known in self.tiles.items()}
        doubts = tuple(doubt for doubt in self.doubts if doubt.square != square)
        return Shown({s: known for s, known in tiles.items() if known != EMPTY}, doubts)


def tiles_shown(
    state: TableState, answers: Mapping[Square, Tile], *, any_tile: bool | None = None
) -> Shown:
    """What the last picture shows of a rack; `answers`: the players' answers about some squares;
    `any_tile`: the letters don't matter, because only their number costs.

    A turn's picture is judged differently: no rule of play says where a rack is laid, so every
    square is judged by itself.
    """
    game, sight = state.game.state, state.board.sight
    if sight is None or isinstance(sight.reading, Refusal):
        return Shown({})
    before, variant = state.board.followed, game.variant
    if any_tile is None:
        any_tile = only_counts(game)
    bare = before.bare or Bare.unknown(before.position.size)
    reading, _ = weigh_changes(sight.reading, bare, before.position, variant.layout)
    if variant.counted:
        reading = weigh_letters(reading, before.position, before.evidence, variant.tile_set)
    seen = possible(reading.probabilities, variant.tile_set)
    tiles: dict[Square, Tile] = {}
    doubts: list[Doubt] = []
    for square in _showing(seen):
        if square in before.position.tiles or reading.covered[square.row, square.column] >= SEEN:
            continue
        tile = answers.get(square) or _likeliest(seen, square)
        if tile != EMPTY:
            tiles[square] = tile
        if square not in answers and not _sure(seen, square, tile, any_tile):
            doubts.append(doubt_about(square, seen[square.row, square.column]))
    return Shown(tiles, tuple(doubts))


def _showing(seen: Probabilities) -> Iterator[Square]:
    """The squares that show a tile, row by row."""
    for row, column in np.argwhere(seen[..., INDEX[EMPTY]] <= 1 - SEEN):
        yield Square(int(column), int(row))


def _likeliest(seen: Probabilities, square: Square) -> Tile:
    tiles = seen[square.row, square.column].copy()
    tiles[INDEX[EMPTY]] = 0.0
    return LABELS[int(tiles.argmax())]


def _sure(seen: Probabilities, square: Square, tile: Tile, any_tile: bool) -> bool:
    odds = seen[square.row, square.column]
    surely = 1 - odds[INDEX[EMPTY]] if any_tile else odds[INDEX[tile]]
    return bool(surely >= ASK_PLAY_BELOW)


# --- named by buttons ---

Racks: TypeAlias = "tuple[tuple[Side, str], ...]"
WithRacks: TypeAlias = "Callable[[TableState, Racks], Step]"
"""The handler of the racks of one side or several that have been named."""


@in_phase(Settling)
def ask_by_buttons(state: TableState, phase: Settling, then: WithRacks) -> Step:
    """Asks what is left on the racks still needed, in as few presses as possible."""
    game = state.game.state
    if only_counts(game):
        return _ask_how_many(state, phase, then)
    if _last_rack_follows(game) and not phase.letters:
        return _ask_whose(state, phase, (), then)
    return _ask_letter(state, phase, then)


# How many: if the letters don't count


def _ask_how_many(state: TableState, phase: Settling, then: WithRacks) -> Step:
    side, most = phase.side, state.game.state.variant.rack_size

    def number(n: int) -> Option:
        rack = ((side, UNKNOWN_BLANK * n),)
        return option("{n}", Do(then, rack), n=n)

    options = tuple(number(n) for n in range(most + 1))
    text = Message("{side}: how many tiles are left?", {"side": side})
    return ask(state, Question(text, (*options, *_stop_or_leave_out())))


# Whose: if the racks are everything unseen


def _ask_whose(
    state: TableState, phase: Settling, given: tuple[Side, ...], then: WithRacks
) -> Step:
    """Asks whose the next tile is; the earlier ones were `given` to these sides."""
    game = state.game.state
    tiles = in_order(tiles_left(game, dict(phase.named)))
    sides = sides_to_name(game, dict(phase.named))
    had = Counter(given)
    open_sides = [side for side in sides if had[side] < game.racks[side]]
    if len(open_sides) <= 1:
        owners = (*given, *(open_sides * (len(tiles) - len(given))))
        return _confirm_all(state, phase, given, _dealt(sides, owners, tiles), then)
    options = [_owner(game, phase, side, given, then) for side in open_sides]
    options += _take_back(phase, given, then)
    text = _whose(game, tiles, len(given))
    return ask(state, Question(text, tuple(options)))


def _owner(
    game: State, phase: Settling, side: Side, given: tuple[Side, ...], then: WithRacks
) -> Option:
    """The answer that it is this side's, also on the side's own button."""
    label = Message("{side}", {"side": side})
    button = SIDE_BUTTONS[game.sides.index(side)]
    return Option(label, Do(_ask_whose, phase, (*given, side), then), button)


def _take_back(phase: Settling, given: tuple[Side, ...], then: WithRacks) -> tuple[Option, ...]:
    if not given:
        return _stop_or_leave_out()
    back = option("Remove the last one", Do(_ask_whose, phase, given[:-1], then))
    return back, option("Not now", _stop)


def _whose(game: State, tiles: tuple[Tile, ...], place: int) -> Message:
    tile = tiles[place]
    copies = tiles.count(tile)
    values: dict[str, str | int | Message] = {
        "tile": Message("a blank") if tile == UNKNOWN_BLANK else tile_label(game, tile),
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
    state: TableState, phase: Settling, given: tuple[Side, ...], racks: Racks, then: WithRacks
) -> Step:
    text = Message("{racks} Right?", {"racks": _racks_text(state, racks)})
    right = option("Yes, that’s right", Do(then, racks))
    return ask(state, Question(text, (right, *_take_back(phase, given, then))))


def _racks_text(state: TableState, racks: Racks) -> Message:
    first, *others = racks
    text = _rack_text(state.game.state, *first, hidden=state.agreed.extras.hide_scores)
    if not others:
        return text
    return and_then(text, _racks_text(state, tuple(others)))


# Which: if there are tiles in the bag as well


def _ask_letter(state: TableState, phase: Settling, then: WithRacks) -> Step:
    """Asks for this side's next letter, until it has as many as it must have."""
    game, side, letters = state.game.state, phase.side, phase.letters
    number = number_left(game, side)
    if number is not None and len(letters) >= number:
        return _confirm_named(state, phase, then)
    possible = tiles_left(game, dict(phase.named))

    def more(tile: Tile) -> Act:
        return Do(_ask_letter_after, replace(phase, letters=letters + tile), then)

    options = tiles_to_name(game, possible, letters, more)
    *back, leave = _take_letter_back(phase, then)
    that_is_all = option("That’s all", Do(_confirm_named, phase, then))
    options += (*back, *((that_is_all,) if number is None else ()), leave)
    text = Message("{side}: tiles left? So far: {tiles}", so_far(game, side, letters))
    question = Question(text, tuple(options), abreast=True)
    return ask(state, question, last_named(possible, letters))


def tiles_to_name(
    game: State, possible: Counter[Tile], named: str, more: Callable[[Tile], Act]
) -> list[Option]:
    """Each of the possible tiles in its place, also once all of a letter are `named`."""
    pool, options = tuple(dict.fromkeys(in_order(possible))), list[Option]()
    for place, tile in enumerate(pool):
        label = tile_label(game, tile)
        if named.count(tile) < possible[tile]:
            options.append(Option(label, more(tile)))
        else:
            why = Message("There’s no other {letter}.", {"letter": spelled(game, tile)})
            if tile == UNKNOWN_BLANK:
                why = Message("There’s no other blank.")
            options.append(used_up(label, why, place, more("")))
    return options


def last_named(possible: Counter[Tile], named: str) -> int:
    """The place of the tile named last, if there is another; else of the first that is left."""
    pool = tuple(dict.fromkeys(in_order(possible)))
    left = [place for place, tile in enumerate(pool) if named.count(tile) < possible[tile]]
    last = pool.index(named[-1]) if named and named[-1] in pool else -1
    return last if last in left else next(iter(left), 0)


def _confirm_named(state: TableState, phase: Settling, then: WithRacks) -> Step:
    rack = ((phase.side, phase.letters),)
    text = Message("{racks} Right?", {"racks": _racks_text(state, rack)})
    right = option("Yes, that’s right", Do(then, rack))
    return ask(state, Question(text, (right, *_take_letter_back(phase, then))))


def _take_letter_back(phase: Settling, then: WithRacks) -> tuple[Option, ...]:
    if not phase.letters:
        return _stop_or_leave_out()
    before = replace(phase, letters=phase.letters[:-1])
    back = option("Remove the last one", Do(_ask_letter_after, before, then))
    return back, option("Not now", _stop)


def _ask_letter_after(state: TableState, phase: Settling, then: WithRacks) -> Step:
    """The letters named so far are kept when a question is left."""
    return _ask_letter(replace(state, phase=phase), phase, then)


def _stop_or_leave_out() -> tuple[Option, ...]:
    """The answers before the first of a side's tiles is named."""
    return option("Leave the racks out…", ask_to_leave_out), option("Not now", _stop)


def ask_to_leave_out(state: TableState) -> Step:
    """Asks whether to leave the racks out of the score."""
    return ask_left_out(state, Message("The racks aren’t deducted yet."))


def ask_left_out(state: TableState, why: Message) -> Step:
    """Asks whether to end the game without its settlement, and says why."""
    text = Message("{why} Leave the racks out of the score?", {"why": why})
    no, yes = option("No, count them", _stay), option("Yes, leave them out", leave_out)
    return ask(state, Question(text, (no, yes)))


def _stay(state: TableState) -> Step:
    """Back to the rack that is wanted, or to the game."""
    return wait_for_rack(state) if isinstance(state.phase, Settling) else go_on(state)


def leave_out(state: TableState) -> Step:
    """Ends the game without its racks; undo takes that back."""
    result = result_text(state.game)
    message = and_then(Message("Tiles left on racks aren’t deducted."), result)
    after = replace(state, phase=Over(), finished=True, message=message)
    return after, (CloseGame(), PlayTone(Tone.END), Announce(message))


def _stop(state: TableState) -> Step:
    if not state.device.sees:
        return wait_for_rack(state)
    message = Message("Lay your last tiles in a row on the board instead, or press an arrow.")
    return replace(state, message=message), ()


def in_order(tiles: Counter[Tile]) -> tuple[Tile, ...]:
    """The letters in alphabetical order, blanks last."""
    return tuple(sorted(tiles.elements(), key=lambda tile: (tile == UNKNOWN_BLANK, tile)))


# --- shown to the camera ---

NamedTiles = Mapping[Square, Tile]
"""The players' answers about squares that weren't read for sure."""


@in_phase(Settling)
def ask_shown(state: TableState, phase: Settling, answers: NamedTiles, then: WithRacks) -> Step:
    """Asks whether the tiles there are the rack that is wanted, or says why they can't be."""
    game = state.game.state
    there = tiles_shown(state, answers)
    still = still_lying(phase, there)
    if still and still == phase.lying.keys() and there.letters != phase.named[-1][1]:
        return refuse(state, take_off_text(phase.named[-1][0]))
    if there.doubts:
        return _ask_which(state, there.doubts[0], answers, then)
    if still and still != phase.lying.keys():
        return _ask_whose_they_are(state, phase, still, answers, then)
    named, letters = dict(phase.named), there.letters
    if not letters and number_left(game, phase.side):
        text = Message("{side}: no tiles seen there yet.", {"side": phase.side})
        message = and_then(text, how_shown(state))
        return replace(state, message=message), (PlayTone(Tone.WARN), Announce(message), LookNow())
    if (why := why_not(game, phase.side, named, letters)) is not None:
        return refuse(state, why)
    if phase.named and letters and sorted(phase.named[-1][1]) == sorted(letters):
        return _ask_still_there(state, phase.named[-1][0], phase.side, answers, then)
    return _confirm_shown(state, phase.side, answers, then)


def still_lying(phase: Settling, there: Shown) -> Set[Square]:
    """Where the tiles of the rack before may still lie."""
    return {s for s, tile in phase.lying.items() if there.tiles.get(s) == tile}


def _ask_whose_they_are(
    state: TableState,
    phase: Settling,
    squares: Set[Square],
    answers: NamedTiles,
    then: WithRacks,
) -> Step:
    """Some tiles lie as those of the rack before did: asks whether they are the same ones."""
    values = {"other": phase.named[-1][0], "squares": square_names(squares)}
    text = Message("{squares}: are these still {other}’s tiles?", values)
    still = option("Yes, we’ll take them off", Do(refuse, take_off_text(phase.named[-1][0])))
    own = option("No, they’re {side}’s", Do(_take_as_own, answers, then), side=phase.side)
    return ask(state, Question(text, (still, own), tuple(sorted(squares))))


@in_phase(Settling)
def _take_as_own(state: TableState, phase: Settling, answers: NamedTiles, then: WithRacks) -> Step:
    own = replace(phase, lying=MappingProxyType({}))
    return ask_shown(replace(state, phase=own), answers, then)


def how_shown(state: TableState) -> Message:
    """How to show the rack that is wanted."""
    values = {"side": _wanted(state)}
    if not state.device.sees:
        return Message("No camera. {side}: name the tiles left on your rack (OK).", values)
    if state.device.touched:
        return Message("{side}: lay your last tiles in a row on the board, then “Done”.", values)
    if only_counts(state.game.state):
        return Message(
            "{side}: lay your last tiles in a row on the board and press your button, or an "
            "arrow to say how many.",
            values,
        )
    return Message(
        "{side}: lay your last tiles in a row on the board, then press your button.", values
    )


def what_is_seen(state: TableState, letters: str) -> Message:
    """The message for what lies there now."""
    rack = _rack_text(
        state.game.state, _wanted(state), letters, hidden=state.agreed.extras.hide_scores
    )
    if state.device.touched:
        return Message("{rack} Touch “Done” when all are down.", {"rack": rack})
    return Message("{rack} Press your button when all are down.", {"rack": rack})


def wait_for_rack(state: TableState) -> Step:
    """Goes on waiting for the rack; nothing is taken yet."""
    return replace(state, message=how_shown(state)), (FollowAgain(),)


def _wanted(state: TableState) -> Side:
    return state.where.side if isinstance(state.where, Settling) else ""


def _ask_which(state: TableState, doubt: Doubt, answers: NamedTiles, then: WithRacks) -> Step:
    """Asks what lies on a square that wasn't read for sure, never about a blank's letter."""
    square, game = doubt.square, state.game.state

    def named(tile: Tile) -> Option:
        label = tile_label(game, tile)
        return Option(label, Do(ask_shown, {**answers, square: tile}, then))

    options = [named(tile) for tile, _ in doubt.candidates]
    text = Message("What’s on {square}?", {"square": square.name})
    return ask(state, Question(text, (*options, option("Look again", wait_for_rack)), (square,)))


def _ask_still_there(
    state: TableState, before: Side, side: Side, answers: NamedTiles, then: WithRacks
) -> Step:
    """The same letters as on the rack before: asks whether they are the same tiles."""
    text = Message("{other}’s rack had the same tiles. Whose tiles are these?", {"other": before})
    still = option("{side}’s", Do(refuse, take_off_text(before)), side=before)
    own = option("{side}’s", Do(_confirm_shown, side, answers, then), side=side)
    return ask(state, Question(text, (still, own)))


def _confirm_shown(state: TableState, side: Side, answers: NamedTiles, then: WithRacks) -> Step:
    letters = tiles_shown(state, answers).letters
    rack = _rack_text(state.game.state, side, letters, hidden=state.agreed.extras.hide_scores)
    right = option("Yes, that’s right", Do(_take_shown, side, letters, answers, then))
    options = (right, option("No", wait_for_rack))
    return ask(state, Question(Message("{rack} Right?", {"rack": rack}), options))


def _take_shown(
    state: TableState, side: Side, letters: str, answers: NamedTiles, then: WithRacks
) -> Step:
    if tiles_shown(state, answers).letters != letters:
        text = Message("The tiles have changed: press again when all of them are laid.")
        return refuse(state, text)
    return then(state, ((side, letters),))
