"""What a screen shows of a turn with dice and clock: both of them, what is owed, what comes next.

While dice tumble the table is shown as it was before them: their result isn't public yet. Worked
out from a table's state and a time that is handed in; knows no screen.
Tests: tests/device/test_clock_in_view.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from device.clock_and_dice.alone import TITLES
from device.clock_and_dice.dice import Dice, Roll, lies_still
from device.clock_and_dice.views import (
    PARTY_LABELS,
    ZONE_LABELS,
    ClockView,
    DiceView,
    DieView,
    clock_view,
    dice_view,
    face_text,
)
from device.clock_and_dice.zone_clock import SECOND, Standing
from device.language.texts import Message, Texts, TextValue
from device.session.core.mat import spaced
from device.session.core.prompts import next_press
from device.session.core.state import (
    BEFORE_THE_GAME,
    Asking,
    Clearing,
    Counted,
    Lobby,
    Paused,
    Ready,
    Rolling,
    Running,
    Shaking,
    Stopping,
    TableState,
    Thinking,
)
from device.session.turn import by_hand
from device.views.turn import CountdownView
from engine.circumstances import Zone
from engine.events import ChanceRolled, Rolled
from engine.game import Game
from engine.position import EMPTY
from engine.sentences import Plural
from engine.squares import Square
from engine.state import DiceTurn, LetterTurn, State, TurnClock

# --- the turn's progress, and the next button ---


def state_line(table: TableState) -> Message | None:
    """A line on what is going on, for everybody to see; None in other states."""
    sides = table.game.state.sides
    keys = {side: f"{side} ({n})" for n, side in enumerate(sides, 1)}
    named = keys if table.device.keyboard else {side: side for side in sides}
    waiting = ", ".join(named[side] for side in sides if side != table.side)
    names = {"side": named.get(table.side or "", ""), "others": waiting}
    party = _has_zones(table)
    match table.where:
        case Thinking() if table.game.state.variant.common_rack:
            return _rack_line(table.game.state)
        case Rolling() if table.game.state.chance_due:
            return Message("{side}: roll the chance die", names)
        case Rolling():
            return Message("{side}: roll the letter die", names)
        case Shaking() as phase if phase.since is not None:
            return Message("Looking at the dice…")
        case Shaking() if not table.game.state.dice:
            return Message("{side}: start the timer", names)
        case Shaking():
            return Message(
                Plural("{side}: roll {n} die", "{side}: roll {n} dice"),
                {**names, "n": table.game.state.dice},
            )
        case Ready() if party and _goes_on(table):
            return Message("Start the clock again")
        case Ready() if _goes_on(table):
            return Message("Start the timer again")
        case Ready() if party:
            return Message("{others}: start the clock", names)
        case Ready(by_itself=True):
            return Message("The timer starts by itself")
        case Ready():
            return Message("{side}: start the timer", names)
        case Running() if party:
            return Message("Clock running")
        case Running():
            return Message("Timer running")
        case Stopping():
            return Message("Looking at the board…")
        case Counted():
            return Message("The word counts")
        case Clearing() as phase if phase.put_back:
            return Message("Put the dice back")
        case Clearing():
            return Message("Dice go back in the cup")
        case _:
            return None


def rolling_line(table: TableState) -> Message:
    """The same while dice tumble, whose result isn't known yet."""
    by = None if table.dice.throw is None else table.dice.throw.by
    return Message("{side} is rolling…", {"side": by or table.side or ""})


def _rack_line(state: State) -> Message:
    """The turn of duplicate, and its rack."""
    rack = spaced(state.variant, state.held.get(state.sides[0], ""))
    values: dict[str, TextValue] = {"n": state.turn_number, "rack": rack}
    if state.rack_due:
        return Message("Turn {n}: draw the rack", values)
    return Message("Turn {n}: {rack}", values)


def hint(table: TableState) -> Message | None:
    """The hint at the next button, unless the message names it, or it is touched on the screen."""
    found = None if _is_touched(table) else _button(table)
    return None if found is None or _is_said(table, found) else found


