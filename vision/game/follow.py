"""Following a game through its pictures: what is believed to lie on the board, and what one more
picture changes about it.

The one place that decides between play, nothing, taken back, several plays and a question. A
picture that leaves a doubt about where tiles lie changes nothing: the next one is judged from the
same position. Knows no turns and no players. Tests: tests/vision/test_follow.py,
tests/vision/test_named_tiles.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from engine.faults import Fault, FaultCode
from engine.plays import PlacingRules, Play, place
from engine.position import EMPTY, Position
from engine.scoring import PlayRules, ScoredPlay, judge_play
from engine.squares import Direction, Square
from engine.tiles import Tile, is_blank, letter_of, piece_of
from vision.game import doubt
from vision.game.changes import (
    Bare,
    only_print,
    remember,
    remember_squares,
    turned_like,
    weigh_changes,
)
from vision.game.contradictions import (
    SURELY_SEEN,
    better_words,
    contradictions,
    misread_tiles,
    settled_by_words,
    sight,
    unexplained,
)
from vision.game.doubt import (
    ASK_AGAIN_BELOW,
    ASK_MARGIN,
    ASK_PLAY_BELOW,
    ASK_STILL_BELOW,
    INDEX,
    RUNNERS_UP,
    Doubt,
    DoubtKind,
    Evidence,
    Label,
    blank_letters,
    candidates_of,
    doubt_about,
    doubts_about_ways,
    overdrawn,
    possible,
    probabilities,
    weigh_letters,
    with_strange,
)
from vision.game.reconstruct import Candidate, Change, Laid, explain, lead
from vision.reading import (
    BLANK_LABEL,
    EMPTY_LABEL,
    FIRST_LETTER,
    LABELS,
    IsWord,
    Probabilities,
    Reading,
    Refusal,
)

# --- what is believed, and how it changes ---


@dataclass(frozen=True, eq=False)
class Followed:
    """What is believed after the pictures so far.

    `plays`: the changes that led to the position, the last one last; `evidence`: what the
    pictures have said about each tile since it was laid; `settled`: squares whose tile the
    players named, which no picture corrects; `unused`: how many pictures since the last believed
    one were refused or left open; `covered`: what something lay over in the last picture;
    `asked`: squares whose tile was in doubt when it was believed, and hasn't been seen better;
    `bare`: what the empty squares have looked like (vision/game/changes.py); `denied`: what
    pictures have shown on squares on which nothing lies, as the players said.
    """

    position: Position
    evidence: Evidence
    plays: tuple[Laid, ...] = ()
    settled: frozenset[Square] = frozenset()
    unused: int = 0
    covered: frozenset[Square] = frozenset()
    asked: frozenset[Square] = frozenset()
    bare: Bare | None = None
    denied: Mapping[Square, Label] = field(default_factory=dict)

    @classmethod
    def start(cls, size: int) -> Followed:
        """Before the first picture: an empty board."""
        return cls.at(Position(size))

    @classmethod
    def at(cls, position: Position) -> Followed:
        """A position that somebody vouches for; nothing of it can be taken back by a picture."""
        return cls(position, doubt.nothing(position.size), (), frozenset(position.tiles))


def accept(
    state: Followed, candidate: Candidate, reading: Reading, rules: PlacingRules
) -> Followed:
    """The state with one explanation of a reading believed: the best, or the players' choice."""
    position = candidate.applied(state.position)
    logs = doubt.log_likelihoods(reading, rules.tile_set)
    # Where the top of a pile was taken off another tile lies now than the pictures have shown.
    fresh = candidate.tiles.keys() | (candidate.withdrawn.keys() & position.tiles.keys())
    kept = position.tiles.keys() - fresh
    plays = state.plays[:-1] if candidate.withdrawn else state.plays
    if candidate.cleared and plays:
        plays = (*plays[:-1], replace(plays[-1], tidied=True))
    if candidate.withdrawn and (left := _left_of(state.plays[-1], candidate.withdrawn)):
        plays = (*plays, left)
    if candidate.tiles:
        plays = (*plays, Laid(candidate.tiles, 0 if candidate.change is Change.GAP else 1))
    known = doubt.with_evidence(state.evidence, logs, kept, fresh)
    settled = state.settled - candidate.cleared.keys() - fresh - candidate.withdrawn.keys()
    bare = state.bare or Bare.unknown(position.size)
    bare = remember(bare, reading, position, only_print(rules.layout, position))
    denied = {s: label for s, label in state.denied.items() if s not in candidate.tiles}
    return Followed(
        position, known, plays, settled, covered=state.covered, bare=bare, denied=denied
    )


