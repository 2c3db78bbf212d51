"""The end of a game before anybody is out: asked, and then as far as it can be known, settled.

What is left on racks that must be named: settling.py.
Tests: tests/device/test_settling.py, tests/device/test_party_table.py.
"""

from __future__ import annotations

from collections import Counter

from device.session.clock_zone import zone_now
from device.session.committing import added, ask, commit, go_on, option, refuse
from device.session.settling import begin_settling, result
from device.session.state import Question, Step, TableState
from device.texts import Message
from engine.events import Ended, EndReason, Event, Passed, Side
from engine.faults import Fault
from engine.lexicon import Lexicon
from engine.search import any_play
from engine.stages import Clock, LetterTurn

FEW_LETTERS = 16
"""With more letters than these lying ready there is always room for a word somewhere."""


def ask_end_of_game(state: TableState) -> Step:
    """Somebody wants to end the game before anyone is out."""
    return ask(state, end_of_game(state.side if state.seen is not None else None))


def end_of_game(laying: Side | None = None) -> Question:
    """Whether the game is to end; `laying`: a side whose tiles lie there and don't count yet."""
    text = Message("End the game as it stands?")
    if laying is not None:
        values = {"side": laying}
        text = Message("{side}'s tiles aren't counted yet. End the game all the same?", values)
    return _whether(text)


def all_passed() -> Question:
    """Everybody has passed, one after the other: are there no plays left (Q-07)?"""
    return _whether(Message("All have passed. Is the game over?"))


def ask_if_no_room(step: Step) -> Step:
    """Where a turn has begun in which the list knows no word that can be laid, asks whether the
    game is over (PAR-END-03)."""
    after, effects = step
    if not _turn_begins(after) or _room(after):
        return step
    text = Message("No word can be laid any more. Is the game over?")
    yes, no = option("Yes, the game is over", _no_room), option("No, play on", go_on)
    asking, more = ask(after, Question(text, (yes, no)))
    return asking, (*effects, *more)


def _turn_begins(state: TableState) -> bool:
    rule, stage = state.game.state.variant.letter_clock, state.game.state.stage
    if rule is None or not isinstance(stage, LetterTurn) or state.game.state.over is not None:
        return False
    return stage.clock is None and stage.letter is None and stage.rolls_left == rule.rolls


def _room(state: TableState) -> bool:
    """Whether there may be a word left to lay, by the list that was agreed on."""
    game = state.game.state
    words, letters = state.words or game.variant.judge_word, tuple(Counter(game.unseen).elements())
    if not isinstance(words, Lexicon) or len(letters) > FEW_LETTERS:
        return True
    words = words.with_game_words(game.variant.extra_words)
    return any_play(game.variant, game.position, letters, words)


def _no_room(state: TableState) -> Step:
    over = Ended(reason=EndReason.NO_SPACE)
    after = added(state.game, [over])
    if isinstance(after, Fault):
        return end_game(state)
    return commit(state, [over], state.followed, result(after))


def _whether(text: Message) -> Question:
    return Question(text, (option("No, play on", go_on), option("Yes, end it", end_game)))


def end_game(state: TableState) -> Step:
    """Ends the game: what is left on racks is settled at once where it follows, else named now."""
    if state.game.state.chance_due:
        text = Message("{side}: roll the chance die first.", {"side": state.side or ""})
        return refuse(state, text)
    settled = [*_turn_in_progress(state), Ended()]
    after = added(state.game, settled)
    if isinstance(after, Fault):
        return begin_settling(state)
    return commit(state, settled, state.followed, result(after))


def _turn_in_progress(state: TableState) -> tuple[Event, ...]:
    """A turn whose clock runs isn't played to its end: it is a pass (PAR-EXC-01)."""
    stage, side = state.game.state.stage, state.side
    if not isinstance(stage, LetterTurn) or stage.clock is not Clock.RUNNING or side is None:
        return ()
    return (Passed(side, zone_now(state)),)