def _is_touched(table: TableState) -> bool:
    """Whether what comes next is a place to touch (`device.views.tap_bar.next_tap`), and no play
    can be typed instead."""
    typed = table.device.keyboard and isinstance(table.phase, Thinking)
    return table.device.touched and not typed


def _is_said(table: TableState, found: Message) -> bool:
    """Whether the message names the same button."""
    said = () if table.message is None else tuple(_sentences(table.message))
    if any(sentence.text.startswith(found.text) for sentence in said):
        return True
    match table.phase:
        case Counted():
            named = not table.device.keyboard  # the hint has the players' keys
        case Ready() | Running():
            named = True
        case Shaking():
            named = not table.game.state.dice
        case _:
            named = False  # the hint gives a second way, too
    return named and next_press(table) in said


def _sentences(message: Message) -> Iterator[Message]:
    """A message, and the messages inside it."""
    yield message
    for value in message.values.values():
        if isinstance(value, Message):
            yield from _sentences(value)


def _button(table: TableState) -> Message | None:
    sides, side = table.game.state.sides, table.side or ""
    called = {one: f"{one} ({n})" for n, one in enumerate(sides, 1)}
    if not table.device.keyboard:
        called = {one: one for one in sides}
    waiting = ", ".join(called[one] for one in sides if one != side)
    names = {"side": called.get(side, ""), "others": waiting}
    party = _has_zones(table)
    match table.phase:
        case Thinking() if by_hand.is_unseen(table) and not table.device.camera.gone:
            if table.device.keyboard:
                return by_hand.how_to_type(table)
            return Message("OK: enter your play – arrows: menu")
        case Thinking() if table.device.keyboard:
            return Message("Turn button: score it – arrows: menu, turns")
        case Rolling():
            return Message("OK: roll – arrows: your own die")
        case Shaking() if not table.game.state.dice:
            return Message("OK or a turn button starts it")
        case Shaking():
            return Message("OK: roll here – turn button: own dice")
        case Ready() if party and _goes_on(table):
            return Message("{others}: press to continue", names)
        case Ready() if party:
            return Message("{others}: press once you find it", names)
        case Ready(by_itself=False):
            return Message("A turn button starts it")
        case Running() if party:
            return Message("{side} stops the clock", names)
        case Running():
            return Message("{side}: press when done", names)
        case Counted():
            return Message("{others} or OK: next", names)
        case Clearing():
            return Message("OK: next")
        case Paused() if table.clocks.turn is not None:
            return Message("OK: next")
        case _:
            return None


def others(table: TableState) -> str:
    """Every side but the one to play."""
    return ", ".join(side for side in table.game.state.sides if side != table.side)


def _has_zones(table: TableState) -> bool:
    return table.game.state.variant.letter_clock is not None


def _goes_on(table: TableState) -> bool:
    """Whether the clock was started in this turn and has been stopped."""
    stage, clock = table.game.state.stage, table.clocks.turn
    ran = clock is not None and clock.standing is not Standing.RESET
    return ran and stage is not None and stage.clock is TurnClock.RUNNING


# --- before the dice lie still ---


def before_the_dice(table: TableState, now: float) -> TableState:
    """The table as it may be shown: while dice tumble, as it was before the roll."""
    throw = table.dice.throw
    if throw is None or lies_still(throw.roll, throw.since, now):
        return table
    if isinstance(table.where, Lobby):
        return replace(table, phase=table.where, message=None)
    phase = Shaking() if throw.what is Dice.SCRAMBLE else Rolling()
    game, paused = _before(_Same(table.game), throw.roll), isinstance(table.where, Paused)
    return replace(
        table,
        game=game,
        phase=table.where if paused else phase,
        message=None,
        finished=table.finished and game is table.game,
    )


