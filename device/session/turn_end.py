"""The end of a turn: from what was seen to an event, or to the question that stands in the way.

Pure; which press led here is told in presses.py.
Tests: tests/device/test_session.py, test_turn_end.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace

from device.faults import fault_message, square_names
from device.session.blanks import then_ask_letters
from device.session.committing import (
    added,
    ask,
    board_changed,
    commit,
    counted,
    go_on,
    option,
    refuse,
)
from device.session.full_piles import one_too_many, overfull
from device.session.goalies import goalies, maybe_pulled, pull_goalie
from device.session.laid_before import earlier_play
from device.session.open_doubts import ask_older, open_doubts
from device.session.passing import ask_what_it_is
from device.session.questions import what_happened, which_came_first, which_tile
from device.session.referee import refused
from device.session.settling import announced
from device.session.state import Act, Question, Step, TableState
from device.session.taking_back import ask_taken_up
from device.session.two_plays import TwoPlays, two_plays
from device.sight import Seen, Sight, chosen, named
from device.texts import Message
from engine.events import EndReason, Event, Played, Side, TileCorrected
from engine.faults import Fault, FaultCode
from engine.game import Game
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile
from vision.doubt import Doubt, DoubtKind
from vision.follow import accept
from vision.reading import Refusal
from vision.reconstruct import Candidate, Change


def close_turn(
    state: TableState, *, out_confirmed: bool = False, blanks_stay: bool = False
) -> Step:
    """Closes the turn of the side to play with what was seen in it, or asks what was."""
    side, sight = state.side, state.sight
    if side is None:
        return state, ()
    if sight is None:
        return ask_what_it_is(state, side)
    seen = sight.now
    observed = seen.observed
    pulled = None if blanks_stay else maybe_pulled(state, seen)
    if pulled is not None:
        return ask(state, goalie(pulled))
    if (pile := overfull(state)) is not None:
        return ask(state, one_too_many(state, pile, close_turn))
    match observed.change:
        case Change.NONE:
            return ask_what_it_is(state, side)
        case Change.WITHDRAWN:
            return ask_taken_up(state)
        case Change.GAP:
            return _ask_about_several(state, seen)
        case Change.UNCLEAR:
            rules = state.game.state.variant
            before = sight.before.position
            alone = filter(None, (earlier_play(one, events_of) for one in state.earlier))
            asked = what_happened(
                observed.candidates, observed.doubts, before, rules, happened, alone
            )
            return ask(state, asked)
        case Change.PLAY:
            return _close_play(state, side, seen, out_confirmed)


def _close_play(state: TableState, side: Side, seen: Seen, out_confirmed: bool) -> Step:
    if seen.observed.withdrawn:
        return ask_taken_up(state)
    if seen.play is None:
        faults = seen.observed.faults
        return refuse(state, fault_message(faults[0]) if faults else Message("That is no play."))
    if doubts := own_doubts(seen):
        tile_set = state.game.state.variant.tile_set
        # Without blanks in play a spare one may lie there, with whatever letter written on it.
        letters = () if tile_set.knows(UNKNOWN_BLANK) else tile_set.letters
        return ask(state, which_tile(doubts[0], name_tile, letters=letters))
    if (why := refused(state, seen.play.play)) is not None:
        return refuse(state, why)
    events = events_of(state.game, side, seen)
    after = added(state.game, events)
    if isinstance(after, Fault):
        # Which letter a blank stands for doesn't change how many there are of any.
        older = [d for d in open_doubts(state) if d.kind is not DoubtKind.BLANK_LETTER]
        if after.code is FaultCode.TOO_MANY_OF_A_TILE and older:
            return ask_older(state, older[0])
        return refuse(state, fault_message(after))
    if after.state.over is not None and not out_confirmed:
        return ask(state, is_out(side, after, seen.observed.tiles.keys()))
    step = commit(state, events, seen.after, counted(state, side, seen.play))
    return then_ask_letters(step, seen.observed.tiles)


def name_tile(state: TableState, square: Square, tile: Tile) -> Step:
    """The players say what lies on a square; the turn goes on being closed with that."""
    if state.sight is None:
        return go_on(state)
    sight = named(state.sight, square, tile, state.game.state.variant)
    return close_turn(replace(state, sight=sight))


def happened(state: TableState, candidate: Candidate) -> Step:
    """The players say what happened: nothing new is no turn, all else closes it."""
    if state.sight is None:
        return go_on(state)
    if not still_explains(state.sight, candidate):
        return refuse(state, board_changed())
    state = replace(state, sight=chosen(state.sight, candidate, state.game.state.variant))
    if candidate.change is Change.NONE:
        return replace(state, message=Message("The turn goes on.")), ()
    return close_turn(state)


def still_explains(sight: Sight, candidate: Candidate) -> bool:
    """Whether what was asked about may still be what lies there: the board may have changed."""
    return any(_same(candidate, one) for one in sight.now.observed.candidates)


def _same(one: Candidate, other: Candidate) -> bool:
    same = one.change is other.change and one.tiles == other.tiles
    return same and one.withdrawn == other.withdrawn


def _ask_about_several(state: TableState, seen: Seen) -> Step:
    """Several plays were first seen together: the players say how they were laid, if they can be
    but two; else one has to be taken up."""
    tiles = seen.observed.tiles
    ways: tuple[TwoPlays, ...] = ()
    if seen.observed.sure and not seen.observed.withdrawn:
        ways = two_plays(state.followed.position, tiles, state.game.state.variant)
    if not ways:
        return _refuse_several(state, tiles)
    return ask(state, which_came_first(ways, close_two_turns))


def close_two_turns(state: TableState, plays: TwoPlays) -> Step:
    """Counts the plays of two sides, whose turns had gone by together."""
    side, sight = state.side, state.sight
    if side is None or sight is None or isinstance(sight.reading, Refusal):
        return state, ()
    if sight.now.observed.tiles != {**plays.first.tiles, **plays.second.tiles}:
        return refuse(state, board_changed())
    pulled = goalies(state.game, side, state.followed)
    events: list[Event] = [*pulled, Played(side, plays.first.tiles)]
    after = added(state.game, events)
    if isinstance(after, Fault) or after.state.turn is None:
        return _refuse_several(state, sight.now.observed.tiles)
    other = after.state.turn
    for play in (plays.first, plays.second):
        if (why := refused(state, play.play)) is not None:
            return refuse(state, why)
    followed, variant = state.followed, state.game.state.variant
    for play in (plays.first, plays.second):
        candidate = Candidate(Change.PLAY, play.tiles)
        followed = accept(followed, candidate, sight.reading, variant)
    events.append(Played(other, plays.second.tiles))
    step = announced(commit(state, events, followed, counted(state, other, plays.second)))
    return then_ask_letters(step, sight.now.observed.tiles)


def _refuse_several(state: TableState, tiles: Iterable[Square]) -> Step:
    names = square_names(tiles)
    return refuse(state, Message("More than one play lies there: {squares}.", {"squares": names}))


def events_of(game: Game, side: Side, seen: Seen) -> tuple[Event, ...]:
    """The play, and before it what its picture corrected in earlier ones, and the letters that have
    taken the places of blanks."""
    corrected = (TileCorrected(s, t) for s, t in sorted(seen.observed.corrections.items()))
    return (*corrected, *goalies(game, side, seen.after), Played(side, seen.observed.tiles))


def own_doubts(seen: Seen) -> tuple[Doubt, ...]:
    """What has to be asked about the tiles of this play before it counts. Which letter a blank is
    isn't asked before."""
    own = (doubt for doubt in seen.observed.doubts if doubt.square in seen.observed.tiles)
    return tuple(doubt for doubt in own if doubt.kind is not DoubtKind.BLANK_LETTER)


