"""Which way up the board lies when no letter shows it: one question, with the word drawn each way;
and a game that was read the wrong way up.

The reader knows an answer from then on (TurnBoard). If a later picture disproves it, the game is
read again from the first play on, which is announced. Where tiles read that way are gone, as on a
mat that is cleared, only their squares are corrected. Tests: tests/device/test_which_way_up.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from device.language.texts import Message
from device.language.wording import refusal_message
from device.session.core.commit import (
    ask,
    board_changed,
    go_on,
    look_closer,
    notify,
    option,
    refuse,
)
from device.session.core.effects import FollowAgain, TurnBoard
from device.session.core.observation import JudgedReading, judged_reading
from device.session.core.state import Act, Do, Option, Question, Step, TableState
from device.session.turn.doubts import count_again, list_of_words
from engine.events import Played, Replaced
from engine.plays import Play, place
from engine.position import Position
from engine.squares import Square
from engine.tiles import Tile
from vision.game.reconstruct import Change
from vision.reading import Reading, Refusal

# --- the question ---


def which_way_up(state: TableState, then: Act) -> Step | None:
    """Asks which way up the board lies, if that is open and makes a difference to the play there;
    `then` goes on with the answer. None if there is nothing to ask."""
    sight = state.board.sight
    if sight is None or not isinstance(sight.reading, Reading) or not sight.reading.ways:
        return None
    ways = _plays(state, sight, sight.reading)
    alone = len(sight.reading.ways) == 1  # it may be a mirror's picture
    if not ways or (len(ways) == 1 and not alone):
        return None
    options = [_way_option(state, one, then) for one in ways]
    text = Message("Which way up?")
    mirrored = option("None of these: it may be mirrored", _mirrored)
    if len(ways) == 1:
        word, start = _named(state, ways[0])
        values = {"word": word, "start": start}
        text = Message("The picture may be mirrored. Is {word} at {start} right?", values)
        mirrored = option("No: it’s mirrored", _mirrored)
    options += mirrored, option("Look again", _look_again)
    return ask(state, Question(text, tuple(options), noted=True))


def _plays(state: TableState, sight: JudgedReading, reading: Reading) -> tuple[JudgedReading, ...]:
    """The new tiles for each way up in which they are one play, without repeats."""
    rules, words = state.game.state.variant, list_of_words(state)
    found: dict[frozenset[tuple[Square, Tile]], JudgedReading] = {}
    for way in reading.ways:
        before = replace(sight.before, bare=None) if way.quarters else sight.before
        lying = judged_reading(reading.lying(way), before, None, rules, words)
        observed = lying.now.observed
        if observed.tiles and observed.change in (Change.PLAY, Change.UNCLEAR):
            found.setdefault(frozenset(observed.tiles.items()), lying)
    return tuple(found.values())


def _way_option(state: TableState, lying: JudgedReading, then: Act) -> Option:
    position = lying.before.position.laid(lying.now.observed.tiles)
    word, start = _named(state, lying)
    label = Message("{word} at {start}", {"word": word, "start": start})
    return Option(label, Do(_lies_so, lying.now.observed.tiles, then), lies=position)


def _lies_so(state: TableState, tiles: Mapping[Square, Tile], then: Act) -> Step:
    """The players say that the board lies so that these are its new tiles."""
    sight = state.board.sight
    if sight is None or not isinstance(sight.reading, Reading):
        return go_on(state)
    if not sight.reading.ways:  # another picture has answered since
        agrees = sight.now.observed.tiles == tiles
        return then(state) if agrees else refuse(state, board_changed())
    ways = _plays(state, sight, sight.reading)
    lying = next((one for one in ways if one.now.observed.tiles == tiles), None)
    if lying is None or not isinstance(lying.reading, Reading):
        return refuse(state, board_changed())
    known = replace(state.with_sight(lying), frames=replace(state.frames, doubted=False))
    after, effects = then(known)
    return after, (TurnBoard(lying.reading), *effects)


def _named(state: TableState, lying: JudgedReading) -> tuple[str, str]:
    """The word of a play, and where it begins."""
    rules, tiles = state.game.state.variant, lying.now.observed.tiles
    play = place(rules, lying.before.position, tiles)
    if isinstance(play, Play):
        return play.words[0], play.start
    squares = sorted(tiles, key=lambda square: (square.row, square.column))
    return rules.tile_set.text(tiles[square] for square in squares), squares[0].name


def _mirrored(state: TableState) -> Step:
    return notify(state, refusal_message(Refusal.MIRRORED))


def _look_again(state: TableState) -> Step:
    looking, effects = look_closer(state)
    return looking, (FollowAgain(), *effects)


# --- read upside down ---


def put_upright(state: TableState, sight: JudgedReading) -> Step:
    """All plays are counted again as they lie, since a picture shows that the board was read the
    wrong way up so far."""
    quarters, reading = sight.now.observed.turned, sight.reading
    if not isinstance(reading, Reading):
        return state, ()
    upright = sight.upright
    amendments = tuple(
        Replaced(number, replace(event, tiles=_upright(event.tiles, quarters, upright.position)))
        for number, event in state.game.happened.items()
        if isinstance(event, Played)
    )
    word = next((e.scored.words[0].text for e in state.game.state.entries if e.scored), "")
    text = Message("{word} was read upside down: corrected.", {"word": word})
    if quarters % 2:
        text = Message("{word} was read from the side: corrected.", {"word": word})
    after, effects = count_again(state, amendments, upright, text)
    return after, (TurnBoard(replace(reading, overturns=0)), *effects)


def _upright(
    tiles: Mapping[Square, Tile], quarters: int, believed: Position
) -> Mapping[Square, Tile]:
    """The tiles of a play on the board turned like this, with the letters believed to be there;
    with their own if they are gone."""
    after = {}
    for square, tile in tiles.items():
        there = square.turned(quarters, believed.size)
        after[there] = believed.at(there) or tile
    return MappingProxyType(after)
