"""The session: what every input means in every state. A pure function, (state, input) → step.

Buttons × states stand in one table, PRESSES; what the camera brings in is answered in
device/watching.py. It holds no device, reads no clock and writes nothing: effects say what is to be
done. Tests: tests/device/test_session.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from device import questions
from device.answers import answer
from device.inputs import (
    CameraFound,
    CameraLost,
    CameraStuck,
    Input,
    JournalFailed,
    NothingMoves,
    PictureSettled,
    ReadingDone,
    RecordingEnded,
    Stop,
    ThreadFailed,
    Tick,
)
from device.states import (
    Asking,
    CameraStatus,
    Erase,
    Finish,
    FollowAgain,
    LookCloser,
    Looking,
    LookNow,
    Mark,
    Over,
    Paused,
    Phase,
    Play,
    SayAloud,
    Step,
    TableState,
    Thinking,
)
from device.texts import Message
from device.turn_end import (
    ask,
    ask_older,
    close_turn,
    open_doubts,
)
from device.watching import (
    camera_found,
    camera_lost,
    camera_stuck,
    maybe_close,
    reading_done,
    recording_ended,
)
from engine.events import Event, Replaced, Side, TileCorrected
from engine.game import Game
from hardware.panel import SIDE_BUTTONS, Button, Press, Tone
from vision.follow import Followed
from vision.reconstruct import Change

LOOK_FOR = 6.0
"""Seconds that a pressed turn button waits for the table to lie still before it asks. The watcher
waits 3 s for an arm that rests at the edge."""

Handler: TypeAlias = Callable[[TableState, Press], Step]


def begin(game: Game, *, camera: bool = True) -> TableState:
    """The session of a game, new or taken up again."""
    state = game.state
    return TableState(
        game,
        Followed.at(state.position)
        if state.position.tiles
        else Followed.start(state.position.size),
        Over() if state.over is not None else Thinking(),
        camera=CameraStatus.SEES if camera else CameraStatus.NONE,
        finished=state.over is not None,
    )


def step(state: TableState, event: Input) -> Step:
    """The state after an input, and what is to be done about it."""
    match event:
        case Press():
            return PRESSES[type(state.phase)][event.button](state, event)
        case PictureSettled(at=at):
            return replace(state, settled_at=at, still_at=at), ()
        case NothingMoves(at=at):
            return maybe_close(replace(state, still_at=at))
        case ReadingDone():
            return reading_done(state, event)
        case Tick(at=at):
            return _tick(state, at)
        case CameraLost(why=why):
            return camera_lost(state, why)
        case CameraFound():
            return camera_found(state)
        case CameraStuck():
            return camera_stuck(state)
        case RecordingEnded():
            return recording_ended(state)
        case JournalFailed(why=why):
            return _journal_failed(state, why)
        case ThreadFailed(error=error):
            raise error
        case Stop():
            return state, (Finish(),)


# What a button does


def turn_pressed(state: TableState, press: Press) -> Step:
    """Looks at the table once more, then closes the turn."""
    side = _side_of(state, press)
    if side is None:
        return _tell(state, Message("Nobody plays with this button."))
    laid = state.seen is not None or _shows(state, Change.GAP)
    if state.side is not None and side != state.side and not laid:
        return _tell(state, Message("It is {side}'s turn.", {"side": state.side}))
    # The other side's button closes the turn before it as well: its own was forgotten.
    if state.camera is not CameraStatus.SEES:
        return close_turn(state)
    looking = replace(state, phase=Looking(press.at), message=None)
    if _shows(state, Change.NONE):
        # Before anybody is asked whether it is a pass: in the dark a tile is easily overlooked.
        return replace(looking, doubted=True), (LookNow(), LookCloser())
    if state.still_at >= press.at and state.up_to_date:
        return close_turn(state)
    return looking, (LookNow(),)


def wait(state: TableState, _: Press) -> Step:
    """Says that the table is being looked at."""
    return _tell(state, Message("Looking at the board …"))


def ask_open(state: TableState, press: Press) -> Step:
    """Asks what is still open about earlier turns, if anything is."""
    doubts = open_doubts(state)
    return ask_older(state, doubts[0]) if doubts else say_turn(state, press)


def say_turn(state: TableState, _: Press) -> Step:
    """Says whose turn it is, and what to press."""
    if state.side is None:
        return _tell(state, Message("The game is over."))
    return _tell(state, Message("{side}: lay tiles, then press your button.", {"side": state.side}))


def look_again(state: TableState, _: Press) -> Step:
    """Stops closing the turn."""
    return replace(state, phase=Thinking(), message=Message("The turn goes on.")), ()


def undo(state: TableState, _: Press) -> Step:
    """Takes back what happened last."""
    events, marks = state.game.events, state.marks
    if isinstance(state.phase, Over) and state.game.state.over is None:
        number, marks = len(events), (*marks, Mark(len(events), state.followed))
    elif marks:
        number = marks[-1].events
    else:
        number = max((n for n, e in enumerate(events) if not _amends(e)), default=-1)
    if number < 0:
        return _tell(state, Message("There is nothing to undo."))
    game = Game.fold(state.game.start, events[:number])
    message = Message("Undone. It is {side}'s turn.", {"side": game.state.turn or ""})
    vouched = replace(Followed.at(game.state.position), bare=state.followed.bare)
    after = replace(
        state,
        game=game,
        followed=marks[-1].followed if marks else vouched,
        marks=marks[:-1],
        phase=Thinking(),
        turn=state.turn + 1,
        sight=None,
        message=message,
        finished=False,
    )
    return after, (Erase(number), FollowAgain(), SayAloud(message))


def challenge(state: TableState, _: Press) -> Step:
    """Asks whether the words of the last play are good."""
    last, by = state.game.state.provisional, state.side
    if last is None or by is None:
        return _tell(state, Message("There is no play that can be challenged."))
    played = next(e.scored for e in reversed(state.game.state.entries) if e.scored is not None)
    return ask(state, questions.challenged(by, (word.text for word in played.words)))


def pause(state: TableState, _: Press) -> Step:
    """Pauses the game."""
    return replace(state, phase=Paused(), message=None), ()


def go_on(state: TableState, _: Press) -> Step:
    """Goes on after a pause."""
    after = replace(state, phase=Thinking(), sight=None, message=Message("The game goes on."))
    return after, (FollowAgain(), LookNow())


def say_paused(state: TableState, _: Press) -> Step:
    """Says how to go on."""
    return _tell(state, Message("Paused: press OK to go on."))


def ask_end(state: TableState, _: Press) -> Step:
    """Asks whether the game is to end."""
    return ask(state, questions.end_of_game())


def take_option(state: TableState, _: Press) -> Step:
    """Takes the option that is selected."""
    if not isinstance(state.phase, Asking):
        return state, ()
    return answer(state, state.phase.question.options[state.phase.selected].answer)


def next_option(state: TableState, _: Press) -> Step:
    """Selects the next option."""
    return _select(state, 1)


def option_before(state: TableState, _: Press) -> Step:
    """Selects the option before."""
    return _select(state, -1)


def leave_question(state: TableState, _: Press) -> Step:
    """Leaves the question unanswered; the turn goes on."""
    return replace(state, phase=Thinking(), message=Message("The turn goes on.")), ()


def say_answer(state: TableState, _: Press) -> Step:
    """Says that a question is open."""
    return _tell(state, Message("Please answer first: choose with the arrows, then OK."))


def say_over(state: TableState, _: Press) -> Step:
    """Says that the game is over."""
    return _tell(state, Message("The game is over. Undo takes the last play back."))


def finish(state: TableState, _: Press) -> Step:
    """Leaves the game that is over."""
    return state, (Finish(),)


def _row(
    side: Handler,
    ok: Handler,
    arrows: tuple[Handler, Handler],
    undo: Handler,
    challenge: Handler,
    pause: Handler,
    end: Handler,
) -> Mapping[Button, Handler]:
    return MappingProxyType(
        {
            **dict.fromkeys(SIDE_BUTTONS, side),
            Button.OK: ok,
            Button.BACK: arrows[0],
            Button.NEXT: arrows[1],
            Button.UNDO: undo,
            Button.CHALLENGE: challenge,
            Button.PAUSE: pause,
            Button.END: end,
        }
    )


PRESSES: Mapping[type[Phase], Mapping[Button, Handler]] = MappingProxyType(
    {
        Thinking: _row(
            turn_pressed, ask_open, (say_turn, say_turn), undo, challenge, pause, ask_end
        ),
        Looking: _row(wait, wait, (wait, wait), look_again, wait, look_again, ask_end),
        Asking: _row(
            say_answer,
            take_option,
            (option_before, next_option),
            leave_question,
            say_answer,
            leave_question,
            leave_question,
        ),
        Paused: _row(
            say_paused, go_on, (say_paused, say_paused), say_paused, say_paused, go_on, ask_end
        ),
        Over: _row(say_over, finish, (say_over, say_over), undo, say_over, say_over, finish),
    }
)
"""What every button does in every state; each handler's first line says it in words."""


