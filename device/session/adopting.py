"""Beginning from what lies there already: the position, the points so far, and who is to play.

What was told so far is handed from question to question; nothing is changed before the last
answer, and leaving any of them changes nothing. Tests: tests/device/test_adopting.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from device.session.beginning import begin_game, with_beginner
from device.session.blanks import likeliest_letters
from device.session.committing import ask as ask_question
from device.session.committing import go_on, option, tell
from device.session.effects import CloseGame, LookNow, Play, SayAloud
from device.session.questions import NameTile, which_tile
from device.session.setup import has_dice_or_clock
from device.session.sides_to_choose import side_options
from device.session.state import Looking, Option, Question, Step, TableState, Thinking
from device.session.two_plays import two_plays
from device.sight import Sight
from device.texts import Message
from engine.events import BeginnerNamed, Drawn, Side
from engine.game import Game
from engine.position import EMPTY, Position
from engine.squares import Square
from engine.state import State
from engine.tiles import UNKNOWN_BLANK, Tile
from engine.variants import Variant
from hardware.panel import Tone
from vision.doubt import Doubt, DoubtKind, blank_letters, judge_still
from vision.follow import Followed
from vision.reading import Refusal
from vision.reconstruct import Change

HUNDREDS, TENS, UNITS = 100, 10, 1


@dataclass(frozen=True)
class Told:
    """What lies there, and what the players have told about it so far: each side's points."""

    position: Position
    points: Mapping[Side, int] = field(default_factory=lambda: MappingProxyType({}))


def saw(state: TableState, sight: Sight) -> Step | None:
    """Asks whether the game begins from what lies there; None where that needn't be asked.

    It is asked before anything has happened, when more lies there than a first play, or two, can
    be; and once: whoever says no isn't asked again while the board is cleared.
    """
    if not isinstance(state.phase, Thinking | Looking) or not may_adopt(state):
        return None
    if not _is_a_game(state, sight) or _asked_about(state, sight):
        return None
    asked = Question(
        Message("Tiles lie on the board. Does the game go on from there?"),
        (
            option("Yes, from this position", ask),
            option("No, clear the board, please", clear),
        ),
    )
    return ask_question(replace(state, sight=sight), asked)


def may_adopt(state: TableState) -> bool:
    """Whether a game can still begin from what lies there: before its first turn, where neither
    dice nor a clock say how what lies there came about."""
    if has_dice_or_clock(state.game.state.variant):
        return False
    before = (BeginnerNamed, Drawn)
    untouched = all(isinstance(event, before) for event in state.game.events)
    return untouched and not state.followed.position.tiles


def ask(state: TableState) -> Step:
    """Begins from what lies there: asks what can't be read of it, the points, and who plays."""
    if has_dice_or_clock(state.game.state.variant):
        text = Message("With dice or a clock a game begins on an empty board: clear it, please.")
        return tell(state, text)
    if not may_adopt(state):
        return tell(state, Message("The game has begun: it can't begin from another position."))
    if state.sight is None or isinstance(state.sight.reading, Refusal):
        return tell(state, Message("The board hasn't been seen yet."))
    position, doubts = lying(state.sight, state.game.state.variant)
    if not position.tiles and not doubts:
        return tell(state, Message("Nothing lies on the board."))
    if state.game.state.variant.highest_pile > 1:
        return _ask_flat(state, Told(position), doubts)
    return _ask_tiles(state, Told(position), doubts)


def _ask_flat(state: TableState, told: Told, doubts: tuple[Doubt, ...]) -> Step:
    """Asks whether there are piles: a picture shows neither their heights nor what is in them."""
    flat = option("No, each tile lies by itself", lambda now: _ask_tiles(now, told, doubts))
    text = Message("Does any tile lie on another?")
    return ask_question(state, Question(text, (option("Yes", _clear_piles), flat)))


def _clear_piles(state: TableState) -> Step:
    text = Message(
        "What lies under other tiles can't be seen: please clear the board and begin anew."
    )
    return replace(state, message=text), (Play(Tone.WARN), SayAloud(text), LookNow())


def clear(state: TableState) -> Step:
    """The game begins with an empty board, which has to be cleared first."""
    return replace(state, message=Message("Please clear the board.")), (LookNow(),)


def lying(sight: Sight, variant: Variant) -> tuple[Position, tuple[Doubt, ...]]:
    """What a sight of a board says that lies there, and what has to be asked about it."""
    observed = sight.now.observed
    if observed.change in (Change.PLAY, Change.GAP):
        return sight.now.after.position, observed.doubts
    if isinstance(sight.reading, Refusal):
        return sight.before.position, ()
    still = judge_still(sight.reading, variant.tile_set, variant.counted)
    position = Position.from_rows(still.rows)
    asked = {doubt.square for doubt in still.doubts}
    blanks = {s: t for s, t in position.tiles.items() if t == UNKNOWN_BLANK and s not in asked}
    return position, (*still.doubts, *blank_letters(blanks))


