"""What the buttons do in a turn, in a pause and after the game; and presses that were forgotten.

If the next side lays tiles or presses its own button before the previous turn was closed, that is
closed now, and announced. Tiles that may still belong to the earlier play close nothing. Which
button leads here is in presses.py. Tests: tests/device/test_session.py,
tests/device/test_forgotten.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.language.texts import Message
from device.session import menu
from device.session.clocked import letter_dice, letter_die
from device.session.core.commit import (
    added,
    ask,
    commit,
    for_pressing_side,
    going_on_text,
    look_closer,
    nothing_counted,
    notify,
    option,
    over_text,
    play_text,
    with_voice,
)
from device.session.core.effects import Announce, LookNow
from device.session.core.observation import JudgedReading, TurnReading
from device.session.core.prompts import resting
from device.session.core.state import (
    Do,
    Looking,
    Option,
    Step,
    TableState,
    Thinking,
)
from device.session.core.turn_clock import say_rolling, tumbles
from device.session.lobby.tonight import offer_to_stop
from device.session.turn import duplicate
from device.session.turn.by_hand import ask_by_hand, is_unseen
from device.session.turn.challenge import are_orphans, close_without_orphans
from device.session.turn.doubts import ask_older, open_doubts
from device.session.turn.end_turn import (
    as_two_plays,
    close_two_turns,
    could_be_two,
    events_of,
    not_seen,
    whose_are_they,
)
from device.session.turn.ending import stop_or_end
from device.session.turn.missing_tiles import ask_to_lay, tiles_to_lay
from device.session.turn.penalties import maybe_pulled, with_confirmed
from device.session.turn.questions import which_came_first
from device.session.turn.referee import refused
from engine.events import Played, Side
from engine.faults import Fault, FaultCode
from engine.state import State
from engine.turns.order import side_after
from hardware.panel.port import Press
from vision.game.reconstruct import Change

# --- a turn ---

# Thinking


@for_pressing_side
def turn_pressed(state: TableState, side: Side, press: Press) -> Step:
    """Looks at the table once more, then closes the turn."""
    # The next side's button also closes the turn before it, whose own press was forgotten.
    forgot = state.side is not None and side != state.side
    if forgot and side not in _next_sides(state):
        return notify(state, Message("It’s {side}’s turn.", {"side": state.side or ""}))
    closing = Do(close_pressed_turn, forgot=forgot)
    state = replace(state, message=None)
    if not state.device.sees:
        if state.side is not None and state.seen is not None:
            # The last picture may no longer show what is on the table now.
            return ask(state, not_seen(state, state.side, closing))
        return closing(state)
    looking = replace(state, phase=Looking(press.at, forgot))
    if _shows(state, Change.NONE) and not forgot:
        return look_closer(looking)  # before asking whether it is a pass
    if state.frames.known_since(press.at):
        return closing(state)
    return looking, (LookNow(),)


def ask_open(state: TableState, press: Press) -> Step:
    """Says which tiles have to be laid again, or asks about what is still open from earlier turns;
    where no camera sees the
    board, begins the play by hand."""
    doubts = open_doubts(state)
    common = state.game.state.variant.common_rack
    if common and not doubts and not tiles_to_lay(state) and state.seen is None:
        return duplicate.next_step(state)
    if tiles_to_lay(state):
        return ask_to_lay(state, option("Enter a play by hand…", ask_by_hand))
    if doubts:
        return ask_older(state, doubts[0])
    return ask_by_hand(state) if is_unseen(state) else _say_turn(state, press)


def _say_turn(state: TableState, _: Press) -> Step:
    """Says whose turn it is, and what to press."""
    if state.side is None:
        return notify(state, Message("The game is over."))
    values = {"side": state.side}
    text = Message(
        "{side}: lay tiles, then press your button. The arrows open the menu and the turns so far.",
        values,
    )
    return with_voice(notify(state, text))


def menu_pressed(state: TableState, press: Press) -> Step:
    """Opens the menu of rarer actions."""
    if tumbles(state, press.at):
        return say_rolling(state)
    return menu.open_menu(state)


def turns_pressed(state: TableState, press: Press) -> Step:
    """Shows the turns so far, each to be looked at or put right."""
    if tumbles(state, press.at):
        return say_rolling(state)
    return menu.ask_turns(state)


def enter_face(state: TableState, press: Press) -> Step:
    """Asks what the players' own die shows."""
    return letter_die.ask_face(state, press, menu.SOMETHING_ELSE)


def enter_roll(state: TableState, _: Press) -> Step:
    """Asks which letters were rolled, or how else the turn begins."""
    return letter_dice.ask_roll(state, menu.SOMETHING_ELSE)


def end_pressed(state: TableState, press: Press) -> Step:
    """Asks whether to stop for tonight, or to end the game."""
    if tumbles(state, press.at):
        return say_rolling(state)
    return ask(state, stop_or_end(state, offer_to_stop()))


# Looking


def say_looking(state: TableState, _: Press) -> Step:
    """Says that the table is being looked at."""
    return notify(state, Message("Looking at the board…"))


def stop_closing(state: TableState, _: Press) -> Step:
    """Stops closing the turn."""
    return replace(state, phase=resting(state), message=Message("The turn continues.")), ()


def _shows(state: TableState, change: Change) -> bool:
    return state.board.sight is not None and state.board.sight.now.observed.change is change


# --- a press that was forgotten ---

# The next side's tiles


