"""Party's chance die at the table: what its faces mean, and which letter counts more for it.

The letter that earns most is counted at once, so that nobody waits; another can be chosen.
Who rolls, and when, is in rolling.py. Tests: tests/device/test_chance_die.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.session import amending
from device.session.committing import ask, commit
from device.session.state import Act, Option, Question, Step, TableState
from device.session.what_next import and_then, others_than, say_next
from device.texts import Message, Value
from device.zone_views import CHANCE_TEXTS
from engine.circumstances import ChanceFace
from engine.events import ChanceRolled, Replaced, Side
from engine.game import Game
from engine.squares import Square
from engine.stages import LetterTurn
from engine.state import Entry, EntryKind, State
from engine.tiles import Letter, is_blank

LETTER_TIMES = {ChanceFace.LETTER_X3: 3, ChanceFace.LETTER_X2: 2}


def take_chance(state: TableState, face: ChanceFace) -> Step:
    """The chance die shows this face (PAR-CHN); where a letter counts more, it can be chosen."""
    side = state.side
    if side is None:
        return state, ()
    event = ChanceRolled(side, face)
    number = len(state.game.events)
    step = say_next(commit(state, [event], state.followed, _shown(state, side, face)))
    after, effects = step
    if after.turn == state.turn or face not in LETTER_TIMES:
        return step
    asking, more = _ask_which_letter(after, number, face)
    return asking, (*effects, *more)


def _shown(state: TableState, side: Side, face: ChanceFace) -> Message:
    """A face of the chance die, and what it means for later turns."""
    values: dict[str, Value] = {"side": side, "face": CHANCE_TEXTS[face]}
    text = Message("{side}: {face}.", values)
    others = others_than(state, side)
    match face:
        case ChanceFace.NO_LETTER_DIE:
            then = Message("{side} needs no letter in the next turn.", {"side": side})
        case ChanceFace.PLAY_AGAIN:
            then = Message("{side} plays again at once.", {"side": side})
        case ChanceFace.ADVERSARY_X1:
            then = Message("{others}'s next clock begins at × 1.", {"others": others})
        case ChanceFace.ADVERSARY_X2:
            then = Message("{others}'s next clock begins at × 2.", {"others": others})
        case _:
            return text
    return and_then(text, then)


def ask_chance_face(state: TableState, instead: Sequence[Option], *, last: bool = False) -> Step:
    """Asks what the players' own chance die shows; `instead`: what may be done instead."""

    def name(face: ChanceFace) -> Act:
        return lambda now: take_chance(replace(now, throw=None), face)

    options = [Option(text, name(face)) for face, text in CHANCE_TEXTS.items()]
    text = Message("{side}: what does your chance die show?", {"side": state.side or ""})
    return ask(state, Question(text, (*options, *instead)), len(options) - 1 if last else 0)


def _ask_which_letter(state: TableState, number: int, face: ChanceFace) -> Step:
    """Which letter counts more: the one that earns most first, as it has been counted (Q-PAR-08);
    `number`: the event of the roll."""
    choices = _choices(state, number, face)
    if len(choices) < 2:
        return state, ()
    options = [
        Option(_choice(square, letter, None if state.extras.hide_scores else points), act)
        for square, letter, points, act in choices
    ]
    text = Message("Which letter counts {n} times?", {"n": LETTER_TIMES[face]})
    return ask(state, Question(text, tuple(options), tuple(c[0] for c in choices), can_wait=True))


def _choice(square: Square, letter: Letter, points: int | None) -> Message:
    values: dict[str, Value] = {"letter": letter, "square": square.name}
    if points is None:
        return Message("{letter} on {square}", values)
    return Message("{letter} on {square}: {points}", {**values, "points": f"{points:+}"})


def _choices(
    state: TableState, number: int, face: ChanceFace
) -> Sequence[tuple[Square, Letter, int, Act]]:
    """The letters laid, with the points that the whole play earns with each, best first."""
    stage, side = state.game.state.stage, state.side
    if not isinstance(stage, LetterTurn) or side is None:
        return ()
    found: list[tuple[Square, Letter, int, Act]] = []
    for square, tile in stage.laid.items():
        if is_blank(tile):
            continue
        event = ChanceRolled(side, face, square)
        after = state.game.added(Replaced(number, event))
        if isinstance(after, Game):
            found.append((square, tile, _points(after.state), _choose(number, event, tile)))
    return sorted(found, key=lambda choice: (-choice[2], choice[0]))


def _points(state: State) -> int:
    return _last_play(state).points


def _last_play(state: State) -> Entry:
    return next(e for e in reversed(state.entries) if e.kind is EntryKind.PLAY)


def _choose(number: int, event: ChanceRolled, letter: Letter) -> Act:
    def choose(state: TableState) -> Step:
        text = Message("{letter} counts more.", {"letter": letter})
        after = state.game.added(Replaced(number, event))
        if isinstance(after, Game) and after.state.totals == state.game.state.totals:
            # It has been counted so already.
            return say_next((replace(state, message=text), ()))
        return amending.amend(state, Replaced(number, event), state.followed, text)

    return choose
