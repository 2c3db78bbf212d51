"""Has a square changed since it was last seen empty? What empty squares looked like is remembered,
and a square that still looks so is empty, whatever a reflection or a print makes of it.

Knows colours, lamps, shades and reflections; no plays. What is believed to lie where comes in as
an argument. Tests: tests/vision/test_seen_before.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout, Premium
from engine.position import Position
from engine.squares import Square
from vision.game.doubt import ASK_MARGIN, in_company
from vision.reading import (
    BLANK_LABEL,
    EMPTY_LABEL,
    LABELS,
    Crops,
    Reading,
    SquareColours,
    surest_letter,
    turned_crops,
)
from vision.square.board_colours import (
    BLACK,
    BLANKS_ARE_RARE,
    HEAVY_TAILS,
    LIGHT_SPREAD,
    MOST_NETWORK,
    SURE_TILE,
    light_surface,
)
from vision.square.memory import block_changes, block_means, unchanged

# --- the memory: how empty squares looked ---

LogField: TypeAlias = NDArray[np.float64]
"""float64 [size, size] or [size, size, 3]: logarithms of colours or of likelihoods, a square."""

Marks: TypeAlias = NDArray[np.bool_]
"""bool [size, size]: some of the squares."""

STILL_EMPTY = 0.97
"""A square next to tiles is remembered from here on; with less it may be an unnoticed blank."""

FIRST_LETTER = 2
"""Among LABELS: before it come the empty square and the blank."""

_EMPTY_AT = LABELS.index(EMPTY_LABEL)


@dataclass(frozen=True, eq=False)
class Bare:
    """What the squares looked like when they were last seen empty.

    `colours`: as they were then, NaN where that is unknown. `light`: float64 [size, size, 3], how
    light it was then, as a logarithm, and `light_now` in the last picture: both against the first.
    `as_blank`: what the network alone made of them then (vision/reading.py), NaN where that is
    unknown. `crops`: the squares themselves, as a reading has them; None: nothing known.
    """

    colours: SquareColours
    light: LogField
    light_now: LogField
    as_blank: NDArray[np.float32]
    crops: Crops | None = field(default=None, repr=False)

    @classmethod
    def unknown(cls, size: int) -> Bare:
        """Before the first picture."""
        dark = np.zeros((size, size, 3))
        nothing = np.full((size, size, 2, 3), np.nan, dtype=np.float32)
        return cls(nothing, dark, dark, np.full((size, size), np.nan, dtype=np.float32))

    @property
    def known(self) -> Marks:
        return np.asarray(~np.isnan(self.colours).any(axis=(2, 3)))

    def turned(self, quarters: int) -> Bare:
        """The same board turned by this many quarters clockwise, as `Reading.turned`."""
        return Bare(
            np.rot90(self.colours, quarters),
            np.rot90(self.light, quarters),
            np.rot90(self.light_now, quarters),
            np.rot90(self.as_blank, quarters),
            None if self.crops is None else turned_crops(self.crops, quarters),
        )


CLEARLY_LIKER = 0.5
"""An empty board was numbered from another corner where it differs in that turn by no more than
this share (of squares of differences) of what it does as it was numbered. On rendered tables the
right turn has 0.04 to 0.15; 0.99 where a steep view is seen on the plane of the tiles' tops."""


def turned_like(bare: Bare, reading: Reading) -> Bare:
    """The same squares as a reading numbers them: which corner of an empty board is its first
    nothing shows, so that the first letters may turn it. The turn in which its prints and marks
    look most like those of the squares that are still empty."""
    before, now = bare.crops, reading.crops
    if before is None or now is None or before.shape != now.shape:
        return bare
    shown, empty = block_means(now), (reading.probabilities[..., _EMPTY_AT] > 0.5).ravel()
    turns = [bare.turned(quarters) for quarters in range(4)]

    def off(turn: Bare) -> float:
        assert turn.crops is not None
        free = empty & turn.known.ravel()
        change = block_changes(block_means(turn.crops), shown)
        return float(np.square(change[free]).mean()) if free.any() else math.inf

    changes = [off(turn) for turn in turns]
    best = int(np.argmin(changes))
    return turns[best] if changes[best] <= CLEARLY_LIKER * changes[0] else bare


