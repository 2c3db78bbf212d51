"""What is said of a play that falls: what is wrong with it, and what its side takes back.

At a tournament nothing is said of its words. Knows no table, only how its game stands; what becomes
of the play is told in challenging.py. Tests: tests/device/test_challenging.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from device.faults import square_names
from device.texts import Message
from engine.events import Side
from engine.lexicon import Verdict
from engine.squares import Square
from engine.state import State


def falls(
    game: State,
    side: Side,
    verdicts: Iterable[Verdict],
    lift: Iterable[Square],
    *,
    whole: bool = False,
) -> Message:
    """A play falls: what is wrong with it, unless it is judged as a `whole`, and what its side
    takes back (CLA-CHA-03, Q-03)."""
    words = ", ".join(verdict.word for verdict in verdicts if not verdict.good)
    first = Message("Not good: {words}.", {"words": words})
    if game.variant.special.offsides:
        first = Message("Offsides! Not good: {words}.", {"words": words})
    if whole:
        first = Message("The play doesn't stand.")
        if game.variant.special.offsides:
            first = Message("Offsides! The play doesn't stand.")
    values = {"side": side, "squares": square_names(lift)}
    then = Message("{side}: take up {squares}.", values)
    if any(game.position.height(square) > 1 for square in lift):
        then = Message("{side}: take the top tiles off {squares}; what is below stays.", values)
        if _has_drawn(game):
            then = Message(
                "{side}: put the tiles just drawn back into the bag unseen, then take the top "
                "tiles off {squares}; what is below stays.",
                values,
            )
    elif _has_drawn(game):
        then = Message(
            "{side}: put the tiles just drawn back into the bag unseen, then take up {squares}.",
            values,
        )
    return Message("{first} {then}", {"first": first, "then": then})


def _has_drawn(game: State) -> bool:
    """Whether tiles may have been drawn after the last play (Q-03)."""
    last = game.provisional
    return game.variant.holds_racks and last is not None and last.before.bag != 0
