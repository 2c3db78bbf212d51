"""The game that an evening plays, worked out from its script alone.

It needs no picture and no press: the game that the device kept is compared with it. Tests:
tests/device/test_evening.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from device.simulator.lines import (
    Accept,
    Call,
    CallChallenge,
    Chance,
    Correct,
    Draws,
    Early,
    EnterByHand,
    Evening,
    EveningError,
    GiveAnswer,
    GivePoints,
    Goalie,
    IsOut,
    Lay,
    PassTurn,
    PressButton,
    PressTurn,
    RollLetter,
    Rolls,
    ScriptStep,
    ShowRack,
    Sign,
    StartClock,
    StopClock,
    Swap,
    TakeBack,
    TimeUp,
    Trade,
)
from device.simulator.named_texts import named_text
from engine.events import (
    Accepted,
    Adjusted,
    Challenged,
    ChanceRolled,
    ClockStarted,
    ClockStopped,
    Dinged,
    Ended,
    EndReason,
    Event,
    Exchanged,
    GoaliePulled,
    Offence,
    Passed,
    Penalised,
    Played,
    RackDrawn,
    Rolled,
    Side,
    Signed,
    TakenUp,
    TileCorrected,
    Traded,
    Withdrawn,
)
from engine.faults import Fault
from engine.game import Game
from engine.sentences import Sentence, located
from engine.squares import Square
from engine.state import LetterTurn, TurnClock
from engine.variants import Variant
from hardware.panel.port import Button


def game_laid(evening: Evening, variant: Variant) -> Game:
    """The game that an evening plays; EveningError if the rules don't allow it."""
    try:
        game = Game.begin(variant, evening.sides, pool=evening.header.holder)
    except ValueError as error:
        raise EveningError(located(evening.name, error)) from error
    laid: Played | None = None
    laid_at: ScriptStep | None = None
    racks: dict[Side, str] = {}
    ended = False
    for step in evening.steps:
        events: Sequence[Event] = ()
        match step:
            case Lay(side=side, tiles=tiles) if laid is not None and laid.by == side:
                laid = Played(side, MappingProxyType({**laid.tiles, **tiles}))
            case Lay(side=side, tiles=tiles):
                # A side that lays now has seen that the turn before was over, pressed or not.
                events, laid = _known(laid), Played(side, tiles)
            case EnterByHand(play=play, zone=zone):
                stop = () if zone is None else (ClockStopped(play.side, zone),)
                events, laid = (*_known(laid), Played(play.side, play.tiles), *stop), None
            case PressTurn() | StopClock() | TimeUp():
                events, laid = (*_known(laid), *_clocked(step, game)), None
            case TakeBack(squares=squares, counted=False) if laid is not None:
                laid = _without(laid, squares)
            case PressButton(button=Button.END):
                ended = True
            case PressButton(button=Button.UNDO) if game.events:
                # The tiles of a play that is undone are still there.
                last, game = game.events[-1], game.undone()
                laid = last if isinstance(last, Played) else None
            case IsOut(side=side):
                racks[side] = ""
            case ShowRack(side=side, letters=letters):
                racks[side] = letters
            case Sign(side=side):
                game, racks, ended = _settled(game, racks, evening, ended=ended), {}, False
                events = (Signed(side),)
            case _:
                events = _events(step, game)
                if isinstance(step, PassTurn | Swap | Trade | Goalie):
                    # What lay there without a press is over when another side acts.
                    events, laid = (*_known(laid), *events), None
        if laid_at is not None and events and isinstance(events[0], Played):
            # A faulty play is faulty where it was laid, not where it came to count.
            game = _added(game, events[:1], evening, laid_at)
            events = events[1:]
        game = _added(game, events, evening, step)
        if isinstance(step, Lay):
            laid_at = step
        elif laid is None:
            laid_at = None
    return _settled(game, racks, evening, ended=ended)


def _settled(game: Game, racks: Mapping[Side, str], evening: Evening, *, ended: bool) -> Game:
    """The game with its end, if it was declared or racks were shown. What doesn't follow from this
    stays open, as at the table."""
    if not ended and not racks:
        return game
    reason = game.state.over or EndReason.NO_PLAYS
    settled = game.added(Ended(MappingProxyType(racks), reason))
    return game if isinstance(settled, Fault) and not racks else _or_error(settled, evening)


def _events(step: ScriptStep, game: Game) -> Sequence[Event]:
    match step:
        case TakeBack(side=side, counted=True):
            return (Withdrawn(side),)
        case PassTurn(side=side, zone=zone):
            return (Passed(side, zone),)
        case Swap(side=side, count=count):
            return (Exchanged(side, count),)
        case Trade(side=side, partner=partner, count=count):
            return (Traded(side, (partner,), count),)
        case CallChallenge(side=side, good=good, words=words):
            return (Challenged(side, good, words),)
        case Call(side=side):
            on = game.state.turn or ""
            return (TakenUp(on), Penalised(side, on, Offence.TOO_MANY_MEN))
        case Goalie(side=side, square=square):
            return (GoaliePulled(side, square),)
        case Correct(square=square, tile=tile, renamed=True):
            return (TileCorrected(square, tile),)
        case Draws(letters=letters):
            return (RackDrawn(game.state.held.get(game.state.sides[0], "") + letters),)
        case GiveAnswer(text=text) if text == named_text("throw-the-rack-back"):
            return (Passed(game.state.turn or ""),)
        case GivePoints(side=side, points=points):
            return (Adjusted(side, points, ""),)
        case _:
            return _clocked(step, game)


def _clocked(step: ScriptStep, game: Game) -> Sequence[Event]:
    """The roll, and what becomes of the clock."""
    stage = game.state.stage
    clock = None if stage is None else stage.clock
    match step:
        case RollLetter(side=side, letter=letters) | Rolls(side=side, letters=letters):
            # The side that rolls next has gone on from the turn before it.
            return (Accepted(), Rolled(side, letters))
        case StartClock(side=side) if clock is None:
            # Before the roll there is no clock: the table only says what comes first.
            rolls = isinstance(stage, LetterTurn) and stage.must_roll
            return () if rolls else (ClockStarted(side),)
        case StopClock(side=side, zone=zone):
            return (ClockStopped(side, zone),)
        case TimeUp():
            side = game.state.turn or ""
            return (Dinged(),) if clock is TurnClock.RUNNING else (ClockStarted(side), Dinged())
        case Early(side=side):
            on = stage.started_by if isinstance(stage, LetterTurn) else None
            return (Penalised(side, on or "", Offence.EARLY_START),)
        case Chance(side=side, face=face, square=square):
            return (ChanceRolled(side, face, square),)
        case Accept():
            return (Accepted(),)
        case _:
            return ()


def _known(laid: Played | None) -> tuple[Played, ...]:
    return () if laid is None else (laid,)


def _without(laid: Played, squares: Sequence[Square]) -> Played | None:
    left = {s: tile for s, tile in laid.tiles.items() if s not in squares}
    return Played(laid.by, MappingProxyType(left)) if left else None


def _added(game: Game, events: Sequence[Event], evening: Evening, step: ScriptStep) -> Game:
    for event in events:
        after = game.added(event)
        if isinstance(after, Fault):
            raise EveningError(
                Sentence(
                    "{name}, line {number}: {why}",
                    name=evening.name,
                    number=step.line,
                    why=after.sentence,
                )
            )
        game = after
    return game


def _or_error(game: Game | Fault, evening: Evening) -> Game:
    if isinstance(game, Fault):
        raise EveningError(located(evening.name, game.sentence))
    return game