def remember(
    bare: Bare, reading: Reading, position: Position, prints: Iterable[Square] = ()
) -> Bare:
    """The bare colours after a reading that is believed to show a position: newer ones of the
    squares that are empty for sure, and of those where a letter can only be print."""
    if reading.colours is None:
        return bare
    there = occupied(position)
    light_now = bare.light_now
    if (bare.known & ~there).any():
        light_now = light_now + change_of_light(reading, bare, ~there)
    seen = in_company(reading.probabilities)[..., _EMPTY_AT]
    # A blank lies next to other tiles, and the first of all is plainly seen on an empty board.
    least = np.where(_near(there), STILL_EMPTY, 0.5 if there.any() else 1 - SURE_TILE)
    for square in prints:
        least[square.row, square.column] = 0.0
    free = (seen >= least) & ~_near(reading.covered >= 0.5) & ~there
    return _with(bare, reading, free, light_now)


def remember_squares(bare: Bare, reading: Reading, squares: Iterable[Square]) -> Bare:
    """The same with squares as a reading shows them that were asked about and taken for empty."""
    marked = np.zeros((reading.size, reading.size), dtype=bool)
    for square in squares:
        marked[square.row, square.column] = True
    return _with(bare, reading, marked, bare.light_now)


def _with(bare: Bare, reading: Reading, free: Marks, light_now: LogField) -> Bare:
    if reading.colours is None:
        return bare
    colours = np.where(free[..., None, None], reading.colours, bare.colours)
    light = np.where(free[..., None], light_now, bare.light)
    as_blank = bare.as_blank
    if reading.as_blank is not None:
        as_blank = np.where(free, reading.as_blank, as_blank)
    crops = _crops_with(bare, reading, free)
    return Bare(colours, light, light_now, as_blank, crops)


def _crops_with(bare: Bare, reading: Reading, free: Marks) -> Crops | None:
    before, now = bare.crops, reading.crops
    if before is None or now is None or before.shape != now.shape:
        return before if now is None else now
    return np.where(free.reshape(-1, 1, 1, 1), now, before)


def only_print(layout: Layout, position: Position) -> frozenset[Square]:
    """The squares where a letter with nothing next to it can only be print: on an empty board the
    printed ones which no first word covers that begins there, and the start itself (which a first
    word has to cover, so that a tile taken for print there is missed at once)."""
    if position.tiles or not layout.starts:
        return frozenset()
    lines = {s.row for s in layout.starts}, {s.column for s in layout.starts}
    every = (Square(c, r) for r in range(layout.size) for c in range(layout.size))
    return frozenset(
        s
        for s in every
        if s in layout.starts
        or (
            layout.premium(s) is not Premium.NONE
            and s.row not in lines[0]
            and s.column not in lines[1]
        )
    )


def change_of_light(reading: Reading, bare: Bare, free: Marks) -> LogField:
    """How much lighter every square is than in the last picture, as a logarithm."""
    size = reading.size
    assert reading.colours is not None
    ground = bare.known & free & no_letter(reading)
    then = np.where(ground[..., None, None], bare.colours, 1.0)
    change = (log_colours(reading.colours) - log_colours(then)).mean(axis=2) - (
        bare.light_now - bare.light
    )
    surface = light_surface(change.reshape(-1, 3), ground.ravel(), size)
    return surface.reshape(size, size, 3)


def no_letter(reading: Reading) -> Marks:
    """The squares that read as empty or as a blank."""
    return np.asarray(reading.probabilities[..., :FIRST_LETTER].sum(axis=-1) > 0.5)


def log_colours(colours: NDArray[np.floating]) -> LogField:
    """Logarithms of colours from 0 to 1; black has one too."""
    return np.asarray(np.log(colours.astype(np.float64) + BLACK))


