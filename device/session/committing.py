"""What every part of the session ends in: an event that counts, a question, or a sentence why not.

Pure; a game changes here and nowhere else. Tests: tests/device/test_session.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from device.faults import fault_message
from device.session.effects import (
    CloseGame,
    Effect,
    Erase,
    FollowAgain,
    KeepPicture,
    Learn,
    LookNow,
    Play,
    Record,
    SayAloud,
)
from device.session.phases import phase_of, resting
from device.session.state import (
    Act,
    Asking,
    Looking,
    Mark,
    Option,
    Over,
    Paused,
    Question,
    Step,
    TableState,
    Thinking,
)
from device.session.told import told
from device.session.what_next import and_then, next_press
from device.texts import Message
from engine.ending import is_settled
from engine.events import Adjusted, Challenged, Event, Played, Replaced, Side, TileCorrected
from engine.faults import Fault
from engine.game import Game
from engine.scoring import ScoredPlay
from hardware.panel import Tone
from vision.follow import Followed
from vision.reading import Reading


def ask(state: TableState, question: Question, selected: int = 0) -> Step:
    """Asks; whatever is answered goes on from the state that the table is in now."""
    back = Thinking() if isinstance(state.where, Looking) else state.where
    asking = Asking(question, selected, back)
    return replace(state, phase=asking, message=None), (Play(Tone.ASK),)


def option(text: str, act: Act, **values: str | int) -> Option:
    """An answer that is shown as this text."""
    return Option(Message(text, values), act)


def tell(state: TableState, message: Message) -> Step:
    """Says a sentence, and nothing else changes."""
    return replace(state, message=message), ()


def refuse(state: TableState, message: Message) -> Step:
    """Says why not, aloud, and goes on."""
    after = replace(state, message=message)
    return after, (Play(Tone.WARN), SayAloud(message))


def go_on(state: TableState) -> Step:
    """Nothing has happened: back to the turn, and to what lies on the table."""
    return replace(state, message=back_to(state)), (FollowAgain(), LookNow())


def board_changed() -> Message:
    """What was asked about isn't there any more."""
    return Message("The board has changed: press again when all tiles are laid.")


def back_to(state: TableState) -> Message | None:
    """What is said of a table that goes on in this state."""
    match state.phase:
        case Thinking():
            return Message("The turn goes on.")
        case Paused():
            return Message("Paused: press OK to go on.")
        case Over():
            return Message("The game is over. Undo takes the last play back.")
        case _:
            return next_press(state)


def commit(
    state: TableState,
    events: Sequence[Event],
    followed: Followed,
    message: Message,
    *,
    recorded: bool = False,
    tone: Tone = Tone.PLAY,
) -> Step:
    """These events count, and `followed` is what lies there now.

    `recorded`: they come from a recording with one picture a turn, whose next picture comes.
    """
    game = added(state.game, events)
    if isinstance(game, Fault):
        return refuse(replace(state, phase=resting(state)), fault_message(game))
    message = told(state.game, events, message, hidden=state.extras.hide_scores)
    first = len(state.game.events)
    effects: list[Effect] = [Record(first + i, event) for i, event in enumerate(events)]
    reading = None if state.sight is None else state.sight.reading
    if isinstance(reading, Reading) and reading.crops is not None:
        if any(isinstance(event, Played) for event in events):
            effects.append(KeepPicture(first + len(events) - 1))
        effects.append(Learn(reading))
    same_turn = game.state.turn == state.side and not any(isinstance(e, Played) for e in events)
    over, settled = game.state.over is not None, is_settled(game.state)
    if state.finished and not settled:
        effects.insert(0, Erase(first))  # takes nothing back: the journal's game goes on as well
    if settled:
        effects.append(CloseGame())
    effects.append(Play(Tone.END if over else tone))
    if not over and not recorded:
        effects.append(FollowAgain())
    effects.append(SayAloud(message))
    after = replace(
        state,
        game=game,
        followed=followed,
        phase=phase_of(game, state.clock),
        marks=(*state.marks, Mark(first, state.followed, state.clock)),
        turn=state.turn + 1,
        sight=None,
        begun=False,
        earlier=(),
        nobodys=state.nobodys if same_turn else MappingProxyType({}),
        message=message,
        finished=settled or (over and recorded),
        cleared=state.cleared and not any(isinstance(e, Played | Challenged) for e in events),
    )
    after = replace(after, phase=resting(after))
    if all(isinstance(event, Adjusted | TileCorrected | Replaced) for event in events):
        # Whoever has put something right hears how the turn goes on.
        then = next_press(after)
        after = after if then is None else replace(after, message=and_then(message, then))
    return after, tuple(effects)


def added(game: Game, events: Sequence[Event]) -> Game | Fault:
    """The game after all these events, or the first fault."""
    for event in events:
        after = game.added(event)
        if isinstance(after, Fault):
            return after
        game = after
    return game


def counted(state: TableState, side: Side, play: ScoredPlay) -> Message:
    """A play and its points, as it is said; without them where scores are hidden."""
    word = play.words[0].text
    if state.extras.hide_scores:
        return Message("{side}: {word}.", {"side": side, "word": word})
    points = f"{play.points:+}"
    return Message("{side}: {word} {points}.", {"side": side, "word": word, "points": points})
