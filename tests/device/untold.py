"""What a table must never show: points that are hidden, help at a tournament, a clock that runs
while nobody plays.

Knows views and states, and no screen. Used by walking.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.language.texts import Texts
from device.session.core.state import AWAY, TableState
from device.views.sheet import sheet_view
from device.views.table import TableView

ENGLISH = Texts("en")


def betrayals(state: TableState, shown: TableView) -> Iterator[str]:
    """A sentence for each thing that this view of the state betrays."""
    play, challenge = shown.play, shown.dialog.challenge
    if state.agreed.extras.hide_scores and not state.finished:
        if any(side.total is not None or side.pegs or side.won for side in shown.sides):
            yield f"hidden points are shown: {shown.sides}"
        if play is not None and (play.points or play.words or play.extras):
            yield f"a play shows hidden points: {play}"
        if shown.page.curve is not None:
            yield "a curve shows hidden points"
        sheet = sheet_view(state, ENGLISH)
        if sheet.courses or any((turn.points, turn.total) != (None, None) for turn in sheet.turns):
            yield f"onlookers are shown hidden points: {sheet}"
    if state.agreed.extras.record_only and not state.finished:
        if play is not None or shown.before or sheet_view(state, ENGLISH).turns:
            yield f"a clock and a record has words: {play}, {shown.before}"
        if shown.text.bag:
            yield f"the bag is counted: {shown.text.bag}"
    if state.agreed.extras.tournament:
        if play is not None and not play.counted and play.points is not None:
            yield f"a play shows its points before it counts: {play}"
        if challenge is not None and challenge.words:
            yield f"a challenge shows which words are good: {challenge.words}"
        if shown.text.unseen:
            yield f"the tiles left are listed: {shown.text.unseen}"
    if (
        isinstance(state.phase, AWAY)
        and state.clocks.sides is not None
        and state.clocks.sides.runs is not None
    ):
        yield f"the clock of {state.clocks.sides.runs} runs while nobody plays"
