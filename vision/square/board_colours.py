"""Blank tile or empty square? The board's own empty squares and lettered tiles decide.

A beige square between white lines is the picture of a blank tile, so one crop can't say; its
colour against the rest of this board in this light can. It corrects the network's probabilities
and knows no game in progress. Tests: tests/vision/test_board_colours.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout, Premium
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, TileSet
from vision.ranks import median
from vision.reading import (
    BLANK_LABEL,
    EMPTY_LABEL,
    FIRST_LETTER,
    LABELS,
    Crops,
    Probabilities,
    SquareColours,
    surest_letter,
)

Colours: TypeAlias = NDArray[np.float64]
"""float64 [squares, 3]: the median colours of a part of every square, mostly as CIE L*a*b*
(L 0 to 100) less the plain squares' colour."""

SURE_TILE = 0.9
"""Tiles as likely as this lend their colour to the model."""

NO_LETTER = 0.5
"""Squares with less letter than this are the board's own, or blanks."""

ENOUGH_TILES = 4
"""With fewer lettered tiles their spread can't be measured."""

BOARD_SPREAD = (1.5, 0.8, 0.8)
"""Least standard deviation (L, a, b) of empty squares in even light: the rounding of 8-bit
colours and JPEG, below which a camera's colours mean nothing."""

TILE_SPREAD = (4.0, 2.0, 2.0)
"""The same for tiles: wood grain, gloss, tilt against the light."""

LIGHT_SPREAD = (0.015, 0.015, 0.015)
"""Least deviation of the light from a smooth surface: 1.5 of 100, the rounding of 8 bits."""

BLACK = 0.01
"""Added to colours (0 to 1) before their logarithm is taken: below that is noise."""

LIFTED_TO = 0.9
"""What the brightest things on the board are lifted to, so that dim light looks like day."""

UNKNOWN_SPREAD = (18.0, 9.0, 9.0)
"""How far the colour of an unseen tile may lie from the board's: no more is known
than that it is some colour."""

HEAVY_TAILS = 4.0
"""Degrees of freedom of the t-distribution of colours: shadows and gloss make outliers that a
normal distribution would call impossible."""

BLANKS_ARE_RARE = math.log(0.01)
"""Two blanks on some 200 squares without a letter, before anything is looked at."""

LONE_BLANK = 0.005
"""A blank next to no letter at all: no game lays one, only a mistake or a reflection does."""

NETWORK_WEIGHT = 0.5
MOST_NETWORK = 2.0
"""The networks' own opinion on blank or empty counts half, and never more than 7 : 1: they may have
seen no board like this one."""

LABELLED = -6.0
MOST_CLAIMED, MOST_RIM = 7.0, (-12.0, 6.0)
"""A blank may carry a label, of the board's own colour even: the middle of its square is no tile's
then. So what looks like a blank to the networks and has a tile's rim is one with these log odds,
next to what they claim and what the rim says, each within bounds. Chosen on 590 rendered boards of
kinds that `workshop.benchmarks` draws, with seeds of their own (449 blanks, 106 635 bare squares):
blanks missed 12 before, 3 with it; blanks asked about 115 and 87, bare squares 72 and 101. That was
by the rim's upper left half alone, whatever the tiles' colour."""

LETTERS_PER_BLANK = 3.0
"""Where the colours show a tile on a square without a letter, it is a blank or a tile whose letter
was missed. Lettered tiles are fifty times as many, so the network's faint idea of a letter counts
for more there than next to an empty square; but it has some faint idea of every letter. 60 rendered
boards with 79 blanks: 27 of them asked about at 3, 36 at 10, 25 at 1; no more mistakes are silent,
and three letters more are taken for unsure blanks at 1 than at 3.
"""

ALARM = 1.5
"""More blanks than the set has, and so many more: the colours don't hold on this board."""

ALARMED = 0.08
"""What is left of a claimed blank where the colours don't hold: enough to be asked about on a
single picture, too little to hold up a play."""

