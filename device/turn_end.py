"""The end of a turn: from what was seen to an event, or to the question that stands in the way.

Pure; which press led here is told in device/session.py. Tests: tests/device/test_session.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from device import questions
from device.faults import fault_message, square_names
from device.goalies import asked_about, goalies, told
from device.sight import Seen
from device.states import (
    Asking,
    CloseGame,
    Effect,
    FollowAgain,
    Learn,
    Mark,
    Over,
    Play,
    Question,
    Record,
    SayAloud,
    Step,
    TableState,
    Thinking,
)
from device.texts import Message
from device.two_plays import TwoPlays, two_plays
from engine.events import (
    Challenged,
    Event,
    Exchanged,
    GoaliePulled,
    Passed,
    Played,
    Side,
    TileCorrected,
    Withdrawn,
)
from engine.faults import Fault, FaultCode
from engine.game import Game
from engine.scoring import ScoredPlay
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile, letter_of
from hardware.panel import Tone
from vision.doubt import Doubt, DoubtKind, blank_letters
from vision.follow import Followed, accept
from vision.follow import answer as believe
from vision.reading import Reading, Refusal
from vision.reconstruct import Candidate, Change


def close_turn(
    state: TableState, *, out_confirmed: bool = False, blanks_stay: bool = False
) -> Step:
    """Closes the turn of the side to play with what was seen in it, or asks what was."""
    side, sight = state.side, state.sight
    if side is None:
        return state, ()
    if sight is None:
        return ask(state, questions.nothing_laid(side, _may_exchange(state)))
    seen = sight.now
    observed = seen.observed
    if not blanks_stay and (doubt := asked_about(state.game, side, observed.doubts)) is not None:
        return ask(state, questions.goalie(doubt))
    match observed.change:
        case Change.NONE:
            return ask(state, questions.nothing_laid(side, _may_exchange(state)))
        case Change.WITHDRAWN:
            return _ask_taken_up(state)
        case Change.GAP:
            return _ask_about_several(state, seen)
        case Change.UNCLEAR:
            asked = questions.what_happened(
                observed.candidates,
                observed.doubts,
                sight.before.position,
                state.game.state.variant,
            )
            return ask(state, asked)
        case Change.PLAY:
            return _close_play(state, side, seen, out_confirmed)


def _close_play(state: TableState, side: Side, seen: Seen, out_confirmed: bool) -> Step:
    if seen.observed.withdrawn:
        return _ask_taken_up(state)
    if seen.play is None:
        faults = seen.observed.faults
        return refuse(state, fault_message(faults[0]) if faults else Message("That is no play."))
    if doubts := own_doubts(seen):
        return ask(state, questions.which_tile(doubts[0], state.game.state.variant.tile_set))
    events = events_of(state.game, side, seen)
    after = added(state.game, events)
    if isinstance(after, Fault):
        if after.code is FaultCode.TOO_MANY_OF_A_TILE and (older := open_doubts(state)):
            return ask(state, _older_question(state, older[0]))
        return refuse(state, fault_message(after))
    if after.state.over is not None and not out_confirmed:
        return ask(state, questions.is_out(side))
    return commit(state, events, seen.after, counted(side, seen.play))


def _ask_about_several(state: TableState, seen: Seen) -> Step:
    """Several plays were first seen together: the players say how they were laid, if they can be
    but two; else one has to be taken up."""
    tiles = seen.observed.tiles
    ways: tuple[TwoPlays, ...] = ()
    if seen.observed.sure and not seen.observed.withdrawn:
        ways = two_plays(state.followed.position, tiles, state.game.state.variant)
    if not ways:
        return _refuse_several(state, tiles)
    return ask(state, questions.which_came_first(ways))


def close_two_turns(state: TableState, plays: TwoPlays) -> Step:
    """Counts the plays of two sides, whose turns had gone by together."""
    side, sight = state.side, state.sight
    if side is None or sight is None or isinstance(sight.reading, Refusal):
        return state, ()
    pulled = goalies(state.game, side, state.followed)
    events: list[Event] = [*pulled, Played(side, plays.first.tiles)]
    after = added(state.game, events)
    if isinstance(after, Fault) or after.state.turn is None:
        return _refuse_several(state, sight.now.observed.tiles)
    other = after.state.turn
    followed, variant = state.followed, state.game.state.variant
    for play in (plays.first, plays.second):
        candidate = Candidate(Change.PLAY, play.tiles)
        followed = accept(followed, candidate, sight.reading, variant)
    events.append(Played(other, plays.second.tiles))
    return commit(state, events, followed, counted(other, plays.second))


def _refuse_several(state: TableState, tiles: Iterable[Square]) -> Step:
    names = square_names(tiles)
    return refuse(state, Message("More than one play lies there: {squares}.", {"squares": names}))


def close_recorded_turn(state: TableState) -> Step:
    """Closes a turn of a recording, where nobody is there to answer: what can't be counted as it
    was seen is said aloud instead, and counts nothing."""
    side, sight = state.side, state.sight
    if side is None or sight is None:
        return state, ()
    observed = sight.now.observed
    if observed.change is Change.NONE:
        return _spoken(state, Message("Nothing new on the board."))
    if observed.refused is not None or observed.change in (Change.UNCLEAR, Change.GAP):
        squares = square_names(observed.tiles.keys() | {d.square for d in observed.doubts})
        text = Message(
            "Not counted, it is not clear what was laid: {squares}.", {"squares": squares}
        )
        return _spoken(state, text)
    events: list[Event] = []
    last = state.game.state.provisional
    if observed.withdrawn and last is not None:
        # One picture a turn: who laid another play over it challenged it off, else it was undone.
        gone = Challenged(side, good=False) if observed.tiles else Withdrawn(last.by)
        events.append(gone)
    if observed.tiles:
        events += events_of(state.game, side, sight.now)
    after = added(state.game, events)
    if isinstance(after, Fault):
        return _spoken(state, fault_message(after))
    message = Message("The last play was taken back.")
    if sight.now.play is not None:
        message = counted(side, sight.now.play)
    step = commit(state, events, sight.now.after, message, recorded=True)
    doubts = [d for d in own_doubts(sight.now) if d.kind is not DoubtKind.BLANK_LETTER]
    if not doubts:
        return step
    squares = square_names(doubt.square for doubt in doubts)
    text = Message("Counted as most likely, but please check {squares}.", {"squares": squares})
    return replace(step[0], message=text), (*step[1], SayAloud(text))


def events_of(game: Game, side: Side, seen: Seen) -> tuple[Event, ...]:
    """The play, and before it what its picture corrected in earlier ones, and the letters that have
    taken the places of blanks."""
    corrected = (TileCorrected(s, t) for s, t in sorted(seen.observed.corrections.items()))
    return (*corrected, *goalies(game, side, seen.after), Played(side, seen.observed.tiles))


def own_doubts(seen: Seen) -> tuple[Doubt, ...]:
    """What has to be asked about the tiles of this play itself, a blank the players have left
    nameless not again."""
    return tuple(d for d in seen.observed.doubts if d.square in seen.observed.tiles)


def open_doubts(state: TableState) -> tuple[Doubt, ...]:
    """What can still be asked about earlier turns: nameless blanks, and tiles that the pictures
    leave in doubt. Nobody is held up by it: OK asks when the players like."""
    position = state.followed.position
    blanks = blank_letters({s: t for s, t in position.tiles.items() if t == UNKNOWN_BLANK})
    seen = () if state.sight is None else state.sight.now.observed.doubts
    older = (d for d in seen if d.square in position.tiles and d.kind is not DoubtKind.COVERED)
    known = tuple(blanks)
    named = {doubt.square for doubt in known}
    return (*known, *(doubt for doubt in older if doubt.square not in named))


def ask_older(state: TableState, doubt: Doubt) -> Step:
    """Asks about a tile of an earlier turn."""
    return ask(state, _older_question(state, doubt))


def name_older(state: TableState, square: Square, tile: Tile) -> Step:
    """The players say which tile an earlier turn laid; all since is counted again."""
    followed = believe(state.followed, square, tile)
    message = Message("{square} is {letter}.", {"square": square.name, "letter": tile.upper()})
    if state.game.state.position.at(square) == tile:
        after = replace(state, followed=followed, turn=state.turn + 1, sight=None, message=message)
        return after, (FollowAgain(),)
    return commit(state, [TileCorrected(square, tile)], followed, message)


def _older_question(state: TableState, doubt: Doubt) -> Question:
    return questions.which_tile(doubt, state.game.state.variant.tile_set, older=True)


def counted(side: Side, play: ScoredPlay) -> Message:
    return Message(
        "{side}: {word} {points}.",
        {"side": side, "word": play.words[0].text, "points": f"{play.points:+}"},
    )


def pass_turn(state: TableState) -> Step:
    side = state.side
    if side is None:
        return state, ()
    text = Message("{side} passes.", {"side": side})
    pulled = goalies(state.game, side, state.followed)
    after, effects = commit(state, [*pulled, Passed(side)], state.followed, text)
    if not after.game.state.ask_end or after.turn == state.turn:
        return after, effects
    asking, more = ask(after, questions.all_passed())
    return asking, (*effects, *more)


def exchange(state: TableState, count: int) -> Step:
    side = state.side
    if side is None:
        return state, ()
    text = Message("{side} exchanges tiles: {n}.", {"side": side, "n": count})
    pulled = goalies(state.game, side, state.followed)
    return commit(state, [*pulled, Exchanged(side, count)], state.followed, text)


def pull_goalie(state: TableState, square: Square) -> Step:
    """The players say that a letter took the place of its blank; the turn goes on."""
    side, blank = state.side, state.game.state.position.at(square)
    if side is None or blank is None:
        return state, ()
    followed = believe(state.followed, square, letter_of(blank))
    text = Message("Press again when all tiles lie.")
    return commit(state, [GoaliePulled(side, square)], followed, text)


def take_back(state: TableState) -> Step:
    """The last play is taken back: its side is to play again, on the board without it."""
    last, sight = state.game.state.provisional, state.sight
    if last is None or sight is None:
        return refuse(state, Message("No play can be taken back any more."))
    gone = sight.now.observed.withdrawn
    before = state.followed
    kept = replace(Followed.at(before.position.lifted(gone)), bare=before.bare)
    text = Message("{side} takes the last play back.", {"side": last.by})
    return commit(state, [Withdrawn(last.by)], kept, text)


def ask(state: TableState, question: Question) -> Step:
    return replace(state, phase=Asking(question), message=None), (Play(Tone.ASK),)


def refuse(state: TableState, message: Message) -> Step:
    """Says why not, and goes on."""
    after = replace(state, phase=Thinking(), message=message)
    return after, (Play(Tone.WARN), SayAloud(message))


def commit(
    state: TableState,
    events: Sequence[Event],
    followed: Followed,
    message: Message,
    *,
    recorded: bool = False,
) -> Step:
    """The state after these events, written down; refused as a whole if one of them can't be.

    What lies there is then judged again from here, but for a recording, whose next picture comes.
    """
    game = added(state.game, events)
    if isinstance(game, Fault):
        return refuse(state, fault_message(game))
    message = told(game, events, message)
    first = len(state.game.events)
    effects: list[Effect] = [Record(first + i, event) for i, event in enumerate(events)]
    over = game.state.over is not None
    effects += [CloseGame(), Play(Tone.END)] if over else [Play(Tone.PLAY)]
    if not over and not recorded:
        effects.append(FollowAgain())
    effects.append(SayAloud(message))
    reading = None if state.sight is None else state.sight.reading
    if isinstance(reading, Reading) and reading.crops is not None:
        effects.append(Learn(reading))
    after = replace(
        state,
        game=game,
        followed=followed,
        phase=Over() if over else Thinking(),
        marks=(*state.marks, Mark(first, state.followed)),
        turn=state.turn + 1,
        sight=None,
        message=message,
        finished=over,
    )
    return after, tuple(effects)


def added(game: Game, events: Sequence[Event]) -> Game | Fault:
    """The game after all these events, or the first fault."""
    for event in events:
        after = game.added(event)
        if isinstance(after, Fault):
            return after
        game = after
    return game


def _ask_taken_up(state: TableState) -> Step:
    last = state.game.state.provisional
    if last is None:
        return refuse(state, Message("Tiles of an earlier play are gone: put them back, please."))
    return ask(state, questions.taken_up(last.by))


def _may_exchange(state: TableState) -> bool:
    game = state.game.state
    if not game.variant.holds_racks or game.variant.most_exchanged == 0:
        return False
    return game.bag is None or game.bag > 0


def _spoken(state: TableState, message: Message) -> Step:
    return replace(state, message=message, sight=None), (SayAloud(message),)