def occupied(position: Position) -> Marks:
    """The squares where a tile lies."""
    there = np.zeros((position.size, position.size), dtype=bool)
    for square in position.tiles:
        there[square.row, square.column] = True
    return there


def _near(marked: Marks) -> Marks:
    """The marked squares and those next to them, corner to corner too."""
    return np.asarray(neighbours(marked).any(axis=0))


def neighbours(field: NDArray[np.generic]) -> LogField:
    """The field itself and as every square's eight neighbours have it, [9, size, size]; 0 beyond
    the edge."""
    size = len(field)
    wider = np.pad(field.astype(np.float64), 1)
    return np.stack([wider[r : r + size, c : c + size] for r in range(3) for c in range(3)])


# --- how likely a square's colours are: empty, a blank, a letter ---

TILE_SPREAD = 0.12
"""Least deviation of a tile's colour from that of the tiles near it, in logarithms: vision/
board_colours.py's four steps of lightness, which are an eighth of the light at a tile's."""

UNKNOWN_SPREAD = 0.5
"""How far the colour of an unseen tile lies from an empty square's."""

KIND_SPREAD = 0.06
"""Least deviation of an empty square's colour from those of its kind: print, grain, lines."""

NEAR = 3.0
"""Squares lend others their colour the more, the nearer they lie (a Gaussian, in squares): they
share their light."""

OTHER_LIGHT = math.log(0.01)
"""One square of a hundred lies in another light than its surroundings: in the edge of a shade, or
in a reflection."""

REFLECTION = (0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9)
"""How much of a square's own colour a reflection may have washed out."""

SHADE_SPREAD = 0.06
"""A shade is tinted by what lights it still, and its tint isn't known: half as much as tiles'."""

REFLECTION_SPREAD = 0.05
"""A reflection isn't white alone, nor even over a square; and half of a step of REFLECTION."""

WASHED = 0.2
"""A square whose neighbours have lost more of their colour than this lies in a reflection too."""

SAME = 11.3
"""Squared distance in spreads that only one of a hundred colours exceeds by chance."""


@dataclass(frozen=True, eq=False)
class SquareMiddles:
    """The middles of all squares as BGR, 0 to 1, [size, size, 3]: `now`, and `bare` in the light
    of then; `light`: the logarithm of how much lighter it is now. `spread`: standard deviation of
    the logarithm of an empty square's. `known`: where all this is known, if only by other squares
    of the same kind, `seen`: by the square itself; `kind`: the colour of the empty squares of its
    kind."""

    now: LogField
    rim: LogField
    bare: LogField
    light: LogField
    spread: LogField
    known: Marks
    seen: Marks
    kind: LogField
    bare_rim: LogField


def look_at(reading: Reading, bare: Bare, free: Marks, layout: Layout) -> SquareMiddles:
    """How the squares look now, and how those that are believed to be `free` looked when bare."""
    assert reading.colours is not None
    now, rim = (reading.colours[:, :, part].astype(np.float64) for part in (0, 1))
    seen = bare.known & free
    ground = free & no_letter(reading)
    light = np.zeros_like(now)
    spread = np.broadcast_to(np.array(LIGHT_SPREAD), now.shape)
    then, rim_then = (np.where(seen[..., None], bare.colours[:, :, i], 1.0) for i in (0, 1))
    if (seen & ground).any():
        light = bare.light_now - bare.light + change_of_light(reading, bare, free)
        change = log_colours(now) - log_colours(then) - light
        even = 1.4826 * np.median(np.abs(change[seen & ground]), axis=0)
        spread = np.broadcast_to(np.maximum(LIGHT_SPREAD, even), now.shape)
    kind, of_kind, kind_spread = _own_kind(now, ground, layout)
    unseen = (of_kind & free & ~seen)[..., None]
    then = np.where(unseen, kind, then)
    light = np.where(unseen, 0.0, light)
    spread = np.where(unseen, np.maximum(kind_spread, spread), spread)
    kind = np.where(of_kind[..., None], kind, then)
    return SquareMiddles(now, rim, then, light, spread, seen | unseen[..., 0], seen, kind, rim_then)


