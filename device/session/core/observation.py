"""What a picture shows, as the session needs it: judged from the turn's beginning and, where tiles
of this turn had been seen before, from those on (a side forgot to press).

Pure, and run on the reading thread; the session decides what to do about it.
Tests: tests/device/test_sight.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.position import EMPTY
from engine.scoring import JudgeWord, PlayRules, ScoredPlay, judge_play
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile, letter_of
from vision.game.changes import Bare, only_print
from vision.game.contradictions import SURELY_SEEN
from vision.game.doubt import INDEX, DoubtKind, possible
from vision.game.follow import (
    Followed,
    Observation,
    accept,
    deny,
    follow,
    put_upright,
    settle_square,
    weighed_by_state,
)
from vision.game.reconstruct import Candidate, Change
from vision.reading import LABELS, Reading, Refusal


@dataclass(frozen=True, eq=False)
class TurnReading:
    """An observation, and the position believed once it is accepted."""

    after: Followed
    observed: Observation

    @property
    def play(self) -> ScoredPlay | None:
        """The legal play that was seen, whether or not a letter of it is in doubt."""
        return self.observed.scored if self.observed.change is Change.PLAY else None


@dataclass(frozen=True, eq=False)
class JudgedReading:
    """One reading. `now` is judged from the turn's beginning, `later` from the tiles that had
    been seen in this turn before it (None if there were none)."""

    reading: Reading | Refusal
    before: Followed
    now: TurnReading
    later: TurnReading | None = None

    @property
    def upright(self) -> Followed:
        """The position believed when the turn began, as it lies: turned if it was read
        otherwise."""
        if isinstance(self.reading, Refusal) or not self.reading.overturns:
            return self.before
        return put_upright(self.before, self.reading)


def judged_reading(
    reading: Reading | Refusal,
    before: Followed,
    seen: Followed | None,
    rules: PlayRules,
    good_word: JudgeWord | None = None,
) -> JudgedReading:
    """What a reading shows to a turn that began at `before`; `seen`: with the tiles seen since;
    `good_word`: the list that may make a letter a question (vision/game/follow.py)."""
    later = None if seen is None else _seen(reading, seen, rules, good_word)
    return JudgedReading(reading, before, _seen(reading, before, rules, good_word), later)


def _seen(
    reading: Reading | Refusal, before: Followed, rules: PlayRules, good_word: JudgeWord | None
) -> TurnReading:
    seen = TurnReading(*follow(before, reading, rules, good_word))
    return _rescored(seen, before, rules) if _put_right(seen.observed) else seen


def _put_right(observed: Observation) -> dict[Square, Tile]:
    """What is on the board now in place of what earlier turns were believed to have left."""
    return {**observed.corrections, **observed.swapped}


def keep_blanks(
    seen: TurnReading, squares: Set[Square], before: Followed, rules: PlayRules
) -> TurnReading:
    """The same where blanks of earlier turns stay what the players named them, though they read as
    the letters themselves: nothing has taken their place."""
    swapped = {s: t for s, t in seen.observed.swapped.items() if s not in squares}
    stay = {s: before.position.tiles[s] for s in squares}
    return _with_swapped(seen, stay, swapped, before, rules)


def put_letters(
    seen: TurnReading, letters: Mapping[Square, Tile], before: Followed, rules: PlayRules
) -> TurnReading:
    """The same where these letters have taken the places of blanks of earlier turns."""
    doubts = tuple(doubt for doubt in seen.observed.doubts if doubt.square not in letters)
    sure = TurnReading(seen.after, replace(seen.observed, doubts=doubts))
    return _with_swapped(sure, letters, {**seen.observed.swapped, **letters}, before, rules)


def _with_swapped(
    seen: TurnReading,
    tiles: Mapping[Square, Tile],
    swapped: Mapping[Square, Tile],
    before: Followed,
    rules: PlayRules,
) -> TurnReading:
    position = seen.after.position.replaced(tiles)
    observed = replace(seen.observed, rows=position.rows(), swapped=MappingProxyType(dict(swapped)))
    return _rescored(TurnReading(replace(seen.after, position=position), observed), before, rules)


def is_doubtful(sight: JudgedReading) -> bool:
    """Whether the players would have to be asked something that a better picture might show."""
    observed = sight.now.observed
    return observed.refused is not None or not observed.sure


def untouched(sight: JudgedReading, rules: PlayRules) -> Followed | None:
    """The position believed once a picture shows for sure that nothing of this turn is there yet:
    the same as before, except for letters in place of blanks, and the look of the empty squares.
    None where that isn't certain.

    Tiles are laid one by one, and the game's first one alone may pass for print on the start
    square: once the empty board is known, a picture whose start doesn't look empty teaches nothing.
    """
    observed, before, after = sight.now.observed, sight.before, sight.now.after
    same = after.position == before.position.replaced(observed.swapped)
    if (
        observed.change is not Change.NONE
        or not same
        or observed.doubts
        or isinstance(sight.reading, Refusal)
    ):
        return None
    if not before.position.tiles and before.bare is not None:
        seen = sight.reading.probabilities
        empty = (seen[s.row, s.column, INDEX[EMPTY]] for s in rules.layout.starts)
        if min(empty, default=1.0) < 0.5:
            return None
    # A hand resting there stays a hand: its tiles aren't believed when they come.
    return replace(after, covered=before.covered)


def plain_tiles(sight: JudgedReading, rules: PlayRules) -> Mapping[Square, Tile]:
    """The new tiles that a picture shows beyond doubt, whether or not a play may lie so. Nothing
    where anything near them is open, or earlier tiles are gone.

    A lone blank is rather a reflection, and on an empty board a letter on a printed square is
    print.
    """
    nothing: Mapping[Square, Tile] = MappingProxyType({})
    reading, before, observed = sight.reading, sight.before, sight.now.observed
    if isinstance(reading, Refusal) or reading.overturns or observed.withdrawn:
        return nothing
    if any(doubt.kind in (DoubtKind.COVERED, DoubtKind.WAY_UP) for doubt in observed.doubts):
        return nothing
    position = before.position
    _, weighed, _ = weighed_by_state(before, reading, rules)
    seen = possible(weighed.probabilities, rules.tile_set)
    best, odds = seen.argmax(axis=-1), seen.max(axis=-1)
    labels = {
        Square(c, r): LABELS[best[r, c]] for r in range(position.size) for c in range(position.size)
    }
    if any(labels[square] == EMPTY for square in position.tiles):
        return nothing
    # On piles a new top shows only in the guess.
    there = {s: t for s, t in observed.tiles.items() if s in position.tiles}
    there |= {s: x for s, x in labels.items() if s not in position.tiles and x != EMPTY}
    known = (before.bare or Bare.unknown(position.size)).known
    # what looks there as it did on the empty board has been weighed as empty
    printed = {s for s in only_print(rules.layout, position) if not known[s.row, s.column]}
    letters = {s for s, tile in there.items() if tile != UNKNOWN_BLANK and s not in printed}
    there = {s: t for s, t in there.items() if s in letters or _near(s, letters)}
    unsure = (s for s in labels if odds[s.row, s.column] < SURELY_SEEN and s not in position.tiles)
    if any(s in there or _near(s, there.keys()) for s in unsure):
        return nothing
    return MappingProxyType(there)


def _near(square: Square, squares: Set[Square]) -> bool:
    return any(near in squares for near in square.neighbours())


def with_explanation(
    sight: JudgedReading, candidate: Candidate, rules: PlayRules, alone: bool = True
) -> JudgedReading:
    """The sight after the players chose one explanation of it, which then comes first; `alone`:
    what else shows is no tile, not the next side's either."""
    if isinstance(sight.reading, Refusal):
        return sight
    # What covers the board now did so when they answered: it is no hand that has just come.
    before = replace(sight.before, covered=sight.now.after.covered)
    after = accept(before, candidate, sight.reading, rules)
    # "Nothing new" says that the turn goes on, not that no tile of it lies there.
    if alone and candidate.change is not Change.NONE:
        rest = (d.square for d in sight.now.observed.doubts if d.kind is not DoubtKind.COVERED)
        after = deny(after, sight.reading, rest)
    observed = replace(
        sight.now.observed,
        change=candidate.change,
        rows=after.position.rows(),
        tiles=candidate.tiles,
        withdrawn=candidate.withdrawn,
        candidates=(candidate, *(c for c in sight.now.observed.candidates if c != candidate)),
        # And where it ends: what was hidden beyond it isn't asked about again.
        doubts=tuple(
            d
            for d in sight.now.observed.doubts
            if d.square not in candidate.tiles and d.kind is not DoubtKind.COVERED
        ),
    )
    return replace(sight, now=_judged(TurnReading(after, observed), sight.before, rules))


