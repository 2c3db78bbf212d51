"""The referee, an extra or the way that challenges are played: every word of a play is looked up
before it counts.

A play with a word that isn't on the agreed list is refused, and its side tries again; without a
referee or a list, nothing is looked up until a challenge. Tests: tests/device/test_referee.py.
"""

from __future__ import annotations

from itertools import product

from device.language.texts import Message
from device.language.wording import fault_message
from device.session.core.state import TableState
from engine.faults import Fault, FaultCode
from engine.plays import Play, words_to_look_up
from engine.scoring import JudgeWord
from engine.sentences import Sentence
from engine.tiles import UNKNOWN_BLANK, TileSet

MOST_BLANKS = 2
"""At most this many nameless blanks are tried letter by letter, all that the sets have; each word
by itself is looked up with any number of them."""


def refused(state: TableState, play: Play) -> Message | None:
    """Why the referee doesn't let a play count; None if it may, if plays aren't judged at once, or
    if the words of the side to play can't be challenged."""
    if not state.judged_at_once or state.agreed.words is None:
        return None
    if state.side in state.game.state.variant.unchallenged:
        return None
    bad = bad_words(play, state.agreed.words, state.game.state.variant.tile_set)
    if not bad:
        return None
    names = ", ".join(bad)
    fault = Fault(
        FaultCode.NOT_A_WORD, Sentence("Not in the word list: {words}.", words=names), words=bad
    )
    return fault_message(fault)


def bad_words(play: Play, good: JudgeWord, tile_set: TileSet) -> tuple[str, ...]:
    """The words of a play that aren't on the list. A blank without a name may be any letter, but
    the same one in all of them."""
    looked_up = words_to_look_up(play, tile_set)
    if bad := tuple(w for w, asked in zip(play.words, looked_up, strict=True) if not good(asked)):
        return bad
    tiles = play.after.tiles
    in_words = {square for line in play.lines for square in line}
    nameless = sorted(s for s in in_words if tiles[s] == UNKNOWN_BLANK)
    if not nameless or len(nameless) > MOST_BLANKS:
        return ()
    for letters in product(tile_set.letters, repeat=len(nameless)):
        named = {**tiles, **dict(zip(nameless, letters, strict=True))}
        if all(good(tile_set.lookup_text(named[s] for s in line)) for line in play.lines):
            return ()
    return tuple(word for word in play.words if UNKNOWN_BLANK in word)