def likelihoods(reading: Reading, look: SquareMiddles) -> tuple[LogField, LogField, LogField]:
    """Log likelihoods [size, size] of the colours if the square is empty, if a blank lies there,
    and if a lettered tile does (of whose colours only the rim's says anything)."""
    tile, tile_spread = _tile_colours(reading, look)
    empty = _relit(look)
    washed = _washed(look, empty[0])
    lit = np.logaddexp.reduce([_log_density(log_colours(look.now) - e, look.spread) for e in empty])
    # In a shade that has come or gone the light of the rest of the board says nothing.
    as_empty = np.logaddexp.reduce(
        [
            lit - math.log(len(empty)),
            *(
                _in_other_light(look.now, light, look.spread, washed) - math.log(2)
                for light in (empty[0], log_colours(look.bare))
            ),
        ]
    )

    before = _share_before(look)

    def as_tile(colours: LogField) -> LogField:
        even = _log_density(log_colours(colours) - tile, tile_spread)
        as_then = _reflected(colours, tile, tile_spread, before)
        lit = np.logaddexp(even, as_then) - math.log(2)
        return np.asarray(np.logaddexp(lit, _in_other_light(colours, tile, tile_spread, washed)))

    return np.asarray(as_empty), as_tile(look.now), as_tile(look.rim)


def just_as_bare(reading: Reading, look: SquareMiddles) -> Marks:
    """The squares that look as they did when bare, in their middle and along their rim, and whose
    rim is no tile's colour: print and tiles next door can make them read like letters."""
    assert reading.colours is not None
    tile, tile_spread = _tile_colours(reading, look)
    off = np.stack(
        [
            log_colours(look.now) - log_colours(look.bare),
            log_colours(look.rim) - log_colours(look.bare_rim),
        ]
    )
    off = (off - look.light) / look.spread
    unchanged = ((off**2).sum(axis=-1) < SAME).all(axis=0)
    no_tile = (((log_colours(look.rim) - tile) / tile_spread) ** 2).sum(axis=-1) > SAME
    return np.asarray(look.seen & unchanged & no_tile)


def _looks_as_bare(reading: Reading, bare: Bare, asked: Marks) -> Marks:
    """Whether the squares that are `asked` about show stroke by stroke what they showed when bare:
    a tile next door can make one look like a blank to the network, which sees that, too."""
    before, now = bare.crops, reading.crops
    if before is None or now is None or before.shape != now.shape or not asked.any():
        return np.zeros_like(asked)
    none_is_a_letter = np.zeros(len(now), dtype=np.bool_)
    same = unchanged(block_means(before), block_means(now), none_is_a_letter)
    return np.asarray(same.reshape(asked.shape) & bare.known)


def _own_kind(now: LogField, ground: Marks, layout: Layout) -> tuple[LogField, Marks, LogField]:
    """The colour every square would have by the empty ones of its kind near it in this picture,
    where there are three at least, and its spread."""
    size = layout.size
    kinds = np.array(
        [[layout.premium(Square(c, r)).value for c in range(size)] for r in range(size)]
    )
    colour, known = np.zeros_like(now), np.zeros(ground.shape, dtype=bool)
    spread = np.full_like(now, KIND_SPREAD)
    for kind in np.unique(kinds):
        peers = ground & (kinds == kind)
        if int(peers.sum()) < 3:
            continue
        logs = log_colours(now[peers])
        middle = np.median(logs, axis=0)
        colour[kinds == kind] = np.exp(middle) - BLACK
        spread[kinds == kind] = np.maximum(
            KIND_SPREAD, 1.4826 * np.median(np.abs(logs - middle), axis=0)
        )
        known |= kinds == kind
    return colour, known, spread


def _share_before(look: SquareMiddles) -> LogField:
    """The share [size, size, 1] that a reflection took of every square when it was remembered, by
    its colour against those of its kind."""
    rest = 1 - look.kind
    share = ((look.bare - look.kind) * rest).sum(axis=-1) / np.maximum((rest**2).sum(axis=-1), 1e-6)
    return np.asarray(np.clip(share, 0.0, max(REFLECTION))[..., None])