def deny(state: Followed, reading: Reading, squares: Iterable[Square]) -> Followed:
    """The state after the players said that nothing lies on these squares, whatever a picture
    shows there."""
    seen = reading.probabilities.copy()
    seen[..., INDEX[EMPTY_LABEL]] = 0.0
    best = seen.argmax(axis=-1)
    denied = {s: LABELS[best[s.row, s.column]] for s in squares if s not in state.position.tiles}
    return replace(state, denied={**state.denied, **denied})


def settle_square(
    state: Followed, square: Square, tile: Tile, reading: Reading | Refusal | None = None
) -> Followed:
    """The state after the players said what lies on a square: a tile, or "." for nothing; `reading`
    is what shows something there."""
    if tile == EMPTY:
        position = state.position.cleared([square])
        plays = _without(state.plays, square)
        state = replace(state, position=position, plays=plays, settled=state.settled - {square})
        return deny(state, reading, [square]) if isinstance(reading, Reading) else state
    if square in state.position.tiles:
        position = state.position.replaced({square: tile})
        plays = renamed(state.plays, {square: tile})
    else:  # an end of the last play that wasn't seen
        position = state.position.laid({square: tile})
        plays = state.plays
        if plays:
            tiles = MappingProxyType({**plays[-1].tiles, square: tile})
            plays = (*plays[:-1], replace(plays[-1], tiles=tiles))
    return replace(state, position=position, plays=plays, settled=state.settled | {square})


def _left_of(laid: Laid, gone: Mapping[Square, Tile]) -> Laid | None:
    left = {s: t for s, t in laid.tiles.items() if s not in gone}
    return replace(laid, tiles=MappingProxyType(left)) if left else None


def renamed(plays: Iterable[Laid], tiles: Mapping[Square, Tile]) -> tuple[Laid, ...]:
    """The same plays with these tiles in place of those that were believed."""
    return tuple(
        replace(laid, tiles=MappingProxyType({s: tiles.get(s, t) for s, t in laid.tiles.items()}))
        for laid in plays
    )


def _without(plays: Iterable[Laid], square: Square) -> tuple[Laid, ...]:
    left = (_left_of(laid, {square: EMPTY}) for laid in plays)
    return tuple(laid for laid in left if laid is not None)


# --- which way up ---


def put_upright(state: Followed, reading: Reading) -> Followed:
    """The state on the board turned as a reading says, for all so far was read another way up: its
    letters are those that the reading shows. What the players named stays what they named."""
    size, quarters = state.position.size, reading.overturns
    best = reading.probabilities.argmax(axis=-1)

    def upright(square: Square, tile: Tile) -> Tile:
        at = square.turned(quarters, size)
        label = LABELS[int(best[at.row, at.column])]
        return tile if square in state.settled or label == EMPTY_LABEL else label

    def turned(tiles: Mapping[Square, Tile]) -> dict[Square, Tile]:
        return {s.turned(quarters, size): upright(s, tile) for s, tile in tiles.items()}

    heights = {s.turned(quarters, size): h for s, h in state.position.heights.items()}
    position = Position(size, turned(state.position.tiles), heights)
    plays = tuple(replace(laid, tiles=MappingProxyType(turned(laid.tiles))) for laid in state.plays)
    return replace(
        state,
        position=position,
        evidence=doubt.nothing(size),
        plays=plays,
        settled=frozenset(square.turned(quarters, size) for square in state.settled),
        asked=frozenset(square.turned(quarters, size) for square in state.asked),
        covered=frozenset(),
        bare=None,
        denied={},
    )


# --- tiles that the players named ---


def as_named(state: Followed, reading: Reading) -> Reading:
    """The reading with each named tile showing as what it was named, also where pictures show it as
    the other letter that they have shown it as so far."""
    seen = np.array(reading.probabilities)
    known = probabilities(state.evidence)
    for square in state.settled & state.position.tiles.keys():
        at = (square.row, square.column)
        named = INDEX[piece_of(state.position.tiles[square])]
        shown = int(known[at].argmax())
        if state.evidence[at].any() and shown not in (named, INDEX[EMPTY_LABEL]):
            seen[*at, named] += seen[*at, shown]
            seen[*at, shown] = 0.0
    return replace(reading, probabilities=seen)