PRINT_CONTRAST = 30.0
"""Tile and empty square must differ by so much (|dL| / 2 + |da| + |db|) before the rim of a square
may overrule a letter, or speak for a labelled blank: wood on orange is nearer than that."""

MOST_PRINT = 6.0
"""Nor does the rim overrule by more than 400 : 1."""

MOST_PLAIN = math.log(10.0)
"""On plain squares there is no print to be misread, but a tile may lie askew, its rim elsewhere."""

_EMPTY, _BLANK = LABELS.index(EMPTY_LABEL), LABELS.index(BLANK_LABEL)


@dataclass(frozen=True)
class ColourVerdict:
    """Corrected probabilities [size, size, len(LABELS)]; `holds` is False where the colours claim
    this many blanks that they can't be trusted on this picture (gloss, beige on beige)."""

    probabilities: Probabilities
    holds: bool
    expected_blanks: float


def weigh_blanks(
    colours: SquareColours,
    probabilities: Probabilities,
    layout: Layout,
    tile_set: TileSet,
    far_rims: Colours | None = None,
) -> Probabilities:
    """The probabilities [size, size, len(LABELS)] after `judge_colours`."""
    return judge_colours(colours, probabilities, layout, tile_set, far_rims).probabilities


def judge_colours(
    colours: SquareColours,
    probabilities: Probabilities,
    layout: Layout,
    tile_set: TileSet,
    far_rims: Colours | None = None,
) -> ColourVerdict:
    """What the network made of every square, corrected by the colours of the board itself.

    `colours`: those of all squares, as `square_colours` gives them; `far_rims` [size * size, 3]:
    as `colours_of_far_rims` does, without which no blank is taken for a labelled one.
    """
    size = layout.size
    seen = probabilities.reshape(size * size, len(LABELS)).astype(np.float64)
    board = _measure(colours, seen, layout, far_rims)
    seen = _without_print(board, seen)
    letter = seen[:, FIRST_LETTER:].sum(axis=1)
    rest = np.maximum(seen[:, _EMPTY] + seen[:, _BLANK], 1e-9)
    network = np.log(np.maximum(seen[:, _BLANK], 1e-9) / np.maximum(seen[:, _EMPTY], 1e-9))
    odds = _all_odds(board, network, _company(letter, size))
    blanks = tile_set.counts.get(UNKNOWN_BLANK, 0)
    expected = float((rest * _share(odds)).sum())
    share = _share(odds - _too_many(odds, rest, blanks)) if blanks else np.zeros_like(odds)
    holds = expected <= blanks + ALARM
    if not holds and blanks:
        share = np.where(odds > 0, np.maximum(share, ALARMED), share)
    seen[:, FIRST_LETTER:] *= (1 + (LETTERS_PER_BLANK - 1) * share)[:, None]
    seen[:, _BLANK] = rest * share
    seen[:, _EMPTY] = rest * (1 - share)
    seen /= seen.sum(axis=1, keepdims=True)
    corrected = seen.reshape(size, size, len(LABELS)).astype(np.float32)
    return ColourVerdict(corrected, holds, expected)


# Measuring the board