def press_was_forgotten(state: TableState, sight: JudgedReading) -> bool:
    """Whether the next side's tiles are already there, so that the turn before it is over."""
    earlier, later, side = _earlier(state, sight), sight.later, state.side
    if earlier is None or earlier.play is None or later is None or side is None:
        return False
    if maybe_pulled(state, earlier) is not None:
        # The players decide whether a letter took a blank's place before that play.
        return False
    if not earlier.observed.sure or are_orphans(state, earlier.observed.tiles):
        return False
    if not _lies_as_a_play(later) or not later.observed.sure or later.observed.withdrawn:
        return False
    single = 1 in (len(earlier.observed.tiles), len(later.observed.tiles))
    if single and not isinstance(state.phase, Looking):
        # It may be a tile too many: a press asks whose it is, and more tiles may tell.
        return False
    if _lies_as_a_play(sight.now):
        # All of it is one play: the same side may still be laying.
        return False
    if could_be_two(state, earlier, later):
        # The next side may have begun earlier: a press asks which tiles are whose.
        return False
    if refused(state, earlier.play.play) is not None:
        return False
    after = added(state.game, events_of(state.game, side, earlier))
    return not isinstance(after, Fault) and after.state.over is None


def close_forgotten(state: TableState, sight: JudgedReading) -> Step:
    """Counts the earlier play; the tiles beyond it are the next side's. If the side pressed before
    they came, nothing was forgotten: its table wasn't read by then, or couldn't count as it was."""
    earlier, side, phase = _earlier(state, sight), state.side, state.phase
    if earlier is None or earlier.play is None or side is None or sight.later is None:
        return state, ()
    text = play_text(state, side, earlier.play)
    waiting = isinstance(phase, Looking) and not phase.forgot
    if not waiting and not state.board.pressed:
        text = _with_play(side, text)
    after, effects = commit(state, events_of(state.game, side, earlier), earlier.after, text)
    if nothing_counted(state, after) or not isinstance(after.phase, Thinking):
        return after, effects
    seen = replace(sight, before=earlier.after, now=sight.later, later=None)
    return replace(after, board=replace(after.board, sight=seen, begun=True)), effects


def _earlier(state: TableState, sight: JudgedReading) -> TurnReading | None:
    """The play of the side to move, with what this sight confirms of its picture."""
    if state.board.sight is None or state.seen is None or state.seen.play is None:
        # Seen some pictures ago: whether letters have replaced blanks since, nobody can tell.
        named = any(map(str.islower, state.game.state.position.tiles.values()))
        return None if named else state.whole_play
    return with_confirmed(state.board.sight, sight, state.game)


def _lies_as_a_play(seen: TurnReading) -> bool:
    """Whether new tiles lie as one play may: regardless of word lists, since none has unfinished
    words."""
    if seen.observed.change is not Change.PLAY:
        return False
    faults = seen.observed.faults
    unfinished = bool(faults) and all(fault.code is FaultCode.NOT_A_WORD for fault in faults)
    return seen.play is not None or unfinished


# The next side's button


def next_side(game: State) -> Side | None:
    """The next side to play, skipping turns that are owed."""
    if game.turn is None:
        return None
    owes, side = dict(game.owes), side_after(game, game.turn)
    while owes.get(side, 0):
        owes[side] -= 1
        side = side_after(game, side)
    return side


def _next_sides(state: TableState) -> tuple[Side | None, ...]:
    """The sides that may play next: also the side to move after what lies there counts, since that
    may cost another its turn (NHL-OPT-04)."""
    usual, side, seen = next_side(state.game.state), state.side, state.seen
    if side is None or seen is None or seen.play is None:
        return (usual,)
    after = added(state.game, events_of(state.game, side, seen))
    return (usual,) if isinstance(after, Fault) else (usual, after.state.turn)


def close_pressed_turn(state: TableState, *, forgot: bool = False, owned: bool = False) -> Step:
    """Closes the turn. `forgot`: the press was the next side's; then that is announced too, and an
    empty turn isn't a pass. `owned`: the players said that the tiles there are this turn's."""
    side = state.side
    if forgot and side is not None and _nothing_lies(state):
        return notify(state, Message("It’s {side}’s turn.", {"side": side}))
    seen = state.seen
    if forgot and side is not None and seen is not None and seen.observed.sure:
        ways = tuple(as_two_plays(state, seen.observed.tiles))
        if ways and not are_orphans(state, seen.observed.tiles):
            return ask(state, which_came_first(ways, close_two_turns, all_of_it(side)))
        count = Do(close_pressed_turn, forgot=True, owned=True)
        if not owned and (question := whose_are_they(state, count)) is not None:
            return ask(state, question)
    after, effects = close_without_orphans(state)
    events = after.game.events[len(state.game.events) :]
    if not forgot and nothing_counted(state, after) and not _nothing_lies(state):
        return replace(after, board=replace(after.board, pressed=True)), effects
    played = any(isinstance(event, Played) for event in events)
    if side is None or not forgot or state.board.pressed or not played:
        return after, effects
    aloud = tuple(
        Announce(_with_play(side, effect.message)) if isinstance(effect, Announce) else effect
        for effect in effects
    )
    shown = None if after.message is None else _with_play(side, after.message)
    return replace(after, message=shown), aloud


def all_of_it(side: Side) -> Option:
    """The answer that everything there belongs to this side."""
    return option("It’s all {side}’s", close_without_orphans, side=side)


def _nothing_lies(state: TableState) -> bool:
    return state.board.sight is None or state.board.sight.now.observed.change is Change.NONE


def _with_play(side: Side, play: Message) -> Message:
    return Message("{side} forgot to press. {play}", {"side": side, "play": play})


# --- pause and end ---


def say_paused(state: TableState, _: Press) -> Step:
    """Says how to go on."""
    return replace(state, message=going_on_text(state)), ()


def say_over(state: TableState, _: Press) -> Step:
    """Says that the game is over."""
    return notify(state, over_text(state))