def _relit(look: SquareMiddles) -> list[LogField]:
    """The logarithms of the bare squares' colours in the light of now. A reflection stays as it
    was when a lamp or the exposure changes, and is at most as bright as the darkest channel."""
    darkest = look.bare.min(axis=-1, keepdims=True)
    factor = np.exp(look.light)
    return [
        log_colours((look.bare - w) * factor + w) for w in (0 * darkest, 0.5 * darkest, darkest)
    ]


def _washed(look: SquareMiddles, empty: LogField) -> Marks:
    """The squares whose neighbours lie in a reflection that their own expected colour doesn't know
    of yet: a new one, or any where only their kind is known."""
    shares = np.array((0.0, *REFLECTION))

    def about(expected: LogField) -> Marks:
        fits = np.stack([_reflected(look.now, expected, look.spread, w) for w in shares])
        share = np.where(look.known & (fits.max(axis=0) > 0), shares[fits.argmax(axis=0)], 0.0)
        return np.asarray(np.median(neighbours(share), axis=0) >= WASHED)

    return np.where(look.seen, about(empty), about(log_colours(look.kind)))


def _tile_colours(reading: Reading, look: SquareMiddles) -> tuple[LogField, NDArray[np.float64]]:
    """The colour a tile would have on every square, [size, size, 3], and its spread [3]: that of
    the lettered tiles near it, or something about the empty square's where there are none."""
    sure = surest_letter(reading.probabilities) >= SURE_TILE
    if not sure.any():
        return _relit(look)[0], np.full(3, UNKNOWN_SPREAD)
    size = reading.size
    rows, columns = np.nonzero(sure)
    rims = log_colours(look.rim[sure])
    y, x = np.mgrid[:size, :size]
    away = (y[..., None] - rows) ** 2 + (x[..., None] - columns) ** 2
    # What a square reads like itself must not lend it a tile's colour.
    away = np.where(away == 0, 1e6, away)
    weight = np.exp(-(away - away.min(axis=-1, keepdims=True)) / (2 * NEAR**2))
    weight /= weight.sum(axis=-1, keepdims=True)
    tile = weight @ rims
    off = np.abs(rims - tile[rows, columns])
    spread = np.maximum(TILE_SPREAD, 1.4826 * np.median(off, axis=0))
    return np.asarray(tile), np.asarray(spread)


def _in_other_light(
    colours: LogField, expected: LogField, spread: NDArray[np.float64], washed: Marks
) -> LogField:
    """Log likelihood [size, size] of colours in a shade or a reflection of their own."""
    off = log_colours(colours) - expected
    shaded = _log_density(off - off.mean(axis=-1, keepdims=True), np.maximum(spread, SHADE_SPREAD))
    bright = np.maximum.reduce([_reflected(colours, expected, spread, w) for w in REFLECTION])
    return np.asarray(
        np.logaddexp(shaded + OTHER_LIGHT, bright + np.where(washed, 0.0, OTHER_LIGHT))
    )


def _reflected(
    colours: LogField, expected: LogField, spread: NDArray[np.float64], share: float | LogField
) -> LogField:
    """Log likelihood of colours where a white reflection has taken a share of the expected."""
    seen = np.log(np.exp(expected) * (1 - share) + (1 + BLACK) * share)
    return _log_density(
        log_colours(colours) - seen, np.maximum(spread * (1 - share), REFLECTION_SPREAD)
    )


def _log_density(off: LogField, spread: NDArray[np.float64]) -> LogField:
    """Log of a t-distribution in three dimensions, except for a constant."""
    distance = ((off / spread) ** 2).sum(axis=-1)
    tails = -0.5 * (HEAVY_TAILS + 3) * np.log1p(distance / HEAVY_TAILS)
    return np.asarray(tails - np.log(spread).sum(axis=-1))


# --- a reading, corrected by the memory ---