@dataclass(frozen=True)
class _Board:
    """The colours of one board in one picture.

    `middle` and `rim`: the squares' colours in even light, `far_rim`: that of the rim's other half,
    None if it isn't known; `print_middle` and `print_rim`: those that the empty square would have
    (its kind's); `known`: whether that is known. `tile`: the colour of tiles, and `tile_spread`
    about it.
    """

    middle: Colours
    rim: Colours
    far_rim: Colours | None
    print_middle: Colours
    print_rim: Colours
    known: NDArray[np.bool_]
    premium: NDArray[np.bool_]
    spread: Colours
    tile: Colours
    tile_spread: Colours
    tiles: int

    def blank_odds(self) -> NDArray[np.float64]:
        """Log odds of a blank tile against the empty square, by colour alone; 0: unknown."""
        as_tile = _log_density(self.middle - self.tile, self.tile_spread)
        if not self.tiles:
            as_tile = _log_density(self.middle - self.print_middle, self.tile_spread)
        as_empty = _log_density(self.middle - self.print_middle, self.spread)
        return np.where(self.known, as_tile - as_empty, 0.0)

    def rim_odds(self) -> NDArray[np.float64]:
        """Log odds of a tile's rim against that of the empty square; 0: unknown."""
        return self._odds_of_rim(self.rim)

    def rim_odds_all_round(self) -> NDArray[np.float64]:
        """The same of the half of the rim that is less a tile's: a tall tile next to an empty
        square leans into it from one side only."""
        if self.far_rim is None:
            return np.full(len(self.rim), -np.inf)
        return np.minimum(self.rim_odds(), self._odds_of_rim(self.far_rim))

    def _odds_of_rim(self, rim: Colours) -> NDArray[np.float64]:
        as_tile = _log_density(rim - self.tile, self.tile_spread)
        as_print = _log_density(rim - self.print_rim, np.maximum(self.spread, TILE_SPREAD))
        return np.where(self.known, as_tile - as_print, 0.0)

    def stands_out(self) -> NDArray[np.bool_]:
        """Where a tile's colour is so far from the empty square's that a rim says which it is."""
        step = np.abs(self.tile - self.print_rim)
        return np.asarray(step[:, 0] / 2 + step[:, 1] + step[:, 2] > PRINT_CONTRAST)


def _measure(
    colours: SquareColours, seen: NDArray[np.float64], layout: Layout, far_rims: Colours | None
) -> _Board:
    size = layout.size
    middle, rim = colours.reshape(size * size, 2, 3).astype(np.float64).transpose(1, 0, 2)
    letters = seen[:, FIRST_LETTER:].sum(axis=1)
    free = letters < NO_LETTER
    tiles = surest_letter(seen) >= SURE_TILE
    kinds = _kinds(layout)
    plain = kinds == Premium.NONE.value
    ground = free & plain if (free & plain).sum() >= 3 else free
    every = (middle, rim) if far_rims is None else (middle, rim, far_rims)
    middle, rim, *far = _in_even_light(every, ground, size)
    print_middle, known = _own_kind(middle, kinds, free)
    print_rim, _ = _own_kind(rim, kinds, free)
    spread = _spreads(middle - print_middle, free & known, plain)
    count = int(tiles.sum())
    if count:
        tile = median(rim[tiles], axis=0)
        tile_spread = np.maximum(TILE_SPREAD, UNKNOWN_SPREAD / np.sqrt(2.0 * count))
        if count >= ENOUGH_TILES:
            tile_spread = _spread(rim[tiles] - tile, TILE_SPREAD)
    else:
        tile, tile_spread = np.zeros(3), np.array(UNKNOWN_SPREAD)
    return _Board(
        middle, rim, far[0] if far else None, print_middle, print_rim, known, ~plain, spread, tile,
        tile_spread, count,
    )  # fmt: skip


@lru_cache(maxsize=8)
def _kinds(layout: Layout) -> NDArray[np.str_]:
    """What is printed on each square, row by row: the value of its `Premium`."""
    every = range(layout.size)
    return np.array([layout.premium(Square(c, r)).value for r in every for c in every])


def square_colours(crops: Crops) -> SquareColours:
    """The colours of the middle and of the rim of every square, for comparing pictures."""
    size = math.isqrt(len(crops))
    parts = np.stack([_middles(crops), _rims(crops)], axis=1)
    return np.asarray(parts.reshape(size, size, 2, 3), dtype=np.float32)


def colours_of_far_rims(crops: Crops) -> Colours:
    """The colours of the other half of every rim, along the bottom and right, BGR, 0 to 1."""
    return _rims(crops[:, ::-1, ::-1])


def _middles(crops: Crops) -> Colours:
    """The median colour of the middle of every square, where a blank is blank and a print is;
    BGR, 0 to 1."""
    side = crops.shape[1]
    low, high = round(side * 0.34), round(side * 0.66)
    return _median_colours(crops[:, low:high, low:high])