# --- squares that the players called empty ---


def as_denied(state: Followed, reading: Reading) -> tuple[Followed, Reading]:
    """The reading in which denied squares are empty where they show the same as when they were
    denied, and the state without those that are seen bare: from then on what shows is new. Next to
    a letter that wasn't there before it may be a tile of that play, and nothing is changed."""
    seen = np.array(reading.probabilities)
    empty = INDEX[EMPTY_LABEL]
    denied = {
        s: label for s, label in state.denied.items() if seen[s.row, s.column, empty] < SURELY_SEEN
    }
    known = denied.keys() | state.position.tiles.keys()
    for square, label in denied.items():
        row = seen[square.row, square.column]
        near = (one for one in square.neighbours() if one not in known)
        fresh = any(
            seen[one.row, one.column, FIRST_LETTER:].sum() > SEEN
            for one in near
            if 0 <= one.row < len(seen) and 0 <= one.column < len(seen)
        )
        if square not in state.position.tiles and not fresh:
            row[empty] += row[INDEX[label]]
            row[INDEX[label]] = 0.0
    return replace(state, denied=denied), replace(reading, probabilities=seen)


def weighed_by_state(
    state: Followed, reading: Reading, rules: PlayRules
) -> tuple[Followed, Reading, frozenset[Square]]:
    """The reading in the light of what is known of the table: what was denied, how its empty
    squares look, which letters are left. And the state with what it shows of denied squares, and
    the squares where it is open whether there is a blank."""
    if state.denied:
        state, reading = as_denied(state, reading)
    if state.bare is not None and not state.position.tiles:
        state = replace(state, bare=turned_like(state.bare, reading))
    bare = state.bare or Bare.unknown(state.position.size)
    reading, unseen = weigh_changes(reading, bare, state.position, rules.layout)
    if rules.counted:
        reading = weigh_letters(reading, state.position, state.evidence, rules.tile_set)
    return state, reading, unseen


# --- one more picture ---

SEEN = 0.5
"""From here on a square shows something, whatever was believed about it."""


HARD_TO_READ, FEWEST_TO_TELL = 0.3, 6
"""Share of the tiles that aren't read surely by all their pictures where a set is hard to read, and
fewest tiles that tell. Of sets that are read, one letter in fifty is as unsure."""