def _amends(event: Event) -> bool:
    return isinstance(event, TileCorrected | Replaced)


# What else happens


def _tick(state: TableState, now: float) -> Step:
    phase, side = state.phase, state.side
    if isinstance(phase, Looking) and now - phase.since > LOOK_FOR and side is not None:
        return ask(state, questions.not_seen(side))
    return state, ()


def _journal_failed(state: TableState, why: str) -> Step:
    if not state.kept:
        return state, ()
    message = Message("The game can't be written down: {why}", {"why": why})
    after = replace(state, kept=False, message=message)
    return after, (Play(Tone.WARN), SayAloud(message))


def _shows(state: TableState, change: Change) -> bool:
    return state.sight is not None and state.sight.now.observed.change is change


def _tell(state: TableState, message: Message) -> Step:
    return replace(state, message=message), ()


def _select(state: TableState, by: int) -> Step:
    phase = state.phase
    if not isinstance(phase, Asking):
        return state, ()
    selected = (phase.selected + by) % len(phase.question.options)
    return replace(state, phase=replace(phase, selected=selected), message=None), ()


def _side_of(state: TableState, press: Press) -> Side | None:
    sides = state.game.state.sides
    number = SIDE_BUTTONS.index(press.button)
    return sides[number] if number < len(sides) else None