def _rims(crops: Crops) -> Colours:
    """The median colour of a strip along the top and left of every square, just inside a tile's
    edge, where no letter and no digit is; BGR, 0 to 1."""
    side = crops.shape[1]
    near, far = round(side * 0.235), round(side * 0.315)
    low, high = round(side * 0.28), round(side * 0.65)
    top = crops[:, near:far, low:high]
    left = crops[:, low:high, near:far]
    strips = [part.reshape(len(crops), 1, -1, 3) for part in (top, left)]
    return _median_colours(np.concatenate(strips, axis=2))


def _median_colours(parts: Crops) -> Colours:
    pixels = parts.reshape(len(parts), -1, 3).astype(np.float32)
    return median(pixels, axis=1).astype(np.float64) / 255


def _in_even_light(parts: Sequence[Colours], ground: NDArray[np.bool_], size: int) -> list[Colours]:
    """The squares' middles, rims and more as L*a*b* under even light of a fixed brightness, less
    the colour of the ground.

    Light multiplies, whatever it falls on, so it is divided out before colours are compared.
    """
    light = light_surface(np.log(parts[0] + BLACK), ground, size)
    light -= light.mean(axis=0)
    even = [(colours + BLACK) * np.exp(-light) for colours in parts]
    brightest = np.percentile(np.concatenate(even[:2]).max(axis=1), 95)
    middle, *rest = (_lab(np.clip(part * (LIFTED_TO / brightest), 0, 1)) for part in even)
    base = median(middle[ground], axis=0) if ground.any() else np.zeros(3)
    return [part - base for part in (middle, *rest)]


def _lab(colours: Colours) -> Colours:
    flat = colours.reshape(1, -1, 3).astype(np.float32)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB)[0], dtype=np.float64)


def light_surface(logs: Colours, ground: NDArray[np.bool_], size: int) -> Colours:
    """How light and tint run over the board: a quadratic surface through the logarithms of the
    ground's colours; squares far off it (blanks, shadows of hands) hardly count."""
    x = np.linspace(-1, 1, size)
    across, down = (part.ravel() for part in np.meshgrid(x, x))
    terms = [np.ones(size**2), across, down, across * across, across * down, down * down]
    count = int(ground.sum())
    if not count:
        return np.zeros_like(logs)
    # A surface with as many terms as squares runs through every blank.
    basis = np.stack(terms[: 6 if count >= 24 else 3 if count >= 9 else 1], axis=1)
    fit = np.zeros((basis.shape[1], 3))
    # Constant first: from a quadratic start, a cluster of blanks at an edge bends the surface.
    residual = logs[ground] - median(logs[ground], axis=0)
    for _ in range(8):
        distance = ((residual / (3 * _spread(residual, LIGHT_SPREAD))) ** 2).sum(axis=1)
        root = 1 / (1 + distance)[:, None]
        fit = np.linalg.lstsq(basis[ground] * root, logs[ground] * root, rcond=None)[0]
        residual = logs[ground] - basis[ground] @ fit
    return np.asarray(basis @ fit, dtype=np.float64)


def _own_kind(
    colours: Colours, kinds: NDArray[np.str_], free: NDArray[np.bool_]
) -> tuple[Colours, NDArray[np.bool_]]:
    """The colour that every square would have if it were empty: that of the other empty squares
    of its kind, and whether there are any.

    A lone start square is taken for a double word square, which it mostly is.
    """
    expected = np.zeros_like(colours)
    known = np.ones(len(colours), dtype=bool)
    for kind in np.unique(kinds):
        if kind == Premium.NONE.value:
            continue
        peers = np.nonzero(free & (kinds == kind))[0]
        squares = np.nonzero(kinds == kind)[0]
        if len(peers) >= 5:
            expected[squares] = median(colours[peers], axis=0)
            continue
        for square in squares:
            others = peers[peers != square]
            if not len(others) and kind == Premium.START.value:
                others = np.nonzero(free & (kinds == Premium.DOUBLE_WORD.value))[0]
            known[square] = bool(len(others))
            if len(others):
                expected[square] = median(colours[others], axis=0)
    return expected, known