def _nothing() -> Mapping[Square, Tile]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Observation:
    """What one picture showed, judged from what was believed before it.

    `tiles` are new ("?" a blank whose letter isn't known), `withdrawn` were taken off before
    them; `rows` is what is believed now, `corrections` the tiles in it that this picture showed
    to have been misread. `score` is None for all but a single legal play, and `faults` says what
    the rules have against it. Unclear: nothing is believed that wasn't before, and `tiles` is the
    best guess. `swapped`: letters that lie now where a blank stood for them (NHL-OPT-06): nothing
    that was counted changes. `candidates`: the explanations, best first, for a question to the
    players. `turned`: by how many quarters clockwise all before it was turned, as it had been read
    another way up than it lies.
    """

    change: Change
    rows: tuple[str, ...]
    tiles: Mapping[Square, Tile] = field(default_factory=_nothing)
    withdrawn: Mapping[Square, Tile] = field(default_factory=_nothing)
    scored: ScoredPlay | None = None
    faults: tuple[Fault, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    corrections: Mapping[Square, Tile] = field(default_factory=_nothing)
    swapped: Mapping[Square, Tile] = field(default_factory=_nothing)
    candidates: tuple[Candidate, ...] = ()
    refused: Refusal | None = None
    turned: int = 0

    @property
    def score(self) -> int | None:
        return None if self.scored is None else self.scored.points

    @property
    def words(self) -> tuple[tuple[str, int], ...]:
        """The words of the play and their points, the main word first."""
        if self.scored is None:
            return ()
        return tuple((word.text, word.points) for word in self.scored.words)

    @property
    def sure(self) -> bool:
        """Whether what is reported is a promise: no doubt on its squares (which letter a blank
        stands for isn't one: the blank itself is seen for sure)."""
        own = self.tiles.keys() | self.withdrawn.keys()
        asked = {d.square for d in self.doubts if d.kind is not DoubtKind.BLANK_LETTER}
        return self.change is not Change.UNCLEAR and not asked & own


def follow(
    state: Followed,
    reading: Reading | Refusal,
    rules: PlayRules,
    good_word: IsWord | None = None,
) -> tuple[Followed, Observation]:
    """What is believed after one more settled picture, and what it showed.

    `good_word`: the word list that decides between letters that look alike, and makes one that
    spoils a word a question; the game's own where it isn't given, if it has one. What it decided is
    a doubt nevertheless.
    """
    if isinstance(reading, Refusal):
        rows = state.position.rows()
        refused = Observation(Change.UNCLEAR, rows, refused=reading)
        return replace(state, unused=state.unused + 1), refused
    if reading.overturns:
        state = put_upright(state, reading)
    state, reading, unseen = weighed_by_state(state, reading, rules)
    bare = state.bare or Bare.unknown(state.position.size)
    last = state.plays[-1] if state.plays else None
    tidied = _tidied(state.position, last, rules)
    # What is believed of a tile goes on being what its pictures have shown.
    shown = as_named(state, reading) if rules.highest_pile > 1 else reading
    candidates = explain(state.position, shown, rules, last, state.unused, tidied)
    best = candidates[0]
    seen = possible(shown.probabilities, rules.tile_set)
    strange = unexplained(best.applied(state.position), best, shown, seen)
    state, hand = _look_for_hands(state, reading)
    open_squares = _open_squares(candidates, seen) | contradictions(
        best, strange, state.position, seen, rules
    )
    open_squares |= _no_first_word(state.position, best, rules)
    if best.change is not Change.NONE:
        open_squares |= hand
    maybe_blanks = _maybe_blanks(candidates, state.position, seen)
    if reading.colours is not None and not all(bare.known[s.row, s.column] for s in maybe_blanks):
        maybe_blanks = frozenset()  # it may have looked like a blank before anything was laid
    if open_squares - maybe_blanks:
        # Whatever the best guess is, it isn't believed: all its squares are open.
        open_squares |= best.tiles.keys() | best.withdrawn.keys() | strange
        unsettled = tuple(_occupied(s, reading, seen) for s in sorted(open_squares))
        return replace(state, unused=state.unused + 1), Observation(
            Change.UNCLEAR,
            state.position.rows(),
            best.tiles,
            best.withdrawn,
            doubts=with_strange(unsettled, reading),
            candidates=candidates,
            turned=reading.overturns,
        )
    words = good_word or rules.judge_word
    tied = _tie_broken(state.position, best, seen, rules, words)
    best = replace(best, tiles=MappingProxyType({**best.tiles, **tied}))
    scored, faults = _score(best.played_on(state.position), best, rules)
    after = accept(state, best, reading, rules)
    after, corrections, swapped = _corrected(after, best, seen)
    doubts = _doubts(after, state.asked, best, strange | tied.keys(), seen, rules)
    if words is not None and best.change is Change.PLAY:
        before = best.played_on(state.position)
        settled = settled_by_words(rules, before, best.tiles, seen, words) - tied.keys()
        doubts = tuple(d for d in doubts if d.square not in settled or d.square in strange)
    ends = (open_squares & best.tiles.keys()) | _unsure_ends(candidates)
    doubts = _with_ends(doubts, ends, seen)
    doubts += _perhaps_misread(state.position, best, seen, rules, words, doubts)
    if best.tiles:
        asked_about = {doubt.square for doubt in doubts}
        ways = (doubt for doubt in doubts_about_ways(reading) if doubt.square in best.tiles)
        doubts += tuple(doubt for doubt in ways if doubt.square not in asked_about)
    open_ends = _unseen(unseen | open_squares, best, after.position, seen, doubts)
    doubts = with_strange((*doubts, *open_ends), reading)
    if after.bare is not None:
        asked = (doubt.square for doubt in open_ends)
        after = replace(after, bare=remember_squares(after.bare, reading, asked))
    return replace(after, asked=_unanswered(after, doubts)), Observation(
        best.change,
        after.position.rows(),
        best.tiles,
        best.withdrawn,
        scored,
        faults,
        doubts,
        corrections,
        swapped,
        candidates,
        turned=reading.overturns,
    )


# Deciding


def _tidied(position: Position, last: Laid | None, rules: PlayRules) -> Position | None:
    """What the game leaves lying of a position after the last play, where that is less."""
    if (
        last is None
        or last.plays != 1
        or last.tidied
        or not last.tiles.keys() <= position.tiles.keys()
    ):
        return None
    play = place(rules, position.lifted(last.tiles), last.tiles)
    if not isinstance(play, Play):
        return None
    after = rules.clear(play)
    return after if after.tiles.keys() < position.tiles.keys() else None


def _open_squares(candidates: tuple[Candidate, ...], seen: Probabilities) -> frozenset[Square]:
    """The squares about which explanations differ that are nearly as good as the best."""
    best = candidates[0]
    rivals = [c for c in candidates[1:] if lead((best, c)) < ASK_MARGIN]
    unsure = {s for c in rivals for s in best.differs(c) or best.disagrees(c)}
    if best.change is Change.GAP:
        # No rule says how far it reaches: where most of it is badly seen, it may reach farther.
        badly = {s for s, t in best.tiles.items() if sight(seen, s, t) < ASK_PLAY_BELOW}
        unsure |= badly if 2 * len(badly) > len(best.tiles) else set()
    return frozenset(unsure)


def _no_first_word(position: Position, best: Candidate, rules: PlayRules) -> frozenset[Square]:
    """The squares of a first word in which more blanks are seen than the set has: no letter says
    yet which way up the board lies, and what lies on its head shows no letter."""
    blanks = frozenset(s for s, tile in best.tiles.items() if piece_of(tile) == BLANK_LABEL)
    if (
        position.tiles
        or not rules.counted
        or len(blanks) <= rules.tile_set.counts.get(BLANK_LABEL, 0)
    ):
        return frozenset()
    return blanks


def _unsure_ends(candidates: tuple[Candidate, ...]) -> frozenset[Square]:
    """The blanks of a play that it may do without, no surer than a letter that is asked about."""
    best = candidates[0]
    blanks = {s for s, tile in best.tiles.items() if piece_of(tile) == BLANK_LABEL}
    margin = math.log(ASK_PLAY_BELOW / (1 - ASK_PLAY_BELOW))
    shorter = [c for c in candidates[1:] if c.change is best.change and lead((best, c)) < margin]
    return frozenset(s for s in blanks if any(s not in c.tiles for c in shorter))


MAYBE_LETTER = 0.1
"""As much as this a blank at the end of a play may be a letter, and the play is believed: what is
asked about its end names the letter."""


def _maybe_blanks(
    candidates: tuple[Candidate, ...], position: Position, seen: Probabilities
) -> frozenset[Square]:
    """The squares about which nearly as good explanations differ, where all of them are one play
    whose letters are clearly seen, and all that is open is whether it ends with a blank or without:
    none if anything else is. The play is believed then, and its end asked about; else one pale
    square would hold up the game until somebody answers."""
    best = candidates[0]
    rivals = [c for c in candidates[1:] if lead((best, c)) < ASK_MARGIN]
    squares = frozenset(s for c in rivals for s in best.differs(c) or best.disagrees(c))
    every = (best, *rivals)
    if any(c.change is not Change.PLAY or c.withdrawn or c.cleared for c in every):
        return frozenset()
    clear = {s: t for s, t in best.tiles.items() if s not in squares}
    if not clear or any(sight(seen, s, t) < ASK_PLAY_BELOW for s, t in clear.items()):
        return frozenset()
    blank_or_bare = all(
        square not in position.tiles
        and all(c.tiles.get(square, BLANK_LABEL) == BLANK_LABEL for c in every)
        and seen[square.row, square.column, FIRST_LETTER:].sum() < MAYBE_LETTER
        for square in squares
    )
    return squares if blank_or_bare else frozenset()


def _look_for_hands(state: Followed, reading: Reading) -> tuple[Followed, frozenset[Square]]:
    """The state with what is covered now, and the squares that something came over since the last
    picture: a hand at work, of which only a part is known for one. A single square is none (noise,
    a strange tile), and what lies there for longer is a thing that is no part of the game."""
    rows, columns = np.nonzero(reading.covered >= SEEN)
    now = frozenset(Square(int(c), int(r)) for r, c in zip(rows, columns, strict=True))
    hand = {s for s in now if any(_near(s, other) for other in now - {s})}
    came = {s for s in hand if not any(_near(s, before) for before in state.covered)}
    return replace(state, covered=now), frozenset(came)


def _near(square: Square, other: Square) -> bool:
    return max(abs(square.column - other.column), abs(square.row - other.row)) < 2


def _occupied(square: Square, reading: Reading, seen: Probabilities) -> Doubt:
    row = seen[square.row, square.column]
    covered = reading.covered[square.row, square.column] >= SEEN
    kind = DoubtKind.COVERED if covered else DoubtKind.OCCUPIED
    return Doubt(square, candidates_of(row, at_least=2), kind)


def _doubts(
    after: Followed,
    asked: frozenset[Square],
    best: Candidate,
    strange: frozenset[Square],
    seen: Probabilities,
    rules: PlayRules,
) -> tuple[Doubt, ...]:
    """What stays to be asked about a position that is believed, square by square.

    A square that was `asked` about before needs a better sight than others to be believed now: a
    tile that is misread is so in every picture, now more, now less surely.
    """
    doubts = {d.square: d for d in blank_letters(best.tiles)}
    if hard_to_read(after):
        # What looks like a blank there may be a letter with faded ink.
        for square in doubts:
            row = seen[square.row, square.column]
            doubts[square] = Doubt(square, candidates_of(row, at_least=RUNNERS_UP))
    for square in (strange - after.position.tiles.keys()) | (strange & best.tiles.keys()):
        doubts[square] = doubt_about(square, seen[square.row, square.column])
        if square in best.tiles:
            doubts[square] = _first(doubts[square], best.tiles[square])
    for square, tile in best.tiles.items():
        row = seen[square.row, square.column]
        if _letter_or_blank(row, tile):
            doubts[square] = _first(doubt_about(square, row), tile)
        elif square not in doubts and sight(seen, square, tile) < ASK_PLAY_BELOW:
            doubts[square] = doubt_about(square, row)
    summed = doubt.probabilities(after.evidence)
    for square in after.position.tiles.keys() - best.tiles.keys():
        row = summed[square.row, square.column]
        # What the players named isn't asked again, unless it is gone.
        named = row[INDEX[EMPTY_LABEL]] < SURELY_SEEN and square in after.settled
        enough = ASK_STILL_BELOW if square in asked else ASK_AGAIN_BELOW
        if not named and row[INDEX[piece_of(after.position.tiles[square])]] < enough:
            doubts[square] = doubt_about(square, row)
    labels = {s: piece_of(t) for s, t in after.position.tiles.items()}
    for square in overdrawn(labels, summed, rules.tile_set) if rules.counted else ():
        if square not in after.settled:
            row = summed[square.row, square.column]
            doubts[square] = Doubt(square, candidates_of(row, at_least=2), DoubtKind.COUNT)
    return tuple(doubts[square] for square in sorted(doubts))


def hard_to_read(after: Followed) -> bool:
    """Whether many letters that lie there aren't read surely: a face, an ink or a light in which
    some can't be seen at all."""
    summed = doubt.probabilities(after.evidence)
    letters = after.position.tiles
    known = [s for s in letters if after.evidence[s.row, s.column].any()]
    unsure = [s for s in known if sight(summed, s, letters[s]) < ASK_PLAY_BELOW]
    return len(known) >= FEWEST_TO_TELL and len(unsure) >= HARD_TO_READ * len(known)


def _letter_or_blank(row: NDArray[np.float32], tile: Tile) -> bool:
    """Whether what is taken for a blank of a play may well be one letter: a tile lies there in
    either case, and the question is no longer which letter a blank stands for."""
    if piece_of(tile) != BLANK_LABEL:
        return False
    blank, letter = float(row[INDEX[BLANK_LABEL]]), float(row[FIRST_LETTER:].max())
    return blank < ASK_PLAY_BELOW * (blank + letter)


def _tie_broken(
    position: Position,
    best: Candidate,
    seen: Probabilities,
    rules: PlayRules,
    good_word: IsWord | None,
) -> Mapping[Square, Tile]:
    if good_word is None or best.change is not Change.PLAY:
        return _nothing()
    return better_words(rules, best.played_on(position), best.tiles, seen, good_word)


def _perhaps_misread(
    position: Position,
    best: Candidate,
    seen: Probabilities,
    rules: PlayRules,
    good_word: IsWord | None,
    doubts: tuple[Doubt, ...],
) -> tuple[Doubt, ...]:
    """What has to be asked because another letter would make a play's bad words good."""
    if good_word is None or best.change is not Change.PLAY:
        return ()
    asked = {doubt.square for doubt in doubts}
    agreed = good_word is rules.judge_word
    before = best.played_on(position)
    others = misread_tiles(rules, before, best.tiles, seen, good_word, agreed)
    return tuple(
        Doubt(
            s,
            ((best.tiles[s], 0.5), (other, 0.5)),
            DoubtKind.OCCUPIED if other == EMPTY else DoubtKind.LETTER,
        )
        for s, other in sorted(others.items())
        if s not in asked
    )


def _unseen(
    unseen: frozenset[Square],
    best: Candidate,
    after: Position,
    seen: Probabilities,
    doubts: tuple[Doubt, ...],
) -> tuple[Doubt, ...]:
    """What has to be asked because a play ends where the picture doesn't show whether it goes
    on."""
    asked = {doubt.square for doubt in doubts}
    open_ends = (unseen & _ends(best.tiles.keys(), after)) - asked
    return tuple(
        Doubt(s, candidates_of(seen[s.row, s.column], at_least=2), DoubtKind.COVERED)
        for s in sorted(open_ends)
    )


def _ends(tiles: Set[Square], after: Position) -> frozenset[Square]:
    """Where a play of these tiles could go on: next to them, and in their line beyond the tiles
    that lay there before."""
    ends = {near for square in tiles for near in square.neighbours()}
    for direction in Direction:
        across = direction is Direction.ACROSS
        if len({square.row if across else square.column for square in tiles}) != 1:
            continue
        for by in (1, -1):
            for end in tiles:
                while end in after.tiles:
                    end = end.step(direction, by)
                ends.add(end)
    return frozenset(ends - after.tiles.keys())


def _with_ends(
    doubts: tuple[Doubt, ...], ends: Set[Square], seen: Probabilities
) -> tuple[Doubt, ...]:
    """The doubts with one about each of the blanks that a play may end with, in place of the one
    about its letter."""
    others = tuple(doubt for doubt in doubts if doubt.square not in ends)
    rows = ((s, candidates_of(seen[s.row, s.column], at_least=2)) for s in sorted(ends))
    return (*others, *(Doubt(s, candidates, DoubtKind.OCCUPIED) for s, candidates in rows))


def _first(doubt: Doubt, tile: Tile) -> Doubt:
    """The doubt with what is believed all the same in the first place."""
    return replace(doubt, candidates=tuple(sorted(doubt.candidates, key=lambda c: c[0] != tile)))


def _unanswered(after: Followed, doubts: tuple[Doubt, ...]) -> frozenset[Square]:
    tiles = (d for d in doubts if d.kind is not DoubtKind.BLANK_LETTER)
    return frozenset(d.square for d in tiles if d.square in after.position.tiles)


def _corrected(
    state: Followed, best: Candidate, seen: Probabilities
) -> tuple[Followed, Mapping[Square, Tile], Mapping[Square, Tile]]:
    """The state with tiles of earlier turns replaced by what the pictures by now say clearly:
    those that had been misread, and the letters that took the place of blanks named so."""
    corrections: dict[Square, Tile] = {}
    swapped: dict[Square, Tile] = {}
    for square, tile in state.position.tiles.items():
        if square in best.tiles:
            continue
        better = doubt.correction(state.evidence, square, tile)
        if better is None or seen[square.row, square.column, INDEX[better]] < ASK_PLAY_BELOW:
            continue
        if is_blank(tile) and letter_of(tile) == better:
            swapped[square] = better
        elif square not in state.settled:
            corrections[square] = better
    if not corrections and not swapped:
        return state, _nothing(), _nothing()
    position = state.position.replaced(corrections | swapped)
    plays = renamed(state.plays, corrections)
    after = replace(state, position=position, plays=plays)
    return after, MappingProxyType(corrections), MappingProxyType(swapped)


def _score(
    before: Position, best: Candidate, rules: PlayRules
) -> tuple[ScoredPlay | None, tuple[Fault, ...]]:
    """The points of the best explanation where it is one play, or what is wrong with it.

    More of a letter than the set has is a misread tile: it is asked about, and counted as read.
    """
    if best.change is not Change.PLAY:
        return None, ()
    judged = judge_play(rules, before, best.tiles)
    if isinstance(judged, ScoredPlay):
        return judged, ()
    if all(fault.code is FaultCode.TOO_MANY_OF_A_TILE for fault in judged):
        uncounted = judge_play(replace(rules, counted=False), before, best.tiles)
        if isinstance(uncounted, ScoredPlay):
            return uncounted, judged
    return None, judged