def is_out(side: Side, after: Game, laid: Set[Square]) -> Question:
    """The play about to be counted, with tiles `laid` on these squares, ends the game as it would
    be then (CLA-END-01, NHL-PRO-01)."""
    text = Message("{side} has laid the last tile. Is the game over?", {"side": side})
    if after.state.over is EndReason.TARGET:
        text = Message("{side} has reached the target. Is the game over?", {"side": side})

    def over(state: TableState) -> Step:
        if state.seen is None or state.seen.observed.tiles.keys() != laid:
            return refuse(state, board_changed())
        return announced(close_turn(state, out_confirmed=True))

    yes, no = option("Yes, the game is over", over), option("No, look again", go_on)
    return Question(text, (yes, no))


def not_seen(side: Side, close: Act) -> Question:
    """Since the turn button was pressed something has moved or lain over the board."""
    return Question(
        Message("The board can't be seen well. Is {side}'s turn over as shown?", {"side": side}),
        (option("No, look again", go_on), option("Yes, count it", close)),
    )


def goalie(doubt: Doubt) -> Question:
    """A named blank reads as its letter, in a game in which that may have taken its place."""
    values = {"letter": doubt.candidates[0][0], "square": doubt.square.name}
    return Question(
        Message("Has the real {letter} taken the blank's place on {square}?", values),
        (
            option("Yes", lambda state: pull_goalie(state, doubt.square)),
            option("No, it is the blank", lambda state: close_turn(state, blanks_stay=True)),
        ),
        (doubt.square,),
    )