def _spread(residual: Colours, least: tuple[float, float, float]) -> Colours:
    """Robust standard deviation a channel, never below `least`."""
    if not len(residual):
        return np.array(least)
    return np.asarray(np.maximum(1.4826 * median(np.abs(residual), axis=0), least))


def _spreads(residual: Colours, free: NDArray[np.bool_], plain: NDArray[np.bool_]) -> Colours:
    """Standard deviation of every square's own colour, [squares, 3]: premium squares, with their
    print and few of a kind, lie wider about it than plain ones."""
    even = _spread(residual[free & plain], BOARD_SPREAD)
    printed = np.maximum(even, _spread(residual[free & ~plain], BOARD_SPREAD))
    return np.where(plain[:, None], even, printed)


def _log_density(residual: Colours, spread: Colours) -> NDArray[np.float64]:
    """Log of a t-distribution in three dimensions, except for a constant."""
    distance = ((residual / spread) ** 2).sum(axis=1)
    tails = -0.5 * (HEAVY_TAILS + 3) * np.log1p(distance / HEAVY_TAILS)
    return np.asarray(tails - np.log(spread).sum(axis=-1))


# Correcting the network


def _all_odds(
    board: _Board, network: NDArray[np.float64], company: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Log odds of a blank against the empty square, by all that speaks for either."""
    opinion = np.clip(NETWORK_WEIGHT * network, -MOST_NETWORK, MOST_NETWORK)
    odds = board.blank_odds() + opinion + BLANKS_ARE_RARE
    if board.tiles:
        claimed = np.clip(network, -MOST_CLAIMED, MOST_CLAIMED)
        labelled = LABELLED + claimed + np.clip(board.rim_odds_all_round(), *MOST_RIM)
        odds = np.where(board.stands_out(), np.logaddexp(odds, labelled), odds)
    return np.asarray(odds + company)


def _without_print(board: _Board, seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Less of unsure letters on squares whose rim is no tile's: print or shadow read as letters.
    While no tile is known, a rim just like those of the square's kind speaks for the bare board (85
    rendered boards with at most 14 tiles: unsure empties 476 to 204, no tile missed for it)."""
    if board.tiles:
        stands_out, rim = board.stands_out(), board.rim_odds()
    else:
        stands_out = np.ones(len(seen), dtype=bool)
        anything = np.broadcast_to(UNKNOWN_SPREAD, board.rim.shape)
        as_tile = _log_density(board.rim - board.print_rim, np.asarray(anything))
        spread = np.maximum(board.spread, TILE_SPREAD)
        rim = as_tile - _log_density(board.rim - board.print_rim, spread)
    unsure = surest_letter(seen) < SURE_TILE
    letters = seen[:, FIRST_LETTER:].sum(axis=1)
    asked = board.known & unsure & stands_out
    odds = np.clip(rim, -np.where(board.premium, MOST_PRINT, MOST_PLAIN), 0.0)
    after = seen.copy()
    after[asked, FIRST_LETTER:] *= np.exp(odds[asked])[:, None]
    after[asked, _EMPTY] += letters[asked] * (1 - np.exp(odds[asked]))
    return after


def _company(letter: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """What it does to the odds of a blank whether there are letters next to it; [squares]."""
    lone = np.pad(np.clip(1 - letter, 0, 1).reshape(size, size), 1, constant_values=1.0)
    alone = lone[:-2, 1:-1] * lone[2:, 1:-1] * lone[1:-1, :-2] * lone[1:-1, 2:]
    return np.asarray(np.log(1 - alone * (1 - LONE_BLANK)).ravel())


def _share(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def _too_many(odds: NDArray[np.float64], weight: NDArray[np.float64], blanks: int) -> float:
    """By how much all odds must sink so that no more blanks are expected than the set has."""
    low, high = 0.0, 60.0
    if float((weight * _share(odds)).sum()) <= blanks:
        return 0.0
    for _ in range(40):
        middle = (low + high) / 2
        if float((weight * _share(odds - middle)).sum()) > blanks:
            low = middle
        else:
            high = middle
    return high
