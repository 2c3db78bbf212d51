"""What every part of the session ends in: an event that counts, a question, or a reason why not.

Pure; a game changes here and nowhere else, even where something is taken back. What follows from an
event for the side that plays on is announced with it. Tests: tests/device/test_session.py,
tests/device/test_consequences.py, tests/device/test_taking_back.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import wraps
from typing import Concatenate, ParamSpec

from device.language.numbers import plain, signed
from device.language.texts import Message, TextValue, and_then
from device.language.wording import fault_message
from device.session.core.celebration import celebration_of
from device.session.core.effects import (
    Announce,
    CloseGame,
    Effect,
    Erase,
    FollowAgain,
    KeepPicture,
    Learn,
    LookCloser,
    LookNow,
    PlayTone,
    Record,
    SayAgain,
)
from device.session.core.prompts import next_press, phase_of, resting
from device.session.core.signatures import signatures_text
from device.session.core.state import (
    Act,
    Asking,
    Checkpoint,
    Looking,
    Option,
    Over,
    Paused,
    Question,
    Speaking,
    Step,
    TableState,
    Thinking,
)
from engine.course import is_on_track, leaders
from engine.events import (
    Adjusted,
    Challenged,
    Ended,
    EndReason,
    Event,
    GoaliePulled,
    Played,
    Replaced,
    Side,
    Signed,
    TileCorrected,
    Withdrawn,
)
from engine.faults import Fault
from engine.game import Game
from engine.scoring import ScoredPlay
from engine.sentences import Plural
from engine.state import Entry, EntryKind, LetterTurn, State, TurnClock
from engine.tiles import letter_of
from engine.turns.ending import is_settled, winners
from engine.turns.order import side_after
from engine.variants.nhl import BonusWords
from hardware.panel.port import SIDE_BUTTONS, Press, Tone
from vision.game.follow import Followed
from vision.game.reconstruct import Change
from vision.reading import Reading

# --- asking, announcing, counting ---


P = ParamSpec("P")


def ask(state: TableState, question: Question, selected: int = 0) -> Step:
    """Asks; every answer goes on from the state that the table is in now."""
    back = Thinking() if isinstance(state.where, Looking) else state.where
    asking = Asking(question, selected, back)
    return replace(state, phase=asking, message=None), (PlayTone(Tone.ASK),)


def option(text: str, act: Act, **values: str | int) -> Option:
    """An answer with this text."""
    return Option(Message(text, values), act)


def notify(state: TableState, message: Message) -> Step:
    """Shows a message; nothing else changes."""
    return replace(state, message=message), ()


def with_voice(step: Step) -> Step:
    """A step in which the voice repeats how things stand; unchanged if there is no voice."""
    after, effects = step
    speaks = after.device.of(Speaking) is not None
    return (after, (*effects, SayAgain())) if speaks else step


def while_game_lasts(
    act: Callable[Concatenate[TableState, Side, P], Step],
) -> Callable[Concatenate[TableState, P], Step]:
    """Decorates a handler that is given the side to move; once the game is over, the handler
    announces that instead."""

    @wraps(act)
    def handler(state: TableState, /, *args: P.args, **more: P.kwargs) -> Step:
        if state.side is None:
            return notify(state, Message("The game is over."))
        return act(state, state.side, *args, **more)

    return handler


def side_of(state: TableState, press: Press) -> Side | None:
    """The side whose turn button was pressed, if one plays with it."""
    sides, number = state.game.state.sides, SIDE_BUTTONS.index(press.button)
    return sides[number] if number < len(sides) else None


def say_unused(state: TableState) -> Step:
    """Says that the button is no side's."""
    return notify(state, Message("No player has this button."))


def for_pressing_side(
    act: Callable[[TableState, Side, Press], Step],
) -> Callable[[TableState, Press], Step]:
    """Decorates a handler of a turn button that is given the side playing with it; if no side does,
    the handler announces that."""

    @wraps(act)
    def handler(state: TableState, press: Press) -> Step:
        side = side_of(state, press)
        return say_unused(state) if side is None else act(state, side, press)

    return handler


def refuse(state: TableState, message: Message) -> Step:
    """Announces why it can't be done, and goes on."""
    after = replace(state, message=message)
    return after, (PlayTone(Tone.WARN), Announce(message))


def go_on(state: TableState) -> Step:
    """Nothing has happened: back to the turn and to the tiles on the table."""
    return replace(state, message=going_on_text(state)), (FollowAgain(), LookNow())