def with_tile(sight: JudgedReading, square: Square, tile: Tile, rules: PlayRules) -> JudgedReading:
    """The sight after the players said what is on a square ("." for nothing)."""
    seen = sight.now
    if square in seen.observed.tiles and _lay_there(sight, square, tile):
        return _nothing_new(sight, square, rules)
    tiles = {s: t for s, t in seen.observed.tiles.items() if s != square}
    # A blank at an end of the play that couldn't be seen is one of its tiles.
    new = square in seen.observed.tiles or square not in sight.before.position.tiles
    if tile != EMPTY and new:
        tiles[square] = tile
    after = settle_square(seen.after, square, tile, sight.reading)
    observed = replace(
        seen.observed,
        rows=after.position.rows(),
        tiles=MappingProxyType(tiles),
        doubts=tuple(doubt for doubt in seen.observed.doubts if doubt.square != square),
    )
    return replace(sight, now=_judged(TurnReading(after, observed), sight.before, rules))


def _lay_there(sight: JudgedReading, square: Square, tile: Tile) -> bool:
    """Whether a tile taken for one laid on a pile is the pile's previous top: the same letter is
    never laid on itself (TOP-PLA-06)."""
    there = sight.now.observed.candidates[0].played_on(sight.before.position).at(square)
    return there is not None and (tile == EMPTY or letter_of(tile) == letter_of(there))


