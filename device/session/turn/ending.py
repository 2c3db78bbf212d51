"""The end of a game: asked before anybody is out, and settled as far as it can be known.

In the settlement side after side lays what it has left in a row for the camera, or names it by
buttons, until all racks are named or follow (racks.py). Then it is counted. Tests:
tests/device/test_settling.py, tests/device/test_party_table.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from device.language.texts import Message, and_then
from device.language.wording import fault_message
from device.session.core.commit import (
    added,
    ask,
    commit,
    go_on,
    notify,
    option,
    refuse,
    result_text,
    say_unused,
    side_of,
)
from device.session.core.effects import Announce, Effect, FollowAgain, LookNow, PlayTone
from device.session.core.observation import JudgedReading
from device.session.core.prompts import resting
from device.session.core.state import (
    Asking,
    Clearing,
    Do,
    Option,
    Over,
    Question,
    Rolling,
    Settling,
    Shaking,
    Step,
    TableState,
    in_phase,
)
from device.session.core.turn_clock import zone_now
from device.session.turn.racks import (
    Racks,
    ask_by_buttons,
    ask_left_out,
    ask_shown,
    ask_to_leave_out,
    how_shown,
    only_counts,
    sides_to_name,
    still_lying,
    take_off_text,
    tiles_shown,
    what_is_seen,
)
from device.session.turn.undo import undo
from engine.events import Ended, EndReason, Event, Passed, Side
from engine.faults import Fault
from engine.search import any_play
from engine.state import EntryKind, LetterTurn, State, TurnClock
from engine.words.lexicon import Lexicon
from hardware.panel.port import Press, Tone
from vision.reading import Refusal

# --- the end of the game ---

FEW_LETTERS = 16
"""With more letters than this lying ready there is always room for a word somewhere."""


def ask_end_of_game(state: TableState) -> Step:
    """A player wants to end the game: where tiles aren't counted, a side may be out. Dice that are
    still to be picked up or rolled are no play."""
    laying, out = _laying(state), _out_here(state)
    return ask(state, _out_or_not(out) if out else end_of_game(laying))


def stop_or_end(state: TableState, stop: Option) -> Question:
    """Asks whether to stop for tonight, which keeps the game, or to end it; `stop` is that answer.
    Ending it asks once more only where tiles lie there that don't count yet."""
    out = _out_here(state)
    text = Message("Has anyone gone out, or does the game end here?")
    if not out:
        text = Message("Stop for tonight and keep the game, or end it?")
    end = option("End the game", _end_game if _laying(state) is None else ask_end_of_game)
    answers = (stop, *map(_out, out), end, option("No, play on", go_on))
    return Question(text, answers, noted=True)


def _laying(state: TableState) -> Side | None:
    """The side whose tiles lie there without counting yet."""
    before_roll = isinstance(state.where, Clearing | Rolling | Shaking)
    return state.side if state.seen is not None and not before_roll else None


def _out_here(state: TableState) -> tuple[Side, ...]:
    """The sides that may be out now, where nobody is laying."""
    return () if _laying(state) is not None else _may_be_out(state.game.state)


def _may_be_out(game: State) -> tuple[Side, ...]:
    """The sides that may have laid all their tiles in a game that doesn't count them (JUN-END-01):
    those that have laid at least a whole rack, the side that played last first."""
    if game.over is not None or game.bag is not None or not only_counts(game):
        return ()
    laid, last = Counter[Side](), game.last_turn
    for entry in game.entries:
        if entry.kind is EntryKind.PLAY and entry.scored is not None:
            laid[entry.side] += len(entry.scored.play.tiles)
    out = [side for side in game.sides if laid[side] >= game.variant.rack_size]
    return tuple(sorted(out, key=lambda side: last is None or side != last.side))


def _out_or_not(sides: Sequence[Side]) -> Question:
    """Asks whether one of these sides is out, or the game ends anyway."""
    text = Message("Has anyone gone out, or does the game end here?")
    no, yes = _whether(text).options
    return Question(text, (no, *map(_out, sides), yes), noted=True)


def _out(side: Side) -> Option:
    """A side has laid all its tiles: the others say how many they have left."""
    return option("{side} went out", Do(_count_off, side), side=side)


def _count_off(state: TableState, out: Side) -> Step:
    named = ((out, ""),)
    wanted = sides_to_name(state.game.state, dict(named))
    if not wanted:
        return _settle(state, named)
    settling = replace(state, phase=Settling(wanted[0], named))
    return _want(settling, Message("Tiles left on racks are deducted now."))


def end_of_game(laying: Side | None = None) -> Question:
    """Asks whether to end the game; `laying`: a side whose tiles lie there without counting yet."""
    text = Message("End the game as it stands?")
    if laying is not None:
        values = {"side": laying}
        text = Message("{side}’s tiles aren’t counted yet. End the game anyway?", values)
    return _whether(text)


def all_passed() -> Question:
    """All have passed in turn: asks whether there are no plays left (Q-07)."""
    return _whether(Message("Everyone passed. Is the game over?"))