def look_closer(state: TableState) -> Step:
    """Looks again though the table looks unchanged: in the dark a tile is easily missed."""
    doubted = replace(state, frames=replace(state.frames, doubted=True))
    return doubted, (LookNow(), LookCloser())


def board_changed() -> Message:
    """The reason for a refusal: what the question was about is gone."""
    return Message("The board has changed: press again when all tiles are laid.")


def going_on_text(state: TableState) -> Message | None:
    """The message for a table that goes on in this state."""
    match state.phase:
        case Thinking():
            return Message("The turn continues.")
        case Paused() if state.device.touched:
            return Message("Paused: touch “Resume” to continue.")
        case Paused():
            return Message("Paused: press OK to resume.")
        case Over():
            return over_text(state)
        case _:
            return next_press(state)


def over_text(state: TableState) -> Message:
    """That the game is over, and what UNDO does then; at a tournament, who has to sign."""
    if (signatures := signatures_text(state)) is not None:
        return signatures
    if undo_takes_a_play(state):
        return Message("The game is over. UNDO takes back the last play.")
    return Message("The game is over. UNDO undoes the end.")


def undo_takes_a_play(state: TableState) -> bool:
    """Whether UNDO takes a play back with the end of the game that it brought; else the end alone
    is undone, as where it was settled afterwards, or racks were left out."""
    events = state.game.events
    return is_settled(state.game.state) and bool(events) and isinstance(events[-1], Played)


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
    message = consequences(state.game, events, message, hidden=state.agreed.extras.hide_scores)
    first = len(state.game.events)
    effects: list[Effect] = [Record(first + i, event) for i, event in enumerate(events)]
    reading = None if state.board.sight is None else state.board.sight.reading
    if isinstance(reading, Reading) and reading.crops is not None:
        if any(isinstance(event, Played) for event in events):
            effects.append(KeepPicture(first + len(events) - 1))
        effects.append(Learn(reading))
    same_turn = game.state.turn == state.side and not any(isinstance(e, Played) for e in events)
    over, settled = game.state.over is not None, is_settled(game.state)
    if state.finished and not settled:
        effects.insert(0, Erase(first))  # takes nothing back: the journal's game is extended too
    if settled:
        effects.append(CloseGame())
    celebrated = None if recorded else celebration_of(state, game.state, events)
    if celebrated is not None:
        tone = Tone.CHEER
    ends = settled and not all(isinstance(event, Signed) for event in events)
    effects.append(PlayTone(Tone.END if ends else tone))
    if not over and not recorded:
        effects.append(FollowAgain())
    effects.append(Announce(message))
    board = state.board.next_turn(followed)
    after = replace(
        state,
        game=game,
        board=replace(board, orphaned=state.board.orphaned) if same_turn else board,
        phase=phase_of(game, state.clocks.turn),
        marks=(*state.marks, Checkpoint(first, state.board.followed, state.clocks.turn)),
        message=message,
        finished=settled or (over and recorded),
        undone=(),
        dice=replace(
            state.dice,
            cleared=state.dice.cleared and not any(map(_moves_dice, events)),
        ),
        celebrated=celebrated,
    )
    after = replace(after, phase=resting(after))
    if all(isinstance(event, Adjusted | TileCorrected | Replaced) for event in events):
        # After a correction the players are told how the turn goes on.
        then = next_press(after)
        after = after if then is None else replace(after, message=and_then(message, then))
    return after, tuple(effects)


def _moves_dice(event: Event) -> bool:
    """Whether dice have to be lifted or put back after it: not where a challenged play stands."""
    return isinstance(event, Played) or (isinstance(event, Challenged) and not event.good)


def nothing_counted(before: TableState, after: TableState) -> bool:
    """Whether events were refused that had to be counted in between."""
    return before.board.turn == after.board.turn


def added(game: Game, events: Sequence[Event]) -> Game | Fault:
    """The game after all these events, or the first fault."""
    for event in events:
        after = game.added(event)
        if isinstance(after, Fault):
            return after
        game = after
    return game


def play_text(state: TableState, side: Side, play: ScoredPlay) -> Message:
    """A play and its points as announced; without points where scores are hidden, and without its
    word where the table is only a clock and a record."""
    if state.agreed.extras.record_only:
        return Message("{side} has played.", {"side": side})
    word = play.words[0].text
    if state.agreed.extras.hide_scores:
        return Message("{side}: {word}.", {"side": side, "word": word})
    points = signed(play.points)
    return Message("{side}: {word} {points}.", {"side": side, "word": word, "points": points})


