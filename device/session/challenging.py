"""Challenges: the last play's words judged by the list agreed on, and what follows from that.

Tests: tests/device/test_challenging.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from device.session import taking_back
from device.session.committing import ask, commit, go_on, option, tell
from device.session.state import Question, Step, TableState, Thinking
from device.sight import Sight
from device.texts import Message
from engine.events import Challenged, Side
from hardware.panel import Press
from vision.follow import Followed


def challenge(state: TableState) -> Step:
    """Asks whether the words of the last play are good."""
    last, by = state.game.state.provisional, state.side
    if last is None or by is None:
        return tell(state, Message("There is no play that can be challenged."))
    played = next(e.scored for e in reversed(state.game.state.entries) if e.scored is not None)
    return ask(state, challenged(by, (word.text for word in played.words)))


def challenged(by: Side, words: Iterable[str]) -> Question:
    """The last play is challenged; the players look its words up."""
    text = Message(
        "{side} challenges {words}. Are all words good?", {"side": by, "words": ", ".join(words)}
    )
    return Question(
        text,
        (
            option("All are good", lambda state: judged(state, True)),
            option("Not good", lambda state: judged(state, False)),
            option("No challenge", go_on),
        ),
    )


def judged(state: TableState, good: bool) -> Step:
    """What becomes of the play."""
    by, last = state.side, state.game.state.provisional
    if by is None or last is None:
        return state, ()
    if good:
        text = Message("The play stands.")
        return commit(state, [Challenged(by, good=True)], state.followed, text)
    text = Message("{side}: take the tiles back, the play doesn't count.", {"side": last.by})
    before = replace(Followed.at(last.before.position), bare=state.followed.bare)
    return commit(state, [Challenged(by, good=False)], before, text)


def side_goes_on(state: TableState, _: Press) -> Step:
    """Goes on with the game."""
    return close(state, _)


def close(state: TableState, _: Press) -> Step:
    """Goes on with the game."""
    return replace(state, phase=Thinking(), message=None), ()


def take_back(state: TableState, _: Press) -> Step:
    """Takes the challenge back."""
    return taking_back.undo(replace(state, phase=Thinking()))


def say_lift(state: TableState, _: Press) -> Step:
    """Says which tiles have to be taken up, or how to go on."""
    return tell(state, Message("Press OK to go on."))


def say_judged(state: TableState, press: Press) -> Step:
    """Says that this play has been judged."""
    return say_lift(state, press)


def saw(state: TableState, sight: Sight) -> Step:
    """The table after a challenge: whether the tiles of a bad play have been taken up."""
    return replace(state, sight=sight), ()
