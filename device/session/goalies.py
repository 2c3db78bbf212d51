"""The goalie of the NHL games (NHL-OPT-06): the letter itself is put in the place of the blank that
stood for it.

What the pictures show clearly goes into the game with the turn in which it was done; what they
leave in doubt is asked about. Which game has the rule is known to the engine alone.
Tests: tests/device/test_goalies.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from device.sight import Seen, Sight, keep_blanks
from device.texts import Message
from engine.events import Event, GoaliePulled, Side
from engine.game import Game
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, is_blank, letter_of
from vision.doubt import Doubt
from vision.follow import Followed


def goalies(game: Game, side: Side, believed: Followed) -> tuple[GoaliePulled, ...]:
    """The letters that are believed to lie where the game has blanks named so."""
    blanks = {s: t for s, t in game.state.position.tiles.items() if is_blank(t)}
    return tuple(
        GoaliePulled(side, square)
        for square, tile in sorted(blanks.items())
        if tile != UNKNOWN_BLANK and believed.position.at(square) == letter_of(tile)
    )


def asked_about(game: Game, side: Side, doubts: Iterable[Doubt]) -> Doubt | None:
    """The first doubt that a letter in the place of its blank would explain, in a game in which it
    may be put there."""
    for doubt in doubts:
        tile = game.state.position.at(doubt.square)
        if tile is None or not is_blank(tile) or tile == UNKNOWN_BLANK:
            continue
        likeliest = doubt.candidates[0][0] if doubt.candidates else None
        allowed = isinstance(game.added(GoaliePulled(side, doubt.square)), Game)
        if likeliest == letter_of(tile) and allowed:
            return doubt
    return None


def judged(sight: Sight, game: Game, seen: Seen | None) -> Sight:
    """The sight where letters have taken the places of blanks only as this game lets them; else a
    blank that the players have named stays one, however its face reads. `seen`: the tiles that had
    been seen in this turn before."""
    now, later = _judged(sight.now, sight.before, game), sight.later
    if later is not None and seen is not None:
        later = _judged(later, seen.after, game)
    return Sight(sight.reading, sight.before, now, later)


def _judged(seen: Seen, before: Followed, game: Game) -> Seen:
    side, refused = game.state.turn, set[Square]()
    for square in sorted(seen.observed.swapped):
        pulled = None if side is None else game.added(GoaliePulled(side, square))
        if isinstance(pulled, Game):
            game = pulled
        else:
            refused.add(square)
    return keep_blanks(seen, refused, before, game.state.variant) if refused else seen


def told(game: Game, events: Iterable[Event], message: Message) -> Message:
    """What is said of these events, which have led to this game: goalies first."""
    for event in events:
        if isinstance(event, GoaliePulled):
            letter = letter_of(game.state.position.tiles[event.square])
            values = {"side": event.by, "letter": letter, "square": event.square.name}
            text = Message("{side}: the real {letter} is on {square} now.", values)
            message = Message("{first} {then}", {"first": text, "then": message})
    return message