def result_text(game: Game) -> Message:
    """The announcement of who has won (CLA-WIN-01, Q-04); if the racks were left out, of who
    leads."""
    if game.state.variant.common_rack:
        total = {"n": sum(game.state.totals.values())}
        return Message(
            Plural(
                "The game is over. The top: {n} point.", "The game is over. The top: {n} points."
            ),
            total,
        )
    won = winners(game.state)
    if not won:
        ahead = leaders(game.state)
        names = {"names": ", ".join(ahead)}
        if len(ahead) > 1:
            return Message("The game is over. A tie: {names}.", names)
        return Message("The game is over. Leading: {names}.", names)
    if len(won) == 1:
        return Message("The game is over. {side} won.", {"side": won[0]})
    return Message("The game is over. {sides} share the win.", {"sides": ", ".join(won)})


# --- taking back ---


def ask_taken_up(state: TableState) -> Step:
    """The last play's tiles are gone from the board: asks whether it is taken back."""
    last = state.game.state.provisional
    if last is None:
        return refuse(state, Message("Tiles from an earlier play are gone: please put them back."))
    return ask(state, whether_taken_back(last.by))


def whether_taken_back(by: Side) -> Question:
    """Whether this side's play is taken back."""
    return Question(
        Message("{side}’s last play is off the board. Take it back?", {"side": by}),
        (option("Yes, take it back", _take_back), option("No, look again", go_on)),
        noted=True,
    )


def _take_back(state: TableState) -> Step:
    """The last play is taken back: its side is to play again, on the board without it."""
    last, sight = state.game.state.provisional, state.board.sight
    if last is None or sight is None:
        return refuse(state, Message("It’s too late to take a play back."))
    observed = sight.now.observed
    if observed.change is not Change.UNCLEAR and not observed.withdrawn:
        return refuse(state, Message("The tiles are back: the play stays."))
    # Tiles of it that still lie there count as newly laid.
    kept = replace(Followed.at(last.before.position), bare=state.board.followed.bare)
    text = Message("{side} takes back the last play.", {"side": last.by})
    return commit(state, [Withdrawn(last.by)], kept, text)


# --- what follows from events ---


def consequences(
    game: Game, events: Iterable[Event], message: Message, *, hidden: bool = False
) -> Message:
    """The message for these events, which can be added to this game: goalies before it, the
    consequences of the events after it. `hidden`: points are hidden until the end."""
    before, first = game.state, list[Message]()
    then: list[Message] = []
    for event in events:
        after = game.added(event)
        if isinstance(after, Fault):
            return message
        if isinstance(event, GoaliePulled):
            first.append(_pulled(event, after.state))
        elif not isinstance(event, TileCorrected | Replaced):
            then += _consequences(event, game.state, after.state, hidden=hidden)
        game = after
    if not hidden or is_settled(game.state):
        then += _off_the_track(before, game.state)
    for text in reversed(first):
        message = and_then(text, message)
    for text in then:
        message = and_then(message, text)
    return message


def _pulled(event: GoaliePulled, after: State) -> Message:
    letter = letter_of(after.position.tiles[event.square])
    values = {"side": event.by, "letter": letter, "square": event.square.name}
    return Message("{side}: the real {letter} is on {square} now.", values)


def _consequences(event: Event, before: State, after: State, *, hidden: bool) -> Iterator[Message]:
    entries = new_entries(before, after)
    lost = [entry.side for entry in entries if entry.kind is EntryKind.LOST_TURN]
    if isinstance(event, Played):
        played = next((e.scored for e in entries if e.kind is EntryKind.PLAY), None)
        if played is not None:
            yield from _bonus_words(before, played, hidden=hidden and not is_settled(after))
        yield from _target_reached(before, after, event.by)
        if played is not None and after.over is None:
            delays, side = delay_messages(before, played, event.by), side_after(before, event.by)
            yield from delays
            if delays and side in lost:
                lost.remove(side)
    if isinstance(event, Adjusted):
        yield from _target_reached(before, after, event.side)
    if isinstance(event, Challenged) and after.over is None and _owes_more(event, before, after):
        yield Message("{side} misses the next turn.", {"side": event.by})
    for entry in entries:
        if entry.kind is EntryKind.CHALLENGE_BONUS:
            yield Message(
                Plural("{side} gains {n} point.", "{side} gains {n} points."),
                {"side": entry.side, "n": entry.points},
            )
    if isinstance(event, Challenged) and not event.good and isinstance(after.stage, LetterTurn):
        yield from _clock_after_a_fall(entries, after, hidden=hidden)
    if not (isinstance(event, Ended) and event.racks):
        yield from _tiles_left(entries, after)
    for side in lost:
        yield Message("{side} misses this turn.", {"side": side})