def _nothing_new(sight: JudgedReading, square: Square, rules: PlayRules) -> JudgedReading:
    """The sight if nothing was laid on a pile after all."""
    seen = sight.now
    tiles = {s: t for s, t in seen.observed.tiles.items() if s != square}
    after = settle_square(seen.after, square, EMPTY)
    position = seen.after.position.lifted([square])
    after = replace(after, position=position, settled=after.settled | {square})
    observed = replace(
        seen.observed,
        change=seen.observed.change if tiles or seen.observed.withdrawn else Change.NONE,
        rows=position.rows(),
        tiles=MappingProxyType(tiles),
        doubts=tuple(doubt for doubt in seen.observed.doubts if doubt.square != square),
    )
    return replace(sight, now=_judged(TurnReading(after, observed), sight.before, rules))


def _rescored(seen: TurnReading, before: Followed, rules: PlayRules) -> TurnReading:
    """A play that counted still counts, with the tiles that are there now."""
    if seen.play is None:
        return seen
    judged = _judged(seen, before, rules)
    return seen if judged.play is None else judged


def _judged(seen: TurnReading, before: Followed, rules: PlayRules) -> TurnReading:
    """The same with the points or faults of the play now believed."""
    observed = seen.observed
    if observed.change is not Change.PLAY:
        return TurnReading(seen.after, replace(observed, scored=None, faults=()))
    position = observed.candidates[0].played_on(before.position)
    position = position.replaced(_put_right(observed))
    judged = judge_play(rules, position, observed.tiles)
    if isinstance(judged, ScoredPlay):
        return TurnReading(seen.after, replace(observed, scored=judged, faults=()))
    return TurnReading(seen.after, replace(observed, scored=None, faults=judged))
