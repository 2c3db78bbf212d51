"""How long a game has been played, without pauses and what comes before and after it.

Looks at each step from outside, as side_clocks.py does; a resumed game goes on with the time in its
journal. Knows no screen. Tests: tests/device/test_playing_time.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.session.core.inputs import Handle, Input, ThreadFailed
from device.session.core.state import AWAY, BEFORE_THE_GAME, Over, PlayingTime, Step, TableState


def with_playing_time(state: TableState, event: Input, inner: Handle) -> Step:
    """The step with the time played until then."""
    step = inner(state, event)
    after, effects = step
    if isinstance(event, ThreadFailed):
        return step
    time = after.playing
    if isinstance(after.where, BEFORE_THE_GAME):
        time = PlayingTime()
    elif not _plays(after):
        time = time.stopped(event.at)
    elif time.since is None:
        # The turn in which a game goes on began with the previous input.
        time = replace(time, since=event.at)
    return step if time == after.playing else (replace(after, playing=time), effects)


def _plays(state: TableState) -> bool:
    return not isinstance(state.where, (*AWAY, Over))