MOST_UNCHANGED = 12.0
"""Nothing but an empty square keeps the look of one, to a hundredth of its light."""

MOST_CHANGED = 3.0
"""But a hand and a shade change it as well as a tile does: 20 to 1 at most."""

MOST_OWN = 5.0
"""What one picture alone says for a blank weighs no more than this next to the change."""

MOST_OWN_EMPTY = 8.0
"""And what it says against one no more than this: other tiles' colours speak with it there."""

OWN_WHERE_EXPLAINED = BLANKS_ARE_RARE + MOST_NETWORK
"""Nor more than this where an empty square explains the picture as well as a blank: what is left of
the picture's own verdict then is how rare blanks are and what the network thought. The colours
that it came from are the same ones."""

UNDECIDED = ASK_MARGIN
"""Where neither explains the picture so much better than the other, the square can't be seen."""

BLANK_NOW = 0.95
"""As surely as this the network alone sees a blank, and as surely it saw none when the square was
bare: whatever the colours say, the square looks otherwise than it did."""

MOST_PRINT = 4.0
"""An unsure letter where nothing has changed is print or a shadow; not more, since a tile that
lies askew leaves part of its square bare."""

_EMPTY, _BLANK = LABELS.index(EMPTY_LABEL), LABELS.index(BLANK_LABEL)


def weigh_changes(
    reading: Reading, bare: Bare, position: Position, layout: Layout
) -> tuple[Reading, frozenset[Square]]:
    """The reading, corrected by what the empty squares of a position looked like before, and the
    squares where it showed a blank that can't be distinguished from an empty square in another
    light, or where the network alone sees a blank that it hasn't seen there before."""
    free = ~occupied(position)
    if reading.colours is None or not free.any():
        return reading, frozenset()
    look = look_at(reading, bare, free, layout)
    as_empty, as_blank, as_letter = likelihoods(reading, look)
    seen = reading.probabilities.astype(np.float64)
    rest = seen[..., _EMPTY] + seen[..., _BLANK]
    change = as_blank - as_empty
    own = np.log(np.maximum(seen[..., _BLANK], 1e-9) / np.maximum(seen[..., _EMPTY], 1e-9))
    most = np.clip(OWN_WHERE_EXPLAINED + change, OWN_WHERE_EXPLAINED, MOST_OWN)
    odds = np.clip(own, -MOST_OWN_EMPTY, most) + np.clip(change, -MOST_UNCHANGED, MOST_CHANGED)
    share = 1 / (1 + np.exp(-odds))
    letters = seen[..., FIRST_LETTER:]
    unsure = letters.max(axis=-1) < SURE_TILE
    most_print = np.where(unsure, MOST_PRINT, 0.0)
    printed = just_as_bare(reading, look)
    most_print = np.where(printed, MOST_UNCHANGED, most_print)
    print_odds = np.clip(as_letter - as_empty, -most_print, 0.0)
    # However surely it reads: there is no tile's colour, and nothing has changed.
    letters = np.where(printed[..., None], np.minimum(letters, 0.5), letters)
    rest = np.where(printed, 1 - letters.sum(axis=-1), rest)
    after = seen.copy()
    after[..., _BLANK], after[..., _EMPTY] = rest * share, rest * (1 - share)
    after[..., FIRST_LETTER:] = letters * np.exp(print_odds)[..., None]
    after /= after.sum(axis=-1, keepdims=True)
    weighed = np.where(look.known[..., None], after, seen).astype(np.float32)
    unseen = look.known & (own > most) & (rest > 0.5) & (np.abs(change) < UNDECIDED)
    if reading.as_blank is not None:
        blank_now = free & (bare.as_blank <= 1 - BLANK_NOW) & (reading.as_blank >= BLANK_NOW)
        unseen |= blank_now & ~_looks_as_bare(reading, bare, blank_now)
    squares = frozenset(Square(int(c), int(r)) for r, c in zip(*np.nonzero(unseen), strict=True))
    return replace(reading, probabilities=weighed), squares