def ask_if_no_room(step: Step) -> Step:
    """If a turn has begun for which the list has no playable word, asks whether the game is over
    (PAR-END-03)."""
    after, effects = step
    if not _turn_begins(after) or _room(after):
        return step
    text = Message("No more words can be played. Is the game over?")
    yes, no = option("Yes, the game is over", _no_room), option("No, play on", go_on)
    asking, more = ask(after, Question(text, (yes, no), noted=True))
    return asking, (*effects, *more)


def _turn_begins(state: TableState) -> bool:
    rule, stage = state.game.state.variant.letter_clock, state.game.state.stage
    if rule is None or not isinstance(stage, LetterTurn) or state.game.state.over is not None:
        return False
    return stage.clock is None and stage.letter is None and stage.rolls_left == rule.rolls


def _room(state: TableState) -> bool:
    """Whether there may be a word left to lay, by the agreed list."""
    game = state.game.state
    words = state.agreed.words or game.variant.judge_word
    letters = tuple(Counter(game.unseen).elements())
    if not isinstance(words, Lexicon) or len(letters) > FEW_LETTERS:
        return True
    words = words.with_game_words(game.variant.extra_words)
    return any_play(game.variant, game.position, letters, words)


def _no_room(state: TableState) -> Step:
    over = Ended(reason=EndReason.NO_SPACE)
    after = added(state.game, [over])
    if isinstance(after, Fault):
        return _end_game(state)
    return commit(state, [over], state.board.followed, result_text(after))


def _whether(text: Message) -> Question:
    answers = (option("No, play on", go_on), option("Yes, end it", _end_game))
    return Question(text, answers, noted=True)


def _end_game(state: TableState) -> Step:
    """Ends the game: racks are settled at once if they follow from the plays, else named now."""
    if state.game.state.chance_due:
        text = Message("{side}: roll the chance die first.", {"side": state.side or ""})
        return refuse(state, text)
    settled = [*_turn_in_progress(state), Ended()]
    after = added(state.game, settled)
    if isinstance(after, Fault):
        return _begin_settling(state)
    return commit(state, settled, state.board.followed, result_text(after))


def _turn_in_progress(state: TableState) -> tuple[Event, ...]:
    """A turn whose clock is running isn't finished: it is a pass (PAR-EXC-01)."""
    stage, side = state.game.state.stage, state.side
    if not isinstance(stage, LetterTurn) or stage.clock is not TurnClock.RUNNING or side is None:
        return ()
    return (Passed(side, zone_now(state)),)


# --- the settlement ---

# Into the settlement, and out of it


def _begin_settling(state: TableState) -> Step:
    """The game is over; racks that are needed are asked for now."""
    first = sides_to_name(state.game.state, {})
    if not first:
        return _settle(state, ())
    wanted = replace(state, phase=Settling(first[0]))
    return _want(wanted, Message("Tiles left on racks are deducted now."))


def with_result(step: Step) -> Step:
    """A step that ends a game also announces the winner, or how to show the racks that are
    needed."""
    after, effects = step
    if isinstance(after.phase, Over) and after.finished:
        return replace(after, message=and_then(after.message, result_text(after.game))), (
            *effects,
            Announce(result_text(after.game)),
        )
    if not isinstance(after.phase, Settling):
        return step
    wanted, more = _want(after, None)
    if isinstance(wanted.phase, Settling):
        wanted = replace(wanted, message=and_then(after.message, how_shown(after)))
    return wanted, (*effects, *more)


def end_event(state: TableState, racks: Racks) -> Ended:
    """The event with these racks. If tiles can't be counted, it says who is out as well."""
    game = state.game.state
    out = game.bag is None and only_counts(game) and any(not tiles for _, tiles in racks)
    return Ended(dict(racks), EndReason.OUT if out else EndReason.NO_PLAYS)


def _settle(state: TableState, racks: Racks) -> Step:
    """Counts the settlement; racks that don't fit after all are named again, the last one first."""
    event = end_event(state, racks)
    after = added(state.game, [event])
    if isinstance(after, Fault):
        if not racks:
            return ask_left_out(state, fault_message(after))
        again = replace(state, phase=Settling(racks[-1][0], racks[:-1]))
        return refuse(again, fault_message(after))
    # The last picture shows a rack and no play: there is nothing to learn from it.
    return commit(state.with_sight(None), [event], state.board.followed, result_text(after))


# Presses


@in_phase(Settling)
def side_pressed(state: TableState, phase: Settling, press: Press) -> Step:
    """Takes the tiles lying there as this side's rack."""
    side = side_of(state, press)
    if side is None:
        return say_unused(state)
    if side != phase.side:
        return notify(state, Message("Show {side}’s tiles first.", {"side": phase.side}))
    return take_rack(state, press)