class _Same:
    """A game that equals only itself: comparing two takes as long as folding one."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.game is self.game

    def __hash__(self) -> int:
        return id(self.game)


@lru_cache(maxsize=1)  # the same for each face that the dice show while they tumble
def _before(same: _Same, roll: Roll) -> Game:
    """The game before this roll."""
    game = same.game
    for place, event in reversed([*enumerate(game.events)]):
        if isinstance(event, Rolled) and event.letters == roll.letters:
            return Game.fold(game.start, game.events[:place])
        if isinstance(event, ChanceRolled) and (event.face,) == roll.up:
            return Game.fold(game.start, game.events[:place])
    return game


# --- the clock ---

CLOCK_SHOWN = (Ready, Running, Stopping, Counted, Paused)
"""The states in which it matters where the clock stands."""


def turn_clock_view(table: TableState, texts: Texts, now: float) -> ClockView | None:
    """The clock of the turn, where it matters."""
    clock, phase = table.clocks.turn, table.where
    if clock is None or not isinstance(phase, CLOCK_SHOWN):
        return None
    if isinstance(table.phase, Paused | Asking) and clock.standing is Standing.RESET:
        return None
    party = table.game.state.variant.letter_clock is not None
    labels = PARTY_LABELS if party else ()
    state = state_line(table) or Message("Paused")
    # The present time may not be known.
    return clock_view(clock, max(now, clock.since / SECOND), texts, state, labels=labels)


def question_countdown(table: TableState, clock: ClockView | None) -> CountdownView | None:
    """The time left on a clock that runs, or was stopped, while a question is open."""
    if clock is None or not isinstance(table.phase, Asking):
        return None
    return CountdownView(clock.left, any(zone.ending for zone in clock.zones))


# --- the dice ---


def turn_dice_view(table: TableState, texts: Texts, now: float) -> DiceView | None:
    """Dice that tumble; else what was rolled, as long as that turn goes on."""
    throw = table.dice.throw
    if throw is not None and not lies_still(throw.roll, throw.since, now):
        who_begins = isinstance(table.where, Lobby)
        called = rolling_line(table) if who_begins else TITLES[throw.what]
        return dice_view(throw.roll, throw.since, now, texts, called)
    state, phase = table.game.state, table.where
    if state.over is not None or isinstance(phase, BEFORE_THE_GAME):
        return None
    match state.stage:
        case LetterTurn(chance=face) if face is not None:
            return DiceView(texts("Chance die"), (DieView(face_text(face, texts), False),))
        case LetterTurn() if state.chance_due:
            return None
        case LetterTurn(letter=letter, counted=True) if letter is not None:
            title = texts("{letter} was rolled", letter=letter)
            return DiceView(title, (DieView(letter, False),))
        case LetterTurn(letter=letter) if letter is not None:
            return _letter(letter, state, texts)
        case LetterTurn() if isinstance(phase, Rolling):
            return _in_vain(table, texts)
        case DiceTurn(letters=letters) if letters:
            return _letters(letters, texts("Available"), texts)
        case DiceTurn(handed=handed) if handed:
            return _letters(handed, texts("Passed on"), texts)
        case _:
            return None


def _letter(letter: str, state: State, texts: Texts) -> DiceView:
    left = texts("{n} left", n=state.unseen.get(letter, 0))
    return DiceView(texts("Lay {letter}", letter=letter), (DieView(letter, False),), left)


def _in_vain(table: TableState, texts: Texts) -> DiceView | None:
    """The last rolled letter, if there was none of it left (PAR-DIE-05)."""
    last = table.game.events[-1] if table.game.events else None
    if not isinstance(last, Rolled):
        return None
    title = texts("No {letter} left", letter=last.letters)
    return DiceView(title, (DieView(last.letters, False),))


def _letters(letters: str, title: str, texts: Texts) -> DiceView:
    return DiceView(title, tuple(DieView(face_text(face, texts), False) for face in letters))


# --- lost turns and promises ---


def notes(table: TableState, texts: Texts) -> tuple[str, ...]:
    """How many tiles to draw, who loses turns, what chance dice promise, and how many rolls are
    left; a line each."""
    state = table.game.state
    if state.over is not None or isinstance(table.phase, BEFORE_THE_GAME):
        return ()
    draws = _to_draw(table, texts)
    return (*draws, *_rolls(table, texts), *_owed(state, texts), *_promised(state, texts))


def _to_draw(table: TableState, texts: Texts) -> tuple[str, ...]:
    """A household's reminder after a play, until the next side lays tiles (CLA-TUR-02, JUN-TUR-01,
    TOP-TUR-02); none once the bag is empty."""
    state = table.game.state
    entry = state.entries[-1] if state.entries else None
    extras = table.agreed.extras
    if extras.tournament or not extras.remind_to_draw or not state.variant.holds_racks:
        return ()
    if entry is None or entry.scored is None or table.board.begun:
        return ()
    side, full = entry.side, state.variant.rack_size
    if state.bag is None:
        return (texts("{side}: draw back up to {n}", side=side, n=full),)
    # A rack that wasn't full before the play had no bag to be filled from.
    drawn = state.racks[side] - (full - len(entry.scored.tiles))
    if drawn <= 0:
        return ()
    return (texts(Plural("{side}: draw {n} tile", "{side}: draw {n} tiles"), side=side, n=drawn),)


def _rolls(table: TableState, texts: Texts) -> tuple[str, ...]:
    stage = table.game.state.stage
    if not isinstance(stage, LetterTurn):
        return ()
    if isinstance(table.where, Rolling) and stage.must_roll:
        rolls = texts(Plural("{n} roll left", "{n} rolls left"), n=stage.rolls_left)
        if stage.clock_from is Zone.X4:
            return (rolls,)
        return rolls, texts("Clock from {zone} this turn", zone=ZONE_LABELS[stage.clock_from])
    return () if stage.letter_die else (texts("No letter die this turn"),)


def _owed(state: State, texts: Texts) -> tuple[str, ...]:
    return tuple(
        texts(
            Plural("{side} misses {n} turn", "{side} misses {n} turns"),
            side=side,
            n=count,
        )
        for side, count in state.owes.items()
        if count > 0
    )


def _promised(state: State, texts: Texts) -> tuple[str, ...]:
    if not isinstance(state.stage, LetterTurn):
        return ()
    promises = state.stage.promises
    rolling = (
        texts("{side}: no letter die next turn", side=side)
        for side in state.sides
        if side in promises.no_letter_die
    )
    clocks = (
        texts("{side}: clock from {zone} next turn", side=side, zone=ZONE_LABELS[zone])
        for side, zone in promises.clock_from.items()
    )
    return (*rolling, *clocks)


# --- dice that don't stay ---


@dataclass(frozen=True)
class ClearingView:
    """The dice to take up, and those to put back: a square and what belongs on it."""

    lift: frozenset[Square]
    put_back: tuple[tuple[Square, str], ...]


def clearing_view(table: TableState) -> ClearingView | None:
    """What still has to be taken up and put back."""
    phase = table.where
    if not isinstance(phase, Clearing) or phase.seen:
        return None
    put_back = tuple(sorted((square, tile) for square, tile in phase.put_back.items()))
    return ClearingView(phase.lift, put_back)


def as_it_lies(table: TableState, clearing: ClearingView) -> tuple[str, ...]:
    """The board before that: with the dice to take up, without those to put back."""
    cells = [list(row) for row in table.game.state.position.rows()]
    for square, _ in clearing.put_back:
        cells[square.row][square.column] = EMPTY
    lay = {**_lay_there(table), **table.dice.rolled_at}
    for square in clearing.lift:
        cells[square.row][square.column] = lay.get(square, EMPTY)
    return tuple("".join(row) for row in cells)


def _lay_there(table: TableState) -> Mapping[Square, str]:
    """The mat after the last dice were laid, before any were taken up."""
    scored = (entry.scored for entry in reversed(table.game.state.entries))
    last = next((play for play in scored if play is not None), None)
    return MappingProxyType({}) if last is None else last.play.after.tiles