def _clock_after_a_fall(
    entries: Iterable[Entry], after: State, *, hidden: bool
) -> Iterator[Message]:
    """A word fell: the clock is started again, unless it has run out (PAR-CHA-04, Q-PAR-22)."""
    for late in (entry for entry in entries if entry.kind is EntryKind.TIME_UP):
        values: dict[str, TextValue] = {"side": late.side, "points": signed(late.points)}
        if hidden:
            yield Message("{side} ran out of time.", values)
        else:
            yield Message("{side} ran out of time: {points}.", values)
    if after.stage is not None and after.stage.clock is TurnClock.RUNNING:
        others = ", ".join(side for side in after.sides if side != after.turn)
        yield Message("{others}: then start the clock again.", {"others": others})


def _tiles_left(entries: Iterable[Entry], after: State) -> Iterator[Message]:
    """What leftover tiles cost that needn't be named, since their number follows (TOP-END-04)."""
    settled = [entry for entry in entries if entry.kind is EntryKind.SETTLEMENT]
    rule = after.variant.settlement
    if rule is None or rule.each is None or not settled:
        return
    left = (f"{entry.side} {-entry.points // rule.each}" for entry in settled)
    values: dict[str, TextValue] = {"points": rule.each, "racks": ", ".join(left)}
    yield Message(
        Plural(
            "Each tile left costs {points} point: {racks}.",
            "Each tile left costs {points} points: {racks}.",
            by="points",
        ),
        values,
    )


def _off_the_track(before: State, after: State) -> Iterator[Message]:
    """The sides whose points have just left the score track, at either end (Q-TOP-14)."""
    if not after.variant.score_track:
        return
    was = before.totals
    for side, points in after.totals.items():
        if is_on_track(was[side]) and not is_on_track(points):
            values: dict[str, TextValue] = {"side": side, "points": plain(points)}
            yield Message(
                "{side} has {points}: the pegs can’t show it, the device keeps count.", values
            )


def new_entries(before: State, after: State) -> tuple[Entry, ...]:
    """The new lines of the score sheet; a play that fell is no longer one of them."""
    same = 0
    for old, new in zip(before.entries, after.entries, strict=False):
        if old is not new and old != new:
            break
        same += 1
    return after.entries[same:]


def _bonus_words(state: State, played: ScoredPlay, *, hidden: bool) -> Iterator[Message]:
    rules = {
        rule
        for extra in state.variant.extras
        if isinstance(extra, BonusWords)
        for rule in (*extra.rules.values(), extra.other_rule)
    }
    for reason in played.extras:
        if reason.rule in rules:
            values = {"word": reason.what, "points": signed(reason.points)}
            if hidden:
                yield Message("{word} is a bonus word.", values)
            else:
                yield Message("{word} is a bonus word: {points}.", values)


def _target_reached(before: State, after: State, side: Side) -> Iterator[Message]:
    """A side has the points that win at once (NHL-PRO-01, SCR-END-01)."""
    if before.over is None and after.over is EndReason.TARGET:
        values: dict[str, TextValue] = {"side": side, "points": after.totals[side]}
        yield Message(
            Plural(
                "{side} reached the target with {points} point and won.",
                "{side} reached the target with {points} points and won.",
                by="points",
            ),
            values,
        )


def delay_messages(state: State, played: ScoredPlay, by: Side) -> tuple[Message, ...]:
    """Announcements that a word of a play costs the next side its turn, if one does
    (NHL-OPT-04)."""
    words = (word.text for word in played.words if word.text in state.variant.delay_words)
    return tuple(
        Message(
            "Delay in Game: {word} costs {side} a turn.",
            {"word": word, "side": side_after(state, by)},
        )
        for word in [*words][:1]
    )


def _owes_more(event: Challenged, before: State, after: State) -> bool:
    return after.owes.get(event.by, 0) > before.owes.get(event.by, 0)