@in_phase(Settling)
def take_rack(state: TableState, phase: Settling, press: Press) -> Step:
    """Takes the tiles lying there as the rack that is wanted, once the table has been read since
    the press: the last of them may only just have been laid."""
    if not state.device.sees:
        return ask_by_buttons(state, _named_by_buttons)
    if state.frames.blind:
        return _hard_to_see(state)
    if state.frames.known_since(press.at):
        return ask_shown(state, {}, _named)
    looking = replace(phase, since=press.at)
    return replace(state, phase=looking, message=Message("Looking at the board…")), (LookNow(),)


@in_phase(Settling)
def take_awaited_rack(state: TableState, phase: Settling) -> Step:
    """The same, if its button was pressed and the table has been read since."""
    if phase.since is None or not state.frames.known_since(phase.since):
        return state, ()
    after, effects = ask_shown(_not_awaited(state, phase), {}, _named)
    if isinstance(after.phase, Asking):
        after = replace(after, phase=replace(after.phase, since=phase.since))
    return after, effects


@in_phase(Settling)
def looked_long_enough(state: TableState, phase: Settling, now: float) -> Step:
    """Says that the table can't be read, if a press has waited for that too long."""
    if phase.since is None or now - phase.since <= state.frames.patience:
        return state, ()
    return _hard_to_see(_not_awaited(state, phase))


def _not_awaited(state: TableState, phase: Settling) -> TableState:
    return replace(state, phase=replace(phase, since=None))


def _hard_to_see(state: TableState) -> Step:
    text = Message("The board is hard to see: press again, or name tiles with an arrow.")
    return replace(state, message=text), (PlayTone(Tone.WARN), LookNow())


@in_phase(Settling)
def name_by_buttons(state: TableState, phase: Settling, _: Press) -> Step:
    """Lets the players name the tiles left, one by one."""
    return ask_by_buttons(_not_awaited(state, phase), _named_by_buttons)


@in_phase(Settling)
def take_rack_back(state: TableState, phase: Settling, _: Press) -> Step:
    """Undoes the last rack, or what ended the game."""
    phase = replace(phase, since=None)
    if phase.letters:
        return _want(replace(state, phase=replace(phase, letters="")), None, by_camera=True)
    if phase.named:
        (side, _tiles), before = phase.named[-1], phase.named[:-1]
        text = Message("{side}’s rack: start again.", {"side": side})
        return _want(replace(state, phase=Settling(side, before)), text, by_camera=True)
    if state.game.state.over is None:
        return go_on(replace(state, phase=resting(state)))
    return undo(state)


def say_settling(state: TableState, _: Press) -> Step:
    """Says whose rack is wanted, and how to show it."""
    return notify(state, how_shown(state))


@in_phase(Settling)
def leave_settling(state: TableState, phase: Settling, _: Press) -> Step:
    """Asks whether to leave the racks out of the score."""
    return ask_to_leave_out(_not_awaited(state, phase))


def watch_racks(state: TableState, sight: JudgedReading) -> Step:
    """Says what lies there now, while racks are shown; waits for the rack before to be gone."""
    before = tiles_shown(state, {}).letters
    after = state.with_sight(sight)
    there, phase = tiles_shown(after, {}), after.phase
    if not isinstance(phase, Settling):
        return after, ()
    if still_lying(phase, there):
        message = take_off_text(phase.named[-1][0])
        return (after, ()) if there.letters == before else (replace(after, message=message), ())
    gone = bool(phase.lying) and not isinstance(sight.reading, Refusal)
    if gone:
        after = replace(after, phase=replace(phase, lying=MappingProxyType({})))
    if there.letters == before and not gone:
        return after, ()
    message = what_is_seen(after, there.letters) if there.letters else how_shown(after)
    return replace(after, message=message), (PlayTone(Tone.CLICK),)


# After a rack is named


@in_phase(Settling)
def _named(state: TableState, phase: Settling, racks: Racks, *, by_camera: bool = True) -> Step:
    """The next side's rack is wanted, or everything is counted."""
    named = (*phase.named, *racks)
    wanted = sides_to_name(state.game.state, dict(named))
    if not wanted:
        return _settle(state, named)
    lying = tiles_shown(state, {}).tiles if by_camera else {}
    after = replace(state, phase=Settling(wanted[0], named, lying=MappingProxyType(lying)))
    text = None
    if by_camera and racks[-1][1]:
        text = Message("{side}: pick up your tiles again.", {"side": racks[-1][0]})
    return _want(after, text, by_camera=by_camera)


def _named_by_buttons(state: TableState, racks: Racks) -> Step:
    return _named(state, racks, by_camera=False)


def _want(state: TableState, first: Message | None, *, by_camera: bool | None = None) -> Step:
    """Says how to show the rack that is wanted, or asks for it if no camera sees it.

    `by_camera`: None for either; False once a side has begun to name by buttons.
    """
    sees = state.device.sees
    text = and_then(first, how_shown(state))
    after = replace(state, message=text)
    effects: tuple[Effect, ...] = (PlayTone(Tone.ASK), Announce(text))
    if by_camera is False or (by_camera is None and not sees):
        asking, more = ask_by_buttons(after, _named_by_buttons)
        return asking, (Announce(text), *more)
    return after, (*effects, FollowAgain()) if sees else effects