def _is_a_game(state: TableState, sight: Sight) -> bool:
    """Whether more lies there for sure than the first play, or the first two, can have laid."""
    observed, variant = sight.now.observed, state.game.state.variant
    if observed.change not in (Change.PLAY, Change.GAP):
        return False
    tiles = observed.tiles
    lines = min(len({s.row for s in tiles}), len({s.column for s in tiles}))
    if lines <= 1:
        return len(tiles) > variant.rack_size
    return not two_plays(state.followed.position, tiles, variant)


def _asked_about(state: TableState, sight: Sight) -> bool:
    """Whether all that lies there lay there already when it was asked."""
    before = state.sight
    if before is None or not _is_a_game(state, before):
        return False
    return sight.now.observed.tiles.keys() <= before.now.observed.tiles.keys()


# What lies there


def _ask_tiles(state: TableState, told: Told, doubts: tuple[Doubt, ...]) -> Step:
    """Asks about one square after the other, then for the points."""
    if not doubts:
        return _ask_points(state, told)
    doubt, later = doubts[0], doubts[1:]
    is_blank = doubt.kind is DoubtKind.BLANK_LETTER

    def name(state: TableState, square: Square, tile: Tile) -> Step:
        position = _with_tile(told.position, square, tile)
        nameless = {square: tile} if tile == UNKNOWN_BLANK and not is_blank else {}
        named = tuple(blank_letters(nameless))
        return _ask_tiles(state, replace(told, position=position), (*named, *later))

    if is_blank:
        return ask_question(state, _which_letter(state, told, doubt.square, name))
    return ask_question(state, which_tile(doubt, name))


def _which_letter(state: TableState, told: Told, square: Square, name: NameTile) -> Question:
    """Which letter a blank stands for, the likeliest by the words that lie there first."""

    def letter(label: Message, tile: Tile) -> Option:
        return Option(label, lambda state: name(state, square, tile))

    there = replace(state, game=Game.from_state(_start(state, told)))
    letters = likeliest_letters(there, square)
    options = [letter(Message("{letter}", {"letter": one}), one.lower()) for one in letters]
    text = Message("Which letter is the blank on {square}?", {"square": square.name})
    options.append(letter(Message("Not now"), UNKNOWN_BLANK))
    return Question(text, tuple(options), (square,))


def _with_tile(position: Position, square: Square, tile: Tile) -> Position:
    if tile == EMPTY:
        return position.cleared([square])
    if square in position.tiles:
        return position.replaced({square: tile})
    return position.laid({square: tile})


# The points so far


def _ask_points(state: TableState, told: Told) -> Step:
    """Asks for the points of the first side that hasn't told its own, then who is to play."""
    waiting = [side for side in state.game.state.sides if side not in told.points]
    return _ask_digit(state, told, waiting[0]) if waiting else _ask_who_plays(state, told)


def _ask_digit(
    state: TableState, told: Told, side: Side, so_far: int = 0, step: int = HUNDREDS, sign: int = 1
) -> Step:
    """Asks for one digit of a side's points, each answer showing the points that it leads to."""

    def digit(number: int) -> Option:
        first = so_far + sign * step * number
        last = first + sign * (step - 1)
        label = Message("{n}", {"n": first})
        if step > UNITS:
            label = Message("{first} to {last}", {"first": first, "last": last})

        def take(state: TableState) -> Step:
            if step > UNITS:
                return _ask_digit(state, told, side, first, step // TENS, sign)
            points = MappingProxyType({**told.points, side: first})
            return _ask_points(state, replace(told, points=points))

        return Option(label, take)

    options = [digit(number) for number in range(10)]
    if step == HUNDREDS:
        below = Message("Less than 0") if sign > 0 else Message("More than 0")
        options.append(Option(below, lambda s: _ask_digit(s, told, side, sign=-sign)))
    text = Message("How many points does {side} have so far?", {"side": side})
    return ask_question(state, Question(text, (*options, option("Not now", go_on))))


# Who is to play


def _ask_who_plays(state: TableState, told: Told) -> Step:
    def begins(state: TableState, side: Side) -> Step:
        return _begin(state, told, side)

    options = (*side_options(state, state.game.state.sides, begins), option("Not now", go_on))
    return ask_question(state, Question(Message("Whose turn is it?"), options))


def _begin(state: TableState, told: Told, side: Side) -> Step:
    """The game begins from there; the bag holds what follows from the board."""
    begun = with_beginner(Game.from_state(_start(state, told)), side)
    bare = state.followed.bare if state.sight is None else state.sight.now.after.bare
    followed = replace(Followed.at(told.position), bare=bare)
    text = Message("{side} goes on: lay tiles, then press your button.", {"side": side})
    after, effects = begin_game(state, begun, followed, text)
    # A beginner that was written down belongs to a game that isn't played.
    return after, (*((CloseGame(),) if state.game.events else ()), *effects)


def _start(state: TableState, told: Told) -> State:
    game = state.game.state
    totals = told.points if any(told.points.values()) else MappingProxyType({})
    return State.start(game.variant, game.sides, position=told.position, totals=totals)
